"""Several ops as one library for each runtime."""

from __future__ import annotations

from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.message import Message

__all__ = ["Apart", "GroupJob", "GroupResult"]


class GroupJob(BaseJob, frozen=True):
    """Build ops, and link what can be joined into one library for PyTorch and one for ONNX Runtime.

    Attributes:
        folders: of the ops, whose declarations are read there.
        name: of the group; the files are ``libNAME_torch.so`` and ``libNAME_ort.so``.
    """

    host = "torch"
    stages = ("build",)
    doing = "linking ops into one library"

    folders: tuple[str, ...]
    name: str
    limits: Limits = Limits(seconds=600.0)


class Apart(Message, frozen=True):
    """An op's library that is not in the one of several ops.

    Attributes:
        op: its name.
        runtime: whose library it is: ``PyTorch`` or ``ONNX Runtime``.
        why: a clause.
    """

    op: str
    runtime: str
    why: str

    @property
    def words(self) -> str:
        """The same as a sentence."""
        return f"{self.op} keeps its own library for {self.runtime}: {self.why}"


class GroupResult(Message, frozen=True):
    """What several ops share.

    Attributes:
        torch, ort: the libraries; empty where there are not two ops that can be in one.
        in_torch, in_ort: the names of the ops that are in them.
        apart: the libraries of ops that are in neither of them.
    """

    torch: str = ""
    ort: str = ""
    in_torch: tuple[str, ...] = ()
    in_ort: tuple[str, ...] = ()
    apart: tuple[Apart, ...] = ()
