"""Function templates with the arguments that they are registered with."""

from __future__ import annotations

import re

import msgspec

from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.types import canonical, template_arguments

__all__ = ["specialized"]


def specialized(function: Function, given: str) -> Function:
    """A function template with the arguments that it is registered with."""
    names = function.template_names
    values = dict(zip(names, template_arguments(canonical(f"f{given}")), strict=False))
    if not given or not values:
        return function

    def with_values(text: str) -> str:
        return re.sub(r"[A-Za-z_]\w*", lambda m: values.get(m[0], m[0]), text)

    replace = msgspec.structs.replace
    return replace(
        function,
        template="" if len(values) == len(names) else function.template,
        result=with_values(function.result),
        parameters=tuple(replace(p, type=with_values(p.type)) for p in function.parameters),
        given=given,
    )
