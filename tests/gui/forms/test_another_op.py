"""Another op on the page: it is laid out together, and its shapes are worked out once.

It is painted once all of it has its place, with rows that were made before.
"""

import os

import numpy as np
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Example, Op
from workbench.gui.forms.tables import seen_shapes
from workbench.gui.forms.tables.seen_shapes import SeenShapes
from workbench.gui.look.widgets import Card


class Moves(QObject):
    """Counts how often a widget is put elsewhere."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Move
        return False


def test_what_is_below_waits_for_all_that_is_shown_above_it(rich, qtbot):
    window, documents = rich[0].window, rich[0].session.project.documents
    page = rich[0].page("signature")
    window.show()
    others = [folder for folder in documents if documents[folder] is not rich[1]]
    window.workspace.show_op(others[0])
    qtbot.wait(50)
    moves = Moves(page)
    page.kernel.installEventFilter(moves)
    window.workspace.show_op(rich[1].folder)
    assert moves.count == 0, "it waits for all of the page"
    qtbot.waitUntil(lambda: moves.count > 0)


class Places(QObject):
    """Where the parts of a page are while it is painted, and afterwards."""

    def __init__(self, parts: list[QWidget]) -> None:
        super().__init__(parts[0])
        self._parts = parts
        self.painted: list[list[QRect]] = []
        for part in parts:
            part.installEventFilter(self)

    def now(self) -> list[QRect]:
        return [part.geometry() for part in self._parts]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.painted.append(self.now())
        return False


def test_another_op_is_painted_where_it_stays(rich, qtbot):
    window, documents = rich[0].window, rich[0].session.project.documents
    page = rich[0].page("signature")
    window.show()
    others = [folder for folder in documents if documents[folder] is not rich[1]]
    window.workspace.show_op(others[0])
    qtbot.wait(50)
    places = Places([page.body, *page.findChildren(Card)])
    before = places.now()
    window.workspace.show_op(rich[1].folder)
    qtbot.waitUntil(lambda: bool(places.painted))
    qtbot.waitUntil(lambda: not page.binder.later.active)
    qtbot.wait(50)
    assert places.now() != before, "the op is of another size"
    assert {tuple(map(QRect.getRect, each)) for each in places.painted} == {
        tuple(map(QRect.getRect, places.now()))
    }
    assert page.live.updatesEnabled()


def test_the_rows_that_any_op_needs_are_made_before_one_is_shown(rich, qtbot):
    page = rich[0].page("signature")
    ops = [d.op for d in rich[0].session.project.documents.values()]
    for table in page.tables():
        most = max(map(table.needed, ops))
        qtbot.waitUntil(lambda table=table, most=most: table.capacity() >= most)
    page.parts.prepare_row()
    spare = page.parts._spare[0]
    assert all(widget.isHidden() for widget in spare.widgets())
    rich[0].window.workspace.show_op(next(iter(rich[0].session.project.documents)))
    qtbot.wait(1)
    assert all(widget.isHidden() for widget in spare.widgets())


def test_shapes_are_worked_out_again_only_for_another_op_or_file(document, tmp_path, monkeypatch):
    asked: list[Op] = []
    shapes = seen_shapes.example_shapes
    monkeypatch.setattr(seen_shapes, "example_shapes", lambda op: (asked.append(op), shapes(op))[1])
    seen = SeenShapes()
    np.save(tmp_path / "a.npy", np.zeros((2, 3), np.float32))
    op = document.op
    inputs = (Example("a", file="a.npy"), *(e for e in op.model.inputs if e.arg != "a"))
    filed = op.__replace__(model=op.model.__replace__(inputs=inputs))
    assert seen.sets(op, tmp_path) is seen.sets(op, tmp_path)
    first = seen.sets(filed, tmp_path)
    assert seen.sets(filed, tmp_path) is first
    assert len(asked) == 2
    np.save(tmp_path / "a.npy", np.zeros((5, 3), np.float32))
    os.utime(tmp_path / "a.npy", ns=(1, 1))
    assert seen.sets(filed, tmp_path) is not first


def test_a_page_that_is_shown_first_is_painted_where_it_stays(rich, qtbot):
    window = rich[0].window
    window.show()
    window.workspace.show_op(rich[1].folder)
    qtbot.wait(50)
    page = rich[0].page("model")
    places = Places([page.body, *page.findChildren(Card)])
    qtbot.waitUntil(lambda: bool(places.painted))
    qtbot.waitUntil(lambda: not page.binder.later.active)
    qtbot.wait(50)
    assert {tuple(map(QRect.getRect, each)) for each in places.painted} == {
        tuple(map(QRect.getRect, places.now()))
    }
