"""The Mapping page: the ONNX nodes that the op becomes, and the code that makes them."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSplitter, QWidget

from workbench.core.check.ort import OLDEST_ORT
from workbench.core.dtypes import DTYPES
from workbench.core.op import Constant, Op
from workbench.gui import edits
from workbench.gui.code_view import CodeView
from workbench.gui.forms.fields import ChoiceField, Field, TextField
from workbench.gui.forms.keys import get_at, replace_at
from workbench.gui.forms.node_cards import NodeCards
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.forms.record_table import Column, RecordTable
from workbench.gui.forms.text import format_value, parse_int, parse_value
from workbench.gui.pages.base import FormPage
from workbench.gui.previews import preview
from workbench.gui.services import Services
from workbench.gui.widgets import Card, heading, muted

__all__ = ["MappingPage"]

_PREVIEW_MS = 200
_IMPLEMENTATIONS = (
    ("portable", "the portable kernel"),
    ("export-only", "export only: another runtime"),
    ("none", "none: standard nodes only"),
)
_OLDEST = tuple(f"1.{minor}" for minor in range(OLDEST_ORT, 32))


class MappingPage(FormPage):
    """Cards for the nodes at the left, the generated Python at the right."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        nodes = QWidget()
        self.nodes = NodeCards(self.binder, nodes)
        self.sections.addWidget(
            self._section("Nodes", "In the order in which they are computed", "mapping", self.nodes)
        )
        self.constants = RecordTable(
            self.binder,
            "mapping.constants",
            "constant",
            _CONSTANT_COLUMNS,
            _add_constant,
            None,
            "Constants are tensors that nodes take as inputs: a literal, or the value of a scalar argument.",
        )
        card = Card("Constants", "")
        card.body.addWidget(self.constants)
        self._add_line("mapping.constants", card)
        self.sections.addWidget(card)
        self.sections.addWidget(self._ort_card())
        self.sections.addStretch(1)
        self.code = CodeView("python", self)
        self.code.setObjectName("generatedPython")
        self.code.set_title("Generated Python")
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.splitterMoved.connect(self._on_split)
        self._split = False
        self._splitter.addWidget(self.area)
        self._splitter.addWidget(self.code)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self.area.setMinimumWidth(400)
        self.code.setMinimumWidth(180)
        self.main.addWidget(self._splitter)
        self._later = QTimer(self, singleShot=True, interval=_PREVIEW_MS)
        self._later.timeout.connect(self._show_code)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._split:
            # The forms get what they need, the code what is left, until the user says else.
            width = event.size().width()
            left = min(max(570, width * 3 // 5), width - 180)
            self._splitter.setSizes([left, width - left])

    def _on_split(self, _place: int, _index: int) -> None:
        self._split = True

    def sync(self) -> None:
        assert self.document is not None
        op = self.document.op
        assert op is not None
        self.nodes.sync(op)
        self.constants.sync(op)

    def refresh(self) -> None:
        super().refresh()
        self._later.start()

    def _show_code(self) -> None:
        op = self.document.op if self.document is not None else None
        if op is not None:
            text, reason = preview("python", op)
            self.code.show_text(text, reason)

    def _section(self, title: str, subtitle: str, key: str, content: QWidget) -> QWidget:
        section = QWidget()
        layout = QGridLayout(section)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(8)
        layout.setColumnStretch(1, 1)
        layout.addWidget(heading(title), 0, 0)
        layout.addWidget(muted(subtitle), 0, 1)
        line = ProblemLine(section)
        layout.addWidget(line, 1, 0, 1, 2)
        layout.addWidget(content, 2, 0, 1, 2)
        self.binder.add_line(key, line)
        return section

    def _add_line(self, key: str, card: Card) -> None:
        line = ProblemLine(card)
        card.body.addWidget(line)
        self.binder.add_line(key, line)

    def _ort_card(self) -> Card:
        card = Card("ONNX Runtime", "How the custom node is run")
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        for place, label, key, field in (
            ((0, 0), "Implementation", "ort.implementation", ChoiceField(_IMPLEMENTATIONS)),
            ((1, 0), "Oldest version", "ort.oldest", ChoiceField(_OLDEST)),
            ((1, 2), "Since version", "ort.since_version", TextField(parse_int, str)),
        ):
            text = QLabel(label, card)
            text.setProperty("role", "header")
            text.setBuddy(field.widget)
            grid.addWidget(text, *place)
            grid.addWidget(field.widget, place[0], place[1] + 1, 1, 3 if place == (0, 0) else 1)
            self.binder.bind(key, field, label)
            field.set_tip(_TIPS[key])
        card.body.addLayout(grid)
        self._add_line("ort", card)
        return card


_TIPS = {
    "ort.implementation": "What runs the custom node",
    "ort.oldest": "The oldest ONNX Runtime that shall load the op library",
    "ort.since_version": "The version of the custom domain that has this op",
}


# -- fields of a constant -----------------------------------------------------------------


def _add_constant(op: Op) -> Op:
    taken = {a.name for a in op.args} | {c.name for c in op.mapping.constants}
    taken |= {name for node in op.mapping.nodes for name in node.outputs}
    constant = Constant(name=edits.fresh_name("c", taken), dtype="float32", value=1.0)
    constants = (*op.mapping.constants, constant)
    return replace(op, mapping=replace(op.mapping, constants=constants))


def _set_source(op: Op, key: str, arg: str) -> Op:
    owner = key.rpartition(".")[0]
    constant: Constant = get_at(op, owner)
    value = UNSET if arg else 1.0 if constant.value is UNSET else constant.value
    return replace_at(op, owner, replace(constant, arg=arg, value=value))


def _rename_constant(op: Op, key: str, name: str) -> Op:
    old = get_at(op, key)
    names = [c.name for c in op.mapping.constants]
    renamed = replace_at(op, key, name)
    if not old or not name or name in names or names.count(old) > 1:
        return renamed
    nodes = tuple(
        replace(n, inputs=tuple(name if i == old else i for i in n.inputs))
        for n in op.mapping.nodes
    )
    return replace(renamed, mapping=replace(renamed.mapping, nodes=nodes))


def _prepare_source(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        numbers = [a.name for a in op.args if a.type not in ("tensor", "str", "str[]")]
        field.set_choices([("", "(a literal)"), *numbers])


def _prepare_value(field: Field, op: Op, key: str) -> None:
    constant: Constant = get_at(op, key.rpartition(".")[0])
    field.set_applies(not constant.arg or constant.value is not UNSET)
    if isinstance(field, TextField):
        field.line.setPlaceholderText("0.5, or 1, 2, 3")


def _prepare_dtype(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        field.set_words([*(a.name for a in op.tensors), *DTYPES])


def parse_literal(text: str) -> Any:
    """A number, true or false, or a list of numbers."""
    stripped = text.strip()
    if not stripped:
        return UNSET
    if stripped.lower() in ("true", "false"):
        return stripped.lower() == "true"
    many = "," in stripped or stripped[0] == "["
    for kind in ("int", "float"):
        try:
            return parse_value(stripped, f"{kind}[]" if many else kind)
        except ValueError:
            continue
    raise ValueError("a number or a list of numbers is needed, e.g. 0.5 or 1, 2")


_CONSTANT_COLUMNS = (
    Column(
        "name",
        "Name",
        partial(TextField, str.strip),
        72,
        2,
        "Renamed in the nodes too",
        _rename_constant,
    ),
    Column(
        "dtype",
        "Element type",
        partial(TextField, str.strip),
        80,
        2,
        "An element type, or a tensor argument (then its type)",
        prepare=_prepare_dtype,
    ),
    Column(
        "arg",
        "Argument",
        ChoiceField,
        92,
        2,
        "The argument that gives the value, or a literal",
        _set_source,
        _prepare_source,
    ),
    Column(
        "value",
        "Literal",
        partial(TextField, parse_literal, format_value),
        72,
        2,
        "A scalar gives a 0-d tensor, a list a 1-d one",
        prepare=_prepare_value,
    ),
)
