"""Mappings of the gallery, authored on the page from nothing."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt

from tests.gui.forms.boxes import menu
from workbench.core.declaration.op import Mapping, Op, Ort
from workbench.core.storage import op_file, project


def test_dual_residual_is_authored_from_nothing(drive, qtbot, project_folder, answers):
    folder = project_folder / "ops" / "dual_residual"
    drive.window.workspace.show_op(folder)
    document = drive.session.project.documents[folder]
    wanted = document.op
    blank = replace(wanted, mapping=Mapping(), ort=Ort())
    drive.session.project.edit(document, "Blank", lambda _op: blank)
    drive.page("mapping")
    drive.click("mapping.nodes.add")
    answers["choose_operator"] = "rknn_cst::cstDualResidual"
    qtbot.keyClick(drive.find("mapping.nodes[0].op"), Qt.Key.Key_F2)
    drive.choose("ort.implementation", "export-only")
    assert document.op == wanted
    page = drive.window.workspace.page("mapping")
    qtbot.waitUntil(lambda: "rknn_cst::cstDualResidual" in page.code.text())
    assert not document.problems


def test_dynamic_resize_plugin_is_authored_from_nothing(make_session, qtbot, tmp_path, answers):
    from tests.gui.conftest import Driver

    folder = tmp_path / "p"
    project.create_project(folder)
    name = "dynamic_resize_plugin"
    project.copy_op(project.gallery_folder() / name, folder, name)
    drive = Driver(make_session(folder), qtbot)
    drive.window.workspace.show_op(folder / "ops" / name)
    document = drive.session.project.documents[folder / "ops" / name]
    wanted: Op = document.op
    blank = replace(wanted, mapping=Mapping(), ort=Ort(), variants={})
    drive.session.project.edit(document, "Blank", lambda _op: blank)
    drive.page("mapping")
    drive.click("mapping.nodes.add")
    drive.type("mapping.nodes[0].op", "Just_A_Scope_Name::DynamicTRTResize")
    drive.click("variant.copy")
    drive.type("variant.name", "bridge")
    drive.type("variant.doc", wanted.variants["bridge"].doc)
    drive.choose("ort.implementation", "bridge")
    drive.click("variant.copy")
    drive.type("variant.name", "export_only")
    drive.type("variant.doc", wanted.variants["export_only"].doc)
    drive.choose("ort.implementation", "export-only")
    drive.choose("variant", "")
    assert document.op == wanted
    drive.trigger("save")
    assert op_file.load(folder / "ops" / name) == wanted


def test_resize_dynamic_is_authored_from_an_onnx_operator(make_session, qtbot, tmp_path, answers):
    from tests.gui.conftest import Driver

    folder = tmp_path / "p"
    project.create_project(folder)
    project.copy_op(project.gallery_folder() / "resize_dynamic", folder, "resize_dynamic")
    drive = Driver(make_session(folder), qtbot)
    drive.window.workspace.show_op(folder / "ops" / "resize_dynamic")
    document = drive.session.project.documents[folder / "ops" / "resize_dynamic"]
    wanted = document.op
    drive.session.project.edit(document, "Blank", lambda op: replace(op, mapping=Mapping()))
    drive.page("mapping")
    drive.click("mapping.nodes.add")
    answers["choose_operator"] = "Resize"
    drive.click("mapping.nodes[0].browse")
    drive.choose("mapping.nodes[0].inputs[1]", "#constant")
    drive.type("mapping.constants[0].value", "[]")
    drive.choose("mapping.nodes[0].inputs[2]", "scales")
    given = {a.name: a.value for a in wanted.mapping.nodes[0].attributes}
    for i, (name, value) in enumerate(given.items()):
        menu(drive, "mapping.nodes[0].attributes.choose")[name].trigger()
        drive.type(f"mapping.nodes[0].attributes[{i}].value", str(value))
    assert document.op.mapping == wanted.mapping
