"""Helpers for tests that talk to a page."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any


def evaluate(qtbot, view, expression: str) -> Any:
    """Returns the value of a JavaScript expression (awaited, and passed on as JSON)."""
    answers: list[str] = []
    page = view.page()
    # runJavaScript cannot wait for a promise: the page keeps the answer until it is there.
    page.runJavaScript(
        "window._answer = undefined;"
        f"(async () => ({expression}))()"
        ".then((v) => { window._answer = JSON.stringify({ value: v === undefined ? null : v }); })"
        ".catch((e) => { window._answer = JSON.stringify({ error: String(e) }); });"
    )

    def answered() -> bool:
        page.runJavaScript("window._answer", lambda text: answers.append(text) if text else None)
        return bool(answers)

    qtbot.waitUntil(answered, timeout=60_000)
    answer = json.loads(answers[0])
    assert "error" not in answer, answer["error"]
    return answer["value"]


def loaded_fonts(qtbot, view, font: str) -> list[str]:
    """The faces of the page's own fonts that a CSS font shorthand takes, each with its weight."""
    faces = evaluate(
        qtbot,
        view,
        f"(await document.fonts.load({json.dumps(font)})).map((f) => f.family + ' ' + f.weight)",
    )
    return [str(face).replace('"', "") for face in faces]


def internet_sockets() -> list[str]:
    """The TCP and UDP sockets of this process and of all below it (Linux)."""
    pids, inodes = [os.getpid()], set()
    for pid in pids:
        try:
            for task in Path(f"/proc/{pid}/task").iterdir():
                pids += [int(child) for child in (task / "children").read_text().split()]
            files = list(Path(f"/proc/{pid}/fd").iterdir())
        except OSError:
            continue  # the process went away meanwhile
        for file in files:
            with contextlib.suppress(OSError):  # closed by now, as the listing itself is
                target = str(file.readlink())
                if target.startswith("socket:["):
                    inodes.add(target[8:-1])
    rows = [
        row.split()
        for table in ("tcp", "tcp6", "udp", "udp6")
        if Path(f"/proc/net/{table}").exists()
        for row in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
    ]
    return [f"{row[1]} -> {row[2]}" for row in rows if row[9] in inodes]
