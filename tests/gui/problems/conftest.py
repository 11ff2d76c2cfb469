"""The list of problems, for the tests of what is in it."""

import pytest

from workbench.gui.problems.problem_panel import ListedProblem


def change(document, old: str, new: str) -> None:
    """Edit the kernel's text."""
    text = document.texts[document.source]
    assert old in text
    document.set_text(document.source, text.replace(old, new))


@pytest.fixture
def listed(drive):
    """The problems of a kind that are listed now."""

    def of(kind: str) -> list[ListedProblem]:
        entries = drive.window.workspace.problems.entries()
        return [e for e in entries if e.problem.kind == kind]

    return of
