"""A file that runs or agrees with the example's own sizes only: which node holds such a size.

A node is named where it has a constant or an attribute with the size that a dynamic axis had when the
file was exported, at a place where operators take sizes. With a size below 2 that tells nothing: zeros
and ones are in every graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from msgspec.structs import replace
from onnx import numpy_helper

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, sentence
from workbench.core.jobs import ExportedCase, OutputParity
from workbench.core.pipeline.parity import RUNTIME
from workbench.engine.onnx.onnx_file import operator_name, read_model
from workbench.engine.values.arrays import load_arrays

__all__ = ["differs_with_sizes", "fails_with_sizes"]

_BUILT_IN = "The exported file has a size built in"
_SIZES = {
    **dict.fromkeys(("Reshape", "Expand", "Tile", "Split", "TopK", "Pad", "CenterCropPad"), (1,)),
    **{"Slice": (1, 2), "ConstantOfShape": (0,), "Resize": (3,), "Range": (0, 1), "OneHot": (1,)},
}
"""The inputs of standard operators that are sizes; of one that failed, any constant counts."""
_MOST = 64
_NAMED = 3


class _Holder(NamedTuple):
    node: onnx.NodeProto
    text: str


def fails_with_sizes(
    problem: Problem, case: ExportedCase, cases: Sequence[ExportedCase], op: Op | None
) -> Problem:
    """What does not run with other sizes runs with those that were exported.

    Args:
        problem: why the case does not run.
        case: of one of the sizes that nobody declared, or another, whose problem stays as it is.
        cases: all of them.
        op: the declaration, whose node is pointed to; None where there is none.
    """
    if not case.sizes or problem.kind != "run":
        return problem
    failed = re.search(r": (\w+): ", problem.message)
    found = _holders(case, cases, failed[1] if failed else "")
    hint = f"{_BUILT_IN}: it runs with the example's own sizes, and not with {case.sizes}."
    if found:
        hint = f"{hint} {sentence(_named(found))}"
    hint = f"{hint} {problem.hint}".strip()
    return replace(problem, hint=hint, key=problem.key or _key(found, op))


def differs_with_sizes(
    cases: Sequence[ExportedCase], compared: Sequence[OutputParity], op: Op | None
) -> list[Problem]:
    """What is to be reported where the runtimes differ with other sizes only."""
    sizes = {case.name: case.sizes for case in cases}
    wrong = dict.fromkeys(o.case for o in compared if o.actual_by == RUNTIME and not o.agrees)
    if not wrong or not all(sizes[name] for name in wrong):
        return []
    listed = " and ".join(
        f"({sizes[name]})" if "," in sizes[name] else sizes[name] for name in wrong
    )
    message = f"ONNX Runtime differs with {listed}, and not with the example's own sizes"
    first = next(case for case in cases if case.name in wrong)
    found = _holders(first, cases)
    hint = f"{_BUILT_IN}, a constant shape in the mapping perhaps."
    if found:
        hint = f"{_BUILT_IN}, perhaps in this: {_named(found)}."
    return [Problem("sizes", message, hint, key=_key(found, op), severity="warning")]


def _named(found: Sequence[_Holder]) -> str:
    more = f"; and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return "; ".join(one.text for one in found[:_NAMED]) + more


def _key(found: Sequence[_Holder], op: Op | None) -> str:
    """The mapping's node that made the only one found."""
    if op is None or op.mapping.source or len({one.node.output[0] for one in found}) != 1:
        return ""
    name = operator_name(found[0].node)
    same = [i for i, node in enumerate(op.mapping.nodes) if node.op == name]
    return f"mapping.nodes[{same[0]}]" if len(same) == 1 else ""


def _holders(
    case: ExportedCase, cases: Sequence[ExportedCase], failed: str = ""
) -> tuple[_Holder, ...]:
    """The nodes that hold a size of the exported example, in the graph's order.

    Args:
        case: one with other sizes.
        cases: with that which the file was exported of.
        failed: the operator that did not run; empty where none is known.
    """
    own = next((c for c in cases if c.model == case.model and not c.sizes), None)
    if own is None:
        return ()
    mine, other = (load_arrays(Path(c.inputs)) for c in (own, case))
    sizes = {
        a
        for name, array in mine.items()
        for a, b in zip(array.shape, other[name].shape, strict=True)
        if a != b and a > 1
    }
    graph = read_model(Path(case.model), weights=False).graph
    constants = {t.name: t for t in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant" and not node.domain:
            for attribute in node.attribute:
                if attribute.name == "value":
                    constants[node.output[0]] = attribute.t
    made = [n for n in graph.node if n.op_type != "Constant" and failed in ("", n.op_type)]
    return tuple(one for node in made for one in _of_node(node, constants, sizes, bool(failed)))


def _of_node(
    node: onnx.NodeProto, constants: dict[str, onnx.TensorProto], sizes: set[int], failed: bool
) -> Iterator[_Holder]:
    who = f"the {node.op_type} node that gives '{next(filter(None, node.output), node.name)}'"
    places = range(len(node.input)) if failed or node.domain else _SIZES.get(node.op_type, ())
    for i in places:
        tensor = constants.get(node.input[i]) if i < len(node.input) else None
        if tensor is None:
            continue
        value = _whole(tensor)
        if value is not None and sizes & set(value.flatten().tolist()):
            yield _Holder(node, f"{who} has the constant {value.tolist()}")
        elif value is None and failed and sizes & set(tensor.dims):
            yield _Holder(node, f"{who} has a constant of the sizes {list(tensor.dims)}")
    for attribute in node.attribute if failed or node.domain else ():
        given = list(attribute.ints) or [attribute.i]
        if sizes & set(given):
            shown = given if attribute.ints else given[0]
            yield _Holder(node, f"{who} has the attribute {attribute.name} = {shown}")


def _whole(tensor: onnx.TensorProto) -> np.ndarray | None:
    """The value of a small constant of whole numbers that is in the model itself."""
    outside = tensor.data_location == onnx.TensorProto.EXTERNAL
    types = (onnx.TensorProto.INT64, onnx.TensorProto.INT32)
    if outside or tensor.data_type not in types or np.prod(tensor.dims, initial=1) > _MOST:
        return None
    value: np.ndarray = numpy_helper.to_array(tensor)
    return value
