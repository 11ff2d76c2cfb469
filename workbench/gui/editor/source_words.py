"""What stands in place of a source that is not there, in words; where the manual tells of one."""

from __future__ import annotations

from pathlib import Path

from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.manual import KERNEL_API, Place
from workbench.core.pipeline.op_files import NamedFile
from workbench.gui.document.op_document import OpDocument

__all__ = ["installed_words", "missing_words", "place_of_file"]


def place_of_file(document: OpDocument | None, file: NamedFile | None) -> Place | None:
    """Where the manual tells what one writes in a file; None where that is no page of its own."""
    op = document.op if document is not None else None
    if op is None or file is None or file.role != "kernel" or not op.kernel.kind.is_shared:
        return None
    return Place(KERNEL_API)


def missing_words(document: OpDocument, path: Path, file: NamedFile | None) -> tuple[str, str]:
    """Of a file that is named and does not exist."""
    what = FILE_ROLES[file.role].words if file is not None else "file"
    how = "with what the declaration asks for"
    if document.lost.get(path) is not None:
        how = "with the text that it had before another program deleted it"
    return (
        f"{path.name} does not exist",
        f"op.toml names it as the {what} of {document.name}. Create it {how}, or correct the name.",
    )


def installed_words(document: OpDocument) -> tuple[str, str]:
    """Of the kernel of an op that torch, a package or a compiled module has."""
    op = document.op
    assert op is not None
    if op.kernel.kind.takes_module:
        what = (
            f"the function {op.ort.function} of {op.ort.module}" if op.ort.module else "a function"
        )
        return (
            "Nothing to write here",
            f"PyTorch calls {what}. The Mapping page names module and function, under ONNX Runtime; "
            "the Signature page holds what it is called with.",
        )
    package = op.kernel.package
    whose = (
        f"The package {package} brings {op.torch}" if package else f"PyTorch itself has {op.torch}"
    )
    how = (
        f"It is imported before the op is called and exported; import {package} in your own program, "
        "too."
        if package
        else "It is there as soon as torch is imported."
    )
    return (
        "Nothing to write here",
        f"{whose}. {how} The Signature page holds its schema, and the Mapping page what it becomes "
        "in ONNX.",
    )
