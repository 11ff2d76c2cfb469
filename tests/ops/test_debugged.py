"""A statement of each kernel of the gallery is made wrong, and the debugger stops at it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.engine.debug.debugging import debugged, line_of, needs_gdb, place
from tests.large import large
from tests.ops.debugged import CHANGES, Change
from tests.ops.gallery import GALLERY
from workbench.core.compile.ort_headers import find_ort_headers
from workbench.core.storage import project

pytestmark = needs_gdb

_QUICK = (("foo_mixed", "ort"), ("my_add_custom", "torch"))


def _parameters() -> list[object]:
    return [
        pytest.param(
            change, runtime, id=f"{change.name}-{runtime}",
            marks=() if (change.op, runtime) in _QUICK and not change.case else large,
        )
        for change in CHANGES
        for runtime in change.runtimes
    ]  # fmt: skip


def changed(change: Change, folder: Path) -> int:
    """A copy of the op with the change; the line of it."""
    shutil.copytree(GALLERY / change.op, folder)
    file = folder / change.file
    line = line_of(file, change.old)
    file.write_text(file.read_text().replace(change.old, change.new))
    return line


@pytest.mark.parametrize(("change", "runtime"), _parameters())
def test_it_stops_at_the_changed_statement(change: Change, runtime: str, tmp_path: Path) -> None:
    if change.op == "foo_classic" and find_ort_headers() is None:
        pytest.skip("the official headers of ONNX Runtime are not here")
    folder = tmp_path / change.op
    line = changed(change, folder)
    with debugged(folder, change.element, runtime, change.case) as running:
        writes = running.find().writes
        assert (change.file, line) in [(Path(w.frame.file).name, w.frame.line) for w in writes]
        if not change.overwritten:
            assert place(running.to_last()) == (change.file, line)


def test_there_is_a_change_of_each_kernel_in_cpp() -> None:
    compiled = {f.name for f, op in project.gallery() if op.kernel.kind.is_compiled}
    assert compiled == {change.op for change in CHANGES}
