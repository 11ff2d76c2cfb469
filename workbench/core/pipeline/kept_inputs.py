"""The inputs of a run kept as a case of the declaration, so that they are tried whatever the example becomes."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.core.cells.kept import Kept, unless_there
from workbench.core.cells.sizes import resized
from workbench.core.declaration.op import Case, Op
from workbench.core.jobs import CompareResult, ExportedCase, ExportResult
from workbench.core.pipeline.at_sizes import read_sizes
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.picturing import first_look

__all__ = ["kept_inputs", "worst_inputs"]

_NAME = "differing"


def kept_inputs(op: Op, run: ExportedCase) -> Kept:
    """What a set of inputs that was run is as a case.

    Args:
        op: as it was run, ``Op.resolved``.
        run: the set: the main one, one at other sizes, a declared case or one of ONNX's.
    """
    declared = {case.name: case for case in op.model.cases}
    if run.name in declared:
        return Kept(None, f"it is the case '{run.name}' already")
    # A set at other sizes is called by the set that it comes of, and by the sizes.
    base = declared.get(run.name.removesuffix(f", {run.sizes}")) if run.sizes else None
    if run.name and not run.sizes:
        return Kept(
            None, "what a test case of ONNX's, or a model of one's own, gives is no example"
        )
    made = op.for_case(base) if base is not None else op
    if run.sizes:
        made = resized(made, read_sizes(run.sizes))
    name = "_".join(f"{axis}_{size}" for axis, size in read_sizes(run.sizes).items()) or _NAME
    # The example may become another one, so each input is said; which axes are dynamic is the op's.
    inputs = tuple(replace(example, dynamic={}) for example in made.model.inputs)
    case = Case(name if base is None else f"{base.name}_{name}", inputs, "The results differed.")
    same = op.for_case(case).model.inputs == op.for_case(Case("", made.model.inputs)).model.inputs
    return unless_there(op, Kept(case) if same else Kept(None, "a case cannot say these inputs"))


def worst_inputs(state: OpState, declared: Op) -> Kept:
    """What the inputs of the worst element are as a case.

    Args:
        state: what came of a run.
        declared: what a case may be added to: it may lack cases that were only tried.
    """
    export, compare = (state.current_result(stage) for stage in ("export", "compare"))
    if isinstance(export, ExportResult) and isinstance(compare, CompareResult) and state.op:
        worst = first_look(compare.outputs)
        ran = next((c for c in export.cases if worst and c.name == worst.case), None)
        known = {case.name for case in declared.model.cases}
        only_tried = (c for c in state.op.model.cases if ran and c.name == ran.name)
        if (case := next(only_tried, None)) is not None and case.name not in known:
            return Kept(case)
        if ran is not None:
            return kept_inputs(state.op, ran)
    return Kept(None, "it is not up to date")
