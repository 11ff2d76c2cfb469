"""The tab Times of the Graph page: ONNX Runtime's profile as a list and as colour."""


def test_nodes_are_listed_the_longest_first_and_coloured(drive, document, qtbot):
    page = drive.page("graph")
    tab = page.times
    assert not tab.start.isEnabled()
    drive.run_all()
    qtbot.waitUntil(tab.start.isEnabled)
    page.pane.side.setCurrentWidget(tab)
    tab.start.click()
    qtbot.waitUntil(lambda: "400 µs in nodes, the mean of 500 runs" in tab._verdict.text())
    assert set(tab.marks()) == {"y"}  # what ONNX Runtime made of others is not in the picture
    assert tab.marks()["y"]["kind"] == "heat"
    words = [tab.rows.model().index(i, 0).data() for i in range(tab.rows.model().rowCount())]
    assert len(words) == 3
