"""Undo back to the start gives the files as they were, and redo to the end as they became."""

from __future__ import annotations

from tests.large import large

BODY = "for (int64_t i = 0; i < output.numel(); ++i) output[i] = x[i];"


def files(author) -> dict[str, bytes]:
    """What the op's folder holds, saved."""
    author.presses("Ctrl+S")
    author.qtbot.waitUntil(lambda: not author.window.isWindowModified())
    folder = author.document.folder
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir()) if p.is_file()}


@large  # one step of each sort: gui/web/test_code_assist, gui/forms/test_any_edits
def test_undo_to_the_start_and_redo_to_the_end(author) -> None:
    author.begins_blank("mine::clamp_to(Tensor x, Tensor? low, float by=1.5) -> Tensor", "portable")
    start = files(author)
    document = author.document
    first = document.texts[document.source]

    # The editor, then the forms: the kernel's head follows, its body stays.
    head = first.partition("{\n")[0]
    output = document.op.outputs[0].name
    author.pastes_the_kernel(f"{head}{{\n  {BODY.replace('output', output)}\n}}\n")
    written = document.texts[document.source]
    author.goes_to("signature")
    author.types("args[1].name", "least")
    author.clicks("args[0].down")
    author.clicks("args.add")
    author.types("args[2].name", "scale")
    author.chooses("args[2].type", "int")
    author.types("outputs[0].shape", "x.shape")
    author.types("doc", "for the test")
    author.goes_to("mapping")
    author.types("mapping.nodes[0].op", "mine::Clamp")
    author.goes_to("model")
    author.clicks("model.case.add")
    author.types("case.name", "again")
    author.chooses("model.opset", "18")
    author.types("reference.python", "x")
    end = files(author)
    assert set(end) == set(start)
    assert all(end[name] != start[name] for name in end)
    assert b"std::optional<wb::Tensor<const float>> least" in end["kernel.cpp"]

    undo, redo = author.window.actions_["undo"], author.window.actions_["redo"]
    steps(author, undo, "Ctrl+Z")
    assert document.texts[document.source] == written
    back = undoes_in_the_editor(author, first)
    author.goes_to("kernel")
    assert files(author) == start

    author.caret_in_the_editor()
    for _ in range(back):
        text = document.texts[document.source]
        author.presses("Ctrl+Shift+Z")
        author.qtbot.waitUntil(lambda text=text: document.texts[document.source] != text)
    assert document.texts[document.source] == written
    author.goes_to("signature")
    steps(author, redo, "Ctrl+Shift+Z")
    assert files(author) == end


def steps(author, action, keys: str) -> None:
    """Undo or redo until nothing is left; each step waits for the editor's last keystrokes."""
    stack = author.session.project.undo
    while action.isEnabled():
        index = stack.index()
        author.presses(keys)
        author.qtbot.waitUntil(lambda index=index: stack.index() != index)


def undoes_in_the_editor(author, wanted: str) -> int:
    """Ctrl+Z in the editor until a text is there again; how often that took."""
    document = author.document
    author.goes_to("kernel")
    author.caret_in_the_editor()
    for count in range(1, 50):
        text = document.texts[document.source]
        author.presses("Ctrl+Z")
        author.qtbot.waitUntil(lambda text=text: document.texts[document.source] != text)
        if document.texts[document.source] == wanted:
            return count
    raise AssertionError("the first text does not come back")
