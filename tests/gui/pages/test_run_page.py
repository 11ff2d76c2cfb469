"""The Run page with several sets of inputs: which one agrees, and which does not."""


def cells(table, row):
    return [table.item(row, column).text() for column in range(table.columnCount())]


def test_cases_have_a_column_only_where_there_are_several(drive, document, qtbot):
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    outputs = drive.find("parityTable")
    last = outputs.columnCount() - 1
    assert outputs.isColumnHidden(last)
    document.set_text(document.source, "// host: cases\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs from PyTorch")
    assert "(case larger)" in page.banner.text.text()
    assert not outputs.isColumnHidden(last)
    assert outputs.horizontalHeader().visualIndex(last) == 0
    assert [cells(outputs, row)[last] for row in range(2)] == ["main", "larger"]
    differences = drive.find("differencesTable")
    assert cells(differences, 0)[-1] == "larger"
    document.set_text(document.source, "\n")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    assert outputs.isColumnHidden(last)
