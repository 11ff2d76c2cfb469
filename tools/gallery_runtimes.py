"""Verify the gallery in every runtime that has been added here, and record what came of it.

    .venv/bin/python tools/gallery_runtimes.py [OP ...]

With names, only those are verified; what was recorded of the others is kept.
``op-workbench gallery --matrix`` prints the record as its third table. Runtimes that are not there are
recorded as that: add them first (``op-workbench runtime add NAME``). It takes minutes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Collection
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
    names, before = sys.argv[1:], contents()
    if unknown := set(names) - set(before):
        raise SystemExit(f"not in the gallery: {', '.join(sorted(unknown))}")
    file = paths.resources() / "gallery_runtimes.json"
    ran_with: dict[str, str] = {}
    found: dict[str, dict[str, Outcome]] = {}
    if names:
        kept = msgspec.json.decode(file.read_bytes(), type=GalleryRuns)
        ran_with.update(kept.ran_with)
        found.update((op, of) for op, of in kept.ops.items() if op not in names and op in before)
        before = {op: before[op] if op in names else kept.contents[op] for op in (*found, *names)}
    with tempfile.TemporaryDirectory() as scratch:
        ops = _verified(Path(scratch) / "told.json", names)
    for op in sorted(ops, key=lambda op: op["op"]):
        found[op["op"]] = {HERE: Outcome(op["status"])}
        for one in op["runtimes"]:
            reason = " ".join(p["message"] for p in one["problems"])
            outcome = Outcome(one["status"], reason, len(one["skipped"]))
            found[op["op"]][one["runtime"]] = outcome
            if one["ran_with"]:
                ran_with[one["runtime"]] = one["ran_with"]
    runs = GalleryRuns(
        {n: ran_with[n] for n in RUNTIMES if n in ran_with},
        dict(sorted(found.items())),
        dict(sorted(before.items())),
    )
    text = msgspec.json.format(msgspec.json.encode(runs), indent=1).decode()
    file.write_text(text + "\n", encoding="utf-8")
    print("\n".join(table(runs)))
    outcomes = [o.status for each in found.values() for o in each.values()]
    return 1 if {"failed", "differs"} & set(outcomes) else 0


def _verified(told: Path, names: Collection[str]) -> list[dict[str, Any]]:
    """What ``verify --json`` says of each op of the gallery, or of those of these names."""
    there = [runtime.name for runtime in RUNTIMES.values() if runtime.is_there]
    folders = [str(folder) for folder, op in project.gallery() if not names or op.name in names]
    words = [word for name in there for word in ("--runtime", name)]
    command = [sys.executable, "-m", "workbench", "verify", *folders, *words, "--json", str(told)]
    subprocess.run(command, check=False)
    ops: list[dict[str, Any]] = msgspec.json.decode(told.read_bytes())["ops"]
    return ops


if __name__ == "__main__":
    sys.exit(main())
