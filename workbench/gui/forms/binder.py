"""Binds fields to key paths of one op: shows values and problems, turns edits into undo steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from PySide6.QtCore import QObject

from workbench.core.errors import Problem
from workbench.core.op import Op
from workbench.gui.document import Draft, OpDocument
from workbench.gui.forms.fields import Field
from workbench.gui.forms.keys import get_at, is_within, replace_at
from workbench.gui.forms.lens import Lens, Rows
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.model import ProjectModel

__all__ = ["Apply", "Binder", "Moves", "Prepare", "Read"]

Apply = Callable[[Op, str, Any], Op]
"""How an edit is done: the op, the field's key, the value."""
Read = Callable[[Op, str], Any]
"""What a field shows: the op, the field's key."""
Moves = Callable[[Op, str, Any], Rows]
"""Which rows of a list change places: the op, the field's key, the new value."""
Prepare = Callable[[Field, Op, str], None]
"""Called before a value is shown: sets what the rest of the op decides (choices, enabled)."""


@dataclass(eq=False)
class _Binding:
    key: str
    field: Field
    label: str
    apply: Apply
    prepare: Prepare | None
    read: Read
    also: tuple[str, ...]
    settles: tuple[str, ...]
    rows: Moves | None

    def covers(self, key: str) -> bool:
        return any(is_within(key, k) for k in (self.key, *self.also))


class Binder(QObject):
    """The fields of one page.

    Args:
        project: where edits go.
        parent: the page.

    Attributes:
        document: the op that is shown.
        lens: where the page's key paths stand in the declaration.
    """

    def __init__(self, project: ProjectModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.project = project
        self.document: OpDocument | None = None
        self.lens = Lens()
        self._bindings: dict[Field, _Binding] = {}
        self._lines: list[tuple[str, ProblemLine]] = []

    def bind(
        self,
        key: str,
        field: Field,
        label: str,
        apply: Apply = replace_at,
        prepare: Prepare | None = None,
        read: Read = get_at,
        also: tuple[str, ...] = (),
        settles: tuple[str, ...] = (),
        rows: Moves | None = None,
    ) -> None:
        """Bind a field to a key path; the widget's object name becomes the path.

        Args:
            key: the path in the form.
            field: the field.
            label: what undo calls it.
            apply, prepare, read: how it is edited and shown.
            also: further key paths that the field stands for: their problems are shown at it.
            settles: key paths where an edit makes void what was half typed there.
            rows: which rows of a list come and go with an edit.
        """
        self._bindings[field] = _Binding(
            key, field, label, apply, prepare, read, also, settles, rows
        )
        field.set_name(key, f"{label} ({key})" if "[" in key else label)
        field.edited.connect(self._on_edited)
        field.drafted.connect(self._on_drafted)

    def unbind(self, field: Field) -> None:
        """Forget a field."""
        self._bindings.pop(field, None)

    def add_line(self, prefix: str, line: ProblemLine) -> None:
        """A place that shows the problems under a key path, unless a longer one does."""
        self._lines.append((prefix, line))

    def remove_line(self, line: ProblemLine) -> None:
        """Forget such a place."""
        self._lines = [entry for entry in self._lines if entry[1] is not line]

    def field_at(self, key: str) -> Field | None:
        """The field of the declaration's key path, or of the nearest part above it."""
        key = self._form_key(key)
        shown = [b for b in self._bindings.values() if not b.field.widget.isHidden()]
        within = [b for b in shown if b.covers(key)]
        if within:
            return max(within, key=lambda b: len(b.key)).field
        below = [b for b in shown if is_within(b.key, key)]
        return min(below, key=lambda b: len(b.key)).field if below else None

    def line_at(self, key: str) -> ProblemLine | None:
        """The place where the problems of the declaration's key path stand."""
        return self._line_of(self._form_key(key))

    def _line_of(self, key: str) -> ProblemLine | None:
        found = [entry for entry in self._lines if is_within(key, entry[0])]
        return max(found, key=lambda entry: len(entry[0]))[1] if found else None

    def _form_key(self, key: str) -> str:
        op = self.document.op if self.document is not None else None
        return self.lens.to_form(op, key) if op is not None else key

    def seen(self) -> Op | None:
        """The op as the page's forms see it."""
        op = self.document.op if self.document is not None else None
        return self.lens.view(op) if op is not None else None

    # -- showing

    def refresh(self) -> None:
        """Show the document as it is now."""
        document = self.document
        if document is None or document.op is None:
            return
        op, lens = document.op, self.lens
        seen = lens.view(op)
        for binding in self._bindings.values():
            if binding.prepare is not None:
                binding.prepare(binding.field, seen, binding.key)
            draft = document.drafts.get(lens.to_file(op, binding.key))
            value = binding.read(seen, binding.key)
            binding.field.show_value(value, draft.text if draft is not None else None)
        self._show_problems(
            [(lens.to_form(op, p.key), self._said(op, p)) for p in document.problems]
        )

    def _said(self, op: Op, problem: Problem) -> Problem:
        """A problem with the name of its place, where the form does not show that."""
        where = self.lens.elsewhere(op, problem.key)
        if not where:
            return problem
        return msgspec.structs.replace(problem, message=f"{where}: {problem.message}")

    def _show_problems(self, problems: list[tuple[str, Problem]]) -> None:
        at_line: dict[ProblemLine, list[Problem]] = {line: [] for _, line in self._lines}
        for key, problem in problems:
            line = self._line_of(key)
            if line is not None:
                at_line[line].append(problem)
        for line, found in at_line.items():
            line.show_problems(found)
        for binding in self._bindings.values():
            mine = [p for key, p in problems if binding.covers(key)]
            binding.field.set_problem(
                mine[0].severity if mine else "", "\n".join(f"{p.message}\n{p.hint}" for p in mine)
            )

    # -- edits

    def edit(
        self,
        text: str,
        change: Callable[[Op], Op],
        *,
        keys: tuple[str, ...] = (),
        merge: str = "",
        rows: Rows | None = None,
    ) -> None:
        """Do an edit of what the forms see as one undo step.

        Args:
            text: the step's name.
            change: the edit.
            keys: the form's key paths whose drafts are settled by it; undo shows the first.
            merge: see ``ProjectModel.edit``.
            rows: rows that change places, see ``OpDocument.edited``.
        """
        document, lens = self.document, self.lens
        if document is None or document.op is None:
            return
        op = document.op

        def within(whole: Op) -> Op:
            return lens.put(whole, change(lens.view(whole)))

        self.project.edit(
            document,
            text,
            within,
            keys=tuple(lens.to_file(op, key) for key in keys),
            merge=f"{lens.to_file(op, keys[0])}#{merge}" if merge and keys else merge,
            rows=lens.rows(op, rows) if rows is not None else None,
        )

    def _on_edited(self, field: Field, value: Any) -> None:
        binding = self._bindings.get(field)
        if binding is None:
            return
        key, apply, seen = binding.key, binding.apply, self.seen()
        moves = binding.rows is not None and seen is not None
        self.edit(
            self._text(binding),
            lambda op: apply(op, key, value),
            keys=(key, *binding.also, *binding.settles),
            merge=f"{id(field)}.{field.session}",
            rows=binding.rows(seen, key, value) if moves else None,  # type: ignore[misc, arg-type]
        )

    def _on_drafted(self, field: Field, text: str, reason: str) -> None:
        binding, document = self._bindings.get(field), self.document
        if binding is None or document is None or document.op is None:
            return
        key = self.lens.to_file(document.op, binding.key)
        merge = f"{key}#{id(field)}.{field.session}"
        self.project.set_draft(document, key, Draft(text, reason), self._text(binding), merge)

    def _text(self, binding: _Binding) -> str:
        """What the edit menu says: ``Change type of a``."""
        owner = binding.key.rpartition(".")[0]
        name = ""
        if owner.endswith("]"):
            record = get_at(self.seen(), owner)
            name = next(
                (getattr(record, n, "") for n in ("name", "arg", "op") if getattr(record, n, "")),
                "",
            )
        what = binding.label[:1].lower() + binding.label[1:]
        return f"Change {what} of {name}" if name else f"Change {what}"
