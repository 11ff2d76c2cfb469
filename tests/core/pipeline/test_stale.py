"""Only what is stale is run; content may change under a running job."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.core.declarations import add_op, edited
from tests.core.pipeline.bench import Bench
from workbench.core.jobs import (
    STAGES,
)
from workbench.core.pipeline.stage_keys import stage_keys

# -- only what is stale


def test_second_request_does_nothing(bench: Bench) -> None:
    assert bench.again(bench.verified()) == []


def test_force_runs_everything_again(bench: Bench) -> None:
    folder = bench.verified()
    bench.pipeline.request(folder, force=True)
    assert bench.work() == ["build one", "export one", "run one"]


def test_kernel_edit_runs_everything(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "kernel.cpp").write_text("void add() { }\n", encoding="utf-8")
    bench.update(folder)
    assert [bench.pipeline.states[folder].light(s) for s in STAGES] == ["stale"] * 5
    assert bench.again(folder) == ["build", "export", "run"]


def test_header_in_a_subfolder_counts_as_kernel(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "src").mkdir()
    (folder / "src" / "deep.hpp").write_text("", encoding="utf-8")
    bench.update(folder)
    assert bench.again(folder) == ["build", "export", "run"]


def test_renamed_header_counts_as_an_edit(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "kernel.cpp").rename(folder / "other.cpp")
    bench.update(folder)
    assert bench.again(folder) == ["build", "export", "run"]


@pytest.mark.parametrize(
    "changes",
    [
        {"model__opset": 18},
        {"model__inputs__0__shape": [3, 3]},
        {"model__inputs__0__seed": 4},
        {"model__inputs__0__dynamic": {"0": "n"}},
        {"reference": {"python": "a + b"}},
    ],
)
def test_model_edit_does_not_build(bench: Bench, changes: dict[str, object]) -> None:
    folder = bench.verified()
    bench.update(folder, edited(bench.pipeline.states[folder].op or add_op(), **changes))
    assert bench.pipeline.states[folder].light("build") == "ok"
    assert bench.again(folder) == ["export", "run"]


@pytest.mark.parametrize("changes", [{"model__rtol": 0.5}, {"model__atol": 0.5}])
def test_tolerance_edit_only_compares_again(bench: Bench, changes: dict[str, object]) -> None:
    folder = bench.verified()
    bench.update(folder, edited(bench.pipeline.states[folder].op or add_op(), **changes))
    assert bench.again(folder) == ["run"]


@pytest.mark.parametrize(
    "changes", [{"doc": "new"}, {"args__0__doc": "new"}, {"outputs__0__doc": "new"}]
)
def test_edit_of_words_runs_nothing(bench: Bench, changes: dict[str, object]) -> None:
    folder = bench.verified()
    bench.update(folder, edited(bench.pipeline.states[folder].op or add_op(), **changes))
    assert bench.again(folder) == []


def test_edit_of_the_references_file_does_not_build(bench: Bench) -> None:
    op = edited(add_op(), reference={"source": "reference.py"})
    folder = bench.verified("one", op)
    (folder / "reference.py").write_text("# other", encoding="utf-8")
    bench.update(folder)
    assert bench.again(folder) == ["export", "run"]


@pytest.mark.parametrize("source", ["/dev/zero", "../secret.py"])
def test_reference_outside_the_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    folder = tmp_path / "op"
    folder.mkdir()
    read: list[Path] = []
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.append(path) or b"")
    stage_keys(folder, edited(add_op(), reference={"source": source}))
    assert [p for p in read if not p.resolve().is_relative_to(folder)] == []


def test_reference_whose_name_is_no_path_does_not_raise(tmp_path: Path) -> None:
    assert stage_keys(tmp_path, edited(add_op(), reference={"source": "a\0.py"}))


def test_source_whose_name_is_no_utf8_does_not_raise(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"\xff.cpp")).write_text("", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    assert stage_keys(tmp_path, add_op())


def test_file_that_is_no_source_runs_nothing(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "notes.md").write_text("x", encoding="utf-8")
    (folder / "op.toml").write_text("# comment", encoding="utf-8")
    bench.update(folder)
    assert bench.again(folder) == []


def test_edit_undone_runs_nothing(bench: Bench) -> None:
    folder = bench.verified()
    op = bench.pipeline.states[folder].op
    assert op is not None
    bench.update(folder, edited(op, model__opset=18))
    bench.update(folder, op)
    assert bench.again(folder) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"args__0__dtype": "float32"},
        {"outputs__0__shape": "a.shape"},
        {"mapping__nodes__0__op": "custom::Other"},
        {"kernel__function": "other"},
        {"ort": {"oldest": "1.20"}},
        {"types__T": ["float64", "float32"]},
    ],
)
def test_interface_edit_makes_every_stage_stale(tmp_path: Path, changes: dict[str, object]) -> None:
    before = stage_keys(tmp_path, add_op())
    after = stage_keys(tmp_path, edited(add_op(), **changes))
    assert all(before[stage] != after[stage] for stage in STAGES)


def test_differing_result_is_a_result_and_is_not_tried_again(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    bench.work(agrees=False)
    assert bench.again(folder) == []


# -- content that changes under a running job


@pytest.mark.parametrize("change", ["kernel", "model"])
def test_result_of_content_that_changed_meanwhile_is_stale(bench: Bench, change: str) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    for _ in range(1 if change == "model" else 0):
        (job,) = bench.next()
        bench.answer(job)
    (job,) = bench.next()
    stage = "export" if change == "model" else "build"
    if change == "kernel":
        (folder / "kernel.cpp").write_text("// edited while it was built\n", encoding="utf-8")
        bench.update(folder)
    else:
        bench.update(folder, edited(bench.pipeline.states[folder].op or add_op(), model__opset=18))
    bench.answer(job)
    assert bench.pipeline.states[folder].light(stage) == "stale"
    assert bench.work()[0] == f"{stage} one"  # the same stage again, with the new content
    assert bench.pipeline.states[folder].light(stage) == "ok"
    assert bench.pipeline.states[folder].report().status == "agrees"
