"""What writes a form of delivery."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.delivery import Form
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.engine.deliver.fresh_place import FreshPlace

__all__ = ["Writer"]


class Writer:
    """One form's.

    Attributes:
        form: what is declared of it.
    """

    form: Form

    @property
    def name(self) -> str:
        """The form's."""
        return self.form.name

    @property
    def order(self) -> int:
        """The form's."""
        return self.form.order

    def write(self, job: DeliverJob, folder: Path) -> None:
        """Write everything but the README.

        Args:
            job: what is delivered.
            folder: to write to; it is there and empty.
        """
        raise NotImplementedError

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        """Use a copy of it, as who gets it does.

        Args:
            job: what is delivered.
            place: where the copy is.

        Raises:
            UserError: kind ``deliver``; it does not work there.
        """
        raise NotImplementedError

    def finish(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> None:
        """Write README.md, and what takes it in."""
        (folder / "README.md").write_text(self.readme(job, folder, checks), encoding="utf-8")

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        """The text of README.md."""
        raise NotImplementedError
