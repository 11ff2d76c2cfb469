"""The small lines of an op's last runs."""

from workbench.core.storage.history import Run
from workbench.gui.look.theme import color
from workbench.gui.ops.history_plot import HistoryPlot


def test_a_figure_alone_between_runs_without_one_is_a_whole_dot(qtbot):
    plot = HistoryPlot()
    qtbot.addWidget(plot)
    errors = [0.0, None, None]
    runs = [Run(i, "foo", 0, "", "", "agrees", {}, None, e, None, "") for i, e in enumerate(errors)]
    plot.resize(300, 34)
    plot.show_runs(runs, [""] * 3, ["ok"] * 3)
    at = next(point for point in plot._points(plot._lines[1]) if point is not None).toPoint()
    image = plot.grab().toImage()
    assert image.pixelColor(at) == color("warning")
    assert image.pixelColor(at.x() - 1, at.y()) == color("warning")
