"""The Python module of an op: shapes, fake kernel, symbolic function, translation table.

One declaration serves both exporters: ``symbolic`` for the TorchScript exporter
(``dynamo=False``), ``translation_table`` for the torch.export exporter.
"""

from __future__ import annotations

import keyword

from msgspec import UNSET

from workbench.core import shape_rule, signature
from workbench.core.codegen.shape_python import shape_to_python
from workbench.core.codegen.templates import render
from workbench.core.dtypes import DTYPES
from workbench.core.op import Attribute, Constant, Node, Op

__all__ = ["python_module"]

_SUFFIX = {"int": "i", "float": "f", "string": "s", "ints": "i", "floats": "f", "strings": "s"}


def python_module(op: Op) -> str:
    """The module's text. It needs torch (and onnx with onnxscript for the translation table)."""
    types = {a.name: a.type for a in op.args}
    shapes = [shape_to_python(shape_rule.parse(o.shape, types)) for o in op.outputs]
    return render(
        "op.py.j2",
        op=op,
        schema=signature.torch_schema(op),
        names=[a.name for a in op.args],
        defaulted=_defaulted(op),
        tensors=[a.name for a in op.tensors],
        parse_args=signature.parse_args(op),
        outputs=[o.name for o in op.outputs],
        shapes=shapes,
        uses_broadcast=any("_broadcast(" in text for text in shapes),
        uses_slice=any("_slice(" in text for text in shapes),
        output_dtypes=[_dtype_source(op, o.dtype) for o in op.outputs],
        constants=[_constant(op, c) for c in op.mapping.constants],
        nodes=[_node(op, n) for n in op.mapping.nodes],
        has_custom=any(n.domain for n in op.mapping.nodes),
    )


def _defaulted(op: Op) -> list[str]:
    """The parameters with torch's defaults: torch leaves out trailing arguments that equal them."""
    last_required = max(
        (i for i, a in enumerate(op.args) if a.default is UNSET and not a.optional), default=-1
    )
    return [
        f"{a.name}={'None' if a.default is UNSET else _literal(a.default)}"
        if i > last_required
        else a.name
        for i, a in enumerate(op.args)
    ]


def _dtype_source(op: Op, dtype: str) -> dict[str, str]:
    """Where an output's element type comes from: a tensor argument, or fixed."""
    owner = op.arg(dtype) or next(
        (a for a in op.tensors if a.dtype == dtype and dtype in op.types), None
    )
    return {"arg": owner.name if owner else "", "dtype": "" if owner else dtype}


def _constant(op: Op, constant: Constant) -> dict[str, object]:
    typed_by = op.arg(constant.dtype) if constant.dtype not in DTYPES else None
    value = constant.arg or _literal(constant.value)
    return {
        "name": _constant_name(constant.name),
        "value": value,
        "like": typed_by.name if typed_by else "",
        "dtype": "" if typed_by else constant.dtype,
        "optional": constant.arg
        if (made_from := op.arg(constant.arg)) and made_from.optional
        else "",
    }


def _constant_name(name: str) -> str:
    """A constant may be called like the argument it is made from; in the code it is not."""
    return f"_const_{name}"


def _literal(value: object) -> str:
    return repr(list(value)) if isinstance(value, tuple) else repr(value)


def _node(op: Op, node: Node) -> dict[str, object]:
    optional = {a.name for a in op.args if a.optional}
    optional |= {c.name for c in op.mapping.constants if c.arg in optional}
    constants = {c.name for c in op.mapping.constants}
    attributes = [_attribute(op, a) for a in node.attributes]
    return {
        "op": node.op,
        "domain": node.domain,
        "op_type": node.op_type,
        "inputs": [_constant_name(n) if n in constants else n or "None" for n in node.inputs],
        "leaves_out": any(not n or n in optional for n in node.inputs),
        "outputs": list(node.outputs),
        "attributes": attributes,
        "keywords": [_keyword(a["name"], a["value"]) for a in attributes],
        "optional_attributes": any(_may_be_none(op, a) for a in node.attributes),
        "schema_inputs": [_formal_input(op, n, i) for i, n in enumerate(node.inputs)],
        "schema_outputs": [_formal_output(op, n, i) for i, n in enumerate(node.outputs)],
    }


def _keyword(name: str, value: str) -> str:
    """A keyword argument; an attribute may be called ``lambda``."""
    return f"**{{{name!r}: {value}}}" if keyword.iskeyword(name) else f"{name}={value}"


def _is_optional(op: Op, name: str) -> bool:
    arg = op.arg(name)
    return arg is not None and arg.optional


def _may_be_none(op: Op, attribute: Attribute) -> bool:
    arg = op.arg(attribute.arg) if attribute.arg else None
    return arg is not None and arg.optional


def _attribute(op: Op, attribute: Attribute) -> dict[str, str]:
    arg = op.arg(attribute.arg) if attribute.arg else None
    value = attribute.arg if attribute.value is UNSET else _literal(attribute.value)
    if arg is not None and arg.type in ("bool", "bool[]"):
        value = f"int({value})" if arg.type == "bool" else f"[int(v) for v in {value}]"
        if arg.optional:
            value = f"None if {arg.name} is None else {value}"
    return {
        "name": attribute.name,
        "key": f"{attribute.name}_{_SUFFIX[attribute.type]}",
        "value": value,
        "kind": attribute.type.upper(),
    }


# A node of a custom domain needs a schema of its own for the torch.export exporter. Inputs
# of one type variable share its name, so that the exporter can infer the outputs' types.


def _type_name(op: Op, name: str, fallback: str) -> str:
    arg = op.arg(name)
    if arg is not None and arg.type == "tensor":
        return (
            arg.dtype if isinstance(arg.dtype, str) and arg.dtype in op.types else f"T_{arg.name}"
        )
    return fallback


def _tensor_types(dtypes: tuple[str, ...]) -> list[str]:
    names = {"float32": "float", "float64": "double"}
    return [f"tensor({names.get(d, d)})" for d in dtypes]


def _formal_input(op: Op, name: str, index: int) -> dict[str, object]:
    arg = op.arg(name)
    constant = next((c for c in op.mapping.constants if c.name == name), None)
    if arg is not None and arg.type == "tensor":
        return {
            "name": name,
            "type": _type_name(op, name, ""),
            "allowed": _tensor_types(signature.arg_dtypes(op, arg)),
            "optional": arg.optional,
        }
    dtypes = (
        (constant.dtype,) if constant is not None and constant.dtype in DTYPES else tuple(DTYPES)
    )
    return {
        "name": name or f"input_{index}",
        "type": f"T_{name or f'input_{index}'}",
        "allowed": _tensor_types(dtypes),
        "optional": not name or (constant is not None and _is_optional(op, constant.arg)),
    }


def _formal_output(op: Op, name: str, index: int) -> dict[str, object]:
    output = next((o for o in op.outputs if o.name == name), None)
    if output is None:
        return {"name": name, "type": f"T_{name}", "allowed": _tensor_types(tuple(DTYPES))}
    owner = op.arg(output.dtype)
    if owner is not None:
        kind = _type_name(op, owner.name, "")
    else:
        kind = output.dtype if output.dtype in op.types else f"T_{name}"
    return {
        "name": name,
        "type": kind,
        "allowed": _tensor_types(signature.output_dtypes(op, output)),
    }
