"""Builds an op's libraries: what is missing in the store is compiled by ninja.

A unit's object and a library are kept under a digest of all they depend on. So
``build.ninja`` lists exactly what is missing, in a scratch folder; what it made is then
moved into the store. A build that is killed leaves the scratch folder and nothing else.
"""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
from ninja.ninja_syntax import Writer

from workbench.core import codegen, signature
from workbench.core.errors import Problem, UserError
from workbench.core.files import read_text
from workbench.core.jobs import BuildResult
from workbench.core.op import Op
from workbench.engine import toolchain
from workbench.engine.diagnostics import compiler_problems, linker_problems
from workbench.engine.libtorch_headers import HeaderSet, header_sets, lacks_headers, precompiled
from workbench.engine.store import Store
from workbench.engine.units import Library, Unit, make_library, make_unit, remember_headers

__all__ = ["Reporter", "build"]


_PR_SET_PDEATHSIG = 1
_REGISTERS = re.compile(r"\b(TORCH_LIBRARY(_FRAGMENT|_IMPL)?|RegisterOperators)\b")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


class Reporter:
    """What a build tells while it runs; the default tells nobody."""

    def progress(self, done: int, total: int, text: str) -> None:
        """Step ``done`` of ``total`` has ended; ``text`` names it."""

    def log(self, text: str) -> None:
        """Text for the log."""


def build(
    folder: Path, op: Op, store: Store, reporter: Reporter
) -> tuple[BuildResult, list[Problem]]:
    """Build what an op needs.

    Returns:
        The libraries' paths, and the compiler's warnings.

    Raises:
        UserError: every problem that compiler and linker reported.
    """
    source = (folder / op.kernel.source).resolve()
    if "\n" in str(source):
        raise UserError("file", "the path of the kernel holds a line break", "Rename the folder.")
    read_text(source)
    if op.kernel.style == "libtorch":
        _check_registration(op, source)
        return _build_libtorch(source, op, store, reporter)
    kernel = make_unit(
        store,
        "kernel",
        codegen.kernel_unit(op),
        source,
        (*_kernel_flags(source), *toolchain.KERNEL_FLAGS),
    )
    return _Build(store, reporter, op, source).run(_portable_libraries(op, kernel, store))


def _check_registration(op: Op, source: Path) -> None:
    """Two registrations of one op end the process when the library is loaded."""
    text = _COMMENT.sub("", read_text(source))
    found = _REGISTERS.search(text)
    named = re.search(rf"\b{re.escape(op.torch_name)}\b", text[found.start() :]) if found else None
    if op.kernel.registration == "generated" and found and named:
        raise UserError(
            "declaration",
            f"the source registers the op itself ({found[0]}), and the declaration asks us to do it",
            'Set registration = "own" in [kernel].',
            file=source,
            line=text.count("\n", 0, found.start()) + 1,
        )


def _glue_flags() -> tuple[str, ...]:
    """Flags of generated units. They name nothing of the op, so ops share what is alike."""
    gcc = ("-fdiagnostics-format=json",) if toolchain.compiler().is_gcc else ()
    return (*toolchain.CXX_FLAGS, *gcc, *toolchain.our_includes())


def _kernel_flags(source: Path) -> tuple[str, ...]:
    return (*_glue_flags(), f"-I{source.parent}")


def _portable_libraries(op: Op, kernel: Unit, store: Store) -> list[Library]:
    base = _glue_flags()
    torch_flags = (*base, *toolchain.torch_flags())
    libraries = [
        make_library(
            f"lib{op.name}_torch.so",
            (
                kernel,
                make_unit(store, "torch_glue", codegen.torch_glue(op), None, base),
                make_unit(store, "torch_library", codegen.torch_library(), None, torch_flags),
            ),
            (*toolchain.LINK_FLAGS, *toolchain.torch_libraries()),
        )
    ]
    if op.ort.implementation == "portable":
        units = (
            kernel,
            make_unit(store, "ort_glue", codegen.ort_glue(op), None, base),
            make_unit(store, "ort_library", codegen.ort_library(op), None, base),
        )
        libraries.append(make_library(f"lib{op.name}_ort.so", units, toolchain.LINK_FLAGS))
    return libraries


def _build_libtorch(
    source: Path, op: Op, store: Store, reporter: Reporter
) -> tuple[BuildResult, list[Problem]]:
    """Build with the lightest torch headers that will do."""
    sets = header_sets(source)
    for headers in sets:
        try:
            library = _libtorch_library(source, op, store, headers, reporter)
            return _Build(store, reporter, op, source).run([library])
        except UserError as error:
            if headers is sets[-1] or not lacks_headers(error):
                raise
            reporter.log(f"The {headers.name} torch headers do not suffice; taking more.\n")
    raise AssertionError("unreachable")


def _libtorch_library(
    source: Path, op: Op, store: Store, headers: HeaderSet, reporter: Reporter
) -> Library:
    flags = (*_kernel_flags(source), *headers.flags, *toolchain.torch_flags())
    include = precompiled(headers, flags, store, lambda text: reporter.progress(0, 1, text))
    kernel = make_unit(store, "kernel", codegen.kernel_unit(op), source, flags, include)
    link = [*toolchain.LINK_FLAGS, *toolchain.torch_libraries()]
    if headers.links_python:
        # Python's own symbols are in the interpreter that loads the library.
        link = [f for f in link if f != "-Wl,--no-undefined"] + ["-ltorch_python"]
    return make_library(f"lib{op.name}_torch.so", (kernel,), link)


class _Build:
    """One run: what is missing, the ninja file, its outcome."""

    def __init__(self, store: Store, reporter: Reporter, op: Op, source: Path) -> None:
        self._store = store
        self._reporter = reporter
        self._op = op
        self._source = source
        self._compiler = toolchain.compiler().command

    def run(self, libraries: list[Library]) -> tuple[BuildResult, list[Problem]]:
        missing = [lib for lib in libraries if not self._store.has("libraries", lib.key, lib.name)]
        units = {u.key: u for lib in missing for u in lib.units}
        todo = [u for u in units.values() if not self._store.has("objects", u.key, "unit.o")]
        if missing:
            with self._store.scratch() as scratch:
                self._make(scratch, todo, missing)
        found = [str(self._store.path("libraries", lib.key, lib.name)) for lib in libraries]
        warnings = self._kept_problems(u for lib in libraries for u in lib.units)
        result = BuildResult(found[0], found[1] if len(found) > 1 else "", len(todo))
        return result, warnings

    def _make(self, scratch: Path, todo: list[Unit], missing: list[Library]) -> None:
        self._write_ninja(scratch, todo, missing)
        output = self._run_ninja(scratch, len(todo) + len(missing))
        problems: list[Problem] = []
        for unit in todo:
            folder = scratch / unit.key
            printed = _read(folder / "stderr.txt")
            found = [self._translate(p, scratch, unit) for p in compiler_problems(printed)]
            if (folder / "unit.o").exists():
                (folder / "problems.json").write_bytes(msgspec.json.encode(found))
                remember_headers(unit, folder / "unit.d", self._store)
                for name in ("stderr.txt", "unit.cpp", "unit.d"):
                    (folder / name).unlink(missing_ok=True)
                self._store.add("objects", unit.key, folder)
            else:
                self._reporter.log(f"{unit.name}: {printed or output}\n")
                problems += found or [
                    Problem("compile", printed.strip()[-500:] or "the compiler failed")
                ]
        if problems:
            errors = [p for p in problems if p.severity == "error"]
            raise UserError.of(list(dict.fromkeys(errors + problems)))
        for library in missing:
            folder = scratch / library.key
            if not (folder / library.name).exists():
                printed = _read(folder / "stderr.txt")
                self._reporter.log(f"{library.name}: {printed or output}\n")
                problems = linker_problems(printed, self._source)
                raise UserError.of(
                    problems or [Problem("link", output.strip()[-500:] or "ninja failed")]
                )
            (folder / "stderr.txt").unlink(missing_ok=True)
            self._store.add("libraries", library.key, folder)

    def _write_ninja(self, scratch: Path, todo: list[Unit], missing: list[Library]) -> None:
        with (scratch / "build.ninja").open("w", encoding="utf-8") as file:
            writer = Writer(file)  # type: ignore[arg-type] # the package annotates it wrongly
            # An edge's variable "command" would replace the rule's, redirection and all.
            writer.rule("run", "$line 2> $stderr", description="$what")
            made = {unit.key for unit in todo}
            for unit in todo:
                folder = scratch / unit.key
                folder.mkdir()
                (folder / "unit.cpp").write_text(unit.text, encoding="utf-8")
                target = folder / "unit.o"
                command = [*self._compiler, *unit.flags, "-MMD", "-MF", str(folder / "unit.d")]
                command += ["-c", str(folder / "unit.cpp"), "-o", str(target)]
                self._edge(writer, target, [], command, f"Compiling {unit.name}")
            for library in missing:
                folder = scratch / library.key
                folder.mkdir()
                target = folder / library.name
                fresh = [scratch / u.key / "unit.o" for u in library.units if u.key in made]
                kept = [
                    self._store.path("objects", u.key, "unit.o")
                    for u in library.units
                    if u.key not in made
                ]
                command = [*self._compiler, *map(str, fresh + kept), *library.flags]
                command += ["-o", str(target)]
                self._edge(writer, target, fresh, command, f"Linking {library.name}")

    @staticmethod
    def _edge(
        writer: Writer, target: Path, after: list[Path], command: list[str], what: str
    ) -> None:
        """One step. Paths in ninja's own language are relative: any cache folder will do."""
        variables = {
            "line": shlex.join(command).replace("$", "$$"),
            "stderr": shlex.quote(f"{target.parent.name}/stderr.txt"),
            "what": what,
        }
        inputs = [f"{path.parent.name}/{path.name}" for path in after]
        writer.build([f"{target.parent.name}/{target.name}"], "run", inputs, variables=variables)

    def _run_ninja(self, scratch: Path, steps: int) -> str:
        command = [toolchain.ninja(), "-C", str(scratch), "-k", "0"]
        environment = {"NINJA_STATUS": "[%f/%t] "}
        self._reporter.progress(0, steps, "Starting")
        output = []
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**_environment(), **environment},
            preexec_fn=_end_with_us,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                step = re.match(r"\[(\d+)/(\d+)\] (.*)", line)
                if step:
                    self._reporter.progress(int(step[1]), int(step[2]), step[3])
                output.append(line)
        return "".join(output)

    def _translate(self, problem: Problem, scratch: Path, unit: Unit) -> Problem:
        """An error in generated text means that the kernel's head is not the declared one."""
        if not Path(problem.file).is_relative_to(scratch) or problem.severity != "error":
            return problem
        if unit.source is None:
            return msgspec.structs.replace(
                problem, file="", message=f"in the generated {unit.name}: {problem.message}"
            )
        function = signature.kernel_function(self._op)
        return Problem(
            "signature",
            f"the kernel's function does not match the declaration: {problem.message}",
            f"Its head must be: {codegen.kernel_head(self._op)}",
            str(unit.source),
            "",
            _line_of(unit.source, function.rpartition("::")[2]),
        )

    def _kept_problems(self, units: Iterator[Unit]) -> list[Problem]:
        problems: list[Problem] = []
        for unit in {u.key: u for u in units}.values():
            kept = self._store.path("objects", unit.key, "problems.json")
            if kept.exists():
                problems += msgspec.json.decode(kept.read_bytes(), type=list[Problem])
        return problems


def _end_with_us() -> None:
    """In ninja, before it starts: end when the job's child ends, and the compilers with it."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _environment() -> dict[str, str]:
    # Messages in English: they are parsed, and searched for on the web.
    return {**os.environ, "LC_ALL": "C.UTF-8"}


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _line_of(source: Path, function: str) -> int:
    """The line where a function's name first stands before a parenthesis; 1 where nowhere."""
    pattern = re.compile(rf"\b{re.escape(function)}\s*\(")
    for number, line in enumerate(_read(source).splitlines(), 1):
        if pattern.search(line):
            return number
    return 1
