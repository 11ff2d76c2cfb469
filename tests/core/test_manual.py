"""The manual: what it names is there, and what it promises holds."""

from __future__ import annotations

import re

import pytest

from tools import command_line_reference
from workbench import paths
from workbench.cli import COMMANDS
from workbench.core.manual import INDEX, manual_pages, place_of_key, slug
from workbench.core.op_toml import keys

DOCS = paths.docs()
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
_LINK = re.compile(r"(?<!`)\[[^\]]+\]\(([^)\s]+)\)")


def headings(file: str) -> set[str]:
    lines = (DOCS / file).read_text(encoding="utf-8").splitlines()
    return {slug(line.lstrip("# ")) for line in lines if line.startswith("#")}


def test_the_contents_have_every_page_once() -> None:
    listed = [page.file for page in manual_pages()]
    assert sorted(listed) == sorted(set(PAGES) - {INDEX})
    assert all(page.section and page.words for page in manual_pages())


@pytest.mark.parametrize("file", PAGES)
def test_every_link_leads_somewhere(file: str) -> None:
    for link in _LINK.findall((DOCS / file).read_text(encoding="utf-8")):
        if link.startswith("http"):
            continue
        name, _, heading = link.partition("#")
        target = (DOCS / file).parent / name if name else DOCS / file
        assert target.is_file(), link
        if heading:
            assert heading in headings(target.resolve().relative_to(DOCS.resolve()).as_posix()), (
                link
            )


def test_every_key_has_its_place() -> None:
    for key in keys.every_key():
        place = place_of_key(key.path)
        text = (DOCS / place.file).read_text(encoding="utf-8")
        section = (
            text.partition(f"## {place.heading}\n")[2]
            or text.partition(f"## `{place.heading}`\n")[2]
        )
        assert f"- **`{place.word}`**" in section.partition("\n## ")[0], key.path
    assert place_of_key("nothing.of.this").heading == ""


def test_the_page_of_commands_is_what_they_say() -> None:
    page = command_line_reference.PAGE.read_text(encoding="utf-8")
    assert page == command_line_reference.reference(), "run tools/command_line_reference.py"
    assert all(f"\n## {name}" in page for name in COMMANDS)
    assert "\n.\n" not in page, "a command that does not say what it does"


def test_options_that_pages_name_are_there() -> None:
    known = set(re.findall(r"--[a-z][a-z-]+", command_line_reference.reference()))
    for path in DOCS.rglob("*.md"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if "op-workbench" in line:
                for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", line):
                    assert option in known, f"{path.name}: {option}"


def tutorial(language: str) -> list[str]:
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_tutorial_has_its_parts() -> None:
    (signature,), (kernel,), (reference,) = tutorial("text"), tutorial("cpp"), tutorial("python")
    assert signature.startswith("soft_gate(")
    assert signature.strip() in tutorial("sh")[0]
    assert "void soft_gate(" in kernel
    assert "gate" in reference
