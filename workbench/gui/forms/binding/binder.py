"""Binds fields to key paths of one op: shows values and problems, turns edits into undo steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.op_toml.key_path import get_at, is_within, owner_of, prefixes, replace_at, steps
from workbench.core.op_toml.keys import in_sentence, key_at
from workbench.core.storage.journal import UnfinishedText
from workbench.gui.document.op_document import OpDocument
from workbench.gui.forms.binding.binding import Apply, Binding, Moves, Prepare, Read
from workbench.gui.forms.binding.fix_search import FixSearch
from workbench.gui.forms.binding.later_rows import LaterRows
from workbench.gui.forms.binding.lens import Lens, Rows
from workbench.gui.forms.binding.problem_lines import ProblemLines
from workbench.gui.forms.fields.fields import Field, TextField
from workbench.gui.look.fix_bar import pop_fixes
from workbench.gui.look.location_words import part_words
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.widgets import Card
from workbench.gui.project.model import ProjectModel

if TYPE_CHECKING:
    from workbench.gui.problems.quick_fixes import QuickFixes

__all__ = ["Binder"]


class Binder(QObject):
    """The fields of one page.

    Args:
        project: where edits go.
        parent: the page.

    Attributes:
        document: the op that is shown.
        lens: where the page's key paths stand in the declaration.
        fixes: what offers fixes beside the problems; None for none.
        later: the rows that are still to come.
        search: looks for the fixes of the problems that are shown.
    """

    file_requested = Signal(object)
    """A file of the op shall be edited, and made where it is missing: its path."""

    def __init__(self, project: ProjectModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.project = project
        self.document: OpDocument | None = None
        self.lens = Lens()
        self.fixes: QuickFixes | None = None
        self.later = LaterRows(self)
        self._bindings: dict[Field, Binding] = {}
        self._lines = ProblemLines(self._on_fix, self)
        self._typed: Field | None = None
        self.search = FixSearch(self)
        # Problems by key path: those of a field, and those at the line of a row that is to come.
        self._at_key: dict[str, dict[int, Problem]] = {}
        self._at_row: dict[str, list[tuple[Problem, Problem]]] = {}
        self._choices: dict[str, Problem] = {}
        self._shown: OpDocument | None = None

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
        hides: bool = False,
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
            hides: where the key has no use the field goes away, instead of being greyed.
        """
        self._bindings[field] = Binding(
            key, field, label, apply, prepare, read, also, settles, rows, hides
        )
        record = part_words(key)
        field.set_name(key, f"{label}, {record}" if record else label)
        field.edited.connect(self._on_edited)
        field.unfinished.connect(self._on_unfinished)
        field.left.connect(self._on_left)

    def unbind(self, field: Field) -> Binding | None:
        """Forget a field; what ``rebind`` takes."""
        return self._bindings.pop(field, None)

    def rebind(self, field: Field, binding: Binding | None) -> None:
        """Take a field back that was unbound."""
        if binding is not None:
            self._bindings[field] = binding

    def add_line(self, prefix: str, line: ProblemLine) -> None:
        """A line that shows the problems under a key path, unless a longer one does."""
        self._lines.add(prefix, line)

    def line_in(self, card: Card, *prefixes: str) -> None:
        """A line at the end of a card for the problems under some key paths."""
        line = ProblemLine(card)
        card.body.addWidget(line)
        for prefix in prefixes:
            self.add_line(prefix, line)

    def remove_line(self, line: ProblemLine) -> None:
        """Forget such a line."""
        line.show_problems(())
        self.search.forget(line)
        self._lines.remove(line)

    def key_within(self, widget: QWidget) -> str:
        """The key path in the form of all fields inside a widget; of the first where none is."""
        self.later.finish()
        keys = [
            steps(b.key)
            for b in self._bindings.values()
            if widget.isAncestorOf(b.field.widget) and not b.field.widget.isHidden()
        ]
        common = list(keys[0]) if keys else []
        for other in keys:
            same = [a == b for a, b in zip(common, other, strict=False)]
            common = common[: same.index(False) if False in same else len(same)]
        shared = common or (keys[0] if keys else [])
        text = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in shared)
        return text.removeprefix(".")

    def key_of(self, widget: QWidget | None) -> str:
        """The key path in the form of the field that a widget is, or is in; empty for none."""
        for binding in self._bindings.values():
            whole = binding.field.widget
            if widget is not None and (whole is widget or whole.isAncestorOf(widget)):
                return binding.key
        return ""

    def field_at(self, key: str) -> Field | None:
        """The field of the declaration's key path, or of the nearest part above it."""
        self.later.finish()
        key = self._form_key(key)
        shown = [b for b in self._bindings.values() if not b.field.widget.isHidden()]
        within = [b for b in shown if b.covers(key)]
        if within:
            return max(within, key=lambda b: len(b.key)).field
        below = [b for b in shown if is_within(b.key, key)]
        return min(below, key=lambda b: len(b.key)).field if below else None

    def line_at(self, key: str) -> ProblemLine | None:
        """The widget where the problems of the declaration's key path stand."""
        self.later.finish()
        return self._lines.at(self._form_key(key))

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
            self._fill(binding, document, op, seen)
        self._show_problems(
            [
                (lens.to_form(op, p.key), self._as_shown(op, p), p)
                for p in (
                    *document.shown_problems,
                    *document.advice,
                    *self.project.gaps.problems(document),
                )
            ]
        )

    def _fill(self, binding: Binding, document: OpDocument, op: Op, seen: Op) -> None:
        key = key_at(binding.key)
        # Of an entry of a table, the table says whether it has a use.
        whole = key is not None and not (key.is_table and binding.key != key.path)
        part = get_at(seen, owner_of(binding.key)) if whole else None
        if key is not None and whole and (key.facts.applies or key.facts.idle):
            wrong = key.facts.applies is not None and key.facts.applies(seen, part)
            # What is written all the same is shown, to be taken out.
            shown = get_at(seen, binding.key) != key.default and (wrong or not binding.hides)
            binding.field.set_unused("" if shown else key.facts.unused(seen, part), binding.hides)
        if key is not None and key.facts.names and isinstance(binding.field, TextField):
            binding.field.set_words(list(key.facts.names(seen, part)))
        if binding.prepare is not None:
            binding.prepare(binding.field, seen, binding.key)
        unfinished = document.unfinished.get(self.lens.to_file(op, binding.key))
        value = binding.read(seen, binding.key)
        binding.field.show_value(value, unfinished.text if unfinished is not None else None)

    def show_row(self, seen: Op, key: str, fields: Sequence[Field], line: ProblemLine) -> None:
        """Fill a row that came later, and show its problems."""
        document = self.document
        if document is None or document.op is None:
            return
        for field in fields:
            self._fill(self._bindings[field], document, document.op, seen)
            self._mark(self._bindings[field])
        found = self._at_row.pop(key, [])
        line.show_problems([shown for shown, _ in found])
        if found:
            self.search.look_at({line: found}, too=True)

    def _as_shown(self, op: Op, problem: Problem) -> Problem:
        """A problem with the name of its location, where the form does not show that."""
        where = self.lens.elsewhere(op, problem.key)
        if not where:
            return problem
        return msgspec.structs.replace(problem, message=f"{where}: {problem.message}")

    def _show_problems(self, problems: list[tuple[str, Problem, Problem]]) -> None:
        """Show problems at their fields.

        Args:
            problems: each with its key path in the form, as it is shown there, and as it is.
        """
        at_line: dict[ProblemLine, list[tuple[Problem, Problem]]]
        at_line = {line: [] for line in self._lines}
        lines = self._lines.by_prefix()
        self._at_key, self._at_row = {}, {}
        for number, (key, shown, problem) in enumerate(problems):
            within = prefixes(key)
            shown_at = next(
                (p for p in reversed(within) if p in lines or self.later.waits(p)), None
            )
            if shown_at in lines:
                at_line[lines[shown_at]].append((shown, problem))
            elif shown_at is not None:
                self._at_row.setdefault(shown_at, []).append((shown, problem))
            for prefix in within:
                self._at_key.setdefault(prefix, {})[number] = shown
        typed = self._bindings.get(self._typed) if self._typed is not None else None
        another = self._shown is not self.document
        if another:
            typed, self._typed = None, None
        self._shown = self.document
        self._lines.show(
            {line: [shown for shown, _ in found] for line, found in at_line.items()},
            (typed.key, typed.field.widget) if typed is not None else None,
            another,
        )
        self.search.look_at({line: found for line, found in at_line.items() if found})
        for binding in self._bindings.values():
            self._mark(binding)

    def _mark(self, binding: Binding) -> None:
        mine = list(binding.problems(self._at_key))
        binding.field.set_problem(
            mine[0].severity if mine else "", "\n".join(f"{p.message}\n{p.hint}" for p in mine)
        )

    def pop_fixes(self) -> None:
        """A menu with the fixes of the problems at the field that has the focus."""
        widget = QApplication.focusWidget()
        binding = next((b for b in self._bindings.values() if b.field.widget is widget), None)
        document = self.document
        if binding is None or document is None or document.op is None or self.fixes is None:
            return
        op = document.op
        choices: dict[str, Problem] = {}
        for problem in document.problems:
            if binding.covers(self.lens.to_form(op, problem.key)):
                choices |= dict.fromkeys(self.fixes.offered(document, problem), problem)
        self._choices = choices
        menu = pop_fixes(
            binding.field.widget, list(choices), binding.field.widget.rect().bottomLeft()
        )
        menu.triggered.connect(self._on_menu)

    def _on_menu(self, action: QAction) -> None:
        problem = self._choices.get(action.data())
        if problem is not None and self.document is not None and self.fixes is not None:
            self.fixes.apply(self.document, problem, action.data())

    def _on_fix(self, shown: Problem, title: str) -> None:
        document = self.document
        if document is None or self.fixes is None:
            return
        problem = self.search.problem_of(shown)
        if problem is not None:
            self.fixes.apply(document, problem, title)

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
            keys: the form's key paths whose unfinished texts are settled by it; undo shows the first.
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
        self._hold(field)
        key, apply, seen = binding.key, binding.apply, self.seen()
        moves = binding.rows is not None and seen is not None
        self.edit(
            self._text(binding),
            lambda op: apply(op, key, value),
            keys=(key, *binding.also, *binding.settles),
            merge=f"{id(field)}.{field.session}",
            rows=binding.rows(seen, key, value) if moves else None,  # type: ignore[misc, arg-type]
        )

    def _on_unfinished(self, field: Field, text: str, reason: str) -> None:
        binding, document = self._bindings.get(field), self.document
        if binding is None or document is None or document.op is None:
            return
        self._hold(field)
        key = self.lens.to_file(document.op, binding.key)
        merge = f"{key}#{id(field)}.{field.session}"
        # Not the last of the typing that could be a value: '7' of '7, x' is nobody's wish.
        unfinished = UnfinishedText(text, reason)
        self.project.set_unfinished(
            document, key, unfinished, self._text(binding), merge, back=True
        )

    def _hold(self, field: Field) -> None:
        """Half a word is wrong: say so when the typing pauses, or the field is left."""
        if self.document is not None and field.is_typed():
            self._typed = field
            self.document.held.hold(self.document.problems)

    def _on_left(self) -> None:
        self._typed = None
        if self.document is not None:
            self.document.held.release()
        self._lines.settle()

    def _text(self, binding: Binding) -> str:
        """What the edit menu says: ``Change type of a``."""
        owner = owner_of(binding.key)
        name = ""
        if owner.endswith("]"):
            record = get_at(self.seen(), owner)
            names = (getattr(record, n, "") for n in ("name", "arg", "op"))
            name = next(filter(None, names), "")
        what = in_sentence(binding.label)
        return f"Change {what} of {name}" if name else f"Change {what}"
