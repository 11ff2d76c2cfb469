"""The job that puts an op into a model, and runs the model before and after on the same inputs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import onnx_ir as ir
import onnxruntime

from workbench.core.applying import sought_of
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.files.files import umask
from workbench.core.files.leftovers import scratch_folder
from workbench.core.jobs import ApplyJob, ApplyResult, OutputParity
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.engine.applying.inputs import model_inputs
from workbench.engine.applying.replaced import Replacements, replace_nodes
from workbench.engine.build.joined import one_library
from workbench.engine.host.child import Channel
from workbench.engine.host.load_first import load_first
from workbench.engine.onnx.onnx_file import all_nodes, external_files, read_model
from workbench.engine.parity.compare import compare_output
from workbench.engine.run.profile import operators_run
from workbench.engine.run.run import Call, open_session, run_model
from workbench.engine.store import Store
from workbench.engine.values.arrays import save_arrays

__all__ = ["apply_job"]

BEFORE, AFTER = "the model as it was", "the model with the op"
_TIMED_RUNS = 25
_TIMING_SECONDS = 2.0


def apply_job(job: ApplyJob, channel: Channel) -> None:
    """Stage ``apply``."""
    with channel.stage("apply") as outcome:
        path, work = Path(job.model), Path(job.work)
        channel.progress("apply", 0, 3, "looking for the op in the model")
        op = job.op.resolved()
        before = read_model(path)
        try:
            external = external_files(before, path)
            _check_target(job, external)
            changed = _changed(job, before, work, bool(external))
        except UserError as error:
            raise error.at(Path(job.given)) from None
        except OSError as error:  # its external data are gone, or cut short
            raise UserError("model", f"its data cannot be read: {error}", file=job.given) from None
        channel.progress("apply", 1, 3, "running the model before and after")
        inputs = model_inputs(before, job.inputs, job.sizes)
        ran = _run(job, op, changed.file, inputs)
        channel.progress("apply", 2, 3, "comparing")
        compared = _compared(job, ran)
        status = _status(compared)
        save_arrays(work / "inputs.npz", inputs)
        save_arrays(work / "outputs.npz", ran.before or ran.after)
        written = ""
        if job.target and status != "differs":
            written = _written(changed.file, Path(job.target), bool(external))
        outcome.result = ApplyResult(
            written,
            str(changed.file),
            changed.found.places,
            changed.standing,
            changed.found.reasons,
            ran.kernels,
            compared,
            status,
            *ran.milliseconds,
            str(work / "inputs.npz"),
            str(work / "outputs.npz"),
        )


class _Changed(NamedTuple):
    """A model with the op in it.

    Attributes:
        file: of the model; it may be the one that was given.
        found: what was replaced.
        standing: nodes of the op that were there.
    """

    file: Path
    found: Replacements
    standing: int


def _changed(job: ApplyJob, model: onnx.ModelProto, work: Path, external: bool) -> _Changed:
    """Put the op into the model.

    Raises:
        UserError: kind ``apply``; there is no place for it.
    """
    op = job.op.resolved()
    custom = {(n.domain, n.op_type) for n in op.mapping.custom_nodes}
    parts = [model.graph.node, *(f.node for f in model.functions)]
    standing = sum((n.domain, n.op_type) in custom for p in parts for n in all_nodes(p))
    sought = sought_of(job.op, job.pattern)
    found = Replacements(0, {})
    file = Path(job.model)
    if sought:
        graph = ir.load(file)
        found = replace_nodes(graph, op, sought)
        if found.places:
            file = work / "changed.onnx"
            _save(graph, file, external)
    if not found.places and not standing:
        raise _nowhere(op, "' or '".join(s.variant for s in sought), found.reasons)
    return _Changed(file, found, standing)


def _nowhere(op: Op, pattern: str, reasons: dict[str, int]) -> UserError:
    """The op has no place in the model, and why."""
    node = ", ".join(n.op for n in op.mapping.custom_nodes)
    if reasons:
        why = "; ".join(f"{reason} ({count}×)" for reason, count in reasons.items())
        message = f"the nodes that look like '{pattern}' of '{op.name}' are no call of it: {why}"
        return UserError("apply", message, "Extend the op, or its mapping of standard nodes.")
    if pattern:
        message = f"the model has neither {node} nor the standard nodes of '{pattern}'"
        hint = "Look at the model's graph: another exporter may write other nodes."
    else:
        message = f"the model has no {node}, and '{op.name}' has no variant of standard nodes"
        hint = "Add a variant that maps the op to the standard nodes that it can take the place of."
    return UserError("apply", message, hint)


class _Runs(NamedTuple):
    """What came of running the model both ways.

    Attributes:
        before, after: the outputs; the first is empty where the model as it was does not run.
        milliseconds: medians.
        kernels: how often the op's own ran in one run.
    """

    before: dict[str, np.ndarray]
    after: dict[str, np.ndarray]
    milliseconds: tuple[float, float]
    kernels: int


def _run(job: ApplyJob, op: Op, changed: Path, inputs: dict[str, np.ndarray]) -> _Runs:
    """Run both on the same inputs, and then in turns for the time.

    Raises:
        UserError: kind ``run``; the model does not run, or the op's kernel is not used in it.
    """
    calls: list[Call] = []
    before: dict[str, np.ndarray] = {}
    session = _as_it_was(job)
    if session is not None:
        before = run_model(session, inputs).outputs
        calls.append(Call(session, inputs))
    session = _with_op(job, changed)
    after = run_model(session, inputs).outputs
    calls.append(Call(session, inputs))
    kernels = _kernels(job, op, changed, inputs)
    times = _times(calls)
    return _Runs(before, after, (times[0] if len(times) > 1 else 0.0, times[-1]), kernels)


def _as_it_was(job: ApplyJob) -> onnxruntime.InferenceSession | None:
    """The model as it was; None where it has custom nodes whose library is not among the further ones."""
    library = _library(job.libraries)
    try:
        return open_session(job.model, library, job.model)
    except UserError:
        return None


def _with_op(job: ApplyJob, changed: Path, profile: str = "") -> onnxruntime.InferenceSession:
    library = _library((job.ort_library, *job.libraries))
    return open_session(str(changed), library, job.model, profile=profile)


def _library(files: Sequence[str]) -> str:
    """One library for a session.

    Raises:
        UserError: kind ``apply``; a file is not there.
    """
    found = list(dict.fromkeys(filter(None, files)))
    for file in found:
        if not Path(file).is_file():
            raise UserError(
                "apply", "the op library does not exist", "Look at its path.", file=file
            )
        load_first(file)
    return one_library(found, Store())


def _kernels(job: ApplyJob, op: Op, changed: Path, inputs: dict[str, np.ndarray]) -> int:
    """How often the op's kernel runs: agreeing proves nothing of an op that was not used."""
    with Store().scratch() as scratch:
        prefix = str(scratch / "profile")
        session = _with_op(job, changed, prefix)
        run_model(session, inputs)
        counts = operators_run(session)
    found = sum(counts[node.op_type] for node in op.mapping.custom_nodes)
    if not found:
        hint = "Give inputs with which the model comes to it: --inputs FILE.npz."
        raise UserError("run", "the op's kernel did not run in the changed model", hint)
    return found


def _times(calls: list[Call]) -> list[float]:
    """The median milliseconds of each, run in turns."""
    times: list[list[float]] = [[] for _ in calls]
    begin = time.monotonic()
    for done in range(_TIMED_RUNS):
        if done > 2 and time.monotonic() - begin > _TIMING_SECONDS:
            break
        for call, found in zip(calls, times, strict=True):
            start = time.perf_counter()
            call()
            found.append((time.perf_counter() - start) * 1e3)
    return [statistics.median(found) for found in times]


def _compared(job: ApplyJob, ran: _Runs) -> tuple[OutputParity, ...]:
    return tuple(
        compare_output(name, value, ran.after[name], job.rtol, job.atol, (BEFORE, AFTER))
        for name, value in ran.before.items()
    )


def _status(compared: tuple[OutputParity, ...]) -> str:
    if not all(o.agrees for o in compared):
        return "differs"
    return "agrees" if any(o.compared for o in compared) else UNVERIFIED


def _save(graph: ir.Model, file: Path, external: bool) -> None:
    ir.save(graph, file, external_data=_data_of(file).name if external else None)


def _check_target(job: ApplyJob, external: Sequence[str]) -> None:
    """Nothing that the model is made of is written over.

    Raises:
        UserError: kind ``apply``.
    """
    if not job.target:
        return
    target, model = Path(job.target), Path(job.model)
    made = {target.resolve(), _data_of(target).resolve()}
    own = {Path(job.given), model, *(model.parent / name for name in external)}
    if made & {path.resolve() for path in own}:
        message = "the changed model would be written over the model itself"
        raise UserError("apply", message, f"Write it to another file than {target.name}.")


def _data_of(file: Path) -> Path:
    """Where the large tensors of a model are."""
    return file.with_name(f"{file.name}.data")


def _written(made: Path, target: Path, external: bool) -> str:
    """Write the model to its place.

    Raises:
        UserError: kind ``apply``; it cannot be written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with scratch_folder(target.parent, f".{target.name[:30]}.") as scratch:
            _save(ir.load(made), scratch / target.name, external)
            for file in sorted(scratch.iterdir(), key=lambda file: file.name == target.name):
                file.chmod(0o666 & ~umask())
                file.replace(target.with_name(file.name))  # the model last: it names its data
    except OSError as error:
        reason = f"the model cannot be written: {error.strerror or error}"
        hint = "Choose a folder that can be written, and look at the space on the disk."
        raise UserError("apply", reason, hint, file=target) from error
    return str(target)
