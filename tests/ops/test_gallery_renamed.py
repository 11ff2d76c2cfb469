"""A gallery op under another name is the same op: what was called after it is still found."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.check import check_op
from workbench.core.examples import example_files
from workbench.core.pipeline.standard_cases import ADAPTER_FILE
from workbench.core.storage import op_file, project
from workbench.engine.export.reference import reference_outputs
from workbench.engine.export.sample import sample_values
from workbench.engine.host.user_code import load_module
from workbench.importers.drafts.draft import Draft, write_draft

FOLDERS = [folder for folder, _ in project.gallery()]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.name)
def test_a_copy_under_another_name_is_whole(folder: Path, tmp_path: Path) -> None:
    root = project.create_project(tmp_path / "p").folder
    made = write_draft(Draft(op_file.load(folder), base=folder), root, "another")
    op = op_file.load(made)
    assert op.name == "another"
    assert check_op(op) == []
    if (made / ADAPTER_FILE).is_file():
        load_module(made / ADAPTER_FILE, "onnx-cases")
    opened = example_files.opened(op, made)
    given = reference_outputs(opened, made, dict(sample_values(opened, made)))
    assert set(given) == ({o.name for o in op.outputs} if op.reference.declared else set())


def test_a_copy_of_a_copy_still_knows_its_functions(tmp_path: Path) -> None:
    root = project.create_project(tmp_path / "p").folder
    source = project.gallery_folder() / "knn_query"
    for name in ("first", "second"):
        source = project.copy_op(source, root, name)
    assert op_file.load(source).reference.function == "knn_query"
