"""The package that a delivery makes: what it is called, and which ops of the project are in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from workbench.core.delivery import Form, Package, package_for, refusals
from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import OpState
from workbench.gui.look.plain import plain_tip

__all__ = ["PackageChoice"]


class PackageChoice(QObject):
    """Fields for the name and the version, and a box that takes the project's other ops in.

    Args:
        state: the op's.
        others: of ops of the same project, brought up to date.
        parent: of the fields.

    Attributes:
        name, version: fields.
        together: the box; hidden where no other op may be delivered.
    """

    changed = Signal()

    def __init__(self, state: OpState, others: Sequence[OpState], parent: QWidget) -> None:
        super().__init__(parent)
        self._state, self._others = state, others
        self._possible: list[OpState] = []
        self._proposed = ""
        self.name = _field("deliver.package", "The name of the package", parent)
        self.version = _field("deliver.version", "The version of the package", parent)
        self.together = QCheckBox("", parent)
        self.together.setObjectName("deliver.together")
        for field in (self.name, self.version):
            field.textChanged.connect(self.changed)
        self.together.toggled.connect(self._on_toggled)

    def show_form(self, form: Form, unverified: bool) -> bool:
        """Offer what the form can take. Returns whether there are other ops for it.

        Args:
            form: one of those that make a package.
            unverified: whether what only runs alike may be in it.
        """
        self._possible = [s for s in self._others if not refusals(s, form, unverified)]
        names = [s.name for s in self._possible]
        left = len(self._others) - len(names)
        self.together.setText(f"With {', '.join(names[:3])}{' …' if len(names) > 3 else ''}")
        self.together.setToolTip(
            plain_tip(
                f"One package with every op of the project that may be delivered: {', '.join(names)}."
                + (f" Not with {left} that cannot be, or is not up to date." if left else "")
            )
        )
        if not self.name.text():
            self._propose()
        return bool(names)

    def states(self) -> list[OpState]:
        """The ops that are in it, the one that is shown first."""
        more = self._possible if self.together.isChecked() else []
        return [self._state, *more]

    def package(self) -> Package:
        """What it is called.

        Raises:
            UserError: in the words of the command line.
        """
        return package_for(self.name.text(), self.version.text(), *self._named())

    def _named(self) -> tuple[list[str], list[Path]]:
        states = self.states()
        return [s.name for s in states], [s.folder for s in states]

    def _propose(self) -> None:
        try:
            package = package_for("", self.version.text(), *self._named())
        except UserError:
            return
        self._proposed = package.name
        self.name.setText(package.name)
        self.version.setText(package.version)

    def _on_toggled(self) -> None:
        if self.name.text() == self._proposed:
            self._propose()
        self.changed.emit()


def _field(name: str, accessible: str, parent: QWidget) -> QLineEdit:
    field = QLineEdit(parent)
    field.setObjectName(name)
    field.setAccessibleName(accessible)
    return field
