"""Inputs for an op of which only the schema is known: found, varied, and survived."""

from __future__ import annotations

import faulthandler
import os
import signal
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from workbench.core import jobs
from workbench.core.declaration.op import Arg, Example, Ort
from workbench.core.errors import UserError
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.jobs.known_ops import KnownOp
from workbench.core.storage import project
from workbench.engine.client import Engine
from workbench.engine.survey.input_search import MOST, candidates
from workbench.engine.survey.torch_drafts import torch_draft
from workbench.importers.drafts.draft import write_draft

torch = pytest.importorskip("torch")

PACKAGE = """
    import os, signal, torch

    library = torch.library.Library("wb_searched", "DEF")

    def define(schema, function):
        library.define(schema)
        library.impl(schema.partition("(")[0], function, "CPU")

    def pick(x, index, scale, kernel_size):
        torch._check(x.dim() == 3, lambda: "x must have three dimensions")
        torch._check(index.dtype == torch.int64, lambda: "index must be int64")
        torch._check(len(kernel_size) == 1, lambda: "one size is wanted")
        return x[:, index.flatten() % x.shape[1], : x.shape[2] - kernel_size[0] + 1] * scale

    def fragile(x, k):
        if x.dim() < 3:
            os.kill(os.getpid(), signal.SIGSEGV)
        return x * k

    define("pick(Tensor x, Tensor index, float scale, *, int[] kernel_size) -> Tensor", pick)
    define("fragile(Tensor x, int k) -> Tensor", fragile)
    define("noise(Tensor x) -> Tensor", torch.randn_like)
    define("wave(Tensor x) -> Tensor", lambda x: torch.complex(x, x))
    define("never(Tensor x) -> Tensor", lambda x: torch._check(False, lambda: "the moon is wrong"))
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("package")
    (folder / "wb_searched.py").write_text(textwrap.dedent(PACKAGE))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=":")
        with Engine() as engine:
            yield engine


def schema(engine: Engine, name: str) -> TorchSchema:
    events = engine.run_job(jobs.SchemasJob(1, "wb_searched", f"wb_searched::{name}"))
    (ended,) = (e for e in events if isinstance(e, jobs.StageEnded))
    assert isinstance(ended.result, jobs.SchemasResult)
    return ended.result.schemas[0]


def searched(engine: Engine, name: str) -> tuple[KnownOp, list[jobs.Event]]:
    job = jobs.ExamplesJob(1, schema(engine, name), "wb_searched")
    events = engine.run_job(job)
    (ended,) = (e for e in events if isinstance(e, jobs.StageEnded))
    assert isinstance(ended.result, jobs.ExamplesResult), ended.problems
    return ended.result.found, events


def test_inputs_of_a_package_s_op_are_found_and_its_outputs_are_true(
    engine: Engine, tmp_path: Path
) -> None:
    draft = torch_draft(engine, schema(engine, "pick"), "pick", "wb_searched")
    index = draft.op.arg("index")
    assert index is not None
    assert (index.dtype, draft.op.args[3].name) == ("int64", "kernel_size")
    assert draft.op.outputs[0].dtype == "x"
    project.create_project(tmp_path / "p")
    # A bridge knows only what C++ libraries register, so PyTorch's side is looked at here.
    exported = replace(draft.op, ort=Ort("export-only"))
    path = write_draft(replace(draft, op=exported), tmp_path / "p", "pick")
    (state,) = engine.load([path])
    engine.run([path], upto="export", force=True)
    export = state.result("export")
    assert export is not None
    assert export.status == "ok", export.problems


def test_a_candidate_that_crashes_is_survived(engine: Engine) -> None:
    found, _ = searched(engine, "fragile")
    assert found.outputs[0].shape == "x.shape"
    assert len(next(e for e in found.inputs if e.arg == "x").shape) >= 3  # type: ignore[arg-type]


def test_what_nothing_fits_says_what_torch_said(engine: Engine) -> None:
    found, events = searched(engine, "never")
    assert found.inputs == ()
    assert "the moon is wrong" in found.reason
    assert any(isinstance(e, jobs.Progress) for e in events)


def test_random_and_complex_results_have_their_reason(engine: Engine) -> None:
    noise, _ = searched(engine, "noise")
    assert "random" in noise.reason
    assert noise.inputs
    with pytest.raises(UserError) as caught:
        torch_draft(engine, schema(engine, "wave"), "wave", "wb_searched")
    assert "complex64" in caught.value.problem.message


def test_a_package_that_is_not_there_is_named(engine: Engine) -> None:
    given = TorchSchema("a::b", "", (SchemaArg("x", "Tensor"),), ("Tensor",), False, "text")
    with pytest.raises(UserError) as caught:
        torch_draft(engine, given, "b", "no_such_package_here")
    assert "no_such_package_here" in caught.value.problem.message


def test_the_search_is_bounded() -> None:
    args = [Arg(f"x{i}") for i in range(6)] + [Arg(f"k{i}", "int") for i in range(6)]
    assert len(list(candidates(args))) <= MOST


def test_a_call_that_hangs_or_ends_its_process_is_survived_by_the_next_one() -> None:
    from workbench.engine.survey.probe import Probe

    library = torch.library.Library("wb_ends", "DEF")
    library.define("odd(Tensor x) -> Tensor")

    def odd(x: torch.Tensor) -> torch.Tensor:
        while x.dim() == 1:
            pass
        if x.dim() == 3:
            faulthandler.disable()  # pytest's, which would print where we are
            os.kill(os.getpid(), signal.SIGSEGV)
        if x.dim() == 4:
            os._exit(0)
        return x + 1

    library.impl("odd", odd, "CPU")
    given = TorchSchema("wb_ends::odd", "", (SchemaArg("x", "Tensor"),), ("Tensor",), False, "")
    with Probe(given, [Arg("x")], seconds=0.5) as probe:
        for shape, reason in (
            ((2,), "it took longer than 0.5 s"),
            ((2, 2, 2), "it crashed (SIGSEGV)"),
            ((2, 2, 2, 2), "it ended the process"),
        ):
            ended = probe.run([Example("x", shape=shape, dtype="float32")])
            assert (ended.reason, ended.outputs) == (reason, ())
            ran = probe.run([Example("x", shape=(2, 2), dtype="float32")])
            assert ran.outputs[0].shape == (2, 2)
        assert probe.crashes == 3
