"""What is handed on holds no path of the machine it was made on, and exports one symbol."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

import numpy as np
import onnx
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.engine.building import build
from tests.engine.own_ort_sources import LITE
from tests.engine.own_ort_sources import TOML as OWN_TOML
from tests.large import large, some
from workbench import paths
from workbench.core.compile.ort_headers import find_ort_headers
from workbench.engine import toolchain

needs_headers = pytest.mark.skipif(
    find_ort_headers() is None, reason="ONNX Runtime's official headers are not here: make headers"
)

LIBTORCH = """
#include <torch/torch.h>

torch::Tensor twice(torch::Tensor x) {
  TORCH_CHECK(x.dim() < 9, "too many dimensions, says ", __FILE__);
  return 2 * x;
}
"""
REGISTERED = LIBTORCH + 'TORCH_LIBRARY(wb_test, m) { m.def("twice", &twice); }\n'
PYBIND = LIBTORCH.replace("torch/torch.h", "torch/extension.h") + (
    'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("twice", &twice); }\n'
)
PORTABLE = TWICE_KERNEL.replace(
    "{\n", '{\n  wb::check(x.rank() < 9, "too many dimensions, says ", __FILE__);\n', 1
)
BRIDGE = '\n[ort]\nimplementation = "bridge"\n'
EXPORT_ONLY = BRIDGE.replace("bridge", "export-only")
STYLES = {
    "portable": (PORTABLE, ""),
    "libtorch": (LIBTORCH, '[kernel]\nstyle = "libtorch"\n' + BRIDGE),
    "registers itself": (
        REGISTERED, '[kernel]\nstyle = "libtorch"\nregistration = "own"\n' + BRIDGE
    ),
    "pybind": (PYBIND, '[kernel]\nstyle = "libtorch"\nregistration = "pybind"\n' + EXPORT_ONLY),
}  # fmt: skip


def made(make_op: MakeOp, style: str, flags: str = "") -> tuple[Path, list[Path]]:
    """An op's folder, and the libraries of it: torch's first."""
    kernel, toml = STYLES[style]
    if "[kernel]" not in toml:
        toml = "[kernel]\n" + toml
    toml = toml.replace("[kernel]\n", f"[kernel]\n{flags}", 1)
    name = f"twice_{uuid.uuid4().hex[:6]}"  # torch knows each name once
    kernel = kernel.replace("wb_test", f"wb_{name}").replace("twice", name)
    text = TWICE_TOML.replace("wb_test", f"wb_{name}").replace("twice", name)
    folder = make_op(text + toml, kernel)
    result, _ = build(folder)
    return folder, [Path(path) for path in (result.torch_library, result.ort_library) if path]


def exported(library: Path) -> set[str]:
    command = ["nm", "-D", "--defined-only", str(library)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    # Small letters are local, but for 'u': what a process has once, whichever library brings it.
    found = [line.split()[-2:] for line in lines]
    return {name for kind, name in found if kind.isupper() or kind == "u"}


def dynamic(library: Path, entry: str) -> list[str]:
    command = ["readelf", "-dW", str(library)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.findall(rf"\({entry}\).*\[(.*)\]", output)


def of_this_machine(folder: Path) -> list[bytes]:
    """Places that nothing that is handed on may tell of."""
    folders = (
        folder, paths.cache_dir(), Path(tempfile.gettempdir()), paths.ops_lib().parent,
        toolchain.torch_folder(), Path(sys.prefix), Path(sys.base_prefix), Path.home(), Path.cwd(),
    )  # fmt: skip
    return [f"{os.path.realpath(folder)}/".encode() for folder in folders]


def told(file: Path, folder: Path) -> list[bytes]:
    data = file.read_bytes()
    return [path for path in of_this_machine(folder) if path in data or path[:-1] + b"\0" in data]


@pytest.mark.parametrize("style", some(STYLES, ["portable", "libtorch", "registers itself"]))
def test_a_library_tells_nothing_of_this_machine_and_exports_one_symbol(
    make_op: MakeOp, style: str
) -> None:
    folder, (torch, *ort) = made(make_op, style)
    assert told(torch, folder) == []
    assert b"kernel.cpp" in torch.read_bytes()  # the user's __FILE__
    assert dynamic(torch, "RUNPATH") + dynamic(torch, "RPATH") == []
    own = {"pybind": {f"PyInit_{torch.stem}"}, "portable": {"wb_torch_problem"}}
    assert exported(torch) == own.get(style, set())
    assert bool(ort) == (style != "pybind")
    for library in ort:
        assert told(library, folder) == []
        assert exported(library) == {"RegisterCustomOps"}
        assert set(dynamic(library, "RUNPATH")) <= {"$ORIGIN"}


@needs_headers
@pytest.mark.parametrize("flags", ["", pytest.param('compile_flags = ["-g1"]\n', marks=large)])
def test_the_user_s_own_library_for_onnx_runtime(make_op: MakeOp, flags: str) -> None:
    toml = OWN_TOML.replace("[kernel]\n", f"[kernel]\n{flags}", 1)
    folder = make_op(toml, "class Sum:\n    pass\n", source="sum.py")
    (folder / "sum_ort.cpp").write_text(f"{LITE}\n// {uuid.uuid4().hex}\n")
    library = Path(build(folder)[0].ort_library)
    assert exported(library) == {"RegisterCustomOps"}
    assert told(library, folder) == []
    assert dynamic(library, "RUNPATH") == []


@pytest.mark.parametrize("style", ["portable", pytest.param("libtorch", marks=large)])
def test_line_tables_name_files_as_seen_from_the_op(make_op: MakeOp, style: str) -> None:
    folder, libraries = made(make_op, style, 'compile_flags = ["-g1"]\n')
    for library in libraries[: 2 if style == "portable" else 1]:
        command = ["readelf", "--debug-dump=decodedline", str(library)]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert re.search(r"^kernel\.cpp\s+5\b", lines, re.MULTILINE), lines[:2000]
        assert told(library, folder) == []


def test_what_a_link_leads_to_is_called_by_its_last_part(make_op: MakeOp, tmp_path: Path) -> None:
    far = tmp_path / "far" / "headers"
    far.mkdir(parents=True)
    (far / "far.h").write_text("inline const char* far_file() { return __FILE__; }\n")
    body = "  wb::check(x.rank() < 9, far_file());\n"
    kernel = '#include "far.h"\n' + TWICE_KERNEL.replace("{\n", "{\n" + body, 1)
    folder = make_op(TWICE_TOML + '[kernel]\ninclude = ["link"]\n', kernel)
    (folder / "link").symlink_to(far)
    library = Path(build(folder)[0].ort_library)
    assert told(library, folder) == []
    assert b"headers/far.h" in library.read_bytes()


ELSEWHERE = """
import ctypes, sys
import numpy as np
from tests.engine import ort_child
torch, library = sys.argv[1:3]
import onnxruntime as ort
for name in filter(None, torch.split(":")):
    ctypes.CDLL(name)
ort_child.load_first = lambda library: None  # nobody helps there
x = np.ones((2, 3), np.float32)
ran = ort_child.run(library, "Twice", {"x": x}, domain="test.custom")
assert (ran["values"][0] == 2 * x).all()
print("fine")
"""


def test_a_bridge_runs_elsewhere_with_its_own_library_beside_it(
    make_op: MakeOp, tmp_path: Path
) -> None:
    folder, (torch, ort) = made(make_op, "registers itself")
    there = tmp_path / "elsewhere"
    there.mkdir()
    for file in ort.parent.glob("*.so"):  # all that is to be handed on lies together
        shutil.copy(file, there)
    shutil.rmtree(folder)
    assert (there / torch.name).is_file()
    lib = toolchain.torch_folder() / "lib"
    first = ":".join(str(lib / name) for name in ("libc10.so", "libtorch_cpu.so"))

    def run(first: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", ELSEWHERE, first, str(there / ort.name)]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert run(first).stdout == "fine\n", run(first).stderr[-2000:]
    assert "libtorch_cpu.so: cannot open" in run("").stderr
    for name in ("libc10.so", "libtorch_cpu.so"):  # or libtorch lies beside it, too
        (there / name).symlink_to(lib / name)
    assert run("").stdout == "fine\n", run("").stderr[-2000:]


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_a_model_tells_nothing_of_this_machine(
    make_op: MakeOp, verify: Verify, exporter: str
) -> None:
    toml = TWICE_TOML.replace(
        "[[model.inputs]]", f'[model]\nopset = 18\nexporter = "{exporter}"\n\n[[model.inputs]]', 1
    )
    folder = make_op(toml)
    state = verify(folder)
    assert state.report().error is None
    file = Path(state.report().model or "")
    assert told(file, folder) == []
    model = onnx.load(file)
    assert not any(node.doc_string or node.metadata_props for node in model.graph.node)
    assert np.isin(["Twice"], [node.op_type for node in model.graph.node]).all()
