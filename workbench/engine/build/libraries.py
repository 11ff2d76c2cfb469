"""The libraries of an op as the kernel's style and the side of ONNX Runtime plan them.

The torch library comes first; the ONNX Runtime library may load it (a bridge).
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.codegen import unit_text
from workbench.core.compile.cxx_flags import WARNINGS
from workbench.core.compile.includes import included_files, leading_includes
from workbench.core.compile.torch_headers import HeaderSet, header_sets
from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import instances
from workbench.core.errors import UserError
from workbench.core.files.files import read_text
from workbench.core.styles import LibraryPlan, UnitPlan
from workbench.core.styles.portable import DUAL_UNIT
from workbench.engine import cuda_toolkit, toolchain
from workbench.engine.build import cuda
from workbench.engine.build.foreign import foreign_module
from workbench.engine.build.left_out import leaves_out, left_out_units
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.build.own_source import OwnSource, own_source
from workbench.engine.build.package_libraries import PackageParts, beside_torch, package_parts
from workbench.engine.build.precompiled import leading_headers, torch_headers
from workbench.engine.build.sources import LINES, Sources, glue_flags, module_flags
from workbench.engine.build.units import Entry, Library, Plan, Unit, make_library, make_unit
from workbench.engine.compilers import LINK_FLAGS, Compiler
from workbench.engine.host import sanitizers
from workbench.engine.store import Store, digest
from workbench.importers.cpp.search.registers import module_name
from workbench.importers.cpp.syntax.divisible import is_divisible

__all__ = ["Planner"]

OUR_ENTRY = "wb_ort_register"
"""What registers ops that are bound by the program; see ``ort_library.h``."""

_DUAL_NUMBERS = paths.ops_lib() / "include" / "workbench" / "dual.h"
_LINES = 200
"""A kernel of fewer lines, with the headers of its own, compiles as quickly in one unit."""


class Planner:
    """Plans the build of one op.

    Args:
        folder: the op's.
        op: its declaration.
        sources: its files.
        store: where outputs are kept.
        reporter: is told when torch's headers have to be precompiled.
        whole: never divide the kernel's unit.
    """

    def __init__(
        self,
        folder: Path,
        op: Op,
        sources: Sources,
        store: Store,
        reporter: Reporter,
        whole: bool = False,
    ) -> None:
        self._folder = folder.resolve()
        self._op = op
        self._sources = sources
        self._store = store
        self._reporter = reporter
        self.divided = False
        """Whether the kernel's unit is in parts, once it is planned."""
        self._whole = whole
        self._runtimes = {path: sources.runtime(path) for path in sources.files}
        self._headers = {
            path: header_sets(path, sources.include)
            for path in filter(None, (sources.main, *sources.files))
            if op.kernel.kind.headers == "torch" and self._runtimes.get(path, "torch") == "torch"
        }
        self.tries = max([len(sets) for sets in self._headers.values()], default=1)

    def plan(self, attempt: int = 0, unlinked: bool = True) -> Plan:
        """The libraries.

        Args:
            attempt: of ``tries``; a later one takes more of torch's headers.
            unlinked: compile also what takes long and would not be linked.

        Raises:
            UserError: something of the user's does not fit, or is missing on this machine.
        """
        kind = self._op.kernel.kind
        extra = self._further_units(attempt)
        checked = {path: unit for path, unit in extra.items() if not unit.linked}
        long = (p for p, unit in checked.items() if self._takes_long(p, unit))
        late = () if unlinked else tuple(long)
        linked = {path: unit for path, unit in extra.items() if unit.linked}
        left = [path for path in self._sources.cuda if path not in extra]
        notes = [cuda.not_compiled(path) for path in left]
        notes += [cuda.left_out(path, cuda.why_not_linked()) for path in late]
        if self._sources.gpu is not None and not self.has_gpu_kernel:
            missing = cuda.not_compiled(self._sources.gpu)
            if kind.needs_gpu:
                raise UserError(missing.kind, missing.message, missing.hint, file=missing.file)
            notes.append(msgspec.structs.replace(missing, severity="note"))
        for_torch = [u for p, u in linked.items() if self._runtimes[p] != "ort"]
        # What needs torch cannot be in a library that runs without it.
        for_ort = [u for p, u in linked.items() if self._runtimes[p] == ""]
        torch, ort = kind.library, self._op.ort.side.library(kind)
        made = self._for_torch(torch, attempt, for_torch) if torch is not None else None
        return Plan(
            made,
            self._for_ort(ort, attempt, for_ort, made) if ort is not None else None,
            tuple(unit for path, unit in checked.items() if path not in late),
            tuple(notes),
        )

    def _takes_long(self, path: Path, unit: Unit) -> bool:
        """Whether a CUDA file reads torch's headers, and was not compiled before."""
        made = self._store.has("objects", unit.key, "unit.o")
        return self._runtimes[path] == "torch" and not made

    def portable(self, plans: Iterable[UnitPlan]) -> tuple[Unit, ...]:
        """The units of a program or library of a portable kernel: planned ones, and its further files."""
        plans = tuple(plans)
        units = (u for plan in plans for u in self._units(plan, 0, "", **self._gpu_values(plans)))
        return (*units, *self._portable_further())

    def dual(self) -> Library:
        """A library of a portable kernel over dual numbers."""
        source = self._main
        flags = (*self._sources.cpp_flags(source), *self._kernel_flags)
        text = unit_text(DUAL_UNIT.template, self._op)
        unit = self._sources.unit(
            self._store, source, flags, text=text, name=DUAL_UNIT.name, first=_DUAL_NUMBERS
        )
        units = (unit, *self._portable_further())
        flags = (*LINK_FLAGS, *self.link_flags(False))
        name = f"lib{self._op.name}_dual.so"
        return make_library(name, units, flags, toolchain.DUAL_EXPORTS, self._compiler)

    # -- units ------------------------------------------------------------------------------

    def _portable_further(self) -> Iterator[Unit]:
        """The units of ``kernel.sources`` that include no runtime's headers."""
        extra = self._further_units(0).items()
        return (u for p, u in extra if u.linked and self._runtimes[p] == "")

    def _units(self, plan: UnitPlan, attempt: int, module: str, **values: object) -> Iterator[Unit]:
        """One of the plan's units, or the parts that it is divided into."""
        if plan.source == "gpu":
            if self._sources.gpu is not None and self.has_gpu_kernel:
                yield self._sources.gpu_unit(
                    self._store, plan.name, unit_text(plan.template, self._op, **values)
                )
            return
        if plan.entries and self._parts > 1:
            self.divided = True
            count = len(list(instances(self._op)))
            for part in range(self._parts):
                name = f"{plan.name}_{part + 1}"
                named = msgspec.structs.replace(plan, name=name)
                numbers = range(part, count, self._parts)
                yield self._unit(named, attempt, module, numbers=numbers, **values)
            return
        yield self._unit(plan, attempt, module, **values)

    @functools.cached_property
    def has_gpu_kernel(self) -> bool:
        """Whether the op's kernel for GPUs is compiled and linked."""
        return self._sources.gpu is not None and cuda_toolkit.nvcc() is not None

    def _gpu_values(self, plans: Sequence[UnitPlan]) -> dict[str, object]:
        """For the text of glue: it binds no kernel that is not linked with it."""
        linked = self.has_gpu_kernel and any(plan.source == "gpu" for plan in plans)
        return {} if linked else {"gpu_entries": ()}

    @functools.cached_property
    def _parts(self) -> int:
        """How many units make the kernel for its element types, side by side on the cores."""
        parts = min(len(list(instances(self._op))), len(os.sched_getaffinity(0)))
        if parts < 2 or self._whole:
            return 1
        files = included_files(self._main, self._sources.folders(self._main))
        texts = [read_text(path) for path in files if path.is_file()]
        long = sum(text.count("\n") for text in texts) >= _LINES
        return parts if long and is_divisible(texts) else 1

    def _unit(self, plan: UnitPlan, attempt: int, module: str, **values: object) -> Unit:
        """One of the plan's units.

        Args:
            plan: what it is.
            attempt: of ``tries``.
            module: the name of a Python extension, where the user's file is one.
            values: for its text, beside what the declaration says.
        """
        text = unit_text(plan.template, self._op, **values) if plan.template else ""
        if plan.source == "ort":
            return self._own.unit(self._store, self._own.paths[0], plan.name, text)
        if not plan.source:
            if plan.headers == "torch":
                more, first = tuple(toolchain.torch_flags()), None
            else:
                # What is alike for all ops is compiled once, so nothing is gained.
                more, first = self._leading(text if plan.title else "", (), ())
            glue = (*glue_flags(self._compiler), *more)
            return make_unit(
                self._store, plan.name, text, None, glue, compiler=self._compiler, first=first
            )
        source = self._main
        headers, first = self._header_flags(source, attempt)
        plain = () if plan.headers == "torch" else self._kernel_flags
        named = module_flags(source, module) if plan.headers == "torch" else ()
        flags = (*self._sources.cpp_flags(source), *plain, *headers, *self._with_cuda(), *named)
        return self._sources.unit(
            self._store, source, flags, text=text, name=plan.name, first=first
        )

    @property
    def _main(self) -> Path:
        assert self._sources.main is not None
        return self._sources.main

    @property
    def _compiler(self) -> Compiler:
        return self._sources.compiler

    @property
    def _kernel_flags(self) -> tuple[str, ...]:
        """Flags of portable kernels."""
        return (*WARNINGS, *self._compiler.vectors)

    def _with_cuda(self) -> tuple[str, ...]:
        """What tells C++ files that the CUDA files beside them are there."""
        return ("-DWITH_CUDA",) if self._sources.cuda and cuda.linkable() else ()

    def _further_units(self, attempt: int) -> dict[Path, Unit]:
        """The units of ``kernel.sources``, without CUDA files where nothing compiles them.

        Those of ONNX Runtime's headers come with its library.
        """
        units: dict[Path, Unit] = {}
        for path in self._sources.files:
            if self._runtimes[path] == "ort":
                continue
            if path in self._sources.cuda:
                if cuda_toolkit.nvcc() is not None:
                    headers = self._headers_of(path, attempt)
                    flags = (*headers.flags, *toolchain.torch_flags()) if headers else ()
                    units[path] = self._sources.cuda_unit(self._store, path, flags)
                continue
            flags, first = self._header_flags(path, attempt)
            plain = self._kernel_flags if self._op.kernel.kind.is_shared else ()
            flags = (*self._sources.cpp_flags(path), *plain, *flags, *self._with_cuda())
            units[path] = self._sources.unit(self._store, path, flags, first=first)
        return units

    def _headers_of(self, path: Path, attempt: int) -> HeaderSet | None:
        sets = self._headers.get(path)
        return sets[min(attempt, len(sets) - 1)] if sets else None

    def _uses_python(self, attempt: int) -> bool:
        found = (self._headers_of(path, attempt) for path in self._headers)
        return any(headers is not None and headers.links_python for headers in found)

    def _header_flags(self, path: Path, attempt: int) -> tuple[tuple[str, ...], Path | None]:
        """Flags for the headers that a file begins with, and their precompiled form if any."""
        headers = self._headers_of(path, attempt)
        if headers is None and path.suffix == ".c":
            return (), None
        if headers is None:
            return self._leading(read_text(path), self._sources.folders(path), self._sources.flags)
        flags = (*headers.flags, *toolchain.torch_flags(), *self._compiler.precompiled)
        # What a precompiled header must share with the file that uses it.
        lines = LINES if self._compiler.is_gcc else ()  # gcc's must be made with them, too
        shared, user_flags = (*glue_flags(self._compiler), *flags, *lines), self._sources.flags
        where, tell = (self._compiler, self._store), self._reporter.wait
        return flags, torch_headers(headers, shared, user_flags, *where, tell)

    def _leading(
        self, text: str, folders: Sequence[Path], user_flags: Sequence[str]
    ) -> tuple[tuple[str, ...], Path | None]:
        """The same for a text that may begin with headers of ours."""
        shared = glue_flags(self._compiler)
        lines = leading_includes(text, folders)
        first = leading_headers(lines, shared, user_flags, self._compiler, self._store)
        return self._compiler.precompiled if first else (), first

    # -- the torch side ---------------------------------------------------------------------

    def _for_torch(self, plan: LibraryPlan, attempt: int, extra: Sequence[Unit]) -> Library:
        kernel = self._op.kernel
        name, module = f"lib{self._op.name}_torch.so", f"{self._op.name}_ext"
        if kernel.kind.headers == "torch" and kernel.kind.is_registered_by_us:
            # Nobody asks for it then. Ops that share a file share what is compiled of it.
            module = f"ext_{digest([self._main.read_bytes()])}"
        if plan.module:
            paths = [self._main, *self._sources.files]
            module = module_name(self._op, paths, {path: read_text(path) for path in paths})
            name = f"{module}.so"
        values = self._gpu_values(plan.units)
        first, *others = (
            u for unit in plan.units for u in self._units(unit, attempt, module, **values)
        )
        link = [*LINK_FLAGS, *toolchain.torch_libraries()]
        if self._uses_python(attempt):
            # Python's own symbols are in the interpreter that loads the library.
            link = [f for f in link if f != "-Wl,--no-undefined"] + ["-ltorch_python"]
        link += self.link_flags(kernel.kind.headers == "torch")
        units, exports = (first, *extra, *others), toolchain.TORCH_EXPORTS
        units += left_out_units(units, self._sources, self._store) if self.leaves_out else ()
        beside, before = self._module(plan)
        return make_library(name, units, link, exports, self._compiler, (), before, beside)

    @property
    def leaves_out(self) -> bool:
        """Whether C++ for torch may call what is in CUDA files that are not linked."""
        return self._op.kernel.kind.headers == "torch" and leaves_out(self._sources)

    def _module(self, plan: LibraryPlan) -> tuple[tuple[Path, ...], tuple[str, ...]]:
        """A compiled module that a library calls, and what is loaded before it."""
        return foreign_module(self._folder, self._op) if plan.loads_module else ((), ())

    def link_flags(self, uses_torch: bool) -> tuple[str, ...]:
        """What the user's files want of the linker."""
        linked = self.has_gpu_kernel or (self._sources.cuda and cuda.linkable())
        return (
            *(cuda.linker_flags(uses_torch) if linked else ()),
            *self._compiler.sanitizer(sanitizers.asked_flags(self._sources.flags)),
            *self._sources.link_flags,
        )

    # -- the side of ONNX Runtime -----------------------------------------------------------

    def _for_ort(
        self, plan: LibraryPlan, attempt: int, extra: Sequence[Unit], torch: Library | None
    ) -> Library:
        parts = self._package_parts() if plan.calls_torch else PackageParts(())
        imported = self._op.kernel.package if parts.is_python(self._op.torch) else ""
        files = (*parts.libraries, *filter(None, [imported]))
        beside, before = self._module(plan)
        values: dict[str, object] = {
            "libraries": [beside_torch(f) for f in parts.libraries],
            "package": imported,
        }
        values |= self._gpu_values(plan.units)
        entry = Entry(OUR_ENTRY, self._op.ort.oldest)
        if own := next((unit for unit in plan.units if unit.source == "ort"), None):
            entry = self._own.entry(own)
            values |= {"structs": self._own.structs, "registers": entry.function}
            further = self._own.paths[1:]
            extra = (*(self._own.unit(self._store, p, p.name) for p in further), *extra)
        units = (u for unit in plan.units for u in self._units(unit, attempt, "", **values))
        first, *others = units
        flags = list(LINK_FLAGS)
        if plan.links_torch:
            # Libtorch is loaded before the library, or lies beside it where it is deployed.
            flags += [*toolchain.torch_libraries(), "-Wl,-rpath,$ORIGIN"]
        flags += ["-ldl"] if plan.loads_module else []
        flags += self.link_flags(plan.links_torch) if plan.further else []
        if plan.calls_torch and self._uses_python(attempt):
            # Loaded before the op's own library, which does not know where it is.
            flags += ["-Wl,--no-as-needed", "-ltorch_python", "-Wl,--as-needed"]
        linked = (first, *(extra if plan.further else ()), *others)
        needs = (torch,) if plan.calls_torch and torch is not None else ()
        name = f"lib{self._op.name}_ort.so"
        exports, more = toolchain.ORT_EXPORTS, (needs, (*files, *before), beside, entry)
        return make_library(name, linked, flags, exports, self._compiler, *more)

    def _package_parts(self) -> PackageParts:
        """What of an installed package registers the op."""
        kernel = self._op.kernel
        if not (kernel.kind.exists and kernel.package):
            return PackageParts(())
        return package_parts(kernel.package, self._store)

    @functools.cached_property
    def _own(self) -> OwnSource:
        return own_source(self._folder, self._op, self._sources)
