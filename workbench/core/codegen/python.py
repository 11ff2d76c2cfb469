"""The Python module of an op: shapes, fake kernel, symbolic function, translation table.

One declaration serves both exporters: ``symbolic`` for the TorchScript exporter
(``dynamo=False``), ``translation_table`` for the torch.export exporter.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.codegen.backward import backward_parts
from workbench.core.codegen.formal import formal_input, formal_output
from workbench.core.codegen.node_values import length_kind, lengths
from workbench.core.codegen.shape_python import (
    condition_to_python,
    count_to_python,
    item_to_python,
    shape_parts,
    shape_to_python,
    value_to_python,
)
from workbench.core.codegen.templates import render
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Attribute, Constant, Node, Op
from workbench.core.declaration.run_time_branches import Choice, steps
from workbench.core.standard.operators import operator
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES, MARKS
from workbench.core.types.literals import INFINITE_FROM, python_literal

__all__ = ["python_module"]

_Rules = Mapping[tuple[str, str], shape_rule.Expr]
"""Rule and what it gives → the same, parsed."""

_CONSTANTS = {
    "value_int": "int64",
    "value_ints": "int64",
    "value_float": "float32",
    "value_floats": "float32",
}


def python_module(op: Op, backward_op: Op | None = None) -> str:
    """The module's text. It needs torch (and onnx with onnxscript for the translation table).

    Args:
        op: the declaration.
        backward_op: that of the op's ``backward.op``; without it the module has no backward then.
    """
    kind = op.mapping_kind
    shape_rules = [op.shape_of(o) for o in op.outputs]
    shapes = [
        item_to_python(parsed, f"_count_{o.name}") if o.is_list else shape_to_python(parsed)
        for o, parsed in zip(op.outputs, shape_rules, strict=True)
    ]
    counted = {o.name: op.count_of(o) for o in op.outputs if o.is_list}
    counts = {name: count_to_python(parsed) for name, parsed in counted.items()}
    rules, conditions = _rules(op), _conditions(op)
    rule_texts = [value_to_python(parsed) for parsed in rules.values()]
    condition_texts = {text: condition_to_python(cond) for text, cond in conditions.items()}
    texts = [*shapes, *counts.values(), *rule_texts, *condition_texts.values()]
    made = [*rules.values(), *conditions.values()]
    nodes = [_node(op, n, rules) for n in op.mapping.nodes] if kind.is_generated else []
    constants = [_constant(op, c) for c in op.mapping.constants] if kind.is_generated else []
    return render(
        "op.py.j2",
        op=op,
        schema=signature.torch_schema(op),
        names=[a.name for a in op.args],
        defaulted=_defaulted(op),
        tensors=[a.name for a in op.tensors],
        dtype_args=[a.name for a in op.args if a.is_dtype],
        torch_numbers={d.number: d.name for d in DTYPES.values()},
        lists=[a.name for a in op.args if a.is_tensor_list],
        lacking_lists=[a.name for a in op.args if a.may_lack_items],
        parse_args=signature.parse_args(op),
        outputs=[o.name for o in op.outputs],
        targets="".join(f"{o.name}, " for o in op.outputs).strip(),
        shapes=shapes,
        counts=counts,
        rules=[(text, made) for (text, _), made in zip(rules, rule_texts, strict=True)],
        conditions=condition_texts,
        decided=[o.name for o in op.outputs] if condition_texts and kind.is_generated else [],
        shape_dtypes=sorted(
            {
                n
                for parsed in (*shape_rules, *counted.values())
                for n in shape_rule.dtypes_of(parsed)
            }
        ),
        rule_dtypes=sorted({n for parsed in made for n in shape_rule.dtypes_of(parsed)}),
        uses_opset=any(map(shape_rule.needs_opset, made)),
        dtype_numbers={d.onnx: d.name for d in DTYPES.values()},
        **shape_parts(texts),
        output_dtypes=[_dtype_source(op, o.dtype) for o in op.outputs],
        fixed=_fixed(op),
        constants=constants,
        written=kind.symbolic(op) if kind.symbolic(op)[0] else (),
        nodes=nodes,
        steps=[_step(step, nodes) for step in steps(op.mapping.nodes)] if nodes else [],
        chooses=any(n.branch for n in op.mapping.nodes) and bool(nodes),
        suffixes=_suffixes(),
        marks=MARKS,
        onnx_types=[d.onnx_type for d in DTYPES.values()],
        scripts=list(dict.fromkeys((n.script, n.op_type) for n in op.mapping.nodes if n.script)),
        custom=[n for n in nodes if n["domain"]],
        backward=backward_parts(op, backward_op),
        infinite_from=INFINITE_FROM
        if any(_IN_32_BITS in k for n in nodes for k in n["keywords"])
        else None,
        uses_given=any(n["optional_attributes"] for n in nodes),
        uses_tensors=bool(op.mapping.constants)
        or any("_tensor_proto(" in k for n in nodes for k in n["keywords"]),
    )


def _step(step: int | Choice, nodes: list[dict[str, Any]]) -> dict[str, Any]:
    """A node, or two lists of nodes of which one is run."""
    if isinstance(step, int):
        return {"node": nodes[step]}
    return {
        "node": None,
        "tensor": step.tensor,
        "branches": [
            ("then", [nodes[i] for i in step.then]),
            ("else", [nodes[i] for i in step.other]),
        ],
        "outputs": list(step.outputs),
    }


def _defaulted(op: Op) -> list[str]:
    """The parameters with torch's defaults: torch leaves out trailing arguments that equal them."""
    last_required = max(
        (i for i, a in enumerate(op.args) if a.default is UNSET and not a.optional), default=-1
    )
    return [
        f"{a.name}={_default(a)}" if i > last_required else a.name for i, a in enumerate(op.args)
    ]


def _default(arg: Arg) -> str:
    if arg.default is UNSET:
        return "None"
    return f"torch.{arg.default}" if arg.is_dtype else python_literal(arg.default)


def _dtype_source(op: Op, dtype: str) -> dict[str, str]:
    """An output's element type in the fake kernel, the symbolic function and the translation."""
    owner = signature.dtype_owner(op, dtype)
    fixed = dtype if owner is None else signature.dtype_without(op, dtype)
    constant = {}
    if fixed:
        as_torch, as_onnx = f"torch.{fixed}", f"onnxscript.ir.DataType({DTYPES[fixed].onnx})"
        constant = {"fake": as_torch, "symbolic": as_torch, "translate": as_onnx}
    if owner is None:
        return constant
    if owner.is_dtype:
        as_onnx = f"onnxscript.ir.DataType({owner.kind.cast}({owner.name}))"
        return {"fake": owner.name, "symbolic": owner.name, "translate": as_onnx}
    one = _one_of(owner)
    found = {"fake": f"{one}.dtype", "symbolic": f"_dtype({one})", "translate": f"{one}.dtype"}
    if not constant:
        return found
    return {k: f"({text} if {one} is not None else {constant[k]})" for k, text in found.items()}


def _one_of(arg: Arg) -> str:
    """An expression for one tensor of an argument; None where it has none."""
    if arg.may_lack_items:
        return f"next(iter({_items(arg)}), None)"
    return f"{_items(arg)}[0]" if arg.is_tensor_list else arg.name


def _fixed(op: Op) -> list[str]:
    """The arguments whose values the mapping writes into the graph: they must be constants."""
    used = {c.arg for c in op.mapping.constants}
    used |= {a.arg for n in op.mapping.nodes for a in n.attributes}
    used |= {n for cond in _conditions(op).values() for n in shape_rule.arguments_of(cond)}
    return [a.name for a in op.args if a.name in used and a not in signature.tensor_args(op)]


def _rules(op: Op) -> dict[tuple[str, str], shape_rule.Expr]:
    """The attributes' rules with what they give, each once."""
    every = ((a.rule, a.kind.rule) for n in op.mapping.nodes for a in n.attributes if a.rule)
    return {
        one: shape_rule.parse_value(one[0], op.rule_scope, one[1]) for one in dict.fromkeys(every)
    }


def _conditions(op: Op) -> dict[str, shape_rule.Cond]:
    """The nodes' conditions that ask for more than None and truth values, each once."""
    texts = dict.fromkeys(n.when for n in op.mapping.nodes if n.when)
    parsed = {text: shape_rule.parse_condition(text, op.rule_scope) for text in texts}
    return {text: cond for text, cond in parsed.items() if shape_rule.compares(cond)}


def _constant(op: Op, constant: Constant) -> dict[str, object]:
    typed_by = op.arg(constant.dtype) if constant.dtype not in DTYPES else None
    value = constant.arg or python_literal(constant.value)
    return {
        "name": _constant_name(constant.name),
        "value": value,
        "like": typed_by.name if typed_by else "",
        "dtype": "None" if typed_by else f"torch.{constant.dtype}",
        "optional": constant.arg
        if (made_from := op.arg(constant.arg)) and made_from.optional
        else "",
    }


def _constant_name(name: str) -> str:
    """A constant may be called like the argument it is made from; in the code it is not."""
    return f"_const_{name}"


def _node(op: Op, node: Node, rules: _Rules) -> dict[str, Any]:
    optional = {a.name for a in op.args if a.optional}
    optional |= {c.name for c in op.mapping.constants if c.arg in optional}
    attributes = [_attribute(op, a, rules) for a in node.attributes]
    attributes += [_length(op, *told) for told in lengths(op, node).items() if node.domain]
    given = {o.name for o in op.outputs if o.is_list}
    lists = [arg for n in node.inputs if (arg := op.arg(n)) is not None and arg.is_tensor_list]
    if node.op == "Constant":
        attributes = [_as_tensor(a) for a in attributes]
    return {
        "number": sum(bool(n.domain) for n in op.mapping.nodes[: op.mapping.nodes.index(node)]),
        "op": node.op,
        "domain": node.domain,
        "op_type": node.op_type,
        "script": f"_script_{node.op_type}" if node.script else "",
        "when": _when(op, node),
        "inputs": [_input(op, n) for n in node.inputs],
        "leaves_out": any(not n or n in optional for n in node.inputs),
        "lists": [arg.name for arg in lists],
        "list_items": [_items(arg) for arg in lists],
        "outputs": list(node.values),
        "gives_more": _gives_more(op, node),
        "made": [n if n in given else "" for n in node.outputs],
        "counts": [n for n in node.outputs if n in given],
        "attributes": attributes,
        "keywords": [_keyword(a["name"], a["value_dx"]) for a in attributes],
        "optional_attributes": any(_may_be_none(op, a) for a in node.attributes),
        "schema_inputs": [formal_input(op, n, i) for i, n in enumerate(node.inputs)],
        "schema_outputs": [formal_output(op, n) for n in node.values],
    }


def _gives_more(op: Op, node: Node) -> bool:
    """Whether a standard operator has outputs that the node does not name: onnxscript gives them all."""
    known = None if node.domain or node.script else operator(node.op_type, op.node_opset)
    if known is None or any(name.endswith("*") for name in known.outputs):
        return False
    return len(known.outputs) > len(node.outputs)


def _when(op: Op, node: Node) -> str:
    if not node.when:
        return ""
    compared = list(_conditions(op))
    if node.when in compared:
        return f"_when[{compared.index(node.when)}]"
    return condition_to_python(shape_rule.parse_condition(node.when, op.rule_scope))


def _input(op: Op, name: str) -> str:
    if any(c.name == name for c in op.mapping.constants):
        return _constant_name(name)
    arg = op.arg(name)
    return f"*{_items(arg)}" if arg is not None and arg.is_tensor_list else name or "None"


def _items(arg: Arg) -> str:
    """An expression for the tensors of a list that a node has."""
    return f"_there({arg.name})" if arg.may_lack_items else arg.name


def _as_tensor(attribute: dict[str, str]) -> dict[str, str]:
    """An attribute of a Constant: both exporters know its ``value`` only."""
    dtype = _CONSTANTS.get(attribute["name"])
    if dtype is None:
        return attribute
    value = f"torch.tensor({attribute['value']}, dtype=torch.{dtype})"
    return {
        "name": "value",
        "key": "value_t",
        "value": value,
        "value_dx": f"_tensor_proto({value})",
        "kind": "TENSOR",
    }


def _keyword(name: str, value: str) -> str:
    """A keyword argument; an attribute may be called ``lambda``."""
    return f"**{{{name!r}: {value}}}" if keyword.iskeyword(name) else f"{name}={value}"


def _may_be_none(op: Op, attribute: Attribute) -> bool:
    arg = op.arg(attribute.arg) if attribute.arg else None
    return arg is not None and arg.optional


def _attribute(op: Op, attribute: Attribute, rules: _Rules) -> dict[str, str]:
    arg = op.arg(attribute.arg) if attribute.arg else None
    kind = attribute.kind
    literal = (
        "" if attribute.value is UNSET else python_literal(kind.literal.typed(attribute.value))
    )
    value = literal or attribute.arg
    if attribute.rule:
        place = list(rules).index((attribute.rule, kind.rule))
        value = f"_known({attribute.name!r}, _made[{place}])"
    if kind.has_32_bits and not literal:
        value = _cast(f"{_IN_32_BITS}{attribute.name!r}, ", value, kind.literal.is_list)
    elif not literal:
        value = _cast(kind.cast, value, kind.literal.is_list)
    translated = value
    if attribute.is_tensor:
        if arg is None or not arg.is_tensor:
            value = f"torch.tensor({value}, dtype=torch.{attribute.dtype})"
        translated = f"_tensor_proto({value})"
    elif arg is not None and arg.kind.cast:
        value = translated = _cast(arg.kind.cast, value, arg.kind.is_list)
    if arg is not None and arg.optional and value != arg.name:
        value, translated = (f"None if {arg.name} is None else {v}" for v in (value, translated))
    return {
        "name": attribute.name,
        "key": f"{attribute.name}_{kind.suffix}",
        "value": value,
        "value_dx": translated,
        "kind": kind.onnx,
    }


def _length(op: Op, name: str, attribute: str) -> dict[str, str]:
    """The attribute that tells how many tensors of a list there are, or which of them are given."""
    arg = op.arg(name)
    value = f"len({name})" if arg is not None else f"_count_{name}"
    if arg is not None and arg.may_lack_items:
        value = f"[int(t is not None) for t in {name}]"
    return {
        "name": attribute,
        "key": f"{attribute}_i",
        "value": value,
        "value_dx": value,
        "kind": length_kind(op, name),
    }


def _suffixes() -> dict[str, dict[bool, str]]:
    """An attribute's suffix → whether its value is a list → ONNX's type."""
    found: dict[str, dict[bool, str]] = {}
    for kind in ATTRIBUTE_TYPES.values():
        found.setdefault(kind.suffix, {})[kind.literal.is_list] = kind.onnx
    return found


_IN_32_BITS = "_in_32_bits("
"""How a call begins that refuses what a float attribute cannot hold."""


def _cast(function: str, value: str, is_list: bool) -> str:
    """A call with a value, or with each of a list.

    Args:
        function: its name, or the call's beginning up to that argument; empty for no call.
    """
    if not function:
        return value
    start = function if "(" in function else f"{function}("
    return f"[{start}v) for v in {value}]" if is_list else f"{start}{value})"
