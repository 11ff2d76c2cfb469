"""The whole protocol between the program and its two hosts: JSON lines of these structs.

The program writes requests to a host's stdin, the host writes events to its stdout, one
JSON object per line. A host runs one job at a time, in a forked child. Every job ends
with exactly one ``JobEnded``, whatever its child did.
"""

from __future__ import annotations

import msgspec

from workbench.core.errors import Problem
from workbench.core.op import Op, Value

__all__ = [
    "STAGES",
    "BuildJob",
    "BuildResult",
    "CancelJob",
    "CompareResult",
    "Difference",
    "Event",
    "ExportJob",
    "ExportResult",
    "ExportedCase",
    "GraphResult",
    "HostReady",
    "Job",
    "JobEnded",
    "Limits",
    "Log",
    "OutputParity",
    "Progress",
    "Request",
    "Result",
    "RunJob",
    "RunResult",
    "SchemaArg",
    "SchemasJob",
    "SchemasResult",
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
    """

    id: int
    folder: str
    op: Op
    torch_library: str
    onnx_cases: str = ""
    limits: Limits = Limits()


class ExportedCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A further set of inputs, with the model that serves it.

    Attributes:
        name: the case's.
        model: often the main one, where only dynamic sizes differ.
        inputs, reference, expected: as those of ``ExportResult``.
    """

    name: str
    model: str
    inputs: str
    reference: str
    expected: str = ""


class RunJob(_Tagged, frozen=True):
    """Run the model in ONNX Runtime and compare with the reference (ORT host).

    Stages: run, compare.

    Attributes:
        cases: further inputs that are run and compared, too.
        ort_library: the op library; empty where the model needs none.
        inputs: ``.npz`` of the model's inputs by name.
        reference: ``.npz`` of PyTorch's outputs by name; empty to run without comparing.
        expected: ``.npz`` of what the op's declared reference gives; empty where it has none.
        rtol, atol: tolerances; negative for the element type's own.
    """

    id: int
    folder: str
    model: str
    ort_library: str
    inputs: str
    reference: str
    expected: str = ""
    rtol: float = -1.0
    atol: float = -1.0
    cases: tuple[ExportedCase, ...] = ()
    limits: Limits = Limits()


class SchemasJob(_Tagged, frozen=True):
    """List the ops in torch's registry (torch host). Stage: schemas.

    Attributes:
        package: a Python module to import first, since its import registers ops.
        name: ``namespace::op`` to list the overloads of one op; empty for all ops.
    """

    id: int
    package: str = ""
    name: str = ""
    limits: Limits = Limits()


class CancelJob(_Tagged, frozen=True):
    """End a job now; its ``JobEnded`` says ``cancelled``."""

    id: int


Job = BuildJob | ExportJob | RunJob | SchemasJob
Request = Job | CancelJob


# -- results of stages ------------------------------------------------------------------


class BuildResult(_Tagged, frozen=True):
    """The libraries; ``ort_library`` is empty where the op needs none."""

    torch_library: str
    ort_library: str = ""
    compiled: int = 0
    """How many files were compiled; 0 where everything was in the cache."""


class ExportResult(_Tagged, frozen=True):
    """The exported model, its example inputs and PyTorch's outputs on them.

    ``expected`` holds what the declared reference gives; empty where the op has none.
    ``cases`` are the further sets of inputs; ``name`` is the first set's, empty for the main one.
    """

    model: str
    inputs: str
    reference: str
    expected: str = ""
    cases: tuple[ExportedCase, ...] = ()
    name: str = ""


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
        max_abs_diff, max_rel_diff: None where not finite (nan or inf on one side only).
        differing: number of elements outside the tolerance.
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
    """The ops found, in order of their names."""

    schemas: tuple[TorchSchema, ...]


Result = BuildResult | ExportResult | GraphResult | RunResult | CompareResult | SchemasResult


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
        status: ``ok``, ``differs`` (compare only) or ``failed``.
        problems: errors where it failed; warnings of the compiler otherwise.
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
    return _encoder.encode(message) + b"\n"


def decode_request(line: bytes) -> Request:
    """The request of one line. Raises ``msgspec.DecodeError``."""
    return _requests.decode(line)


def decode_event(line: bytes) -> Event:
    """The event of one line. Raises ``msgspec.DecodeError``."""
    return _events.decode(line)
