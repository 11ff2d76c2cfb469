"""``torch_examples.json.gz`` is what the pinned torch's own samples give."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.core.jobs.known_ops import recorded
from workbench.importers.drafts.from_schema import ONNX_VARIANT, draft_from_schema, recorded_op

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest")

RUN_AGAIN = "run tools/torch_examples.py"


def test_the_file_was_made_with_this_torch_and_covers_most_operators() -> None:
    from tools.torch_examples import functional_schemas

    assert recorded().torch == torch.__version__, RUN_AGAIN
    schemas = functional_schemas()
    assert set(recorded().ops) <= set(schemas), RUN_AGAIN
    public = {n.partition(".")[0] for n in recorded().ops if not n.startswith("aten::_")}
    assert len(public) > 600


def test_a_few_ops_are_found_again() -> None:
    from tools.torch_examples import functional_schemas, heard_calls, known

    schemas = functional_schemas()
    again = heard_calls(schemas, ("topk", "nn.functional.grid_sample", "kthvalue"))
    for name in ("aten::topk", "aten::grid_sampler", "aten::kthvalue"):
        held, made = recorded().get(name), known(schemas[name], again[name])
        assert held is not None
        assert made is not None
        assert (made.inputs, made.onnx) == (held.inputs, held.onnx), f"{name}: {RUN_AGAIN}"
        assert made.outputs == held.outputs, f"{name}: {RUN_AGAIN}"


def test_each_recorded_op_is_a_sound_declaration_or_refused() -> None:
    from tools.torch_examples import functional_schemas

    for name, schema in functional_schemas().items():
        known = recorded_op(schema)
        if known is None or known.alien:
            continue
        op = draft_from_schema(schema, "drafted", known=known).op
        assert check_op(op) == [], name
        for variant in op.variants:
            assert check_op(op.resolved(variant)) == [], (name, variant)


@pytest.mark.parametrize(
    ("name", "operator"), [("aten::grid_sampler", "GridSample"), ("aten::topk", "TopK")]
)
def test_the_known_operator_is_a_variant_beside_the_bridge(name: str, operator: str) -> None:
    from tools.torch_examples import functional_schemas

    schema = functional_schemas()[name]
    op = draft_from_schema(schema, "drafted", known=recorded_op(schema)).op
    assert op.ort.implementation == "bridge"
    variant = op.variants[ONNX_VARIANT]
    assert operator in [n.op for n in variant.mapping.nodes]
    assert variant.ort.implementation == "none"
