"""The gallery in all its cells, and the kernels that only a check finds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import MakeOp
from tests.large import large
from tools.subtle import CAUGHT, SUBTLE, caught, check_op
from workbench import paths
from workbench.core.cells.passes import DUAL, GRADCHECK
from workbench.core.jobs import Limits
from workbench.engine.client import Engine

LIMITS = Limits(seconds=120.0)
"""More than a check gives a step: what is asked here is what a step says, not the machine's pace."""
GALLERY = sorted(path.parent for path in (paths.ops_lib() / "ops").glob("*/op.toml"))


BY_VALUE_TOML = """
schema = 1
name = "by_value"
torch = "lists::by_value"

[[args]]
name = "x"

[[outputs]]
name = "groups"
type = "tensor[]"
dtype = "x"
shape = "[unknown]"
count = "unknown"

[[mapping.nodes]]
op = "lists.dom::ByValue"
inputs = ["x"]
outputs = ["groups"]

[[model.inputs]]
arg = "x"
shape = [6]
generator = "integers"
high = 3
dynamic = { 0 = "n" }

[reference]
python = "[x[x == v] for v in torch.unique(x)]"
"""
BY_VALUE = """
#include <map>
#include <vector>
#include <workbench/tensor.h>

void by_value(const wb::Context&, wb::Tensor<const float> x, wb::OutputList<float> groups) {
  std::map<float, int64_t> counts;
  for (int64_t i = 0; i < x.numel(); ++i) ++counts[x[i]];
  for (const auto& [value, count] : counts) {
    auto group = groups.allocate({count});
    for (int64_t i = 0; i < count; ++i) group[i] = value;
  }
}
"""


def test_a_list_whose_length_the_elements_decide_is_checked(
    make_op: MakeOp, tmp_path: Path
) -> None:
    folder = make_op(BY_VALUE_TOML, BY_VALUE)
    with Engine() as engine:
        report = check_op(engine, folder, tmp_path / "cells", LIMITS)
    assert report.status == "agrees", (report.error, report.findings)
    for words in ("no calls at once", "opcheck: only the kernel knows how many tensors it gives"):
        assert any(words in note for note in report.notes), report.notes


@large
@pytest.mark.parametrize("folder", GALLERY, ids=lambda path: path.name)
def test_a_gallery_op_agrees_in_every_cell(folder: Path, tmp_path: Path) -> None:
    with Engine() as engine:
        report = check_op(engine, folder, tmp_path / "cells", LIMITS)
    assert report.status == "agrees", (report.error, report.findings)


@large
@pytest.mark.parametrize("name", SUBTLE)
def test_a_subtly_wrong_kernel_is_caught(name: str) -> None:
    (one,) = caught([name])
    assert (one.verified, one.judgement) == ("agrees", CAUGHT), one


@large
def test_a_wrong_backward_is_told_once(tmp_path: Path) -> None:
    gallery = paths.ops_lib() / "ops" / "my_add_custom"
    folder = shutil.copytree(gallery, tmp_path / "my_add_custom")
    toml = folder / "op.toml"
    text = toml.read_text(encoding="utf-8").replace('a = "2 * grad"', 'a = "grad"')
    toml.write_text(text, encoding="utf-8")
    with Engine() as engine:
        report = check_op(engine, folder, tmp_path / "cells", LIMITS)
    assert report.status == "failed"
    (finding,) = report.findings
    assert finding.problem.key == "backward.formulas.a"
    assert "is wrong at [0, 0, 0]: the backward gives 1" in finding.problem.message
    assert {look.name for look in (DUAL, GRADCHECK)} <= set(
        finding.circumstances.split(": ")[1].split("; ")
    )
