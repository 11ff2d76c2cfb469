"""The head that a kernel's function must have, and the one that stands in the source instead."""

from __future__ import annotations

import msgspec

from workbench.core.check.interface import check_interface
from workbench.core.check.kernel import check_kernel
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.styles import Style

__all__ = ["OtherHead", "Wanted", "other_head", "wanted_head"]


class Wanted(msgspec.Struct, frozen=True):
    """The head that a declaration asks for.

    Attributes:
        style: the kernel's.
        source: its file, relative to the op's folder.
        function: the function or class.
        head: the head in C++; empty for Python.
        args: the arguments' names (Python).
    """

    style: Style
    source: str
    function: str
    head: str = ""
    args: tuple[str, ...] = ()

    @property
    def is_python(self) -> bool:
        """Whether it is a class's ``forward``."""
        return self.style.language == "python"


def wanted_head(op: Op) -> Wanted | None:
    """What the kernel's source must hold; None where there is none, or none can be written yet."""
    function = signature.kernel_function(op)
    kind = op.kernel.kind
    if kind.language == "python":
        return Wanted(kind, op.kernel.source, function, args=tuple(a.name for a in op.args))
    if not kind.asks_head:
        return None
    # Imported late: the templates are not needed for the first window.
    from workbench.core import codegen

    # The mapping and the examples may be unfinished: the head does not depend on them.
    if any(check_interface(op)) or any(check_kernel(op)):
        return None
    return Wanted(kind, op.kernel.source, function, codegen.kernel_head(op))


class OtherHead(msgspec.Struct, frozen=True):
    """A head that is not the wanted one.

    Attributes:
        name: the file's.
        line: of the head, 1-based.
        now: the head as written.
        text: the whole text with the wanted head; the present one where it cannot be put in.
        then: the head as it would be.
        problem: why it cannot be put in; empty where it can.
    """

    name: str
    line: int
    now: str
    text: str
    then: str
    problem: str


def other_head(op: Op, text: str) -> OtherHead | None:
    """What the head in the kernel's source is instead of what the signature asks for.

    Returns:
        None where it fits, where the text has none (it may be included, or not be written yet),
        or where the declaration asks for none.
    """
    wanted = wanted_head(op)
    if wanted is None:
        return None
    return _python(wanted, text) if wanted.is_python else _cpp(wanted, text)


def _cpp(wanted: Wanted, text: str) -> OtherHead | None:
    # Imported late: nothing is parsed for the first window.
    from workbench.importers.cpp.heads.head import find_head, find_heads, fits_head, with_head

    heads = find_heads(text, wanted.function)
    if not heads or any(fits_head(head.text, wanted.head) for head in heads):
        return None  # of several of one name C++ takes the one that fits
    head = heads[0]
    merged = with_head(text, wanted.function, wanted.head, lose_comments=True)
    after = find_head(merged.text, wanted.function)
    then = wanted.head if merged.problem or after is None else after.text
    return OtherHead(wanted.source, head.line, head.text, merged.text, then, merged.problem)


def _python(wanted: Wanted, text: str) -> OtherHead | None:
    from workbench.importers.cpp.heads.python_head import find_forward, with_arguments

    head = find_forward(text, wanted.function)
    if head is None or head.problem or len(head.names) == len(wanted.args):
        return None
    merged = with_arguments(text, wanted.function, list(wanted.args), list(head.names))
    after = find_forward(merged.text, wanted.function)
    first = f"{head.context}, " if head.context else ""
    then = f"def forward({first}{', '.join(wanted.args)})"
    if after is not None and not merged.problem:
        then = after.text
    return OtherHead(wanted.source, head.line, head.text, merged.text, then, merged.problem)
