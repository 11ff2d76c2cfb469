"""The window: from the start of its process to its first use, and the memory of all processes.

The memory is that of window, web engine and both hosts at rest with one project open.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.figures import Figure, say
from workbench.cli.start import gallery_project

START_S = 0.8
MEMORY_GB = 1.5
START_ROUNDS = 5
REST_SECONDS = 6.0


def _open_window(report: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "OP_WORKBENCH_STARTUP_REPORT": str(report)}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", str(gallery_project())],
        env=environment,
        stderr=subprocess.DEVNULL,
    )


def _wait_for(report: Path, mark: str, seconds: float = 60.0) -> float:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if report.exists() and mark in (text := report.read_text()):
            return float(json.loads(text)[mark]) / 1000
        time.sleep(0.02)
    raise SystemExit(f"the window did not report '{mark}' within {seconds:g} s")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the window, and wait for its hosts, which would slow the next start down."""
    tree = _tree(process.pid)
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    end = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in tree) and time.monotonic() < end:
        time.sleep(0.02)


def window_start() -> Figure:
    """Seconds from the start of the process to a usable window, the gallery project open."""
    times, at_work = [], []
    for _ in range(START_ROUNDS + 1):
        with tempfile.TemporaryDirectory() as folder:
            process = _open_window(Path(folder) / "report.json")
            try:
                times.append(_wait_for(Path(folder) / "report.json", "usable_ms"))
                at_work.append(_at_work(process.pid))
            finally:
                _end(process)
    times, at_work = times[1:], at_work[1:]  # the first reads the files from disk
    # What it waited for, disk or others, is not in the second sum: the spread of a start that
    # waits for nothing is the processor's own (pace.py).
    detail = f"{min(times):.2f} to {max(times):.2f}, {len(times)} starts; "
    detail += f"its own processor time {statistics.median(at_work):.2f}, {min(at_work):.2f} to {max(at_work):.2f}"
    return Figure("start to a usable window", statistics.median(times), "s", START_S, detail)


def memory_at_rest() -> Figure:
    """Resident memory of all processes together, pages that they share counted once (PSS)."""
    # What the window would have made ahead of the first build is no rest.
    command = [sys.executable, "-m", "workbench", "prepare"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    with tempfile.TemporaryDirectory() as folder:
        process = _open_window(Path(folder) / "report.json")
        try:
            _wait_for(Path(folder) / "report.json", "usable_ms")
            time.sleep(REST_SECONDS)
            tree = _tree(process.pid)
            shared_once = sum(_memory(pid, "Pss:") for pid in tree)
            summed = sum(_memory(pid, "Rss:") for pid in tree)
        finally:
            _end(process)
    detail = f"{len(tree)} processes; {summed:.2f} GB if shared pages count in each"
    return Figure("memory at rest", shared_once, "GB", MEMORY_GB, detail)


def _at_work(pid: int) -> float:
    """Seconds that a process's first thread, the window's, has run so far."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _tree(root: int) -> list[int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def _memory(pid: int, field: str) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith(field)) * 1024 / 1e9


def main() -> int:
    """Measure and print. Exit status 0 if the promises are kept."""
    return say(window_start(), memory_at_rest())


if __name__ == "__main__":
    sys.exit(main())
