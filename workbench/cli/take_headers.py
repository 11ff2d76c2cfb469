"""``op-workbench take-headers OP``: headers that lie outside an op's folder become its own."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import msgspec

from workbench.core.compile.include_roots import MARK, found_outside
from workbench.core.errors import UserError
from workbench.core.files import real_path
from workbench.core.op import Op
from workbench.core.storage import op_file
from workbench.importers.cpp.files import THIRD_PARTY
from workbench.importers.cpp.include_roots import taken_from

HELP = "copy the headers of an op that lie in roots of the project into its folder"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("op", type=Path, metavar="OP", help="the op's folder")
    parser.add_argument(
        "--list", action="store_true", help="copy nothing, but say what would come from where"
    )


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the op needs no root any more, or with ``--list`` if that can be."""
    folder = real_path(options.op)
    op = op_file.load(folder)
    found = found_outside(folder, op)
    if not any(name.startswith(MARK) for name in op.kernel.include):
        raise UserError("file", "kernel.include names no root", "There is nothing to take.")
    target = folder / THIRD_PARTY
    _check_free(target, found)
    for line in _told(found):
        print(line)
    if options.list:
        return 0
    for name, path in found.items():
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            shutil.copyfile(path, place)
    _write(folder, op, bool(found))
    return 0


def _check_free(target: Path, found: dict[str, Path]) -> None:
    """Raises UserError: a file of the op's own would be overwritten."""
    for name, path in found.items():
        place = target / name
        if place.exists() and (not place.is_file() or place.read_bytes() != path.read_bytes()):
            what = f"{THIRD_PARTY}/{name} is another file than {path}"
            raise UserError("file", what, "Move one of them away.", file=place)


def _told(found: dict[str, Path]) -> list[str]:
    """What comes from where, and under which licence."""
    roots = dict.fromkeys(path.parents[len(Path(name).parts) - 1] for name, path in found.items())
    texts = {f"{THIRD_PARTY}/{name}": "" for name in found}
    return [one.words for one in taken_from(texts, list(roots))] or [
        "no header of them is included"
    ]


def _write(folder: Path, op: Op, any_taken: bool) -> None:
    """The declaration names the op's own folder in the place of the first root."""
    named = [THIRD_PARTY if name.startswith(MARK) else name for name in op.kernel.include]
    include = tuple(dict.fromkeys(n for n in named if n != THIRD_PARTY or any_taken))
    changed = msgspec.structs.replace(
        op, kernel=msgspec.structs.replace(op.kernel, include=include)
    )
    op_file.save(folder, changed)
