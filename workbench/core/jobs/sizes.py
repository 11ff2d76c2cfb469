"""An exported model at other sizes of its dynamic axes, with no new export: what is asked."""

from __future__ import annotations

from workbench.core.declaration.op import Op
from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.cases import ExportedCase

__all__ = ["SizesJob"]


class SizesJob(BaseJob, frozen=True):
    """Run an op in PyTorch, and its reference, on its example inputs at other sizes.

    What comes of it is an ``ExportResult`` with the one case, for ONNX Runtime.

    Attributes:
        main: the case of the example inputs, whose model serves the other sizes, too.
        sizes: name of a dynamic axis → its size.
    """

    host = "torch"
    stages = ("sizes",)
    doing = "running the op at other sizes"

    folder: str
    op: Op
    torch_library: str
    main: ExportedCase
    sizes: dict[str, int]
    limits: Limits = Limits()
