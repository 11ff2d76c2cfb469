"""``op-workbench build --as``: ops of a project in one library for each runtime."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run
from tests.cli.two_ops import make_two
from tests.conftest import TWICE_TOML


def test_two_libraries_have_the_ops(run: Run, tmp_path: Path) -> None:
    ops = make_two(tmp_path)
    done = run("build", "--trust", *ops, "--as", "both", "--to", tmp_path / "to")
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(p.name for p in (tmp_path / "to").iterdir()) == [
        "libboth_ort.so",
        "libboth_torch.so",
    ]
    assert done.stdout.count("twice, thrice") == 2
    schemas = run("inspect", tmp_path / "to" / "libboth_torch.so").stdout
    assert "wb_test::twice(" in schemas
    assert "wb_test::thrice(" in schemas
    listed = run("inspect", tmp_path / "to" / "libboth_ort.so").stdout
    assert "test.custom::Twice" in listed
    assert "test.custom::Thrice" in listed


def test_what_is_in_none_of_them_is_told(run: Run, tmp_path: Path) -> None:
    ops = make_two(tmp_path)
    alone = tmp_path / "alone"
    alone.mkdir()
    toml = TWICE_TOML.replace("twice", "alone").replace("Twice", "Alone")
    (alone / "op.toml").write_text(
        f'{toml}\n[kernel]\nstyle = "python"\nsource = "kernel.py"\n'
        '\n[ort]\nimplementation = "export-only"\n'
    )
    (alone / "kernel.py").write_text(
        "import torch\n\n\nclass alone(torch.autograd.Function):\n"
        "    @staticmethod\n    def forward(ctx, x):\n        return 2 * x\n"
    )
    done = run("build", "--trust", *ops, alone, "--as", "both", "--to", tmp_path / "to")
    assert done.returncode == 1
    assert "in none of them: alone" in done.stderr
    assert (tmp_path / "to" / "libboth_torch.so").is_file()


def test_asked_wrongly(run: Run, tmp_path: Path) -> None:
    op = make_two(tmp_path)[0]
    done = run("build", op, "--to", tmp_path)
    assert done.returncode != 0
    assert "--to goes with --as" in done.stderr
    done = run("build", op, "--as", "../x")
    assert done.returncode != 0
    assert "cannot be the name of a library" in done.stderr
    assert not list(tmp_path.rglob("*.so"))


def test_a_place_that_is_none_is_told(run: Run, tmp_path: Path) -> None:
    ops = make_two(tmp_path)
    (tmp_path / "it's a file").write_text("mine")
    done = run("build", "--trust", *ops, "--as", "both", "--to", tmp_path / "it's a file")
    assert done.returncode == 1
    assert "the folder cannot be made" in done.stderr
    assert (tmp_path / "it's a file").read_text() == "mine"
