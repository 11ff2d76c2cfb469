"""Runs an op's own ONNX model (``model.onnx``) with the op library, and keeps its nodes' data.

The design in one paragraph. The model is run once, whole, in the ORT host, on random inputs of
its declared types and shapes; the inputs and outputs of the op's nodes are made graph outputs
and kept. The export job then takes each node as one more set of example inputs (a case): PyTorch
runs the op on those very inputs, and the comparison sets what PyTorch gives against what the
node gave inside the model. Nothing is run twice for it, so a model with random nodes is no
trouble. Where the model cannot be run for a reason that is not the op's, that is reported, and each
node is run alone on random inputs instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from onnx import helper, numpy_helper

from workbench.core.declaration.op import Node, Op
from workbench.core.errors import Problem, UserError, with_article
from workbench.core.jobs import CaptureJob, CaptureResult
from workbench.core.jobs.model_nodes import ModelValue
from workbench.core.types.dtypes import by_onnx
from workbench.engine.host.child import Channel
from workbench.engine.onnx.captured import FILE_NAME, write_captured
from workbench.engine.onnx.onnx_file import external_files, operator_name, read_model, walk
from workbench.engine.onnx.onnx_model import Values, list_missing
from workbench.engine.onnx.onnx_node_cases import NodeCase, python_value
from workbench.engine.run.run import open_session, run_model
from workbench.engine.store import Store, digest
from workbench.engine.values.arrays import numpy_dtype
from workbench.engine.values.examples import example_tensor
from workbench.importers.drafts.onnx_examples import example_of, example_size

__all__ = ["capture_job"]

_MOST_NODES = 8
"""Nodes that are captured: each may need an export of its own."""


class _Taken(NamedTuple):
    """A node of the op in the model, the name of its case, and the mapping's node that it is."""

    node: onnx.NodeProto
    case: str
    mapped: Node


def capture_job(job: CaptureJob, channel: Channel) -> None:
    """Stage ``net``."""
    op, store = job.op, Store()
    path = Path(job.folder) / op.model.onnx
    with channel.stage("run") as outcome:
        channel.progress("run", 0, 2, f"reading {path.name}")
        net = _Net(op, path, job.ort_library)
        channel.progress("run", 1, 2, f"running {path.name} in ONNX Runtime")
        cases = net.cases()
        with store.scratch() as scratch:
            made = scratch / "captured"
            made.mkdir()
            write_captured(made, cases, net.problems)
            key = digest(p.read_bytes() for p in sorted(made.iterdir()))
            kept = store.add("models", key, made)
            store.has("models", key, FILE_NAME)
        outcome.result = CaptureResult(str(kept / FILE_NAME))


class _Net:
    """The op's model.

    Args:
        op: the op, with ``model.onnx``.
        path: the model's file.
        library: the op library.
    """

    def __init__(self, op: Op, path: Path, library: str) -> None:
        self._op = op
        self._path = path
        self._library = library
        self._model = read_model(path)
        external_files(self._model, path)
        self._values = Values(self._model)
        self.problems: list[Problem] = []
        self._sizes = {
            name: example.shape[axis]
            for example in op.model.inputs
            if isinstance(example.shape, tuple)
            for axis, name in example.dynamic.items()
        }
        self._taken = self._find()
        self._arrays = {t.name: t for t in self._model.graph.initializer}
        for node in self._model.graph.node:
            for attribute in node.attribute:
                if node.op_type == "Constant" and attribute.name == "value" and node.output:
                    self._arrays.setdefault(node.output[0], attribute.t)

    # -- the nodes

    def _find(self) -> list[_Taken]:
        """The op's nodes in the main graph, put into the domain of the mapping."""
        wanted = self._op.model.node
        mapped = {n.op_type: n for n in self._op.mapping.custom_nodes}
        main: list[onnx.NodeProto] = []
        others: dict[str, None] = {}
        inner = 0
        for node, _, where in walk(self._model.graph):
            if wanted and wanted not in (node.name, node.op_type, operator_name(node)):
                others[operator_name(node)] = None
            elif node.op_type in mapped:
                self._move(node, mapped[node.op_type].domain)
                if where:
                    inner += 1
                else:
                    main.append(node)
            elif wanted:
                raise UserError(
                    "model",
                    f"the node '{wanted}' of {self._path.name} is {with_article(operator_name(node))}, which the "
                    f"mapping does not make; it makes {', '.join(mapped)}",
                    "Correct model.node, or the mapping.",
                    file=self._path,
                )
        if not main:
            what = f"'{wanted}'" if wanted else " or ".join(mapped)
            if inner:
                what += " outside of a subgraph, whose values cannot be taken out"
            hint = f"It has: {', '.join(list(others)[:12])}." if others else ""
            reason = f"{self._path.name} has no node {what}"
            if not inner:
                raise UserError("model", reason, hint, file=self._path)
            self._warn(f"{reason}: it is not compared")
        if len(main) > _MOST_NODES:
            note = f"of {len(main)} nodes in {self._path.name} the first {_MOST_NODES} are compared"
            self.problems.append(Problem("model", note, severity="note"))
        names = {c.name for c in self._op.model.cases}
        taken = []
        for i, node in enumerate(main[:_MOST_NODES]):
            plain = re.sub(r"\W+", "_", node.name, flags=re.ASCII).strip("_")[:40]
            name = plain or f"{node.op_type}_{i}"
            if name in names:
                name = f"{name}_{i}"
            names.add(name)
            taken.append(_Taken(node, name, mapped[node.op_type]))
        return taken

    def _move(self, node: onnx.NodeProto, domain: str) -> None:
        node.domain = domain
        version = self._op.ort.since_version
        imported = next((o for o in self._model.opset_import if o.domain == domain), None)
        if imported is None:
            self._model.opset_import.append(helper.make_opsetid(domain, version))
        elif imported.version < version:
            imported.version = version

    def _warn(self, message: str, hint: str = "") -> None:
        problem = Problem("model", message, hint, file=str(self._path), severity="warning")
        self.problems.append(problem)

    # -- running it

    def cases(self) -> list[tuple[str, NodeCase]]:
        """Each node with what went in and out."""
        if not self._taken:
            return []
        reason = self._obstacle()
        if not reason:
            try:
                return self._whole()
            except UserError as error:
                ours = any(f"running {t.node.op_type} node" in str(error) for t in self._taken)
                if ours:
                    raise
                reason = error.problem.message
        self._warn(
            f"{self._path.name} cannot be run as a whole: {reason}",
            "The op's nodes were run alone, on random inputs.",
        )
        return [case for taken in self._taken if (case := self._alone(taken)) is not None]

    def _obstacle(self) -> str:
        """What else of the model ONNX Runtime cannot run; empty for nothing."""
        ours = {(t.mapped.domain, t.mapped.op_type) for t in self._taken}
        missing = list_missing(self._model, self._path).missing
        others = [m for m in missing if (m.domain, m.op_type) not in ours]
        if not others:
            return ""
        names = ", ".join(m.full for m in others[:5])
        return f"it also needs {names} ({others[0].reason})"

    def _whole(self) -> list[tuple[str, NodeCase]]:
        model = onnx.ModelProto()
        model.CopyFrom(self._model)
        given = {i.name for i in model.graph.input}
        kept = {o.name for o in model.graph.output}
        for taken in self._taken:
            for name in (*taken.node.input, *taken.node.output):
                if name and name not in given | kept and name not in self._arrays:
                    kept.add(name)
                    model.graph.output.append(onnx.ValueInfoProto(name=name))
        inputs = {
            value.name: self._random(self._values.of(value.name, self._model.graph), seed)
            for seed, value in enumerate(model.graph.input, 1)
            if value.name not in self._arrays
        }
        found = inputs | self._run(model, inputs)
        return [self._case(taken, found) for taken in self._taken]

    def _run(self, model: onnx.ModelProto, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        session = open_session(model.SerializeToString(), self._library, str(self._path))
        return run_model(session, inputs).outputs

    def _alone(self, taken: _Taken) -> tuple[str, NodeCase] | None:
        """The node in a model of its own."""
        node = taken.node
        values = [self._values.of(name, self._model.graph) for name in node.input]
        unknown = [v.name for v in values if v.name and (v.shape is None or not v.dtype)]
        if unknown:
            self._warn(
                f"the node {taken.case} cannot be run alone: the shape of '{unknown[0]}' is unknown"
            )
            return None
        inputs = {
            value.name: self._random(value, seed)
            for seed, value in enumerate(values, 1)
            if value.name and value.name not in self._arrays
        }
        graph = helper.make_graph(
            [node],
            "node",
            [
                helper.make_tensor_value_info(
                    name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape
                )
                for name, array in inputs.items()
            ],
            [onnx.ValueInfoProto(name=name) for name in node.output if name],
            [self._named(name) for name in dict.fromkeys(node.input) if name in self._arrays],
        )
        model = helper.make_model(
            graph,
            opset_imports=self._model.opset_import,
            ir_version=min(10, self._model.ir_version),
        )
        return self._case(taken, inputs | self._run(model, inputs))

    def _named(self, name: str) -> onnx.TensorProto:
        tensor = onnx.TensorProto()
        tensor.CopyFrom(self._arrays[name])
        tensor.name = name
        return tensor

    def _case(self, taken: _Taken, found: dict[str, np.ndarray]) -> tuple[str, NodeCase]:
        node = taken.node
        attributes = {a.name: python_value(helper.get_attribute_value(a)) for a in node.attribute}
        case = NodeCase(
            taken.case,
            self._in_order(node.input, found),
            self._in_order(node.output, found),
            attributes,
            {},
            frozenset(attributes),
        )
        return node.op_type, case

    def _in_order(
        self, names: Sequence[str], found: dict[str, np.ndarray]
    ) -> list[np.ndarray | None]:
        return [self._array(name, found) if name else None for name in names]

    def _array(self, name: str, found: dict[str, np.ndarray]) -> np.ndarray:
        if name in found:
            return found[name]
        tensor = self._arrays[name]
        try:
            array = numpy_helper.to_array(tensor, base_dir=str(self._path.parent))
        except (OSError, ValueError, TypeError) as error:
            reason = f"the tensor '{name}' cannot be read: {error}"
            raise UserError("model", reason, file=self._path) from None
        known = by_onnx(tensor.data_type)
        return np.asarray(array) if known is None else array.astype(numpy_dtype(known.name))

    # -- random inputs

    def _random(self, value: ModelValue, seed: int) -> np.ndarray:
        """An array of a value's type and shape; integers are 0 or 1, which few indices exceed.

        Raises:
            UserError: it is no tensor of numbers.
        """
        if value.shape is None or not value.dtype:
            raise UserError("model", f"the model does not say what its input '{value.name}' is")
        names: dict[str, tuple[str, int]] = {}
        for size in value.shape:
            if isinstance(size, str):
                plain = re.sub(r"\W+|__+", "_", size, flags=re.ASCII).strip("_")
                number = self._sizes.get(plain, self._sizes.get(f"size_{plain}"))
                if number is None:
                    number = example_size(len(self._sizes))
                    self._sizes[plain] = number
                names[size] = (plain, number)
        example = example_of(value.name, value, seed, names)
        shape = example.shape if isinstance(example.shape, tuple) else ()
        try:
            dtype = numpy_dtype(value.dtype)
        except TypeError:
            dtype = np.dtype(object)
        if dtype.kind in "iu":
            return np.random.default_rng(seed).integers(0, 2, shape).astype(dtype)
        if dtype.kind in "bfV" and dtype.kind != "O":
            return example_tensor(example, value.dtype)
        raise UserError(
            "model", f"its input '{value.name}' is {with_article(value.dtype)}: give it by hand"
        )
