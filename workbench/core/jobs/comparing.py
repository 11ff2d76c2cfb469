"""Jobs that compare what was run: where values begin to differ, each element, what ran elsewhere."""

from __future__ import annotations

import msgspec

from workbench.core.declaration.op import Op
from workbench.core.declaration.session import USUAL_SESSION, Session
from workbench.core.declaration.tolerance import USUAL, Tolerances
from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.cases import ExportedCase
from workbench.core.jobs.compared import OutputParity

__all__ = ["DivergenceJob", "ElsewhereJob", "PictureJob", "ProfileJob", "RuntimeJob"]


class DivergenceJob(BaseJob, frozen=True):
    """Run an exported model with every value as an output, and hold each against another source.

    Attributes:
        case: the inputs, the model, and what PyTorch gives. Values between nodes that PyTorch gave
            lie beside the model where the export kept them.
        ort_library: the op library; empty where the model needs none.
        custom: the operators of the op's own nodes.
        shared: why these are no check of PyTorch's (``parity.shared_kernel``); empty if they are.
        tolerances: of floating-point values.
    """

    host = "ort"
    stages = ("divergence",)
    doing = "comparing the values between the nodes"

    case: ExportedCase
    ort_library: str = ""
    custom: tuple[str, ...] = ()
    shared: str = ""
    tolerances: Tolerances = USUAL
    limits: Limits = Limits()


class ElsewhereJob(BaseJob, frozen=True):
    """Compare the outputs that a result of another machine carries. Nothing of the op's is run.

    Attributes:
        file: what a check folder's program has written.
        cases: those that were exported here, the main one first.
        tolerances: as those of ``RunJob``.
        shared: of each runtime, why its result is no check of PyTorch's here; empty if it is.
    """

    host = "ort"
    stages = ("elsewhere",)
    doing = "comparing what another machine gave"

    file: str
    cases: tuple[ExportedCase, ...]
    tolerances: Tolerances = USUAL
    shared: dict[str, str] = msgspec.field(default_factory=dict)
    limits: Limits = Limits()


class PictureJob(BaseJob, frozen=True):
    """Look at all elements of one comparison. Nothing of the user's is run.

    Attributes:
        compared: the comparison, as the op's run has it.
        expected, actual: the files of both sides.
        rounding: by how much each element may differ, where that was measured; else empty.
        keep: a folder of the asker's own, for the picture.
        at: which picture of an output of more than two dimensions: an index into those that are no
            side of the picture; None for the one with the worst element.
        save: write both sides and the error to this ``.npz``, or the elements to this ``.csv``.
    """

    host = "torch"
    stages = ("picture",)
    doing = "looking at the elements"

    compared: OutputParity
    expected: str
    actual: str
    rounding: str
    keep: str
    at: tuple[int, ...] | None = None
    save: str = ""
    limits: Limits = Limits()


class ProfileJob(BaseJob, frozen=True):
    """Run an exported model with ONNX Runtime's profile: which node takes how long.

    Attributes:
        folder: the op's.
        case: the inputs and the model.
        ort_library: the op library; empty where the model needs none.
        session: with what it is run.
    """

    host = "ort"
    stages = ("profile",)
    doing = "running the model with its profile"

    folder: str
    case: ExportedCase
    ort_library: str = ""
    session: Session = USUAL_SESSION
    limits: Limits = Limits()


class RuntimeJob(BaseJob, frozen=True):
    """Run an op in a further runtime, and compare its outputs.

    Attributes:
        runtime: a name of ``core.runtimes.RUNTIMES``.
        cases: those that were exported, the main one first.
        tolerances, shared: as those of ``RunJob``.
        torch_library, ort_library: of the build that was verified; empty where there is none.
    """

    host = "ort"
    stages = ("runtime",)
    doing = "running the op in another runtime"

    folder: str
    op: Op
    runtime: str
    cases: tuple[ExportedCase, ...]
    tolerances: Tolerances = USUAL
    shared: str = ""
    torch_library: str = ""
    ort_library: str = ""
    limits: Limits = Limits(seconds=900.0)
