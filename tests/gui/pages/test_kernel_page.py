"""The Kernel page: generated texts, the expected head, and sources that are missing or broken."""


def test_generated_texts_open_beside_the_sources(drive, document, qtbot):
    page = drive.page("kernel")
    menu = drive.find("generatedCode").menu()
    for action in menu.actions():
        if action.data():
            menu.triggered.emit(action)
    tabs = drive.find("sourceTabs")
    titles = [tabs.tabText(i) for i in range(tabs.count())]
    assert titles[0] == "kernel.cpp"
    assert "python.py (generated)" in titles
    tabs.setCurrentIndex(titles.index("op.toml"))
    qtbot.waitUntil(lambda: 'name = "my_add_custom"' in page.editor.text(str(page.current_path())))
    drive.page("signature")
    drive.type("doc", "seen in op.toml")
    drive.page("kernel")
    qtbot.waitUntil(lambda: "seen in op.toml" in page.editor.text(str(page.current_path())))


def test_names_of_files_are_read_where_many_tabs_have_little_room(drive, document):
    for number in range(12):
        (document.folder / f"helper_{number}.h").write_text("// nothing\n")
    drive.window.resize(1024, 700)
    drive.window.show()
    drive.page("kernel")
    tabs = drive.find("sourceTabs")
    names = ["kernel.cpp", *(f"helper_{number}.h" for number in range(12))]
    for number, name in enumerate(names):
        index = tabs.insertTab(number, name)
        room = tabs.tabRect(index).width()
        assert room > tabs.fontMetrics().horizontalAdvance(name), (name, room)


def test_the_expected_head_is_shown(drive, qtbot):
    page = drive.page("kernel")
    qtbot.waitUntil(lambda: "void my_add(" in page._foot.head.text())
    tip = drive.find("kernelHead").toolTip()
    assert tip.startswith("<code>")
    assert "wb::Tensor&lt;const&nbsp;" in tip
    assert "<br>" in tip, "in lines, as they stand in a file"


def test_a_missing_kernel_is_created_with_its_head(make_session, project_folder, qtbot):
    folder = project_folder / "ops" / "my_add_custom"
    (folder / "kernel.cpp").unlink()
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    from PySide6.QtWidgets import QPushButton

    session.window.findChild(QPushButton, "createSource").click()
    document = session.project.documents[folder]
    assert "void my_add(" in document.texts[folder / "kernel.cpp"]
    assert document.problems == ()
    assert document.dirty


def test_a_broken_op_toml_is_shown_as_text(make_session, project_folder, qtbot):
    folder = project_folder / "ops" / "my_add_custom"
    (folder / "op.toml").write_text("schema = \n")
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    page = session.window.workspace.page("kernel")
    assert page.current_path() == folder / "op.toml"
    for name in ("signature", "mapping", "model", "graph", "run"):
        session.window.workspace.show_page(name)
