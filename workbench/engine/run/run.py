"""The run job: the model in ONNX Runtime with its op library, and the comparison.

Runs in the ORT host's forked child, which never imports torch: the model runs with the op
library alone, as it will where it is deployed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as ort_state

from workbench.core.declaration.session import USUAL_SESSION, Session
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import (
    ASKING_LIBRARY,
    CompareResult,
    DivergenceResult,
    ExportedCase,
    FailedCase,
    OutputParity,
    RunJob,
    RunResult,
)
from workbench.core.pipeline.parity import (
    BODY,
    UNVERIFIED,
    inexact,
    unverified,
)
from workbench.core.styles import NOT_YET
from workbench.engine.host import frames, places
from workbench.engine.host.child import Channel
from workbench.engine.host.copies import no_copies
from workbench.engine.host.load_first import load_first
from workbench.engine.host.memory import filled_memory
from workbench.engine.host.sanitizers import sanitized
from workbench.engine.parity.repeat import repeat_problem, same
from workbench.engine.run.built_in import differs_with_sizes, fails_with_sizes
from workbench.engine.run.calls import (
    by_name,
    check_inputs,
    ort_value,
    plain_call,
    results_of,
)
from workbench.engine.run.comparison import broken_promises, compare_body, compare_case
from workbench.engine.run.explained import explained, placed
from workbench.engine.run.fallback import Fallback
from workbench.engine.run.held_ops import try_to_register
from workbench.engine.run.kept_outputs import KeptOutputs, keeping
from workbench.engine.run.library_check import check_model_against_library
from workbench.engine.run.session import LEVELS, check_providers, providers_of, register_libraries
from workbench.engine.values.arrays import load_arrays
from workbench.importers.drafts.skeleton import unwritten

__all__ = ["Call", "open_session", "run_job", "run_model"]

# ONNX Runtime raises one class per status code, without a common base; inputs of a wrong
# type or count are plain Python errors.
_ORT_ERRORS: tuple[type[Exception], ...] = (
    *(c for c in vars(ort_state).values() if isinstance(c, type) and issubclass(c, Exception)),
    RuntimeError,
    ValueError,
    TypeError,
)
_TIMED_RUNS = 5
_REPEATED_RUNS = 1
_TIMING_MILLISECONDS = 100.0


Begins = Callable[[RunJob, ExportedCase], DivergenceResult | None]


def run_job(job: RunJob, channel: Channel, begins: Begins | None = None) -> None:
    """Stages ``run`` and ``compare``.

    Args:
        job: what to run.
        channel: where events go.
        begins: says of results that differ where they begin to, with the inputs of one case.
    """
    with keeping(job) as kept:
        _run_job(job, channel, begins, kept)


def _run_job(job: RunJob, channel: Channel, begins: Begins | None, kept: KeptOutputs) -> None:
    cases = job.cases
    sessions: dict[str, onnxruntime.InferenceSession] = {}
    cases_run: list[ExportedCase] = []
    failed = list(job.failed)
    outputs: list[dict[str, np.ndarray]] = []
    bodies: list[dict[str, np.ndarray]] = []
    fallback = Fallback.of(job, open_session, run_model)
    with channel.stage("run") as outcome:
        times = []
        for i, case in enumerate(cases):
            where = f" (case {case.name})" if case.name else ""
            running = f"running the kernel in ONNX Runtime{where}"
            channel.progress("run", i, len(cases), running)
            try:
                if case.model not in sessions:
                    channel.progress("run", i, len(cases), f"{ASKING_LIBRARY}{where}")
                    others = [str(Path(job.folder) / name) for name in job.session.libraries]
                    check_model_against_library(
                        Path(case.model), job.ort_library, others, job.session.providers, job.op
                    )
                    if job.ort_library:
                        try_to_register(job.ort_library)
                    channel.progress("run", i, len(cases), running)
                    with filled_memory():
                        session = open_session(
                            *(case.model, job.ort_library, case.model),
                            # What is timed runs as in a script; the threads of the others would
                            # only take the cores from what comes next.
                            spinning=i == 0,
                            session=job.session,
                            folder=job.folder,
                        )
                    sessions[case.model] = session
                more = _TIMED_RUNS if i == 0 else _REPEATED_RUNS
                theirs = case.inputs if job.op is None else ""
                ran = run_model(sessions[case.model], _inputs(case), more, theirs)
                outcome.problems += _repeats(job, case, ran)
            except UserError as error:
                found = [placed(p, job.op, Path(job.folder)) for p in error.problems]
                found = [fails_with_sizes(p, case, cases, job.op).in_case(case.name) for p in found]
                if not job.each:
                    raise UserError.of(found) from error
                failed.append(FailedCase(case.name, tuple(found)))
                continue
            cases_run.append(case)
            outputs.append(ran.outputs)
            kept.add(case, ran.outputs)
            times.append(ran.milliseconds)
            if fallback is not None:
                bodies.append(fallback.outputs(case))
                kept.add(case, bodies[-1], "body")
        if not times:
            raise UserError.of([p for one in failed for p in one.problems])
        outcome.result = RunResult(times[0], kept.place())
    cases = tuple(cases_run)
    if not all(case.reference for case in cases):
        return
    with channel.stage("compare") as outcome:
        compared = [
            parity
            for case, given in zip(cases, outputs, strict=True)
            for parity in compare_case(job, case, given)
        ]
        for case, given in zip(cases, bodies, strict=False):  # without a fallback there are none
            compared += compare_body(job, case, given)
        outcome.result = CompareResult(tuple(compared), tuple(failed))
        outcome.problems += inexact(compared)
        broken = broken_promises(job, cases, outputs)
        holds = job.op.reference.holds if job.op is not None else ""
        if failed:
            outcome.status = "failed"
            outcome.problems += [p for one in failed for p in one.problems]
        elif broken or not all(o.agrees for o in compared):
            outcome.status = "differs"
            outcome.problems += broken
            outcome.problems += differs_with_sizes(cases, compared, job.op)
            if begins is not None and (least := _smallest(cases, compared)) is not None:
                outcome.result = CompareResult(tuple(compared), tuple(failed), begins(job, least))
        elif why := unverified(compared, job.shared, any(c.vouched for c in cases), holds):
            outcome.status = UNVERIFIED
            outcome.problems += why


def _smallest(
    cases: Sequence[ExportedCase], compared: Sequence[OutputParity]
) -> ExportedCase | None:
    """The case to look for the first node with: the smallest one in which a number differs."""
    wrong = [o for o in compared if o.worst is not None and o.actual_by != BODY]
    name = min(wrong, key=lambda o: o.elements).case if wrong else None
    return next((case for case in cases if case.name == name), None)


def _inputs(case: ExportedCase) -> dict[str, np.ndarray]:
    """The inputs by name; one that is declared to be another one is in its memory."""
    arrays = load_arrays(Path(case.inputs))
    for name, other in case.aliases.items():
        if same({name: arrays[name]}, {name: arrays[other]}):
            arrays[name] = arrays[other]
    return arrays


def _repeats(job: RunJob, case: ExportedCase, ran: _Ran) -> list[Problem]:
    """What is to be reported of a run that gave something else than the first one.

    Raises:
        UserError: it is outside of the tolerance, so that there is no one result to compare.
    """
    if ran.other is None:
        return []
    what = "the kernel" if job.ort_library else "the model"
    problem = repeat_problem(ran.outputs, ran.other, what, "ONNX Runtime", job.tolerances)
    if problem is None:
        return []  # what differs is random
    if problem.severity == "error" and case.reference:
        raise UserError.of([problem])
    return [msgspec.structs.replace(problem, severity="warning").in_case(case.name)]


def open_session(
    model: str | bytes,
    library: str,
    file: str,
    *,
    threads: int = 0,
    optimised: bool = True,
    profile: str = "",
    written: str = "",
    spinning: bool = True,
    session: Session = USUAL_SESSION,
    folder: str = "",
) -> onnxruntime.InferenceSession:
    """A session, on the CPU where nothing else is asked for.

    Args:
        model: its file, or its bytes.
        library: the op library; empty for none.
        file: the model's file; that of its external data is looked for beside it.
        threads: of a node, instead of the session's; 0 for these.
        optimised: whether the graph is, as far as the session says.
        profile: how the name of a profile begins that it writes; empty for none.
        written: a file for the model as it is run, its weights beside it; empty for none.
        spinning: whether its threads stay busy for a while after a run, to be quicker in the next.
        session: what else it is opened with.
        folder: of the session's further op libraries.

    Raises:
        UserError: kind ``run``; ONNX Runtime does not take it. Kind ``provider`` or ``library``: a
            provider, or a further op library, is not there.
    """
    providers = providers_of(session)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads or session.threads
    if not optimised:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    else:
        options.graph_optimization_level = LEVELS[session.optimisation]
    if written:
        options.optimized_model_filepath = written
        entry = "session.optimized_model_external_initializers_file_name"
        options.add_session_config_entry(entry, f"{Path(written).name}.data")
    if not spinning:
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_profiling = bool(profile)
    options.profile_file_prefix = profile
    # An arena hides from a sanitizer where a buffer ends.
    options.enable_cpu_mem_arena = not sanitized()
    if isinstance(model, bytes):
        beside = str(Path(file).parent)
        options.add_session_config_entry(
            "session.model_external_initializers_file_folder_path", beside
        )
    try:
        if library:
            load_first(library)
            options.register_custom_ops_library(library)
            frames.watch()
        register_libraries(options, session, folder)
        made = onnxruntime.InferenceSession(model, options, providers=providers)
    except _ORT_ERRORS as error:
        raise explained(error, file) from error
    check_providers(session, made)
    return made


class _Ran(NamedTuple):
    """What came of running a model.

    Attributes:
        outputs: by name, of the first run.
        milliseconds: the median of the further runs; 0 if there were none.
        other: the outputs of the first further run that gave something else; None for none.
    """

    outputs: dict[str, np.ndarray]
    milliseconds: float
    other: dict[str, np.ndarray] | None


def run_model(
    session: onnxruntime.InferenceSession,
    inputs: dict[str, np.ndarray],
    more: int = 0,
    where: str = "",
) -> _Ran:
    """Run a model.

    Args:
        session: the model's.
        inputs: by name.
        more: how often to run it again; at least once, but not long.
        where: the user's file that the inputs are from; empty for none.

    Raises:
        UserError: the model does not take the inputs, see ``check_inputs``, or its run failed.
    """
    check_inputs(session, inputs, where)
    wanted = [i.name for i in session.get_inputs()]
    names = [o.name for o in session.get_outputs()]
    times: list[float] = []
    other = None
    try:
        with no_copies(), filled_memory():
            values = results_of(session, names, {name: inputs[name] for name in wanted})
        outputs = by_name(names, values)
        call = plain_call(session, inputs)
        while len(times) < more and sum(times) < _TIMING_MILLISECONDS:
            with no_copies():
                start = time.perf_counter()
                values = call()
                times.append((time.perf_counter() - start) * 1e3)
            if other is None and not same(outputs, again := by_name(names, values)):
                other = again
    except _ORT_ERRORS as error:
        message = str(error).strip()
        if message.endswith(NOT_YET):
            raise unwritten("ONNX Runtime", message) from None
        raise places.thrown(explained(error)) from error
    return _Ran(outputs, statistics.median(times or [0.0]), other)


class Call:
    """A call of a session that can be made again and again, from any thread.

    Args:
        session: the model's.
        inputs: by name, all that the model has.
    """

    def __init__(
        self, session: onnxruntime.InferenceSession, inputs: dict[str, np.ndarray]
    ) -> None:
        self._session = session
        self._names = [o.name for o in session.get_outputs()]
        self._given = {i.name: ort_value(inputs[i.name]) for i in session.get_inputs()}

    def __call__(self) -> dict[str, np.ndarray]:
        """The outputs by name.

        Raises:
            UserError: kind ``run``.
        """
        try:
            return by_name(self._names, self._session.run_with_ort_values(self._names, self._given))
        except _ORT_ERRORS as error:
            raise explained(error) from error
