"""A kernel that throws, forks or writes where it must not, and lives on: the line that did it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeOp, Verify
from tests.engine.building import kernel_with
from tests.engine.test_crash_causes import EACH, IN_ORT
from tests.engine.test_crash_lines import failed, here
from tests.engine.test_libtorch import TOML as LIBTORCH_TOML

HEAD = "#include <stdexcept>\n#include <vector>\n#include <unistd.h>\n#include <functional>\n"
THROWN = {
    "an exception": ('  throw std::runtime_error("no luck");  // here', "no luck"),
    "no exception": ("  throw 42;  // here", "no std::exception"),
    "by the library": ("  std::vector<int> few(3);\n  y[0] = few.at(y.numel());  // here", "range_check"),
    "too much": ("  std::vector<float> much(y.numel() << 40);  // here\n  y[0] = much[1];", "bad_alloc"),
    "caught and thrown again": (
        '  try {\n    throw std::runtime_error("no luck");  // here\n'
        "  } catch (const std::exception&) {\n    throw;\n  }", "no luck",
    ),
}  # fmt: skip


@pytest.mark.parametrize("runtime", ["torch", "ort"])
@pytest.mark.parametrize("name", THROWN)
def test_the_line_that_throws(make_op: MakeOp, verify: Verify, name: str, runtime: str) -> None:
    body, words = THROWN[name]
    if runtime == "ort":
        body = f"  if (in_ort()) {{\n{body}\n  }}"
    folder = make_op(kernel=kernel_with(f"{EACH}\n{body}", HEAD + IN_ORT))
    stage, error = failed(verify, folder)
    assert stage == {"torch": "export", "ort": "run"}[runtime]
    assert words in error.message
    assert error.where == here(folder)


def test_a_check_of_torch_in_a_libtorch_kernel(make_op: MakeOp, verify: Verify) -> None:
    text = """
#include <torch/torch.h>

at::Tensor scaled(const at::Tensor& x, double alpha) {
  TORCH_CHECK(x.dim() == 7, "seven are wanted");  // here
  return alpha * x;
}
"""
    folder = make_op(LIBTORCH_TOML, text)
    _, error = failed(verify, folder)
    assert "seven are wanted" in error.message
    assert error.where == here(folder)


def test_an_exception_that_the_kernel_has_caught_is_not_the_cause(
    make_op: MakeOp, verify: Verify
) -> None:
    body = "  try {\n    throw 1;\n  } catch (int) {\n  }\n"
    folder = make_op(
        kernel=kernel_with(f'{EACH}{body}  throw std::runtime_error("no");  // here', HEAD)
    )
    _, error = failed(verify, folder)
    assert error.where == here(folder)


def test_the_line_of_a_fork(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(kernel=kernel_with(f"{EACH}  if (fork() < 0) y[0] = 1;  // here", HEAD))
    _, error = failed(verify, folder)
    assert "called fork()" in error.message
    assert error.where == here(folder)


def test_the_line_that_writes_into_a_descriptor_of_the_job(make_op: MakeOp, verify: Verify) -> None:
    body = '  for (int i = 3; i < 99; ++i)\n    if (write(i, "{", 1) < 0) continue;  // here'
    folder = make_op(kernel=kernel_with(f"{EACH}{body}", HEAD))
    _, error = failed(verify, folder)
    assert "a file descriptor that is not its own" in error.message
    assert error.where == here(folder)


def test_what_the_kernel_writes_elsewhere_is_its_own_affair(
    make_op: MakeOp, verify: Verify, tmp_path: Path
) -> None:
    file = tmp_path / "own.txt"
    body = (
        f'  FILE* own = fopen("{file}", "w");\n'
        '  if (write(fileno(own), "mine", 4) != 4) y[0] = 0;\n  fclose(own);'
    )
    folder = make_op(kernel=kernel_with(f"{EACH}{body}", f"{HEAD}#include <cstdio>\n"))
    assert verify(folder).report().error is None
    assert file.read_text() == "mine"
