"""*Copy as C++*: the text alone is compiled, linked with ONNX Runtime, and run where Deliver's folder is."""

from __future__ import annotations

import subprocess
from pathlib import Path

import onnxruntime
import pytest

from tests.conftest import MakeOp, Verify
from workbench.core.delivery import FORMS, delivery_job
from workbench.core.jobs import BuildResult
from workbench.engine.compilers import of_system
from workbench.engine.deliver.forms import WRITERS
from workbench.gui.ops.take_away import host_text


def test_the_copied_program_compiles_alone_and_compares_in_the_delivered_folder(
    make_op: MakeOp, verify: Verify, tmp_path: Path
) -> None:
    compiler = of_system()
    found = next(Path(onnxruntime.__file__).parent.glob("capi/libonnxruntime.so*"), None)
    if compiler is None or found is None:
        pytest.skip("there is no C++ compiler of the system, or no library in ONNX Runtime's wheel")
    state = verify(make_op())
    built = state.current_result("build")
    assert isinstance(built, BuildResult)
    (delivered := tmp_path / "delivered").mkdir()
    WRITERS["ort"].write(delivery_job(1, state, FORMS["ort"], delivered, False), delivered)
    library = Path(built.ort_library).name
    source, host = tmp_path / "host.cpp", tmp_path / "host"
    source.write_text(host_text(state.op, library))
    # A program looks for it by this name, whatever its file is called.
    (runtime := tmp_path / "libonnxruntime.so.1").symlink_to(found)
    command = [*compiler.command, "-std=c++17", "-Wall", "-Werror", source, runtime]
    done = subprocess.run(
        [*command, f"-Wl,-rpath,{tmp_path}", "-o", host],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr

    def ran() -> tuple[int, str]:
        told = subprocess.run([host], cwd=delivered, capture_output=True, text=True, check=False)
        return told.returncode, told.stdout + told.stderr

    status, said = ran()
    assert status == 0, said
    assert "agrees: 3 of 3 outputs" in said
    first, other = (delivered / f"test_data_set_{n}" / "output_0.pb" for n in (0, 1))
    first.write_bytes(other.read_bytes())
    status, said = ran()
    assert status == 1
    assert "DIFFERS" in said
    (delivered / library).unlink()
    status, said = ran()
    assert status == 1
    assert library in said
