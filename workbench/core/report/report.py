"""What is in a report, of the ops as they stand."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import tomlkit

from workbench import __version__
from workbench.core import delivery
from workbench.core.codegen.templates import render
from workbench.core.compile.outside import taken_along
from workbench.core.errors import UserError
from workbench.core.jobs import CompareResult, ExportResult, Limits, Log, RunJob
from workbench.core.pipeline.op_state import STATUS_WORDS, OpState
from workbench.core.report.machine import Machine
from workbench.core.storage import archive, op_file
from workbench.core.storage.archive import Content
from workbench.core.storage.project import PROJECT_FILE, new_project_text
from workbench.core.storage.siblings import with_backward_ops

__all__ = ["OpLog", "Report", "again", "arrays_job", "place_of", "report"]

_MOST_BYTES = 64 << 20
"""Of model and arrays together; a report is sent by mail."""
_LOG_CHARACTERS = 400_000
_ROOTS = "roots"
"""The headers of folders outside, in the archive."""


class OpLog:
    """What was printed while an op was built and run: its end, where that is very long."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._size = 0

    def add(self, event: Log) -> None:
        """Take in what was printed."""
        self._texts.append(event.text)
        self._size += len(event.text)
        while self._size > _LOG_CHARACTERS and len(self._texts) > 1:
            self._size -= len(self._texts.pop(0))

    @property
    def text(self) -> str:
        return "".join(self._texts)


class Report(msgspec.Struct, frozen=True):
    """A report that can be packed.

    Attributes:
        members: its files, by their path in it.
        missing: what is not in it, and why.
        named: the op's own files in it that name this machine, or have a secret of its environment.
    """

    members: dict[str, Content]
    missing: tuple[str, ...]
    named: tuple[str, ...]


def place_of(to: Path | None, name: str) -> Path:
    """Where a report goes.

    Args:
        to: what the user says; None for a new file in the working folder.
        name: of the op, or of the ops' project.

    Raises:
        UserError: kind ``deliver``; something is there, or it cannot be written.
    """
    if to is not None:
        return delivery.place_of(to, True)
    names = (f"{name}-report{f'-{i}' if i > 1 else ''}.zip" for i in range(1, 10_000))
    return delivery.place_of(next(Path(n) for n in names if not Path(n).exists()), True)


def arrays_job(number: int, state: OpState, keep: Path) -> RunJob | None:
    """The job that writes what ONNX Runtime gives; None where there is no model that it runs.

    Args:
        number: of the job.
        state: as it was verified.
        keep: the folder to write to; it is there.
    """
    export, run = state.current_result("export"), state.result("run")
    if state.op is None or run is None or not isinstance(export, ExportResult):
        return None
    library = state.report().ort_library or ""
    # Without something to compare with they are run, and that is all.
    cases = tuple(
        msgspec.structs.replace(case, reference="", expected="", rounding="")
        for case in export.cases
    )
    return RunJob(
        number, str(state.folder), library, cases, keep=str(keep), limits=Limits(seconds=60.0)
    )


def report(
    states: Sequence[OpState],
    arrays: Mapping[Path, Path],
    logs: Mapping[Path, str],
    versions: Mapping[str, str],
    again: str,
) -> Report:
    """What a report on ops holds.

    Args:
        states: of the ops, as they were verified.
        arrays: the folders that ``arrays_job`` has filled, by op folder.
        logs: what was printed of each, by op folder.
        versions: of what the hosts are made of.
        again: options of ``verify`` that show the same again; empty for none.

    Raises:
        UserError: kind ``archive`` or ``deliver``; an op cannot be read, or two have one name.
    """
    folders = [state.folder for state in states]
    beside = [f for f in with_backward_ops(folders) if f not in folders]
    names = {f: f.name for f in (*folders, *beside)}
    if len(set(names.values())) < len(names):
        raise UserError("deliver", "two of the ops' folders are called alike", "Report one by one.")
    machine = Machine({f: f"ops/{n}" for f, n in names.items()})
    members: dict[str, Content] = {}
    missing: list[str] = []
    named: list[str] = []
    for folder, name in names.items():
        found, left = archive.collect(folder)
        missing += [f"{name}/{file}: a link, or no file of the op" for file in left]
        for file, content in found.items():
            members[f"ops/{name}/{file}"] = content
            data = content.read_bytes() if isinstance(content, Path) else content
            if machine.is_named_in(data, [folder, folder.parent]):
                named.append(f"ops/{name}/{file}")
    outside, absent = _outside(names)
    missing += absent
    for name, content in outside.items():
        members[f"{_ROOTS}/{name}"] = content
        if isinstance(content, Path) and machine.is_named_in(content.read_bytes()):
            named.append(f"{_ROOTS}/{name}")
    for state in states:
        made, absent = _of_op(state, arrays.get(state.folder), machine)
        members |= {f"report/{names[state.folder]}/{file}": made[file] for file in made}
        missing += [f"{state.name}: {text}" for text in absent]
        log = logs.get(state.folder, "")
        if log.strip():
            members[f"report/{names[state.folder]}/log.txt"] = machine.without(log).encode()
        else:
            missing.append(f"{state.name}: a log; nothing was printed")
    title = states[0].name if len(states) == 1 else "ops"
    members[PROJECT_FILE] = _project_text(f"{title} report", outside).encode()
    libc = " ".join(platform.libc_ver())
    system = f"{platform.system()} {platform.machine()}{libc and ', '}{libc}"
    of_program = {"Op Workbench": __version__, "system": system}
    text = render(
        "report.md.j2",
        ops=[(names[s.folder], s.name, _verdict(s), _lines(s, machine)) for s in states],
        again=again,
        roots=bool(outside),
        versions={n: machine.without(v) for n, v in {**of_program, **versions}.items()},
        missing=missing,
        named=named,
        files=sorted(name for name in members if name.startswith("report/")),
    )
    members["report/README.md"] = text.encode()
    return Report(members, tuple(missing), tuple(named))


def _outside(names: Mapping[Path, str]) -> tuple[dict[str, Path | bytes], list[str]]:
    """The headers that ops include from roots, by root; and what there is not, and why."""
    found: dict[str, Path | bytes] = {}
    missing = []
    for folder, name in names.items():
        try:
            op = op_file.load(folder, validate=False)
        except UserError:
            continue  # its verdict says so
        try:
            taken = taken_along(folder, op)
        except UserError as error:
            missing.append(f"{name}: headers outside of its folder; {error.problem.message}")
            continue
        for file, content in taken.items():
            if found.setdefault(file, content) != content:
                what = f"two of the ops have a root '{file.partition('/')[0]}', and not the same"
                raise UserError("deliver", what, "Report one by one.")
    return found, missing


def _project_text(name: str, outside: Iterable[str]) -> str:
    """The ``project.toml`` of the archive, whose roots are in it."""
    document = tomlkit.parse(new_project_text(name))
    roots = sorted({file.partition("/")[0] for file in outside})
    if roots:
        document["roots"] = {root: f"{_ROOTS}/{root}" for root in roots}
    return tomlkit.dumps(document)


def _of_op(
    state: OpState, arrays: Path | None, machine: Machine
) -> tuple[dict[str, Content], list[str]]:
    """The verdict, the model and the arrays of an op; and what there is not, and why."""
    compare, export = state.current_result("compare"), state.current_result("export")
    compared = compare.outputs if isinstance(compare, CompareResult) else ()
    verdict = msgspec.structs.replace(state.report(), outputs=())
    told = {"report": verdict, "compared": compared}
    if isinstance(export, ExportResult):
        told["cases"] = export.cases
    plain = machine.without_in(msgspec.to_builtins(told))
    members: dict[str, Content] = {
        "verdict.json": msgspec.json.format(msgspec.json.encode(plain), indent=2)
    }
    if not isinstance(export, ExportResult):
        return members, [f"model, inputs and outputs; {_why_not(state, 'export')}"]
    kept = Path(export.model).parent
    if not kept.is_dir():
        return members, ["model, inputs and outputs; they are no longer in the cache"]
    found = {path.name: path for path in sorted(kept.iterdir())}
    given = {path.name: path for path in sorted(arrays.glob("*.npz"))} if arrays else {}
    absent = []
    lacking = [c.name or "main" for c in export.cases if RunJob.kept_name(c) not in given]
    if lacking:
        absent.append(
            f"what ONNX Runtime gives ({', '.join(lacking[:5])}{' …' if len(lacking) > 5 else ''}); "
            f"{_why_not(state, 'run')}"
        )
    room = _MOST_BYTES
    for name, path in sorted({**found, **given}.items(), key=lambda one: one[1].stat().st_size):
        room -= path.stat().st_size
        if room < 0:
            absent.append(f"{name}: {path.stat().st_size:,} bytes are too many to send")
        else:
            members[name] = path
    return members, absent


def _why_not(state: OpState, stage: str) -> str:
    """Why a stage has left nothing."""
    if state.problems:
        return "the declaration has to be mended first"
    if stage not in state.stages():
        return "the op is export-only: another runtime runs it"
    for one in state.stages(stage):
        ended = state.result(one)
        if ended is None or ended.status == "failed":
            return f"the stage {one} {'failed' if ended else 'has not run'}"
    return "it did not run again"


def _verdict(state: OpState) -> str:
    return STATUS_WORDS[state.report().status]


def _lines(state: OpState, machine: Machine) -> list[str]:
    """What was found, as the command line prints it."""
    return [machine.without(str(p)).replace("\n", "\n  ") for p in state.report().problems]


def again(options: Iterable[str]) -> str:
    """Options as they are typed."""
    return "".join(f" {option}" for option in options)
