"""Writes ``resources/std_headers.json``: which header declares which name of namespace ``std``.

clangd knows it: after it has read the standard library it offers every name behind ``std::``, each
with the ``#include`` that goes with it. Run it again when clangd or the C++ standard changes:

    python tools/std_headers.py
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from workbench import paths
from workbench.core.compile.programs import find_program

_TEXT = "void f() { std:: }\n"
_WAIT_S = 60.0
_ENOUGH = 1000
_INCLUDE = re.compile(r"#include <(.+)>")


def _send(to: IO[bytes], message: dict[str, Any]) -> None:
    data = json.dumps({"jsonrpc": "2.0", **message}).encode()
    to.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
    to.flush()


def _answer(source: IO[bytes], number: int) -> Any:
    while True:
        size = 0
        while line := source.readline().strip():
            if line.lower().startswith(b"content-length"):
                size = int(line.partition(b":")[2])
        message = json.loads(source.read(size))
        if message.get("id") == number and "result" in message:
            return message["result"]


def names(program: str) -> dict[str, str]:
    """Each name with its header, as clangd says it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "--header-insertion=iwyu", "--limit-results=0", "--log=error",
                   "--background-index=false", f"--compile-commands-dir={folder}"]  # fmt: skip
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            options = {"fallbackFlags": ["-std=c++20"]}
            start = {"processId": None, "capabilities": {}, "initializationOptions": options}
            _send(process.stdin, {"id": 0, "method": "initialize", "params": start})
            _answer(process.stdout, 0)
            document = {"uri": (Path(folder) / "a.cpp").as_uri()}
            opened = {**document, "languageId": "cpp", "version": 1, "text": _TEXT}
            _send(process.stdin, {"method": "initialized", "params": {}})
            _send(
                process.stdin,
                {"method": "textDocument/didOpen", "params": {"textDocument": opened}},
            )
            end, number, found = time.monotonic() + _WAIT_S, 0, {}
            while len(found) < _ENOUGH and time.monotonic() < end:
                number += 1
                position = {"line": 0, "character": _TEXT.index("}") - 1}
                asked = {"textDocument": document, "position": position}
                _send(
                    process.stdin,
                    {"id": number, "method": "textDocument/completion", "params": asked},
                )
                found = _headers(_answer(process.stdout, number)["items"])
                time.sleep(0.5)
            process.kill()
    return found


def _headers(items: list[dict[str, Any]]) -> dict[str, str]:
    known: dict[str, set[str]] = {}
    for item in items:
        for edit in item.get("additionalTextEdits", []):
            match = _INCLUDE.search(edit["newText"])
            if match and not item["filterText"].startswith("operator"):
                # A header that is no one's to include stands for the one that includes it.
                inner = "algorithm" if match[1].startswith("pstl/") else match[1]
                known.setdefault(item["filterText"], set()).add(inner)
    sizes = Counter(header for headers in known.values() for header in headers)
    # One that stands in several (move) is taken from the smallest.
    return {name: min(headers, key=lambda h: (sizes[h], h)) for name, headers in known.items()}


def main() -> int:
    """Write the table; exit status 1 where clangd is missing or says too little."""
    program = find_program("clangd")
    found = names(program) if program is not None else {}
    if len(found) < _ENOUGH:
        print("clangd is missing, or has not read the standard library", file=sys.stderr)
        return 1
    table: dict[str, list[str]] = {}
    for name in sorted(found):
        table.setdefault(found[name], []).append(name)
    lines = (f"{json.dumps(h)}: {json.dumps(' '.join(table[h]))}" for h in sorted(table))
    path = paths.resources() / "std_headers.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(found)} names in {len(table)} headers: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
