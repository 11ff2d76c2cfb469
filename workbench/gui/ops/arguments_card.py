"""Optional tensors given and not: which combinations are run, and a case for each that is not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QPushButton, QTableWidgetItem, QWidget

from workbench.core.jobs import CompareResult, OutputParity
from workbench.core.pipeline.argument_coverage import MAIN, Combination, coverage, with_missing
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.fitted_table import fitted_table
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import Card
from workbench.gui.services import Services

__all__ = ["ArgumentsCard", "light_of"]

_HEADERS = ("Given and not", "Run as")


class ArgumentsCard(Card):
    """A row for each combination of optional tensors; hidden for ops without any.

    Args:
        services: the engine, and the project whose declaration the cases are added to.
        parent: the page.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__("Optional tensors", "", parent)
        self._services = services
        self._document: OpDocument | None = None
        self.button = QPushButton("Run the &missing ones", self)
        self.button.setObjectName("argumentsMissing")
        self.button.setToolTip(
            "Add a case to the declaration for each combination that is not run, and run the op"
        )
        self.button.clicked.connect(self._on_missing)
        self.header.addWidget(self.button)
        self.table = fitted_table("argumentsTable", "Optional tensors given and not", _HEADERS)
        self.table.elided = True
        self.table.cut = (0,)
        self.body.addWidget(self.table)
        self.hide()

    def show_op(self, document: OpDocument | None) -> None:
        """Show what the sets of inputs of an op are, as it is declared now."""
        self._document = document
        op = document.op if document is not None else None
        found = coverage(op.resolved()) if op is not None else ()
        left = sum(not one.run_as for one in found)
        self.setVisible(bool(found))
        self.subtitle.set_whole(
            f"{len(found) - left} of {len(found)} combinations are among the cases"
        )
        self.button.setVisible(left > 0)
        self.button.setEnabled(document is not None and not document.broken)
        self.table.setRowCount(len(found))
        outputs = self._outputs()
        for row, one in enumerate(found):
            texts = (one.text, ", ".join(one.run_as) or "not run")
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_tip(text))
                if column == 0:
                    item.setIcon(light_icon(light_of(one, outputs)))
                self.table.setItem(row, column, item)
        self.table.fit()

    def _outputs(self) -> tuple[OutputParity, ...]:
        """The comparisons of the op as it is now."""
        document = self._document
        state = self._services.engine.state(document.folder) if document is not None else None
        result = state.current_result("compare") if state is not None else None
        return result.outputs if isinstance(result, CompareResult) else ()

    def restyle(self) -> None:
        """The theme is another one: the lights have its colours."""
        self.show_op(self._document)

    def _on_missing(self) -> None:
        document = self._document
        if document is None:
            return
        self._services.project.edit(document, "Add missing combinations", with_missing)
        self._services.run_requested.emit([document.folder], False)


def light_of(one: Combination, outputs: Sequence[OutputParity]) -> str:
    """How the sets of inputs went that are so; none where nothing was compared."""
    mine = [o for o in outputs if (o.case or MAIN) in one.run_as]
    if not mine:
        return "none"
    if not all(o.agrees for o in mine):
        return "differs"
    return "ok" if any(o.independent and o.compared for o in mine) else UNVERIFIED
