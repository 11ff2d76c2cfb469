"""A new op before it is in a project: what every way of making one gives.

The gallery, a blank form, a C++ file, an installed torch op and an ONNX model all end in a
``Draft``; what then happens to it (its place in a project, the undo step) is the same for all.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import msgspec
from msgspec.structs import replace

from workbench.core.declaration.exportable import export_refusal
from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import arg_dtypes
from workbench.core.edits.common import renamed
from workbench.core.errors import UserError
from workbench.core.exporters import others
from workbench.core.files.files import is_inside, write_text
from workbench.core.storage import op_file, project, trust

__all__ = ["Draft", "Gap", "with_exporter", "write_draft"]


class Gap(msgspec.Struct, frozen=True):
    """Something that the source of a draft does not say and the user must.

    Attributes:
        key: the key path in the declaration (``outputs[0].shape``).
        message: what is missing, and why it could not be known.
    """

    key: str
    message: str


class Draft(msgspec.Struct, frozen=True):
    """An op to be added to a project.

    Attributes:
        op: its declaration.
        texts: text files by their path relative to the op's folder.
        copies: files to copy, by their path relative to the op's folder.
        base: an op's folder that is copied first (the gallery's); None for none.
        gaps: what the user has still to say.
    """

    op: Op
    texts: dict[str, str] = {}
    copies: dict[str, Path] = {}
    base: Path | None = None
    gaps: tuple[Gap, ...] = ()


def with_exporter(op: Op) -> Op:
    """The op with an exporter that can write it and knows the most of its element types.

    Of several it keeps the op's own. Where it is another one, the opset is the nearest that this
    one writes.
    """
    dtypes = {d for a in op.args if a.holds_tensors for d in arg_dtypes(op, a)}
    own = op.model.exported_by
    best = max(
        (own, *others(own)), key=lambda e: (not export_refusal(op, e), -len(dtypes & {*e.lacks}))
    )
    if best is own:
        return op
    model = replace(op.model, exporter=best.name, opset=best.nearest(op.model.opset))
    return replace(op, model=model)


def write_draft(draft: Draft, target: Path, name: str) -> Path:
    """Put a draft into a project under a name; it appears whole or not at all.

    Args:
        draft: the op.
        target: the project's folder.
        name: the op's name there.

    Returns:
        The op's folder.

    Raises:
        UserError: the name is taken or unusable, a file cannot be read or written, or a path
            leads out of the op's folder.
    """
    if draft.base is not None and not draft.texts and not draft.copies:
        same = draft.op == op_file.load(draft.base, validate=False)
        if same:
            return project.copy_op(draft.base, target, name)
    op = renamed(draft.op, name)
    with tempfile.TemporaryDirectory(prefix="op-workbench-") as scratch:
        folder = Path(scratch)
        if draft.base is not None:
            _copy(project.copy_contained, draft.base, folder)
        for relative, text in draft.texts.items():
            write_text(_inside(folder, relative), text)
        for relative, source in draft.copies.items():
            _copy(shutil.copyfile, source, _inside(folder, relative))
        op_file.save(folder, op)
        made = project.add_folder(target, folder, name)
    if draft.base is None or trust.is_trusted(draft.base):
        trust.trust([made])  # what the user wrote, chose or pasted here is the user's own
    return made


def _inside(folder: Path, relative: str) -> Path:
    path = PurePosixPath(relative)
    if not is_inside(relative) or not path.parts:
        raise UserError("file", f"'{relative}' leads out of the op's folder", "Name it otherwise.")
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    return target


def _copy(copy: Callable[[Path, Path], object], source: Path, target: Path) -> None:
    try:
        copy(source, target)
    except OSError as error:
        reason = f"it cannot be copied: {error.strerror or error}"
        raise UserError("file", reason, "Is it still there?", file=source) from None
