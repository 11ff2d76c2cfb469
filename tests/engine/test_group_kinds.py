"""Ops of every kind as one library for PyTorch and one for ONNX Runtime: what they share is there once."""

from __future__ import annotations

import re
import subprocess
import sys
import uuid
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from tests.engine.own_ort import needs_headers
from tests.engine.own_ort_sources import CLASSIC, LITE, TOML
from tests.large import large, some
from workbench.core.jobs import GroupResult
from workbench.core.storage import op_file
from workbench.engine.build.build import build
from workbench.engine.build.group import grouped
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.store import Store

pytestmark = needs_headers

TWO = """
#include <torch/torch.h>
at::Tensor of_both(const at::Tensor& x) { return x + 1; }
int calls = 0;
at::Tensor scaled(at::Tensor x) { ++calls; return of_both(x) * 2; }
at::Tensor counted(at::Tensor x) { return of_both(x) * 0 + ++calls; }
"""
LIBTORCH = '[kernel]\nstyle = "libtorch"\n{}\n[ort]\nimplementation = "bridge"\n'
CALL = """
import json, sys
import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper

torch_first, torch_library, ort_library, ops = sys.argv[1:]
if torch_first == "torch":
    import torch
    torch.ops.load_library(torch_library)
    for name, wanted in json.loads(ops).items():
        if hasattr(torch.ops.wb_test, name):
            found = getattr(torch.ops.wb_test, name)(torch.ones(2, 3))
            assert found.tolist() == [[wanted] * 3] * 2, (name, found)
else:
    import ctypes, importlib.util, pathlib
    home = pathlib.Path(importlib.util.find_spec("torch").origin).parent / "lib"
    for name in ("libc10.so", "libtorch_cpu.so", "libtorch.so"):
        ctypes.CDLL(str(home / name))
for _ in range(2):
    options = ort.SessionOptions()
    options.register_custom_ops_library(ort_library)
    for name, wanted in json.loads(ops).items():
        own = name.startswith("sum")
        inputs = ["x", "x"] if own else ["x"]
        domain = "wb.test" if own else "test.custom"
        node = helper.make_node(name.title(), inputs, ["y"], domain=domain)
        info = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [2, 3]) for n in "xy"]
        graph = helper.make_graph([node], "g", info[:1], info[1:])
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(domain, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
        session = ort.InferenceSession(model.SerializeToString(), options)
        found = session.run(None, {"x": np.ones((2, 3), np.float32)})[0]
        if name != "counted":
            assert found.tolist() == [[wanted] * 3] * 2, (name, found)
print("all")
"""


def make(home: Path, name: str, kernel: str, more: str = "") -> Path:
    op = home / name
    op.mkdir(parents=True)
    text = TWICE_TOML.replace('"twice"', f'"{name}"').replace("::twice", f"::{name}")
    (op / "op.toml").write_text(text.replace("::Twice", f"::{name.title()}") + more)
    (op / "kernel.cpp").write_text(kernel)
    return op


def own(home: Path, name: str, source: str, more: str = "") -> Path:
    """An op whose kernel for ONNX Runtime is the user's own C++."""
    op = home / name
    op.mkdir(parents=True)
    text = TOML.replace('"sum"', f'"{name}"').replace("wb_test::sum", f"wb_test::{name}")
    text = text.replace("wb.test::Sum", f"wb.test::{name.title()}")
    (op / "op.toml").write_text(text.replace('"sum_ort.cpp"', f'"sum_ort.cpp"\n{more}'))
    (op / "sum.py").write_text("import torch\nclass Sum(torch.autograd.Function): pass\n")
    (op / "sum_ort.cpp").write_text(source.replace('"Sum"', f'"{name.title()}"'))
    return op


def group(*ops: Path) -> GroupResult:
    return grouped([(op, op_file.load(op)) for op in ops], "all", Store(), Reporter())


def run(made: GroupResult, ops: str, first: str = "torch") -> None:
    words = [sys.executable, "-c", CALL, first, made.torch, made.ort, ops]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout == "all\n", done.stderr


def symbols(library: str) -> list[str]:
    """What it defines for itself."""
    command = ["nm", "--defined-only", library]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return [words[-1] for words in lines if words[-2] in "TtDdBbWw"]


def mixed(home: Path) -> list[Path]:
    return [
        make(home, "scaled", TWO, LIBTORCH.format("")),
        make(home, "counted", TWO, LIBTORCH.format("")),
        make(home, "twice", TWICE_KERNEL),
        own(home, "sum", CLASSIC),
        own(home, "sums", LITE),
    ]


def test_every_kind_is_in_one_library_for_each_runtime(tmp_path: Path) -> None:
    made = group(*mixed(tmp_path))
    assert made.apart == ()
    assert made.in_torch == ("scaled", "counted", "twice")
    assert made.in_ort == ("scaled", "counted", "twice", "sum", "sums")
    wanted = '{"scaled": 4, "counted": 2, "twice": 2, "sum": 2, "sums": 2}'
    for first in ("torch", "onnxruntime"):
        run(made, wanted, first)
    words = [sys.executable, "-m", "workbench", "inspect", made.ort]
    told = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    held = {line for line in told.splitlines() if "::" in line}
    assert held == {
        *(f"test.custom::{name}" for name in ("Scaled", "Counted", "Twice")),
        *("wb.test::Sum", "wb.test::Sums"),
    }, "what it has is known as of any other"


class Compiled(Reporter):
    """Which units are compiled."""

    def __init__(self) -> None:
        self.units: list[str] = []

    def progress(self, done: int, total: int, text: str) -> None:
        if text.startswith("Compiling "):
            self.units.append(text.removeprefix("Compiling "))


OF_TWO = (
    CLASSIC.replace(
        "struct SumKernel", "float added(float a, float b) { return a + b; }\nstruct SumKernel"
    )
    .replace(
        "ort_.GetTensorData<float>(x)[i] + ort_.GetTensorData<float>(y)[i]",
        "added(ort_.GetTensorData<float>(x)[i], ort_.GetTensorData<float>(y)[i])",
    )
    .replace("struct SumOp : Ort::CustomOpBase<SumOp", "struct Named : Ort::CustomOpBase<Named")
    .replace(
        "  void* CreateKernel",
        "  explicit Named(const char* name) : name_(name) {}\n  void* CreateKernel",
    )
    .replace('return "Sum"', "return name_")
    .replace("_FLOAT; }\n};", "_FLOAT; }\n  const char* name_;\n};")
    + 'struct First : Named { First() : Named("S" "um") {} };\n'
    'struct Second : Named { Second() : Named("Sums") {} };\n'
)
STRUCTS = {
    ("op structs", "sum"): "First",
    ("op structs", "sums"): "Second",
    ("one struct", "sum"): 'Named("Sum")',
    ("one struct", "sums"): 'Named("Sums")',
}


@pytest.mark.parametrize(
    "kind",
    some(
        ["libtorch", "with its Python module", "portable", "op structs", "one struct"],
        ["libtorch", "portable", "op structs", "one struct"],
    ),
)
def test_what_ops_share_is_compiled_and_linked_once(tmp_path: Path, kind: str) -> None:
    new = f"// {uuid.uuid4()}\n"
    names, compiled = ("scaled", "counted"), {"kernel_unit"}
    if "struct" in kind:
        names, shared, compiled = ("sum", "sums"), "added", {"ort_own"}
        ops = [own(tmp_path, n, new + OF_TWO, f"structs = ['{STRUCTS[kind, n]}']") for n in names]
    elif kind == "portable":
        text = TWICE_KERNEL.replace("twice(", "scaled(") + TWICE_KERNEL.replace(
            "twice(", "counted("
        )
        ops = [make(tmp_path, name, new + text) for name in names]
        shared = "scaled"
    else:
        text = new + TWO
        if kind != "libtorch":
            text = text.replace("torch/torch.h", "torch/extension.h")
            text += 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scaled", &scaled); }\n'
        ops = [make(tmp_path, n, text, LIBTORCH.format("")) for n in names]
        shared = "of_both"
    for op in ops:
        build(op, op_file.load(op), Store(), Reporter())
    told = Compiled()
    made = grouped([(op, op_file.load(op)) for op in ops], "all", Store(), told)
    assert set(told.units) - {"ort_linked"} == compiled, "with what registers each of the two"
    assert len(set(told.units)) == len(told.units)
    assert made.in_ort == names
    assert made.in_torch == (names if made.torch else ())
    for library in filter(None, (made.torch, made.ort)):
        twice = [name for name, n in Counter(symbols(library)).items() if n > 1]
        assert [name for name in twice if not IN_A_FILE.match(name)] == []
    named = re.compile(rf"_Z\d+{shared}[^.]*")
    assert len([name for name in symbols(made.torch or made.ort) if named.fullmatch(name)]) == 1
    if not made.torch:
        run(made, '{"sum": 2, "sums": 2}', "onnxruntime")


def test_one_text_with_two_headers_is_two_files(tmp_path: Path) -> None:
    """A header that only the compiler finds may be another one for each op, and may change."""
    text = f"// {uuid.uuid4()}\n#define TEXT(name) #name\n#include TEXT(config.h)\n" + TWO
    text = text.replace("at::Tensor of", "static at::Tensor of").replace(
        "int calls", "static int calls"
    )
    text = text.replace("at::Tensor scaled", "static at::Tensor scaled").replace(
        "* 0 + ++calls", "* 2"
    )
    text = text.replace("at::Tensor counted", "static at::Tensor counted").replace(
        "x + 1", "x + ADDED"
    )
    ops = [make(tmp_path, n, text, LIBTORCH.format("")) for n in ("scaled", "counted")]
    for added in ((1, 2), (3, 3)):
        for op, value in zip(ops, added, strict=True):
            (op / "config.h").write_text(f"#define ADDED {value}\n")
        made = group(*ops)
        assert made.in_torch == made.in_ort == ("scaled", "counted"), made.apart
        scaled, counted = ((1 + value) * 2 for value in added)
        run(made, f'{{"scaled": {scaled}, "counted": {counted}}}')


IN_A_FILE = re.compile(r"_Z(L|StL|.*_GLOBAL_|.*\$_|.*\.)|[^_]|_(?!Z)")
"""Names that each file has for itself, gcc's copies of functions too, and those that the linker makes."""


def test_called_ops_are_joined_on_both_sides_or_on_neither(tmp_path: Path) -> None:
    """ONNX Runtime's library loads the one for PyTorch, and no op may be registered twice."""
    ops = [
        make(tmp_path, "scaled", TWO, LIBTORCH.format("") + 'oldest = "1.18"\n'),
        make(tmp_path, "twice", TWICE_KERNEL),
        make(tmp_path, "thrice", TWICE_KERNEL.replace("twice(", "thrice(")),
    ]
    made = group(*ops)
    assert made.in_torch == made.in_ort == ("twice", "thrice")
    assert [apart.words for apart in made.apart] == [
        "scaled keeps its own library for PyTorch: its library for ONNX Runtime, which calls it, is apart, too",
        "scaled keeps its own library for ONNX Runtime: it calls the op in PyTorch, whose library is apart, too",
    ]


def test_one_called_op_takes_its_library_for_onnx_runtime_along(tmp_path: Path) -> None:
    only = LIBTORCH.format("").replace("bridge", "export-only")
    ops = make(tmp_path, "scaled", TWO, LIBTORCH.format("")), make(tmp_path, "counted", TWO, only)
    made = group(*ops)
    assert (made.in_torch, made.in_ort, made.apart) == (("scaled", "counted"), ("scaled",), ())
    run(made, '{"scaled": 4}')


@large
def test_a_python_module_is_apart_and_that_is_told(tmp_path: Path) -> None:
    module = TWO.replace("torch/torch.h", "torch/extension.h")
    module += 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scaled", &scaled); }\n'
    python = LIBTORCH.format('registration = "pybind"').replace("bridge", "export-only")
    made = group(
        make(tmp_path, "scaled", module, python),
        make(tmp_path, "twice", TWICE_KERNEL),
        make(tmp_path, "thrice", TWICE_KERNEL.replace("twice(", "thrice(")),
    )
    assert made.in_torch == ("twice", "thrice")
    assert [apart.words for apart in made.apart] == [
        "scaled keeps its own library for PyTorch: Python imports it under a name of its own"
    ]


def test_why_one_is_apart_is_told(tmp_path: Path) -> None:
    ops = [
        own(tmp_path, "sum", LITE),
        own(tmp_path, "sums", f"// another\n{LITE}"),
        own(tmp_path, "summed", CLASSIC, 'oldest = "1.18"'),
        own(tmp_path, "sumup", CLASSIC.replace("Sum", "Up").replace('"Up"', '"Sum"')),
    ]
    made = group(*ops)
    assert made.in_ort == ("sum", "sumup")
    assert [apart.words for apart in made.apart] == [
        "summed keeps its own library for ONNX Runtime: it asks for ONNX Runtime 1.18, and others ask for 1.17",
        "sums keeps its own library for ONNX Runtime: its source defines RegisterCustomOps, as another "
        "one does that is in the library",
    ]


OTHER = CLASSIC.replace("struct SumOp", "struct OtherOp").replace("<SumOp", "<OtherOp")
"""The same with another op struct, whose name is the node's; its kernel's code is alike."""


@pytest.mark.parametrize(
    ("other", "name"),
    [
        pytest.param(CLASSIC, "SumOp", marks=large, id="texts"),
        pytest.param(OTHER.replace("(x)[i] +", "(x)[i] -"), "SumKernel", id="code"),
    ],
)
def test_two_sources_that_define_one_class_otherwise(tmp_path: Path, other: str, name: str) -> None:
    """A linker says nothing of it, and one op would compute what the other one does."""
    ops = [
        own(tmp_path, "sum", CLASSIC),
        own(tmp_path, "sums", other),
        make(tmp_path, "twice", TWICE_KERNEL),
    ]
    made = group(*ops)
    assert made.in_ort == ("sum", "twice")
    run(made, '{"sum": 2, "twice": 2}', "onnxruntime")
    [told] = [apart.words for apart in made.apart if apart.op == "sums"]
    assert told == (
        f"sums keeps its own library for ONNX Runtime: '{name}' is defined in sum/sum_ort.cpp "
        "and in sums/sum_ort.cpp, in different ways; "
        "put each into an anonymous namespace, or rename one"
    )


def test_two_sources_that_define_one_class_alike(tmp_path: Path) -> None:
    """What is not another one's need not be told apart."""
    made = group(own(tmp_path, "sum", CLASSIC), own(tmp_path, "sums", OTHER))
    assert made.in_ort == ("sum", "sums")
    run(made, '{"sum": 2, "sums": 2}', "onnxruntime")


TABLES = {
    "of a template": (
        "template <class T> T factor(int i) { static const T K[] = {1, VALUE, 3, 4}; return K[i]; }",
        "factor<float>(at)",
        "factor",
    ),
    "of the file": (
        "static const float K[] = {1, VALUE, 3, 4};\n"
        "__attribute__((noinline)) inline float factor(int i) { return K[i]; }",
        "factor(at)",
        "factor",
    ),
    "a variable": ("inline float gain = VALUE;", "gain", "gain"),
    "a variable of a namespace": ("namespace ns { inline float gain[2] = {VALUE, 1}; }", "ns::gain[at - 1]", "gain"),
    "a static function": (
        "__attribute__((noinline)) static float own(float x) { return x * VALUE + 1; }\n"
        "__attribute__((noinline)) inline float factor(int i) { return own(i) - 1; }",
        "factor(at)",
        "factor",
    ),
}  # fmt: skip


def tabled(home: Path, name: str, kind: str, value: int) -> Path:
    """An op that multiplies by a value of a table."""
    text, used, _ = TABLES[kind]
    kernel = TWICE_KERNEL.replace("twice(", f"{name}(").replace("2 *", f"{used} *")
    head = text.replace("VALUE", str(value)) + "\nstatic volatile int at = 1;\n"
    return make(home, name, kernel.replace("\nvoid", f"\n{head}\nvoid", 1))


@pytest.mark.parametrize("kind", TABLES)
def test_two_sources_whose_tables_differ(tmp_path: Path, kind: str) -> None:
    """The code is alike, and one op would compute with what the other one has."""
    made = group(tabled(tmp_path, "twice", kind, 2), tabled(tmp_path, "thrice", kind, 3))
    assert (made.torch, made.ort) == ("", "")
    told = [apart.words for apart in made.apart if apart.op == "thrice"]
    for words, runtime in zip(told, ("PyTorch", "ONNX Runtime"), strict=True):
        assert words == (
            f"thrice keeps its own library for {runtime}: '{TABLES[kind][2]}' is defined in "
            "twice/kernel.cpp and in thrice/kernel.cpp, in different ways; "
            "put each into an anonymous namespace, or rename one"
        )


@pytest.mark.parametrize("kind", TABLES)
def test_two_sources_whose_tables_are_alike(tmp_path: Path, kind: str) -> None:
    made = group(tabled(tmp_path, "twice", kind, 2), tabled(tmp_path, "doubled", kind, 2))
    assert made.in_torch == made.in_ort == ("twice", "doubled"), made.apart
    run(made, '{"twice": 2, "doubled": 2}')
