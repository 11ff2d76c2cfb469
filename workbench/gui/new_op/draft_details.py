"""What an op drafted from elsewhere will be: its schema, arguments, nodes, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import UNSET
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from workbench.core.declaration.op import Op
from workbench.core.errors import sentence
from workbench.gui.look.fitted_table import name_item
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import heading, scaled
from workbench.gui.mapping.mapping_graph import MappingGraph
from workbench.importers.drafts.draft import Gap

__all__ = ["DraftDetails", "Row", "argument_row", "shown"]

Row = tuple[str, str, str]
"""An argument: its name, its type, and its default or example."""


class DraftDetails(QScrollArea):
    """A title, one line of code, a table, how it runs, and what has to be looked at.

    Args:
        name: the prefix of the object names.
        columns: the heads of the table.
        parent: the Qt parent.
    """

    def __init__(self, name: str, columns: Row, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"{name}Details")
        self.setAccessibleName("The chosen op")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = QWidget(self)
        self._body.setObjectName("pageBody")
        self.setWidget(self._body)
        self._title = self._label(f"{name}Title")
        scaled(self._title, 1.25, bold=True)
        self.line = self._label(f"{name}Line")
        self.line.setProperty("role", "code")
        self.line.setFont(code_font())
        self.how = self._label(f"{name}How")
        self.problem = self._label("problemLine")
        self._graph_title = heading("In the ONNX graph", self)
        self.graph = MappingGraph(self)
        self.graph.setObjectName(f"{name}Graph")
        self.graph.setAccessibleName("The ONNX nodes of the chosen op")
        self.graph.setFixedHeight(132)
        self._frame = QFrame(self)
        self._frame.setProperty("picture", True)
        vbox(self.graph, on=self._frame, margins=4)
        self._table_title = heading("Arguments", self)
        self.table = QTableWidget(0, 3, self)
        self.table.setObjectName(f"{name}Args")
        self.table.setAccessibleName("Arguments of the chosen op")
        self.table.setHorizontalHeaderLabels(columns)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self._gaps_title = heading("To look at, since the source does not say it", self)
        self.gaps = self._label(f"{name}Gaps")
        self.gaps.setTextFormat(Qt.TextFormat.RichText)
        layout = vbox(
            self._title,
            self.line,
            self.problem,
            self.how,
            on=self._body,
            margins=(0, 0, 8, 0),
            spacing=8,
        )
        sections: tuple[tuple[QLabel, QWidget], ...] = (
            (self._table_title, self.table),
            (self._graph_title, self._frame),
            (self._gaps_title, self.gaps),
        )
        for title, section in sections:
            layout.addSpacing(6)
            layout.addWidget(title)
            layout.addWidget(section)
        layout.addStretch(1)
        self.clear()

    def _label(self, name: str) -> QLabel:
        label = PlainLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def clear(self) -> None:
        """Show nothing."""
        self._body.hide()

    def show_draft(
        self,
        title: str,
        line: str,
        rows: Sequence[Row],
        op: Op | None,
        *,
        how: str = "",
        problem: str = "",
        gaps: Sequence[Gap] = (),
    ) -> None:
        """Show an op.

        Args:
            title, line: its name, and its signature.
            rows: its arguments.
            op: the drafted declaration; None where there is none.
            how: how ONNX Runtime will run it.
            problem: why it cannot be carried.
            gaps: what the user has still to say.
        """
        self._body.show()
        self._title.setText(title)
        # A soft break behind each comma and bracket, so that a long line wraps where it may.
        self.line.setText(line.replace("(", "(\u200b").replace(", ", ", \u200b"))
        self.problem.setText(problem)
        restyle(self.problem, "severity", "error")
        self.problem.setVisible(bool(problem))
        self.how.setText(how)
        self.how.setVisible(bool(how))
        self._fill(rows)
        for widget in (self._graph_title, self._frame):
            widget.setVisible(op is not None)
        if op is not None:
            self.graph.set_op(op)
        self.gaps.setText("".join(f"<p>• {escape(sentence(gap.message))}</p>" for gap in gaps))
        for widget in (self._gaps_title, self.gaps):
            widget.setVisible(bool(gaps))
        self.verticalScrollBar().setValue(0)

    def _fill(self, rows: Sequence[Row]) -> None:
        self.table.setRowCount(len(rows))
        for i, row in enumerate(rows):
            for j, text in enumerate(row):
                item = QTableWidgetItem(text) if j else name_item(text)
                item.setToolTip(plain_tip(text))
                self.table.setItem(i, j, item)
        height = (
            self.table.verticalHeader().length() + self.table.horizontalHeader().sizeHint().height()
        )
        self.table.setFixedHeight(height + 4)
        for widget in (self._table_title, self.table):
            widget.setVisible(bool(rows))


def shown(value: object) -> str:
    """A default or an example in a table."""
    if value is UNSET:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:g}" if isinstance(value, float) else str(value)


def argument_row(op: Op, index: int) -> Row:
    """An argument of a draft, with its example."""
    arg = op.args[index]
    example = op.example(arg.name)
    kind = arg.type
    if arg.is_tensor:
        dtypes = op.types.get(str(arg.dtype), (str(arg.dtype),))
        kind = " or ".join(dtypes) + (", may be None" if arg.optional else "")
    if example is None or example.none:
        return arg.name, kind, "None" if example is not None else shown(arg.default)
    if not arg.is_tensor:
        return arg.name, kind, shown(example.value)
    sizes = [
        f"{example.dynamic[i]} = {size}" if i in example.dynamic else str(size)
        for i, size in enumerate(example.shape if isinstance(example.shape, tuple) else ())
    ]
    return arg.name, kind, f"[{', '.join(sizes)}]"
