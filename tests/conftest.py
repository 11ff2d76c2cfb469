"""What all tests share: folders of their own instead of the user's, and small real ops.

The build cache is kept between runs in pytest's cache folder, because torch's precompiled
headers take 10 s to make. Each run compiles each kernel once; what a test wants to see compiled is
asked for as ``fresh``.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
import textwrap
import uuid
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.large import LEFT_OUT, load_profile
from tests.warm import SOCKETS, Warm
from workbench.core.compile.ort_headers import find_ort_headers
from workbench.core.pipeline.op_state import ErrorReport, OpState
from workbench.core.storage import trust
from workbench.engine.client import Engine
from workbench.engine.store import Store
from workbench.gui.collector import collect

_own_folders: list[str] = []
_warm: list[Warm] = []
_RUN = "OP_WORKBENCH_TEST_RUN"


def pytest_configure(config: pytest.Config) -> None:
    """Before any test module is imported: nothing is read from or written to the user's folders."""
    load_profile()
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell starts background jobs so, and what tests start would not heed Ctrl+C either.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("PYTHONUNBUFFERED", None)  # it would hide what a user's kernel does not flush
    # Each process that a test starts would compile the whole program anew, and each run all tests.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    headers = find_ort_headers()  # `make test` has fetched them into the user's cache
    if headers is not None:
        os.environ.setdefault("OP_WORKBENCH_ORT_INCLUDE", str(headers))
    if "OP_WORKBENCH_CACHE" not in os.environ:
        cache = getattr(config, "cache", None)
        folder = cache.mkdir("op-workbench") if cache else tempfile.mkdtemp(prefix="wb-cache-")
        os.environ["OP_WORKBENCH_CACHE"] = str(folder)
        Store().prune(max_age_days=2.0)
    os.environ.setdefault(_RUN, uuid.uuid4().hex)  # xdist's workers are of the same run
    for name in ("CONFIG", "DATA", "STATE"):
        if f"OP_WORKBENCH_{name}" not in os.environ:
            folder = tempfile.mkdtemp(prefix=f"wb-{name.lower()}-")
            _own_folders.append(folder)
            os.environ[f"OP_WORKBENCH_{name}"] = folder
    # What is waited for comes late where other tests have the cores; it only costs time if it does not.
    for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals):
        wait.__kwdefaults__["timeout"] = 60_000
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        _warm.append(Warm())


_LONGEST_FIRST = (
    "ops/test_gallery.py", "test_nothing_leaves.py", "end2end", "ops", "cli", "engine", "tools",
    "test_packaging.py", "one_place", "gui/web", "gui/window",
)  # fmt: skip
"""What takes longest is begun first: a process that has no more tests takes half of those that
another one has left, from their end, so that both end together and few files are divided."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent

    @cache
    def rank(path: Path) -> int:
        file = path.relative_to(here)
        for position, name in enumerate(_LONGEST_FIRST):
            if file.is_relative_to(name):
                return position
        return len(_LONGEST_FIRST)

    items.sort(key=lambda item: rank(item.path))


def pytest_collection_finish() -> None:
    """The tests themselves are no garbage: a collection need not walk through all of them."""
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    """What a test leaves is collected here, see ``gui/collector.py``.

    Python's own collector comes at any allocation, in whichever thread that is: it would delete an
    earlier test's windows within a slot, or in the thread in which pytest-xdist listens.
    """
    collect()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", ())
    if left := sum(LEFT_OUT in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"{left} tests were left out: {LEFT_OUT}")


def pytest_unconfigure() -> None:
    gc.unfreeze()  # what modules of C++ have made is freed at the end, or they complain
    for warm in _warm:
        warm.close()
    for folder in _own_folders:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts are started as the program's user has them, not forked from a warm one."""
    monkeypatch.delenv(SOCKETS, raising=False)


def begin_cache(folder: Path) -> None:
    """Give a cache folder of a test's own what the run has made already and no kernel matters to.

    Precompiled headers and the objects of our libraries take 10 s to make.
    """
    for kind in ("headers", "objects"):
        for entry in sorted((Store().root / kind).glob("*")):
            made = folder / kind / entry.name
            made.mkdir(parents=True)
            try:
                for file in entry.iterdir():
                    (made / file.name).hardlink_to(file)
            except OSError:  # another process prunes it, or it is on another disk
                shutil.rmtree(made)


MakeOp = Callable[..., Path]
Verify = Callable[..., OpState]

TWICE_TOML = """
schema = 1
name = "twice"
torch = "wb_test::twice"

[[args]]
name = "x"

[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"

[[mapping.nodes]]
op = "test.custom::Twice"
inputs = ["x"]
outputs = ["y"]

[[model.inputs]]
arg = "x"
shape = [2, 3]
seed = 1
dynamic = { 0 = "n" }

[reference]
python = "2 * x"
"""

UNVERIFIED_TOML = TWICE_TOML.partition("[reference]")[0]
"""The same op without a reference: nothing tells whether its kernel is right."""

TWICE_KERNEL = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
}
"""

STANDARD_VARIANT = """
[variants.standard]

[[variants.standard.mapping.constants]]
name = "two"
dtype = "x"
value = 2.0

[[variants.standard.mapping.nodes]]
op = "Mul"
inputs = ["two", "x"]
outputs = ["y"]

[variants.standard.ort]
implementation = "none"
"""
"""The same op in ONNX's own nodes."""

WAITING_KERNEL = "#define TEXT(name) #name\n#include TEXT(pipe.h)\n" + TWICE_KERNEL
"""Its compiler waits for ever where ``pipe.h`` is a pipe that nobody writes to. An include that
is written plainly would be refused; this one only a compiler understands."""


def error_of(state: OpState) -> ErrorReport:
    """The error that an op ended with."""
    report = state.report()
    assert report.status == "failed"
    assert report.error is not None
    return report.error


def stamp(*, fresh: bool) -> str:
    """What makes a source unlike that of earlier runs, and where ``fresh`` unlike any other."""
    return uuid.uuid4().hex if fresh else os.environ[_RUN]


@pytest.fixture
def make_op(tmp_path: Path) -> MakeOp:
    """Writes an op's folder: ``make_op(toml, kernel, folder=…)``, y = 2x where not given.

    The kernel's text is unlike that of earlier runs, and with ``fresh`` unlike any other, so that
    it is compiled and not found.
    """

    def make(
        toml: str = TWICE_TOML,
        kernel: str | None = TWICE_KERNEL,
        folder: Path | None = None,
        source: str = "kernel.cpp",
        fresh: bool = False,
    ) -> Path:
        target = folder or tmp_path / f"op_{uuid.uuid4().hex[:8]}"
        target.mkdir(parents=True, exist_ok=True)
        (target / "op.toml").write_text(textwrap.dedent(toml), encoding="utf-8")
        if kernel is not None:
            text = f"{textwrap.dedent(kernel).strip()}\n// {stamp(fresh=fresh)}\n"
            (target / source).write_text(text, encoding="utf-8")
        trust.trust([target])  # made here: commands run it without a question
        return target

    return make


@pytest.fixture
def endless_build(make_op: MakeOp) -> Path:
    """An op whose compiler waits for ever at a pipe that nobody writes to."""
    folder = make_op(kernel=WAITING_KERNEL)
    os.mkfifo(folder / "pipe.h")
    return folder


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """One running engine for all tests that do not end a host."""
    with Engine() as started:
        started.start()
        yield started


@pytest.fixture
def verify(engine: Engine) -> Iterator[Verify]:
    """Brings an op up to date in the running engine: ``verify(folder, upto="compare")``."""
    seen: list[Path] = []

    def run(folder: Path, upto: str = "compare") -> OpState:
        seen.append(folder)
        state = engine.load([folder])[0]
        engine.run([folder], upto)
        return state

    yield run
    for folder in seen:
        engine.pipeline.forget(folder)
