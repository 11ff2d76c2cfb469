"""A project opens in the window whatever one of its ``op.toml`` says."""

from __future__ import annotations

import copy

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication

from tests.core import mutations
from tests.core.mutations import WHOLE
from tests.large import examples
from workbench.core.storage import op_file
from workbench.gui.document.op_document import OpDocument
from workbench.gui.project.model import ProjectModel


def test_project_with_an_unknown_key_at_any_level_opens(qapp, project_folder):
    file = project_folder / "ops" / "my_add_custom" / "op.toml"
    for steps, _ in mutations.paths(WHOLE):
        table = copy.deepcopy(WHOLE)
        if not isinstance(mutations.at(table, steps), dict):
            continue
        mutations.at(table, steps)["zz"] = 1
        file.write_text(mutations.toml(table), encoding="utf-8")
        model = ProjectModel()
        model.open(project_folder)
        document = model.documents[file.parent]
        assert any("zz" in p.message or "zz" in p.key for p in document.problems), steps
        assert model.documents[project_folder / "ops" / "dual_residual"].op is not None
        model.deleteLater()
        QCoreApplication.sendPostedEvents(None, 52)


@settings(examples(30), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_mutation_opens_and_is_edited_as_text(qapp, tmp_path, data):
    start = mutations.spelt_out(op_file.load(op_file_of("knn_query")))
    text = mutations.toml(data.draw(mutations.mutated(data.draw(st.sampled_from([WHOLE, start])))))
    (tmp_path / "op.toml").write_text(text, encoding="utf-8")
    document = OpDocument(tmp_path)
    assert document.op is not None or document.problems
    document.set_text(document.file, text + "\nzz = 1\n")
    assert document.problems
    assert all(p.message for p in (*document.problems, *document.advice))
    document.deleteLater()


def op_file_of(name):
    from workbench.core.storage.project import gallery_folder

    return gallery_folder() / name
