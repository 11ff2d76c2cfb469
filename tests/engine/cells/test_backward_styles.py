"""Backwards of gallery ops in every style, with lists, optional arguments and several outputs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.forked import Forked
from workbench.core.storage import project

RUN = """
import sys
from pathlib import Path
from msgspec.structs import replace
from tests.engine.cells.backwards import loaded
from workbench.core.cells.passes import PASSES
from workbench.core.declaration.op import Backward
from workbench.core.errors import UserError

op = loaded(Path(sys.argv[1]))
formulas = dict(pair.split("=", 1) for pair in sys.argv[3:])
if sys.argv[2] == "dual numbers":
    op = op._replace(op=replace(op.op, types={"T": ("float64",)}))
(look,) = (p for p in PASSES if p.name == sys.argv[2])
try:
    outcome = op.looked_at(look, Backward(formulas=formulas))
    print(outcome.status, *outcome.problems)
except UserError as error:
    print("refused", error)
"""


@pytest.fixture(scope="module")
def python() -> Iterator[Forked]:
    with Forked(
        "torch", "tests.engine.cells.backwards", "workbench.engine.cells.gradients"
    ) as started:
        yield started


@pytest.fixture
def checked(python: Forked, tmp_path: Path):
    """What a pass says of formulas; in a process of its own, as each op is registered once."""

    def check(folder: Path, look: str, formulas: dict[str, str]) -> str:
        script = tmp_path / "run.py"
        script.write_text(RUN, encoding="utf-8")
        words = [f"{arg}={formula}" for arg, formula in formulas.items()]
        done = python.run(script, str(folder), look, *words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return check


OPS = {
    # a list of tensors, sizes that only the kernel knows, and an output without a gradient
    "concat_rows": (
        {"clouds": "list(grad_rows.split([len(x) for x in clouds]))"},
        {"clouds": "[-g for g in grad_rows.split([len(x) for x in clouds])]"},
    ),
    # registered by the user's own code under CPU: two outputs, an attribute
    "dual_residual": (
        {
            "x": "alpha * grad_x_residual - grad_y_residual",
            "y": "alpha * grad_y_residual - grad_x_residual",
        },
        {
            "x": "alpha * grad_x_residual + grad_y_residual",
            "y": "alpha * grad_y_residual - grad_x_residual",
        },
    ),
    # a Python extension
    "my_add": ({"a": "2 * grad", "b": "grad"}, {"a": "2 * grad", "b": "2 * grad"}),
}


UNDER_CPU = """
TORCH_LIBRARY(cst, m) { m.def("dual_residual(Tensor x, Tensor y, float alpha) -> (Tensor, Tensor)"); }
TORCH_LIBRARY_IMPL(cst, CPU, m) { m.impl("dual_residual", &dual_residual); }
"""


def copied(name: str, target: Path) -> Path:
    """A gallery op, for float64, too."""
    folder = shutil.copytree(project.gallery_folder() / name, target / name)
    toml = folder / "op.toml"
    text = toml.read_text(encoding="utf-8")
    if name == "dual_residual":
        text = text.replace("[[args]]", '[types]\nT = ["float32", "float64"]\n\n[[args]]', 1)
        for arg in "xy":
            text = text.replace(f'name = "{arg}"\n', f'name = "{arg}"\ndtype = "T"\n', 1)
    toml.write_text(text.partition("[backward")[0], encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", OPS)
def test_each_style_is_checked(checked, name: str, tmp_path: Path) -> None:
    folder = copied(name, tmp_path)
    if name == "dual_residual":
        source = folder / "dual_residual.cpp"
        text = source.read_text(encoding="utf-8")
        text = text.replace("torch/script.h", "torch/library.h").partition("static auto")[0]
        source.write_text(text.replace("torch::", "at::") + UNDER_CPU, encoding="utf-8")
    right, wrong = OPS[name]
    assert checked(folder, "gradcheck", right) == "agrees"
    assert checked(folder, "gradgradcheck", right) == "agrees"
    said = checked(folder, "gradcheck", wrong)
    assert said.startswith("failed ")
    assert "is wrong at [0, 0" in said


def test_what_torch_traces_into_takes_no_backward(checked, tmp_path: Path) -> None:
    said = checked(copied("dual_residual", tmp_path), "gradcheck", OPS["dual_residual"][0])
    assert said.startswith("refused")
    assert "torch differentiates what cst::dual_residual is made of" in said


def test_a_class_has_a_backward_of_its_own(checked, tmp_path: Path) -> None:
    folder = shutil.copytree(project.gallery_folder() / "my_add_py", tmp_path / "my_add_py")
    said = checked(folder, "gradcheck", {"a": "2 * grad", "b": "grad"})
    assert said.startswith("refused")
    assert "has a backward of its own" in said
