"""The job that finds the first node whose value differs: ONNX Runtime's values, one by one.

A value is held against PyTorch's where that is known: of the model's outputs, and of what lies between
nodes where the export kept it (``engine/export/between.py``). The others are held against what ONNX's
own reference implementation gives for the node on the very inputs that ONNX Runtime gave it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import helper
from onnx.reference import ReferenceEvaluator

from workbench.core.errors import UserError
from workbench.core.jobs import ComparedValue, DivergenceJob, DivergenceResult, ExportedCase, RunJob
from workbench.core.jobs.graphs import MOST_DRAWN, GraphNode
from workbench.core.pipeline.parity import BY_REFERENCE, PYTORCH, RUNTIME
from workbench.core.pipeline.picturing import by_whom
from workbench.engine.host.child import Channel
from workbench.engine.onnx.onnx_file import inner_graphs, operator_name, read_model
from workbench.engine.parity.compare import compare_output
from workbench.engine.run.run import open_session, run_model
from workbench.engine.values.arrays import load_arrays

__all__ = ["BETWEEN", "beginning", "divergence", "divergence_job"]

BETWEEN = "between.npz"
"""The ending of the file with PyTorch's values, beside the model's."""
ONNX = "ONNX's reference implementation"
_Known = tuple[str, np.ndarray]
_UNASKED_NODES, _UNASKED_BYTES, _UNASKED_ELEMENTS, _UNASKED_SECONDS = 200, 32 << 20, 1 << 15, 2.0
"""A larger model, or one that takes longer, is only compared when it is asked for. So is a node with more
elements in its outputs: nothing ends what ONNX's reference implementation has begun."""


def divergence_job(job: DivergenceJob, channel: Channel) -> None:
    """Stage ``divergence``."""
    with channel.stage("divergence") as outcome:
        channel.progress("divergence", 0, 2, "running the model with all its values")
        path = Path(job.case.model)
        model = read_model(path)
        values = _values(model, job)
        channel.progress("divergence", 1, 2, "comparing the values")
        outcome.result = divergence(model, values, _known(job.case), job, _budgets(job))


def beginning(job: RunJob, case: ExportedCase) -> DivergenceResult | None:
    """Where the values of a run that differs begin to, as far as that is quickly found.

    Args:
        job: the run.
        case: whose values are compared.

    Returns:
        None where nothing differs, or that cannot be told.
    """
    custom = tuple(node.op for node in job.op.mapping.custom_nodes) if job.op is not None else ()
    asked = DivergenceJob(
        job.id, case, job.ort_library, custom, job.shared, job.tolerances, limits=job.limits
    )
    try:
        if Path(case.model).stat().st_size > _UNASKED_BYTES:
            return None
        model = read_model(Path(case.model))
        if len(model.graph.node) > _UNASKED_NODES:
            return None
        until = time.monotonic() + _UNASKED_SECONDS
        values, budgets = _values(model, asked), _budgets(asked)
        most = _UNASKED_ELEMENTS
        found = divergence(model, values, _known(case), asked, budgets, until, most)
    except (UserError, OSError):
        return None  # whoever asks for it on the Graph page is told why
    return found if found.first else None


def _budgets(job: DivergenceJob) -> dict[str, np.ndarray]:
    """As the run compares: what other code computes is rounded in its own way."""
    return load_arrays(Path(job.case.rounding)) if job.case.rounding and job.shared else {}


def divergence(
    model: onnx.ModelProto,
    values: Mapping[str, np.ndarray],
    known: Mapping[str, _Known],
    job: DivergenceJob,
    budgets: Mapping[str, np.ndarray] | None = None,
    until: float = math.inf,
    most: float = math.inf,
) -> DivergenceResult:
    """Compare every value.

    Args:
        model: what was run.
        values: what ONNX Runtime gave, by name; the model's inputs and constants, too.
        known: what somebody else gives for a value, and who.
        job: tolerances, and which nodes are the op's own.
        budgets: by how much elements of the model's outputs may differ, where that was measured.
        until: when nothing more is computed for it, as ``time.monotonic`` tells it.
        most: elements of a node's outputs for which it is.
    """
    budgets = budgets or {}
    found: list[ComparedValue] = []
    for node in model.graph.node:
        if node.op_type == "Constant" and not node.domain:
            continue
        key = next(filter(None, node.output), node.name)
        told = GraphNode(key, operator_name(node), node.name)
        alone: dict[str, np.ndarray] | str | None = None
        for name in filter(None, node.output):
            if name not in values:
                found.append(ComparedValue(told, name, "not compared", note="it is no tensor"))
                continue
            if name in known:
                budget = budgets.get(name)
                found.append(_held(told, name, known[name], values[name], job, False, budget))
                continue
            if alone is None:
                large = sum(values[n].size for n in node.output if n in values) > most
                late = large or time.monotonic() > until
                alone = "it takes too long" if late else _by_onnx(model, node, values)
            if isinstance(alone, str):
                found.append(ComparedValue(told, name, "not compared", note=alone))
            else:
                found.append(_held(told, name, (ONNX, alone[name]), values[name], job, True))
    return _result(model, found, known, job.case.name)


def _held(
    node: GraphNode,
    name: str,
    known: _Known,
    value: np.ndarray,
    job: DivergenceJob,
    alone: bool,
    budget: np.ndarray | None = None,
) -> ComparedValue:
    by, expected = known
    made = compare_output(name, expected, value, *job.tolerances.of(name), (by, RUNTIME), budget)
    status = "agrees" if made.agrees else "differs"
    note = made.note
    if made.agrees and job.shared and by == PYTORCH and node.op in job.custom:
        status, note = "unverified", job.shared
    return ComparedValue(
        node, name, status, by, made.max_abs_diff, made.max_rel_diff, made.differing,
        made.elements, note, alone,
    )  # fmt: skip


def _result(
    model: onnx.ModelProto, found: list[ComparedValue], known: Mapping[str, _Known], case: str
) -> DivergenceResult:
    first = next((v for v in found if v.status == "differs"), None)
    if first is None:
        return DivergenceResult(tuple(found), case=case)
    node = next(n for n in model.graph.node if first.name in n.output)
    made = {v.name: v.status for v in found}
    constants = {t.name for t in model.graph.initializer} | {i.name for i in model.graph.input}
    constants |= {n.output[0] for n in model.graph.node if n.op_type == "Constant"}
    sure = all(
        name in constants or (name in known and made.get(name) in ("agrees", "unverified"))
        for name in filter(None, node.input)
    )
    return DivergenceResult(tuple(found), first.node.key, sure, case)


def _known(case: ExportedCase) -> dict[str, _Known]:
    """What PyTorch and the op's reference give."""
    between = Path(case.model).with_suffix(f".{BETWEEN}")
    found: dict[str, _Known] = {}
    if between.is_file():
        found |= {name: (PYTORCH, value) for name, value in load_arrays(between).items()}
    found |= {n: (PYTORCH, value) for n, value in load_arrays(Path(case.reference)).items()}
    if case.expected:
        by = by_whom(case.expected_by or BY_REFERENCE)
        found |= {n: (by, value) for n, value in load_arrays(Path(case.expected)).items()}
    return found


def _values(model: onnx.ModelProto, job: DivergenceJob) -> dict[str, np.ndarray]:
    """Everything that ONNX Runtime computes for a model, with what it is given.

    Raises:
        UserError: kind ``divergence``; it has too many nodes. Kind ``run``; it does not run.
    """
    count = len(model.graph.node)
    if count > MOST_DRAWN:
        message = f"the model has {count:,} nodes, and at most {MOST_DRAWN:,} are compared"
        raise UserError("divergence", message, "Try the op in a smaller model.")
    wide = onnx.ModelProto()
    wide.CopyFrom(model)
    told = {o.name for o in wide.graph.output}
    for node in wide.graph.node:
        if node.op_type != "Constant":
            names = [n for n in node.output if n and n not in told]
            wide.graph.output.extend(onnx.ValueInfoProto(name=n) for n in names)
    session = open_session(wide.SerializeToString(), job.ort_library, job.case.model)
    inputs = load_arrays(Path(job.case.inputs))
    values = dict(run_model(session, inputs).outputs)
    constants = {t.name: t for t in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "Constant" and node.attribute[0].name == "value":
            constants[node.output[0]] = node.attribute[0].t
    beside = str(Path(job.case.model).parent)
    made = {n: onnx.numpy_helper.to_array(t, beside) for n, t in constants.items()}
    return made | inputs | values


def _by_onnx(
    model: onnx.ModelProto, node: onnx.NodeProto, values: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray] | str:
    """A node's outputs by ONNX's reference implementation; or why there are none."""
    if node.domain not in ("", "ai.onnx"):
        return "nothing else computes it"
    if any(inner_graphs(node)):
        return "it holds graphs of its own"
    given = {name: values[name] for name in node.input if name in values}
    if any(name and name not in given for name in node.input):
        return "an input of it is not known"
    inputs, outputs = (
        [onnx.ValueInfoProto(name=n) for n in dict.fromkeys(names) if n]
        for names in (node.input, node.output)
    )
    graph = helper.make_graph([node], "alone", inputs, outputs)
    alone = helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)
    try:
        made = ReferenceEvaluator(alone).run(None, given)
    except Exception as error:
        return f"ONNX's reference implementation does not run it: {str(error)[:100]}"
    return dict(zip(filter(None, node.output), map(np.asarray, made), strict=True))
