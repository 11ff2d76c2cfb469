"""The card in which the kernel is declared: its style, its files, and how they are compiled."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from workbench.core import edits, signature
from workbench.core.key_path import get_at
from workbench.core.op import Kernel, Op
from workbench.gui.forms.binder import Binder
from workbench.gui.forms.field_grid import FieldGrid
from workbench.gui.forms.fields import ChoiceField, Field, TextField
from workbench.gui.forms.fold import Fold
from workbench.gui.forms.lines_field import LinesField
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.widgets import Card, muted
from workbench.gui.look.words import REGISTRATIONS, STYLES

__all__ = ["KernelCard"]

_MORE = ("sources", "include", "compile_flags", "link_flags")


class KernelCard(Card):
    """What applies to the style is shown; what is rarely needed is folded."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__("Kernel", "Where the computation is", parent)
        self._explained = muted("", self)
        grid = FieldGrid(binder, self)
        styles = [(n, f"{c.title}: {c.short}") for n, c in STYLES.items()]
        grid.add(0, 0, "kernel.style", ChoiceField(styles), apply=_set_style)
        grid.addWidget(self._explained, 1, 1, 1, 3)
        ways = [(n, f"{c.title} ({c.short})") for n, c in REGISTRATIONS.items()]
        grid.add(
            0,
            2,
            "kernel.registration",
            ChoiceField(ways),
            apply=_set_registration,
            prepare=_prepare_registration,
        )
        grid.add(2, 0, "kernel.source", TextField(str.strip), prepare=_prepare_source)
        grid.add(2, 2, "kernel.function", TextField(str.strip), prepare=_prepare_function)
        grid.add(3, 0, "kernel.package", TextField(str.strip), prepare=_prepare_package)
        self.body.addLayout(grid)
        line = ProblemLine(self)
        self.body.addWidget(line)
        binder.add_line("kernel", line)
        self._more = Fold("kernel.more", "More files and flags", self)
        more = FieldGrid(binder, self._more.content)
        for i, name in enumerate(_MORE):
            prepare = partial(_prepare_more, name=name)
            more.add(i // 2, 2 * (i % 2), f"kernel.{name}", LinesField(), prepare=prepare)
        self._more.body.addLayout(more)
        self.body.addWidget(self._more)

    def sync(self, op: Op) -> None:
        """Say what the style means, and unfold what has a content."""
        self._explained.setText(STYLES[op.kernel.style].text)
        filled = [name for name in _MORE if getattr(op.kernel, name)]
        self._more.setVisible(edits.compiles(op) or bool(filled))
        self._more.offer(bool(filled))

    def forget(self) -> None:
        """Another op."""
        self._more.forget()


def _set_style(op: Op, key: str, style: str) -> Op:
    return edits.set_style(op, style)


def _set_registration(op: Op, key: str, registration: str) -> Op:
    return edits.set_registration(op, registration)


def _is_default(op: Op, key: str) -> bool:
    return bool(get_at(op, key) == getattr(Kernel(), key.rpartition(".")[2]))


def _prepare_registration(field: Field, op: Op, key: str) -> None:
    style = op.kernel.style
    applies = style == "libtorch" or not _is_default(op, key)
    why = {
        "portable": "A portable kernel is always registered by the program.",
        "installed": "The op is registered by what brings it.",
        "python": "An autograd.Function is not registered, it is called.",
    }
    field.set_unusable("" if applies else why[style])
    field.set_tip(REGISTRATIONS[op.kernel.registration].text)


def _prepare_source(field: Field, op: Op, key: str) -> None:
    style = op.kernel.style
    # What an installed op does not use is shown only where the file says it all the same.
    field.set_applies(style != "installed")
    field.set_tip(
        "The Python file, in the op's folder"
        if style == "python"
        else "The C++ file, in the op's folder"
    )
    if isinstance(field, TextField):
        field.line.setPlaceholderText("kernel.py" if style == "python" else "kernel.cpp")


def _prepare_function(field: Field, op: Op, key: str) -> None:
    kernel = op.kernel
    own = kernel.registration == "own"
    field.set_applies(kernel.style != "installed" or bool(kernel.function))
    field.set_unusable(
        "The file registers its functions itself." if own and not kernel.function else ""
    )
    label, tip = "Function", "The C++ function, which may be qualified: ns::f"
    if kernel.style == "python":
        label, tip = "Class", "The autograd.Function in the file"
    elif kernel.registration == "pybind":
        tip = "The name under which the module has it: m.def(name, …)"
    field.set_tip(tip)
    if field.caption is not None:
        field.caption.setText(label)
    if isinstance(field, TextField):
        field.line.setPlaceholderText(signature.kernel_function(op))


def _prepare_package(field: Field, op: Op, key: str) -> None:
    field.set_applies(op.kernel.style == "installed" or bool(op.kernel.package))


def _prepare_more(field: Field, op: Op, key: str, name: str) -> None:
    if isinstance(field, LinesField):
        field.set_unusable(
            "" if edits.compiles(op) or getattr(op.kernel, name) else "Nothing is compiled here."
        )
