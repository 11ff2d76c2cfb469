"""The parts of a delivery: a fresh place, a stripped library, and nothing half-made."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile

from tests.conftest import MakeOp, Verify
from workbench.core.delivery import FORMS, delivery_job, refusals
from workbench.core.errors import UserError
from workbench.engine.deliver import deliver
from workbench.engine.deliver.forms import WRITERS
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.stripped import strip
from workbench.engine.parity.allowed import allowance
from workbench.engine.parity.compare import compare_output

TRY = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
        print(name, end=" ")
    except ImportError:
        pass
print()
"""


def test_each_form_has_a_writer() -> None:
    assert FORMS.keys() == WRITERS.keys()
    assert [w.form for w in WRITERS.values()] == list(FORMS.values())


def test_a_fresh_place_has_what_is_named_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = tmp_path / "delivery"
    delivery.mkdir()
    (delivery / "try.py").write_text(TRY)
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    with FreshPlace.of(delivery) as place:
        python = place.python(["numpy", "onnxruntime"])
        names = ["numpy", "onnxruntime", "torch", "onnx", "workbench", "msgspec", "PySide6"]
        assert place.run([python, "-I", "try.py", *names]) == "numpy onnxruntime"
        with pytest.raises(UserError) as failed:
            place.run([python, "-I", "-c", "import torch"])
        assert "No module named 'torch'" in failed.value.problem.words
        with pytest.raises(UserError, match="signal 11"):
            place.run([python, "-I", "-c", "import os; os.kill(os.getpid(), 11)"])
        home = place.delivery
    assert not home.exists()


def test_a_fresh_place_leaves_the_imports_of_this_process_alone(tmp_path: Path) -> None:
    (tmp_path / "delivery").mkdir()
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from workbench.engine.deliver.fresh_place import FreshPlace\n"
        "with FreshPlace.of(Path(sys.argv[1])) as place:\n"
        "    place.python([])\n"
        "import torch.utils.cpp_extension\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "delivery")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_what_is_loaded_of_a_stripped_library_is_the_same(
    make_op: MakeOp, verify: Verify, tmp_path: Path
) -> None:
    result = verify(make_op(), "build").current_result("build")
    library, made = Path(result.ort_library), tmp_path / "made.so"
    assert strip(library, made)
    assert made.stat().st_size < library.stat().st_size
    with library.open("rb") as one, made.open("rb") as other:
        before, after = ELFFile(one), ELFFile(other)
        loaded = [s for s in before.iter_segments() if s["p_filesz"]]
        again = [s for s in after.iter_segments() if s["p_filesz"]]
        assert [s.header for s in loaded] == [s.header for s in again]
        for a, b in zip(loaded, again, strict=True):
            if a["p_offset"]:  # the first one holds the file's own header
                assert a.data() == b.data()
        kept = [s for s in before.iter_sections() if s["sh_flags"] & 2]
        assert [s.name for s in after.iter_sections()] == ["", *(s.name for s in kept), ".shstrtab"]
        symbols = after.get_section_by_name(".dynsym")
        assert "RegisterCustomOps" in {s.name for s in symbols.iter_symbols()}
    if shutil.which("readelf"):
        told = subprocess.run(["readelf", "-aW", made], capture_output=True, text=True, check=True)
        assert "Warning" not in told.stderr, told.stderr
    # What is no such library is copied.
    (tmp_path / "text").write_text("no library")
    assert not strip(tmp_path / "text", tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "no library"


def fill_the_disk(target: Path) -> None:
    with deliver._beside(target) as scratch:
        (scratch / "half").write_text("half")
        with Path("/dev/full").open("w") as full:
            full.write("more")
            full.flush()


def test_nothing_half_made_remains_where_there_is_no_room(tmp_path: Path) -> None:
    target = tmp_path / "below" / "to"
    with pytest.raises(UserError) as failed:
        fill_the_disk(target)
    assert failed.value.problem.file == str(target)
    assert "No space left" in failed.value.problem.message
    assert "Nothing was left there" in failed.value.problem.hint
    assert list(tmp_path.iterdir()) == []


def test_a_delivery_that_does_not_work_elsewhere_is_none(
    make_op: MakeOp, verify: Verify, engine, tmp_path: Path
) -> None:
    """A kernel that needs something of this place: a variable that hosts have."""
    state = verify(make_op(kernel=OF_HERE))
    form = FORMS["ort"]
    assert refusals(state, form) == []
    target = tmp_path / "to"
    events = engine.run_job(delivery_job(1, state, form, target, False))
    problems = [p for e in events for p in getattr(e, "problems", ())]
    assert len(problems) == 1
    assert "'python -I run.py' fails: status 1" in problems[0].message
    assert "DIFFERS" in problems[0].hint
    assert not target.exists()
    assert list(tmp_path.glob(".*")) == []


OF_HERE = """
#include <workbench/tensor.h>

#include <cstdlib>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  float factor = std::getenv("OP_WORKBENCH_CACHE") ? 2 : 3;
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = factor * x[i];
}
"""


def test_a_stale_op_is_refused(make_op: MakeOp, verify: Verify, engine) -> None:
    folder = make_op()
    state = verify(folder)
    assert refusals(state, FORMS["ort"]) == []
    kernel = folder / "kernel.cpp"
    kernel.write_text(kernel.read_text().replace("2 * x[i]", "x[i] + x[i]"))
    (state,) = engine.load([folder])
    for unverified in (False, True):
        assert refusals(state, FORMS["ort"], unverified) != []
    with pytest.raises(UserError, match="not up to date"):
        delivery_job(1, state, FORMS["ort"], Path("/nowhere"), False)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_the_allowance_is_that_of_the_comparison(dtype: str) -> None:
    expected = np.random.default_rng(1).normal(size=100).astype(dtype)
    for tolerances in ((-1.0, -1.0), (1e-2, -1.0), (0.0, 0.1)):
        allowed = allowance(expected, *tolerances)
        assert allowed is not None
        least = np.spacing(np.abs(expected)).astype(np.float64)
        for apart, agrees in ((0.9 * allowed - least, True), (1.1 * allowed + 2 * least, False)):
            actual = (expected + np.maximum(apart, 0)).astype(dtype)
            assert compare_output("y", expected, actual, *tolerances).agrees == agrees
    marks = allowance(np.array([np.nan, np.inf, 1], dtype))
    assert marks is not None
    assert np.isfinite(marks).all()
    assert allowance(np.arange(3)) is None
    budget = np.full(3, 0.5)
    assert np.array_equal(allowance(np.ones(3, "f"), budget=budget), budget)


def test_python_of_the_tests_is_not_the_fresh_one() -> None:
    """Else the test of the fresh place would prove nothing."""
    told = subprocess.run(
        [sys.executable, "-I", "-c", TRY, "torch", "workbench"], capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert told.stdout.split() == ["torch", "workbench"]
