"""One op as the window holds it: what is saved, what is edited, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.examples.example_files import file_stamps
from workbench.core.op_toml.key_path import renumber
from workbench.core.pipeline.op_files import NamedFile, found_files, named_files
from workbench.core.storage import op_file
from workbench.core.storage.journal import UnfinishedText
from workbench.gui.document.copies import op_texts
from workbench.gui.document.disk import Disk, moved
from workbench.gui.document.document_problems import state_advice, state_problems, text_problems
from workbench.gui.document.edited_from import EditedFrom
from workbench.gui.document.head_follow import HeadFollower
from workbench.gui.document.held_problems import HeldProblems
from workbench.gui.document.reload import load_declaration, reload_declaration, reload_text
from workbench.gui.document.snapshot import Snapshot, read_snapshot

__all__ = ["OpDocument", "Snapshot"]


class OpDocument(QObject):
    """The source of truth for one op.

    All state is immutable snapshots, so an undo step is a pair of them and 'modified' is a
    comparison. Source texts are kept beside: their undo history is the editor's own.

    Attributes:
        folder: the op's folder.
        now: the declaration as edited; None where ``op.toml`` cannot be read at all.
        saved: the declaration as on disk; None where it is not there.
        texts: the sources by path, as edited; ``op.toml`` is among them only while ``now`` is
            None (see ``text``).
        removed: sources that the next save deletes, and their texts.
        lost: the last texts of sources that another program deleted.
        conflicts: files with unsaved edits that another program has changed, and its version,
            until the user has chosen.
        held: keeps problems back while somebody types.
    """

    changed = Signal()
    """The declaration or its problems."""
    text_changed = Signal(str)
    """A source: its path."""
    dirty_changed = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self.now: Snapshot | None = None
        self.saved: Snapshot | None = None
        self.texts: dict[Path, str] = {}
        self.removed: dict[Path, str] = {}
        self.problems: tuple[Problem, ...] = ()
        self.conflicts: dict[Path, str] = {}
        self._disk = Disk()
        self._follower = HeadFollower()
        self.lost: dict[Path, str] = {}
        self._load_problems: tuple[Problem, ...] = ()
        self._edited = EditedFrom()
        self.announced_dirty = False  # as ``dirty_changed`` told: quick to ask of many ops
        self._arrays: tuple[tuple[str, int, int], ...] = ()  # the files of example values
        self.held = HeldProblems(self)
        self.held.over.connect(self._on_typed)
        self._advised: tuple[Snapshot | None, tuple[Problem, ...]] = (None, ())
        self.load()

    # -- what it is

    @property
    def file(self) -> Path:
        """The declaration's file."""
        return self.folder / op_file.FILE_NAME

    @property
    def op(self) -> Op | None:
        """The declaration as edited; the last readable one while its text is broken."""
        return self.now.op if self.now is not None else None

    @property
    def name(self) -> str:
        """The op's name, or its folder's where there is no declaration."""
        return (self.op.name if self.op is not None else "") or self.folder.name

    @property
    def unfinished(self) -> dict[str, UnfinishedText]:
        """Field texts that the declaration could not take, by key path."""
        return self.now.unfinished if self.now is not None else {}

    @property
    def broken(self) -> tuple[Problem, ...]:
        """Why the text of ``op.toml`` cannot be read while it is edited; forms do not edit then."""
        return self.now.broken if self.now is not None else ()

    @property
    def notes(self) -> list[str]:
        """What to tell the user of other programs' changes, in whole sentences."""
        return self._disk.notes

    @property
    def source(self) -> Path | None:
        """The kernel's file; None where the style has none."""
        op = self.op
        if op is None or not op.kernel.source or not op.kernel.kind.file:
            return None
        return self.folder / op.kernel.source

    def files(self) -> list[NamedFile]:
        """The files that ``op.toml`` names."""
        return named_files(self.op) if self.op is not None else []

    @property
    def dirty(self) -> bool:
        """Whether anything differs from what is on disk."""
        return self.declaration_dirty or bool(self.removed) or bool(self.dirty_texts())

    @property
    def declaration_dirty(self) -> bool:
        """Whether the declaration differs from what is on disk."""
        return self.now != self.saved

    @property
    def edited_from(self) -> str:
        """The first stage that unsaved edits concern; empty where they concern none."""
        if not self.dirty:
            return ""
        if self.now is None or self.saved is None or self.broken != self.saved.broken:
            return "build"
        return self._edited.first(self.now.op, self.saved.op, [*self.dirty_texts(), *self.removed])

    def dirty_texts(self) -> list[Path]:
        """The sources with unsaved edits."""
        return [p for p, t in self.texts.items() if self._disk.texts.get(p) != t]

    def is_dirty(self, path: Path) -> bool:
        """Whether a file, ``op.toml`` too, has unsaved edits."""
        if path == self.file and self.now is not None:
            return self.declaration_dirty
        return path in self.texts and self._disk.texts.get(path) != self.texts[path]

    def text(self, path: Path) -> str | None:
        """The text of a file, ``op.toml`` too, as edited; None where there is none."""
        return self.toml() if path == self.file else self.texts.get(path)

    def disk_text(self, path: Path) -> str | None:
        """The text of a file as last seen on disk; None where there is none."""
        return self._disk.texts.get(path)

    def toml(self) -> str:
        """``op.toml`` as it would be saved now."""
        if self.now is None:
            return self.texts.get(self.file, self._disk.texts.get(self.file) or "")
        return self.now.toml()

    # -- reading

    def load(self) -> None:
        """Read everything from disk; edits are dropped."""
        self._disk.texts.clear()
        self._disk.read(self.file)
        op, self._load_problems = load_declaration(self.folder)
        text = self._disk.texts.get(self.file) or ""
        self.now = self.saved = Snapshot(op, {}, text) if op is not None else None
        self.texts.clear()
        self.removed.clear()
        self.conflicts.clear()
        if op is None:
            self._take_text(self.file)  # to be fixed as text
        for path in self.source_paths():
            self._take_text(path)
        self._arrays = file_stamps(self.op, self.folder)
        self._refresh()

    def source_paths(self) -> list[Path]:
        """The sources, those that ``op.toml`` names first (they may be missing)."""
        found = [p for p in found_files(self.folder) if p not in self.removed]
        known = [p for p in self.texts if p != self.file and p not in found]
        first = list(dict.fromkeys(self.folder / f.name for f in self.files()))
        return first + [p for p in [*found, *known] if p not in first]

    def _take_text(self, path: Path) -> None:
        text = self._disk.read(path)
        if text is not None:  # missing or no text: the Kernel page says so when it is asked for
            self.texts[path] = text

    # -- what other programs write

    def reload_if_changed(self) -> bool:
        """Take in what another program wrote, unless the user has edits of the same file.

        Returns:
            Whether something was taken in.
        """
        arrays = file_stamps(self.op, self.folder)
        same_arrays, self._arrays = arrays == self._arrays, arrays
        seen = self._disk.is_as_seen([self.folder, self.file, *self.source_paths()])
        if seen and same_arrays:
            return False
        before = self.dirty, self.problems
        taken = reload_declaration(self, self._disk)
        for path in self.source_paths():
            taken = reload_text(self, self._disk, path) or taken
        taken = taken or not same_arrays
        if taken or before != (self.dirty, self.problems) or not self.folder.is_dir():
            self._refresh()
        return taken

    def note_conflict(self, path: Path, theirs: str) -> None:
        """Edits of a file are based on another text than what is on disk, which is ``theirs``."""
        self.conflicts[path] = self._disk.theirs[path] = theirs
        self._refresh()

    def keep_mine(self, path: Path) -> None:
        """Settle a conflict: the edits stay; the other version is kept beside when they are saved."""
        self.conflicts.pop(path, None)

    def take_theirs(self, path: Path) -> str:
        """Settle a conflict the other way; the edits are kept in a file beside.

        Returns:
            What the other program wrote; the caller makes it the text.

        Raises:
            UserError: the edits could not be kept; nothing was changed.
        """
        theirs = self.conflicts[path]
        kept = self._disk.keep_beside(path, self.text(path) or "", "mine")
        self.notes.append(f"Your edits of {path} are in {kept.name}.")
        self.conflicts.pop(path)
        self._disk.theirs.pop(path, None)
        return theirs

    # -- editing

    def set_now(self, snapshot: Snapshot) -> None:
        """Show another state of the declaration (from the undo stack)."""
        if snapshot != self.now:
            before, self.now = self.op, snapshot
            for path in self.source_paths():
                if path not in self.texts and path not in self.removed:
                    self._take_text(path)
            self._refresh()
            self._follower.follow(self, before, snapshot.op)

    def set_saved(self, snapshot: Snapshot) -> None:
        """What is on disk says the same as this state."""
        self.saved = snapshot
        self._refresh()

    def set_text(self, path: Path, text: str) -> None:
        """The user edited a source (or an ``op.toml`` that could not be opened)."""
        if self.texts.get(path) == text:
            return
        new = path not in self.texts
        self.texts[path] = text
        self.removed.pop(path, None)
        if path == self.file:
            self.fix(text)
        if new or path == self.file:
            self._refresh()
        self.text_changed.emit(str(path))
        self._emit_dirty()

    def fix(self, text: str) -> None:
        """The text of an ``op.toml`` that could not be opened: forms appear once it can be read."""
        try:
            self.now = read_snapshot(text)
        except UserError:
            return
        del self.texts[self.file]
        for path in self.source_paths():
            if path not in self.texts:
                self._take_text(path)

    def remove_text(self, path: Path) -> None:
        """Take a source out; its file is deleted by the next save."""
        self.removed[path] = self.texts.pop(path)
        if self._disk.texts.get(path) is None and not path.exists():
            del self.removed[path]  # it was never written
        self._refresh()
        self.text_changed.emit(str(path))

    def rename_text(self, old: Path, new: Path) -> None:
        """Give a source another name; on disk, too, with the next save."""
        text = self.texts[old]
        self.remove_text(old)
        self.set_text(new, text)

    def edited(
        self, base: Snapshot, change: Callable[[Op], Op], rows: tuple[str, list[int]] | None = None
    ) -> Snapshot:
        """The state after an edit.

        Args:
            base: the state before.
            change: the edit.
            rows: where rows of a list change places: its key path and, per new row, the old
                row's index (-1 for a new one), so that unfinished texts go with their rows.
        """
        unfinished = base.unfinished
        if rows is not None:
            moved = {renumber(key, *rows): typed for key, typed in unfinished.items()}
            unfinished = {key: typed for key, typed in moved.items() if key}
        return Snapshot(change(base.op), unfinished, base.text)

    # -- writing

    def save(self) -> None:
        """Write what changed, each file atomically.

        Raises:
            UserError: nothing is lost, the edits stay here.
        """
        settles = bool(self.removed or self.conflicts) or self.now is None
        for path in self.dirty_texts():
            self._disk.write(path, self.texts[path], self.folder)
        for path in list(self.removed):
            self._disk.remove(path)
            del self.removed[path]
        if self.now is None:
            self.load()  # the text of op.toml is still broken
        elif self.declaration_dirty:
            text = self.toml()
            if text != self._disk.texts.get(self.file) or not self.file.exists():
                if (kept := op_file.keep_old_form(self.file, text)) is not None:
                    self.notes.append(f"{self.file} has a new form; the old one is in {kept.name}.")
                self._disk.write(self.file, text, self.folder)
            # Unfinished texts cannot be written; the op stays modified until they are fixed.
            self.saved = msgspec.structs.replace(self.now, unfinished={})
        self.conflicts.clear()
        if settles or self.dirty or list(self.problems) != self._find_problems():
            self._refresh()
        else:
            self._emit_dirty()  # the declaration is what it was; the forms need not look again

    def move_to(self, folder: Path) -> None:
        """The op now lives in another folder, where all of it has been written."""
        text, texts = self.toml(), op_texts(self)
        old, self.folder = self.folder, folder
        self.texts = {folder / p.relative_to(old): t for p, t in texts.items()}
        self.removed.clear()
        self.conflicts.clear()
        self.lost.clear()
        self._disk = Disk()
        self._disk.texts = {**self.texts, self.file: text}
        if self.now is not None:
            self.saved = msgspec.structs.replace(self.now, unfinished={})
        self._refresh()

    def relocate(self, folder: Path) -> None:
        """The op's folder was moved on disk; what is unsaved stays so."""
        old, self.folder = self.folder, folder
        self.texts = moved(self.texts, old, folder)
        self.removed = moved(self.removed, old, folder)
        self.conflicts = moved(self.conflicts, old, folder)
        self.lost = moved(self.lost, old, folder)
        self._disk.relocate(old, folder)
        self._refresh()

    # -- what is wrong

    def _refresh(self) -> None:
        self.problems = tuple(self._find_problems())
        self.changed.emit()
        self._emit_dirty()

    def _find_problems(self) -> list[Problem]:
        if self.now is not None:
            return state_problems(self.file, self.now, self.texts)
        text = self.texts.get(self.file)
        return list(self._load_problems) if text is None else text_problems(self.file, text)

    @property
    def shown_problems(self) -> tuple[Problem, ...]:
        """The problems, without those that only half-typed text makes."""
        return self.held.shown(self.problems)

    @property
    def advice(self) -> tuple[Problem, ...]:
        """What is not wrong, and probably not meant: warnings."""
        if self._advised[0] is not self.now:
            self._advised = self.now, state_advice(self.file, self.now)
        return () if self.held.active or self.problems else self._advised[1]

    def _on_typed(self) -> None:
        if self.held.are_new(self.problems) or self.advice:
            self.changed.emit()

    def _emit_dirty(self) -> None:
        if self.dirty != self.announced_dirty:
            self.announced_dirty = self.dirty
            self.dirty_changed.emit()
