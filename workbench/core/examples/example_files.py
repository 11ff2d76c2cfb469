"""Example inputs that come from files: which there are, what they hold, what is wrong with them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration import signature
from workbench.core.declaration.op import Example, Op
from workbench.core.errors import Problem, UserError
from workbench.core.examples.array_file import ArrayHeader
from workbench.core.examples.headers import header
from workbench.core.examples.image_file import arranged, resized
from workbench.core.files.file_kinds import CLOUD, IMAGE, TABLE, file_kind
from workbench.core.files.files import is_inside
from workbench.core.op_toml.keys import files
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "allowed_dtypes",
    "check_files",
    "example_files",
    "file_header",
    "file_stamps",
    "opened",
]


def example_files(op: Op) -> list[str]:
    """The files that hold examples, once each, those outside the op's folder left out."""
    names = dict.fromkeys(use.value for use in files(op) if use.key.facts.file == "arrays")
    return [name for name in names if is_inside(name)]


def _all(op: Op) -> Iterator[tuple[str, Example]]:
    """Every example with its key path."""
    for i, example in enumerate(op.model.inputs):
        yield f"model.inputs[{i}]", example
    for c, case in enumerate(op.model.cases):
        for i, example in enumerate(case.inputs):
            yield f"model.cases[{c}].inputs[{i}]", example


def file_stamps(op: Op | None, folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Per example file its name, time and size; cheap, to see whether one was changed."""
    stamps = []
    for name in example_files(op) if op is not None else ():
        try:
            stat = (folder / name).stat()
            stamps.append((name, stat.st_mtime_ns, stat.st_size))
        except OSError:
            stamps.append((name, 0, -1))
    return tuple(stamps)


def file_header(folder: Path, example: Example) -> ArrayHeader:
    """What an example takes of its file.

    That is all of it where no shape is declared. An image is resized to a declared one, and of a
    table or a point cloud the first rows are taken that fill it.

    Raises:
        UserError: see ``header``.
    """
    if not is_inside(example.file):
        raise UserError("example", f"'{example.file}' is not inside the op's folder")
    found = header(folder / example.file, example.entry)
    kind = file_kind(example.file)
    if kind is IMAGE:
        found = replace(found, shape=arranged(found.shape, example.axes))
    if example.shape is UNSET or example.shape == found.shape:
        return found
    if kind is IMAGE and resized(example.shape, example.axes) is not None:
        return replace(found, shape=example.shape)
    if kind in (TABLE, CLOUD) and _is_filled(example.shape, *found.shape):
        return replace(found, shape=example.shape)
    return found


def _is_filled(shape: tuple[int, ...], rows: int, columns: int) -> bool:
    """Whether the first rows of a table fill a shape; one of a single column needs no axis for it."""
    if shape[-1:] != (columns,) and columns == 1:
        shape = (*shape, 1)
    return shape[-1:] == (columns,) and 0 < math.prod(shape[:-1]) <= rows


def opened(op: Op, folder: Path) -> Op:
    """The op with the shapes and element types that its example files have.

    A file that cannot be read leaves its example as it is declared.
    """
    if not example_files(op):
        return op
    cases = tuple(
        replace(c, inputs=tuple(_opened(e, folder) for e in c.inputs)) for c in op.model.cases
    )
    inputs = tuple(_opened(e, folder) for e in op.model.inputs)
    return replace(op, model=replace(op.model, inputs=inputs, cases=cases))


def _opened(example: Example, folder: Path) -> Example:
    if not example.file or example.none:
        return example
    try:
        found = file_header(folder, example)
    except UserError:
        return example
    shape = found.shape if example.shape is UNSET else example.shape
    return replace(example, shape=shape, dtype=example.dtype or found.dtype)


def allowed_dtypes(op: Op, example: Example) -> tuple[str, ...]:
    """The element types that an example may have; all for an input of a model file."""
    arg = op.example_arg(example.arg)
    known = signature.arg_dtypes(op, arg) if arg is not None else ()
    return known or tuple(DTYPES)


def check_files(op: Op, folder: Path) -> Iterator[Problem]:
    """What is wrong with the example files; headers are read, elements are not."""
    for key, example in _all(op):
        if not is_inside(example.file) or example.none:
            continue  # the declaration's own problem
        try:
            found = file_header(folder, example)
        except UserError as error:
            # The archive can be read, its array cannot be told.
            where = "entry" if error.problem.kind == "entry" else "file"
            yield replace(error.problem, kind="example", file="", key=f"{key}.{where}")
            continue
        if example.shape is not UNSET and example.shape != found.shape:
            yield Problem(
                "example",
                f"{example.file} has the shape {list(found.shape)}, "
                f"{list(example.shape)} is declared",
                "Leave the shape empty to take the file's.",
                key=f"{key}.shape",
            )
        allowed = allowed_dtypes(op, example)
        if not example.dtype and found.dtype and found.dtype not in allowed:
            yield Problem(
                "example",
                f"{example.file} holds {found.dtype}, which '{example.arg}' does not take",
                f"Choose the element type to convert it to: {', '.join(allowed)}.",
                key=f"{key}.dtype",
            )
        elif len(found.shape) and example.shape is UNSET:
            for axis in example.dynamic:
                if not -len(found.shape) <= axis < len(found.shape):
                    message = f"axis {axis} is outside the shape {list(found.shape)}"
                    yield Problem("example", message, key=f"{key}.dynamic")
