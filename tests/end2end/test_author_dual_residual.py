"""dual_residual from nothing to 'agrees', in the window: a libtorch kernel with two outputs.

It registers itself with torch, and becomes one node of an edge runtime's domain.
"""

from __future__ import annotations

BODY = """  TORCH_CHECK(x.sizes() == y.sizes(), "dual_residual: x is ", x.sizes(), ", y is ", y.sizes());
  return std::make_tuple(x * alpha - y, y * alpha - x);
"""
SCHEMA = (
    "cst::dual_residual(Tensor x, Tensor y, float alpha) -> (Tensor x_residual, Tensor y_residual)"
)


def test_dual_residual_from_nothing_to_agrees(author) -> None:
    author.begins_blank(SCHEMA, "own")
    document = author.document
    text = document.texts[document.source]
    assert "RegisterOperators" in text or "TORCH_LIBRARY" in text, text
    print(text)
    head, _, rest = text.partition("{\n")
