"""Which of its parameters a function changes, and what the number is that it returns then."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.core.examples.made_up import is_result
from workbench.importers.cpp.syntax.body import TensorHints, returned_texts
from workbench.importers.cpp.syntax.found import Function, Parameter
from workbench.importers.cpp.syntax.types import canonical, plain, result_types, torch_type

__all__ = [
    "changed_in_place",
    "copied_for",
    "in_place_of",
    "is_reference",
    "is_status",
    "must_not_change",
    "only_says_status",
    "perhaps_changed",
    "perhaps_written",
    "result_name",
    "unsure_of",
    "written_by",
]


_STATUS = re.compile(r"-?\d+|[A-Za-z_]\w*(?:SUCCESS|OK)\w*|true|false")


def is_status(function: Function, body: str, hints: dict[str, TensorHints]) -> bool:
    """Whether the whole number that a function returns is no result: it writes its results elsewhere."""
    if result_types(function.result) != ("int",) or len(_tensors(function)) < 2:
        return False
    return not body or only_says_status(body) or bool(_surely_written(function, hints))


def only_says_status(body: str) -> bool:
    """Whether a body returns nothing but words for success and failure."""
    return all(map(_STATUS.fullmatch, returned_texts(body)))


def _tensors(function: Function) -> list[Parameter]:
    return [p for p in function.parameters if torch_type(p.type) == ("Tensor", False) and p.name]


def _surely_written(function: Function, hints: dict[str, TensorHints]) -> list[str]:
    """The tensors that the body writes into, or that are named or passed like results."""
    tensors = _tensors(function)
    changed = [p.name for p in tensors if hints[p.name].written]
    named = [p.name for p in tensors if is_result(p.name)]
    return changed or named or [p.name for p in tensors if is_reference(p.type)]


def written_by(function: Function, hints: dict[str, TensorHints], returns: bool) -> list[str]:
    """The tensor parameters that results are written into."""
    if returns:
        return []
    tensors = _tensors(function)
    open_ = [p for p in tensors if not canonical(p.type).startswith("const ")] or tensors
    found = _surely_written(function, hints) or [p.name for p in open_[-1:]]
    # At least one tensor must be left to take.
    if len(found) < len(tensors) or any(hints[n].read_first for n in found):
        return found
    return found[-1:] if len(tensors) > 1 else [n for n in found if hints[n].written]


def unsure_of(
    function: Function, hints: dict[str, TensorHints], in_place: Sequence[str]
) -> list[str]:
    """Those of the results in place that are a guess: of another tensor the same could be thought."""
    if len(_tensors(function)) == 1:
        return []
    return [n for n in in_place if not hints[n].read_first and _may_count(hints, n)]


def _may_count(hints: dict[str, TensorHints], name: str) -> bool:
    """Whether neither what is done with a tensor nor its name shows that what it is given counts not."""
    return hints[name].undecided and not is_result(name)


def in_place_of(
    function: Function, hints: dict[str, TensorHints], written: Sequence[str]
) -> list[str]:
    """Those of the results that are arguments, too, as what is in them counts."""
    alone = len(_tensors(function)) == 1
    return [n for n in written if hints[n].read_first or _may_count(hints, n) or alone]


def copied_for(
    function: Function,
    hints: dict[str, TensorHints],
    written: Sequence[str],
    in_place: Sequence[str],
) -> tuple[int, ...]:
    """The positions of what the function changes and does not only write.

    Args:
        function: whose parameters.
        hints: of the parameters, in order.
        written: those that results go into.
        in_place: those of these that are arguments, too.
    """
    return tuple(
        i
        for i, (p, h) in enumerate(zip(function.parameters, hints.values(), strict=True))
        if p.name in in_place
        or (
            p.name not in written
            and (
                is_reference(p.type) or (h.changed and (torch_type(p.type) or ("",))[0] == "Tensor")
            )
        )
    )


def is_reference(kind: str) -> bool:
    """Whether a parameter's type says that its value may be changed."""
    return plain(kind).endswith("&")


def result_name(name: str) -> str:
    """What the result of an argument that is changed in place is called."""
    return f"{name}_out"


def changed_in_place(name: str) -> str:
    """What becomes of an argument that the function changes, and gives its result in."""
    return f"'{name}' is changed by the function: an op gives it a copy, and returns that as '{result_name(name)}'"


def perhaps_changed(function: Function, name: str) -> str:
    """What becomes of an argument of which it is a guess that the function changes it."""
    return (
        f"{function.name} returns nothing, and its text does not show what it writes into: "
        f"'{name}' is a guess. An op gives it a copy, and returns that as '{result_name(name)}'"
    )


def must_not_change(name: str) -> str:
    """What to do about an argument that may be changed, which is the caller's own."""
    return f"'{name}' may be changed by the function, which no op may do: let it change {name}.clone() then"


def perhaps_written(function: Function, written: list[str]) -> list[tuple[str, str]]:
    """A word on the tensors after the results, which often are results, too."""
    after = [p.name for p in function.parameters if p.name]
    after = after[after.index(written[0]) :]
    names = [
        f"'{p.name}'"
        for p in function.parameters
        if p.name in after
        and p.name not in written
        and torch_type(p.type) == ("Tensor", False)
        and not canonical(p.type).startswith("const ")
    ]
    if not names:
        return []
    what = f"{' and '.join(names)} {'comes' if len(names) == 1 else 'come'} after '{written[0]}'"
    which = "it is an output" if len(names) == 1 else "they are outputs"
    return [("args", f"{what}: if {function.name} writes there, too, {which} and no argument")]
