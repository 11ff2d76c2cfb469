"""What an op's own files register: ops for torch, a Python module, op structs for ONNX Runtime.

It is asked before anything is compiled, by the list of problems and by the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from workbench.core.compile.includes import without_comments
from workbench.core.errors import Problem, UserError
from workbench.core.op import Op
from workbench.importers.cpp.functions import scoped_nodes
from workbench.importers.cpp.ort_structs import registers_ops, struct_of
from workbench.importers.cpp.registrations import module_of, registrations_in
from workbench.importers.cpp.scan import parsed
from workbench.importers.cpp.tree import Source

__all__ = ["module_name", "op_structs", "registered_twice", "structs_of"]

_MAY_REGISTER = re.compile(r"TORCH_LIBRARY|RegisterOperators")


def registered_twice(op: Op, sources: Iterable[Path], texts: Mapping[Path, str]) -> Problem | None:
    """A source registers what is registered by generated code, too.

    Nothing can be done about that later: torch refuses the second one as the library is loaded,
    which ends the process where it is the user's.

    Args:
        op: the declaration.
        sources: the C++ files that are compiled for torch.
        texts: their texts, and those of headers beside them, whose macros may register.
    """
    if not op.kernel.kind.is_registered_by_us or not any(map(_MAY_REGISTER.search, texts.values())):
        return None
    files = {str(path): path for path in sources}
    try:
        read = list(parsed({str(path): text for path, text in texts.items()}))
    except UserError:
        return None  # no C++: the compiler says more of it
    for source in read:
        if source.file not in files:
            continue
        for found in registrations_in(source):
            if (found.namespace, found.name) == (op.namespace, op.torch_name):
                return _twice(op, found.macro, found.line, files[source.file])
    return None


def _twice(op: Op, macro: str, line: int, source: Path) -> Problem:
    hint = 'Set registration = "own" in [kernel].'
    if op.kernel.kind.no_choice:
        hint = (
            "Take it out of the source; or choose the kernel style libtorch, with "
            'registration = "own" in [kernel].'
        )
    return Problem(
        "declaration",
        f"the source registers the op itself ({macro}), and the declaration asks us to do it",
        hint,
        file=str(source),
        line=line,
    )


def module_name(op: Op, sources: Iterable[Path], texts: Mapping[Path, str]) -> str:
    """The name of an op's Python extension module.

    Python looks for ``PyInit_<name>`` in the file, so a literal name of ``PYBIND11_MODULE`` must
    be used; ``TORCH_EXTENSION_NAME`` is ours to choose.

    Args:
        op: the declaration, with registration ``pybind``.
        sources: its C++ files, the kernel's own first.
        texts: their texts.

    Raises:
        UserError: kind ``declaration``; no source has a ``PYBIND11_MODULE``. Kind ``cpp``; one
            is no C++ text.
    """
    paths = list(sources)
    for path in paths:
        text = texts.get(path, "")
        if "PYBIND11_MODULE" not in text:
            continue
        source = Source(text, str(path))
        for scoped in scoped_nodes(source):
            if name := module_of(source, scoped):
                return f"{op.name}_ext" if name == "TORCH_EXTENSION_NAME" else name
    raise UserError(
        "declaration",
        "the kernel is declared a Python extension, and no source has a PYBIND11_MODULE",
        'Add one, or set registration = "generated" for a plain function, "own" for TORCH_LIBRARY.',
        file=paths[0],
    )


def structs_of(op: Op, sources: Iterable[Path], texts: Mapping[Path, str]) -> tuple[str, ...]:
    """The op structs that generated code has to register with ONNX Runtime.

    Args:
        op: the declaration, whose kernel for ONNX Runtime is the user's own.
        sources: the files of the library, ``ort.source`` first.
        texts: their texts.

    Returns:
        Their names as C++ says them; none where a file defines ``RegisterCustomOps``.

    Raises:
        UserError: kind ``declaration``; there is nothing to register, or it is said twice. Kind
            ``cpp``; a source is no C++ text.
    """
    paths = list(sources)
    if any(registers_ops(without_comments(texts.get(path, ""))) for path in paths):
        if op.ort.structs:
            raise UserError(
                "declaration",
                "the source defines RegisterCustomOps, and ort.structs says what we should register",
                "Remove ort.structs, or RegisterCustomOps.",
                file=paths[0],
            )
        return ()
    structs = op.ort.structs or op_structs(texts.get(paths[0], ""), str(paths[0]))
    if not structs:
        raise UserError(
            "declaration",
            "the source neither defines RegisterCustomOps nor has an op struct that derives from "
            "Ort::CustomOpBase",
            "Add one of them; name op structs that are templates in ort.structs.",
            file=paths[0],
        )
    return structs


def op_structs(text: str, file: str = "") -> tuple[str, ...]:
    """The op structs of a text by their qualified names: those that derive from ONNX Runtime's.

    Templates are left out: nothing says which of them are meant.

    Raises:
        UserError: kind ``cpp``; it is no C++ text.
    """
    source = Source(text, file)
    found = (struct_of(source, scoped) for scoped in scoped_nodes(source))
    return tuple(struct.struct for struct in found if struct is not None)
