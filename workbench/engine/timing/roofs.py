"""What the machine can do at most, by a small program that the op's compiler makes."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.jobs import Roof
from workbench.engine.compilers import compiler, environment
from workbench.engine.store import Store, digest
from workbench.engine.timing.machine import instructions

__all__ = ["measured_roofs"]

_SOURCE = paths.resources() / "toolchain" / "roofs.cpp"
_NAME = "roofs"
_FLAGS = ("-std=c++17", "-O3", "-march=native", "-ffp-contract=fast", "-pthread")
_SECONDS = 60.0


def measured_roofs(
    threads: Sequence[int], store: Store, known: Sequence[Roof] = ()
) -> tuple[Roof, ...]:
    """The roofs for each number of threads; none where the program cannot be made or run.

    Args:
        threads: their numbers.
        store: where the program is kept.
        known: those that were measured on this machine before.
    """
    found = {roof.threads: roof for roof in known}
    try:
        for number in threads:
            if number not in found:
                found[number] = _measured(_program(store), number)
        return tuple(found[number] for number in threads)
    except (UserError, OSError, subprocess.SubprocessError, ValueError):
        return ()  # times are told without them


def _program(store: Store) -> Path:
    """The program, made once for a processor and a compiler."""
    chosen = compiler()
    key = digest([_SOURCE.read_bytes(), chosen.version, *chosen.command, *_FLAGS, instructions()])
    if store.has("libraries", key, _NAME):
        return store.path("libraries", key, _NAME)
    with store.alone("libraries", key), store.scratch() as scratch:
        folder = scratch / _NAME
        folder.mkdir()
        command = [*chosen.command, *_FLAGS, str(_SOURCE), "-o", str(folder / _NAME)]
        subprocess.run(command, capture_output=True, env=environment(), check=True)
        return store.add("libraries", key, folder) / _NAME


def _measured(program: Path, threads: int) -> Roof:
    done = subprocess.run(
        [str(program), str(threads)], capture_output=True, text=True, timeout=_SECONDS, check=True
    )
    bandwidth, flops = map(float, done.stdout.split())
    return Roof(threads, bandwidth, flops)
