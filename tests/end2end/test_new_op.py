"""Each page of making an op, from the dialog to 'agrees'; the gallery's is in test_main_job."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPlainTextEdit

from tests import onnx_models
from tests.large import large
from workbench.core.jobs import CompareResult
from workbench.gui import dialogs

REGISTERED = """#include <torch/library.h>
#include <ATen/ATen.h>

// x * by + y
static at::Tensor mix(const at::Tensor& x, const at::Tensor& y, double by) {
  return x * by + y;
}

TORCH_LIBRARY(e2e_new_op, m) {
  m.def("mix(Tensor x, Tensor y, float by=0.5) -> Tensor");
}

TORCH_LIBRARY_IMPL(e2e_new_op, CPU, m) {
  m.impl("mix", &mix);
}
"""
EXTENSION = """#include <torch/extension.h>

torch::Tensor twice_less(torch::Tensor x, int64_t n) {
  return 2 * x - n;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("twice_less", &twice_less, "2 * x - n");
}
"""


def test_a_cpp_file_that_registers_its_op(author, tmp_path, monkeypatch) -> None:
    source = tmp_path / "mix.cpp"
    source.write_text(REGISTERED, encoding="utf-8")
    monkeypatch.setattr(dialogs, "choose_cpp_files", lambda _parent: [source])
    author.makes_an_op("cpp", lambda _dialog: author.clicks("cppOpen"))
    assert author.document.texts[author.document.source] == REGISTERED
    assert author.document.op.torch == "e2e_new_op::mix"

    author.goes_to("model")
    author.types("reference.python", "x * by + y")
    author.everything_agrees()


@large
def test_pasted_cpp_of_an_extension_module(author, qapp) -> None:
    def fill(_dialog: object) -> None:
        qapp.clipboard().setText(EXTENSION)
        field = author.finds("cppText", QPlainTextEdit)
        author.clicks("cppText")
        author.qtbot.waitUntil(field.hasFocus)
        author.presses("Ctrl+V")

    author.makes_an_op("cpp", fill)
    assert [a.name for a in author.document.op.args] == ["x", "n"]
    author.goes_to("model")
    author.types("model.inputs[1].value", "3")
    author.types("reference.python", "2 * x - n")
    author.everything_agrees()


@pytest.mark.parametrize("name", [pytest.param("asinh", marks=large), "cdist"])
def test_an_installed_torch_op(author, name: str) -> None:
    def fill(dialog: object) -> None:
        # The list is asked of torch once, and kept.
        author.qtbot.waitUntil(lambda: author.sees("schemaSearch"), timeout=30_000)
        author.types("schemaSearch", f"aten::{name}")
        author.qtbot.waitUntil(lambda: dialog.page().draft() is not None)

    author.makes_an_op("torch", fill)
    assert author.document.op.torch == f"aten::{name}"
    author.everything_agrees()


def test_a_node_of_an_onnx_model(author, tmp_path, monkeypatch) -> None:
    model = onnx_models.scale_shift(tmp_path / "net.onnx")
    monkeypatch.setattr(dialogs, "choose_onnx_model", lambda _parent: model)

    author.makes_an_op("onnx", lambda _dialog: author.clicks("onnxOpen"))
    document = author.document
    head = document.texts[document.source].partition("{")[0]
    author.pastes_the_kernel(
        f"{head}{{\n  for (int64_t i = 0; i < y.numel(); ++i) {{\n"
        "    y[i] = static_cast<float>(x[i] * alpha + beta);\n  }\n}\n"
    )
    author.goes_to("model")
    author.types("reference.python", "x * alpha + beta")
    author.everything_agrees()
    compare = author.session.engine.state(document.folder).result("compare").result
    assert isinstance(compare, CompareResult)
    assert any(o.expected_by == "net.onnx in ONNX Runtime" for o in compare.outputs)
