"""The kernels of the gallery with an error of their budget and four units more.

An error is added to one element. Its budget is measured of the wrong kernel itself, so that it is
told whether an error makes its own budget wider.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Verify
from tests.large import large
from tests.ops.gallery import GALLERY
from workbench.core import jobs
from workbench.core.pipeline.op_state import OpReport, OpState
from workbench.engine.parity.allowed import type_tolerance

# op of the gallery, its output, its number of elements at the kernel's end, its first element
KERNELS = [
    ("concat_rows", "rows", "end * clouds[0].size(1)", "(to - end * clouds[0].size(1))"),
    ("deform_conv2d", "output", "output.numel()", "output.data()"),
    ("dynamic_resize_plugin", "y", "y.numel()", "y.data()"),
    ("foo", "out", "out.numel()", "out.data()"),
    ("foo_classic", "out", "out.numel()", "out.data()"),
    ("foo_mixed", "out", "out.numel()", "out.data()"),
    ("knn_query", "dist", "dist.numel()", "dist.data()"),
    ("my_add_custom", "y", "y.numel()", "y.data()"),
]
_QUICK = ("my_add_custom",)
each = pytest.mark.parametrize(
    "kernel",
    [pytest.param(k, id=k[0], marks=() if k[0] in _QUICK else large) for k in KERNELS],
)


class _Broken:
    """An op whose kernel adds something to one element of its main example at its end."""

    def __init__(self, kernel: tuple[str, str, str, str], tmp_path: Path, verify: Verify) -> None:
        op, self._output, self._size, self._first = kernel
        self._folder = tmp_path / op
        shutil.copytree(GALLERY / op, self._folder)
        self._file = self._folder / "kernel.cpp"
        self._right = self._file.read_text()
        self._verify = verify
        self._case = self._went(self._verify(self._folder))
        self.given, self.expected, _ = self._arrays()
        self.at = int(np.argsort(np.abs(self.expected))[self.expected.size // 2])
        self.ulp = float(np.spacing(np.abs(self.expected[self.at])))

    def with_error(self, error: float) -> OpReport:
        """How it goes where the kernel is wrong by so much there."""
        added = error + float(self.expected[self.at]) - float(self.given[self.at])
        end = self._right.index("\n}\n", self._right.rindex("\nvoid "))
        guard = f"if ({self._size} == {self.given.size})"
        wrong = f"\n  {guard} {self._first}[{self.at}] += {added!r};"
        self._file.write_text(self._right[:end] + wrong + self._right[end:])
        state = self._verify(self._folder)
        self._case = self._went(state)
        return state.report()

    @property
    def budget(self) -> float:
        """By how much the element may differ, as measured last."""
        return float(self._arrays()[2][self.at])

    def _went(self, state: OpState) -> jobs.ExportedCase:
        ended = state.result("export")
        assert ended is not None
        assert isinstance(ended.result, jobs.ExportResult), ended.problems
        return ended.result.cases[0]

    def _arrays(self) -> list[np.ndarray]:
        """What the kernel gives, what is expected, and the budgets; of the output, in a row."""
        files = (self._case.reference, self._case.expected, self._case.rounding)
        return [np.load(f)[self._output].reshape(-1) for f in files]


@each
def test_an_error_within_the_least_budget_and_one_beyond_it(
    kernel: tuple[str, str, str, str], tmp_path: Path, verify: Verify
) -> None:
    broken = _Broken(kernel, tmp_path, verify)
    assert broken.with_error(3 * broken.ulp).status == "agrees"
    assert broken.with_error(64 * broken.ulp).rounding is not None  # that measures the budget
    budget = broken.budget
    report = broken.with_error(budget + 4 * broken.ulp)
    assert report.status == "differs"
    assert report.rounding is not None
    assert report.rounding.used > 1
    assert broken.budget == pytest.approx(budget, abs=3.5 * broken.ulp)


@large
def test_whole_numbers_have_no_budget(tmp_path: Path, verify: Verify) -> None:
    folder = Path(shutil.copytree(GALLERY / "grid_cluster", tmp_path / "grid_cluster"))
    file = folder / "kernel.cpp"
    text = file.read_text()
    right = "static_cast<int64_t>(index);"
    assert right in text
    file.write_text(text.replace(right, f"{right}\n      cluster[row] += row == 1;"))
    assert verify(folder).report().status == "differs"


_WRONG_FROM_HERE = {
    "my_add_py": (
        "my_add.py",
        "        return 2 * a + b",
        "        y = 2 * a + b\n        if y.numel() == {size}:\n"
        "            y.view(-1)[{at}] += {error}\n        return y",
    ),
    "my_add": (
        "my_add.cpp",
        "{ return 2 * a + b; }",
        "{{\n  auto y = 2 * a + b;\n  if (y.numel() == {size}) y.view(-1)[{at}] += {error};\n  return y;\n}}",
    ),
}


@pytest.mark.parametrize("name", ["my_add_py", pytest.param("my_add", marks=large)])
def test_where_rounding_is_not_measured_the_tolerance_of_the_type_counts(
    name: str, tmp_path: Path, verify: Verify
) -> None:
    """Kernels of torch's own operators, which approximate by more than rounding moves them."""
    folder = Path(shutil.copytree(GALLERY / name, tmp_path / name))
    source, right, wrong = _WRONG_FROM_HERE[name]
    text = (folder / source).read_text()
    assert right in text
    ended = verify(folder).result("export")
    assert ended is not None
    assert isinstance(ended.result, jobs.ExportResult)
    expected = np.load(ended.result.cases[0].expected)["y"]
    at = int(np.argsort(np.abs(expected), axis=None)[expected.size // 2])
    allowed = float(type_tolerance(expected).reshape(-1)[at])
    beyond = allowed + 4 * float(np.spacing(np.abs(expected.reshape(-1)[at])))
    for error, status in ((allowed / 2, "agrees"), (beyond, "differs")):
        changed = wrong.format(size=expected.size, at=at, error=repr(error))
        (folder / source).write_text(text.replace(right, changed))
        assert verify(folder).report().status == status, error
