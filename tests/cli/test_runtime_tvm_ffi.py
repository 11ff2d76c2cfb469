"""``runtime add tvm-ffi`` and ``verify --runtime tvm-ffi``: the package is fetched from the network, so
what runs in it is for ``make test-all``, where it is kept beside the build cache."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.cli.added_runtimes import with_runtimes
from tests.cli.conftest import Run
from tests.cli.other_pythons import other_python
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.runtimes.ctypes_ffi import Function
from tests.engine.runtimes.foreign import FOREIGN_TOML, make_module
from tests.engine.test_handed_on import of_this_machine
from tests.large import large
from workbench import paths
from workbench.core.storage import op_file

NAME = "tvm-ffi"
ONLY_THERE = TWICE_KERNEL.replace(
    "void twice",
    '#include <dlfcn.h>\n\nbool there() { return dlsym(nullptr, "TVMFFIFunctionCall"); }\n\nvoid twice',
)
"""A kernel that can tell that tvm-ffi calls it."""
DATA_TOML = TWICE_TOML.replace('shape = "x.shape"', 'shape = "[unknown]"').replace(
    'python = "2 * x"', 'python = "2 * x.flatten()"'
)
DATA_KERNEL = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Output<float> out) {
  wb::Tensor<float> y = out.allocate({x.numel()});
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
}
"""


@pytest.fixture(scope="module")
def mine(request: pytest.FixtureRequest) -> dict[str, str | None]:
    """A data folder in which the runtime has been added, kept between runs."""
    folder = with_runtimes(request.config, "op-workbench-runtime-tvm-ffi", NAME)
    return {"OP_WORKBENCH_DATA": str(folder)}


def test_a_package_that_cannot_be_had_is_told_with_command_and_reason(
    run: Run, tmp_path: Path
) -> None:
    env: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(tmp_path), "PIP_NO_INDEX": "1"}
    done = run("runtime", "add", NAME, env={**env, "PIP_FIND_LINKS": None})
    assert done.returncode == 1
    assert "Apache License 2.0" in done.stdout
    assert "install --quiet --only-binary=:all:" in done.stderr
    assert "No matching distribution found for apache-tvm-ffi==" in done.stderr
    assert not list(tmp_path.glob("runtimes/*")), "nothing half-made is left"


def test_a_function_is_delivered_and_says_where_it_was_not_run(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op, to = make_op(), tmp_path / "to"
    nowhere: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(tmp_path / "data")}
    done = run("deliver", op, "--form", NAME, "--to", to, env=nowhere)
    assert done.returncode == 0, done.stderr
    assert "run.py: not run (not run here: Add it: op-workbench runtime add tvm-ffi)" in done.stdout
    readme = (to / "README.md").read_text()
    assert "**not run**" in readme
    assert "an op library for ONNX Runtime 1.17 and later, too" in readme
    assert 'tvm_ffi.load_module("./libtwice_ffi.so")' in readme, (
        "a bare name is looked for elsewhere"
    )
    x, y = np.arange(3, dtype=np.float32), np.zeros(3, np.float32)
    assert Function(str(to / "libtwice_ffi.so"), "twice")(x, y) == 0
    assert y.tolist() == [0, 2, 4]
    for path in (p for p in to.rglob("*") if p.is_file()):
        assert [p for p in of_this_machine(to) if p in path.read_bytes()] == [], path


def test_a_module_of_another_compiler_goes_along_and_has_no_source_to_build(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    op, to = make_op(FOREIGN_TOML), tmp_path / "to"
    make_module(op)
    done = run("deliver", op, "--form", "source", "--to", to)
    assert done.returncode == 1
    assert "it calls a compiled module, which has no source to build" in done.stderr
    assert not to.exists()
    done = run("deliver", op, "--to", to)
    assert done.returncode == 0, done.stderr
    assert "run.py: agrees: 3 of 3 outputs" in done.stdout
    assert (to / "kernels.so").is_file()


@large
def test_each_op_is_called_there_and_what_goes_wrong_is_told(
    make_op: MakeOp, run: Run, mine: dict[str, str | None], tmp_path: Path
) -> None:
    named = {
        "good": (TWICE_TOML, TWICE_KERNEL),
        "data": (DATA_TOML, DATA_KERNEL),
        "wrong": (TWICE_TOML, ONLY_THERE.replace("2 * x[i]", "(there() ? 3 : 2) * x[i]")),
        "throws": (TWICE_TOML, ONLY_THERE.replace("2 * x[i];", '2 * x[i];\n  wb::check(!there(), "no");')),
        "ends": (TWICE_TOML, ONLY_THERE.replace("2 * x[i];", "2 * x[i];\n  if (there()) __builtin_trap();")),
    }  # fmt: skip
    ops = [
        make_op(toml.replace('"twice"', f'"{name}"', 1), kernel, folder=tmp_path / name)
        for name, (toml, kernel) in named.items()
    ]
    done = run("verify", *ops, "--runtime", "all", "--json", tmp_path / "told", env=mine)
    assert done.returncode == 1
    told = {o["op"]: o["runtimes"][0] for o in json.loads((tmp_path / "told").read_text())["ops"]}
    assert {name: one["status"] for name, one in told.items()} == {
        "good": "agrees", "data": "agrees", "wrong": "differs", "throws": "failed", "ends": "failed",
    }  # fmt: skip
    assert all(one["runtime"] == NAME for one in told.values())
    assert told["good"]["ran_with"].startswith("tvm-ffi 0.")
    to = tmp_path / "to"
    done = run("deliver", ops[1], "--form", NAME, "--to", to, env=mine)
    assert done.returncode == 0, done.stderr
    assert "run.py: agrees: 3 of 3 outputs; tvm-ffi 0." in done.stdout
    assert "RuntimeError: throws: no" in told["throws"]["problems"][0]["message"]
    assert "it crashed (SIG" in told["ends"]["problems"][0]["message"]


@large
def test_its_calls_are_timed_in_turns_with_the_others(
    make_op: MakeOp, run: Run, mine: dict[str, str | None], tmp_path: Path
) -> None:
    op = make_op(TWICE_TOML, TWICE_KERNEL)
    only = ("--only", f"torch,{NAME}", "--seconds", "0.1", "--threads", "1,2")
    done = run("bench", "op", op, *only, "--json", tmp_path / "told", env=mine)
    assert done.returncode == 0, done.stderr
    (found,) = json.loads((tmp_path / "told").read_text())["points"]
    assert [(t["name"], t["threads"]) for t in found["timed"]] == [
        ("torch", 1), (NAME, 1), ("torch", 2)
    ]  # fmt: skip
    assert all(0 < t["fastest"] <= t["median"] for t in found["timed"])


def test_a_damaged_environment_is_no_contender_and_the_others_are(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    place = tmp_path / "data" / "runtimes" / NAME
    place.mkdir(parents=True)
    (place / "ready.json").write_text('{"versions": "tvm-ffi 0.1"}')
    done = run(
        *("bench", "op", make_op(TWICE_TOML, TWICE_KERNEL), "--only", f"torch,{NAME}"),
        *("--seconds", "0.1"),
        env={"OP_WORKBENCH_DATA": str(tmp_path / "data")},
    )
    assert done.returncode == 0, done.stderr
    assert "PyTorch, eager" in done.stdout
    assert f"not measured: tvm-ffi: the environment of {NAME} is damaged" in done.stdout


IN_JAX = """
import sys

import jax
import jax_tvm_ffi
import numpy as np
import tvm_ffi

function = tvm_ffi.load_module(sys.argv[1])["twice"]
jax_tvm_ffi.register_ffi_target("twice", function, arg_spec=["args", "rets"], platform="cpu")


@jax.jit
def twice(x):
    return jax.ffi.ffi_call("twice", jax.ShapeDtypeStruct(x.shape, x.dtype))(x) + 1


x = np.arange(6, dtype=np.float32).reshape(2, 3)
assert np.array_equal(twice(x), 2 * x + 1), twice(x)
"""


@large
def test_the_same_file_is_a_function_of_jax(
    make_op: MakeOp, run: Run, pytestconfig: pytest.Config, tmp_path: Path
) -> None:
    there = other_python(pytestconfig, "jax", "jax[cpu]==0.10.2", "jax-tvm-ffi==0.1.3")
    to = tmp_path / "to"
    assert run("deliver", make_op(), "--form", NAME, "--to", to).returncode == 0
    script = tmp_path / "in_jax.py"
    script.write_text(IN_JAX)
    done = subprocess.run(
        [there, script, to / "libtwice_ffi.so"], stderr=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@large
def test_the_gallerys_portable_ops_agree_exactly_and_the_others_are_refused_with_a_reason(
    run: Run, mine: dict[str, str | None], tmp_path: Path
) -> None:
    ops = sorted(path.parent for path in (paths.ops_lib() / "ops").glob("*/op.toml"))
    told = tmp_path / "told"
    run("verify", *ops, "--runtime", NAME, "--json", told, env=mine, timeout=1800)
    for one in json.loads(told.read_text())["ops"]:
        op = op_file.load(paths.ops_lib() / "ops" / one["op"])
        if not one["runtimes"]:
            assert one["status"] not in ("agrees", "unverified"), (
                "it was verified, and not run there"
            )
            continue
        (found,) = one["runtimes"]
        if op.kernel.kind.is_shared:
            assert (found["status"], found["max_abs_diff"]) == ("agrees", 0), one["op"]
        else:
            assert found["status"] == "not run"
            assert "makes no plain C function" in found["problems"][0]["message"]
