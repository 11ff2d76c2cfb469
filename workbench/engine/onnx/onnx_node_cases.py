"""The test cases of one standard operator, as the onnx package makes them.

``onnx.backend.test.case.node`` holds a module per operator. A class in it is run as it is
defined, and reports each of its cases through ``expect``. The package's own
``collect_testcases`` runs all 190 modules, warns, and gives nothing new the second time in a
process; so only the modules that name the operator are run here, as modules of our own.
"""

from __future__ import annotations

import copy
import difflib
import importlib
import importlib.util
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import onnx
from onnx import helper, numpy_helper

from workbench.core.errors import UserError

__all__ = ["NodeCase", "check_operator", "collect", "python_value"]

_KIND = "onnx-cases"


class Earlier(msgspec.Struct, frozen=True):
    """A definition of an operator before its newest one, and a node of it.

    Attributes:
        opset: a version that has it.
        most_inputs: how many it takes at most.
        gone: attributes with the values that they have by the node, or by default, which the newest
            definition has no more.
        refused: why the newest definition does not take the node's inputs and attributes; empty if it does.
    """

    opset: int
    most_inputs: int
    gone: dict[str, Any]
    refused: str


class NodeCase(msgspec.Struct, frozen=True):
    """One case of one node.

    Attributes:
        name: onnx's name without ``test_``.
        inputs, outputs: arrays in the node's order, None where it leaves one out; what is no
            tensor is a list.
        attributes: those that the node sets, as Python values.
        defaults: the operator's, of those that have one.
        known: the names of all attributes of the operator.
        earlier: what is else in the operator's newest definition, where the case is of another.
    """

    name: str
    inputs: list[Any]
    outputs: list[Any]
    attributes: dict[str, Any]
    defaults: dict[str, Any]
    known: frozenset[str]
    earlier: Earlier | None = None


def check_operator(operator: str) -> None:
    """Raise UserError with near names unless ONNX has the operator."""
    known = {s.name for s in onnx.defs.get_all_schemas() if s.domain in ("", "ai.onnx.ml")}
    if operator not in known:
        near = difflib.get_close_matches(operator, sorted(known), 3)
        hint = f"Did you mean {' or '.join(near)}?" if near else "Write e.g. DeformConv."
        raise UserError(_KIND, f"ONNX has no standard operator '{operator}'", hint)


def collect(operator: str) -> list[NodeCase]:
    """The operator's cases, in onnx's order.

    Raises:
        UserError: a module of onnx needs a package that is missing.
    """
    package = importlib.import_module("onnx.backend.test.case.node")
    found: list[NodeCase] = []

    def expect(node: onnx.NodeProto, inputs: Any, outputs: Any, name: str, **more: Any) -> None:
        if node.op_type == operator:
            found.append(_case(node, inputs, outputs, name, more.get("opset_imports", ())))

    kept, random_state = package.expect, np.random.get_state()
    package.expect = expect  # type: ignore[attr-defined]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for path in _modules_naming(Path(str(package.__file__)).parent, operator):
                _run(path)
    except ImportError as error:
        reason = f"the onnx package cannot make its cases of {operator}: {error}"
        raise UserError(_KIND, reason) from None
    finally:
        package.expect = kept  # type: ignore[attr-defined]
        np.random.set_state(random_state)
    return found


def _modules_naming(folder: Path, operator: str) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.py")):
        if not path.name.startswith("_") and f'"{operator}"' in path.read_text(encoding="utf-8"):
            yield path


def _run(path: Path) -> None:
    spec = importlib.util.spec_from_file_location(f"op_workbench_onnx_cases_{path.stem}", path)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def _case(
    node: onnx.NodeProto, inputs: Any, outputs: Any, name: str, opsets: Sequence[Any]
) -> NodeCase:
    version = next((o.version for o in opsets if o.domain == node.domain), None)
    if version is None:
        schema = onnx.defs.get_schema(node.op_type, node.domain)
    else:
        schema = onnx.defs.get_schema(node.op_type, version, node.domain)
    defaults = {
        key: python_value(helper.get_attribute_value(attribute.default_value))
        for key, attribute in schema.attributes.items()
        if attribute.default_value.type != onnx.AttributeProto.UNDEFINED
    }
    given = {a.name: python_value(helper.get_attribute_value(a)) for a in node.attribute}
    made = NodeCase(
        name.removeprefix("test_"),
        _in_order(node.input, inputs),
        _in_order(node.output, outputs),
        given,
        defaults,
        frozenset(schema.attributes),
    )
    newest = onnx.defs.get_schema(node.op_type, node.domain)
    if version is None or schema.since_version == newest.since_version:
        return made
    gone = {n: v for n, v in (defaults | given).items() if n not in newest.attributes}
    refused = _refused(newest, node, made.inputs)
    earlier = Earlier(version, schema.max_input, gone, refused)
    return msgspec.structs.replace(made, earlier=earlier)


def _refused(schema: onnx.defs.OpSchema, node: onnx.NodeProto, inputs: Sequence[Any]) -> str:
    """Why a definition does not take a node with these inputs; empty if it does."""
    given = [(n, v) for n, v in zip(node.input, inputs, strict=True) if n]
    if not all(isinstance(v, np.ndarray) for _, v in given):
        return ""
    types = {
        n: helper.make_tensor_type_proto(helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)
        for n, v in given
    }
    try:
        onnx.shape_inference.infer_node_outputs(schema, node, types)
    except onnx.checker.ValidationError:
        return ""  # an attribute that it does not know is told as such
    except onnx.shape_inference.InferenceError as error:
        return str(error).removeprefix("[ShapeInferenceError] ").strip()
    return ""


def _in_order(names: Sequence[str], present: Sequence[Any]) -> list[Any]:
    given = iter(present)
    return [_array(next(given, None)) if name else None for name in names]


def _array(value: Any) -> Any:
    if value is None or isinstance(value, list):
        return copy.deepcopy(value)
    # A copy: the module may go on to change its arrays.
    return np.array(numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value)


def python_value(value: Any) -> Any:
    """An attribute's value as Python has it: text, numbers, tuples, arrays."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, onnx.TensorProto):
        return numpy_helper.to_array(value)
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    return tuple(python_value(v) for v in value)
