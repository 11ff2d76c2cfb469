"""Builds an op's libraries: what is missing in the store is compiled by ninja.

A unit's object and a library are kept under a digest of all they depend on. So
``build.ninja`` lists exactly what is missing, in a scratch folder; what it made is then
moved into the store. A build that is killed leaves the scratch folder and nothing else.

Which libraries there are stands in ``libraries.py``, the user's files in ``sources.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from workbench import paths
from workbench.core import codegen
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.files import read_text, real_path
from workbench.core.jobs import BuildResult
from workbench.core.pipeline.op_files import source_texts
from workbench.core.platforms import Platform
from workbench.core.styles import UnitPlan
from workbench.core.styles.portable import C_FUNCTION, DRIVER, TVM_FFI
from workbench.engine.build.libraries import Planner
from workbench.engine.build.ninja_run import NinjaRun, Reporter
from workbench.engine.build.prebuilt import prebuilt_library
from workbench.engine.build.precompiled import lacks_headers
from workbench.engine.build.sources import Sources, read_sources
from workbench.engine.build.undefined import defined_elsewhere
from workbench.engine.build.units import Plan, Unit, make_library
from workbench.engine.compilers import LINK_FLAGS, Compiler, crossing
from workbench.engine.store import Store
from workbench.engine.toolchain import C_EXPORTS, ORT_EXPORTS, TVM_FFI_EXPORTS
from workbench.importers.cpp.search.registers import registration_problem

__all__ = [
    "Made",
    "Reporter",
    "build",
    "driver_objects",
    "dual_library",
    "plain_library",
    "planned_build",
    "platform_library",
    "precompile_headers",
    "runtime_library",
    "tvm_ffi_library",
]


class Made(NamedTuple):
    """What a build has made.

    Attributes:
        plan: of what.
        run: gives the paths.
        compiled: how many units were.
        problems: what the compiler warned of.
        torch, ort: the paths of the op's libraries; empty where it has none. One may be there already,
            and one may be both.
    """

    plan: Plan
    run: NinjaRun
    compiled: int
    problems: list[Problem]
    torch: str
    ort: str


def build(
    folder: Path, op: Op, store: Store, reporter: Reporter, unlinked: bool = False
) -> tuple[BuildResult, list[Problem]]:
    """Build what an op needs.

    Args:
        folder: the op's.
        op: its declaration.
        store: where outputs are kept.
        reporter: is told what is made.
        unlinked: compile also what takes long and would not be linked.

    Returns:
        The libraries' paths, and the compiler's warnings. An installed op, or one in Python, has
        no torch library; that of registration ``pybind`` is a Python extension module, whose name
        ``importers.cpp.registers.module_name`` tells.

    Raises:
        UserError: every problem that compiler and linker reported.
    """
    op = op.resolved()
    made = planned_build(folder, op, store, reporter, unlinked)
    result = BuildResult(made.torch, made.ort, made.compiled)
    return result, [*made.problems, *made.plan.notes]


def planned_build(
    folder: Path, op: Op, store: Store, reporter: Reporter, unlinked: bool = False
) -> Made:
    """The same of an op that is resolved, with what was planned.

    Raises:
        UserError: every problem that compiler and linker reported.
    """
    if op.kernel.kind.language == "python":
        read_text(real_path(folder / op.kernel.source))
    sources = read_sources(folder, op)
    _refuse_other_registrations(op, sources)
    planner = Planner(folder, op, sources, store, reporter)
    elsewhere = partial(defined_elsewhere, folder=folder.resolve(), sources=sources)
    run = NinjaRun(store, reporter, _Translator(op, sources), sources.main, elsewhere)
    attempt = made = 0
    while True:
        plan = planner.plan(attempt, unlinked)
        try:
            libraries = [library for library in (plan.torch, plan.ort) if library is not None]
            compiled, problems = run.make(libraries, plan.checked)
            made += compiled
            if planner.leaves_out and planner.plan(attempt, unlinked) != plan:
                continue  # now that there are objects to ask what they call
            ort = prebuilt_library(folder, op) or run.path(plan.ort)
            torch = ort if op.kernel.kind.calls_ort else run.path(plan.torch)
            return Made(plan, run, made, problems, torch, ort)
        except UserError as error:
            is_link = any(p.kind == "link" for p in error.problems)
            if is_link and planner.leaves_out and planner.plan(attempt, unlinked) != plan:
                continue
            if planner.divided and is_link:
                # Perhaps because something is there in each part, behind a macro say.
                planner = Planner(folder, op, sources, store, reporter, whole=True)
                continue
            attempt += 1
            if attempt == planner.tries or not lacks_headers(error):
                raise
            reporter.log("The lightest torch headers do not suffice; taking more.\n")


def precompile_headers(
    folder: Path, op: Op, store: Store, reporter: Reporter, larger: bool = True
) -> None:
    """Make what a build of the op, or of another of its kind, may begin with.

    Args:
        folder: the op's.
        op: what is declared.
        store: where it is kept.
        reporter: is told what is made.
        larger: every set of torch's headers, also those that a build takes only where the
            lightest one does not suffice.

    Raises:
        UserError: they do not compile, or there is no compiler.
    """
    op = op.resolved()
    planner = Planner(folder, op, read_sources(folder, op), store, reporter)
    for attempt in range(planner.tries if larger else 1):
        planner.plan(attempt)


def dual_library(folder: Path, op: Op, store: Store) -> str:
    """The library of a portable kernel over dual numbers.

    Raises:
        UserError: every problem that the compiler reported.
    """
    op = op.resolved()
    sources, reporter = read_sources(folder, op), Reporter()
    library = Planner(folder, op, sources, store, reporter).dual()
    run = NinjaRun(store, reporter, _Translator(op, sources), sources.main, lambda _: None)
    run.make([library], ())
    return run.path(library)


def platform_library(
    folder: Path, op: Op, platform: Platform, glibc: str, store: Store, reporter: Reporter
) -> str:
    """The op library for ONNX Runtime on another platform, from the same sources and glue.

    Args:
        folder: the op's.
        op: one that ``core.platforms.refusal`` lets through.
        platform: which.
        glibc: the oldest to run with: ``2.17``.
        store: where it is kept; the first library of a platform makes the compiler's C++ library
            for it (about a minute on 2 cores).
        reporter: is told what is made.

    Raises:
        UserError: every problem that compiler and linker reported; kind ``compiler``.
    """
    op = op.resolved()
    sources = read_sources(folder, op)
    sources = msgspec.structs.replace(sources, compiler=crossing(platform.target(glibc)))
    plan = op.ort.side.library(op.kernel.kind)
    assert plan is not None
    plans = [unit for unit in plan.units if unit.source != "gpu"]  # there is no nvcc for others
    units = Planner(folder, op, sources, store, reporter, whole=True).portable(plans)
    flags = ("-shared", *platform.link_flags, *sources.link_flags)
    exports = ORT_EXPORTS if platform.format == "ELF" else None
    library = make_library(platform.library(op.name), units, flags, exports, sources.compiler)
    run = NinjaRun(store, reporter, _Translator(op, sources), sources.main, lambda _: None)
    run.make([library], ())
    return run.path(library)


def plain_library(folder: Path, op: Op, store: Store, reporter: Reporter) -> str:
    """The library of a portable kernel as a plain C function, ``wb_c_NAME`` of ``c_value.h``.

    Raises:
        UserError: every problem that compiler and linker reported.
    """
    op = op.resolved()
    sources = read_sources(folder, op)
    planner = Planner(folder, op, sources, store, reporter, whole=True)
    flags = (*LINK_FLAGS, *planner.link_flags(False))
    units = planner.portable(C_FUNCTION)
    library = make_library(f"lib{op.name}_c.so", units, flags, C_EXPORTS, sources.compiler)
    run = NinjaRun(store, reporter, _Translator(op, sources), sources.main, lambda _: None)
    run.make([library], ())
    return run.path(library)


def tvm_ffi_library(folder: Path, op: Op, store: Store, reporter: Reporter) -> str:
    """One library with a plain C function of a portable kernel, ``__tvm_ffi_`` and the op's name.

    Where ONNX Runtime runs this kernel, too, the library is also an op library for it: one file
    serves both. Whatever of it the op's own libraries have, is not compiled again.

    Args:
        folder: the op's.
        op: one with a portable kernel.
        store: where it is kept.
        reporter: is told what is made.

    Raises:
        UserError: every problem that compiler and linker reported.
    """
    op = op.resolved()
    kernel, ort = op.kernel.kind.library, op.ort.side.library(op.kernel.kind)
    assert kernel is not None
    shares = ort is not None and kernel.units[0] in ort.units
    plans = (*(ort.units if ort is not None and shares else kernel.units[:1]), TVM_FFI)
    name = f"lib{op.name}_ffi.so"
    return runtime_library(
        folder, op, name, plans, ("-ldl",), TVM_FFI_EXPORTS, store, reporter, lambda _: ()
    )


def runtime_library(
    folder: Path,
    op: Op,
    name: str,
    plans: Sequence[UnitPlan],
    flags: Sequence[str],
    exports: Path,
    store: Store,
    reporter: Reporter,
    more: Callable[[Compiler], Sequence[Unit]],
) -> str:
    """A library of a portable kernel for another runtime.

    Args:
        folder: the op's.
        op: ``Op.resolved``.
        name: of the file.
        plans: its units. What others of the op's libraries have, is not compiled again.
        flags: the linker's.
        exports: what it exports, as the linker wants it written.
        store: where it is kept.
        reporter: is told what is made.
        more: further units, for the compiler that makes the kernel's.

    Raises:
        UserError: every problem that compiler and linker reported.
    """
    sources = read_sources(folder, op)
    run = NinjaRun(store, reporter, _Translator(op, sources), sources.main, lambda _: None)
    # As its other libraries were built, whose kernel may be in parts.
    for whole in (False, True):
        planner = Planner(folder, op, sources, store, reporter, whole)
        units = (*planner.portable(plans), *more(sources.compiler))
        linked = (*LINK_FLAGS, *planner.link_flags(False), *flags)
        library = make_library(name, units, linked, exports, sources.compiler)
        try:
            run.make([library], ())
            break
        except UserError as error:
            if not planner.divided or all(p.kind != "link" for p in error.problems):
                raise
    return run.path(library)


def driver_objects(
    folder: Path, op: Op, store: Store, chosen: Compiler | None = None
) -> tuple[list[Path], Compiler]:
    """The object files of a program that calls a portable kernel alone, and what links them.

    Args:
        folder: the op's.
        op: the declaration.
        store: where they are kept.
        chosen: the compiler; the op's where None.

    Raises:
        UserError: every problem that the compiler reported.
    """
    op = op.resolved()
    sources, reporter = read_sources(folder, op), Reporter()
    if chosen is not None:
        sources = msgspec.structs.replace(sources, compiler=chosen)
    units = Planner(folder, op, sources, store, reporter).portable(DRIVER)
    run = NinjaRun(store, reporter, _Translator(op, sources), sources.main, lambda _: None)
    run.make([], units)
    return [store.path("objects", unit.key, "unit.o") for unit in units], sources.compiler


def _refuse_other_registrations(op: Op, sources: Sources) -> None:
    """Two registrations of one op may end the process that loads the library."""
    compiled = [path for path in (sources.main, *sources.cpp) if path is not None]
    texts = source_texts(sources.folder, op) | {path: read_text(path) for path in compiled}
    problem = registration_problem(op, compiled, texts)
    if problem is not None:
        raise UserError.of([problem])


class _Translator:
    """Says problems of generated text in the terms of the declaration."""

    def __init__(self, op: Op, sources: Sources) -> None:
        self._op = op
        self._sources = sources

    def __call__(self, problem: Problem, unit: Unit, generated: bool) -> Problem:
        if problem.severity != "error" or not unit.linked:
            return problem
        if unit.source is not None and unit.name == "ort_own":
            return self._in_user_source(problem, unit.source, generated)
        if not generated:
            return problem
        if unit.source is None:
            return msgspec.structs.replace(
                problem, file="", message=f"in the generated {unit.name}: {problem.message}"
            )
        # The kernel's head is not the declared one.
        on_gpu = unit.source == self._sources.gpu
        function = signature.kernel_function(self._op)
        meant = re.search(r"did you mean [‘'](?:::)?(\w+)[’']", problem.message)
        names = [function.rpartition("::")[2], *(meant.groups() if meant else ())]
        return Problem(
            "signature",
            f"the kernel's function does not match the declaration: {problem.message}",
            f"Its head must be: {codegen.kernel_head(self._op, on_gpu)}",
            str(unit.source),
            "",
            _line_of(unit.source, rf"\b(?:{'|'.join(map(re.escape, names))})\s*\("),
        )

    @staticmethod
    def _in_user_source(problem: Problem, source: Path, generated: bool) -> Problem:
        """What registers the user's op structs is generated, or stands in a header of ours."""
        if not generated and not Path(problem.file).is_relative_to(paths.ort_ops()):
            return problem
        words = problem.message.removeprefix("static assertion failed: ")
        name = re.match(r"[\w:]+", words)
        return Problem(
            "compile",
            f"the op structs cannot be registered: {words}",
            "Name others in ort.structs, give their constructors' arguments there "
            "('FooOp(\"CPUExecutionProvider\", nullptr)'), or define RegisterCustomOps in the source.",
            str(source),
            "",
            _line_of(source, rf"\b{re.escape(name[0].rpartition('::')[2])}\b") if name else 0,
        )


def _line_of(source: Path, pattern: str) -> int:
    """The first line with a pattern; 1 where there is none."""
    for number, line in enumerate(read_text(source).splitlines(), 1):
        if re.search(pattern, line):
            return number
    return 1
