"""The table of times in a narrow card: what is left out is in the tips."""

from PySide6.QtWidgets import QWidget

from tests.gui.timing.test_time_card import HERE
from workbench.core.jobs import Timed, TimeResult
from workbench.core.timing import headers
from workbench.gui.timing.time_table import TimeTable


def test_what_a_narrow_table_leaves_out_is_in_the_tips(qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    table = TimeTable(parent)
    view = table.view
    view.setParent(parent)
    titles = ("PyTorch, eager", "torch.compile", "ONNX Runtime, this op")
    timed = tuple(Timed(t, t, 1, 1.0, 9999, 0.005, 0.00515, 0.00743) for t in titles)
    result = TimeResult("", {"a": (4, 3)}, 216, 865, 192, timed, (), (), {}, HERE)
    names = headers([result])
    parent.resize(1200, 300)
    view.resize(1200, 200)
    parent.show()
    table.fill(result, names, False)
    assert not any(view.isColumnHidden(names.index(n)) for n in names)
    view.resize(440, 200)
    qtbot.waitUntil(lambda: view.isColumnHidden(names.index("Calls")))
    tip = view.item(0, 0).toolTip()
    assert "FLOP/s 37.3 M" in tip
    assert "Calls 9,999" in tip
