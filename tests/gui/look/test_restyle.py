from PySide6.QtWidgets import QLabel, QProxyStyle

from workbench.gui.look.restyle import restyle


class _Counted(QProxyStyle):
    polished = 0

    def polish(self, what):
        type(self).polished += 1
        return super().polish(what)


def test_only_a_change_polishes(qtbot, monkeypatch):
    label = QLabel()
    qtbot.addWidget(label)
    style = _Counted()
    label.setStyle(style)
    monkeypatch.setattr(_Counted, "polished", 0)
    restyle(label, "problem", "")
    restyle(label, "target", False)
    assert _Counted.polished == 0
    restyle(label, "problem", "error")
    restyle(label, "problem", "error")
    assert _Counted.polished == 1
    restyle(label, "problem", "")
    assert _Counted.polished == 2
    assert label.property("problem") == ""
