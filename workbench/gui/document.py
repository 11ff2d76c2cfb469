"""One op as the window holds it: what is saved, what is edited, and what is wrong with it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import UNSET
from PySide6.QtCore import QObject, Signal

from workbench.core import check, op_file, project
from workbench.core.errors import Problem, UserError
from workbench.core.files import read_text, write_text
from workbench.core.op import Model, Op, Reference
from workbench.gui.forms.keys import renumber
from workbench.gui.op_files import ROLES, NamedFile, found_files, named_files

__all__ = ["Draft", "OpDocument", "Snapshot"]

_KNOWN_TEXTS = 64


class Draft(msgspec.Struct, frozen=True):
    """A field's text that cannot be represented in the declaration, and why."""

    text: str
    reason: str


class Snapshot(msgspec.Struct, frozen=True):
    """A state of the declaration: the op, and the texts that it could not take."""

    op: Op
    drafts: dict[str, Draft] = {}


class OpDocument(QObject):
    """The source of truth for one op.

    All state is immutable snapshots, so an undo step is a pair of them and 'modified' is a
    comparison. Source texts are kept beside: their undo history is the editor's own.

    Attributes:
        folder: the op's folder.
        now: the declaration as edited; None where ``op.toml`` cannot be read at all.
        saved: the declaration as on disk.
        texts: the sources by path, as edited.
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
        self.problems: tuple[Problem, ...] = ()
        self._saved_texts: dict[Path, str | None] = {}
        # (declaration, its file's exact text): going back to a known one restores its bytes.
        self._known: list[tuple[Op, str]] = []
        # What other programs wrote into files with unsaved edits; kept when ours is saved.
        self._theirs: dict[Path, str] = {}
        self.notes: list[str] = []
        self._file_text = ""
        self._load_problems: tuple[Problem, ...] = ()
        self._was_dirty = False
        self.load()

    # -- what it is

    @property
    def file(self) -> Path:
        """The declaration's file."""
        return self.folder / op_file.FILE_NAME

    @property
    def op(self) -> Op | None:
        """The declaration as edited."""
        return self.now.op if self.now is not None else None

    @property
    def name(self) -> str:
        """The op's name, or its folder's where there is no declaration."""
        return (self.op.name if self.op is not None else "") or self.folder.name

    @property
    def drafts(self) -> dict[str, Draft]:
        """Field texts that the declaration could not take, by key path."""
        return self.now.drafts if self.now is not None else {}

    @property
    def source(self) -> Path | None:
        """The kernel's file; None where the op is installed."""
        op = self.op
        if op is None or not op.kernel.source or op.kernel.style == "installed":
            return None
        return self.folder / op.kernel.source

    def files(self) -> list[NamedFile]:
        """The files that ``op.toml`` names."""
        return named_files(self.op) if self.op is not None else []

    @property
    def dirty(self) -> bool:
        """Whether anything differs from what is on disk."""
        return self.declaration_dirty or bool(self.dirty_texts())

    @property
    def declaration_dirty(self) -> bool:
        """Whether the declaration differs from what is on disk."""
        return self.now != self.saved

    @property
    def edited_from(self) -> str:
        """The first stage that unsaved edits concern; empty where they concern none."""
        if self.now is None or self.saved is None:
            return "build" if self.dirty else ""
        now, saved, texts = _in_use(self.now.op), _in_use(self.saved.op), self.dirty_texts()
        if any(p.suffix != ".py" for p in texts) or _built(now) != _built(saved):
            return "build"
        if texts or _exported(now) != _exported(saved):
            return "export"
        tolerances = (now.model.rtol, now.model.atol) != (saved.model.rtol, saved.model.atol)
        return "compare" if tolerances else ""

    def dirty_texts(self) -> list[Path]:
        """The sources with unsaved edits."""
        return [p for p, t in self.texts.items() if self._saved_texts.get(p) != t]

    def toml(self) -> str:
        """The file as it would be saved now."""
        if self.now is None:
            return self.texts.get(self.file, self._file_text)
        return self._toml_of(self.now.op, self._file_text)

    def _toml_of(self, op: Op, base: str) -> str:
        known = next((text for o, text in reversed(self._known) if o == op), None)
        return known if known is not None else op_file.dumps(op, base)

    # -- reading

    def load(self) -> None:
        """Read everything from disk; edits are dropped."""
        try:
            self._file_text = read_text(self.file)
        except UserError:
            self._file_text = ""
        op, self._load_problems = project.op_problems(self.folder)
        self.now = self.saved = Snapshot(op) if op is not None else None
        self._known = [(op, self._file_text)] if op is not None else []
        self.texts.clear()
        self._saved_texts.clear()
        if op is None:
            self._take_text(self.file)  # to be mended as text
        for path in self.source_paths():
            self._take_text(path)
        self._refresh()

    def source_paths(self) -> list[Path]:
        """The sources, those that ``op.toml`` names first (they may be missing)."""
        found = found_files(self.folder)
        known = [p for p in self.texts if p != self.file and p not in found]
        first = list(dict.fromkeys(self.folder / f.name for f in self.files()))
        return first + [p for p in [*found, *known] if p not in first]

    def _take_text(self, path: Path) -> None:
        try:
            text = read_text(path)
        except UserError:
            return  # missing or no text: the kernel page says so when it is asked for
        self.texts[path] = self._saved_texts[path] = text

    def reload_if_changed(self) -> bool:
        """Take in what another program wrote, unless the user has edits of the same file.

        Returns:
            Whether something was taken in.
        """
        taken = False
        text = _text_or_none(self.file)
        if text is not None and text != self._file_text:
            if not self.declaration_dirty:
                edits = {p: self.texts[p] for p in self.dirty_texts()}
                self.load()
                self.texts.update(edits)
                self._emit_dirty()
                return True
            self._theirs[self.file] = text
            self._file_text = text  # what is saved next builds on the file as it is now
            self._known.clear()
        for path in self.source_paths():
            text = _text_or_none(path)
            if text is None or text == self._saved_texts.get(path):
                continue
            clean = path not in self.texts or path not in self.dirty_texts()
            self._saved_texts[path] = text
            if not clean:
                self._theirs[path] = text
            else:
                self.texts[path] = text
                self.text_changed.emit(str(path))
            taken = True
        self._emit_dirty()
        return taken

    # -- editing

    def set_now(self, snapshot: Snapshot) -> None:
        """Show another state of the declaration (from the undo stack)."""
        if snapshot != self.now:
            self.now = snapshot
            for path in self.source_paths():
                if path not in self.texts:
                    self._take_text(path)
            self._refresh()

    def set_text(self, path: Path, text: str) -> None:
        """The user edited a source (or a broken ``op.toml``)."""
        if self.texts.get(path) == text:
            return
        new = path not in self.texts
        self.texts[path] = text
        if new or path == self.file:
            self._refresh()
        self.text_changed.emit(str(path))
        self._emit_dirty()

    def edited(
        self, base: Snapshot, change: Callable[[Op], Op], rows: tuple[str, list[int]] | None = None
    ) -> Snapshot:
        """The state after an edit.

        Args:
            base: the state before.
            change: the edit.
            rows: where rows of a list change places: its key path and, per new row, the old
                row's index (-1 for a new one), so that drafts go with their rows.
        """
        drafts = base.drafts
        if rows is not None:
            moved = {renumber(key, *rows): draft for key, draft in drafts.items()}
            drafts = {key: draft for key, draft in moved.items() if key}
        return Snapshot(change(base.op), drafts)

    # -- writing

    def save(self) -> None:
        """Write what changed, each file atomically.

        Raises:
            UserError: nothing is lost, the edits stay here.
        """
        for path in self.dirty_texts():
            self._keep_theirs(path, self._saved_texts.get(path), self.texts[path])
            _make_folder(path.parent, self.folder)
            write_text(path, self.texts[path])
            self._saved_texts[path] = self.texts[path]
        if self.now is None or self.saved is None:
            self.load()  # the text of op.toml was mended, or is still broken
        elif self.declaration_dirty:
            text = self._toml_of(self.now.op, self._file_text)
            if text != self._file_text or not self.file.exists():
                self._keep_theirs(self.file, self._file_text, text)
                write_text(self.file, text)
            self._file_text = text
            self._remember(self.now.op, text)
            # Drafts cannot be written; the op stays modified until they are mended.
            self.saved = Snapshot(self.now.op)
        self._refresh()

    def _keep_theirs(self, path: Path, known: str | None, ours: str) -> None:
        """Before ours replaces what another program wrote meanwhile, keep that beside it."""
        on_disk, seen = _text_or_none(path), self._theirs.pop(path, None)
        theirs = on_disk if on_disk is not None and on_disk != known else seen
        if theirs is not None and theirs != ours:
            kept = path.with_name(f"{path.name}.theirs")
            write_text(kept, theirs)
            self.notes.append(f"Another program has changed {path}; its version is in {kept.name}.")

    def write_whole(self, folder: Path) -> None:
        """Write the op, as edited, into another folder (made where missing)."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for path in self.texts:
                target = folder / path.relative_to(self.folder)
                target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"the folder cannot be made: {error.strerror}"
            raise UserError("file", message, "Choose another folder.", file=folder) from None
        for path, text in self.texts.items():
            write_text(folder / path.relative_to(self.folder), text)
        if self.now is not None:
            write_text(folder / op_file.FILE_NAME, self.toml())
        elif self.file not in self.texts:
            write_text(folder / op_file.FILE_NAME, self._file_text)

    def move_to(self, folder: Path) -> None:
        """The op now lives in another folder, where all of it has been written."""
        text = self.toml()
        old, self.folder = self.folder, folder
        self.texts = {folder / p.relative_to(old): t for p, t in self.texts.items()}
        self._saved_texts = dict(self.texts)
        self._file_text = text
        if self.now is not None:
            self._remember(self.now.op, text)
            self.saved = Snapshot(self.now.op)
        self._refresh()

    def _remember(self, op: Op, text: str) -> None:
        self._known = [(o, t) for o, t in self._known if o != op][-_KNOWN_TEXTS:]
        self._known.append((op, text))

    # -- what is wrong

    def _refresh(self) -> None:
        self.problems = tuple(self._find_problems())
        self.changed.emit()
        self._emit_dirty()

    def _find_problems(self) -> list[Problem]:
        if self.now is None:
            text = self.texts.get(self.file)
            if text is None:
                return list(self._load_problems)
            try:
                op_file.loads(text)
            except UserError as error:
                return list(error.at(self.file).problems)
            return []
        found = [
            Problem(
                "input",
                f"'{draft.text}' is not taken over: {draft.reason}",
                "Mend or undo it; until then the last valid value stays in force.",
                file=str(self.file),
                key=key,
            )
            for key, draft in self.now.drafts.items()
        ]
        found += [
            msgspec.structs.replace(p, file=str(self.file)) for p in check.check_op(self.now.op)
        ]
        for file in named_files(self.now.op):
            path = self.folder / file.name
            if path not in self.texts and not path.is_file():
                hint = "Create it on the Kernel page, or correct the name."
                message = f"the file {file.name} ({ROLES[file.role]}) does not exist"
                found.append(Problem("file", message, hint, file=str(self.file), key=file.key))
        return found

    def _emit_dirty(self) -> None:
        if self.dirty != self._was_dirty:
            self._was_dirty = self.dirty
            self.dirty_changed.emit()


def _in_use(op: Op) -> Op:
    """The op with the variant in use in its place (as ``Pipeline.update`` has it)."""
    return op.resolved() if op.variant in op.variants else op.resolved("")


def _built(op: Op) -> Op:
    """What the build depends on (as ``pipeline.stage_keys`` has it)."""
    replace = msgspec.structs.replace
    return replace(
        op,
        doc="",
        args=tuple(replace(a, doc="") for a in op.args),
        outputs=tuple(replace(o, doc="") for o in op.outputs),
        model=Model(),
        reference=Reference(),
    )


def _exported(op: Op) -> tuple[Model, Reference]:
    """What the export depends on beside the build."""
    return msgspec.structs.replace(op.model, rtol=UNSET, atol=UNSET), op.reference


def _make_folder(folder: Path, within: Path) -> None:
    """A new file may stand in a new folder of the op's. What fails here is said by the write."""
    if folder.is_relative_to(within) and within.is_dir():
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)


def _text_or_none(path: Path) -> str | None:
    try:
        return read_text(path)
    except UserError:
        return None
