"""Kernels in Python beside those in C++."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp


@pytest.fixture
def make_op(make_op: MakeOp) -> MakeOp:
    """As everywhere, but a kernel that includes nothing is Python and goes to ``kernel.py``."""

    def make(toml: str = TWICE_TOML, kernel: str | None = TWICE_KERNEL, **more: Any) -> Path:
        if kernel is None or "#include" in kernel:
            return make_op(toml, kernel, **more)
        folder = make_op(toml, None, **more)
        (folder / "kernel.py").write_text(kernel, encoding="utf-8")
        return folder

    return make
