"""Binds fields to key paths of one op: shows values and problems, turns edits into undo steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from workbench.core.errors import Problem
from workbench.core.op import Op
from workbench.gui.document import Draft, OpDocument
from workbench.gui.forms.fields import Field
from workbench.gui.forms.keys import get_at, is_within, replace_at
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.model import ProjectModel

__all__ = ["Apply", "Binder", "Prepare"]

Apply = Callable[[Op, str, Any], Op]
"""How an edit is done: the op, the field's key, the value."""
Prepare = Callable[[Field, Op, str], None]
"""Called before a value is shown: sets what the rest of the op decides (choices, enabled)."""


class _Binding:
    def __init__(
        self, key: str, field: Field, label: str, apply: Apply, prepare: Prepare | None
    ) -> None:
        self.key = key
        self.field = field
        self.label = label
        self.apply = apply
        self.prepare = prepare


class Binder(QObject):
    """The fields of one page.

    Args:
        project: where edits go.
        parent: the page.
    """

    def __init__(self, project: ProjectModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.project = project
        self.document: OpDocument | None = None
        self._bindings: dict[Field, _Binding] = {}
        self._lines: dict[ProblemLine, str] = {}

    def bind(
        self,
        key: str,
        field: Field,
        label: str,
        apply: Apply = replace_at,
        prepare: Prepare | None = None,
    ) -> None:
        """Bind a field to a key path; the widget's object name becomes the path."""
        self._bindings[field] = _Binding(key, field, label, apply, prepare)
        field.set_name(key, f"{label} ({key})" if "[" in key else label)
        field.edited.connect(self._on_edited)
        field.drafted.connect(self._on_drafted)

    def unbind(self, field: Field) -> None:
        """Forget a field."""
        self._bindings.pop(field, None)

    def add_line(self, prefix: str, line: ProblemLine) -> None:
        """A place that shows the problems under a key path, unless a longer one does."""
        self._lines[line] = prefix

    def remove_line(self, line: ProblemLine) -> None:
        """Forget such a place."""
        self._lines.pop(line, None)

    def field_at(self, key: str) -> Field | None:
        """The field of a key path, or of the nearest part above it."""
        within = [b for b in self._bindings.values() if is_within(key, b.key)]
        if within:
            return max(within, key=lambda b: len(b.key)).field
        below = [b for b in self._bindings.values() if is_within(b.key, key)]
        return min(below, key=lambda b: len(b.key)).field if below else None

    def line_at(self, key: str) -> QWidget | None:
        """The place where the problems of a key path stand."""
        lines = [line for line, prefix in self._lines.items() if is_within(key, prefix)]
        return max(lines, key=lambda line: len(self._lines[line]), default=None)

    # -- showing

    def refresh(self) -> None:
        """Show the document as it is now."""
        document = self.document
        if document is None or document.op is None:
            return
        for binding in self._bindings.values():
            if binding.prepare is not None:
                binding.prepare(binding.field, document.op, binding.key)
            draft = document.drafts.get(binding.key)
            value = get_at(document.op, binding.key)
            binding.field.show_value(value, draft.text if draft is not None else None)
        self._show_problems(document.problems)

    def _show_problems(self, problems: tuple[Problem, ...]) -> None:
        at_line: dict[ProblemLine, list[Problem]] = {line: [] for line in self._lines}
        for problem in problems:
            line = self.line_at(problem.key)
            if isinstance(line, ProblemLine):
                at_line[line].append(problem)
        for line, found in at_line.items():
            line.show_problems(found)
        for binding in self._bindings.values():
            mine = [p for p in problems if is_within(p.key, binding.key)]
            binding.field.set_problem(
                mine[0].severity if mine else "", "\n".join(f"{p.message}\n{p.hint}" for p in mine)
            )

    # -- edits

    def _on_edited(self, field: Field, value: Any) -> None:
        binding, document = self._bindings.get(field), self.document
        if binding is None or document is None:
            return
        key, apply = binding.key, binding.apply

        def change(op: Op) -> Op:
            return apply(op, key, value)

        self.project.edit(
            document,
            self._text(binding),
            change,
            key=key,
            merge=f"{key}#{id(field)}.{field.session}",
        )

    def _on_drafted(self, field: Field, text: str, reason: str) -> None:
        binding, document = self._bindings.get(field), self.document
        if binding is None or document is None:
            return
        merge = f"{binding.key}#{id(field)}.{field.session}"
        self.project.set_draft(
            document, binding.key, Draft(text, reason), self._text(binding), merge
        )

    def _text(self, binding: _Binding) -> str:
        """What the edit menu says: ``Change type of a``."""
        owner = binding.key.rpartition(".")[0]
        name = ""
        if self.document is not None and owner.endswith("]"):
            record = get_at(self.document.op, owner)
            name = next(
                (getattr(record, n, "") for n in ("name", "arg", "op") if getattr(record, n, "")),
                "",
            )
        what = binding.label[:1].lower() + binding.label[1:]
        return f"Change {what} of {name}" if name else f"Change {what}"
