"""What is known about a form of delivery."""

from __future__ import annotations

from typing import ClassVar

from workbench.core.op import Op
from workbench.core.styles import Words

__all__ = ["Form"]


class Form:
    """One form.

    Attributes:
        name: as the command line says it.
        order: in lists for people.
        words: for the choice.
    """

    name: ClassVar[str]
    order: ClassVar[int]
    words: ClassVar[Words]

    def refusal(self, op: Op) -> tuple[str, str]:
        """Why an op cannot be delivered so, and the next step; empty where it can.

        Args:
            op: ``Op.resolved``.
        """
        return "", ""
