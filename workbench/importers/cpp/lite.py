"""Ops of ONNX Runtime's lite API: functions and structs whose parameters say the tensors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import msgspec

from workbench.core.arg_types import list_of
from workbench.importers.cpp.calls import split_arguments
from workbench.importers.cpp.found import Function, OrtStruct
from workbench.importers.cpp.types import canonical, element_type, template_arguments

__all__ = [
    "LiteRegistration",
    "any_number",
    "attributes_of",
    "is_lite",
    "lite_ops",
    "lite_registrations",
]


class LiteRegistration(msgspec.Struct, frozen=True):
    """A call that makes an op: ``CreateLiteCustomOp("Name", "CPUExecutionProvider", function)``,
    ``CreateLiteCustomOp<Struct>(...)``, and ``CustomCpuFuncV2``, ``CustomCpuStructV2`` of
    onnxruntime-extensions.

    Attributes:
        op: the operator's name; empty where it is no string.
        target: the function or struct as written, with template arguments.
        provider: the execution provider as written; empty where none is given.
    """

    op: str
    target: str
    provider: str = ""

    @property
    def plain(self) -> str:
        """The target without namespaces and template arguments."""
        return self.target.partition("<")[0].rpartition("::")[2].strip()

    @property
    def given(self) -> list[str]:
        """The template arguments."""
        kind = canonical(self.target)
        return template_arguments(kind) if "<" in kind else []


_MAKES = re.compile(
    r"\b(?:CreateLiteCustomOp|(?P<ext>Custom[A-Z]\w*(?:Func|Struct)(?:V2)?))\s*(?:<(?P<struct>[^;()]{1,200})>)?\s*\("
)
_MOST = 200
_STRING = re.compile(r'"([^"\\]*)"')


def lite_registrations(text: str, constants: dict[str, str]) -> list[LiteRegistration]:
    """The lite registrations in a text.

    Args:
        text: C++ without comments.
        constants: values of macros and variables that are string literals.
    """
    found: list[LiteRegistration] = []
    for match in islice(_MAKES.finditer(text), _MOST):
        given = split_arguments(text, match.end()) or []
        if not given:
            continue
        literal = _STRING.fullmatch(given[0])
        name = literal[1] if literal else constants.get(given[0], "")
        if match["ext"]:
            target, provider = (given[1] if len(given) > 1 else ""), match["ext"]
        else:
            target = match["struct"] or (given[2] if len(given) > 2 else "")
            provider = given[1] if len(given) > 1 else ""
        target = "".join(target.lstrip("&").split())
        if re.fullmatch(r"[A-Za-z_][\w:]*(?:<.*>)?", target):
            found.append(LiteRegistration(name, target, provider.strip('"')))
    return list(dict.fromkeys(found))


# -- parameters -----------------------------------------------------------------------------

_TENSOR = re.compile(r"(const )?(?:\w+::)*(Tensor|Span)<([^<>]+)>[&*]?")
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
        if re.search(r"\b(?:Variadic|TensorArray)\b", kind):
            problem = problem or any_number(f"'{name}'")
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
                f"'{name}' is a {parameter.type}, which cannot be declared: take an "
                "Ort::Custom::Tensor of one element type, or a number"
            )
    strings = [p.name for p in found if p.dtype == "string"]
    if strings:
        problem = problem or f"'{strings[0]}' is a tensor of strings, which PyTorch does not have"
    elif not any(p.output for p in found):
        problem = problem or "it has no output, such as Ort::Custom::Tensor<float>&"
    return found, problem


def any_number(what: str) -> str:
    """Why an op with a variadic input or output cannot become one of ours, and what to do."""
    return (
        f"{what} stands for any number of tensors, which cannot be declared for C++ of one's own: "
        "take them as parameters of their own, in a fixed number"
    )


def _variables(template: str, given: list[str]) -> dict[str, str]:
    """The template's parameters with the arguments that it is registered with."""
    names = re.findall(r"(?:typename|class)\s+(\w+)", template)
    return dict(zip(names, given, strict=False))


# -- ops ------------------------------------------------------------------------------------


def lite_ops(
    functions: list[Function],
    methods: list[Function],
    registrations: list[LiteRegistration],
    texts: dict[str, str],
) -> Iterator[OrtStruct]:
    """The lite ops: what is registered, and functions of the lite API that nothing registers."""
    done: set[tuple[str, int]] = set()
    computes = [m for m in methods if m.name.rpartition("::")[2] == "Compute"]
    for made in registrations:
        of_struct = [m for m in computes if m.owner.rpartition("::")[2] == made.plain]
        known = [f for f in functions if f.name.rpartition("::")[2] == made.plain]
        same = of_struct or sorted(known, key=lambda f: not f.defined)
        if not same:
            problem = f"{made.target} is not in these files"
            yield OrtStruct(made.target, made.op or made.plain, "", (), (), 1, problem=problem)
            continue
        function = same[0]
        done |= {(f.file, f.start) for f in known + of_struct}
        owner = function.owner if of_struct else ""
        yield _op(function, made, owner, texts)
    for function in functions:
        told = any(re.search(r"\bTensor<", canonical(p.type)) for p in function.parameters)
        if told and is_lite(function) and (function.file, function.start) not in done:
            yield _op(function, None, "", texts)
    for method in computes:
        if is_lite(method) and (method.file, method.start) not in done:
            yield _op(method, None, method.owner, texts)


def _op(
    function: Function, made: LiteRegistration | None, owner: str, texts: dict[str, str]
) -> OrtStruct:
    given = made.given if made is not None else []
    ports, problem = _ports(function, _variables(function.template, given))
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
        attributes=attributes_of(owner, texts) if owner else (),
        scalars=tuple(p.name for p in ports if p.scalar),
        spans=tuple(p.name for p in ports if p.span),
        lite=target,
        lite_struct=bool(owner),
        provider=made.provider if made is not None else "",
        key=(function.file, function.start),
    )


# -- attributes -----------------------------------------------------------------------------

_KINDS = {
    "int64": "int", "int64_t": "int", "int": "int", "int32_t": "int", "bool": "int",
    "float": "float", "double": "float", "string": "str",
}  # fmt: skip
_READS = re.compile(
    r"\bKernelInfoGetAttribute(?P<array>Array)?_(?P<kind>int64|float|string)\s*\([^;\"]{0,200}?\"(?P<a>\w+)\""
    r"|\bGetAttribute(?P<many>s)?\s*<\s*(?:std\s*::\s*)?(?P<type>\w+)\s*>\s*\([^;\"]{0,200}?\"(?P<b>\w+)\""
    r"|\bKernelInfoGetAttribute\s*<\s*(?:std\s*::\s*)?(?P<old>\w+)\s*>\s*\([^;\"]{0,200}?\"(?P<c>\w+)\""
    r"|\b(?:TryToGetAttributeWithDefault|TryToGetAttribute|GetOpAttribute(?:OrDefault)?|GetAttrOrDefault)"
    r"\s*(?:<\s*(?:std\s*::\s*)?(?P<try>\w+)\s*>)?\s*\([^;\"]{0,200}?\"(?P<d>\w+)\"(?P<rest>[^;]{0,120})"
)


def attributes_of(struct: str, texts: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Name and type of each attribute that a kernel's class reads; the type is empty if unknown.

    Args:
        struct: the class.
        texts: the texts without comments, by file name.
    """
    plain = re.escape(struct.rpartition("::")[2].partition("<")[0])
    found: dict[str, str] = {}
    for text in texts.values():
        spans = [
            m.start() for m in re.finditer(rf"\b(?:struct|class)\s+{plain}\b[^;{{}}]*{{", text)
        ]
        spans += [m.start() for m in re.finditer(rf"\b{plain}\s*::\s*\w+\s*\([^;{{}}]*{{", text)]
        for start in spans:
            for match in _READS.finditer(_braced(text, start)):
                name = match["a"] or match["b"] or match["c"] or match["d"]
                kind = _KINDS.get(
                    match["kind"] or match["type"] or match["old"] or match["try"] or "", ""
                )
                if match["array"] or match["many"]:
                    kind = list_of(kind)
                found.setdefault(name, kind or _by_default(match["rest"] or ""))
    return tuple(found.items())


def _by_default(rest: str) -> str:
    """The type of an attribute by the default that is given beside it."""
    last = rest.rpartition(",")[2].strip(" )")
    if re.fullmatch(r"-?\d+(?:L|LL|u|l|ll)?|true|false|(?:std::)?u?int\d+_t\s*[({].*", last):
        return "int"
    if re.fullmatch(r"-?\d*\.\d*(?:[eE][-+]?\d+)?f?", last):
        return "float"
    return "str" if last.startswith(('"', "std::string")) else ""


def _braced(text: str, start: int) -> str:
    """From a position to the brace that closes the next one that opens."""
    depth = 0
    for match in re.finditer(r"[{}]", text[start : start + 200_000]):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return text[start : start + match.end()]
    return ""
