"""One op of the gallery: its graph, what it computes, and how it is made."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QWidget,
)

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import muted, scaled
from workbench.gui.mapping.mapping_graph import MappingGraph

__all__ = ["GalleryDetails"]

_FACTS = ("Schema", "Element types", "ONNX nodes", "Variants")


class GalleryDetails(QScrollArea):
    """Filled from the declaration alone: nothing is built for it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("galleryDetails")
        self.setAccessibleName("The chosen op of the gallery")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = QWidget(self)
        self._body.setObjectName("pageBody")
        self.setWidget(self._body)
        self._name = scaled(PlainLabel(self), 1.4, bold=True)
        self._name.setObjectName("galleryName")
        self._doc = PlainLabel(self)
        self._doc.setObjectName("galleryDoc")
        self._doc.setWordWrap(True)
        self._style, self._ort = self._chip("galleryStyle"), self._chip("galleryOrt")
        self.graph = MappingGraph(self)
        self.graph.setObjectName("galleryGraph")
        self.graph.setAccessibleName("The ONNX nodes of the chosen op")
        self.graph.setFixedHeight(168)
        frame = QFrame(self)
        frame.setProperty("picture", True)
        vbox(self.graph, on=frame, margins=8)
        self._facts = QFormLayout()
        self._facts.setHorizontalSpacing(16)
        self._facts.setVerticalSpacing(6)
        top_left = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        self._facts.setLabelAlignment(top_left)
        self._facts.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._values: dict[str, QLabel] = {}
        for label in _FACTS:
            value = PlainLabel(self)
            value.setWordWrap(True)
            self._values[label] = value
            self._facts.addRow(muted(label, self), value)
        self._values["Schema"].setProperty("role", "code")
        self._values["Schema"].setFont(code_font())
        chips = hbox(self._style, self._ort, Stretch(), spacing=6)
        vbox(
            self._name,
            chips,
            self._doc,
            frame,
            self._facts,
            Stretch(),
            on=self._body,
            margins=(0, 0, 4, 0),
            spacing=10,
        )

    def _chip(self, name: str) -> QLabel:
        chip = PlainLabel(self)
        chip.setObjectName(name)
        chip.setProperty("role", "chip")
        return chip

    def show_op(self, op: Op | None) -> None:
        """Show an op, or nothing."""
        self._body.setVisible(op is not None)
        if op is None:
            return
        self._name.setText(op.name)
        self._doc.setText(op.doc)
        self.graph.set_op(op)
        style, ort = op.kernel.kind.words, op.ort.side.words
        self._style.setText(style.title)
        self._style.setToolTip(plain_tip(style.text))
        self._ort.setText(f"ONNX Runtime: {ort.title[:1].lower()}{ort.title[1:]}")
        self._ort.setToolTip(plain_tip(ort.text))
        tensors = signature.tensor_args(op)
        dtypes = dict.fromkeys(d for a in tensors for d in signature.arg_dtypes(op, a))
        nodes = list(dict.fromkeys(n.op for n in op.mapping.nodes))
        # A soft break behind each comma and bracket, so that a long schema wraps where it may.
        schema = f"{op.namespace}::{signature.torch_schema(op)}"
        for label, text in (
            ("Schema", schema.replace("(", "(\u200b").replace(", ", ", \u200b")),
            ("Element types", ", ".join(dtypes)),
            ("ONNX nodes", ", ".join(nodes) or f"made by {op.mapping.source}"),
            ("Variants", "\n".join(_variant(n, v.doc) for n, v in op.variants.items())),
        ):
            self._values[label].setText(text)
            self._facts.setRowVisible(self._values[label], bool(text))
        self.verticalScrollBar().setValue(0)


def _variant(name: str, doc: str) -> str:
    return f"{name}: {doc}" if doc else name
