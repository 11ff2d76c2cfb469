"""``make bench``: the figures that the program promises, each beside its promise.

    edit loop     from a saved kernel with one changed line to a verified run, in a running engine
    start         from the start of the process to a visible, usable window
    memory        window, web engine and both hosts at rest with one project open
    kernels       the gallery's against ONNX Runtime's and torch's own: what bench_*.py measure
    load_inline   the usual way in a script, for comparison (with --compare; takes minutes)

``--json FILE`` writes all of it. Machines are noisy: medians of several rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from workbench import paths
from workbench.cli.bench import edit_loop
from workbench.cli.start import gallery_project

ROUNDS = 10
START_ROUNDS = 5
REST_SECONDS = 6.0

LOAD_INLINE = """
import tempfile, time
start = time.perf_counter()
import numpy, torch, onnxruntime
from torch.utils.cpp_extension import load_inline
source = '''
torch::Tensor foo(torch::Tensor x, torch::Tensor y) { return x + y; }
TORCH_LIBRARY(bench, m) { m.def("foo", &foo); }
'''
with tempfile.TemporaryDirectory() as folder:
    load_inline("bench_foo", source, is_python_module=False, build_directory=folder)
    torch.onnx.register_custom_op_symbolic(
        "bench::foo", lambda g, x, y: g.op("Add", x, y).setType(x.type()), 17)
    class Model(torch.nn.Module):
        def forward(self, x, y): return torch.ops.bench.foo(x, y)
    inputs = torch.ones(3, 5), torch.ones(3, 5)
    torch.onnx.export(Model(), inputs, folder + "/m.onnx", dynamo=False, opset_version=17,
                      input_names=["x", "y"])
    session = onnxruntime.InferenceSession(folder + "/m.onnx")
    result = session.run(None, {"x": inputs[0].numpy(), "y": inputs[1].numpy()})
    numpy.testing.assert_allclose(result[0], Model()(*inputs).numpy())
print(time.perf_counter() - start)
"""


def main() -> int:
    """Measure and print. Exit status 0 if every promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--compare", action="store_true", help="time load_inline, too")
    options = parser.parse_args()
    figures = [*edit_loops(), window_start(), memory_at_rest(), *kernels()]
    if options.compare:
        figures.append(load_inline(figures[0]))
    for figure in figures:
        limit = f"(promised: at most {figure['promised']:g})" if figure["promised"] else ""
        print(
            f"{figure['name']:<46}{figure['value']:9.3f} {figure['unit']:<8}{limit} {figure['detail']}"
        )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 1 if any(f["promised"] and f["value"] > f["promised"] for f in figures) else 0


def _figure(name: str, value: float, unit: str, promised: float = 0.0, detail: str = "") -> dict:
    return {"name": name, "value": value, "unit": unit, "promised": promised, "detail": detail}


def edit_loops() -> list[dict]:
    """The edit loop of a portable and of a libtorch op."""
    figures = []
    for op, promised in (("my_add_custom", 1.0), ("dual_residual", 3.5)):
        result = edit_loop(paths.ops_lib() / "ops" / op, ROUNDS)
        detail = (
            f"{result.minimum:.2f} to {result.maximum:.2f}, {ROUNDS} edits, {result.cores} cores"
        )
        figures.append(_figure(f"edit loop, {op}", result.median, "s", promised, detail))
    return figures


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
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def window_start() -> dict:
    """Seconds from the start of the process to a usable window, the gallery project open."""
    times = []
    for _ in range(START_ROUNDS + 1):
        with tempfile.TemporaryDirectory() as folder:
            process = _open_window(Path(folder) / "report.json")
            try:
                times.append(_wait_for(Path(folder) / "report.json", "usable_ms"))
            finally:
                _end(process)
    times = times[1:]  # the first reads the files from disk
    detail = f"{min(times):.2f} to {max(times):.2f}, {len(times)} starts"
    return _figure("start to a usable window", statistics.median(times), "s", 1.2, detail)


def memory_at_rest() -> dict:
    """Resident memory of all processes together, pages that they share counted once (PSS)."""
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
    return _figure("memory at rest", shared_once, "GB", 1.5, detail)


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


def kernels() -> list[dict]:
    """The worst ratio that each of the ``bench_*.py`` beside this file prints."""
    figures = []
    for script in sorted(Path(__file__).parent.glob("bench_*.py")):
        done = subprocess.run(
            [sys.executable, str(script)], capture_output=True, text=True, check=False
        )
        print(done.stdout, end="", flush=True)
        found = re.findall(r"ratio ([\d.]+) \(promised: at most ([\d.]+)\)", done.stdout)
        if not found:
            raise SystemExit(f"{script.name} failed: {done.stderr.strip()[-500:]}")
        value, promised = max((float(v), float(p)) for v, p in found)
        name = script.stem.removeprefix("bench_")
        figures.append(_figure(f"ratio, {name}", value, "", promised))
    return figures


def load_inline(loop: dict) -> dict:
    """The same job as a script with torch's JIT build; each edit costs this again."""
    done = subprocess.run(
        [sys.executable, "-c", LOAD_INLINE], capture_output=True, text=True, check=True
    )
    seconds = float(done.stdout.split()[-1])
    return _figure(
        "load_inline, export, ONNX Runtime in a script",
        seconds,
        "s",
        0.0,
        f"{seconds / loop['value']:.0f} times as long",
    )


if __name__ == "__main__":
    raise SystemExit(main())
