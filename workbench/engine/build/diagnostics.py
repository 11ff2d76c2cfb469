"""What compiler and linker printed, as problems with file, line and next step."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from workbench.core.compile.missing_include import missing_include
from workbench.core.errors import Problem
from workbench.engine import toolchain
from workbench.engine.build import cuda

__all__ = ["compiler_problems", "linker_problems", "no_room", "readable"]

_TEXT = re.compile(r"^(.+?):(\d+):(\d+): (?:fatal )?(error|warning|note): (.*?)(?: \[-W[^]]+\])?$")
_NVCC = re.compile(r"^(.+?)\((\d+)\): (error|warning)(?: #[\w-]+)?: (.*)$")
_DRIVER = re.compile(r"^\S*: (?:fatal )?error: (.*)$")
_CONTEXT = ("in instantiation of", "expanded from", "while substituting")
"""How clang's notes begin that say only where an error comes from."""
_MAX_PROBLEMS = 200


def compiler_problems(output: str) -> list[Problem]:
    """Problems in a compiler's stderr: gcc's JSON form, clang's text, or nvcc's form."""
    problems: list[Problem] = []
    for line in output.splitlines():
        if (entries := _entries(line)) is not None:
            problems += [p for entry in entries for p in _from_json(entry)]
        elif match := _TEXT.match(line):
            _add_text(problems, *match.groups())
        elif match := _NVCC.match(line):
            file, number, severity, text = match.groups()
            problems.append(
                Problem("compile", text, _hint(text), file, "", int(number), 0, severity)
            )
        elif driver := _DRIVER.match(line):
            hint = "Was there too little memory? " if "illed" in line else ""
            problems.append(Problem("compile", driver[1], f"{hint}The log has the whole text."))
    # A template is compiled once per type, and gives its warnings each time.
    return list(dict.fromkeys(problems))[:_MAX_PROBLEMS]


def _add_text(
    problems: list[Problem], file: str, number: str, column: str, severity: str, text: str
) -> None:
    """A line of clang's: a problem, or a note on the one before, whose first note is its hint."""
    if severity != "note":
        line = int(number)
        at = _characters(_source_line(file, line), int(column))
        problems.append(Problem("compile", text, _hint(text), file, "", line, at, severity))
    elif problems and not problems[-1].hint and not text.startswith(_CONTEXT):
        problems[-1] = msgspec.structs.replace(problems[-1], hint=text)


def _characters(line: str | None, column: int) -> int:
    """A column that clang counts in bytes, as a person counts."""
    if line is None or line.isascii():
        return column
    return len(line.encode()[: column - 1].decode(errors="ignore")) + 1


def _entries(line: str) -> list[dict[str, Any]] | None:
    """The diagnostics of a line in gcc's JSON form; None for any other line."""
    if not (line.startswith("[") and line.rstrip().endswith("]")):
        return None
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return [entry for entry in found if isinstance(entry, dict)]


_NO_ROOM = re.compile(
    r"No space left on device|Disk quota exceeded|File too large|File size limit exceeded"
)


def no_room(output: str, cache: Path) -> Problem | None:
    """That a compiler or linker could not write; whatever else it says then is a consequence.

    Args:
        output: what it printed.
        cache: where it writes, beside its own temporary files.
    """
    for line in output.splitlines():
        entries = _entries(line)
        messages = [line] if entries is None else [str(e.get("message", "")) for e in entries]
        if full := [text for text in messages if _NO_ROOM.search(text)]:
            hint = f"Free some space in {os.environ.get('TMPDIR', '/tmp')} and {cache}, and build again."
            return Problem("disk", f"the disk is full: {full[0].strip()}", hint)
    return None


def readable(output: str) -> str:
    """A compiler's stderr with gcc's JSON in the form that gcc prints for people."""
    lines: list[str] = []
    for line in output.splitlines():
        entries = _entries(line)
        if entries is None:
            lines.append(line)
        else:
            lines += [text for entry in entries for text in _for_people(entry)]
    return "\n".join(lines)


def _for_people(entry: dict[str, Any]) -> Iterator[str]:
    spans = [s for s in entry.get("locations") or [] if isinstance(s, dict)]
    span = spans[0] if spans else {}
    ends = [position for position in span.values() if isinstance(position, dict)]
    caret = span.get("caret", {})
    line, column = int(caret.get("line", 0)), _column(caret)
    prefix = f"{caret['file']}:{line}:{column}: " if caret.get("file") else ""
    option = f" [{entry['option']}]" if entry.get("option") else ""
    yield f"{prefix}{entry.get('kind', 'error')}: {entry.get('message', '')}{option}"
    if (text := _source_line(str(caret.get("file", "")), line)) is not None:
        columns = [_column(position) for position in ends if position.get("line") == line]
        marks = " " * (min(columns) - 1) + "~" * (max(columns) - min(columns) + 1)
        yield f"{line:5} | {text}"
        yield f"      | {marks[: column - 1]}^{marks[column:]}"
    for child in entry.get("children") or []:
        yield from _for_people(child)


def _column(position: dict[str, Any]) -> int:
    """As a person counts, 1-based."""
    return max(1, int(position.get("display-column", position.get("column", 1))))


def _source_line(file: str, number: int) -> str | None:
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as lines:
            text = next(itertools.islice(lines, number - 1, None), None) if number > 0 else None
    except OSError:
        return None
    return None if text is None else text.rstrip("\n").expandtabs(8)


def _from_json(entry: dict[str, Any]) -> list[Problem]:
    severity = {"error": "error", "fatal error": "error", "warning": "warning"}.get(
        entry.get("kind", "")
    )
    if severity is None:
        return []
    message = str(entry.get("message", ""))
    notes = [
        str(c.get("message", "")) for c in entry.get("children", []) if c.get("kind") == "note"
    ]
    caret: dict[str, Any] = {}
    for location in entry.get("locations", []):
        caret = location.get("caret", {})
        break
    suggested = next((n for n in notes if "#include" in n), "")
    hint = _hint(message) or suggested or (notes[0] if notes else "")
    return [
        Problem(
            "compile", message, hint, str(caret.get("file", "")), "",
            int(caret.get("line", 0)), int(caret.get("display-column", caret.get("column", 0))), severity,
        )
    ]  # fmt: skip


_TORCH_HEADER = r"(?:torch|ATen|c10)/[\w./]+"


def _lacks(message: str, header: str) -> bool:
    """Whether a compiler says that there is no such header: g++'s words, then clang's."""
    pattern = rf"(?<![\w/]){header}: No such file|[‘'\"]{header}['’\"] file not found"
    return re.search(pattern, message) is not None


def _hint(message: str) -> str:
    if _lacks(message, _TORCH_HEADER):
        return (
            'It is a header of torch: kernels of the style "libtorch" have those, and some of them '
            "come with torch's build for CUDA only."
        )
    if _lacks(message, cuda.HEADER):
        nvcc = toolchain.nvcc()
        if nvcc is None:
            return (
                "CUDA's toolkit is not installed here. Keep what needs it in a .cu file, or behind "
                "#ifdef WITH_CUDA, which is defined where CUDA files are linked."
            )
        return f"CUDA's toolkit has it: add -I and its include folder to kernel.compile_flags ({nvcc.command[0]})."
    if "No such file or directory" in message or message.endswith("file not found"):
        return "Is the include folder right? Headers beside op.toml are found by their name."
    if "static assertion failed" in message and "int64_t" in message:
        return "torch passes int64_t and double, not int and float."
    if header := missing_include(message):
        return f"It is in {header}: add #include {header}"
    return ""


_UNDEFINED = re.compile(
    r"undefined reference to [`'\"](.+?)['\"]$|undefined symbol: (.+?)(?: >>>.*)?$"
)
_NO_LIBRARY = re.compile(
    r"(?:cannot find|unable to find library|cannot open) (-l\S+|\S+\.(?:so|a)\S*)"
)
_TWICE = ("multiple definition of", "duplicate symbol: ")


def linker_problems(
    output: str,
    source: Path | None = None,
    elsewhere: Callable[[str], Problem | None] = lambda name: None,
) -> list[Problem]:
    """Problems in a linker's stderr.

    Args:
        output: what it printed.
        source: the kernel's.
        elsewhere: knows of an undefined name where it is defined, as a problem.
    """
    problems: dict[str, Problem] = {}
    for line in output.splitlines():
        if match := _UNDEFINED.search(line):
            name = match[1] or match[2]
            problems[name] = elsewhere(name) or Problem(
                "link",
                f"'{name}' is declared but defined nowhere",
                "Define it in the kernel's source, or correct its name.",
                str(source or ""),
            )
        elif match := _NO_LIBRARY.search(line):
            name = match[1].rstrip(":")
            hint = "See op-workbench doctor."
            problems[line] = Problem("link", f"the library {name} was not found", hint)
        elif any(words in line for words in _TWICE):
            words = line.partition(": ")[2].removeprefix("error: ") or line
            problems[line] = Problem("link", words, "Define it once.", str(source or ""))
    if not problems and output.strip():
        # clang's driver has the last word, which is only that the linker failed.
        lines = [line for line in output.strip().splitlines() if "command failed" not in line]
        told = [line for line in lines if ": error: " in line] or lines[-1:] or [output.strip()]
        problems["other"] = Problem("link", told[0][:500], "The log has the whole text.")
    return list(problems.values())
