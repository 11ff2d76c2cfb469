"""What the tests of C++ against ONNX Runtime's official headers share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from workbench.core.compile.ort_headers import find_ort_headers
from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file
from workbench.engine.build import build as builder
from workbench.engine.store import Store

needs_headers = pytest.mark.skipif(
    find_ort_headers() is None, reason="ONNX Runtime's official headers are not here: make headers"
)

F32 = np.float32
X = np.arange(6, dtype=F32).reshape(2, 3)


def library(folder: Path) -> Path:
    op = op_file.load(folder)
    result, _ = builder.build(folder, op, Store(), builder.Reporter())
    assert result.torch_library == ""
    return Path(result.ort_library)


def problems(folder: Path) -> tuple[Problem, ...]:
    with pytest.raises(UserError) as caught:
        library(folder)
    return caught.value.problems
