"""Ops of ONNX Runtime's lite API: functions and structs whose parameters say the tensors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from workbench.core.errors import with_article
from workbench.core.types.dtypes import NO_STRINGS
from workbench.importers.cpp.syntax.found import Function, OrtStruct
from workbench.importers.cpp.syntax.literals import string_of
from workbench.importers.cpp.syntax.node_attributes import attributes_of
from workbench.importers.cpp.syntax.tree import Source, arguments_in
from workbench.importers.cpp.syntax.types import canonical, element_type, template_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["LiteRegistration", "is_lite", "lite_ops"]


class LiteRegistration(msgspec.Struct, frozen=True):
    """A call that makes an op: ``CreateLiteCustomOp("Name", "CPUExecutionProvider", function)``,
    ``CreateLiteCustomOp<Struct>(...)``, and ``CustomCpuFuncV2``, ``CustomCpuStructV2`` of
    onnxruntime-extensions.

    Attributes:
        op: the operator's name; empty where it is no string.
        target: the function or struct as written, with template arguments.
        provider: the execution provider as written; empty where none is given.
        since: the first version of the domain that has it.
    """

    op: str
    target: str
    provider: str = ""
    since: int = 1

    @property
    def plain(self) -> str:
        """The target without namespaces and template arguments."""
        return self.target.partition("<")[0].rpartition("::")[2].strip()

    @property
    def given(self) -> list[str]:
        """The template arguments."""
        kind = canonical(self.target)
        return template_arguments(kind) if "<" in kind else []


_MAKES = re.compile(r"(?P<ort>CreateLiteCustomOp)|Custom[A-Z]\w*(?:Func|Struct)(?:V2)?")
_MOST = 200
_TARGETS = ("identifier", "qualified_identifier", "template_function")


def _registrations(sources: Sequence[Source]) -> Iterator[LiteRegistration]:
    """What the files register."""
    for source in sources:
        for call in source.all("call_expression"):
            name, struct = source.called(call)
            given = arguments_in(call)
            match = _MAKES.fullmatch(name)
            if match is None or not given:
                continue
            op = string_of(source, given[0]) or ""
            if not match["ort"]:
                yield LiteRegistration(op, _target(source, given[1:2]), name)
                continue
            provider = source.of(given[1]).strip('"') if len(given) > 1 else ""
            target = "".join(struct[1:-1].split()) or _target(source, given[2:3])
            # Behind the function a function for shapes may come, and then the versions.
            first = next((source.of(n) for n in given[2:] if n.type == "number_literal"), "1")
            yield LiteRegistration(op, target, provider, int(first) if first.isdecimal() else 1)


def _target(source: Source, given: list[Node]) -> str:
    """The function that is named: ``f``, ``&ns::f<T>``; empty where it is none."""
    for node in given:
        inner = node.named_children[0] if node.type == "pointer_expression" else node
        if inner.type in _TARGETS:
            return "".join(source.of(inner).split())
    return ""


# -- parameters -----------------------------------------------------------------------------

_TENSOR = re.compile(r"(const )?(?:\w+::)*(Tensor|Span)<([^<>]+)>[&*]?")
_MANY = re.compile(r"(?P<input>const )?(?:\w+::)*(?:TensorArray|Variadic)[&*]")
"""Any number of tensors, which the API takes and gives by reference or pointer."""
_CONTEXT = re.compile(r"(?:const )?(?:\w+::)*\w*Context[&*]?")
"""What ONNX Runtime hands to a kernel beside its tensors: ``OrtKernelContext*``, ``CudaContext``."""
_SCALAR = re.compile(
    r"(?:const )?(string|string_view|bool|float|double|u?int(?:8|16|32|64)_t|int)&?"
)
_OURS = re.compile(
    r"\b(?:Ort\s*::\s*Custom|ortc|Custom)\s*::\s*(?:Tensor|TensorArray|Span|Variadic)\b"
)


class _Port(msgspec.Struct, frozen=True):
    """One input or output of a lite op."""

    name: str
    dtype: str
    output: bool = False
    optional: bool = False
    scalar: bool = False
    span: bool = False
    many: bool = False


def is_lite(function: Function) -> bool:
    """Whether a function's parameters are those of the lite API, by their namespaces."""
    return any(_OURS.search(p.type) for p in function.parameters)


def _ports(function: Function, variables: dict[str, str]) -> tuple[list[_Port], str]:
    """The inputs and outputs of a lite function, and why it cannot be an op."""
    found: list[_Port] = []
    problem = ""
    for i, parameter in enumerate(function.parameters):
        name, kind = parameter.name or f"x{i}", canonical(parameter.type)
        optional = kind.startswith("optional<") or kind.startswith("const optional<")
        if optional and (inner := template_arguments(kind.rstrip("&"))):
            kind = inner[0]
        if (match := _MANY.fullmatch(kind)) and not optional:
            found.append(_Port(name, "", output=not match["input"], many=True))
        elif re.search(r"\b(?:Variadic|TensorArray)\b", kind):
            problem = problem or (
                f"'{name}' is {with_article(parameter.type)}: the lite API takes any number of tensors as "
                "const Ort::Custom::Variadic&, and gives them as Ort::Custom::Variadic&"
            )
        elif match := _TENSOR.fullmatch(kind):
            element = variables.get(canonical(match[3]), match[3])
            output = not match[1] and match[2] == "Tensor"
            string = canonical(element) in ("string", "string_view")
            found.append(
                _Port(
                    name,
                    "string" if string else element_type(element),
                    output,
                    optional,
                    span=match[2] == "Span",
                )
            )
        elif match := _SCALAR.fullmatch(variables.get(kind, kind)):
            string = match[1].startswith("string")
            element = "string" if string else element_type(match[1])
            found.append(_Port(name, element, optional=optional, scalar=True))
        elif not _CONTEXT.fullmatch(kind):
            problem = problem or (
                f"'{name}' is {with_article(parameter.type)}, which cannot be declared: take an "
                "Ort::Custom::Tensor of one element type, or a number"
            )
    sides = [[p for p in found if p.output is side] for side in (False, True)]
    for one in (p for ports in sides for p in ports[:-1] if p.many):
        side = "output" if one.output else "input"
        problem = problem or (
            f"'{one.name}' stands for any number of tensors and is not the last {side}, which ONNX Runtime "
            "wants: take the others before it"
        )
    strings = [p.name for p in found if p.dtype == "string"]
    if strings:
        problem = problem or f"'{strings[0]}' is a tensor of strings, and {NO_STRINGS}"
    elif not any(p.output for p in found):
        problem = problem or "it has no output, such as Ort::Custom::Tensor<float>&"
    return found, problem


# -- ops ------------------------------------------------------------------------------------


def lite_ops(
    functions: list[Function], methods: list[Function], sources: Sequence[Source]
) -> Iterator[OrtStruct]:
    """The lite ops: what is registered, and functions of the lite API that nothing registers."""
    done: set[tuple[str, int]] = set()
    computes = [m for m in methods if m.name.rpartition("::")[2] == "Compute"]
    registered = dict.fromkeys(r for r in _registrations(sources) if r.target)
    for made in islice(registered, _MOST):
        of_struct = [m for m in computes if m.owner.rpartition("::")[2] == made.plain]
        known = [f for f in functions if f.name.rpartition("::")[2] == made.plain]
        same = of_struct or sorted(known, key=lambda f: not f.defined)
        if not same:
            problem = f"{made.target} is not in these files"
            yield OrtStruct(made.target, made.op or made.plain, "", (), (), 1, problem=problem)
            continue
        function = same[0]
        outside = [f for f in functions if of_struct and f.name == function.name]
        done |= {(f.file, f.start) for f in known + of_struct + outside}
        owner = function.owner if of_struct else ""
        yield _op(function, made, owner, sources)
    for function in functions:
        told = any(re.search(r"\bTensor<", canonical(p.type)) for p in function.parameters)
        if told and is_lite(function) and (function.file, function.start) not in done:
            yield _op(function, None, "", sources)
    for method in computes:
        if is_lite(method) and (method.file, method.start) not in done:
            yield _op(method, None, method.owner, sources)


def _op(
    function: Function, made: LiteRegistration | None, owner: str, sources: Sequence[Source]
) -> OrtStruct:
    given = made.given if made is not None else []
    ports, problem = _ports(function, dict(zip(function.template_names, given, strict=False)))
    if function.template and not given:
        problem = problem or "it is a template, and nothing says with which types it is registered"
    inputs = [p for p in ports if not p.output]
    outputs = [p for p in ports if p.output]
    plain = (owner or function.name).rpartition("::")[2]
    target = owner or function.name
    if given:
        target += f"<{', '.join(given)}>"
    return OrtStruct(
        "",
        (made.op if made is not None else "") or plain,
        "",
        tuple(p.dtype for p in inputs),
        tuple(p.dtype for p in outputs),
        function.line,
        tuple(p.name for p in (*inputs, *outputs)),
        tuple(p.name for p in ports if p.optional and not p.output),
        problem=problem,
        signature=function.signature,
        file=function.file,
        attributes=attributes_of(owner, sources) if owner else (),
        scalars=tuple(p.name for p in ports if p.scalar),
        spans=tuple(p.name for p in ports if p.span),
        lists=tuple(i for i, p in enumerate((*inputs, *outputs)) if p.many),
        lite=target,
        lite_struct=bool(owner),
        provider=made.provider if made is not None else "",
        since=made.since if made is not None else 1,
        key=(function.file, function.start),
        compute=function,
    )
