"""A worker of ``make fuzz`` whose readers do what none may."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from pathlib import Path

from tools.fuzz_worker import Kind, Made, serve
from workbench.core.errors import UserError


def make(rng: random.Random) -> Made:
    return Made("planted", ".bin", rng.randbytes(200) + b"!" + rng.randbytes(200))


def well(_scratch: Path, file: Path, _start: str) -> None:
    assert b"!" in file.read_bytes()


def word(_scratch: Path, file: Path, _start: str) -> None:
    raise UserError("planted", "this is for the user", file=file)


def traceback(_scratch: Path, file: Path, _start: str) -> None:
    if b"!" in file.read_bytes():
        raise KeyError("planted")


def hang(_scratch: Path, _file: Path, _start: str) -> None:
    time.sleep(60)


def growth(_scratch: Path, _file: Path, _start: str) -> None:
    kept = []
    while True:
        kept.append(bytes(range(256)) * 4096)


def growth_and_back(_scratch: Path, _file: Path, _start: str) -> None:
    assert len(bytearray(b"x") * (200 << 20))


def died(_scratch: Path, _file: Path, _start: str) -> None:
    os.abort()


def executed(_scratch: Path, _file: Path, _start: str) -> None:
    with contextlib.suppress(BaseException):
        os.system("true")
    raise KeyError("the rest")


def evaluated(_scratch: Path, file: Path, _start: str) -> None:
    eval("1 + 1", {})


def written(scratch: Path, _file: Path, _start: str) -> None:
    (scratch / "here").write_text("fine", encoding="utf-8")
    (scratch / ".." / ".." / "elsewhere").write_text("", encoding="utf-8")


def removed(scratch: Path, _file: Path, _start: str) -> None:
    (scratch / "here").mkdir()
    (scratch / "here").rename(scratch / "there")
    (scratch / "there").rmdir()
    scratch.parent.parent.rmdir()


READERS = (
    well, word, traceback, hang, growth, growth_and_back, died, executed, evaluated, written, removed,
)  # fmt: skip

if __name__ == "__main__":
    signal.alarm(60)
    raise SystemExit(serve({reader.__name__: Kind(make, reader) for reader in READERS}))
