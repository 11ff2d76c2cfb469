"""What the program asks of a host: jobs, and an end of them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from workbench.core.cells.cell import Cell, CellFiles
from workbench.core.declaration.op import Op
from workbench.core.declaration.session import USUAL_SESSION, Session
from workbench.core.declaration.tolerance import USUAL, Tolerances
from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.cases import ExportedCase, FailedCase
from workbench.core.jobs.compared import OutputParity
from workbench.core.jobs.comparing import (
    DivergenceJob,
    ElsewhereJob,
    PictureJob,
    ProfileJob,
    RuntimeJob,
)
from workbench.core.jobs.graphs import GraphDiffJob, GraphViewJob
from workbench.core.jobs.group import GroupJob
from workbench.core.jobs.library_ops import LibraryJob, LibrarySchemasJob
from workbench.core.jobs.message import Message
from workbench.core.jobs.onnx_operator import OperatorJob
from workbench.core.jobs.own_models import ApplyJob, ModelNodesJob, ModuleExportJob
from workbench.core.jobs.previewed import PreviewJob
from workbench.core.jobs.results import TorchSchema
from workbench.core.jobs.setup import SetupJob
from workbench.core.jobs.sizes import SizesJob
from workbench.core.jobs.timing import TimeJob

__all__ = [
    "STAGES",
    "BuildJob",
    "CancelJob",
    "CaptureJob",
    "CellScriptJob",
    "CellsJob",
    "CellsRunJob",
    "DeliverJob",
    "DraftReferenceJob",
    "ExamplesJob",
    "ExportJob",
    "Job",
    "Request",
    "RunJob",
    "SchemasJob",
]

STAGES = ("build", "export", "graph", "run", "compare")
"""The stages of an op, in order. Jobs that are no part of it have stages of their own."""


class BuildJob(BaseJob, frozen=True):
    """Generate and build an op's libraries.

    Attributes:
        look: see first whether the machine has what sanitizers in the op's flags need.
        backward: build the op that is named as its backward, too.
        dual: build a library of the kernel over dual numbers, too.
        unlinked: compile also what takes long and would not be linked.
    """

    host = "torch"
    stages = ("build",)
    doing = "building"

    folder: str
    op: Op
    limits: Limits = Limits(seconds=600.0)
    look: bool = False
    backward: bool = False
    dual: bool = False
    unlinked: bool = False


class ExportJob(BaseJob, frozen=True):
    """Load the torch library, run the reference, export, check the graph.

    Attributes:
        onnx_cases: a standard operator whose ONNX test cases are taken instead of the declared
            examples; empty for those.
        captured: what ``CaptureResult`` names, to be compared too; empty where the op has no
            ONNX model of its own.
        between: keep what PyTorch computes between the nodes, where the exporter can tell.
    """

    host = "torch"
    stages = ("export", "graph")
    doing = "the export"

    folder: str
    op: Op
    torch_library: str
    onnx_cases: str = ""
    captured: str = ""
    limits: Limits = Limits()
    between: bool = False


class RunJob(BaseJob, frozen=True):
    """Run a model in ONNX Runtime and compare its outputs.

    Attributes:
        ort_library: the op library; empty where the model needs none.
        cases: the sets of inputs, the main one first. One without a ``reference`` is run only.
        reference_by: who gave the cases' ``reference``; PyTorch where empty.
        tolerances: of floating-point outputs.
        shared: why the two runtimes are no check of each other (``parity.shared_kernel``).
        op: whose library it is, to look closer at a crash; None for a library alone.
        each: a case that fails does not end the others: ONNX's own are told one by one.
        failed: those that have failed before.
        keep: a folder for what ONNX Runtime gives, a file per case called as ``kept_name`` says;
            where empty, one in the cache, as ``RunResult`` says.
        session: with what it is run.
    """

    host = "ort"
    stages = ("run", "compare")
    doing = "running the model"

    folder: str
    ort_library: str
    cases: tuple[ExportedCase, ...]
    reference_by: str = ""
    tolerances: Tolerances = USUAL
    shared: str = ""
    op: Op | None = None
    each: bool = False
    failed: tuple[FailedCase, ...] = ()
    keep: str = ""
    session: Session = USUAL_SESSION
    limits: Limits = Limits()

    @staticmethod
    def kept_name(case: ExportedCase, who: str = "onnxruntime") -> str:
        """What the file of a case's outputs is called: as that of its inputs.

        Args:
            case: which.
            who: gave them: ``onnxruntime``, or ``body`` for what a model's own nodes give.
        """
        return Path(case.inputs).name.replace("inputs", who)


class SchemasJob(BaseJob, frozen=True):
    """List the ops in torch's registry.

    Attributes:
        package: a Python module to import first, since its import registers ops.
        name: ``namespace::op`` to list the overloads of one op; empty for all ops.
        cache: write the list to ``schema_cache``'s file, of a package only what its import adds,
            and give the file's name instead of the schemas.
    """

    host = "torch"
    stages = ("schemas",)
    doing = "listing the ops"

    package: str = ""
    name: str = ""
    cache: bool = False
    limits: Limits = Limits()


class ExamplesJob(BaseJob, frozen=True):
    """Try inputs of an op, and see what it gives.

    Each call is made in a process of its own making: it may crash or hang.

    Attributes:
        schema: the op's.
        package: a Python module to import first, since its import registers the op.
        seconds: how long to try.
    """

    host = "torch"
    stages = ("examples",)
    doing = "trying inputs"

    schema: TorchSchema
    package: str = ""
    seconds: float = 15.0
    limits: Limits = Limits(seconds=60.0)


class CaptureJob(BaseJob, frozen=True):
    """Run the op's own ONNX model once and keep what goes in and out of its nodes.

    Its stage is the run's: whoever looks on sees the op run. See ``engine/run/capture.py``.
    """

    host = "ort"
    stages = ("run",)
    doing = "running the op's ONNX model"

    folder: str
    op: Op
    ort_library: str
    limits: Limits = Limits()


class CellsJob(BaseJob, frozen=True):
    """Cells of a check in PyTorch: each is run, held against the reference and exported.

    Attributes:
        cells: one after the other; each tells its end by a ``CellEnded``.
        work: the folder for the files of the cells; it is there.
        export: whether ONNX Runtime's side follows.
        limits: ``seconds`` are those of each step of a cell.
        backward_library: of the op that is named as its backward; empty where none is needed.
        dual_library: of the kernel over dual numbers; empty where none is needed.
    """

    host = "torch"
    stages = ("check",)
    doing = "checking the op in PyTorch"

    folder: str
    op: Op
    torch_library: str
    cells: tuple[Cell, ...]
    work: str
    export: bool = True
    limits: Limits = Limits()
    backward_library: str = ""
    dual_library: str = ""


class CellsRunJob(BaseJob, frozen=True):
    """Cells of a check in ONNX Runtime.

    Attributes:
        cells: one after the other; each tells its end by a ``CellEnded``.
        files: of each cell.
        limits: ``seconds`` are those of each step of a cell.
    """

    host = "ort"
    stages = ("check",)
    doing = "checking the op in ONNX Runtime"

    folder: str
    op: Op
    ort_library: str
    cells: tuple[Cell, ...]
    files: tuple[CellFiles, ...]
    limits: Limits = Limits()


class CellScriptJob(BaseJob, frozen=True):
    """Write a cell as a script that needs nothing of this program, with its files beside it.

    The script is there as soon as its inputs are known: where the kernel ends the process after
    that, it has no ONNX model.

    Attributes:
        torch_library, ort_library: of the build that was checked.
        out: the folder for it; it is made, and what is in it of the same names is replaced.
    """

    host = "torch"
    stages = ("script",)
    doing = "writing the script"

    folder: str
    op: Op
    torch_library: str
    ort_library: str
    cell: Cell
    out: str
    limits: Limits = Limits()


class DeliverJob(BaseJob, frozen=True):
    """Write a verified op in a form that leaves the program, and use it in a fresh place.

    Attributes:
        form: a name of ``delivery.FORMS``.
        target: the folder or archive to make; nothing is there, or an empty folder.
        zipped: whether it is an archive.
        ort_library: of the build that was verified; empty where the model needs none.
        cases: those that were verified, the main one first.
        status: the verdict on them, as ``OpReport`` has it.
        verdict: the same in words, and what has become of a kernel for GPUs that nothing has run.
        compared: what it comes of.
        torch_library: of the same build; empty where nothing is compiled for torch.
        others: of the further ops that are in the same delivery; of these ``target`` and
            ``zipped`` do not count.
        package, version: what the package is called that is delivered, if it is one.
        about: what model it is, in a sentence, where it is not the op's own sample model.
        platforms: for which the op library is built, names of ``core.platforms.PLATFORMS``; for
            this machine alone where there are none.
        glibc: the oldest that those for Linux are built for.
        built: platform → its library, once it is built.
        key: the digest of what the cases depend on (``stage_keys``), by which a result that comes
            back is known.
    """

    host = "ort"
    stages = ("deliver",)
    doing = "delivering the op"

    folder: str
    op: Op
    form: str
    target: str
    zipped: bool
    ort_library: str
    cases: tuple[ExportedCase, ...]
    status: str
    verdict: str
    compared: tuple[OutputParity, ...]
    torch_library: str = ""
    others: tuple[DeliverJob, ...] = ()
    package: str = ""
    version: str = ""
    about: str = ""
    platforms: tuple[str, ...] = ()
    glibc: str = ""
    built: dict[str, str] = msgspec.field(default_factory=dict)
    key: str = ""
    limits: Limits = Limits(seconds=600.0)

    @property
    def parts(self) -> tuple[DeliverJob, ...]:
        """One job for each op, this one first."""
        return (self, *self.others)


class DraftReferenceJob(BaseJob, frozen=True):
    """Look for another definition of what an op computes, and try it on its example inputs.

    Attributes:
        op: with its variants: one of them may be mapped to standard nodes.
    """

    host = "torch"
    stages = ("reference",)
    doing = "trying references"

    folder: str
    op: Op
    limits: Limits = Limits(seconds=60.0)


class CancelJob(Message, frozen=True):
    """End a job now; its ``JobEnded`` says ``cancelled``."""

    id: int


Job = (
    BuildJob
    | ExportJob
    | RunJob
    | SchemasJob
    | ExamplesJob
    | ModelNodesJob
    | CaptureJob
    | CellsJob
    | CellsRunJob
    | CellScriptJob
    | DeliverJob
    | ModuleExportJob
    | ApplyJob
    | RuntimeJob
    | ElsewhereJob
    | SetupJob
    | DraftReferenceJob
    | GraphDiffJob
    | GraphViewJob
    | DivergenceJob
    | PictureJob
    | TimeJob
    | ProfileJob
    | PreviewJob
    | LibraryJob
    | OperatorJob
    | LibrarySchemasJob
    | GroupJob
    | SizesJob
)
Request = Job | CancelJob
