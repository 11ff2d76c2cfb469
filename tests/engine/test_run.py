"""Running a model in ONNX Runtime with an op library, and what is said when it does not go."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from tests.engine.conftest import RawHost, problems_of, stages_of, the_problem
from workbench.core import jobs
from workbench.core.declaration.session import Session
from workbench.core.declaration.tolerance import Tolerance, Tolerances
from workbench.core.jobs import BuildResult, CompareResult, RunResult
from workbench.core.storage import op_file
from workbench.engine.build import build
from workbench.engine.store import Store


class Runner:
    """The library of y = 2x, a model of one node, and jobs with them."""

    def __init__(self, folder: Path, host: RawHost, built: BuildResult) -> None:
        self.folder, self.host, self.built = folder, host, built
        self.model = self.save_model()
        self.inputs = self.save("inputs", x=np.array([1.0, 2.0], np.float32))

    def save_model(self, name: str = "model", op_type: str = "Twice", size: int | str = "n") -> str:
        node = helper.make_node(op_type, ["x"], ["y"], domain="test.custom")
        value = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [size]) for n in "xy"]
        graph = helper.make_graph([node], "g", value[:1], value[1:])
        imports = [helper.make_opsetid("", 17), helper.make_opsetid("test.custom", 1)]
        path = self.folder / f"{name}.onnx"
        onnx.save(helper.make_model(graph, opset_imports=imports, ir_version=9), path)
        return str(path)

    def save(self, name: str, **arrays: np.ndarray) -> str:
        path = self.folder / f"{name}.npz"
        np.savez(path, **arrays)
        return str(path)

    def run(
        self,
        reference: str = "",
        rtol: float = -1.0,
        atol: float = -1.0,
        shared: str = "",
        more: tuple[jobs.ExportedCase, ...] = (),
        **given: str,
    ) -> list[jobs.Event]:
        library = given.pop("ort_library", self.built.ort_library)
        case = {"name": "", "model": self.model, "inputs": self.inputs, **given}
        cases = (jobs.ExportedCase(**case, reference=reference), *more)
        tolerances = Tolerances(Tolerance(rtol, atol))
        job = jobs.RunJob(
            self.host.next_id(),
            str(self.folder),
            library,
            cases,
            tolerances=tolerances,
            shared=shared,
        )
        return self.host.run(job)


def build_in(folder: Path, kernel: str) -> BuildResult:
    (folder / "op.toml").write_text(TWICE_TOML)
    (folder / "kernel.cpp").write_text(kernel)
    return build.build(folder, op_file.load(folder), Store(), build.Reporter())[0]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    return build_in(tmp_path_factory.mktemp("twice"), TWICE_KERNEL)


@pytest.fixture
def runner(tmp_path: Path, ort_host: RawHost, built: BuildResult) -> Runner:
    return Runner(tmp_path, ort_host, built)


def compared(events: list[jobs.Event]) -> tuple[jobs.StageEnded, jobs.OutputParity]:
    ended = stages_of(events)["compare"]
    assert isinstance(ended.result, CompareResult)
    (output,) = ended.result.outputs
    return ended, output


def test_a_run_without_comparison(runner: Runner) -> None:
    stages = stages_of(runner.run())
    assert list(stages) == ["run"]
    assert stages["run"].status == "ok"
    assert isinstance(stages["run"].result, RunResult)
    assert 0 < stages["run"].result.milliseconds < 1000


def outputs_of(events: list[jobs.Event]) -> Path:
    result = stages_of(events)["run"].result
    assert isinstance(result, RunResult)
    return Path(result.outputs)


def test_what_a_run_gave_outlives_its_host(runner: Runner) -> None:
    runner.host = RawHost("ort")
    assert isinstance(runner.host.event(), jobs.HostReady)
    first = outputs_of(runner.run())
    runner.inputs = runner.save("inputs", x=np.array([3.0], np.float32))
    second = outputs_of(runner.run())
    runner.host.close()
    assert first.parent == Store().root / "outputs"
    for folder, wanted in ((first, [2.0, 4.0]), (second, [6.0])):
        with np.load(folder / "onnxruntime.npz") as given:
            assert given["y"].tolist() == wanted


def test_the_same_outputs_are_kept_once(runner: Runner) -> None:
    assert outputs_of(runner.run()) == outputs_of(runner.run())


def test_two_libraries_of_one_domain_say_what_to_do(runner: Runner) -> None:
    shutil.copy(runner.built.ort_library, runner.folder / "libother.so")
    job = jobs.RunJob(
        *(runner.host.next_id(), str(runner.folder), runner.built.ort_library),
        (jobs.ExportedCase("", runner.model, runner.inputs, ""),),
        session=Session(libraries=("libother.so",)),
    )
    problem = the_problem(runner.host.run(job))
    assert "op libraries have one domain" in problem.message
    assert "into one library" in problem.hint


def test_agreement(runner: Runner) -> None:
    ended, output = compared(runner.run(runner.save("r", y=np.array([2, 4], np.float32))))
    assert ended.status == "ok"
    assert output.agrees
    assert (output.expected_by, output.actual_by) == ("PyTorch", "ONNX Runtime")


def test_a_difference_is_no_failure_of_the_job(runner: Runner) -> None:
    events = runner.run(runner.save("r", y=np.array([2, 5], np.float32)))
    ended, output = compared(events)
    assert ended.status == "differs"
    assert isinstance(events[-1], jobs.JobEnded)
    assert events[-1].status == "ok"
    (difference,) = output.differences
    assert (difference.expected, difference.actual) == ("5.0", "4.0")
    assert output.worst is not None
    assert (output.worst.index, output.worst.expected, output.worst.error) == ((1,), "5.0", 1.0)
    assert isinstance(ended.result, CompareResult)
    assert ended.result.begins is not None
    assert ended.result.begins.beginning == (
        "it begins in test.custom::Twice 'y': its inputs agree with PyTorch's, its output does not"
    )


def test_tolerances_reach_the_comparison(runner: Runner) -> None:
    reference = runner.save("r", y=np.array([2, 5], np.float32))
    assert compared(runner.run(reference, atol=1.0))[0].status == "ok"
    assert compared(runner.run(reference, rtol=0.5))[0].status == "ok"


def test_a_reference_that_names_another_output(runner: Runner) -> None:
    problem = the_problem(runner.run(runner.save("r", z=np.array([2, 4], np.float32))))
    assert "z" in problem.message
    assert "y" in problem.message + problem.hint
    assert "KeyError" not in problem.message


def test_a_reference_without_the_output_does_not_pass(runner: Runner) -> None:
    events = runner.run(runner.save("r"))
    assert stages_of(events)["compare"].status != "ok", "nothing was compared"


def test_the_torch_library_in_place_of_the_op_library(runner: Runner) -> None:
    problem = the_problem(runner.run(ort_library=runner.built.torch_library))
    assert problem.kind == "library"
    assert "torch" in problem.hint or "torch" in problem.message


def test_a_node_that_the_library_lacks(runner: Runner) -> None:
    problem = the_problem(runner.run(model=runner.save_model("other", "Thrice")))
    assert "test.custom::Thrice" in problem.message
    assert "test.custom::Twice" in problem.message


def test_no_library(runner: Runner) -> None:
    assert the_problem(runner.run(ort_library="")).kind == "library"


@pytest.mark.parametrize("keep", [0, 1, 10, 60])
def test_a_truncated_model(runner: Runner, keep: int) -> None:
    path = runner.folder / "cut.onnx"
    path.write_bytes(Path(runner.model).read_bytes()[:keep])
    problem = the_problem(runner.run(model=str(path)))
    assert problem.kind in ("model", "run", "library")
    assert problem.message
    assert str(path) in problem.where()


def test_a_model_that_is_not_there(runner: Runner) -> None:
    problem = the_problem(runner.run(model=str(runner.folder / "none.onnx")))
    assert "does not exist" in problem.message


def test_a_model_that_is_a_folder(runner: Runner) -> None:
    assert the_problem(runner.run(model=str(runner.folder))).kind == "model"


# -- a kernel is run again on the same inputs


def with_kernel(runner: Runner, body: str) -> Runner:
    """The kernel's loop with another body, in ONNX Runtime only."""
    kernel = f"""
#include <workbench/tensor.h>
void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {{
  static int calls = 0;
  for (int64_t i = 0; i < y.numel(); ++i) {{ {body} }}
  ++calls;
}}
"""
    runner.built = build_in(runner.folder, kernel)
    return runner


def test_a_kernel_that_is_right_the_first_time_only(runner: Runner) -> None:
    with_kernel(runner, "y[i] = 2 * x[i] + (calls == 0 || i == 0 ? 0 : 1);")
    problem = the_problem(runner.run(runner.save("r", y=np.array([2, 4], np.float32))))
    assert "the kernel does not repeat itself in ONNX Runtime" in problem.message
    assert "element [1] of 'y' is 4.0, and 5.0 when it is run again" in problem.message
    assert "static" in problem.hint


def test_a_kernel_that_is_wrong_every_third_time(runner: Runner) -> None:
    with_kernel(runner, "y[i] = 2 * x[i] + (calls % 3 == 2);")
    problem = the_problem(runner.run(runner.save("r", y=np.array([2, 4], np.float32))))
    assert "does not repeat itself in ONNX Runtime" in problem.message


def test_the_inputs_of_a_case_are_run_again_too(runner: Runner) -> None:
    with_kernel(runner, "y[i] = 2 * x[i] + (y.numel() == 3 ? calls : 0);")
    more = np.array([1, 2, 3], np.float32)
    case = jobs.ExportedCase(
        "more", runner.model, runner.save("more", x=more), runner.save("more_r", y=2 * more)
    )
    reference = runner.save("r", y=np.array([2, 4], np.float32))
    problem = the_problem(runner.run(reference, more=(case,)))
    assert problem.message.startswith("case more: ")
    assert "does not repeat itself in ONNX Runtime" in problem.message


def test_another_last_bit_is_told_and_no_more(runner: Runner) -> None:
    with_kernel(runner, "y[i] = 2 * x[i] * (calls % 2 ? 1 : 1 + 3e-7f);")
    events = runner.run(runner.save("r", y=np.array([2, 4], np.float32)), rtol=1e-5)
    assert compared(events)[0].status == "ok"
    (problem,) = stages_of(events)["run"].problems
    assert problem.severity == "warning"
    assert "does not repeat itself bit for bit in ONNX Runtime" in problem.message


def test_a_run_without_comparison_tells_that_it_is_not_repeated(runner: Runner) -> None:
    """Any model may be run so, a random one too."""
    with_kernel(runner, "y[i] = 2 * x[i] + calls;")
    ended = stages_of(runner.run())["run"]
    assert ended.status == "ok"
    assert [p.severity for p in ended.problems] == ["warning"]
    assert "does not repeat itself in ONNX Runtime" in ended.problems[0].message


def test_a_zero_that_the_kernel_forgets_to_write(runner: Runner) -> None:
    """ONNX Runtime's memory is mostly zero when it is new."""
    with_kernel(runner, "if (x[i] != 0) y[i] = 2 * x[i];")
    inputs = runner.save("inputs", x=np.array([1, 0, 0, 2], np.float32))
    _, output = compared(
        runner.run(runner.save("r", y=np.array([2, 0, 0, 4], np.float32)), inputs=inputs)
    )
    assert not output.agrees
    assert [d.index for d in output.differences] == [(1,), (2,)]


# -- inputs


def test_pickles_are_refused(runner: Runner) -> None:
    path = runner.folder / "evil.npz"
    np.savez(path, x=np.array([print], dtype=object), allow_pickle=True)
    problem = the_problem(runner.run(inputs=str(path)))
    assert problem.kind == "inputs"
    assert problem.file == str(path)


@pytest.mark.parametrize(
    "data",
    [b"", b"rubbish", b"PK\x03\x04 cut", b"\x80\x04K\x01."],
    ids=["empty", "text", "zip", "pickle"],
)
def test_inputs_that_are_no_npz(runner: Runner, data: bytes) -> None:
    path = runner.folder / "bad.npz"
    path.write_bytes(data)
    problem = the_problem(runner.run(inputs=str(path)))
    assert problem.kind == "inputs"
    assert problem.file == str(path)


def test_a_single_array_instead_of_an_npz(runner: Runner) -> None:
    path = runner.folder / "single.npy"
    np.save(path, np.zeros(2, np.float32))
    problem = the_problem(runner.run(inputs=str(path)))
    assert problem.kind == "inputs"


def test_inputs_cut_in_the_middle(runner: Runner) -> None:
    whole = Path(runner.save("whole", x=np.zeros(1000, np.float32))).read_bytes()
    path = runner.folder / "cut.npz"
    path.write_bytes(whole[: len(whole) // 2])
    assert the_problem(runner.run(inputs=str(path))).kind == "inputs"


def test_a_damaged_array(runner: Runner) -> None:
    whole = bytearray(Path(runner.save("whole", x=np.zeros(1000, np.float32))).read_bytes())
    whole[2000] ^= 0xFF
    path = runner.folder / "damaged.npz"
    path.write_bytes(whole)
    assert the_problem(runner.run(inputs=str(path))).kind == "inputs"


def test_inputs_that_are_not_there(runner: Runner) -> None:
    assert the_problem(runner.run(inputs=str(runner.folder / "none.npz"))).kind == "inputs"


def test_a_missing_input_is_named(runner: Runner) -> None:
    problem = the_problem(runner.run(inputs=runner.save("other", z=np.zeros(2, np.float32))))
    assert problem.kind == "inputs"
    assert "'x'" in problem.message


def test_an_input_of_another_type(runner: Runner) -> None:
    problem = the_problem(runner.run(inputs=runner.save("other", x=np.zeros(2))))
    assert problem.kind in ("run", "inputs")
    assert "float" in problem.message
    assert "x" in problem.message


def test_an_input_of_another_rank(runner: Runner) -> None:
    inputs = runner.save("other", x=np.zeros((2, 2), np.float32))
    problem = the_problem(runner.run(inputs=inputs))
    assert problem.message == "the model's input 'x' is float32[n], and float32[2, 2] is given"


def test_an_input_of_another_size(runner: Runner) -> None:
    model = runner.save_model("fixed", size=3)
    problem = the_problem(runner.run(model=model))
    assert "3" in problem.message


def test_inputs_that_the_model_does_not_take_are_left_out(runner: Runner) -> None:
    inputs = runner.save("more", x=np.zeros(2, np.float32), more=np.zeros(1))
    assert problems_of(runner.run(inputs=inputs)) == []


# -- what agreeing proves


def test_one_kernel_in_both_runtimes_is_not_verified(runner: Runner) -> None:
    same = "both runtimes run the same kernel"
    torch = runner.save("r", y=np.array([2, 4], np.float32))
    ended, output = compared(runner.run(torch, shared=same))
    assert ended.status == "unverified"
    assert output.agrees
    assert not output.independent
    (problem,) = ended.problems
    assert same in problem.message
    assert "Add a reference" in problem.hint


def test_given_values_are_independent(runner: Runner) -> None:
    torch = runner.save("r", y=np.array([2, 4], np.float32))
    stages = stages_of(runner.run(torch, shared="the same kernel", expected=torch))
    assert stages["compare"].status == "ok"


@pytest.mark.parametrize(
    ("values", "says"), [([], "is empty"), ([np.nan, np.inf], "nan or infinite")]
)
def test_nothing_compared_is_not_verified(runner: Runner, values: list[float], says: str) -> None:
    inputs = runner.save("i", x=np.array(values, np.float32))
    torch = runner.save("r", y=2 * np.array(values, np.float32))
    ended, _ = compared(runner.run(torch, inputs=inputs))
    assert ended.status == "unverified"
    assert says in ended.problems[0].message
