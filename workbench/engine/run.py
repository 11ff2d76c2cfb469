"""The run job: the model in ONNX Runtime with its op library, and the comparison.

Runs in the ORT host's forked child, which never imports torch: the model runs with the op
library alone, as it will where it is deployed.
"""

from __future__ import annotations

import statistics
import time
import zipfile
import zlib
from pathlib import Path

import numpy as np
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as ort_state

from workbench.core.errors import UserError
from workbench.core.jobs import CompareResult, RunJob, RunResult
from workbench.engine.child import Channel
from workbench.engine.compare import BY_REFERENCE, compare_output
from workbench.engine.library_check import check_model_against_library

__all__ = ["load_arrays", "run_job", "run_model"]

# ONNX Runtime raises one class per status code, without a common base; inputs of a wrong
# type or count are plain Python errors.
_ORT_ERRORS: tuple[type[Exception], ...] = (
    *(c for c in vars(ort_state).values() if isinstance(c, type) and issubclass(c, Exception)),
    RuntimeError,
    ValueError,
    TypeError,
)
_TIMED_RUNS = 5
_TIMING_SECONDS = 0.1


def run_job(job: RunJob, channel: Channel) -> None:
    """Stages ``run`` and ``compare``."""
    with channel.stage("run") as outcome:
        channel.progress("run", 0, 3, "loading the op library")
        check_model_against_library(Path(job.model), job.ort_library)
        inputs = load_arrays(Path(job.inputs))
        channel.progress("run", 1, 3, "creating the session")
        session = _session(job.model, job.ort_library)
        channel.progress("run", 2, 3, "running the kernel in ONNX Runtime")
        outputs, milliseconds = run_model(session, inputs)
        outcome.result = RunResult(milliseconds)
    if not job.reference:
        return
    with channel.stage("compare") as outcome:
        torch_outputs = load_arrays(Path(job.reference))
        if torch_outputs.keys() != outputs.keys():
            raise UserError(
                "reference",
                f"the reference has the outputs {_listed(torch_outputs)}, the model {_listed(outputs)}",
                "Name the arrays as the model's outputs.",
                file=job.reference,
            )
        compared = [
            compare_output(name, value, outputs[name], job.rtol, job.atol)
            for name, value in torch_outputs.items()
        ]
        # Both runtimes run the same kernel, so only a reference can tell that it is wrong.
        if job.expected:
            compared += [
                compare_output(name, value, torch_outputs[name], job.rtol, job.atol, BY_REFERENCE)
                for name, value in load_arrays(Path(job.expected)).items()
            ]
        outcome.status = "ok" if all(o.agrees for o in compared) else "differs"
        outcome.result = CompareResult(tuple(compared))


def _listed(arrays: dict[str, np.ndarray]) -> str:
    return ", ".join(arrays) or "none"


def load_arrays(path: Path) -> dict[str, np.ndarray]:
    """The arrays of an ``.npz`` by name; pickled objects are refused.

    Raises:
        UserError: kind ``inputs``.
    """
    try:
        archive = np.load(path, allow_pickle=False)
        if not isinstance(archive, np.lib.npyio.NpzFile):
            raise UserError(
                "inputs", "this is one array, not an .npz", "Use numpy.savez.", file=path
            )
        with archive:
            return {name: archive[name] for name in archive.files}
    except FileNotFoundError:
        raise UserError("inputs", "the file does not exist", file=path) from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise UserError("inputs", f"this is no .npz of arrays: {error}", file=path) from None


def _session(model: str, library: str) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    try:
        if library:
            options.register_custom_ops_library(library)
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except _ORT_ERRORS as error:
        raise _explain(error, "ONNX Runtime does not take the model", model) from error


def run_model(
    session: onnxruntime.InferenceSession, inputs: dict[str, np.ndarray]
) -> tuple[dict[str, np.ndarray], float]:
    """Run a model.

    Returns:
        The outputs by name, and the median time of a few runs in milliseconds.
    """
    wanted = [i.name for i in session.get_inputs()]
    missing = [name for name in wanted if name not in inputs]
    if missing:
        raise UserError(
            "inputs",
            f"the model's input '{missing[0]}' is not given",
            f"It takes: {', '.join(wanted)}.",
        )
    names = [o.name for o in session.get_outputs()]
    given = {name: inputs[name] for name in wanted}
    try:
        outputs = session.run(names, given)
        times: list[float] = []
        began = time.perf_counter()
        while len(times) < _TIMED_RUNS and (
            not times or time.perf_counter() - began < _TIMING_SECONDS
        ):
            start = time.perf_counter()
            session.run(names, given)
            times.append((time.perf_counter() - start) * 1e3)
    except _ORT_ERRORS as error:
        raise _explain(error, "the model failed in ONNX Runtime", "") from error
    return dict(zip(names, outputs, strict=True)), statistics.median(times)


def _explain(error: Exception, what: str, file: str) -> UserError:
    text = str(error)
    for prefix in ("[ONNXRuntimeError]", "Load model from"):
        if prefix in text:
            text = text.rpartition(" : ")[2] if prefix == "[ONNXRuntimeError]" else text
    message = " ".join(text.split())[:1500]
    hint = ""
    if "is not a registered function/op" in message:
        hint = "The op library lacks this op: build it from the mapping that the model was exported with."
    elif "API version" in message:
        hint = "Set ort.oldest in op.toml to the oldest ONNX Runtime that shall load the library."
    return UserError("run", f"{what}: {message}", hint, file=file)
