"""What the stages of jobs give."""

from __future__ import annotations

import msgspec

from workbench.core.declaration.op import Value
from workbench.core.jobs.cases import ExportedCase, FailedCase, SkippedCase
from workbench.core.jobs.compared import OutputParity
from workbench.core.jobs.delivered import DeliverResult
from workbench.core.jobs.divergence import DivergenceResult
from workbench.core.jobs.elsewhere import ElsewhereResult
from workbench.core.jobs.graphs import GraphDiffResult, GraphViewResult
from workbench.core.jobs.group import GroupResult
from workbench.core.jobs.known_ops import KnownOp
from workbench.core.jobs.library_ops import LibraryResult
from workbench.core.jobs.message import Message
from workbench.core.jobs.model_nodes import MissingOperator
from workbench.core.jobs.onnx_operator import OperatorResult
from workbench.core.jobs.pictured import PictureResult
from workbench.core.jobs.previewed import PreviewResult
from workbench.core.jobs.setup import SetupResult
from workbench.core.jobs.timed import ProfileResult, TimeResult

__all__ = [
    "ApplyResult",
    "BuildResult",
    "CaptureResult",
    "CellScriptResult",
    "CompareResult",
    "DraftReferenceResult",
    "ExamplesResult",
    "ExportResult",
    "GraphResult",
    "ModelNodesResult",
    "ModuleExportResult",
    "ReferenceDraft",
    "Result",
    "RunResult",
    "RuntimeResult",
    "SchemaArg",
    "SchemasResult",
    "TorchSchema",
]


class BuildResult(Message, frozen=True):
    """The libraries; each but the first is empty where the op, or the job, needs none."""

    torch_library: str
    ort_library: str = ""
    compiled: int = 0
    """How many files were compiled; 0 where everything was in the cache."""
    backward_library: str = ""
    dual_library: str = ""


class ExportResult(Message, frozen=True):
    """The exported model, its example inputs and PyTorch's outputs on them.

    Attributes:
        cases: the sets of inputs, the main one first.
        skipped: ONNX's own test cases that the op cannot express.
        failed: those that the kernel, or the export, has failed on; the others go on.
    """

    cases: tuple[ExportedCase, ...]
    skipped: tuple[SkippedCase, ...] = ()
    failed: tuple[FailedCase, ...] = ()

    @property
    def model(self) -> str:
        """The file of the main model."""
        return self.cases[0].model

    def case(self, name: str) -> ExportedCase:
        """The set of inputs of that name; the main one where there is none."""
        return next((one for one in self.cases if one.name == name), self.cases[0])


class GraphResult(Message, frozen=True):
    """What the exported graph holds."""

    nodes: tuple[str, ...]
    """``Domain::Op`` or ``Op`` of each node, in the graph's order."""


class RunResult(Message, frozen=True):
    """ONNX Runtime has run the model.

    Attributes:
        milliseconds: the median time of a few runs.
        outputs: the folder with what it gave, files as ``RunJob.kept_name`` calls them; they are there
            as long as the cache has room. Empty where nothing was kept.
    """

    milliseconds: float
    outputs: str = ""


class CompareResult(Message, frozen=True):
    """Parity per output.

    Attributes:
        outputs: of all cases that gave some.
        failed: ONNX's own test cases that gave none, in PyTorch or in ONNX Runtime.
        begins: with the inputs of the smallest case that differs, where the values begin to; None where
            nothing does, or that was not looked for.
    """

    outputs: tuple[OutputParity, ...]
    failed: tuple[FailedCase, ...] = ()
    begins: DivergenceResult | None = None


class RuntimeResult(Message, frozen=True):
    """A further runtime has run the op.

    Attributes:
        outputs: parity per output, with those of PyTorch.
        ran_with: which versions.
        build_seconds: what it takes to have the op for it.
        run_seconds: of all cases, with the start of the runtime.
        skipped: cases that the runtime cannot run.
    """

    outputs: tuple[OutputParity, ...]
    ran_with: str
    build_seconds: float
    run_seconds: float
    skipped: tuple[SkippedCase, ...] = ()


class SchemaArg(msgspec.Struct, frozen=True, omit_defaults=True):
    """One argument of a registered op; ``default`` is a literal where we can write it."""

    name: str
    type: str
    optional: bool = False
    has_default: bool = False
    default: Value | None = None
    keyword_only: bool = False


class TorchSchema(msgspec.Struct, frozen=True):
    """One overload of a registered op; ``text`` is torch's own line.

    The names of the results are there where each has one, and a text was read for it.
    """

    name: str
    overload: str
    args: tuple[SchemaArg, ...]
    returns: tuple[str, ...]
    mutable: bool
    text: str
    return_names: tuple[str, ...] = ()


class SchemasResult(Message, frozen=True):
    """The ops found, in order of their names; or the file that lists them."""

    schemas: tuple[TorchSchema, ...]
    file: str = ""


class ExamplesResult(Message, frozen=True):
    """What the op does with the inputs that were tried."""

    found: KnownOp


class ModelNodesResult(Message, frozen=True):
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


class CaptureResult(Message, frozen=True):
    """The file with the captured nodes."""

    file: str


class CellScriptResult(Message, frozen=True):
    """A script of a cell.

    Attributes:
        script: the file.
        note: what is not in it, and why; empty for nothing.
    """

    script: str
    note: str = ""


class ModuleExportResult(Message, frozen=True):
    """A model that was exported of a module.

    Attributes:
        model: its file.
        inputs: an ``.npz`` by name.
    """

    model: str
    inputs: str


class ApplyResult(Message, frozen=True):
    """A model with an op in it.

    Attributes:
        model: the changed model's file at its target; empty where it was not written.
        changed: the same in the job's folder; the model as it was where nothing was replaced.
        replaced: places where standard nodes became the op's.
        standing: nodes of the op that the model had already.
        left: nodes that look like the op's, and were left: how often for which reason.
        ran: how often the op's kernel ran in one run, as ONNX Runtime's profile says.
        compared: the outputs of the model as it was with those of the changed one; empty where the
            model as it was does not run without the op library.
        status: as ``OpReport`` has it: ``agrees``, ``differs`` or ``unverified``.
        before, after: milliseconds of a run; the first is 0 where there was none.
        inputs, outputs: files of what was given and what the model gave, before where that ran.
    """

    model: str
    changed: str
    replaced: int
    standing: int
    left: dict[str, int]
    ran: int
    compared: tuple[OutputParity, ...]
    status: str
    before: float
    after: float
    inputs: str
    outputs: str


class ReferenceDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """Another definition of what an op computes.

    Attributes:
        what: whose, for people.
        python: an expression for ``reference.python``; empty where it is a file.
        text: of a Python file with a function of the op's name.
        tried: it gives tensors of the declared types and shapes for the example inputs. One
            that is not is a head without a body: no truth before somebody has written it.
    """

    what: str
    python: str = ""
    text: str = ""
    tried: bool = False


class DraftReferenceResult(Message, frozen=True):
    """The likeliest draft first; the last one is the head without a body."""

    drafts: tuple[ReferenceDraft, ...]


Result = (
    BuildResult
    | GroupResult
    | ExportResult
    | GraphResult
    | RunResult
    | CompareResult
    | SchemasResult
    | ExamplesResult
    | ModelNodesResult
    | CaptureResult
    | CellScriptResult
    | DeliverResult
    | ModuleExportResult
    | ApplyResult
    | RuntimeResult
    | ElsewhereResult
    | SetupResult
    | DraftReferenceResult
    | GraphDiffResult
    | GraphViewResult
    | DivergenceResult
    | PictureResult
    | TimeResult
    | ProfileResult
    | PreviewResult
    | LibraryResult
    | OperatorResult
)
