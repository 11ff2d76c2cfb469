"""What torch, the exporter and the C++ function see of the op, as one types."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from workbench.core.check.interface import check_interface
from workbench.core.check.kernel import check_kernel
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.gui.look.icons import icon
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import ElidedLabel, flat_button

__all__ = ["LiveSignature", "Preview", "previews"]

_WIDTH = 66
"""Characters, as many as a window of 1024 pixels has room for; a longer C++ head is broken into lines."""


class Preview(NamedTuple):
    """One text.

    Attributes:
        text: as far as it can be written; empty where there is none.
        why: what is wrong, in a few words; then ``text`` is not to be relied on.
    """

    text: str
    why: str = ""


def previews(op: Op) -> dict[str, Preview]:
    """The schema, the descriptors of ``parse_args``, and the head of the C++ function."""
    used = op.resolved() if op.variant in op.variants else op.resolved("")
    wrong = [(p.key, p.message) for p in check_interface(used)]
    shapes = [(k, m) for k, m in wrong if k.endswith(".shape")]
    # A rule says how large an output is: no signature shows that.
    blocking = [entry for entry in wrong if entry not in shapes and not entry[0].startswith("name")]
    kernel = [(p.key, p.message) for p in check_kernel(used)]
    found = {"schema": Preview(*_preview(lambda: _schema(used), blocking))}
    if not used.kernel.kind.is_function:
        found["parse_args"] = Preview(*_preview(lambda: _parse_args(used), blocking))
    if used.kernel.kind.asks_head:
        found["head"] = Preview(*_preview(lambda: _head(used), [*blocking, *kernel]))
    return found


def _preview(make: Callable[[], str], wrong: list[tuple[str, str]]) -> tuple[str, str]:
    why = ""
    if wrong:
        why = wrong[0][1]
    try:
        return make(), why
    except UserError as error:
        return "", why or error.problem.message
    except (LookupError, ValueError, TypeError):
        if not why:
            raise  # a sound declaration has all of them
        return "", why


def _schema(op: Op) -> str:
    return f"{op.namespace}::{signature.torch_schema(op)}"


def _parse_args(op: Op) -> str:
    descriptors = ", ".join(f'"{d}"' for d in signature.parse_args(op))
    return f"@parse_args({descriptors})"


def _head(op: Op) -> str:
    from workbench.core import codegen  # the templates are not needed for the first window

    head = codegen.kernel_head(op)
    last = head.rpartition("\n")[2]
    if len(last) <= _WIDTH or "(" not in last:
        return head
    start, _, rest = head.partition("(")
    parameters = rest.rpartition(")")[0]
    return f"{start}(\n{_filled(parameters)})"


def _filled(parameters: str) -> str:
    """Parameters in lines, broken after the commas that are in no angle brackets."""
    parts, depth = [""], 0
    for letter in parameters:
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) > _WIDTH - 6:
            lines.append("")
        lines[-1] += f", {part.strip()}" if lines[-1] else part.strip()
    return ",\n".join(f"    {line}" for line in lines)


_ROWS = (
    (
        "schema",
        "torchSchema",
        "Schema",
        "How torch registers the op and checks a call: names, types, defaults. Tensor? may be "
        "None; int is 64 bits and float is a Python float, which is a double in C++.",
    ),
    (
        "parse_args",
        "parseArgs",
        "Symbolic",
        "How the TorchScript exporter hands each argument to the symbolic function: v is a value "
        "of the graph (a tensor), i, f, b and s are an int, float, bool and string that must be "
        "constants, is and fs are lists of them, t is a constant tensor, none is not looked at.",
    ),
    (
        "head",
        "cppHead",
        "C++ head",
        "The head that the kernel's function must have. Outputs of a portable kernel are "
        "parameters: they are allocated from the shape rules before it is called.",
    ),
)


class LiveSignature(QWidget):
    """Three texts with buttons that copy them.

    While the declaration has problems each stays at its last sound form, greyed, and the reason
    stands below.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnMinimumWidth(0, 76)
        self._grid.setColumnStretch(1, 1)
        self._parts: dict[str, tuple[QLabel, QLabel, QWidget]] = {}
        self._good: dict[tuple[Path, str], str] = {}
        for row, (key, name, title, tip) in enumerate(_ROWS):
            self._add(row, key, name, title, tip)
        self._why = ElidedLabel("\N{NO-BREAK SPACE}", self)
        self._why.setObjectName("signature.why")
        self._why.setProperty("role", "muted")
        # It comes and goes while one types below it: one line, whatever it says.
        policy = self._why.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._why.setSizePolicy(policy)
        self._why.hide()
        self._grid.addWidget(self._why, len(_ROWS), 1, 1, 2)

    def _add(self, row: int, key: str, name: str, title: str, tip: str) -> None:
        label = PlainLabel(title, self)
        label.setProperty("role", "header")
        text = PlainLabel(self)
        text.setObjectName(name)
        text.setAccessibleName(title)
        text.setProperty("role", "code")
        text.setFont(code_font())
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        button = flat_button(icon("copy"), f"Copy: {title}", self)
        button.setObjectName(f"{name}.copy")
        button.clicked.connect(self._on_copy)
        for widget in (label, text):
            widget.setToolTip(plain_tip(tip))
        top = Qt.AlignmentFlag.AlignTop
        label.setContentsMargins(0, 3, 0, 0)
        text.setContentsMargins(0, 3, 0, 5)
        self._grid.addWidget(label, row, 0, top)
        self._grid.addWidget(text, row, 1, top)
        self._grid.addWidget(button, row, 2, top)
        self._parts[key] = (label, text, button)

    def show_op(self, folder: Path, op: Op, *, quiet: bool = False) -> None:
        """Show an op's; what was sound is remembered by its folder.

        Args:
            folder, op: the op.
            quiet: it is being typed, so a mistake is not spoken of yet.
        """
        found = previews(op)
        stale: list[str] = []
        for key, (label, text, button) in self._parts.items():
            shown = found.get(key)
            for widget in (label, text, button):
                widget.setVisible(shown is not None)
            if shown is None:
                continue
            if not shown.why:
                self._good[folder, key] = shown.text
            last = self._good.get((folder, key), shown.text)
            text.setText(last or "–")
            restyle(text, "stale", bool(shown.why) and not quiet)
            button.setEnabled(bool(last))
            if shown.why:
                stale.append(label.text())
        reasons = list(dict.fromkeys(p.why for p in found.values() if p.why))
        if quiet and self._why.isHidden():
            return
        self._why.setVisible(bool(reasons))
        if reasons:
            what = "All" if len(stale) == len(found) else " and ".join(stale)
            self._why.set_whole(f"{what} as before the mistake: {reasons[0]}.")

    def _on_copy(self) -> None:
        for _, text, button in self._parts.values():
            if button is self.sender():
                QGuiApplication.clipboard().setText(text.text())
