"""Find the standard ONNX nodes that torch's own exporter makes of an op.

The op is exported with sizes left open and the few nodes that come of it are read. Which attribute
or constant carries an argument is seen by exporting again with another value of it. What is kept
has been run in ONNX Runtime and agreed with torch, for the example and for other sizes.
"""

from __future__ import annotations

import io
import itertools
import os
import re
import signal
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import workbench  # noqa: F401  # isort: skip  # turns ONNX Runtime's telemetry off

import msgspec
import numpy as np
import onnx
import onnxruntime
import torch
from msgspec import UNSET
from msgspec.structs import replace
from onnx import numpy_helper

from workbench.core.declaration.op import Arg, Attribute, Constant, Example, Node, Value
from workbench.core.jobs import TorchSchema
from workbench.core.jobs.known_ops import Inputs, KnownOp, OnnxNodes
from workbench.core.standard.operators import operator, standard_operators
from workbench.core.types.dtypes import DTYPES, by_onnx
from workbench.engine.survey.probe import call_arguments, example_value, overload_of
from workbench.engine.values.tensors import dtype_name
from workbench.importers.drafts.schema_args import fitting_types
from workbench.importers.drafts.varied import resized

__all__ = ["onnx_nodes"]

_MOST = 4
"""More nodes than these are no pair of operators but a program."""
_OPSETS = (17, 20)
_SECONDS = 60
_TYPES = {"int": "int", "float": "float", "string": "string", "ints": "ints", "floats": "floats",
          "strings": "strings"}  # fmt: skip


class _NoNodesError(Exception):
    """The exporter makes nothing of it that a mapping can say."""


def onnx_nodes(schema: TorchSchema, args: Sequence[Arg], found: KnownOp) -> OnnxNodes | None:
    """The nodes, in a process of their own; None where there are none."""
    answers, ours = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            signal.alarm(_SECONDS)
            quiet = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(quiet, descriptor)
            warnings.simplefilter("ignore")
            typed = fitting_types(schema, args, found.inputs)
            exports: list[_Export] = [_Export(schema, typed, found.inputs, o) for o in _OPSETS]
            nodes = _first([*exports, _Namesake(schema, typed, found.inputs, _OPSETS[0])])
            with os.fdopen(ours, "wb") as answer:
                answer.write(msgspec.json.encode(nodes))
        finally:
            os._exit(0)
    os.close(ours)
    with os.fdopen(answers, "rb") as answer:
        data = answer.read()
    os.waitpid(pid, 0)
    return msgspec.json.decode(data, type=OnnxNodes | None) if data else None


def _first(exports: Sequence[_Export]) -> OnnxNodes | None:
    for export in exports:
        try:
            return export.nodes()
        except _NoNodesError:
            continue
    return None


class _Graph(msgspec.Struct):
    """The nodes of an export, with its small constants apart."""

    nodes: tuple[Node, ...]
    constants: dict[str, tuple[str, Value]]


class _Export:
    def __init__(
        self, schema: TorchSchema, args: Sequence[Arg], inputs: Inputs, opset: int
    ) -> None:
        self._schema = schema
        self._args = args
        self._inputs = inputs
        self._opset = opset

    def nodes(self) -> OnnxNodes:
        """The nodes.

        Raises:
            _NoNodesError: there are none, or they do not agree.
        """
        model = self._exported(self._inputs)
        graph = _read(model, self._args)
        for inputs in itertools.islice(self._also_run(), 3):
            self._check(model, inputs)
        bound, general = self._bound(graph)
        nodes, constants = _with_arguments(graph, bound, {a.name: a.type for a in self._args})
        return OnnxNodes(nodes, constants, self._opset, general)

    def _also_run(self) -> Iterator[Inputs]:
        yield self._inputs
        for inputs in resized(self._inputs):
            try:
                self._eager(inputs)
            except (RuntimeError, TypeError, ValueError, IndexError):
                continue
            yield inputs

    def _eager(self, inputs: Inputs) -> list[torch.Tensor]:
        positional, named = call_arguments(self._schema, self._args, inputs)
        with torch.no_grad():
            result = overload_of(self._schema)(*positional, **named)
        return [result] if isinstance(result, torch.Tensor) else list(result)

    def _exported(self, inputs: Inputs) -> onnx.ModelProto:
        overload = overload_of(self._schema)
        schema, args = self._schema, self._args
        tensors = {_input(e): example_value(e) for e in inputs if e.is_tensor}

        class Called(torch.nn.Module):
            def forward(self, *given: torch.Tensor) -> Any:
                by_name = dict(zip(tensors, given, strict=True))
                positional, named = call_arguments(schema, args, inputs, by_name)
                return overload(*positional, **named)

        axes = {n: {i: f"{n}_{i}" for i in range(t.dim())} for n, t in tensors.items()}
        count = len(schema.returns)
        file = io.BytesIO()
        try:
            torch.onnx.export(
                Called(), tuple(tensors.values()), file, dynamo=False, opset_version=self._opset,
                input_names=list(tensors), output_names=[f"y{i}" for i in range(count)],
                dynamic_axes=axes,
            )  # fmt: skip
        except Exception as error:
            raise _NoNodesError from error
        return onnx.load_from_string(file.getvalue())

    def _check(self, model: onnx.ModelProto, inputs: Inputs) -> None:
        """ONNX Runtime gives what torch does."""
        wanted = self._eager(inputs)
        arrays = {_input(e): example_value(e) for e in inputs if e.is_tensor}
        try:
            session = onnxruntime.InferenceSession(
                model.SerializeToString(), providers=["CPUExecutionProvider"]
            )
            names = {i.name for i in session.get_inputs()}
            given = session.run(None, {n: a.numpy() for n, a in arrays.items() if n in names})
        except Exception as error:
            raise _NoNodesError from error
        for tensor, array in zip(wanted, given, strict=True):
            expected = tensor.numpy()
            if expected.shape != array.shape or expected.dtype != array.dtype:
                raise _NoNodesError
            if not np.allclose(array, expected, rtol=1e-4, atol=1e-5, equal_nan=True):
                raise _NoNodesError

    def _bound(self, graph: _Graph) -> tuple[dict[tuple[int, str], str], bool]:
        """Which place carries which argument, by changing each; and whether all are carried."""
        positions: dict[tuple[int, str], str] = {}
        general = True
        for arg in self._args:
            if arg.type in ("tensor", "tensor[]"):
                general = general and not arg.optional
                continue
            carried = False
            for inputs, before, after in self._changed(arg):
                try:
                    self._eager(inputs)
                except (RuntimeError, TypeError, ValueError, IndexError):
                    continue
                try:
                    other = _read(self._exported(inputs), self._args)
                except _NoNodesError:
                    break
                found = _differing(graph, other)
                if found is None or not found:
                    break
                if all(_same(o, before) and _same(n, after) for o, n in found.values()):
                    positions |= dict.fromkeys(found, arg.name)
                    carried = True
                break
            general = general and carried
        return positions, general

    def _changed(self, arg: Arg) -> Iterator[tuple[Inputs, Value, Value]]:
        example = next((e for e in self._inputs if e.arg == arg.name), None)
        value = arg.default if example is None else example.value
        if value is UNSET or isinstance(value, str):
            return
        others: list[Any] = []
        if isinstance(value, bool):
            others = [not value]
        elif isinstance(value, int):
            others = [value + 1, value - 1, value + 2]
        elif isinstance(value, float):
            others = [value + 0.25, value * 0.5]
        elif isinstance(value, tuple) and value and not isinstance(value[0], bool):
            others = [tuple(v + d for v in value) for d in (1, -1)]  # type: ignore[operator]
        for other in others:
            changed = [e for e in self._inputs if e.arg != arg.name]
            yield (*changed, Example(arg.name, value=other)), value, other  # type: ignore[misc]


class _Namesake(_Export):
    """ONNX's operator of the same name, for what the exporter refuses; it is run all the same."""

    def _exported(self, inputs: Inputs) -> onnx.ModelProto:
        name = self._operator()
        tensors = {_input(e): example_value(e) for e in inputs if e.is_tensor}
        if any(a.type != "tensor" for a in self._args) or len(tensors) != len(self._args):
            raise _NoNodesError
        results = [f"y{i}" for i in range(len(self._schema.returns))]
        node = onnx.helper.make_node(name, list(tensors), results)
        given = [
            onnx.helper.make_tensor_value_info(
                n, DTYPES[dtype_name(t)].onnx, [f"{n}_{i}" for i in range(t.dim())]
            )
            for n, t in tensors.items()
        ]
        gives = [
            onnx.helper.make_tensor_value_info(n, DTYPES[dtype_name(t)].onnx, None)
            for n, t in zip(results, self._eager(inputs), strict=True)
        ]
        graph = onnx.helper.make_graph([node], "namesake", given, gives)
        opsets = [onnx.helper.make_opsetid("", self._opset)]
        return onnx.helper.make_model(graph, opset_imports=opsets, ir_version=8)

    def _operator(self) -> str:
        plain = self._schema.name.partition("::")[2].replace("_", "").lower()
        for name in standard_operators():
            found = operator(name, self._opset) if name.lower() == plain else None
            if found is None or found.deprecated:
                continue
            exact = found.fewest_inputs == len(found.inputs) == len(self._args)
            free = not any(kind.endswith("!") for kind in found.attributes.values())
            if exact and free and len(found.outputs) == len(self._schema.returns):
                return name
        raise _NoNodesError


def _input(example: Example) -> str:
    """The name of a tensor among the model's inputs."""
    return example.arg.replace("[", "_").rstrip("]")


def _same(found: Value, value: Value) -> bool:
    if isinstance(found, tuple) and not isinstance(value, tuple):
        return len(found) == 1 and _same(found[0], value)
    if isinstance(found, tuple) and isinstance(value, tuple):
        return len(found) == len(value) and all(map(_same, found, value))
    if isinstance(found, str) or isinstance(value, str | tuple):
        return found == value
    return bool(np.isclose(float(found), float(value), rtol=1e-6))


def _differing(a: _Graph, b: _Graph) -> dict[tuple[int, str], tuple[Value, Value]] | None:
    """The places whose values differ: of a node's attribute, or of a constant (node -1)."""
    if len(a.nodes) != len(b.nodes) or a.constants.keys() != b.constants.keys():
        return None
    found: dict[tuple[int, str], tuple[Value, Value]] = {}
    for i, (one, two) in enumerate(zip(a.nodes, b.nodes, strict=True)):
        names = [x.name for x in one.attributes]
        if (one.op, one.inputs, names) != (two.op, two.inputs, [x.name for x in two.attributes]):
            return None
        for x, y in zip(one.attributes, two.attributes, strict=True):
            if x.value != y.value:
                found[i, x.name] = x.value, y.value  # type: ignore[assignment]
    for name, (_, value) in a.constants.items():
        if value != b.constants[name][1]:
            found[-1, name] = value, b.constants[name][1]
    return found


def _read(model: onnx.ModelProto, args: Sequence[Arg]) -> _Graph:
    """The nodes as a mapping says them."""
    graph = model.graph
    constants: dict[str, tuple[str, Value]] = {}
    for tensor in graph.initializer:
        constants[tensor.name] = _constant(tensor)
    nodes = []
    for node in graph.node:
        if node.op_type == "Constant":
            constants[node.output[0]] = _constant(node.attribute[0].t)
        else:
            nodes.append(node)
    if not nodes or len(nodes) > _MOST:
        raise _NoNodesError
    lists = {a.name for a in args if a.type == "tensor[]"}
    names = {v.name: v.name for v in (*graph.input, *graph.output)}
    numbers = itertools.count()
    made = []
    for node in nodes:
        if node.domain:
            raise _NoNodesError
        for output in node.output:
            names.setdefault(output, f"t{next(numbers)}")
    fresh = {}
    for i, name in enumerate(n for n in constants if any(n in node.input for node in nodes)):
        fresh[name] = f"c{i}"
    for node in nodes:
        given = [fresh.get(i) or names.get(i, "") for i in node.input]
        made.append(
            Node(
                node.op_type,
                _inputs(given, lists),
                tuple(names[o] for o in node.output),
                tuple(_attribute(a) for a in node.attribute),
            )
        )
    results = {o for n in made for o in n.outputs}
    if any(o.name not in results for o in graph.output):
        raise _NoNodesError
    return _Graph(tuple(made), {fresh[n]: constants[n] for n in fresh})


def _inputs(given: list[str], lists: set[str]) -> tuple[str, ...]:
    """The tensors of a list as the list, where they are all of it and in order."""
    for name in lists:
        items = [i for i, g in enumerate(given) if re.fullmatch(rf"{name}_\d+", g)]
        if items:
            if [given[i] for i in items] != [f"{name}_{k}" for k in range(len(items))]:
                raise _NoNodesError
            if items != list(range(items[0], len(given))):
                raise _NoNodesError
            given = [*given[: items[0]], name]
    while given and not given[-1]:
        given.pop()
    return tuple(given)


def _constant(tensor: onnx.TensorProto) -> tuple[str, Value]:
    dtype = by_onnx(tensor.data_type)
    array = numpy_helper.to_array(tensor)
    if dtype is None or array.ndim > 1 or array.size > 8:
        raise _NoNodesError
    items = array.tolist()
    return dtype.name, tuple(items) if array.ndim else items


def _attribute(attribute: onnx.AttributeProto) -> Attribute:
    kind = onnx.AttributeProto.AttributeType.Name(attribute.type).lower()
    if kind not in _TYPES:
        raise _NoNodesError
    value = onnx.helper.get_attribute_value(attribute)
    if isinstance(value, bytes):
        value = value.decode()
    elif not isinstance(value, int | float | str):
        value = tuple(v.decode() if isinstance(v, bytes) else v for v in value)
    if isinstance(value, float):
        value = float(f"{value:.7g}")
    return Attribute(attribute.name, kind, value=value)  # type: ignore[arg-type]


def _with_arguments(
    graph: _Graph, bound: dict[tuple[int, str], str], types: dict[str, str]
) -> tuple[tuple[Node, ...], tuple[Constant, ...]]:
    """The nodes, with arguments in the places that carry them."""
    nodes = []
    for i, node in enumerate(graph.nodes):
        attributes = tuple(
            replace(a, value=UNSET, arg=bound[i, a.name]) if (i, a.name) in bound else a
            for a in node.attributes
        )
        nodes.append(replace(node, attributes=attributes))
    constants = []
    before: list[Node] = []
    for name, (dtype, value) in graph.constants.items():
        arg = bound.get((-1, name))
        if arg is None:
            constants.append(Constant(name, dtype, value=value))
        elif isinstance(value, tuple) and not types[arg].endswith("[]"):
            # A list of one number: an axis is put before it.
            constants += [
                Constant(f"{name}s", dtype, arg=arg),
                Constant(f"{name}a", "int64", value=(0,)),
            ]
            before.append(Node("Unsqueeze", (f"{name}s", f"{name}a"), (name,)))
        else:
            constants.append(Constant(name, dtype, arg=arg))
    return (*before, *nodes), tuple(constants)
