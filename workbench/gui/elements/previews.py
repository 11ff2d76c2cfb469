"""Asks what example inputs hold, once for the same ones."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.examples.example_files import file_stamps
from workbench.core.jobs import InputPreview, PreviewJob, PreviewResult
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.services import Services

__all__ = ["Previews"]

_Wanted = tuple[Path, Op, object]


class Previews(QObject):
    """The example tensors of one set after the other.

    Args:
        services: the engine, whose host makes them.
        parent: the Qt parent.
    """

    answered = Signal(object)
    """What the tensors hold, an ``InputPreview`` each."""
    failed = Signal(object)
    """Why nothing was looked at: a problem."""

    def __init__(self, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted: _Wanted | None = None
        self._asked: _Wanted | None = None
        self._held: tuple[InputPreview, ...] = ()
        self._request = HostRequest(services.engine, PreviewJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)

    @property
    def held(self) -> tuple[InputPreview, ...]:
        """What was answered for what is wanted; none where that is not there yet."""
        there = self._wanted is not None and _same(self._wanted, self._asked)
        return self._held if there else ()

    def want(self, op: Op, folder: Path) -> bool:
        """Choose what is asked for next; whether that is another folder's than what was asked last.

        Args:
            op: with the examples; of a case as ``Op.for_case`` gives it.
            folder: the op's.
        """
        self._wanted = (folder, op, file_stamps(op, folder))
        return self._asked is not None and self._asked[0] != folder

    def ask(self) -> None:
        """Ask, unless just that was asked last: the rest of the op is no matter."""
        if self._wanted is not None and not _same(self._wanted, self._asked):
            folder, op, _ = self._asked = self._wanted
            self._held = ()
            self._request.ask(PreviewJob(0, str(folder), op))

    def _on_answer(self, result: object) -> None:
        if isinstance(result, PreviewResult):
            self._held = result.inputs
            self.answered.emit(result.inputs)

    def _on_failed(self, problem: Problem) -> None:
        self._asked = None  # the next look asks again
        self.failed.emit(problem)


def _same(one: _Wanted, other: _Wanted | None) -> bool:
    if other is None or (one[0], one[2]) != (other[0], other[2]):
        return False
    mine, theirs = one[1], other[1]
    return (mine.model.inputs, mine.args, mine.types) == (
        theirs.model.inputs,
        theirs.args,
        theirs.types,
    )
