"""The card Time: what is measured is shown as it comes, and nothing is said of who did not run."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from workbench.core.jobs import Machine, PictureJob, Roof, Timed, TimeResult
from workbench.core.timing import headers, roofs_of
from workbench.gui.timing.plot import TimePlot, ticks

HERE = Machine("here", "a processor", 2)


@pytest.fixture
def card(drive, document, qtbot):
    page = drive.page("run")
    document.set_text(document.source, "// host: none\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    return page.time


def begin(drive, document, qtbot, card, word: str) -> None:
    """Run an op that behaves so, and begin to sweep its first axis."""
    document.set_text(document.source, f"// host: {word}\n")
    drive.run_all()
    qtbot.waitUntil(card.button.isEnabled)
    title = next(c.title for c in card._choices if c.axis)
    card.inputs.setCurrentIndex(card.inputs.findText(title))
    card.button.click()
    assert card.button.text() == "Stop"


def rows(card) -> list[list[str]]:
    table = card.table
    return [
        [table.item(row, column).text() for column in range(table.columnCount() - 1)]
        for row in range(table.rowCount())
    ]


def test_a_sweep_is_a_table_for_each_size_and_a_plot(drive, document, qtbot, card):
    assert card.table.isHidden()
    begin(drive, document, qtbot, card, "sweep")
    qtbot.waitUntil(lambda: card.button.text() == "&Measure")
    assert not card.plot.isHidden()
    assert card.point.count() == 5
    who = [row[0] for row in rows(card)]
    assert "PyTorch, eager" in who
    assert "torch.compile" not in who
    assert card._failed.text() == "Not measured: torch.compile: it does not compile"
    assert card._failed.property("severity") == "warning"
    for column in (2, 3):
        assert card.table.item(0, column).textAlignment() & Qt.AlignmentFlag.AlignRight
    card.point.setCurrentIndex(0)
    card.point.activated.emit(0)
    assert rows(card)[0][2:4] == ["10.0 µs", "20.0 µs"]
    assert rows(card)[0][7] == "12.0 M"
    assert "30 elements" in card._shown.whole()


def test_who_was_timed_is_whole_beside_all_figures(drive, qtbot, card):
    """At 1440 pixels, where the card is in the narrower of two columns, with bytes and operations."""
    drive.window.resize(1440, 900)
    qtbot.waitUntil(lambda: drive.page("run").area.columns.are_two)
    who = ("PyTorch, eager", "torch.compile", "ONNX Runtime, this op")
    timed = tuple(Timed(w, w, n, 0.1, 999, 4.83, 5.29, 9.9) for n in (1, 2) for w in who)
    result = TimeResult("", {"a": [4, 3, 8]}, 216, 864.0, 192.0, timed, (), (), {}, HERE)
    names = headers([result])
    card._times.fill(result, names, pictured=False)
    table = card.table
    table.show()
    qtbot.waitUntil(lambda: table.viewport().width() > 400)
    wide = table.fontMetrics().horizontalAdvance("PyTorch, eager")
    qtbot.waitUntil(lambda: table.columnWidth(0) >= wide + 8)
    assert rows(card)[2][0] == "ORT, this op"
    qtbot.waitUntil(lambda: table.horizontalScrollBar().maximum() == 0)
    for name in ("Threads", "Median", "p95", "Bytes/s", "FLOP/s"):
        assert not table.isColumnHidden(names.index(name)), name
    assert not any(table.isRowHidden(row) for row in range(6))


def test_what_one_says_of_itself_is_behind_details(drive, document, qtbot, card):
    begin(drive, document, qtbot, card, "sweep")
    qtbot.waitUntil(lambda: card.button.text() == "&Measure")
    assert card._failed.isVisible()
    assert "Inductor" not in card._failed.text()
    assert not card._about.isVisible()
    drive.click("timeDetails")
    assert card._about.isVisible()
    assert "Said by torch.compile itself: Inductor: raw" in card._about.text()
    assert "does not compile" not in card._about.text()


def test_what_was_measured_stays_when_it_is_stopped(drive, document, qtbot, card):
    begin(drive, document, qtbot, card, "hang-then")
    qtbot.waitUntil(lambda: not card.table.isHidden())
    card.button.click()
    assert card._line.text().startswith("Stopped. · Measured on ")
    assert card.button.text() == "&Measure"
    assert rows(card)[0][0] == "PyTorch, eager"


def test_what_was_measured_stays_when_the_next_fails(drive, document, qtbot, card):
    begin(drive, document, qtbot, card, "fail-then")
    qtbot.waitUntil(lambda: card._line.text().startswith("Too large"))
    assert rows(card)
    assert card.plot.isHidden()  # one point is no line


def test_a_run_ends_the_measuring_whose_times_it_would_be_in(drive, document, qtbot, card):
    begin(drive, document, qtbot, card, "hang-then")
    qtbot.waitUntil(lambda: not card.table.isHidden())
    document.set_text(document.source, "// host: other\n")
    drive.run_all()
    qtbot.waitUntil(lambda: card.button.text() == "&Measure")
    assert "earlier state" in card._line.text() or "something else runs" in card._line.text()


def test_a_plot_says_what_it_shows_and_points_are_where_their_numbers_are(qtbot):
    plot = TimePlot()
    qtbot.addWidget(plot)
    plot.resize(600, 300)

    def result(elements: int, median: float) -> TimeResult:
        timed = (Timed("torch", "PyTorch, eager", 1, 1.0, 9, median, median, 2 * median),)
        roofs = (Roof(1, 1e9, 1e9),)
        return TimeResult(
            f"n = {elements}", {}, elements, elements, None, timed, (), roofs, {}, HERE
        )

    plot.show_results([result(1000, 0.1), result(10, 0.001)])
    small, large = plot.spots()
    assert small.at.x() < large.at.x()
    assert small.at.y() > large.at.y()
    assert large.worst.y() < large.at.y()
    assert "n = 10: median 1.00 µs, p95 2.00 µs" in small.text
    assert "10.0 MB/s" in small.text
    assert "PyTorch, eager: 10 1.00 µs, 1,000 100 µs" in plot.accessibleName()
    assert "machine: memory bandwidth" in plot.accessibleName()
    image = plot.grab().toImage()
    assert len({image.pixel(x, y) for x in range(0, 600, 7) for y in range(0, 300, 7)}) > 2


def test_the_machine_has_a_line_for_each_number_of_threads_that_was_timed() -> None:
    def result(elements: int, *threads: int) -> TimeResult:
        timed = tuple(Timed("torch", "PyTorch, eager", n, 1.0, 9, 1.0, 1.0, 1.0) for n in threads)
        roofs = tuple(Roof(n, n * 1e9, n * 1e9) for n in (1, 2, 4))
        told = (elements, elements, elements, timed, (), roofs, {}, HERE)
        return TimeResult(f"n = {elements}", {}, *told)

    both = roofs_of([result(10, 1, 2), result(1000, 1, 2)])
    assert [(line.name, line.threads) for line in both] == [
        *(("memory", 1), ("memory", 2)),
        *(("multiply-adds", 1), ("multiply-adds", 2)),
    ]
    assert [line.title for line in both][:2] == [
        "machine: memory bandwidth, 1 thread",
        "machine: memory bandwidth, 2 threads",
    ]
    one, two = (line.points[-1].median for line in both[:2])
    assert one == 2 * two
    alone = roofs_of([result(10, 2), result(1000, 2)])
    assert [line.threads for line in alone] == [2, 2]


def test_ticks_are_few_powers_of_ten() -> None:
    assert ticks(0.9, 1200) == [1, 10, 100, 1000]
    assert len(ticks(1e-6, 1e9)) <= 8


def test_long_sizes_do_not_make_the_page_wider(drive, document, qtbot, card):
    drive.window.resize(1440, 900)
    drive.window.show()
    begin(drive, document, qtbot, card, "sweep")
    qtbot.waitUntil(lambda: card.button.text() == "&Measure")
    found = card._found[document.folder]
    many = {f"a_long_name_{i}": (1042, 36, 5, 12) for i in range(12)}
    found.results[:] = [replace(result, shapes=many) for result in found.results]
    card.restyle()
    page = drive.page("run")
    qtbot.waitUntil(lambda: page.area.horizontalScrollBar().maximum() == 0)
    assert page.area.columns.are_two
    assert "a_long_name_11" in card._shown.toolTip()


def test_a_picture_that_waits_for_the_measurement_says_so(drive, document, qtbot, card):
    begin(drive, document, qtbot, card, "hang-then")
    elements = drive.page("run").elements
    assert elements.waits.isHidden()
    elements._request.ask(PictureJob(0, elements.compared, "", "", "", ""))
    elements._say_waiting()
    assert drive.find("elementsWait").text() == "The picture waits until this has ended: measuring."
    elements._request.cancel()
    elements._say_waiting()
    assert elements.waits.isHidden()
