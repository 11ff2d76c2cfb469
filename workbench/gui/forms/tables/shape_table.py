"""What the outputs' shape rules give for every set of example inputs."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from workbench.core.declaration.op import Op
from workbench.core.examples.example_shapes import SetShapes
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import ElidedLabel

__all__ = ["ShapeTable"]

_TIP = (
    "n=4: the axis is dynamic, it is 4 here. ?: only the kernel knows the size. The rule is used "
    "to allocate outputs, in torch's fake kernel, in setType, and in ONNX Runtime's shape inference."
)


class ShapeTable(QWidget):
    """A row per set, a column per output; hidden where the outputs' own rows say it all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shapeTable")
        self._code = code_font()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 4, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnMinimumWidth(0, 120)
        self._shown: tuple[list[str], list[SetShapes]] = ([], [])
        # Labels that are there stay: a new one costs more than all that is done with it.
        self._labels: dict[tuple[int, int], ElidedLabel] = {}
        self.hide()

    def show_op(self, op: Op, sets: list[SetShapes]) -> None:
        """Show what the rules of an op give for each set."""
        names = [o.name for o in op.outputs]
        if (names, sets) != self._shown:
            self._shown = (names, sets)
            self._fill(names, sets)
        plain = all(not s.names and not s.why for one in sets for s in one.shapes)
        self.setVisible(bool(names) and not (plain and len(sets) == 1))

    def cell(self, row: int, column: int) -> str:
        """The text of a cell; row 0 has the headers."""
        label = self._labels.get((row, column))
        return label.whole() if label is not None and not label.isHidden() else ""

    def _fill(self, names: list[str], sets: list[SetShapes]) -> None:
        for (row, column), label in self._labels.items():
            label.setVisible(row <= len(sets) and column <= len(names))
        for column, title in enumerate(["Example inputs", *names]):
            self._put(0, column, title, "header")
            self._grid.setColumnStretch(column, int(column > 0))
        for row, one in enumerate(sets, 1):
            self._put(row, 0, one.name or "Main inputs", "muted")
            for column, shape in enumerate(one.shapes, 1):
                text = str(shape)
                role = "muted" if shape.why else "code"
                label = self._put(row, column, text[:1].upper() + text[1:], role)
                label.setToolTip(plain_tip(f"{text}\n{_TIP}"))
                restyle(label, "shape", "wrong" if shape.why else None)
                font = self.font() if shape.why else self._code
                if label.font() != font:  # each is polished for it anew
                    label.setFont(font)

    def _put(self, row: int, column: int, text: str, role: str) -> ElidedLabel:
        label = self._labels.get((row, column))
        if label is None:
            label = self._labels[row, column] = ElidedLabel(text, self)
            if row and column:
                label.setObjectName(f"shapes[{row - 1}][{column - 1}]")
            self._grid.addWidget(label, row, column)
            # Else Qt shows each in a later turn, and lays out all of the page for each.
            label.show()
        restyle(label, "role", role)
        label.set_whole(text)
        return label
