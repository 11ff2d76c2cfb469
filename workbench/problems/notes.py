"""What the sources and the examples say beside the declaration.

A registration that is there twice, a head that is not what the signature asks for, a body that is
not written yet.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from workbench.core.compile.outside import further_sources
from workbench.core.declaration.gradients import backward_function
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.file_roles import CPP
from workbench.core.files.files import read_text
from workbench.core.pipeline.op_files import named_files
from workbench.importers.drafts.skeleton import UNWRITTEN

__all__ = ["UNWRITTEN", "noted", "unwritten"]


def noted(op: Op, folder: Path, texts: Mapping[Path, str]) -> Iterator[Problem]:
    """What is found of an op whose declaration can be read.

    Args:
        op: the declaration.
        folder: the op's.
        texts: the sources that are there.
    """
    op = op.resolved(op.variant if op.variant in op.variants else "")
    yield from _registered(op, folder, texts)
    yield from _head(op, folder, texts)
    notes = (
        unwritten(op, folder, texts),
        _unwritten_function(
            folder, texts, "reference", op.reference.source, op.reference.function or op.name
        ),
        _unwritten_function(folder, texts, "backward", op.backward.source, backward_function(op)),
    )
    yield from (note for note in notes if note is not None)


def _registered(op: Op, folder: Path, texts: Mapping[Path, str]) -> Iterator[Problem]:
    # Imported late, here and below: not needed for the first window.
    from workbench.importers.cpp.search.registers import (
        module_name,
        registration_problem,
        structs_of,
    )

    kernel = [folder / f.name for f in named_files(op) if f.role == "kernel"]
    further = _further(folder, op)
    texts = {**_texts_of(p for p in further if p not in texts), **texts}
    compiled = [p for p in (*kernel, *further) if p.suffix in CPP and p in texts]
    source = folder / op.ort.source
    try:
        if kernel and kernel[0] in compiled:
            problem = registration_problem(op, compiled, texts)
            if problem is not None:
                yield problem
            if op.kernel.kind.loaded_as == "module":
                module_name(op, compiled, texts)
        if op.ort.side.has_source and source in texts:
            structs_of(op, (source, *compiled), texts)
    except UserError as error:
        yield from error.problems


def _further(folder: Path, op: Op) -> tuple[Path, ...]:
    with contextlib.suppress(UserError):  # said where the declaration is checked
        return further_sources(folder, op)
    return ()


def _texts_of(paths: Iterable[Path]) -> dict[Path, str]:
    """What is outside of the op's folder is nobody's text here, but what is on disk."""
    found = {}
    for path in paths:
        with contextlib.suppress(UserError):
            found[path] = read_text(path)
    return found


def _head(op: Op, folder: Path, texts: Mapping[Path, str]) -> Iterator[Problem]:
    from workbench.problems.head import other_head

    source = folder / op.kernel.source
    other = other_head(op, texts[source]) if source in texts else None
    if other is None:
        return
    hint = "Look at the difference, and accept it."
    if other.problem:
        hint = f"It cannot be put in by itself: {other.problem}. Look at the difference."
    yield Problem(
        "head",
        f"the head in {Path(other.name).name} is not what the signature asks for",
        hint,
        file=str(source),
        line=other.line,
        severity="warning",
    )


def unwritten(op: Op, folder: Path, texts: Mapping[Path, str]) -> Problem | None:
    """The place of a kernel's body that is still the skeleton's."""
    from workbench.core.styles import NOT_YET

    source = folder / op.kernel.source
    text = texts.get(source, "")
    at = text.find(NOT_YET)
    if at < 0 or op.kernel.kind.exists:
        return None
    return Problem(
        UNWRITTEN,
        "the kernel's body is not written yet",
        f"Write what it computes in {source.name}; until then every run ends there.",
        file=str(source),
        line=text.count("\n", 0, at) + 1,
        severity="note",
    )


def _unwritten_function(
    folder: Path, texts: Mapping[Path, str], role: str, file: str, name: str
) -> Problem | None:
    """The place of a reference's or a backward's body that computes nothing."""
    source = folder / file
    if not file or source not in texts:
        return None
    try:
        module = ast.parse(texts[source])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None  # what is wrong there is reported by Python when it is run
    for node in module.body:
        if (
            isinstance(node, ast.FunctionDef)
            and node.name == name
            and all(map(_is_open, node.body))
        ):
            what, until = _UNWRITTEN[role]
            return Problem(
                UNWRITTEN,
                f"the {role}'s body is not written yet",
                f"Write {what} in {source.name}; until then every {until} ends there.",
                file=str(source),
                line=node.body[-1].lineno,
                severity="note",
            )
    return None


_UNWRITTEN = {
    "reference": ("what the op should compute", "run"),
    "backward": ("the gradients", "check of them"),
}


def _is_open(statement: ast.stmt) -> bool:
    """Whether a statement leaves the work to others: ``...``, ``pass``, a text, or its own error."""
    match statement:
        case ast.Expr(ast.Constant()) | ast.Pass():
            return True
        case ast.Raise(ast.Name("NotImplementedError") | ast.Call(ast.Name("NotImplementedError"))):
            return True
        case _:
            return False
