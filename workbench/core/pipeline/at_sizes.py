"""The exported file at sizes of its dynamic axes that are chosen: what is asked of the hosts, and the verdict.

Nothing is exported anew: the inputs are made again as the declaration makes them, PyTorch and the
reference compute them, and ONNX Runtime runs the file that is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from workbench.core import jobs
from workbench.core.cells.kept import Kept, unless_there, with_case
from workbench.core.cells.sizes import axes, resized
from workbench.core.declaration.op import Case, Op
from workbench.core.errors import Problem, UserError
from workbench.core.pipeline.op_state import OpState, SizesReport
from workbench.core.pipeline.pipeline import run_job

__all__ = [
    "case_at",
    "failed_at",
    "open_sizes",
    "read_sizes",
    "report_at",
    "run_at",
    "sizes_job",
    "with_case_at",
    "words_of",
]

MOST = 1 << 24
"""A larger size is a slip of the finger."""


def open_sizes(op: Op) -> dict[str, int]:
    """The dynamic axes whose size may be another one: by name, the size of the example inputs."""
    found = {}
    shapes = {e.arg: e.shape for e in op.model.inputs}
    named = {name for e in op.model.inputs for name in e.dynamic.values()}
    for name, places in axes(op).items():
        shape = shapes[places[0].arg]
        if name in named and not isinstance(shape, msgspec.UnsetType):
            found[name] = shape[places[0].axis]
    return found


def sizes_job(number: int, state: OpState, sizes: Mapping[str, int]) -> jobs.SizesJob:
    """The first half: PyTorch and the reference.

    Args:
        number: the job's.
        state: of an op that was run as it is now.
        sizes: name of a dynamic axis → its size.

    Raises:
        UserError: it was not run, nothing here runs its model, or it has no such axis.
    """
    op, (build, exported) = state.op, (state.current_result(s) for s in ("build", "export"))
    if op is None or not isinstance(build, jobs.BuildResult):
        raise UserError("sizes", "it is not up to date", "Run it first.")
    if not isinstance(exported, jobs.ExportResult):
        raise UserError("sizes", "it is not exported as it is now", "Run it first.")
    if not op.is_compared:
        raise UserError("sizes", "nothing here runs its model")
    known = open_sizes(op)
    for name in sizes:
        if not known:
            hint = "Make an axis of an example dynamic on the Model page, and run it."
            raise UserError("sizes", "the model has no dynamic axis of another size", hint)
        if name not in known:
            hint = f"Its dynamic axes: {', '.join(known)}."
            raise UserError("sizes", f"the model has no dynamic axis '{name}'", hint)
    library, main = build.torch_library, exported.cases[0]
    return jobs.SizesJob(number, str(state.folder), op, library, main, dict(sizes))


def run_at(number: int, state: OpState, found: jobs.ExportResult) -> jobs.RunJob:
    """The second half: ONNX Runtime runs the file, and the comparison.

    Args:
        number: the job's.
        state: as it was for ``sizes_job``.
        found: what came of that.
    """
    op, build = state.op, state.current_result("build")
    assert op is not None
    library = build.ort_library if isinstance(build, jobs.BuildResult) else ""
    return run_job(number, state, op, library, found)


def report_at(sizes: Mapping[str, int], ended: Sequence[jobs.StageEnded]) -> SizesReport:
    """The verdict.

    Args:
        sizes: those that were asked for.
        ended: what the stages of ``run_at``'s job have told.
    """
    problems = tuple(p for stage in ended for p in stage.problems)
    for stage in ended:
        if isinstance(stage.result, jobs.CompareResult):
            status = "agrees" if stage.status == "ok" else stage.status
            return SizesReport(words_of(sizes), status, stage.result.outputs, problems)
    return failed_at(sizes, problems)


def failed_at(sizes: Mapping[str, int], problems: Iterable[Problem]) -> SizesReport:
    """Where PyTorch, the reference or ONNX Runtime did not give anything."""
    return SizesReport(words_of(sizes), "failed", (), tuple(problems))


def words_of(sizes: Mapping[str, int]) -> str:
    """``n = 7, m = 3``."""
    return ", ".join(f"{name} = {size}" for name, size in sizes.items())


def read_sizes(words: str) -> dict[str, int]:
    """The sizes that ``words_of`` has written; none for nothing."""
    pairs = (part.rpartition(" = ") for part in words.split(", ") if part)
    return {name: int(size) for name, _, size in pairs}


def case_at(op: Op, sizes: Mapping[str, int]) -> Case:
    """The sizes as a case of the declaration: of each input that changes, its shape."""
    other = resized(op, sizes)
    pairs = zip(op.model.inputs, other.model.inputs, strict=True)
    changed = (msgspec.structs.replace(e, dtype="", dynamic={}) for was, e in pairs if e != was)
    name = "_".join(f"{name}_{size}" for name, size in sizes.items())
    return Case(name, tuple(changed), words_of(sizes))


def kept_at(op: Op, sizes: Mapping[str, int]) -> Kept:
    """The same; or why it is no further case."""
    case = case_at(op, sizes)
    if not case.inputs:
        return Kept(None, "these are the sizes of the example inputs")
    return unless_there(op, Kept(case))


def with_case_at(op: Op, sizes: Mapping[str, int]) -> Op:
    """The declaration with that case; itself where it has one with these inputs."""
    found = kept_at(op, sizes)
    return with_case(op, found.case) if found.case is not None else op
