"""What is found wrong with an op's folder before anything of it is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, MakeOp
from tests.problems.broken import OPS, REFERENCE, write_ops
from workbench.problems import find_all, find_problems


@pytest.fixture
def folders(make_op: MakeOp, tmp_path: Path) -> dict[str, Path]:
    return write_ops(make_op, tmp_path / "ops")


@pytest.mark.parametrize("name", OPS)
def test_each_kind_of_problem_is_found(folders: dict[str, Path], name: str) -> None:
    found = find_problems(folders[name])
    assert [(p.kind, p.severity, p.key) for p in found.problems] == OPS[name][2]
    assert all(Path(p.file).parent == folders[name] for p in found.problems)
    assert (found.op is None) == (name in ("no_toml", "unknown_key"))


def test_a_file_that_is_no_text_is_not_called_missing(folders: dict[str, Path]) -> None:
    (problem,) = find_problems(folders["no_text"]).problems
    assert "does not exist" not in problem.message
    (problem,) = find_problems(folders["no_file"]).problems
    assert problem.message == "the file more.cpp (further source) does not exist"


def test_ops_of_one_torch_name(make_op: MakeOp, tmp_path: Path) -> None:
    first, second = (make_op(folder=tmp_path / n) for n in ("a", "b"))
    other = make_op(TWICE_TOML.replace("wb_test::", "wb_other::"), folder=tmp_path / "c")
    found = find_all([first, second, other])
    assert [len(one.problems) for one in found] == [0, 1, 0]
    (problem,) = found[1].problems
    assert problem.message == "twice has the torch name wb_test::twice too"
    assert (problem.severity, problem.key, problem.file) == (
        "warning",
        "torch",
        str(second / "op.toml"),
    )


@pytest.mark.parametrize(
    ("body", "is_open"),
    [
        ("...", True),
        ("pass", True),
        ("raise NotImplementedError", True),
        ('raise NotImplementedError("compute y here")', True),
        ('"""Doc."""\n    ...', True),
        ("return 2 * x", False),
        ("raise ValueError", False),
        ("...\n    return x", False),
        ("return (", False),
    ],
)
def test_a_reference_that_computes_nothing_yet_is_a_note(
    make_op: MakeOp, body: str, is_open: bool
) -> None:
    folder = make_op(REFERENCE)
    (folder / "reference.py").write_text(f"def twice(x):\n    {body}\n")
    found = [p for p in find_problems(folder).problems if p.kind == "unwritten"]
    assert bool(found) == is_open
    assert all(p.severity == "note" and Path(p.file).name == "reference.py" for p in found)


def test_no_code_of_an_op_is_run(make_op: MakeOp) -> None:
    folder = make_op(REFERENCE)
    marker = folder / "was_run"
    text = f"open({str(marker)!r}, 'w')\ndef twice(x):\n    return 2 * x\n"
    for name in ("reference.py", "conftest.py", "sitecustomize.py", "__init__.py"):
        (folder / name).write_text(text)
    assert find_problems(folder).problems == ()
    assert not marker.exists()
