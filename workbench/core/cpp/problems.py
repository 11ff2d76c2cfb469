"""Why something that was found in C++ cannot become an op, in words for its author."""

from __future__ import annotations

import re

from workbench.core.cpp.found import Function
from workbench.core.cpp.types import canonical, result_types, torch_type
from workbench.core.jobs import TorchSchema

__all__ = ["function_problem", "portable_problem", "schema_problem"]


def schema_problem(schema: TorchSchema) -> str:
    """Why a registered op cannot become one of ours; empty where it can."""
    if schema.mutable:
        return "it changes an argument (Tensor(a!)), which an ONNX graph cannot express"
    if schema.overload:
        return f"it has the overload name '{schema.overload}'; register it without"
    others = [r for r in schema.returns if r != "Tensor"]
    if others or not schema.returns:
        return f"it returns {others[0] if others else 'nothing'}, not tensors"
    if not any("Tensor" in a.type for a in schema.args):
        return "it takes no tensor"
    return ""


def function_problem(function: Function, direct: bool) -> str:
    """Why a libtorch function cannot become an op; empty where it can."""
    if function.cuda == "global":
        return "it is a CUDA kernel: choose the function that launches it"
    if function.template and direct:
        return "it is a template: choose or write a function that calls it with plain types"
    for i, parameter in enumerate(function.parameters):
        if torch_type(parameter.type) is None:
            what = f"'{parameter.name}'" if parameter.name else f"parameter {i + 1}"
            return f"{what} is a {_short(parameter.type)}, which no argument of a torch op can be"
    if not any("Tensor" in (torch_type(p.type) or ("",))[0] for p in function.parameters):
        return "it takes no tensor"
    if function.result == "auto":
        return ""
    results = result_types(function.result)
    if results is None:
        return f"it returns {_short(function.result)}, not tensors"
    others = [r for r in results if r not in ("Tensor", "List[Tensor]", "int")]
    if others:
        return f"it returns {_short(function.result)}; every result must be a tensor that is always there"
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
    outputs = [bool(re.fullmatch(r"(?:Tensor|Output)<(?!const ).*>", k)) for k in kinds]
    if not any(outputs):
        return "it has no output, such as wb::Tensor<float>"
    if outputs != sorted(outputs):
        return "outputs come after all arguments in a portable kernel"
    return ""


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"
