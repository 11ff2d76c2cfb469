"""Where C++ of an op's own runs that the debugger can stop in."""

import pytest

from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.jobs import DebugJob, Element, debug_runtimes
from workbench.core.storage import project

GALLERY = {folder.name: op for folder, op in project.gallery()}


@pytest.mark.parametrize(
    ("name", "runtimes"),
    [
        ("my_add_custom", ("torch", "ort")),
        ("foo_classic", ("torch", "ort")),
        ("dual_residual", ("torch",)),
        ("my_add_py", ()),
        ("asinh", ()),
        ("linalg_inv", ()),
    ],
)
def test_runtimes(name: str, runtimes: tuple[str, ...]) -> None:
    assert debug_runtimes(GALLERY[name].resolved()) == runtimes


def test_a_bridge_is_debugged_in_pytorch() -> None:
    op: Op = GALLERY["dynamic_resize_plugin"]
    bridges = [v for v in op.variants if op.resolved(v).ort.implementation == "bridge"]
    assert [debug_runtimes(op.resolved(v)) for v in bridges] == [("torch",)]


def test_a_job_travels_with_elements_that_json_has_no_word_for() -> None:
    op = GALLERY["my_add_custom"]
    job = DebugJob(1, "/x", op, "ort", Element("y", (1, 2)))
    assert jobs.decode_debug(jobs.encode(job)) == job
