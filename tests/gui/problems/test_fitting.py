"""What a run found to fit is a button, too."""

from __future__ import annotations

from workbench.core.errors import Problem


def test_a_rule_that_a_run_found_is_taken_and_offered_no_more(drive, document):
    fixes = drive.window.workspace._fixes
    found = Problem(
        "kernel",
        "the kernel gives 'y' as float32[2, 3]",
        key="outputs[0].shape",
        fitting=(("outputs[0].shape", "[unknown, unknown]"),),
    )
    before = document.op.outputs[0].shape
    assert fixes.offered(document, found) == ["Change to [unknown, unknown]"]
    fixes.apply(document, found, "Change to [unknown, unknown]")
    assert document.op.outputs[0].shape == "[unknown, unknown]"
    assert fixes.offered(document, found) == []
    drive.window.commands.undo()
    assert document.op.outputs[0].shape == before


def test_a_place_that_is_gone_has_no_button(drive, document):
    fixes = drive.window.workspace._fixes
    gone = Problem("kernel", "no", key="outputs[7].shape", fitting=(("outputs[7].shape", "[1]"),))
    assert fixes.offered(document, gone) == []


def test_an_output_that_is_random_is_marked_so(drive, document):
    fixes = drive.window.workspace._fixes
    drawn = Problem(
        "repeat",
        "the op draws random numbers, so its results cannot be compared",
        key="outputs[0].random",
        fitting=(("outputs[0].random", True),),
    )
    assert fixes.offered(document, drawn) == ["Mark as random"]
    fixes.apply(document, drawn, "Mark as random")
    assert document.op.outputs[0].random
