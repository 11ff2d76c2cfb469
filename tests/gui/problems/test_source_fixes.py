"""What clangd can fix is offered where it is listed, and nothing is promised that cannot be kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gui.problems.conftest import change
from workbench.core.compile.programs import find_program
from workbench.core.compile.text_fixes import digest_of, edited_text
from workbench.core.errors import Problem
from workbench.gui.editor.code_assist import CodeAssist
from workbench.gui.lsp.clangd import diagnostic_of

URI = "file:///a.cpp"
needs_clangd = pytest.mark.skipif(find_program("clangd") is None, reason="clangd is not installed")


def ranged(line: int = 0, start: int = 0, end: int = 0) -> dict:
    return {
        "start": {"line": line, "character": start},
        "end": {"line": line, "character": end},
    }


WORDS = st.text(st.characters(codec="utf-8"), max_size=20)
ACTIONS = st.builds(
    lambda title, uri, edits: {
        "title": title,
        "edit": {"changes": {uri: [{"range": ranged(), "newText": e} for e in edits]}},
    },
    WORDS,
    st.sampled_from([URI, "file:///other.h"]),
    st.lists(WORDS, max_size=2),
)


@given(WORDS, st.sampled_from(["", " (fix available)", " (fixes available)"]), st.lists(ACTIONS))
def test_no_diagnostic_promises_a_fix_in_words(message, promise, actions):
    item = {"message": message + promise, "range": ranged(), "codeActions": actions}
    for text in ("int a;\n", None):
        found = diagnostic_of(item, URI, text)
        assert "available)" not in found.message or "available)" in message
        mine = [a for a in actions if set(a["edit"]["changes"]) == {URI}]
        mine = [a for a in mine if a["edit"]["changes"][URI]]
        assert len(found.fixes) == (len(mine) if text is not None else 0)
        assert all(f.seen == digest_of("int a;\n") for f in found.fixes)


@pytest.fixture
def assist(drive, document):
    assist = CodeAssist(drive.session.services)
    assist.diagnosed.connect(drive.window.workspace.feed.notes.set_diagnosed)
    yield assist
    assist.close()


@needs_clangd
def test_a_missing_include_is_added_from_the_list(drive, document, qtbot, listed, assist):
    path = document.source
    change(document, "if (y.numel() == 0) return;", "std::deque<int> numbers; numbers.size();")
    before = document.texts[path]
    assist.show(document, path, before)
    qtbot.waitUntil(lambda: bool(listed("clangd")), timeout=60_000)
    entry = next(e for e in listed("clangd") if "deque" in e.problem.message)
    assert "available" not in entry.problem.message
    problems = drive.window.workspace.problems
    problems.view.setCurrentIndex(problems._model.index(problems.entries().index(entry)))
    assert problems.fix_bar.titles()[0] == "Add #include <deque>"
    problems.fix_bar.chosen.emit("Add #include <deque>")
    assert "#include <deque>\n" in document.texts[path]
    assert problems.fix_bar.titles() == [], "what is done is not offered any more"
    assist.change(str(path), document.texts[path])
    qtbot.waitUntil(lambda: not listed("clangd"), timeout=60_000)


@needs_clangd
def test_every_fix_that_clangd_has_is_offered_and_does_what_it_says(
    drive,
    document,
    qtbot,
    listed,
    assist,
):
    path = document.source
    change(document, "if (y.numel() == 0) return;", "int number = 1\n  nmber += 1;")
    assist.show(document, path, document.texts[path])
    fixes = drive.window.workspace._fixes

    def offered() -> list[str]:
        return [t for e in listed("clangd") for t in fixes.offered(document, e.problem)]

    qtbot.waitUntil(lambda: any("insert ';'" in t.lower() for t in offered()), timeout=60_000)
    assert not any("available" in e.problem.message for e in listed("clangd"))
    entry = next(e for e in listed("clangd") if e.problem.fixes)
    text = document.texts[path]
    document.set_text(path, text + "\n")  # edited since: its edits may not fit
    assert fixes.offered(document, entry.problem) == []
    fixes.apply(document, entry.problem, entry.problem.fixes[0].title)
    assert document.texts[path] == text + "\n"
    document.set_text(path, text)
    fixes.apply(document, entry.problem, entry.problem.fixes[0].title)
    assert document.texts[path] == edited_text(text, entry.problem.fixes[0].edits)


VECTOR = "no member named 'vector' in namespace 'std'"


def test_the_editor_offers_what_the_list_offers_for_a_problem_of_the_build(drive, document, qtbot):
    """Without clangd, too: of what can be mended no menu says that there is nothing."""
    change(document, "if (y.numel() == 0) return;", "std::vector<int> numbers;")
    path = document.source
    lines = document.texts[path].splitlines()
    line = next(i for i, text in enumerate(lines, 1) if "std::vector" in text)
    problem = Problem("compile", VECTOR, file=str(path), line=line, column=8)
    page, fixes = drive.page("kernel"), drive.window.workspace._fixes

    def offered():
        page.set_problems(document.folder, [problem])
        answers = []
        page.assist.ask(str(path), "fixes", {}, answers.append)
        return answers[0]

    qtbot.waitUntil(lambda: page.editor is not None and page.editor.text(str(path)) != "")
    (action,) = offered()
    assert [action["title"]] == fixes.offered(document, problem) == ["Add #include <vector>"]
    assert action["range"]["startLineNumber"] == line
    fixes.apply(document, problem, action["title"])
    qtbot.waitUntil(lambda: offered() == [])
    assert fixes.offered(document, problem) == []
