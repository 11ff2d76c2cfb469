"""The user's own C++ for ONNX Runtime: its files, what registers its ops, and how it is compiled."""

from __future__ import annotations

from pathlib import Path

import msgspec

from workbench.core.codegen import unit_text
from workbench.core.compile.cxx_flags import ort_flags, ort_prologue
from workbench.core.compile.ort_headers import OrtHeaders, ort_headers
from workbench.core.declaration.names import split_struct
from workbench.core.declaration.op import Op
from workbench.core.files.files import read_text
from workbench.core.styles import UnitPlan
from workbench.engine.build.op_structs import with_arguments
from workbench.engine.build.precompiled import leading_headers
from workbench.engine.build.sources import Sources, glue_flags
from workbench.engine.build.units import Entry, Unit
from workbench.engine.store import Store, digest
from workbench.importers.cpp.search.registers import structs_of

__all__ = ["OwnSource", "own_source"]


class OwnSource(msgspec.Struct, frozen=True):
    """What an op has of it.

    Attributes:
        op: the op.
        sources: all its files.
        paths: those for ONNX Runtime, ``ort.source`` first.
        structs: op structs to register, each with its constructor's arguments; none where a file
            defines ``RegisterCustomOps``.
        headers: ONNX Runtime's, that they include.
    """

    op: Op
    sources: Sources
    paths: tuple[Path, ...]
    structs: tuple[tuple[str, str | None], ...]
    headers: OrtHeaders

    def entry(self, plan: UnitPlan) -> Entry:
        """How its ops are registered: in the same way for two ops that share source and structs."""
        text = unit_text(plan.template, self.op, structs=self.structs)
        key = digest([text, *(path.read_bytes() for path in self.paths)])
        oldest, headers = self.op.ort.oldest, self.headers.content
        return Entry(f"wb_own_{key[:16]}", oldest, headers, not self.structs)

    def unit(self, store: Store, path: Path, name: str, text: str = "") -> Unit:
        """The unit of one of the files.

        Args:
            store: where objects are kept.
            path: the file.
            name: of the object.
            text: the generated text behind it.
        """
        compiler = self.sources.compiler
        for_ort = ort_flags(self.headers, self.op.ort.oldest)
        flags = [*self.sources.cpp_flags(path), *for_ort]
        if compiler.is_gcc:
            flags.append("-fno-lifetime-dse")  # see Ops::make in compat/ort_own_ops.h
        shared = (*glue_flags(compiler), *for_ort)
        lines = [f"#include <{ort_prologue()}>"] if path.suffix != ".c" else []
        first = leading_headers(
            lines, shared, self.sources.flags, compiler, store, self.headers.content
        )
        return self.sources.unit(
            store,
            path,
            [*flags, *(compiler.precompiled if first else ())],
            text=text,
            name=name,
            first=first or ort_prologue(),
            depends=(self.headers.content,),
        )


def own_source(folder: Path, op: Op, sources: Sources) -> OwnSource:
    """What an op has of its own C++ for ONNX Runtime.

    Args:
        folder: the op's.
        op: one whose ``ort.source`` there is.
        sources: its files.

    Raises:
        UserError: kind ``declaration``; there is nothing to register, or it is registered twice, or a
            struct's arguments are not known. Kind ``cpp``; a source is no C++ text. What
            ``ort_headers`` raises.
    """
    first = (folder / op.ort.source).resolve()
    paths = (first, *(p for p in sources.cpp if sources.runtime(p) == "ort"))
    found = structs_of(op, paths, {path: read_text(path) for path in paths})
    structs = tuple(split_struct(with_arguments(struct, first)) for struct in found)
    return OwnSource(op, sources, paths, structs, ort_headers(sources.folders(first)))
