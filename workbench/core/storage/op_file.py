"""``op.toml``: reading it strictly, and writing it without touching what did not change.

A hand-written file keeps its comments, order and spacing: only the keys whose value
changed are written. The values are compared as declared, so ``optional = false`` written
by hand stays although it is the default.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import msgspec
import tomli
import tomlkit

from workbench.core import check
from workbench.core.check.bounds import check_table, check_text
from workbench.core.declaration.op import SCHEMA_VERSION, Op
from workbench.core.errors import UserError
from workbench.core.files.files import read_text, write_text
from workbench.core.storage.migrate import Step, check_version, keep_old, migrated
from workbench.core.storage.strict import convert
from workbench.core.storage.toml_parts import update_parts
from workbench.core.storage.toml_sync import Plain, fresh_document, same, update
from workbench.core.types.literals import INT64

__all__ = ["FILE_NAME", "convert", "dumps", "keep_old_form", "load", "loads", "parse_toml", "save"]

FILE_NAME = "op.toml"

MIGRATIONS: dict[int, Step] = {}
"""Schema version → the step to the next one, see ``migrate``. There is one version so far."""


def parse_toml(text: str) -> Plain:
    """Parse TOML.

    Raises:
        UserError: kind ``toml`` with the line, or ``declaration`` where there is too much of it.
    """
    check_text(text)
    if text.startswith("\ufeff"):
        raise UserError(
            "toml",
            "the file begins with a byte order mark",
            "Save it as UTF-8 without one.",
            line=1,
        )
    try:
        table: Plain = tomli.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        position = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = (int(position[1]), int(position[2])) if position else (0, 0)
        message = re.sub(r" \(at .*\)$", "", str(error))
        hint = "Correct it there; often a quote or a bracket is not closed."
        if isinstance(error, RecursionError):
            message, hint = "it is nested too deeply", "No declaration is: is it the right file?"
        elif "at end of document" in str(error):
            line = text.count("\n", 0, len(text.rstrip("\n"))) + 1
        elif not position and (number := re.search(r"\d{4300}", text)):
            message = "a number has too many digits"
            line = text.count("\n", 0, number.start()) + 1
        message = f"not valid TOML: {message}"
        raise UserError("toml", message, hint, line=line, column=column) from None
    if number := re.search(r"\d[\d_]{18}", text):
        _check_integers(table, text.count("\n", 0, number.start()) + 1)
    check_table(table)
    return table


def _check_integers(table: Plain, line: int) -> None:
    """Refuse what TOML does not have and Python reads: more would fail wherever it is written."""
    waiting: list[tuple[object, int]] = [(table, INT64)]
    while waiting:
        at, end = waiting.pop()
        if isinstance(at, dict):
            # The elements of a tensor of uint64 are TOML as well, to whoever reads so many bits.
            waiting += ((v, 2 * INT64 if key == "value" else INT64) for key, v in at.items())
        elif isinstance(at, list):
            waiting += ((v, end) for v in at)
        elif isinstance(at, int) and not -INT64 <= at < end:
            digits = str(at) if abs(at) < 1 << 128 else f"{str(at)[:12]}…"
            message = f"not valid TOML: the number {digits} does not fit into 64 bits"
            raise UserError("toml", message, line=line)


def loads(text: str, validate: bool = True) -> Op:
    """Read a declaration from TOML text.

    Raises:
        UserError: kinds ``toml``, ``declaration`` or ``shape-rule``; all problems found.
    """
    table = parse_toml(text)
    if check_version(table, SCHEMA_VERSION) != SCHEMA_VERSION:
        table = parse_toml(_newest(text))
    op = convert(table, Op)
    if validate:
        problems = check.check_op(op)
        if problems:
            raise UserError.of(problems)
    return op


def load(folder: Path, validate: bool = True) -> Op:
    """Read ``op.toml`` of an op's folder. Raises UserError that names the file."""
    path = folder / FILE_NAME
    text = read_text(path)
    try:
        return loads(text, validate)
    except UserError as error:
        raise error.at(path) from None


def _newest(text: str) -> str:
    """The text in the form of this version. Raises UserError."""
    version = check_version(parse_toml(text), SCHEMA_VERSION)
    return migrated(text, version, SCHEMA_VERSION, MIGRATIONS)


def save(folder: Path, op: Op) -> None:
    """Write an op's ``op.toml`` atomically, keeping what did not change as it was written."""
    path = folder / FILE_NAME
    text = dumps(op, read_text(path) if path.exists() else "")
    keep_old_form(path, text)
    write_text(path, text)


def keep_old_form(path: Path, text: str) -> Path | None:
    """Before ``text`` takes its place, keep an ``op.toml`` of an older version beside it.

    Returns:
        Where it is kept; None where there is nothing to keep.

    Raises:
        UserError: it cannot be kept; then do not go on.
    """
    version = _version_or_none(path)
    if version is None or version >= SCHEMA_VERSION or read_text(path) == text:
        return None
    return keep_old(path, version)


def _version_or_none(path: Path) -> int | None:
    """The version of a file on disk; None where it is none, or cannot be read."""
    try:
        return check_version(parse_toml(read_text(path)), SCHEMA_VERSION)
    except UserError:
        return None


def dumps(op: Op, base: str = "") -> str:
    """TOML text of a declaration.

    Args:
        op: the declaration.
        base: the file's present text; its comments, order and spacing are kept.
    """
    after = _plain(op)
    if base:
        try:
            before = _plain(loads(base, validate=False))
            if same(before, after):
                return base  # of an older version, too: what is not edited is not rewritten
            newest = _newest(base)
            for change in (update_parts, _update_whole):
                text = _changed(newest, before, after, change)
                if text is not None:
                    return _ended_like(base, text)
        except UserError:
            pass  # the old text is broken, so there is no form to keep
    return tomlkit.dumps(fresh_document(after))


def _changed(
    text: str, before: Plain, after: Plain, change: Callable[[str, Plain, Plain], str | None]
) -> str | None:
    """The text after a change; None where it does not say what it should then."""
    try:
        changed = change(text, before, after)
        if changed is not None and same(_plain(loads(changed, validate=False)), after):
            return changed
    except (UserError, tomlkit.exceptions.TOMLKitError):
        pass
    return None


def _update_whole(text: str, before: Plain, after: Plain) -> str:
    document = tomlkit.parse(text)
    update(document, before, after)
    return tomlkit.dumps(document)


def _plain(op: Op) -> Plain:
    return cast(Plain, msgspec.to_builtins(op, str_keys=True))


def _ended_like(base: str, text: str) -> str:
    """The text without blank lines at its end that the old one did not have."""
    end = base[len(base.rstrip("\r\n")) :]
    return text.rstrip("\r\n") + end
