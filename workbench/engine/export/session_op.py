"""An op that ONNX Runtime has, called from PyTorch: a session runs the mapping's nodes for each call."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx_ir as ir
import torch

from workbench.core.declaration.names import item_name
from workbench.core.declaration.op import Op, Output
from workbench.core.errors import UserError
from workbench.core.types.dtypes import DTYPES
from workbench.engine.export.dynamic_axes import declared_count
from workbench.engine.onnx.own_nodes import Call, NoMatchError, OwnNodes
from workbench.engine.values.tensors import dtype_name, to_array, to_tensor

__all__ = ["session_call"]

_KEPT = 16
"""Sessions; each is of one set of sizes, element types and other arguments."""
_IR_VERSION = 10
Tensors = dict[str, torch.Tensor | list[torch.Tensor | None] | None]
"""The arguments of a call that hold tensors."""


def session_call(op: Op, library: str) -> Callable[..., Any]:
    """A function of the op's arguments that has ONNX Runtime compute.

    Args:
        op: the declaration, resolved; its mapping has nodes.
        library: the op library; empty where the mapping needs none.

    Raises:
        UserError: kind ``load``; the mapping is made by a function of the user's, so that there are
            no nodes that a session could run by themselves.
    """
    if not op.mapping.nodes or op.mapping_kind.file:
        raise UserError(
            "load",
            "a session of ONNX Runtime runs the mapping's nodes, and the mapping lists none"
            if not op.mapping.nodes
            else "a session of ONNX Runtime runs declared nodes, and the mapping is in Python",
            "Declare the nodes, or choose another style of kernel.",
            key="mapping",
        )
    return _Session(op, library)


class _Session:
    """Calls the op; sessions are kept, for a call that is like an earlier one."""

    def __init__(self, op: Op, library: str) -> None:
        self._op, self._library = op, library
        self._sessions: dict[object, Any] = {}

    def __call__(self, *args: Any) -> Any:
        with warnings.catch_warnings():
            # The tracer takes the call as one, and sees its shapes and values all the same.
            warnings.simplefilter("ignore", torch.jit.TracerWarning)  # type: ignore[attr-defined]
            return self._called(args)

    def _called(self, args: Sequence[Any]) -> Any:
        tensors: Tensors = {}
        values: dict[str, Any] = {}
        for declared, value in zip(self._op.args, args, strict=True):
            if declared.is_tensor_list:
                tensors[declared.name] = list(value)
            elif declared.is_tensor:
                tensors[declared.name] = value if isinstance(value, torch.Tensor) else None
            elif isinstance(value, torch.dtype):
                values[declared.name] = str(value).removeprefix("torch.")
            else:
                values[declared.name] = value
        counts = self._counts(tensors, values)
        session = self._session_for(tensors, values, counts)
        given = {n: to_array(t) for n, t in _by_input(tensors).items()}
        from workbench.engine.run.run import (
            run_model,  # imports onnxruntime, which few ops need here
        )

        outputs = run_model(session, given).outputs

        def made(output: Output) -> Any:
            if output.name not in counts:
                return to_tensor(np.array(outputs[output.name]))
            names = (item_name(output.name, i) for i in range(counts[output.name]))
            return [to_tensor(np.array(outputs[name])) for name in names]

        results = tuple(map(made, self._op.outputs))
        return results if len(results) > 1 else results[0]

    def _counts(self, tensors: Tensors, values: dict[str, Any]) -> dict[str, int]:
        """How many tensors each output has that is a list."""
        arrays = {
            n: [_array(v) for v in t] if isinstance(t, list) else _array(t)
            for n, t in tensors.items()
        }
        found = {}
        for i, output in enumerate(self._op.outputs):
            if not output.is_list:
                continue
            count = declared_count(self._op, output, {**arrays, **values})
            if count is None:
                raise UserError(
                    "kernel",
                    f"nothing says how many tensors '{output.name}' has, and a session of ONNX Runtime "
                    "needs its outputs beforehand",
                    "Give the output's count as a rule on the Signature page.",
                    key=f"outputs[{i}].count",
                )
            found[output.name] = count
        return found

    def _session_for(self, tensors: Tensors, values: dict[str, Any], counts: dict[str, int]) -> Any:
        from workbench.engine.run.library_check import check_nodes
        from workbench.engine.run.run import open_session

        kinds = {n: (t.dtype, tuple(t.shape)) for n, t in _by_input(tensors).items()}
        others = tuple((n, _hashable(v)) for n, v in values.items())
        lengths = tuple((n, len(t)) for n, t in tensors.items() if isinstance(t, list))
        key = (tuple(kinds.items()), others, lengths, tuple(counts.items()))
        if key not in self._sessions:
            if len(self._sessions) == _KEPT:
                self._sessions.pop(next(iter(self._sessions)))
            model = _model(self._op, tensors, values, counts)
            libraries = [self._library] if self._library else []
            check_nodes(model, Path(self._library), libraries, op=self._op)
            data = model.SerializeToString()
            self._sessions[key] = open_session(data, self._library, self._library)
        return self._sessions[key]


class _Builder:
    """Makes nodes as onnxscript's rewriter has them made: ``builder.Add(x, y)``."""

    def __init__(self) -> None:
        self.tape = ir.tape.Tape()

    def __getattr__(self, op_type: str) -> Callable[..., Any]:
        def make(
            *inputs: ir.Value | None, _outputs: int = 1, _domain: str = "", _version: int | None = None,
            **attributes: ir.Attr,
        ) -> Any:  # fmt: skip
            given = {"attributes": attributes, "domain": _domain, "version": _version}
            if _outputs == 1:
                return self.tape.op(op_type, inputs, **given)  # type: ignore[arg-type]
            return self.tape.op_multi_out(op_type, inputs, num_outputs=_outputs, **given)  # type: ignore[arg-type]

        return make


def _hashable(value: Any) -> object:
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _array(tensor: torch.Tensor | None) -> Any:
    return None if tensor is None else to_array(tensor)


def _by_input(tensors: Tensors) -> dict[str, torch.Tensor]:
    """The tensors that are given, those of a list one by one, by the model's inputs."""
    found: dict[str, torch.Tensor] = {}
    for name, tensor in tensors.items():
        if isinstance(tensor, list):
            items = enumerate(tensor)
            found |= {item_name(name, i): item for i, item in items if item is not None}
        elif tensor is not None:
            found[name] = tensor
    return found


def _model(
    op: Op, tensors: Tensors, values: dict[str, Any], counts: dict[str, int]
) -> onnx.ModelProto:
    """A model of the mapping's nodes for a call."""
    call = Call()
    call.values, call.counts = dict(values), dict(counts)
    inputs = {}
    for name, tensor in _by_input(tensors).items():
        element = ir.TensorType(ir.DataType(DTYPES[dtype_name(tensor)].onnx))
        inputs[name] = ir.Value(name=name, type=element, shape=ir.Shape(tuple(tensor.shape)))
    for name, given in tensors.items():
        if isinstance(given, list):
            call.lists[name] = [inputs.get(item_name(name, i)) for i in range(len(given))]
        else:
            call.tensors[name] = inputs.get(name)
    builder = _Builder()
    outputs = []
    try:
        made = OwnNodes(op, call, builder)
        for output in op.outputs:
            found = made.values(output.name)
            for i, value in enumerate(found):
                value.name = item_name(output.name, i) if output.is_list else output.name
            outputs += found
    except NoMatchError as error:
        raise UserError("kernel", f"the mapping has no nodes for this call: {error}") from None
    domains = {node.domain: op.ort.since_version for node in builder.tape.nodes if node.domain}
    graph = ir.Graph(
        list(inputs.values()),
        outputs,
        nodes=builder.tape.nodes,
        name=op.name,
        opset_imports={"": op.node_opset, **domains},
    )
    made_model = ir.Model(graph, ir_version=_IR_VERSION)
    return ir.to_proto(made_model)
