"""The rows of the example inputs, as the columns of their table see them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.core.declaration.op import Arg, Example, Op
from workbench.core.errors import UserError
from workbench.core.examples.array_file import ArrayHeader
from workbench.core.examples.example_files import file_header
from workbench.core.op_toml.key_path import get_at, owner_of, replace_at

__all__ = ["Case", "Folder", "Main", "has_elements", "held", "is_tensor", "replace_row", "row_of"]

Case = Callable[[], int]
"""Gives the index of the shown case; -1 for the main examples."""
Main = Callable[[str], Example | None]
"""Gives the main example of an argument."""
Folder = Callable[[], Path | None]
"""Gives the op's folder."""


def row_of(op: Op, key: str) -> tuple[Example, Arg | None]:
    """The example that a key path is in, and its argument."""
    example: Example = get_at(op, owner_of(key))
    return example, op.example_arg(example.arg)


def has_elements(op: Op, key: str) -> bool:
    """Whether it is a tensor's; a model's own inputs are tensors, and so is what is unknown."""
    _, arg = row_of(op, key)
    return arg is None or arg.holds_tensors


def is_tensor(op: Op, key: str) -> bool:
    """Whether there is a tensor: it may be one, and is not None."""
    example, _ = row_of(op, key)
    return has_elements(op, key) and not example.none


def replace_row(op: Op, key: str, example: Example) -> Op:
    """Another example in the row of a key path."""
    return replace_at(op, owner_of(key), example)


def held(example: Example, folder: Folder) -> ArrayHeader | None:
    """What an example's file says of itself; None where it cannot be read."""
    root = folder()
    if not example.file or root is None:
        return None
    try:
        return file_header(root, example)
    except UserError:
        return None  # reported as a problem of the file's field
