"""A library for ONNX Runtime that joins several op libraries, so that one session takes them all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.codegen.templates import render
from workbench.engine import toolchain
from workbench.engine.build.ninja_run import NinjaRun, Reporter
from workbench.engine.build.sources import glue_flags
from workbench.engine.build.units import make_library, make_unit
from workbench.engine.compilers import LINK_FLAGS, compiler
from workbench.engine.store import Store

__all__ = ["generated_library", "joined_library", "joined_text", "one_library"]


def joined_text(files: Sequence[str]) -> str:
    """The source of such a library.

    Args:
        files: of the op libraries, as seen from the folder in which it will lie, or from the root.
    """
    return render("ort_joined.cpp.j2", files=files)


def joined_library(name: str, files: Sequence[str], store: Store, reporter: Reporter) -> str:
    """The library's path in the store.

    Args:
        name: of its file.
        files: of the op libraries, as seen from the folder in which it will lie.
        store: where it is kept.
        reporter: is told what is made.

    Raises:
        UserError: what compiler and linker reported.
    """
    return generated_library(name, joined_text(files), toolchain.ORT_EXPORTS, store, reporter)


def generated_library(name: str, text: str, exports: Path, store: Store, reporter: Reporter) -> str:
    """The path in the store of a library that is one generated text.

    Args:
        name: of its file.
        text: C++ over our headers.
        exports: what it exports, as the linker wants it.
        store: where it is kept.
        reporter: is told what is made.

    Raises:
        UserError: what compiler and linker reported.
    """
    chosen = compiler(own_library=True)
    unit = make_unit(store, "generated", text, None, glue_flags(chosen), compiler=chosen)
    library = make_library(name, [unit], LINK_FLAGS, exports, chosen)
    run = NinjaRun(store, reporter, lambda problem, *_: problem, None, lambda _: None)
    run.make([library], ())
    return run.path(library)


def one_library(files: Sequence[str], store: Store) -> str:
    """What a session is given for op libraries of this machine: none, the one, or one that joins them.

    Args:
        files: absolute paths.
        store: where the joined one is kept.

    Raises:
        UserError: what compiler and linker reported.
    """
    if len(files) < 2:
        return "".join(files)
    return joined_library("libjoined_ort.so", files, store, Reporter())
