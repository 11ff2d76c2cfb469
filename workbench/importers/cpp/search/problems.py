"""Why something that was found in C++ cannot become an op, in words for its author."""

from __future__ import annotations

import re

from workbench.core.jobs import TorchSchema
from workbench.core.types.arg_types import declared_for
from workbench.importers.cpp.syntax.body_tree import Body
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.types import (
    canonical,
    is_torchs_own,
    kept_results,
    plain,
    result_types,
    torch_type,
)
from workbench.importers.drafts.schema_args import kept_args, refused_argument, refused_result

__all__ = [
    "RESULTS",
    "function_problem",
    "portable_problem",
    "refused_parameter",
    "result_problem",
    "schema_problem",
    "stable_problem",
    "written_problem",
]

RESULTS = frozenset(("Tensor", "List[Tensor]"))
"""What an output can be, in torch's words."""


def schema_problem(schema: TorchSchema) -> str:
    """Why a registered op cannot become one of ours; empty where it can."""
    if schema.mutable:
        return "it changes an argument (Tensor(a!)), which an ONNX graph cannot express"
    if schema.overload:
        return f"it has the overload name '{schema.overload}'; register it without"
    others = [r for r in schema.returns if r not in RESULTS]
    if others or not schema.returns:
        return refused_result(others[0]) if others else "it returns nothing, not tensors"
    for arg in kept_args(schema.args):
        if not declared_for(arg.type):
            return refused_argument(f"its argument '{arg.name}'", arg.type, torch_has_it=True)
    if not any("Tensor" in a.type for a in schema.args):
        return "it takes no tensor"
    return ""


_STABLE_NAME = re.compile(r"\bstable\s*::\s*Tensor\b")
_USES_STABLE = re.compile(
    r"^\s*using\s+(?:namespace\s+(?:::)?torch::stable|(?:::)?torch::stable::Tensor)\s*;",
    re.MULTILINE,
)
_BARE_TENSOR = re.compile(r"(?<![:\w])Tensor\b")


def stable_problem(function: Function, text: str) -> str:
    """Why a function over the stable ABI's tensors, that no registration serves, cannot become an op.

    Args:
        function: of no registration.
        text: of its file, which says what ``Tensor`` stands for.
    """
    types = " ".join((function.result, *(p.type for p in function.parameters)))
    if _STABLE_NAME.search(types) or (_BARE_TENSOR.search(types) and _USES_STABLE.search(text)):
        return (
            "its tensors are torch::stable::Tensor, which torch hands over through STABLE_TORCH_LIBRARY "
            "alone: register it there, with a schema that changes no argument"
        )
    return ""


def function_problem(
    function: Function, direct: bool, registered: bool = False, wrapped: bool = True
) -> str:
    """Why a libtorch function cannot become an op; empty where it can.

    Args:
        function: with the result that its body says, where it is declared ``auto``.
        direct: it is called as it is, not by what registers it.
        registered: torch takes the op's schema from it.
        wrapped: a function of ours may stand between it and torch.
    """
    if function.cuda == "global":
        return "it is a CUDA kernel: choose the function that launches it"
    if function.template and direct:
        return "it is a template: choose or write a function that calls it with plain types"
    for i, parameter in enumerate(function.parameters):
        # A function of ours makes an enumerator of a number; torch, and Python, do not.
        if torch_type(parameter.type) is None or (parameter.enum and not wrapped):
            what = f"'{parameter.name}'" if parameter.name else f"parameter {i + 1}"
            return refused_parameter(what, parameter.written)
    if not any("Tensor" in (torch_type(p.type) or ("",))[0] for p in function.parameters):
        return "it takes no tensor"
    if function.result == "auto":
        return ""
    # One that is called by a function of ours gives a tensor in the place of one that is missing.
    results = (result_types if registered else kept_results)(function.result)
    if results is None:
        return f"it returns {_short(function.result)}, not tensors"
    if registered and not results:
        return f"it returns {_short(function.result)}, not tensors"
    return "" if set(results) <= RESULTS else result_problem(function.result)


def refused_parameter(what: str, kind: str) -> str:
    """Why a parameter is no argument of an op.

    Args:
        what: the parameter, as a sentence begins with it.
        kind: its type as it is written, which is none of ours.
    """
    return refused_argument(what, _short(kind), is_torchs_own(kind))


def result_problem(result: str) -> str:
    """Why several results are not those of an op.

    Args:
        result: the type as it is written.
    """
    return f"it returns {_short(result)}; every result must be a tensor that is always there"


def written_problem(function: Function, body: Body) -> str:
    """Why a function that writes into more than tensors cannot become an op; empty where it can.

    Args:
        function: the function.
        body: its body.
    """
    for parameter in function.parameters:
        kind, name = plain(parameter.type), parameter.name
        found = torch_type(parameter.type)
        if not kind.endswith("&") or kind.endswith("&&") or not name or found is None:
            continue
        if found == ("Tensor", False):
            continue  # the results of many functions are written into tensors
        given_back = not result_types(function.result) and "Tensor" in found[0]
        if given_back or body.changes(name, elements=True):
            return (
                f"it writes into '{parameter.name}', a {_short(parameter.type)}, and an op gives "
                "tensors that are always there: return them, as std::vector<at::Tensor>, or as "
                "std::tuple<at::Tensor, at::Tensor> for two"
            )
    return ""


def portable_problem(function: Function) -> str:
    """Why a function over our views is no portable kernel; empty where it is one."""
    kinds = [
        canonical(p.type).removesuffix("&").removeprefix("const ") for p in function.parameters
    ]
    if canonical(function.result) != "void":
        return f"a portable kernel returns void, this returns {function.result}"
    if not kinds or kinds[0] != "Context":
        return "a portable kernel's first parameter is const wb::Context&"
    for kind, parameter in zip(kinds, function.parameters, strict=True):
        what = f"'{parameter.name}' is a {_short(parameter.written)}"
        if parameter.is_dtype:  # a portable kernel knows nothing of torch's
            return f"{what}, which no portable kernel takes: take an int64_t"
        if re.fullmatch(r"TensorList<(?!const ).*>", kind):
            return f"{what}, a list to write into: take a wb::OutputList, and allocate each tensor"
        if re.fullmatch(r"optional<(?:Tensor|Output|OutputList)<(?!const ).*>>", kind):
            return f"{what}, and an output is always there: take it without std::optional"
        if "Tensor<" in kind and not kind.endswith(">"):
            return f"{what}, which no portable kernel takes: views are passed by value"
    outputs = [bool(re.fullmatch(r"(?:Tensor|Output|OutputList)<(?!const ).*>", k)) for k in kinds]
    if not any(outputs):
        return "it has no output, such as wb::Tensor<float>"
    if outputs != sorted(outputs):
        return "outputs come after all arguments in a portable kernel"
    return ""


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"
