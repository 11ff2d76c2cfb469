"""``deliver --form rknn``, ``ncnn`` and ``tensorrt``: sources for devices; what was not run says so."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_TOML, MakeOp
from tests.engine.test_handed_on import of_this_machine
from workbench import paths
from workbench.engine.compilers import of_system

GALLERY = paths.ops_lib() / "ops"
NCNN_IN_ITS_PLACE = any(
    Path(root, "include", "ncnn", "net.h").is_file() for root in ("/usr", "/usr/local")
)
NCNN = NCNN_IN_ITS_PLACE or "OP_WORKBENCH_NCNN" in os.environ
ONLY = '\n[ort]\nimplementation = "export-only"\n'


@pytest.fixture
def nowhere(tmp_path: Path) -> dict[str, str | None]:
    """A machine that has no runtime and no vendor's headers."""
    names = ("OP_WORKBENCH_RKNN_INCLUDE", "OP_WORKBENCH_NCNN", "OP_WORKBENCH_TENSORRT_INCLUDE")
    return {"OP_WORKBENCH_DATA": str(tmp_path / "data"), **dict.fromkeys(names, None)}


def compiles(folder: Path, file: str) -> None:
    """What needs no vendor's headers compiles from the delivery alone."""
    compiler = of_system()
    assert compiler is not None
    done = subprocess.run(
        [*compiler.command, "-std=c++20", "-Wall", "-fsyntax-only", "-Iinclude", "-Icsrc", file],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_rknn_without_its_toolkit_says_that_nothing_was_run(
    make_op: MakeOp, run: Run, tmp_path: Path, nowhere: dict[str, str | None]
) -> None:
    op, to = make_op(), tmp_path / "to"
    done = run("deliver", op, "--form", "rknn", "--to", to, env=nowhere)
    assert done.returncode == 0, done.stderr
    assert "run.py: not run (not run here: Add it: op-workbench runtime add rknn)" in done.stdout
    assert "device/rknn_op.cpp: not run (not compiled, not run here" in done.stdout
    readme = (to / "README.md").read_text()
    assert readme.count("**not run**") == 2
    assert "On a chip nothing of it was run." in readme
    headers = {path.name for path in (to / "device" / "include" / "workbench").iterdir()}
    assert {"c_call.h", "c_function.h", "tensor.h"} <= headers
    assert not [name for name in headers if name.startswith(("torch", "tvm_ffi", "ov", "dual"))]
    plugin = (to / "device" / "rknn_op.cpp").read_text()
    assert "NOT RUN where it was generated" in plugin
    assert 'op_type, "Twice", RKNN_MAX_NAME_LEN' in plugin
    compiles(to / "device", "kernel_c.cpp")
    for script in ("run.py", "custom_ops.py"):
        compile((to / script).read_text(), script, "exec")
    for path in (p for p in to.rglob("*") if p.is_file()):
        assert [p for p in of_this_machine(to) if p in path.read_bytes()] == [], path
    code = (
        "import numpy, onnx, custom_ops; (o,) = custom_ops.custom_ops();"
        "n = onnx.helper.make_node('Twice', ['x'], ['y']);"
        "print(o.compute(n, [numpy.full((1, 2), 4, numpy.float32)])[0].tolist())"
    )
    used = subprocess.run(
        [sys.executable, "-c", code], cwd=to, capture_output=True, text=True, check=False
    )
    assert used.stdout.strip() == "[[8.0, 8.0]]", used.stderr


def test_what_is_only_exported_is_delivered_for_others_when_that_is_said(
    make_op: MakeOp, run: Run, tmp_path: Path, nowhere: dict[str, str | None]
) -> None:
    op, to = make_op(TWICE_TOML + ONLY), tmp_path / "to"
    words = ("deliver", op, "--form", "rknn", "--to", to)
    done = run(*words, env=nowhere)
    assert done.returncode == 1
    assert "it is only exported: its numbers have not been checked" in done.stderr
    assert "op-workbench runtime add rknn" in done.stderr
    assert not to.exists()
    done = run(*words, "--unverified", env=nowhere)
    assert done.returncode == 0, done.stderr
    assert "**Not verified** (exported, parity not checked)" in (to / "README.md").read_text()
    bare = make_op((TWICE_TOML + ONLY).replace('[reference]\npython = "2 * x"\n', ""))
    done = run("deliver", bare, "--form", "rknn", "--to", tmp_path / "other", env=nowhere)
    assert done.returncode == 1
    assert "it is only exported; the simulator calls the same kernel" in done.stderr
    done = run("deliver", op, "--to", tmp_path / "other", env=nowhere)
    assert "its implementation for ONNX Runtime is export-only" in done.stderr, "the form ort"


def test_a_kernel_of_torch_is_to_be_written_for_a_device(
    run: Run, tmp_path: Path, nowhere: dict[str, str | None], make_op: MakeOp
) -> None:
    kernel = "#include <torch/torch.h>\n\ntorch::Tensor twice(torch::Tensor x) { return 2 * x; }\n"
    op = make_op(TWICE_TOML + '\n[kernel]\nstyle = "libtorch"\n' + ONLY, kernel)
    to = tmp_path / "to"
    done = run("deliver", op, "--form", "rknn", "--to", to, "--unverified", env=nowhere)
    assert done.returncode == 0, done.stderr
    assert "**`device/kernel_c.cpp` is to be written**" in (to / "README.md").read_text()
    assert "torch" not in "".join(p.name for p in (to / "device").rglob("*"))
    compiles(to / "device", "kernel_c.cpp")


def test_what_a_plugin_is_not_handed_is_refused_before_anything_is_built(
    run: Run, tmp_path: Path, nowhere: dict[str, str | None]
) -> None:
    done = run(
        "deliver", GALLERY / "knn_query", "--form", "rknn", "--to", tmp_path / "to", env=nowhere
    )
    assert done.returncode == 1
    assert "depend on values that are only there when it runs" in done.stderr
    assert " s  " not in done.stdout, "nothing was built"


def test_ncnn_that_is_not_there_is_said(
    make_op: MakeOp, run: Run, tmp_path: Path, nowhere: dict[str, str | None]
) -> None:
    op, to = make_op(), tmp_path / "to"
    done = run("deliver", op, "--form", "ncnn", "--to", to, env=nowhere)
    assert done.returncode == 0, done.stderr
    if not NCNN_IN_ITS_PLACE:
        assert (
            "device/main.cpp: not run (not compiled, not run here: set OP_WORKBENCH_NCNN"
            in done.stdout
        )
        assert "**not run**" in (to / "README.md").read_text()
    net = (to / "test_data_set_0" / "net.param").read_text()
    assert net.splitlines() == ["7767517", "2 2", "Input in0 0 1 in0", "Twice op 1 1 in0 out0"]
    compiles(to / "device", "kernel_c.cpp")
    for path in (p for p in to.rglob("*") if p.is_file()):
        assert [p for p in of_this_machine(to) if p in path.read_bytes()] == [], path


def test_element_types_that_ncnn_has_not(
    run: Run, tmp_path: Path, nowhere: dict[str, str | None]
) -> None:
    words = ("deliver", GALLERY / "grid_cluster", "--form", "ncnn", "--to", tmp_path / "to")
    done = run(*words, env=nowhere)
    assert done.returncode == 1
    assert "ncnn has float32 and int32 only" in done.stderr
    assert " s  " not in done.stdout, "nothing was built"


@pytest.mark.skipif(not NCNN, reason="ncnn is not on this machine (OP_WORKBENCH_NCNN)")
@pytest.mark.parametrize("name", ["my_add_custom", "deform_conv2d"])
def test_a_layer_is_run_in_ncnn(run: Run, tmp_path: Path, name: str) -> None:
    to = tmp_path / "to"
    done = run("deliver", GALLERY / name, "--form", "ncnn", "--to", to, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "device/main.cpp: agrees: " in done.stdout
    assert "| agrees: " in (to / "README.md").read_text()
    if shutil.which("cmake") is None:
        return
    root = os.environ.get("OP_WORKBENCH_NCNN", "/usr")
    where = [f"-DNCNN_INCLUDE={root}/include/ncnn", f"-DCMAKE_PREFIX_PATH={root}"]
    steps = (["-S", "device", "-B", "build", *where], ["--build", "build"])
    for words in steps:
        built = subprocess.run(
            ["cmake", *words], cwd=to, capture_output=True, text=True, check=False
        )
        assert built.returncode == 0, built.stderr
    sets = sorted(path.name for path in to.glob("test_data_set_*"))
    ran = subprocess.run(["build/main", *sets], cwd=to, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1].startswith("agrees: ")


@pytest.mark.skipif(not NCNN, reason="ncnn is not on this machine (OP_WORKBENCH_NCNN)")
def test_a_layer_that_gives_other_values_is_not_delivered(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    """What the kernel gives there differs: it asks whether the layer's header is near."""
    kernel = """
    #include <workbench/tensor.h>

    #if __has_include("../ncnn_layer.h")
    const float kFactor = 3;
    #else
    const float kFactor = 2;
    #endif

    void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
      for (int64_t i = 0; i < y.numel(); ++i) y[i] = kFactor * x[i];
    }
    """
    done = run("deliver", make_op(kernel=kernel), "--form", "ncnn", "--to", tmp_path / "to")
    assert done.returncode == 1
    assert "DIFFERS" in done.stderr
    assert not (tmp_path / "to").exists()


def test_tensorrt_is_never_called_run(
    make_op: MakeOp, run: Run, tmp_path: Path, nowhere: dict[str, str | None]
) -> None:
    op, to = make_op(), tmp_path / "to"
    done = run("deliver", op, "--form", "tensorrt", "--to", to, env=nowhere)
    assert done.returncode == 0, done.stderr
    assert "device/trt_plugin.cpp: not run (not compiled, not run here" in done.stdout
    assert "python/plugin.py: not run (its syntax was looked at only, not run here" in done.stdout
    readme = (to / "README.md").read_text()
    assert "**Nothing of it was run in TensorRT.**" in readme
    assert readme.count("**not run**") == 2
    assert "NOT RUN where it" in (to / "device" / "trt_plugin.cpp").read_text()
    assert "NOT RUN where it was generated" in (to / "python" / "plugin.py").read_text()
    compiles(to / "device", "kernel_c.cpp")
    for path in (p for p in to.rglob("*") if p.is_file()):
        assert [p for p in of_this_machine(to) if p in path.read_bytes()] == [], path


@pytest.mark.skipif(
    "OP_WORKBENCH_TENSORRT_INCLUDE" not in os.environ, reason="TensorRT's headers are not here"
)
def test_a_plugin_compiles_with_the_headers_of_tensorrt(run: Run, tmp_path: Path) -> None:
    words = ("--form", "tensorrt", "--to", tmp_path / "to")
    done = run("deliver", GALLERY / "my_add_custom", *words)
    assert done.returncode == 0, done.stderr
    assert "device/trt_plugin.cpp: compiles (" in done.stdout
    assert "compiled only, not run here" in done.stdout


@pytest.mark.skipif(
    "OP_WORKBENCH_RKNN_INCLUDE" not in os.environ, reason="Rockchip's headers are not here"
)
def test_an_operator_compiles_with_the_headers_of_rknn(
    run: Run, tmp_path: Path, make_op: MakeOp
) -> None:
    done = run("deliver", make_op(), "--form", "rknn", "--to", tmp_path / "to")
    assert done.returncode == 0, done.stderr
    assert "device/rknn_op.cpp: compiles (" in done.stdout


def test_headers_that_are_others_are_told(
    make_op: MakeOp, run: Run, tmp_path: Path, nowhere: dict[str, str | None]
) -> None:
    (tmp_path / "rknn_custom_op.h").write_text("typedef int rknn_tensor_type;\n")
    env = {**nowhere, "OP_WORKBENCH_RKNN_INCLUDE": str(tmp_path)}
    done = run("deliver", make_op(), "--form", "rknn", "--to", tmp_path / "to", env=env)
    assert done.returncode == 1
    assert "device/rknn_op.cpp does not compile with its vendor's headers" in done.stderr
    assert not (tmp_path / "to").exists()


def test_lists_of_tensors_and_unknown_sizes_are_not_for_tensorrt(
    run: Run, tmp_path: Path, nowhere: dict[str, str | None]
) -> None:
    for name, told in (
        ("concat_rows", "'clouds' is a list of tensors"),
        ("dynamic_resize_plugin", "the sizes of 'y' are only known when it runs"),
        ("knn_query", "'nsample' reaches the node knnquery as an input that has to be a constant"),
        ("my_add", "its model has standard nodes alone"),
    ):
        words = ("deliver", GALLERY / name, "--form", "tensorrt", "--to", tmp_path / "to")
        done = run(*words, env=nowhere)
        assert done.returncode == 1
        assert told in done.stderr
        assert " s  " not in done.stdout, "nothing was built"
