"""The whole protocol between the program and its two hosts: JSON lines of these structs.

The program writes requests to a host's stdin, the host writes events to its stdout, one
JSON object per line. A host runs one job at a time, in a forked child. Every job ends
with exactly one ``JobEnded``, whatever its child did.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core.errors import Problem
from workbench.core.onnx_nodes import MissingOperator
from workbench.core.op import Example, Op, Scalar, Value
from workbench.core.torch_calls import KnownOp

__all__ = [
    "STAGES",
    "BuildJob",
    "BuildResult",
    "CancelJob",
    "CaptureJob",
    "CaptureResult",
    "CompareResult",
    "Difference",
    "Event",
    "ExamplesJob",
    "ExamplesResult",
    "ExportJob",
    "ExportResult",
    "ExportedCase",
    "GraphResult",
    "HostReady",
    "Job",
    "JobEnded",
    "Limits",
    "Log",
    "ModelNodesJob",
    "ModelNodesResult",
    "OutputParity",
    "Progress",
    "Request",
    "Result",
    "RunJob",
    "RunResult",
    "SchemaArg",
    "SchemasJob",
    "SchemasResult",
    "SkippedCase",
    "StageEnded",
    "StageStarted",
    "TorchSchema",
    "decode_event",
    "decode_request",
    "encode",
]

STAGES = ("build", "export", "graph", "run", "compare")


class Limits(msgspec.Struct, frozen=True):
    """What a job's child may use.

    Attributes:
        seconds: wall-clock time, then it is killed.
        memory: bytes of private memory (``RLIMIT_DATA``).
    """

    seconds: float = 120.0
    memory: int = 8 << 30


class _Tagged(
    msgspec.Struct, frozen=True, tag_field="type", tag=lambda name: name, omit_defaults=True
):
    pass


# -- requests ---------------------------------------------------------------------------


class BuildJob(_Tagged, frozen=True):
    """Generate and build an op's libraries (torch host). Stage: build."""

    id: int
    folder: str
    op: Op
    limits: Limits = Limits(seconds=600.0)


class ExportJob(_Tagged, frozen=True):
    """Load the torch library, run the reference, export, check the graph (torch host).

    Stages: export, graph.

    Attributes:
        onnx_cases: a standard operator whose ONNX test cases are taken instead of the declared
            examples; empty for those.
        captured: what ``CaptureResult`` names, to be compared too; empty where the op has no
            ONNX model of its own.
    """

    id: int
    folder: str
    op: Op
    torch_library: str
    onnx_cases: str = ""
    captured: str = ""
    limits: Limits = Limits()


class ExportedCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A further set of inputs, with the model that serves it.

    Attributes:
        name: the case's.
        model: often the main one, where only dynamic sizes differ.
        inputs, reference, expected: as those of ``ExportResult``.
        expected_by: who gave ``expected``: a name of ``parity``, or of a model that was run.
        vouched: the reference agrees with each call of the op inside a model of the user's own.
        sizes: where the inputs were made to try the file with other sizes: ``n = 5``.
    """

    name: str
    model: str
    inputs: str
    reference: str
    expected: str = ""
    expected_by: str = ""
    vouched: bool = False
    sizes: str = ""


class RunJob(_Tagged, frozen=True):
    """Run a model in ONNX Runtime and compare its outputs (ORT host). Stages: run, compare.

    Attributes:
        ort_library: the op library; empty where the model needs none.
        cases: the sets of inputs, the main one first. One without a ``reference`` is run only.
        reference_by: who gave the cases' ``reference``; PyTorch where empty.
        rtol, atol: tolerances of floating-point outputs; negative for the element type's own.
        shared: why the two runtimes are no check of each other (``parity.shared_kernel``).
        op: whose library it is, to look closer at a crash; None for a library alone.
    """

    id: int
    folder: str
    ort_library: str
    cases: tuple[ExportedCase, ...]
    reference_by: str = ""
    rtol: float = -1.0
    atol: float = -1.0
    shared: str = ""
    op: Op | None = None
    limits: Limits = Limits()


class SchemasJob(_Tagged, frozen=True):
    """List the ops in torch's registry (torch host). Stage: schemas.

    Attributes:
        package: a Python module to import first, since its import registers ops.
        name: ``namespace::op`` to list the overloads of one op; empty for all ops.
        cache: write the list to ``schema_cache``'s file, of a package only what its import adds,
            and give the file's name instead of the schemas.
    """

    id: int
    package: str = ""
    name: str = ""
    cache: bool = False
    limits: Limits = Limits()


class ExamplesJob(_Tagged, frozen=True):
    """Try inputs of an op, and see what it gives (torch host). Stage: examples.

    Each call is made in a process of its own making: it may crash or hang.

    Attributes:
        schema: the op's.
        package: a Python module to import first, since its import registers the op.
        seconds: how long to try.
    """

    id: int
    schema: TorchSchema
    package: str = ""
    seconds: float = 15.0
    limits: Limits = Limits(seconds=60.0)


class ModelNodesJob(_Tagged, frozen=True):
    """List the nodes of an ONNX model that ONNX Runtime cannot run (ORT host). Stage: nodes.

    The file may be anybody's: it is parsed in the job's child only, and nothing is run.
    """

    id: int
    model: str
    limits: Limits = Limits(seconds=60.0)


class CaptureJob(_Tagged, frozen=True):
    """Run the op's own ONNX model once and keep what goes in and out of its nodes (ORT host).

    Stage: net. See ``engine/capture.py``.
    """

    id: int
    folder: str
    op: Op
    ort_library: str
    limits: Limits = Limits()


class CancelJob(_Tagged, frozen=True):
    """End a job now; its ``JobEnded`` says ``cancelled``."""

    id: int


Job = BuildJob | ExportJob | RunJob | SchemasJob | ExamplesJob | ModelNodesJob | CaptureJob
Request = Job | CancelJob


# -- results of stages ------------------------------------------------------------------


class BuildResult(_Tagged, frozen=True):
    """The libraries; ``ort_library`` is empty where the op needs none."""

    torch_library: str
    ort_library: str = ""
    compiled: int = 0
    """How many files were compiled; 0 where everything was in the cache."""


class SkippedCase(msgspec.Struct, frozen=True):
    """One of ONNX's own test cases that the op cannot express, and why."""

    name: str
    reason: str


class ExportResult(_Tagged, frozen=True):
    """The exported model, its example inputs and PyTorch's outputs on them.

    Attributes:
        cases: the sets of inputs, the main one first.
        skipped: ONNX's own test cases that the op cannot express.
    """

    cases: tuple[ExportedCase, ...]
    skipped: tuple[SkippedCase, ...] = ()

    @property
    def model(self) -> str:
        """The file of the main model."""
        return self.cases[0].model


class GraphResult(_Tagged, frozen=True):
    """What the exported graph holds."""

    nodes: tuple[str, ...]
    """``Domain::Op`` or ``Op`` of each node, in the graph's order."""


class RunResult(_Tagged, frozen=True):
    """ONNX Runtime has run the model; the median time of a few runs."""

    milliseconds: float


class Difference(msgspec.Struct, frozen=True):
    """One element where two results differ; values as text (they may be nan)."""

    index: tuple[int, ...]
    expected: str
    actual: str


class OutputParity(msgspec.Struct, frozen=True):
    """The comparison of one output.

    Attributes:
        expected_by, actual_by: whose values are compared: ``PyTorch`` with ``ONNX Runtime``,
            and ``reference`` with ``PyTorch`` where the op declares a reference.
        compared: number of elements that are a number on one side at least: where both are nan,
            or the same infinity, nothing is compared.
        independent: the two were computed in two ways, so that agreeing proves something.
        max_abs_diff, max_rel_diff: None where not finite (nan or inf on one side only).
        differing: number of elements outside the tolerance.
        rtol, atol: the tolerances that were applied; ``atol`` is in the output's own unit.
        differences: the first few of them.
        note: why nothing could be compared (another shape or dtype), or empty.
        case: the set of inputs; empty for the main one.
    """

    name: str
    expected_by: str
    actual_by: str
    dtype: str
    shape: tuple[int, ...]
    agrees: bool
    elements: int
    differing: int
    max_abs_diff: float | None
    max_rel_diff: float | None
    rtol: float
    atol: float
    differences: tuple[Difference, ...] = ()
    note: str = ""
    case: str = ""
    compared: int = 0
    independent: bool = True


class CompareResult(_Tagged, frozen=True):
    """Parity per output."""

    outputs: tuple[OutputParity, ...]


class SchemaArg(msgspec.Struct, frozen=True, omit_defaults=True):
    """One argument of a registered op; ``default`` is a literal where we can write it."""

    name: str
    type: str
    optional: bool = False
    has_default: bool = False
    default: Value | None = None
    keyword_only: bool = False


class TorchSchema(msgspec.Struct, frozen=True):
    """One overload of a registered op; ``text`` is torch's own line."""

    name: str
    overload: str
    args: tuple[SchemaArg, ...]
    returns: tuple[str, ...]
    mutable: bool
    text: str


class SchemasResult(_Tagged, frozen=True):
    """The ops found, in order of their names; or the file that lists them."""

    schemas: tuple[TorchSchema, ...]
    file: str = ""


class ExamplesResult(_Tagged, frozen=True):
    """What the op does with the inputs that were tried."""

    found: KnownOp


class ModelNodesResult(_Tagged, frozen=True):
    """What a model has that ONNX Runtime cannot run.

    Attributes:
        opset: the version of ONNX's own domain.
        total: how many nodes the model has, those of its subgraphs and functions included.
        missing: the operators without a kernel, the most frequent first.
        external: files beside the model that hold its large tensors, relative to its folder.
        bytes: the size of the model and of those files.
    """

    opset: int
    total: int
    missing: tuple[MissingOperator, ...]
    external: tuple[str, ...] = ()
    bytes: int = 0


class CaptureResult(_Tagged, frozen=True):
    """The file with the captured nodes."""

    file: str


Result = (
    BuildResult
    | ExportResult
    | GraphResult
    | RunResult
    | CompareResult
    | SchemasResult
    | ExamplesResult
    | ModelNodesResult
    | CaptureResult
)


# -- events -----------------------------------------------------------------------------


class HostReady(_Tagged, frozen=True):
    """A host has started: its imports are done and it takes jobs."""

    host: str
    pid: int
    seconds: float
    versions: dict[str, str]


class StageStarted(_Tagged, frozen=True):
    """A stage of a job begins."""

    id: int
    stage: str


class Progress(_Tagged, frozen=True):
    """How far a stage is: step ``done`` of ``total``, and what is being done."""

    id: int
    stage: str
    done: int
    total: int
    text: str


class Log(_Tagged, frozen=True):
    """Text for the log: what the job, its compiler or the user's code printed."""

    id: int
    text: str


class StageEnded(_Tagged, frozen=True):
    """A stage has ended.

    Attributes:
        status: ``ok``, ``failed``, or of compare ``differs`` or ``unverified``.
        problems: errors where it failed; warnings of the compiler, and reasons why a comparison
            proves nothing, otherwise.
    """

    id: int
    stage: str
    status: str
    seconds: float
    problems: tuple[Problem, ...] = ()
    result: Result | None = None


class JobEnded(_Tagged, frozen=True):
    """A job's child is gone. ``status``: ``ok``, ``failed`` or ``cancelled``."""

    id: int
    status: str


Event = HostReady | StageStarted | Progress | Log | StageEnded | JobEnded

_encoder = msgspec.json.Encoder()
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(message: Request | Event) -> bytes:
    """One line of the protocol, newline included."""
    return _encoder.encode(_spelled(message)) + b"\n"


def decode_request(line: bytes) -> Request:
    """The request of one line. Raises ``msgspec.DecodeError``."""
    return _read(_requests.decode(line))


def decode_event(line: bytes) -> Event:
    """The event of one line. Raises ``msgspec.DecodeError``."""
    return _events.decode(line)


# JSON has no nan and no inf, but the elements of an example may be such: they travel as text.


_OfOp = BuildJob | ExportJob | RunJob | CaptureJob


def _spelled(message: Request | Event) -> Request | Event:
    return _with_values(message, _as_text) if isinstance(message, _OfOp) else message


def _read(request: Request) -> Request:
    return _with_values(request, _as_number) if isinstance(request, _OfOp) else request


def _with_values(job: _OfOp, change: Callable[[Scalar], Scalar]) -> _OfOp:
    if job.op is None:
        return job

    def of(examples: tuple[Example, ...]) -> tuple[Example, ...]:
        return tuple(_changed(e, change) for e in examples)

    model = job.op.model
    cases = tuple(msgspec.structs.replace(c, inputs=of(c.inputs)) for c in model.cases)
    model = msgspec.structs.replace(model, inputs=of(model.inputs), cases=cases)
    return msgspec.structs.replace(job, op=msgspec.structs.replace(job.op, model=model))


def _changed(example: Example, change: Callable[[Scalar], Scalar]) -> Example:
    value = example.value
    if example.shape is UNSET or isinstance(value, UnsetType):
        return example
    changed = tuple(map(change, value)) if isinstance(value, tuple) else change(value)
    return msgspec.structs.replace(example, value=changed)


def _as_text(value: Scalar) -> Scalar:
    return value if not isinstance(value, float) or math.isfinite(value) else str(value)


def _as_number(value: Scalar) -> Scalar:
    return float(value) if value in ("nan", "inf", "-inf") else value
