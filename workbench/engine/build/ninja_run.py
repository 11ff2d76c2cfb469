"""One run of ninja: what is missing in the store is compiled and linked, and kept there."""

from __future__ import annotations

import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ninja.ninja_syntax import Writer

from workbench.core.compile.cxx_flags import named
from workbench.core.errors import Problem, UserError
from workbench.engine import toolchain
from workbench.engine.build.cuda import check_folder, judged
from workbench.engine.build.depfile import read_depfile
from workbench.engine.build.diagnostics import compiler_problems, linker_problems, no_room
from workbench.engine.build.own_library import make_own_library
from workbench.engine.build.plain_paths import PlainPaths
from workbench.engine.build.printed import for_people
from workbench.engine.build.ptxas import ptxas_problems
from workbench.engine.build.torch_outline import outlined
from workbench.engine.build.units import Library, Unit, remember_headers
from workbench.engine.compilers import environment
from workbench.engine.cuda_toolkit import for_nvcc, is_for_nvcc
from workbench.engine.host.load_first import note_first
from workbench.engine.store import Store
from workbench.engine.with_parent import end_with_parent

__all__ = ["NinjaRun", "Reporter"]

_ROOM = 1 << 20
"""More than any unit's object takes."""

Translate = Callable[[Problem, Unit, bool], Problem]
"""Says a compiler's problem in the user's terms; True where it stands in generated text."""


class Reporter:
    """What a build tells while it runs; the default tells nobody."""

    def progress(self, done: int, total: int, text: str) -> None:
        """Step ``done`` of ``total`` has ended; ``text`` names it."""

    def wait(self, text: str, usual: float) -> None:
        """What ``text`` names has to be made first, which usually takes some seconds."""
        self.progress(0, 1, text)

    def log(self, text: str) -> None:
        """Text for the log."""


class NinjaRun:
    """Makes libraries, and compiles units that are looked at only."""

    def __init__(
        self,
        store: Store,
        reporter: Reporter,
        translate: Translate,
        source: Path | None,
        elsewhere: Callable[[str], Problem | None],
    ) -> None:
        self._store = store
        self._reporter = reporter
        self._translate = translate
        self._source = source
        self._elsewhere = elsewhere
        self._paths: dict[str, PlainPaths] = {}

    def make(
        self, libraries: Sequence[Library], checked: Sequence[Unit]
    ) -> tuple[int, list[Problem]]:
        """Make what is missing.

        Returns:
            How many files were compiled, and the warnings of all.

        Raises:
            UserError: every problem that compiler and linker reported.
        """
        missing = [lib for lib in libraries if not self._store.has("libraries", lib.key, lib.name)]
        units = {u.key: u for u in (*(u for lib in missing for u in lib.units), *checked)}
        todo = [u for u in units.values() if not self._store.has("objects", u.key, "unit.o")]
        if missing or todo:
            with self._store.scratch() as scratch:
                self._make(scratch, todo, missing)
        return len(todo), self._kept((*(u for lib in libraries for u in lib.units), *checked))

    def path(self, library: Library | None) -> str:
        """Where a library is; empty for none."""
        if library is None:
            return ""
        return str(self._store.path("libraries", library.key, library.name))

    def _make(self, scratch: Path, todo: list[Unit], missing: list[Library]) -> None:
        for compiler in {library.compiler for library in missing if library.compiler.own_library}:
            make_own_library(compiler, self._store, self._reporter.wait)
        self._write_ninja(scratch, todo, missing)
        output = self._run_ninja(scratch, len(todo) + len(missing))
        problems: list[Problem] = []
        for unit in todo:
            folder = scratch / unit.key
            paths = self._paths.get(unit.key)
            printed, read = _read(folder / "stderr.txt"), read_depfile(folder / "unit.d")
            if paths is not None:
                printed, read = paths.said(printed), [Path(paths.said(str(path))) for path in read]
                paths.clear()
            found = self._problems(printed, unit, scratch)
            made = (folder / "unit.o").exists()
            if not made and not unit.linked:
                found = judged(found)
                made = bool(found) and all(p.severity != "error" for p in found)
                (folder / "unit.o").write_bytes(b"") if made else None
            elif made:
                self._log(unit.name, printed)
                found += unit.notes
            if made:
                (folder / "problems.json").write_bytes(unit.keep(found))
                remember_headers(unit, read, self._store)
                for name in ("stderr.txt", "unit.cpp", "unit.d"):
                    (folder / name).unlink(missing_ok=True)
                self._store.add("objects", unit.key, folder)
            else:
                self._check_room(printed, output, scratch)
                self._log(unit.name, printed or output)
                problems += found or [
                    Problem("compile", for_people(printed).strip()[-500:] or "the compiler failed")
                ]
        if problems:
            errors = [p for p in problems if p.severity == "error"]
            raise UserError.of(list(dict.fromkeys(errors + problems)))
        for library in missing:
            folder = scratch / library.key
            if not (folder / library.name).exists():
                printed = _read(folder / "stderr.txt")
                self._check_room(printed, output, scratch)
                self._reporter.log(f"{library.name}: {printed or output}\n")
                problems = linker_problems(printed, self._source, self._elsewhere)
                raise UserError.of(
                    problems or [Problem("link", output.strip()[-500:] or "ninja failed")]
                )
            (folder / "stderr.txt").unlink(missing_ok=True)
            self._put_beside(folder, library)
            self._store.add("libraries", library.key, folder)

    def _problems(self, printed: str, unit: Unit, scratch: Path) -> list[Problem]:
        """What a compiler printed of a unit, in the user's terms."""
        found = ptxas_problems(printed, unit.source) or compiler_problems(printed, unit.has)
        generated = [Path(p.file).is_relative_to(scratch) for p in found]
        if any(p.severity == "error" and unit.has(p.file) for p in found):
            # The generated text comes after the user's: what it lacks then is a consequence.
            found = [p for p, made in zip(found, generated, strict=True) if not made]
            generated = [False] * len(found)
        told = [self._translate(p, unit, made) for p, made in zip(found, generated, strict=True)]
        # A head that is not the declared one is one problem, whatever else the text then lacks.
        head = next((i for i, p in enumerate(told) if p.kind == "signature"), -1)
        return _gathered(
            [p for i, p in enumerate(told) if p.kind != "signature" or i == head], unit
        )

    def _log(self, name: str, printed: str) -> None:
        if text := for_people(printed):
            self._reporter.log(f"{name}:\n{text}\n")

    def _check_room(self, printed: str, output: str, scratch: Path) -> None:
        if problem := no_room(printed or output, self._store.root):
            raise UserError.of([problem])
        if not printed:
            # What it said may have found no room, either. The store says so of what cannot be written.
            (scratch / "room").write_bytes(bytes(_ROOM))
            (scratch / "room").unlink()

    def _put_beside(self, folder: Path, library: Library) -> None:
        """What a library loads with itself: both are found together here, and handed on together."""
        for needed in library.needs:
            source = self._store.path("libraries", needed.key, needed.name)
            try:
                (folder / needed.name).hardlink_to(source)
            except OSError:  # a file system without links
                shutil.copyfile(source, folder / needed.name)
        for path in library.beside:
            shutil.copyfile(path, folder / path.name)
        note_first(folder / library.name, library.first)

    def _write_ninja(self, scratch: Path, todo: list[Unit], missing: list[Library]) -> None:
        with (scratch / "build.ninja").open("w", encoding="utf-8") as file:
            writer = Writer(file)  # type: ignore[arg-type] # the package annotates it wrongly
            # An edge's variable "command" would replace the rule's, redirection and all.
            writer.rule("run", "$line 2> $stderr", description="$what")
            writer.rule("quick", "$quick 2> /dev/null || $line 2> $stderr", description="$what")
            for unit in todo:
                self._compilation(writer, scratch, unit)
            fresh = {u.key for u in todo} | {library.key for library in missing}
            for library in missing:
                self._linking(writer, scratch, library, fresh)

    def _compilation(self, writer: Writer, scratch: Path, unit: Unit) -> None:
        folder = scratch / unit.key
        folder.mkdir()
        (folder / "unit.cpp").write_text(unit.before + unit.text, encoding="utf-8")
        target = folder / "unit.o"
        # Known only now, and no part of the key: what is made is the same in any scratch folder.
        names = (f"-ffile-prefix-map={scratch}=.", named(folder, ""))
        command = [*unit.compiler.command, *unit.flags, *names]
        command += ["-MMD", "-MF", str(folder / "unit.d")]
        command += ["-c", str(folder / "unit.cpp"), "-o", str(target)]
        if is_for_nvcc(unit.flags):
            command = self._by_nvcc(unit, folder)
        _edge(writer, target, [], command, f"Compiling {unit.name}")

    def _by_nvcc(self, unit: Unit, folder: Path) -> list[str]:
        """The command for a CUDA file: nvcc works in the scratch folder, and hands words to a shell."""
        check_folder(folder)
        paths = self._paths[unit.key] = PlainPaths(folder)
        command = [*unit.compiler.command, *map(paths.word, unit.flags)]
        command += for_nvcc([f"-ffile-prefix-map={paths.own('')}="])
        command += ["-MMD", "-MF", paths.own("unit.d")]
        return [*command, "-c", paths.own("unit.cpp"), "-o", paths.own("unit.o")]

    def _linking(self, writer: Writer, scratch: Path, library: Library, fresh: set[str]) -> None:
        folder = scratch / library.key
        folder.mkdir()
        target = folder / library.name
        objects = [self._file(scratch, "objects", u.key, "unit.o", fresh) for u in library.units]
        compiler = library.compiler
        inputs = [path for path in objects if path.is_relative_to(scratch)]
        last: list[str] = []
        for needed in library.needs:
            path = self._file(scratch, "libraries", needed.key, needed.name, fresh)
            # By name, and looked for beside the library: both can be handed on together.
            # Nothing refers to its symbols: it is there for what it does when it is loaded.
            last += [f"-L{path.parent}", "-Wl,--no-as-needed", f"-l:{needed.name}"]
            inputs += [path] if path.is_relative_to(scratch) else []
        last += ["-o", str(target)]
        first = [*compiler.command, *map(str, objects)]
        chooses_linker = any(f.startswith(("-fuse-ld", "--ld-path")) for f in library.flags)
        linker = () if chooses_linker else compiler.quick_link
        command = [*first, *library.flags, *last]
        quick = [*command, *linker] if linker else []
        if not compiler.links_again:
            command, quick = quick or command, []
        if flags := outlined(library, self._store):
            quick = [*first, *flags, *last, *linker]
        _edge(writer, target, inputs, command, f"Linking {library.name}", quick)

    def _file(self, scratch: Path, kind: str, key: str, name: str, fresh: set[str]) -> Path:
        return scratch / key / name if key in fresh else self._store.path(kind, key, name)

    def _run_ninja(self, scratch: Path, steps: int) -> str:
        command = [toolchain.ninja(), "-C", str(scratch), "-k", "0"]
        self._reporter.progress(0, steps, "Starting")
        output = []
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**environment(), "NINJA_STATUS": "[%f/%t] "},
            preexec_fn=_end_with_us,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                step = re.match(r"\[(\d+)/(\d+)\] (.*)", line)
                if step:
                    self._reporter.progress(int(step[1]), int(step[2]), step[3])
                output.append(line)
        return "".join(output)

    def _kept(self, units: Iterable[Unit]) -> list[Problem]:
        problems: list[Problem] = []
        for unit in {u.key: u for u in units}.values():
            kept = self._store.path("objects", unit.key, "problems.json")
            if kept.exists():
                problems += unit.kept(kept.read_bytes())
        return list(dict.fromkeys(problems))  # parts of one unit have the same to tell


def _edge(
    writer: Writer,
    target: Path,
    after: list[Path],
    command: list[str],
    what: str,
    quick: Sequence[str] = (),
) -> None:
    """One step. Paths in ninja's own language are relative: any cache folder will do."""
    variables = {
        "line": shlex.join(command).replace("$", "$$"),
        "stderr": shlex.quote(f"{target.parent.name}/stderr.txt"),
        "what": what,
    }
    inputs = [f"{path.parent.name}/{path.name}" for path in after]
    if quick:
        variables["quick"] = shlex.join(quick).replace("$", "$$")
    writer.build(
        [f"{target.parent.name}/{target.name}"],
        "quick" if quick else "run",
        inputs,
        variables=variables,
    )


def _end_with_us() -> None:
    """In ninja, before it starts: end when the job's child ends, and the compilers with it."""
    end_with_parent(signal.SIGTERM)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _gathered(problems: list[Problem], unit: Unit) -> list[Problem]:
    """The problems; what is only warned of in headers of others is one of them."""
    left = [p for p in problems if p.severity == "warning" and unit.is_others(p.file)]
    if not left:
        return problems
    names = sorted({Path(p.file).name for p in left})
    more = f" and {len(names) - _MOST_HEADERS} more" if len(names) > _MOST_HEADERS else ""
    listed = ", ".join(names[:_MOST_HEADERS])
    message = f"warnings in headers that are not the op's own: {listed}{more}"
    note = Problem("compile", message, "The log has the whole text.", severity="note")
    return [*(p for p in problems if p not in left), note]


_MOST_HEADERS = 4
