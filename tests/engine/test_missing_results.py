"""C++ functions whose results may be missing, and lists with elements that may be: drafted, and run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from workbench.core.declaration.op import Example, Reference
from workbench.core.storage import project
from workbench.engine.client import Engine
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.draft import Draft, write_draft

TEXT = """#include <torch/torch.h>

std::tuple<at::Tensor, std::optional<at::Tensor>, std::optional<at::Tensor>> halves(
    const at::Tensor& x, const std::optional<at::Tensor>& w) {
  if (!w.has_value()) return std::make_tuple(x.clone(), std::nullopt, at::Tensor());
  const std::optional<at::Tensor> scaled(x * *w);
  return std::make_tuple(x.clone(), scaled, scaled);
}

static auto registry = torch::RegisterOperators().op("missing::halves", &halves);
"""
PICKED = """#include <torch/torch.h>

std::optional<at::Tensor> picked(const at::Tensor& x,
                                 const c10::List<std::optional<at::Tensor>>& rows,
                                 std::vector<std::optional<at::Tensor>> more) {
  at::Tensor found = x.clone();
  for (const std::optional<at::Tensor>& row : rows) {
    if (row.has_value()) found += *row;
  }
  for (const auto& one : more) found += one.value_or(at::ones_like(x));
  return found;
}
"""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


def status(engine: Engine, folder: Path, draft: Draft, **changes: object) -> str:
    op = replace(draft.op, **changes)
    project.create_project(folder / "p")
    made = write_draft(replace(draft, op=op), folder / "p", op.name)
    (state,) = engine.load([made])
    assert not state.problems, state.problems
    engine.run([made])
    assert not state.report().error, state.report().problems
    return state.report().status


def drafted(text: str, name: str) -> Draft:
    texts = {"a.cpp": text}
    return draft_of(next(c for c in find_candidates(texts) if c.name == name), texts)


@pytest.mark.parametrize("none", [False, True])
def test_a_result_that_may_be_missing_is_a_tensor_without_elements_then(
    engine: Engine, tmp_path: Path, none: bool
) -> None:
    draft = drafted(TEXT, "halves")
    gaps = [g for g in draft.gaps if "may give nothing here" in g.message]
    assert [gap.key for gap in gaps] == ["outputs[1].shape", "outputs[2].shape"]
    first, *others = draft.op.outputs
    shape = "[0] if w is None else x.shape"
    outputs = (first, *(replace(other, shape=shape) for other in others))
    given = tuple(e for e in draft.op.model.inputs if e.arg != "w")
    examples = (*given, Example("w", none=True) if none else Example("w", shape=(2, 3), seed=4))
    reference = Reference(python="(x, *[torch.empty(0) if w is None else x * w] * 2)")
    model = replace(draft.op.model, inputs=examples)
    found = status(engine, tmp_path, draft, outputs=outputs, model=model, reference=reference)
    assert found == ("unverified" if none else "agrees")  # nothing is in the second one to compare


def test_tensors_of_lists_that_may_be_missing_are_left_out(engine: Engine, tmp_path: Path) -> None:
    draft = drafted(PICKED, "picked")
    assert [(a.name, a.type) for a in draft.op.args] == [
        ("x", "tensor"), ("rows", "tensor?[]"), ("more", "tensor?[]")]  # fmt: skip
    outputs = (replace(draft.op.outputs[0], shape="x.shape"),)
    missing = {name: Example(name, none=True) for name in ("rows[0]", "more[1]")}
    examples = tuple(missing.get(e.arg, e) for e in draft.op.model.inputs)
    assert len([e for e in examples if e.none]) == 2
    python = "x + sum(r for r in rows if r is not None) + sum(1 if m is None else m for m in more)"
    found = status(
        engine,
        tmp_path,
        draft,
        outputs=outputs,
        model=replace(draft.op.model, inputs=examples),
        reference=Reference(python=python),
    )
    assert found == "agrees"
