"""What an op's own files register: ops for torch, a Python module, op structs for ONNX Runtime.

It is asked before anything is compiled, by the list of problems and by the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.importers.cpp.headers.missing import missing_headers
from workbench.importers.cpp.search.ort_domains import registers_ops
from workbench.importers.cpp.search.ort_structs import struct_of
from workbench.importers.cpp.search.registrations import module_of, registrations_in
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.cpp.syntax.found import Registration
from workbench.importers.cpp.syntax.functions import scoped_nodes
from workbench.importers.cpp.syntax.tree import Source

__all__ = [
    "module_name",
    "op_structs",
    "registered_otherwise",
    "registered_twice",
    "registration_problem",
    "structs_of",
]

_MAY_REGISTER = re.compile(r"TORCH_LIBRARY|RegisterOperators")
"""What a text has that is worth parsing: most have none of these."""
_MOST_NAMED = 3


def registration_problem(
    op: Op, sources: Iterable[Path], texts: Mapping[Path, str]
) -> Problem | None:
    """What the sources register is not what the declaration leaves to them.

    Args:
        op: the declaration.
        sources: the C++ files that are compiled for torch.
        texts: their texts, and those of headers beside them, whose macros may register.
    """
    return registered_twice(op, sources, texts) or registered_otherwise(op, sources, texts)


def registered_twice(op: Op, sources: Iterable[Path], texts: Mapping[Path, str]) -> Problem | None:
    """A source registers what is registered by generated code, too.

    Nothing can be done about that later: torch refuses the second one as the library is loaded,
    which ends the process where it is the user's. For the arguments see ``registration_problem``.
    """
    if not op.kernel.kind.is_registered_by_us:
        return None
    names = (op.namespace, op.torch_name)
    found = next((r for r in _registered(sources, texts) if (r.namespace, r.name) == names), None)
    return _twice(op, found) if found is not None else None


def registered_otherwise(
    op: Op, sources: Iterable[Path], texts: Mapping[Path, str]
) -> Problem | None:
    """The sources register ops of their own, and none under the name that is declared.

    Nothing is reported where a part of what they register cannot be read here: a name that is made
    elsewhere, a header that lies outside. For the arguments see ``registration_problem``.
    """
    if not op.kernel.kind.registers_itself:
        return None
    found = list(_registered(sources, texts))
    same = any(
        (_namespace(r, op), r.name.partition(".")[0]) == (op.namespace, op.torch_name)
        for r in found
    )
    unread = any(r.problem for r in found)
    named = {str(path): text for path, text in texts.items()}
    if not found or same or unread or missing_headers(named, op.kernel.compile_flags):
        return None
    names = list(dict.fromkeys(f"{_namespace(r, op)}::{r.name}" for r in found))
    listed = ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
    return Problem(
        "declaration",
        f"the source registers {listed}, and the declaration names {op.torch}",
        f'Set torch = "{names[0]}" in op.toml, or register {op.torch} in the source.',
        file=found[0].file,
        line=found[0].line,
    )


def _namespace(registration: Registration, op: Op) -> str:
    """As the build makes it: it gives ``TORCH_EXTENSION_NAME`` its value."""
    name = registration.namespace
    return _module(op) if name == "TORCH_EXTENSION_NAME" else name


def _module(op: Op) -> str:
    return f"{op.name}_ext"


def _registered(sources: Iterable[Path], texts: Mapping[Path, str]) -> Iterator[Registration]:
    """What the sources register with torch's dispatcher."""
    if not any(map(_MAY_REGISTER.search, texts.values())):
        return
    files = set(map(str, sources))
    try:
        read = list(parsed({str(path): text for path, text in texts.items()}))
    except UserError:
        return  # no C++: the compiler says more of it
    for source in read:
        if source.file in files:
            found = registrations_in(source)
            yield from (r for r in found if r.kind != "module" and r.method in ("def", "impl"))


def _twice(op: Op, found: Registration) -> Problem:
    hint = 'Set registration = "own" in [kernel].'
    if op.kernel.kind.no_choice:
        hint = (
            "Take it out of the source; or choose the kernel style libtorch, with "
            'registration = "own" in [kernel].'
        )
    return Problem(
        "declaration",
        f"the source registers the op itself ({found.macro}), and the declaration asks us to do it",
        hint,
        file=found.file,
        line=found.line,
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
                return _module(op) if name == "TORCH_EXTENSION_NAME" else name
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
        UserError: kind ``declaration``; there is nothing to register, or it is registered twice. Kind
            ``cpp``; a source is no C++ text.
    """
    paths = list(sources)
    if any(_registers_ops(texts.get(path, ""), str(path)) for path in paths):
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


def _registers_ops(text: str, file: str) -> bool:
    try:
        return "RegisterCustomOps" in text and registers_ops(Source(text, file))
    except UserError:
        return True  # too large to be read, with a kernel's tables, say: taken at its word


def op_structs(text: str, file: str = "") -> tuple[str, ...]:
    """The op structs of a text by their qualified names: those that derive from ONNX Runtime's.

    Templates are left out: nothing says which of them are meant.

    Raises:
        UserError: kind ``cpp``; it is no C++ text.
    """
    source = Source(text, file)
    found = (struct_of(source, scoped) for scoped in scoped_nodes(source))
    return tuple(s.struct for s in found if s is not None and not s.parameters)
