"""Line tables, and what a child has noted, may be damaged: then they say nothing."""

from __future__ import annotations

import mmap
import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import MakeOp
from tests.engine.building import build
from workbench.engine.host import frames
from workbench.engine.host.lines import locations


def multiplication(library: str) -> int:
    """Where the kernel computes 2 * x, which is x + x to the compiler."""
    command = ["objdump", "-d", library]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^ *([0-9a-f]+):.*\baddss\b", text, re.MULTILINE)
    assert found
    return int(found[0], 16)


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_library_says_nothing(make_op: MakeOp, tmp_path: Path, seed: int) -> None:
    library = build(make_op())[0].ort_library
    address = multiplication(library)
    first = locations(library, [address])[address][0]
    assert (first.file, first.line) == ("kernel.cpp", 4)
    data = bytearray(Path(library).read_bytes())
    choose = random.Random(seed)
    for _ in range(4000):
        data[choose.randrange(64, len(data))] = choose.randrange(256)
    damaged = tmp_path / "damaged.so"
    damaged.write_bytes(data[: len(data) if seed % 2 else choose.randrange(len(data))])
    for chain in locations(str(damaged), [address]).values():
        assert all(isinstance(location.line, int) for location in chain)


def test_no_library_at_all_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "text.so").write_text("no library")
    assert locations(str(tmp_path / "text.so"), [1]) == {}
    assert locations(str(tmp_path / "none.so"), [1]) == {}


def memory(text: bytes) -> mmap.mmap:
    made = mmap.mmap(-1, 1 << 12)
    made.write(text)
    return made


@pytest.mark.parametrize(
    "text", [b"", b"junk", b"12 /lib.so\n", b"end x y z\n12 /lib.so\n", b"\xff" * 4096]
)
def test_notes_that_are_none_are_no_end(text: bytes) -> None:
    assert frames.read(memory(text)) == []


def test_notes_of_an_end() -> None:
    text = b"end 11 0 7ff100 7ff000 800000\n1f /cache/a b.so\nnonsense\n2 /c/frames.so\nend 15 7 0 0 0\n"
    first, second = frames.read(memory(text))
    assert first == frames.ThreadEnd((frames.Frame(0x1F, "/cache/a b.so"),), overflow=True)
    assert second == frames.ThreadEnd((), main=False)


def test_what_python_notes() -> None:
    file = frames.python_file()
    assert frames.read_python(file) == []
    os.write(
        file, b'Thread 0x07 (most recent call first):\n  File "/a b/r\\xe9f.py", line 3 in f\n'
    )
    os.write(file, b"  ...\n\nCurrent thread 0x08 (most recent call first):\n  <no Python frame>\n")
    assert frames.read_python(file) == [[frames.PythonFrame("f", "/a b/réf.py", 3)], []]
    os.close(file)
