"""A function over plain pointers: no op as it is, but one can be made whose kernel calls it."""

from __future__ import annotations

from workbench.importers.cpp.search.scan import scan
from workbench.importers.cpp.syntax.body_tree import Body
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.types import canonical, element_type, torch_type

__all__ = ["over_pointers"]


def over_pointers(texts: dict[str, str], name: str = "") -> tuple[str, str]:
    """A function over pointers to numbers, and the signature of an op that could call it.

    A pointer that the body writes through is a result, the others are arguments; so are numbers.

    Args:
        texts: the C++ texts by file name.
        name: the function that is meant; empty for the first that writes through a pointer.

    Returns:
        What it is, in words, and the signature; empty where there is none.
    """
    for function in scan(texts).functions:
        plain = function.name.rpartition("::")[2]
        if function.defined and not function.template and name in ("", plain, function.name):
            signature = _signature(function, plain, texts)
            if signature:
                return (
                    f"{plain} is over plain pointers, which do not say how large they are",
                    signature,
                )
    return "", ""


def _signature(function: Function, name: str, texts: dict[str, str]) -> str:
    written = _written(function, texts)
    arguments: list[str] = []
    results: list[str] = []
    for parameter in function.parameters:
        kind = canonical(parameter.type)
        element = element_type(kind.removesuffix("*")) if kind.endswith("*") else ""
        number = torch_type(parameter.type)
        if element:
            side = results if parameter.name in written else arguments
            listed = "Tensor" if element == "float32" else f"Tensor[{element}]"
            side.append(f"{listed} {parameter.name}")
        elif number is not None and number in (("int", False), ("float", False), ("bool", False)):
            arguments.append(f"{number[0]} {parameter.name}")
        else:
            return ""
    if not results or not any(a.startswith("Tensor") for a in arguments):
        return ""
    given = f"({', '.join(results)})"
    return f"{name}({', '.join(arguments)}) -> {given}"


def _written(function: Function, texts: dict[str, str]) -> set[str]:
    """The pointers that the body writes through, themselves or by another that starts at them."""
    source = Body(function, texts).source
    pointers = {p.name for p in function.parameters if "*" in p.type and "const" not in p.type}
    behind = {name: name for name in pointers}
    for node in source.all("init_declarator"):
        declarator, value = map(node.child_by_field_name, ("declarator", "value"))
        if declarator is None or value is None or declarator.type != "pointer_declarator":
            continue
        words = [source.of(n) for n in source.all("identifier", within=value)]
        made = [source.of(n) for n in source.all("identifier", within=declarator)]
        if made and words and words[0] in behind:
            behind[made[-1]] = behind[words[0]]
    found = set()
    for node in source.all("assignment_expression", "update_expression"):
        target = node.child_by_field_name("left") or node.child_by_field_name("argument")
        if target is None or target.type not in ("subscript_expression", "pointer_expression"):
            continue
        words = [source.of(n) for n in source.all("identifier", within=target)]
        if words and words[0] in behind:
            found.add(behind[words[0]])
    return found
