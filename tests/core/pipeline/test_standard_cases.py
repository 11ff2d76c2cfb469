"""Which standard operators an op may be, and what is said of their cases."""

from __future__ import annotations

import pytest

from tests.conftest import TWICE_TOML
from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.standard_cases import cases_job, cases_report, cases_rows, operators_of
from workbench.core.storage import op_file
from workbench.core.storage.project import gallery_folder


def declared(tmp_path, text):
    (tmp_path / "op.toml").write_text(text)
    return op_file.load(tmp_path, validate=False)


@pytest.mark.parametrize(
    ("node", "found"),
    [("Neg", ["Neg"]), ("test.custom::MyNeg", ["Neg"]), ("test.custom::Twice", [])],
)
def test_a_mapping_of_one_node_says_which_operator_the_op_may_be(tmp_path, node, found):
    op = declared(tmp_path, TWICE_TOML.replace("test.custom::Twice", node))
    assert operators_of(op, tmp_path) == found


def test_a_node_that_is_a_part_of_the_op_is_not_it(tmp_path):
    two = '[[mapping.nodes]]\nop = "Neg"\ninputs = ["x"]\noutputs = ["z"]\n\n[[mapping.nodes]]\n'
    text = TWICE_TOML.replace("[[mapping.nodes]]\n", two, 1).replace(
        '"test.custom::Twice"\ninputs = ["x"]', '"Neg"\ninputs = ["z"]'
    )
    assert operators_of(declared(tmp_path, text), tmp_path) == []


def test_an_adapter_says_it_and_is_not_run():
    folder = gallery_folder() / "deform_conv2d"
    assert operators_of(op_file.load(folder), folder) == ["DeformConv"]


@pytest.mark.parametrize("text", ["def Neg(", "Neg = 1\n", "def neg(x):\n    return 1\n", "\0"])
def test_an_adapter_that_says_nothing(tmp_path, text):
    op = declared(tmp_path, TWICE_TOML)
    (tmp_path / "onnx_cases.py").write_text(text)
    assert operators_of(op, tmp_path) == []


def test_what_is_not_built_cannot_run_them(tmp_path):
    state = OpState(tmp_path, declared(tmp_path, TWICE_TOML))
    with pytest.raises(UserError, match="not up to date"):
        cases_job(1, state, "Neg")


def test_a_host_that_ends_is_why_there_is_no_case(tmp_path):
    state = OpState(tmp_path, declared(tmp_path, TWICE_TOML))
    state.keys = dict.fromkeys(jobs.STAGES, "k")
    state.ended = {"build": ("k", jobs.StageEnded(1, "build", "ok", 0.1, (), None))}
    report = cases_report(state, "Neg", [], Problem("host", "the torch host ended"))
    assert report.status == "failed"
    assert report.error.message == "the torch host ended"
    assert cases_rows(report) == []
