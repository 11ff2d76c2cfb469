"""Jobs on models of the user's own, which may be anybody's."""

from __future__ import annotations

from workbench.core.declaration.op import Op
from workbench.core.jobs.base import BaseJob, Limits

__all__ = ["ApplyJob", "ModelNodesJob", "ModuleExportJob"]


class ModelNodesJob(BaseJob, frozen=True):
    """List the nodes of an ONNX model that ONNX Runtime cannot run.

    The file may be anybody's: it is parsed in the job's child only, and nothing is run.
    """

    host = "ort"
    stages = ("nodes",)
    doing = "reading the model"

    model: str
    limits: Limits = Limits(seconds=60.0)


class ModuleExportJob(BaseJob, frozen=True):
    """Export a ``torch.nn.Module`` of the user's own.

    Attributes:
        file: a Python file; its function gives the module, or the module and its inputs.
        function: its name.
        exporter: a name of ``EXPORTERS``.
        opset: the version of ONNX's operators.
        inputs: an ``.npz`` of the inputs by name, in their order; empty where the function gives them.
        work: a folder for the model and its inputs; it is there.
    """

    host = "torch"
    stages = ("export",)
    doing = "exporting the model"

    file: str
    function: str
    exporter: str
    opset: int
    work: str
    inputs: str = ""
    limits: Limits = Limits(seconds=600.0)


class ApplyJob(BaseJob, frozen=True):
    """Put an op into a model of the user's, and run the model before and after on the same inputs.

    The file may be anybody's: it is read in the job's child only.

    Attributes:
        op: the declaration with its variants.
        ort_library: of the build that was verified.
        model: its file.
        target: the changed model's file, to be written if it gives what the other one does; empty
            for none.
        pattern: the variant that is looked for; empty for the first of standard nodes.
        inputs: an ``.npz`` by name; empty to make them.
        sizes: of the inputs' named axes, where they are made.
        rtol, atol: tolerances of floating-point outputs; negative for the element type's own.
        work: a folder for the inputs and the outputs; it is there.
        exported_of: the user's file, where the model was made of it.
        libraries: of the model's other custom nodes.
    """

    host = "ort"
    stages = ("apply",)
    doing = "applying the op to the model"

    folder: str
    op: Op
    ort_library: str
    model: str
    work: str
    target: str = ""
    pattern: str = ""
    inputs: str = ""
    sizes: dict[str, int] = {}  # noqa: RUF012  # msgspec makes a new one each time
    rtol: float = -1.0
    atol: float = -1.0
    exported_of: str = ""
    libraries: tuple[str, ...] = ()
    limits: Limits = Limits(seconds=600.0)

    @property
    def given(self) -> str:
        """The file that the user gave."""
        return self.exported_of or self.model
