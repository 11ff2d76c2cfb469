"""A kernel that uses a value before it is set: which one, and the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, MakeOp, Verify
from tests.engine.building import kernel_with
from tests.engine.test_crash_causes import EACH, here
from tests.engine.test_driver import _of_gallery
from tests.large import large, some
from workbench import paths
from workbench.core.errors import Problem
from workbench.core.storage import op_file
from workbench.engine.build.unset import can_find_unset, unset

pytestmark = pytest.mark.skipif(not can_find_unset(), reason="for x86-64, and the bundled clang")

HEAD = "#include <cstdlib>\n#include <cstring>\n#include <vector>\n#include <algorithm>\n"
HEAD += "#include <list>\n#include <map>\n#include <sstream>\n#include <string>\n"
HIDDEN = '  asm volatile("" : : "r"(none) : "memory");\n'
HEAP = "  float* volatile sums = static_cast<float*>(std::malloc(24));\n"
UNSET = {
    "local": (
        f"  float none[8];\n{HIDDEN}"
        "  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] + none[i];  // here",
        "a local variable",
    ),
    "heap": (
        f"{HEAP}  for (int i = 0; i < 6; ++i) sums[i] += x[i];  // here\n"
        "  for (int i = 0; i < 6; ++i) y[i] = sums[i];\n  std::free(sums);",
        "memory that it has asked for",
    ),
    "new": (
        "  float* volatile sums = new float[6];\n"
        "  y[0] = sums[3] + 1;  // here\n  delete[] sums;",
        "memory that it has asked for",
    ),
    "decision": (f"  int none[8];\n{HIDDEN}  if (none[3] > 2) y[0] = 7;  // here", "a decision"),
    "output": ("  y[1] = y[0];  // here", "an element of an output"),
}  # fmt: skip
SET = {
    "plain": "",
    "zeroed": "  float none[8] = {};\n" + HIDDEN + "  y[0] += none[3];",
    "copied": HEAP + "  std::memcpy(sums, x.data(), 24);\n  y[0] = sums[5];\n  std::free(sums);",
    "cleared": HEAP + "  std::memset(sums, 0, 24);\n  y[0] = sums[5];\n  std::free(sums);",
    "calloc": "  float* at = static_cast<float*>(std::calloc(6, 4));\n  y[0] = at[1];\n  free(at);",
    "containers": "  std::vector<float> all(x.begin(), x.end());\n"
    "  std::sort(all.begin(), all.end());\n  all.resize(9);\n  y[0] = all[8];",
    "tree": "  std::map<int, float> all;\n  for (float v : x) all[int(v * 9) % 5] += v;\n"
    "  for (auto& [k, v] : all) y[0] += v;",
    "list": "  std::list<float> all;\n  for (float v : x) all.push_back(v);\n"
    "  all.sort();\n  for (float v : all) y[0] += v;",
    "text": "  std::string all;\n  for (float v : x) all += std::to_string(v);\n"
    "  if (all.find('7') != std::string::npos) y[0] += all.size() + all[3];",
    "stream": "  std::ostringstream all;\n  for (float v : x) all << v;\n"
    "  if (all.str()[2] == '7') y[0] += 1;",
    "copy": "  char* all = strdup(\"abc\");\n  if (all[1] == 'b') y[0] = 1;\n  std::free(all);",
    "partly used": HEAP + "  sums[2] = 5;\n  y[0] = sums[2];\n  std::free(sums);",
}


def found(folder: Path) -> Problem | None:
    return unset(folder, op_file.load(folder).resolved())


@pytest.mark.parametrize("name", some(UNSET, ["local", "heap", "decision", "output"]))
def test_the_line_that_uses_it_first(make_op: MakeOp, name: str) -> None:
    body, what = UNSET[name]
    before = "" if name == "output" else EACH
    folder = make_op(kernel=kernel_with(f"{before}{body}", HEAD))
    problem = found(folder)
    assert problem is not None
    assert what in problem.message
    assert f"{problem.file}:{problem.line}" == here(folder)


@pytest.mark.parametrize("name", some(SET, ["plain", "copied", "containers", "partly used"]))
def test_what_is_set_is_not_reported(make_op: MakeOp, name: str) -> None:
    assert found(make_op(kernel=kernel_with(f"{EACH}{SET[name]}", HEAD))) is None


@pytest.mark.parametrize(
    ("output", "declared"),
    [("Output", 'dtype = "x"\nshape = "[unknown, 3]"'), ("OutputList", 'type = "tensor[]"\n{}')],
)
def test_sizes_that_the_kernel_gives_its_outputs_are_set(
    make_op: MakeOp, output: str, declared: str
) -> None:
    old = 'dtype = "x"\nshape = "x.shape"'
    toml = TWICE_TOML.replace(old, declared.format(old))
    allocated = f"  wb::Tensor<float> y = out.allocate({{x.size(0), 3}});\n  {EACH}"
    kernel = kernel_with(allocated).replace("wb::Tensor<float> y)", f"wb::{output}<float> out)")
    assert found(make_op(toml, kernel)) is None
    unset_after = kernel.replace(EACH, f"{EACH}{UNSET['new'][0]}")
    problem = found(make_op(toml, unset_after))
    assert problem is not None
    assert "memory that it has asked for" in problem.message


def test_an_element_that_is_never_written(make_op: MakeOp) -> None:
    body = "for (int64_t i = 1; i < y.numel(); ++i) y[i] = 2 * x[i];"
    problem = found(make_op(kernel=kernel_with(body)))
    assert problem is not None
    assert "element 0 of 'y'" in problem.message
    assert problem.line == 0


@pytest.mark.parametrize("name", [pytest.param(n, marks=large) for n in _of_gallery()])
def test_the_gallery_sets_all(name: str) -> None:
    assert found(paths.ops_lib() / "ops" / name) is None


def test_a_kernel_that_does_not_repeat_itself_is_looked_at(make_op: MakeOp, verify: Verify) -> None:
    # What lies in new memory is nobody's to say; the counter differs for certain.
    counts = "\n  static float calls = 0;\n  y[0] += ++calls;"
    folder = make_op(kernel=kernel_with(UNSET["heap"][0] + counts, HEAD))
    report = verify(folder).report()
    assert report.status == "failed", report
    assert len(report.problems) == 2, report.problems
    cause, seen = report.problems
    assert (cause.kind, seen.kind) == ("unset", "repeat")
    assert "does not repeat itself" in cause.hint
    assert cause.where() == here(folder)
