"""The function by which a package offers an op: its typed parameters, and what its docstring says."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from msgspec import UNSET

from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Op
from workbench.core.types.dtypes import DTYPES

__all__ = ["docstring", "parameters", "returns"]

_WIDTH = 92


def parameters(op: Op) -> list[str]:
    """The parameters as Python writes them: ``alpha: float = 1.0``."""
    last_required = max(
        (i for i, a in enumerate(op.args) if a.default is UNSET and not a.optional), default=-1
    )
    return [_parameter(a, i > last_required) for i, a in enumerate(op.args)]


def returns(op: Op) -> str:
    """The type of the result."""
    if len(op.outputs) == 1:
        return "Tensor"
    return f"tuple[{', '.join('Tensor' for _ in op.outputs)}]"


def docstring(op: Op) -> str:
    """What it computes, takes and gives; without quotes around it."""
    lines = [_sentence(op.doc) if op.doc else f"Call {op.torch}."]
    if op.doc:
        lines += ["", f"In torch it is ``{op.torch}``."]
    if op.args:
        lines += ["", "Args:", *(line for a in op.args for line in _entry(a.name, _taken(op, a)))]
    results = [(o.name, _given(op, o.name)) for o in op.outputs]
    if len(results) == 1:
        lines += ["", "Returns:", *_wrapped(results[0][1], "    ")]
    else:
        lines += ["", "Returns:", *(line for n, text in results for line in _entry(n, text))]
    lines += ["", "Raises:", "    ImportError: torch is not there, or none that this is made for."]
    return "\n".join(lines)


def _parameter(arg: Arg, may_lack: bool) -> str:
    kind = f"{arg.kind.python} | None" if arg.optional else arg.kind.python
    if not may_lack:
        return f"{arg.name}: {kind}"
    default = None if arg.default is UNSET else arg.default
    if arg.is_dtype:  # torch's name of it would need torch, which a call alone imports
        kinds = " | ".join((kind, "int"))
        return f"{arg.name}: {kinds} = {DTYPES[str(default)].number}"
    return f"{arg.name}: {kind} = {default!r}"


def _taken(op: Op, arg: Arg) -> str:
    words = []
    if arg.has_elements:
        words.append(
            " or ".join(signature.arg_dtypes(op, arg)) if arg.dtype != "any" else "any type"
        )
    if arg.optional:
        words.append("may be None")
    if arg.default is not UNSET:
        default = arg.default if arg.is_dtype else repr(arg.default)
        words.append(f"{default} without it")
    return "; ".join(filter(None, [arg.doc, ", ".join(words)])) or arg.kind.doc


def _given(op: Op, name: str) -> str:
    output = next(o for o in op.outputs if o.name == name)
    dtypes = " or ".join(signature.output_dtypes(op, output))
    return "; ".join(
        filter(None, [output.doc, f"{dtypes} of shape {' '.join(output.shape.split())}"])
    )


def _entry(name: str, text: str) -> Iterator[str]:
    yield from _wrapped(f"{name}: {text}", "    ", "        ")


def _wrapped(text: str, indent: str, further: str = "") -> list[str]:
    text = f"{text.strip().rstrip('.')}."
    found = textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=further or indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return found or [indent]


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return "\n".join(textwrap.wrap(f"{text[:1].upper()}{text[1:].rstrip('.')}.", _WIDTH))
