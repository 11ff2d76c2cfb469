"""What compiler and linker printed, as problems with file, line and next step."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from workbench.core.errors import Problem

__all__ = ["compiler_problems", "linker_problems"]

_TEXT = re.compile(r"^(.+?):(\d+):(\d+): (?:fatal )?(error|warning): (.*)$")
_NVCC = re.compile(r"^(.+?)\((\d+)\): (error|warning)(?: #[\w-]+)?: (.*)$")
_DRIVER = re.compile(r"^\S*: fatal error: (.*)$")
_MAX_PROBLEMS = 200


def compiler_problems(output: str) -> list[Problem]:
    """Problems in a compiler's stderr: gcc's JSON form, plain text, or nvcc's form."""
    problems: list[Problem] = []
    for line in output.splitlines():
        if line.startswith("[") and line.rstrip().endswith("]"):
            try:
                entries = json.loads(line)
            except ValueError:
                entries = []
            problems += [p for e in entries if isinstance(e, dict) for p in _from_json(e)]
        elif match := _TEXT.match(line):
            file, number, column, severity, text = match.groups()
            problems.append(
                Problem("compile", text, _hint(text), file, "", int(number), int(column), severity)
            )
        elif match := _NVCC.match(line):
            file, number, severity, text = match.groups()
            problems.append(
                Problem("compile", text, _hint(text), file, "", int(number), 0, severity)
            )
        elif killed := _DRIVER.match(line):
            hint = "Was there too little memory? The log has the whole text."
            problems.append(Problem("compile", killed[1], hint))
    # A template is compiled once per type, and gives its warnings each time.
    return list(dict.fromkeys(problems))[:_MAX_PROBLEMS]


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
    hint = _hint(message) or (notes[0] if notes else "")
    return [
        Problem(
            "compile", message, hint, str(caret.get("file", "")), "",
            int(caret.get("line", 0)), int(caret.get("display-column", caret.get("column", 0))), severity,
        )
    ]  # fmt: skip


def _hint(message: str) -> str:
    if "No such file or directory" in message:
        return "Is the include folder right? Headers beside op.toml are found by their name."
    if "static assertion failed" in message and "int64_t" in message:
        return "torch passes int64_t and double, not int and float."
    return ""


_UNDEFINED = re.compile(
    r"undefined reference to [`'\"](.+?)['\"]$|undefined symbol: (.+?)(?: >>>.*)?$"
)
_NO_LIBRARY = re.compile(r"cannot find (-l\S+|\S+\.(?:so|a)\S*)")


def linker_problems(output: str, source: Path | None = None) -> list[Problem]:
    """Problems in a linker's stderr."""
    problems: dict[str, Problem] = {}
    for line in output.splitlines():
        if match := _UNDEFINED.search(line):
            name = match[1] or match[2]
            problems[name] = Problem(
                "link",
                f"'{name}' is declared but defined nowhere",
                "Define it in the kernel's source, or correct its name.",
                str(source or ""),
            )
        elif match := _NO_LIBRARY.search(line):
            name = match[1].rstrip(":")
            hint = "See op-workbench doctor."
            problems[line] = Problem("link", f"the library {name} was not found", hint)
        elif "multiple definition of" in line:
            problems[line] = Problem(
                "link", line.partition(": ")[2] or line, "Define it once.", str(source or "")
            )
    if not problems and output.strip():
        problems["other"] = Problem(
            "link", output.strip().splitlines()[-1][:500], "The log has the whole text."
        )
    return list(problems.values())
