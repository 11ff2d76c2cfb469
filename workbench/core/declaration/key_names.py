"""The names that may stand in a key's value, which forms and the editor of ``op.toml`` offer.

Each is given the op and the part that the key is in; None for a part that is not known, because
the text around it is being typed: then what any such part may have is offered.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any

from workbench.core.declaration.declared import Whole
from workbench.core.shape_rule import INDEX, names_for
from workbench.core.standard.operators import operator, standard_operators
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "BETWEEN",
    "argument_types",
    "argument_values",
    "attribute_arguments",
    "attribute_names",
    "condition_words",
    "constant_arguments",
    "constant_types",
    "element_types",
    "example_arguments",
    "example_values",
    "gradient_words",
    "inputs",
    "operators",
    "output_types",
    "outputs",
    "rule_names",
    "rule_words",
    "scope",
    "variants",
]

BETWEEN = "[](),+-*/ "
"""What ends one word of a shape rule and begins the next."""

_MOST_PAIRED = 12
"""Tensors of which every pair is offered."""


def element_types(op: Whole, part: object) -> Iterator[str]:
    """All of them."""
    yield from DTYPES


def argument_types(op: Whole, arg: Any) -> Iterator[str]:
    """Type variables and element types."""
    yield from op.types
    if arg is None or arg.kind.portable_any:
        yield "any"
    yield from DTYPES


def output_types(op: Whole, part: object) -> Iterator[str]:
    """Arguments that have or are an element type, which is then its, too."""
    yield from (a.name for a in op.args if a.has_elements)
    yield from op.types
    yield from DTYPES


def argument_values(op: Whole, arg: Any) -> Iterator[str]:
    """The element types, or the texts, that an argument may be."""
    for one in op.args if arg is None else (arg,):
        if one.is_dtype:
            yield from one.dtypes(op.types)
        else:
            yield from (value for value in one.choices if isinstance(value, str))


def example_values(op: Whole, example: Any) -> Iterator[str]:
    """The same of the argument that an example is of."""
    arg = None if example is None else op.arg(example.base)
    if example is None or arg is not None:
        yield from argument_values(op, arg)


def constant_types(op: Whole, part: object) -> Iterator[str]:
    """Tensor arguments and element types."""
    yield from (a.name for a in op.tensors)
    yield from DTYPES


def constant_arguments(op: Whole, part: object) -> Iterator[str]:
    """The arguments that can be a constant tensor."""
    yield from (a.name for a in op.args if a.kind.constant)


def attribute_arguments(op: Whole, attribute: Any) -> Iterator[str]:
    """The arguments that an attribute can carry."""
    yield from (a.name for a in op.args if not a.holds_tensors)
    if attribute is None or attribute.is_tensor:
        yield from (a.name for a in op.tensors)


def attribute_names(op: Whole, attribute: Any) -> Iterator[str]:
    """As ONNX calls those of the node's operator; of a custom node like the arguments."""
    for node in op.mapping.nodes:
        if attribute is not None and not any(a is attribute for a in node.attributes):
            continue
        known = None if node.domain else operator(node.op, op.opset)
        if known is None:
            yield from attribute_arguments(op, None)
        else:
            held = known.attributes.items()
            yield from (name for name, kind in held if kind.rstrip("!") in ATTRIBUTE_TYPES)


def example_arguments(op: Whole, part: object) -> Iterator[str]:
    """The arguments, and the first tensor of a list; none where a model file has its own inputs."""
    if not op.model.source:
        yield from (f"{a.name}[0]" if a.is_tensor_list else a.name for a in op.args)


def gradient_words(op: Whole, part: object) -> Iterator[str]:
    """What a formula of a backward is made of, the gradients that it is given first."""
    yield "grad"
    yield from (f"grad_{o.name}" for o in op.outputs if not o.is_list)
    yield from (v.name for v in (*op.args, *op.outputs))
    yield "torch"


def scope(op: Whole, earlier: Iterable[Any]) -> Iterator[str]:
    """What a node can take: tensors, constants, outputs of earlier nodes."""
    yield from (a.name for a in op.args if a.holds_tensors)
    yield from (c.name for c in op.mapping.constants)
    for node in earlier:
        yield from filter(None, node.outputs)


def choosers(op: Whole, part: object) -> Iterator[str]:
    """What a graph can choose by: tensors that may be a truth value, and the opposite."""
    yield "not"
    yield from (a.name for a in op.args if a.is_tensor)
    for node in op.mapping.nodes:
        yield from (name for name in node.outputs if name and not node.branch)


def tensor_examples(op: Whole, part: object) -> Iterator[str]:
    """The examples of tensors, beside the one itself."""
    own = getattr(part, "arg", "")
    yield from (e.arg for e in op.model.inputs if e.is_tensor and e.arg != own)


def inputs(op: Whole, part: object) -> Iterator[str]:
    """What any node can take."""
    return scope(op, op.mapping.nodes)


def outputs(op: Whole, part: object) -> Iterator[str]:
    """The op's outputs."""
    yield from (o.name for o in op.outputs)


def operators(op: Whole, part: object) -> Iterator[str]:
    """The domains in use, and the standard operators of the opset."""
    domains = {n.domain for n in op.mapping.nodes if n.domain} | {"custom"}
    yield from (f"{domain}::" for domain in sorted(domains))
    yield from _usable(op.opset)


@functools.cache
def _usable(opset: int) -> tuple[str, ...]:
    """The operators of an opset that may be used."""
    found = ((name, operator(name, opset)) for name in standard_operators())
    return tuple(name for name, o in found if o is not None and not o.deprecated)


def variants(op: Whole, part: object) -> Iterator[str]:
    """The variants by name."""
    yield from op.variants


def rule_names(op: Whole, part: Any) -> Iterator[str]:
    """What the rule of an attribute is made of."""
    yield from names_for(op.rule_scope, "rule")


def condition_words(op: Whole, part: object) -> Iterator[str]:
    """What a condition is made of."""
    yield from names_for(op.rule_scope, "condition")


def rule_words(op: Whole, part: object) -> Iterator[str]:
    """What a shape rule is made of, whole shapes first."""
    shapes = [f"{a.name}.shape" for a in op.tensors]
    few = shapes[:_MOST_PAIRED]
    lists = [a.name for a in op.args if a.is_tensor_list]
    if part is not None and getattr(part, "is_list", False):
        yield from (f"{name}[{INDEX}].shape" for name in lists)
        yield INDEX
    yield from shapes
    yield from (f"broadcast({a}, {b})" for a in few for b in few if a != b)
    yield from (f"len({name})" for name in lists)
    yield from (f"{shape}[0]" for shape in shapes)
    yield from (f"len({shape})" for shape in shapes)
    yield from (f"value({a.name})" for a in op.tensors)
    yield from (f"int({a.name})" for a in op.args if a.kind.in_rule == "real")
    yield from names_for(op.rule_scope, "shape rule")


def cost_words(op: Whole, part: object) -> Iterator[str]:
    """What a cost is made of: bytes of tensors, then counts of elements."""
    given = [o.name for o in op.outputs if not o.is_list]
    names = [*(a.name for a in op.args if a.holds_tensors), *given]
    yield from (f"nbytes({name})" for name in names)
    yield from (f"prod({name}.shape)" for name in given)
    yield from rule_words(op, part)
