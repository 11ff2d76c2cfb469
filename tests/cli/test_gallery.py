"""``op-workbench gallery --matrix``: which combinations of sides have an op."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec
import pytest

from tests.cli.conftest import Run
from tests.large import some
from workbench.cli import gallery
from workbench.core.declaration.op import Kernel, Mapping, Node, Op, Ort, Variant
from workbench.core.gallery import gallery_runs, matrix
from workbench.core.gallery.gallery_runs import HERE, GalleryRuns, Outcome, recorded, table
from workbench.core.runtimes import RUNTIMES
from workbench.core.storage import op_file, project


def op_of(
    name: str = "op_",
    nodes: tuple[Node, ...] = (Node("custom::Op"),),
    exporter: str = "torchscript",
    **kernel: str,
) -> Op:
    op = Op(1, name, "ns::op_", kernel=Kernel(**kernel), mapping=Mapping(nodes=nodes))
    return msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, exporter=exporter))


STANDARD = (Node("Mul"), Node("Add"))
SCRIPTED = (Node("custom::Selu", script="selu.py"),)


@pytest.mark.parametrize(
    ("op", "combination"),
    [
        (op_of(), ("registered op", "symbolic of a registered op", "custom domain")),
        (
            op_of(nodes=STANDARD, style="python", source="op.py"),
            ("existing ops", "Function.symbolic", "standard operators"),
        ),
        (
            op_of(nodes=STANDARD, style="libtorch", registration="pybind"),
            ("C++ extension (pybind)", "Function.symbolic", "standard operators"),
        ),
        (
            op_of(style="libtorch", registration="own"),
            ("registered op", "symbolic of a registered op", "custom domain"),
        ),
        (
            op_of(nodes=STANDARD, style="installed"),
            ("existing ops", "symbolic of an ATen op", "standard operators"),
        ),
        (
            op_of(style="installed", package="torchvision"),
            ("registered op", "symbolic of a registered op", "custom domain"),
        ),
        (
            op_of(nodes=SCRIPTED, style="installed"),
            ("existing ops", "onnxscript function", "model-local function"),
        ),
        (
            op_of(exporter="torch.export"),
            ("registered op", "translation table", "custom domain"),
        ),
        (
            op_of(nodes=(*STANDARD, Node("custom::Op"))),
            ("registered op", "symbolic of a registered op", "custom domain"),
        ),
    ],
)  # fmt: skip
def test_the_sides_are_read_off_the_declaration(op: Op, combination: tuple[str, str, str]) -> None:
    assert matrix.combinations(op) == (matrix.Combination("op_", *combination),)


def test_a_variant_is_a_combination_of_its_own() -> None:
    op = op_of()
    plain = Variant(mapping=Mapping(nodes=STANDARD), ort=Ort(implementation="none"))
    op = msgspec.structs.replace(op, variants={"plain": plain}, variant="plain")
    main, other = matrix.combinations(op)
    assert (main.op, main.onnx) == ("op_", "custom domain")
    assert (other.op, other.onnx) == ("op_/plain", "standard operators")


def test_rows_and_columns_without_an_op_are_named() -> None:
    by_torch, by_mapping = matrix.tables([op_of()])
    assert by_torch.cells["registered op"]["custom domain"] == ("op_",)
    assert by_torch.empty == (
        "existing ops",
        "C++ extension (pybind)",
        "standard operators",
        "model-local function",
    )
    assert "symbolic of a registered op" not in by_mapping.empty


def test_the_gallery_has_an_op_for_every_row_and_column(run: Run) -> None:
    done = run("gallery", "--matrix")
    assert done.returncode == 0, done.stdout
    assert "every row and every column has an op" in done.stdout
    for side in (*matrix.TORCH_SIDES, *matrix.MAPPING_SIDES, *matrix.ONNX_SIDES):
        assert side in done.stdout
    for _, op in project.gallery():
        assert done.stdout.count(op.name) >= 2, f"{op.name} is in both tables"
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_what_was_recorded_of_each_runtime_is_of_this_gallery_and_of_these_runtimes(
    run: Run,
) -> None:
    runs = recorded()
    assert sorted(runs.ops) == sorted(op.name for _, op in project.gallery()), (
        "tools/gallery_runtimes.py records it anew"
    )
    assert set(runs.ran_with) <= set(RUNTIMES)
    for op, outcomes in runs.ops.items():
        assert next(iter(outcomes)) == HERE
        assert set(outcomes) - {HERE} <= set(RUNTIMES), op
        statuses = {outcome.status for outcome in outcomes.values()}
        assert statuses <= {"agrees", "not run", "export-only"}, op
        assert all(o.reason for o in outcomes.values() if o.status == "not run"), op
    printed = run("gallery", "--matrix").stdout
    for line in table(runs):
        assert line in printed
    there, *further = RUNTIMES
    lists = {
        "one": {HERE: Outcome("agrees", skipped=1)},
        "two": {HERE: Outcome("agrees"), there: Outcome("agrees")},
    }
    rows = list(table(GalleryRuns({}, lists)))
    assert rows[0].endswith(f"{HERE}  {there}")
    assert rows[2].split("  ")[0] == "one"
    assert rows[2].endswith("not there")
    assert "agrees*" in rows[2]
    assert rows[-1] == f"not added where this was recorded: {', '.join(further)}"


def test_the_matrix_as_json(run: Run) -> None:
    printed = json.loads(run("gallery", "--matrix", "--json").stdout)
    assert printed["empty"] == []
    combinations = {c["op"]: (c["torch"], c["mapping"], c["onnx"]) for c in printed["combinations"]}
    assert combinations["my_add"] == (
        "C++ extension (pybind)",
        "Function.symbolic",
        "standard operators",
    )
    assert combinations["selu_script"][2] == "model-local function"
    assert combinations["deform_conv2d/standard"][2] == "standard operators"
    cell = printed["mapping_onnx"]["cells"]["symbolic of an ATen op"]["standard operators"]
    assert "asinh" in cell


def test_an_empty_row_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = project.gallery_folder() / "foo"
    monkeypatch.setattr(project, "gallery", lambda: [(folder, op_file.load(folder))])
    assert gallery.run(argparse.Namespace(matrix=True, json=False)) == 1
    assert "no op: existing ops, C++ extension (pybind)" in capsys.readouterr().out
    assert gallery.run(argparse.Namespace(matrix=True, json=True)) == 1
    assert "standard operators" in json.loads(capsys.readouterr().out)["empty"]


@pytest.mark.parametrize("name", some(["knn_query", "foo"], ["foo"]))
def test_a_copy_under_another_name_verifies(run: Run, tmp_path: Path, name: str) -> None:
    done = run("new", tmp_path / "p", "--from", name, "--name", "mine")
    assert done.returncode == 0, done.stderr
    done = run("verify", tmp_path / "p" / "ops" / "mine", timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agrees" in done.stdout


def test_of_an_op_that_was_changed_since_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    now = gallery_runs.contents()
    assert {o.status for o in recorded().ops["foo"].values()} != {gallery_runs.CHANGED}
    monkeypatch.setattr(gallery_runs, "contents", lambda: now | {"foo": "another"})
    assert {o.status for o in recorded().ops["foo"].values()} == {gallery_runs.CHANGED}
    assert any(line.startswith("changed: since") for line in table(recorded()))
