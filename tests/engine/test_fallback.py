"""``mapping.fallback``: a model that runs with the op library, and without it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, UNVERIFIED_TOML, MakeOp, Verify
from workbench.core import edits, jobs
from workbench.core.check import check_op
from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import BODY, RUNTIME
from workbench.core.storage import op_file
from workbench.engine.run.fallback import Fallback
from workbench.engine.run.run import open_session, run_model
from workbench.engine.values.arrays import load_arrays

STANDARD = """
[variants.standard]
ort = { implementation = "none" }

[[variants.standard.mapping.nodes]]
op = "Add"
inputs = ["x", "x"]
outputs = ["y"]
"""


def with_fallback(toml: str = TWICE_TOML, standard: str = STANDARD, name: str = "standard") -> str:
    return (
        toml.replace("[[mapping.nodes]]", f'[mapping]\nfallback = "{name}"\n\n[[mapping.nodes]]', 1)
        + standard
    )


def compared(state: OpState) -> tuple[jobs.OutputParity, ...]:
    result = state.current_result("compare")
    assert isinstance(result, jobs.CompareResult), state.report().error
    return result.outputs


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_both_ways_are_run_and_compared(make_op: MakeOp, verify: Verify, exporter: str) -> None:
    model = f'[model]\nexporter = "{exporter}"\n\n[[model.inputs]]'
    toml = with_fallback(TWICE_TOML.replace("[[model.inputs]]", model, 1))
    state = verify(make_op(toml))
    report = state.report()
    assert report.status == "agrees", report.error
    cases = {o.case for o in compared(state)}
    assert len(cases) > 1, "other sizes are among them"
    for by in (RUNTIME, BODY):
        assert {o.case for o in compared(state) if o.actual_by == by} == cases
    assert report.model is not None
    (function,) = onnx.load(report.model).functions
    assert (function.domain, function.name) == ("test.custom", "Twice")
    assert [n.op_type for n in function.node] == ["Add"]
    # As somebody who has the model alone.
    session = onnxruntime.InferenceSession(report.model, providers=["CPUExecutionProvider"])
    x = np.arange(15, dtype=np.float32).reshape(5, 3)
    assert np.array_equal(session.run(None, {"x": x})[0], 2 * x)


def test_a_body_that_gives_other_values_differs(make_op: MakeOp, verify: Verify) -> None:
    wrong = STANDARD.replace('"Add"', '"Mul"')
    state = verify(make_op(with_fallback(standard=wrong)))
    assert state.report().status == "differs"
    assert {o.actual_by for o in compared(state) if not o.agrees} == {BODY}


def test_standard_nodes_are_a_truth_of_their_own(make_op: MakeOp, verify: Verify) -> None:
    assert verify(make_op(UNVERIFIED_TOML)).report().status == "unverified"
    state = verify(make_op(with_fallback(UNVERIFIED_TOML)))
    assert state.report().status == "agrees"
    kernel = TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]")
    assert verify(make_op(with_fallback(UNVERIFIED_TOML), kernel)).report().status == "differs"


def test_a_change_of_the_variant_makes_it_stale(make_op: MakeOp, verify: Verify, engine) -> None:
    folder = make_op(with_fallback())
    assert verify(folder).is_fresh("export")
    text = (folder / "op.toml").read_text()
    (folder / "op.toml").write_text(text.replace('op = "Add"', 'op = "Mul"'))
    (state,) = engine.load([folder])
    assert not state.is_fresh("export")


FACTOR = (
    with_fallback(
        TWICE_TOML.replace("[[outputs]]", '[[args]]\nname = "factor"\ntype = "float"\n\n[[outputs]]', 1)
        .replace('outputs = ["y"]', 'outputs = ["y"]\n\n[[mapping.nodes.attributes]]\nname = "factor"\n'
                 'type = "float"\narg = "factor"', 1)
        .replace("[reference]", '[[model.inputs]]\narg = "factor"\nvalue = 2.0\n\n[reference]')
        .replace("2 * x", "factor * x"),
        STANDARD.replace('"Add"', '"Mul"').replace('["x", "x"]', '["x", "by"]').replace(
            "[[variants.standard.mapping.nodes]]",
            '[[variants.standard.mapping.constants]]\nname = "by"\ndtype = "x"\narg = "factor"\n\n'
            "[[variants.standard.mapping.nodes]]",
        ),
    )
    + '\n[[model.cases]]\nname = "thrice"\n[[model.cases.inputs]]\narg = "factor"\nvalue = 3.0\n'
)  # fmt: skip


def test_each_file_has_the_body_of_its_own_arguments(make_op: MakeOp, verify: Verify) -> None:
    kernel = TWICE_KERNEL.replace("x, wb", "x, double factor, wb").replace(
        "2 * x[i]", "static_cast<float>(factor) * x[i]"
    )
    state = verify(make_op(FACTOR, kernel))
    assert state.report().status == "agrees", state.report().error
    export = state.current_result("export")
    assert isinstance(export, jobs.ExportResult)
    assert len({case.model for case in export.cases}) == 2
    assert "thrice" in {o.case for o in compared(state) if o.actual_by == BODY}


def test_a_library_without_the_kernel_is_told_by_the_profile(
    make_op: MakeOp, verify: Verify
) -> None:
    state = verify(make_op(with_fallback()))
    other = verify(make_op(TWICE_TOML.replace("test.custom::Twice", "test.custom::Other")))
    library = other.report().ort_library
    export = state.current_result("export")
    assert isinstance(export, jobs.ExportResult)
    case = export.cases[0]
    assert library is not None
    with pytest.raises(UserError, match="ran the nodes, not the kernel"):
        Fallback(library, "Twice", open_session, run_model).outputs(case)
    own = state.report().ort_library
    given = Fallback(own or "", "Twice", open_session, run_model).outputs(case)
    assert np.array_equal(given["y"], 2 * load_arrays(Path(case.inputs))["x"])


NO_KERNEL = '\n[ort]\nimplementation = "export-only"\n'
OF_A_FILE = '[model]\nsource = "net.py"\n\n[variants.standard]'
WRONG = {
    "'other' is no variant of the op": with_fallback(name="other"),
    "which needs a library itself": with_fallback(
        standard=STANDARD.replace('"Add"', '"test.custom::Add"')
    ),
    "nothing here runs the kernel": with_fallback() + NO_KERNEL,
    "body of one custom node": with_fallback()
    .replace('"test.custom::Twice"', '"Add"')
    .replace('["x"]', '["x", "x"]'),
    "may call the op in several ways": with_fallback().replace("[variants.standard]", OF_A_FILE),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_a_fallback(words: str) -> None:
    found = [
        p
        for p in check_op(op_file.loads(WRONG[words], validate=False))
        if p.key == "mapping.fallback"
    ]
    assert words in "\n".join(map(str, found))


def test_a_renamed_variant_stays_the_fallback() -> None:
    op = op_file.loads(with_fallback())
    assert list(check_op(op)) == []
    renamed = edits.rename_variant(op, "standard", "plain")
    assert renamed.mapping.fallback == "plain"
    assert list(check_op(renamed)) == []
    assert edits.remove_variant(op, "standard").mapping.fallback == ""
    assert list(check_op(edits.duplicate_variant(op))) == []
