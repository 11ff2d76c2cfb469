"""What the head of a portable kernel tells of the op: arguments, outputs and their element types."""

from __future__ import annotations

from workbench.core.errors import UserError, with_article
from workbench.core.jobs import SchemaArg
from workbench.core.types.arg_types import DTYPE
from workbench.importers.cpp.drafting.arguments import Arguments
from workbench.importers.cpp.syntax.enums import Values
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.types import (
    canonical,
    element_type,
    plain,
    template_arguments,
    torch_type,
)

__all__ = ["portable_arguments"]


def portable_arguments(function: Function) -> Arguments:
    """Those of a portable kernel.

    Raises:
        UserError: kind ``cpp``; a parameter is of a type that a portable kernel cannot take.
    """
    args: list[SchemaArg] = []
    outputs: list[str] = []
    output_dtypes: list[str] = []
    allocated: list[int] = []
    given: list[str] = []
    dtypes: dict[str, str] = {}
    types: dict[str, tuple[str, ...]] = {}
    values: dict[str, Values] = {}

    def element(text: str) -> str:
        inner = canonical(text).removeprefix("const ")
        if inner in function.type_names:
            types[inner] = ("float32",)
            return inner
        return element_type(inner)

    for i, parameter in enumerate(function.parameters[1:], 1):
        name, kind = parameter.name or f"arg{i}", plain(parameter.type).rstrip("&")
        optional = kind.startswith("optional<")
        if optional:
            kind = template_arguments(kind)[0]
        inner = (template_arguments(kind) or [""])[0]
        base = kind.partition("<")[0] if inner else kind
        if (base == "Tensor" and not inner.startswith("const ")) or base in (
            "Output",
            "OutputList",
        ):
            if base != "Tensor":
                allocated.append(len(outputs))
            given.append("List[Tensor]" if base == "OutputList" else "Tensor")
            outputs.append(name)
            output_dtypes.append(element(inner))
        elif base == "ElementType":
            args.append(SchemaArg(name, DTYPE.jit[0], False))
            dtypes[name] = element(inner)
        elif base in ("Tensor", "TensorList") or inner == "const AnyTensor":
            args.append(SchemaArg(name, "Tensor" if base == "Tensor" else "List[Tensor]", optional))
            dtypes[name] = "any" if inner == "const AnyTensor" else element(inner)
        elif (found := torch_type(kind)) is not None:
            args.append(SchemaArg(name, found[0], optional or found[1]))
            values |= {name: parameter.values} if parameter.values else {}
        else:
            raise UserError(
                "cpp", f"'{name}' is {with_article(parameter.type)}, which no portable kernel takes"
            )
    return Arguments(
        tuple(args),
        tuple(given),
        {n: d for n, d in dtypes.items() if d},
        types=types,
        outputs=tuple(outputs),
        output_dtypes=tuple(output_dtypes),
        allocated=tuple(allocated),
        values=values,
    )
