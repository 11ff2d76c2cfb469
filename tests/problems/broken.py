"""Broken ops in many ways: what they are for, and the kind and severity that each must show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.conftest import TWICE_KERNEL, TWICE_TOML

LIBTORCH = TWICE_TOML.replace(
    "[[mapping", '[kernel]\nstyle = "libtorch"\n\n[ort]\nimplementation = "bridge"\n\n[[mapping', 1
)
FUNCTION = "#include <torch/library.h>\nat::Tensor twice(const at::Tensor& x) { return 2 * x; }\n"
REFERENCE = TWICE_TOML.replace('python = "2 * x"', 'source = "reference.py"')

OPS: dict[str, tuple[str, dict[str, str], list[tuple[str, str, str]]]] = {
    "fine": (TWICE_TOML, {}, []),
    "no_toml": ("schema = [", {}, [("toml", "error", "")]),
    "unknown_key": (
        TWICE_TOML.replace("[reference]", "[reference]\nnothing = 1"),
        {},
        [("declaration", "error", "reference.nothing")],
    ),
    "opset": (
        TWICE_TOML.replace("[[model.inputs]]", "[model]\nopset = 99\n\n[[model.inputs]]"),
        {},
        [("declaration", "error", "model.opset")],
    ),
    "no_variant": (
        TWICE_TOML.replace("name = ", 'variant = "gone"\nname = ', 1),
        {},
        [("declaration", "error", "variant")],
    ),
    "no_file": (
        TWICE_TOML.replace("[[mapping", '[kernel]\nsources = ["more.cpp"]\n\n[[mapping', 1),
        {},
        [("file", "error", "kernel.sources[0]")],
    ),
    "no_example": (
        TWICE_TOML.replace("shape = [2, 3]\nseed = 1", 'file = "gone.npy"'),
        {},
        [("example", "error", "model.inputs[0].file")],
    ),
    "no_backward_op": (
        TWICE_TOML + '\n[backward]\nop = "gone"\n',
        {},
        [("declaration", "error", "backward.op")],
    ),
    "no_backward_file": (
        TWICE_TOML + '\n[backward]\nsource = "backward.py"\n',
        {},
        [("file", "error", "backward.source")],
    ),
    "open_backward": (
        TWICE_TOML + '\n[backward]\nsource = "backward.py"\n',
        {"backward.py": "def twice_backward(grad):\n    ...\n"},
        [("unwritten", "note", "")],
    ),
    "no_text": (TWICE_TOML, {"kernel.cpp": "\0"}, [("file", "error", "kernel.source")]),
    "unused": (
        LIBTORCH.replace('"bridge"', '"export-only"').replace(
            "[[outputs]]", '[[args]]\nname = "by"\ntype = "float"\n\n[[outputs]]', 1
        )
        + '\n[[model.inputs]]\narg = "by"\nvalue = 2.0\n',
        {"kernel.cpp": FUNCTION.replace("& x)", "& x, double by)")},
        [("declaration", "warning", "mapping.nodes")],
    ),
    "other_head": (
        TWICE_TOML,
        {"kernel.cpp": TWICE_KERNEL.replace("wb::Tensor<float> y", "wb::Tensor<int> y")},
        [("head", "warning", "")],
    ),
    "shape": (
        TWICE_TOML.replace('shape = "x.shape"', 'shape = "[x.shape[5]]"'),
        {},
        [("shape", "error", "outputs[0].shape")],
    ),
    "unwritten": (
        TWICE_TOML,
        {
            "kernel.cpp": TWICE_KERNEL.replace(
                "y) {", 'y) {\n  wb::fail("twice is not written yet");'
            )
        },
        [("unwritten", "note", "")],
    ),
    "unwritten_reference": (
        REFERENCE,
        {"reference.py": "def twice(x):\n    '''Double it.'''\n    ...\n"},
        [("unwritten", "note", "")],
    ),
    "registered_twice": (
        LIBTORCH,
        {
            "kernel.cpp": FUNCTION
            + 'TORCH_LIBRARY(wb_test, m) { m.def("twice(Tensor x) -> Tensor", &twice); }\n'
        },
        [("declaration", "error", "")],
    ),
    "registered_otherwise": (
        LIBTORCH.replace('"libtorch"', '"libtorch"\nregistration = "own"'),
        {
            "kernel.cpp": FUNCTION
            + 'TORCH_LIBRARY(wb_test, m) { m.def("thrice(Tensor x) -> Tensor", &twice); }\n'
        },
        [("declaration", "error", "")],
    ),
    "registered_by_the_stable_abi": (
        TWICE_TOML.replace("[[mapping", '[kernel]\nsources = ["more.cpp"]\n\n[[mapping', 1),
        {
            "more.cpp": "#include <torch/csrc/stable/library.h>\n"
            'STABLE_TORCH_LIBRARY_FRAGMENT(wb_test, m) { m.def("twice(Tensor x) -> Tensor"); }\n'
        },
        [("declaration", "error", "")],
    ),
    "no_module": (
        LIBTORCH.replace('"libtorch"', '"libtorch"\nregistration = "pybind"').replace(
            'implementation = "bridge"', 'implementation = "export-only"'
        ),
        {"kernel.cpp": FUNCTION},
        [("declaration", "error", "")],
    ),
    "no_structs": (
        TWICE_TOML.replace(
            "[[mapping", '[ort]\nimplementation = "own"\nsource = "ort.cpp"\n\n[[mapping', 1
        ),
        {"ort.cpp": "#include <onnxruntime_cxx_api.h>\n"},
        [("declaration", "error", "")],
    ),
}
"""Name of the op's folder → its ``op.toml``, its files beside a sound kernel, and what is found:
kind, severity and key."""


def write_ops(make_op: Callable[..., Path], folder: Path) -> dict[str, Path]:
    """Write each of them into ``folder``, with torch names that differ."""
    folders = {}
    for name, (toml, files, _) in OPS.items():
        folders[name] = make_op(toml.replace("wb_test::", f"wb_{name}::"), folder=folder / name)
        for file, text in files.items():
            own = text.replace("(wb_test", f"(wb_{name}")
            (folders[name] / file).write_text(own, encoding="utf-8")
    return folders
