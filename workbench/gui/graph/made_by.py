"""What made the chosen node: the op, the node of its mapping, and the line of its symbolic function."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, sentence
from workbench.core.jobs import GraphNode
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.theme import color
from workbench.gui.look.widgets import muted

__all__ = ["MadeBy", "symbolic_place"]


class MadeBy(QWidget):
    """A few lines below the list of nodes, with links."""

    linked = Signal(object)
    """Go to a place: a ``Problem`` with its key, or its file and line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("graphMadeBy")
        self._places: dict[str, Problem] = {}
        self._made: tuple[GraphNode, Op, Path, int | None, str] | None = None
        self._name = PlainLabel(self)
        self._name.setProperty("role", "title")
        self._name.setWordWrap(True)
        self._text = muted("", self, "graphMadeByText")
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._text.linkActivated.connect(self._on_link)
        self.body = vbox(self._name, self._text, on=self, margins=(12, 8, 12, 10), spacing=4)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # What is HTML keeps the colours that it was written with.
        if event.type() == QEvent.Type.PaletteChange and self._made is not None:
            self.show_made(*self._made)

    def show_node(self, node: GraphNode | None, text: str) -> None:
        """Say something of a node in plain words; hidden where there is none."""
        self._made = None
        self.setVisible(node is not None)
        if node is not None:
            self._name.setText(node.op)
            self._name.setToolTip(plain_tip(node.title))
            self._text.setText(escape(text))

    def show_made(
        self, node: GraphNode, op: Op, folder: Path, index: int | None, missing: str
    ) -> None:
        """Say what made a node of an exported model.

        Args:
            node: the node.
            op: the declaration, with the mapping in use.
            folder: the op's.
            index: of the mapping's node; None where the mapping did not make it.
            missing: why ONNX Runtime cannot run it by itself; empty where it can.
        """
        self.setVisible(True)
        self._made = node, op, folder, index, missing
        self._name.setText(node.op)
        self._name.setToolTip(plain_tip(node.title))
        self._places = {}
        if index is None:
            self._text.setText(
                f"The sample model or the exporter made it, not the mapping of {escape(op.name)}."
            )
            return
        declared = op.mapping.nodes[index]
        of = f"mapping.nodes[{index}].op"
        self._places["node"] = Problem("", "", key=of)
        lines = [
            f"Made by {escape(op.name)}: {self._link('node', f'node {index + 1} of its mapping')}"
        ]
        if declared.outputs:
            lines[0] += f", which gives {escape(', '.join(declared.outputs))}"
        place = symbolic_place(op, folder, declared.op)
        if place is not None:
            self._places["line"] = place
            where = f"{Path(place.file).name}, line {place.line}"
            lines.append(f"Symbolic function: {self._link('line', where)}")
        if missing:
            lines.append(escape(sentence(missing)))
        elif declared.domain:
            runs = op.is_compared
            lines.append(
                "The op library has its kernel." if runs else "Another runtime has its kernel."
            )
        self._text.setText("<br>".join(lines))

    def _link(self, name: str, words: str) -> str:
        return f'<a href="{name}" style="color:{color("link").name()}">{escape(words)}</a>'

    def _on_link(self, name: str) -> None:
        self.linked.emit(self._places[name])


def symbolic_place(op: Op, folder: Path, node: str) -> Problem | None:
    """Where a mapping that the user wrote in Python makes a node; None where none is written."""
    source = op.mapping_kind.symbolic(op)[0]
    if not source:
        return None
    file = folder / source
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    name = re.escape(node.rpartition("::")[2])
    wanted = re.compile(rf"['\"](?:[\w.]+::)?{name}['\"]|\.{name}\(")
    found = next((i for i, text in enumerate(lines, 1) if wanted.search(text)), 0)
    return Problem("", "", file=str(file), line=found) if found else None
