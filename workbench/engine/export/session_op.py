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

from workbench.core.dtypes import DTYPES
from workbench.core.errors import UserError
from workbench.core.op import Op
from workbench.engine.onnx.own_nodes import Call, NoMatchError, OwnNodes
from workbench.engine.values.tensors import dtype_name, to_array, to_tensor

__all__ = ["session_call"]

_KEPT = 16
"""Sessions; each is of one set of sizes, element types and other arguments."""
_IR_VERSION = 10


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
        tensors: dict[str, torch.Tensor | None] = {}
        values: dict[str, Any] = {}
        for declared, value in zip(self._op.args, args, strict=True):
            if isinstance(value, torch.Tensor):
                tensors[declared.name] = value
            elif declared.is_tensor:
                tensors[declared.name] = None
            else:
                values[declared.name] = value
        session = self._session_for(tensors, values)
        given = {n: to_array(t) for n, t in tensors.items() if t is not None}
        from workbench.engine.run.run import (
            run_model,  # imports onnxruntime, which few ops need here
        )

        outputs = run_model(session, given).outputs
        results = tuple(to_tensor(np.array(outputs[o.name])) for o in self._op.outputs)
        return results if len(results) > 1 else results[0]

    def _session_for(self, tensors: dict[str, torch.Tensor | None], values: dict[str, Any]) -> Any:
        from workbench.engine.run.library_check import check_nodes
        from workbench.engine.run.run import open_session

        kinds = {n: None if t is None else (t.dtype, tuple(t.shape)) for n, t in tensors.items()}
        key = (tuple(kinds.items()), tuple((n, _hashable(v)) for n, v in values.items()))
        if key not in self._sessions:
            if len(self._sessions) == _KEPT:
                self._sessions.pop(next(iter(self._sessions)))
            model = _model(self._op, tensors, values)
            check_nodes(model, Path(self._library), [self._library] if self._library else [])
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


def _model(
    op: Op, tensors: dict[str, torch.Tensor | None], values: dict[str, Any]
) -> onnx.ModelProto:
    """A model of the mapping's nodes for a call."""
    call = Call()
    call.values = dict(values)
    inputs = []
    for name, tensor in tensors.items():
        value = None
        if tensor is not None:
            element = ir.TensorType(ir.DataType(DTYPES[dtype_name(tensor)].onnx))
            value = ir.Value(name=name, type=element, shape=ir.Shape(tuple(tensor.shape)))
            inputs.append(value)
        call.tensors[name] = value
    builder = _Builder()
    try:
        made = OwnNodes(op, call, builder)
        outputs = [made.value(o.name) for o in op.outputs]
    except NoMatchError as error:
        raise UserError("kernel", f"the mapping has no nodes for this call: {error}") from None
    for output, declared in zip(outputs, op.outputs, strict=True):
        output.name = declared.name
    domains = {node.domain: op.ort.since_version for node in builder.tape.nodes if node.domain}
    graph = ir.Graph(
        inputs,
        outputs,
        nodes=builder.tape.nodes,
        name=op.name,
        opset_imports={"": op.node_opset, **domains},
    )
    made_model = ir.Model(graph, ir_version=_IR_VERSION)
    return ir.to_proto(made_model)
