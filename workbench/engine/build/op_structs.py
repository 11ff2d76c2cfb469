"""The op structs of a user's source against ONNX Runtime's headers, as they are registered."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from workbench.core.declaration.names import split_struct
from workbench.core.errors import UserError
from workbench.core.files.files import read_text
from workbench.importers.cpp.headers.files import read_sources
from workbench.importers.cpp.syntax.constructors import arguments_of

__all__ = ["with_arguments"]


def with_arguments(struct: str, source: Path) -> str:
    """An op struct with what its constructor is called with, where it needs something."""
    if split_struct(struct)[1] is not None:
        return struct
    try:
        arguments = arguments_of(struct, read_sources([source]))
    except UserError as error:
        plain = re.escape(struct.partition("<")[0].rpartition("::")[2])
        text = read_text(source)
        head = re.search(rf"\b(?:struct|class)\s+{plain}\b", text)
        line = text.count("\n", 0, head.start()) + 1 if head else 0
        found = [msgspec.structs.replace(p, file=str(source), line=line) for p in error.problems]
        raise UserError.of(found) from None
    return f"{struct}({arguments})" if arguments else struct
