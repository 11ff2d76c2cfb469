"""Verify the gallery in every runtime that has been added here, and record what came of it.

    .venv/bin/python tools/gallery_runtimes.py

``op-workbench gallery --matrix`` prints the record as its third table. Runtimes that are not there are
recorded as that: add them first (``op-workbench runtime add NAME``). It takes minutes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import msgspec

from workbench import paths
from workbench.core.gallery.gallery_runs import HERE, GalleryRuns, Outcome, contents, table
from workbench.core.runtimes import RUNTIMES
from workbench.core.storage import project


def main() -> int:
    """Exit status 0 where nothing failed or differs."""
    before = contents()
    with tempfile.TemporaryDirectory() as scratch:
        ops = _verified(Path(scratch) / "told.json")
    ran_with: dict[str, str] = {}
    found: dict[str, dict[str, Outcome]] = {}
    for op in sorted(ops, key=lambda op: op["op"]):
        found[op["op"]] = {HERE: Outcome(op["status"])}
        for one in op["runtimes"]:
            reason = " ".join(p["message"] for p in one["problems"])
            outcome = Outcome(one["status"], reason, len(one["skipped"]))
            found[op["op"]][one["runtime"]] = outcome
            if one["ran_with"]:
                ran_with[one["runtime"]] = one["ran_with"]
    runs = GalleryRuns({n: ran_with[n] for n in RUNTIMES if n in ran_with}, found, before)
    text = msgspec.json.format(msgspec.json.encode(runs), indent=1).decode()
    (paths.resources() / "gallery_runtimes.json").write_text(text + "\n", encoding="utf-8")
    print("\n".join(table(runs)))
    outcomes = [o.status for each in found.values() for o in each.values()]
    return 1 if {"failed", "differs"} & set(outcomes) else 0


def _verified(told: Path) -> list[dict[str, Any]]:
    """What ``verify --json`` says of each op of the gallery."""
    there = [runtime.name for runtime in RUNTIMES.values() if runtime.is_there]
    folders = [str(folder) for folder, _ in project.gallery()]
    words = [word for name in there for word in ("--runtime", name)]
    command = [sys.executable, "-m", "workbench", "verify", *folders, *words, "--json", str(told)]
    subprocess.run(command, check=False)
    ops: list[dict[str, Any]] = msgspec.json.decode(told.read_bytes())["ops"]
    return ops


if __name__ == "__main__":
    sys.exit(main())
