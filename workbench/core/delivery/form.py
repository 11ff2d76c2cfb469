"""What is known about a form of delivery."""

from __future__ import annotations

from typing import ClassVar

from workbench.core.declaration.op import Op
from workbench.core.styles import Words

__all__ = ["Form"]


class Form:
    """One form.

    Attributes:
        name: as the command line says it.
        order: in lists for people.
        words: for the choice.
        seconds: what it may take; a compiler may be slow.
        takes_platforms: its op library can be built for other platforms, too.
        together: several ops make one delivery, a package; else each makes its own.
        for_others: it is for another runtime than ONNX Runtime, so it takes what is only exported.
        is_check: it is there to be checked elsewhere, so it takes what nothing has verified yet.
        proof: the runtime, a name of ``core.runtimes``, in which the delivery is run before it
            counts, where that is there; empty for none.
    """

    name: ClassVar[str]
    order: ClassVar[int]
    words: ClassVar[Words]
    takes_platforms: ClassVar[bool] = False
    seconds: ClassVar[float] = 600.0
    together: ClassVar[bool] = False
    for_others: ClassVar[bool] = False
    is_check: ClassVar[bool] = False
    proof: ClassVar[str] = ""

    def refusal(self, op: Op) -> tuple[str, str]:
        """Why an op cannot be delivered so, and the next step; empty where it can.

        Args:
            op: ``Op.resolved``.
        """
        return "", ""
