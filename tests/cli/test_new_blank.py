"""``op-workbench new --blank``: an op of one's own that builds and says that it is not written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.engine.runtimes.foreign import make_module
from workbench.core.storage import op_file

SCHEMA = "scale(Tensor x, Tensor? bias, float by=2.0) -> Tensor"


@pytest.mark.parametrize("style", ["portable", "python"])
def test_a_blank_op_builds_and_verify_says_that_the_kernel_is_not_written(
    run: Run, tmp_path: Path, style: str
) -> None:
    done = run("new", tmp_path / "p", "--blank", SCHEMA, "--style", style)
    assert done.returncode == 0, done.stderr
    assert "outputs[0].shape" in done.stdout
    folder = tmp_path / "p" / "ops" / "scale"
    assert op_file.load(folder).kernel.style == style
    verified = run("verify", folder)
    assert verified.returncode != 0
    assert "is not written yet" in verified.stdout + verified.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--blank", "scale(Tensor x"], "op-workbench: ',' or ')' is missing at its end"),
        (["--blank", "scale"], "Write e.g. my_op(Tensor x) -> Tensor"),
        (["--blank", ""], "the op's name is missing"),
        (["--torch", ""], "no Namespace::op"),
        (["--blank", SCHEMA, "--name", "a b"], "identifier"),
        (["--from", "foo", "--style", "python"], "--style goes with --blank"),
        (["--from", "foo", "--module", "x.so"], "--module goes with --blank"),
        (["--blank", SCHEMA, "--module", "x.so", "--style", "python"], "it goes without --style"),
        (["--blank", SCHEMA, "--module", "x.so"], "x.so has no function of tvm-ffi's C ABI"),
        (["--blank", SCHEMA, "--module", __file__], "is no shared library"),
    ],
)
def test_refusals(run: Run, tmp_path: Path, arguments: list[str], words: str) -> None:
    done = run("new", tmp_path / "p", *arguments)
    assert done.returncode == 1
    assert words in done.stderr
    assert not (tmp_path / "p").exists()


WRITTEN = "for (int64_t i = 0; i < output.numel(); ++i) output[i] = 3 * x[i];"


def test_a_blank_op_with_a_kernel_that_nobody_checks_is_not_green(run: Run, tmp_path: Path) -> None:
    """The same wrong kernel runs in both runtimes; the reference that it is drafted with tells."""
    assert run("new", tmp_path / "p", "--blank", "scale(Tensor x) -> Tensor").returncode == 0
    folder = tmp_path / "p" / "ops" / "scale"
    kernel = folder / "kernel.cpp"
    text = kernel.read_text(encoding="utf-8")
    body = text.index("{", text.index("scale(")) + 1
    signature = text[text.index("scale(") : body]
    output = signature.rpartition(")")[0].split()[-1]
    written = WRITTEN.replace("output", output)
    kernel.write_text(f"{text[:body]}\n  {written}\n}}\n", encoding="utf-8")
    done = run("verify", folder)
    assert done.returncode == 1
    assert "runs alike, not verified" in done.stdout
    assert "Add a reference" in done.stdout + done.stderr
    assert run("verify", folder, "--allow-unverified").returncode == 0
    toml = folder / "op.toml"
    drafted = toml.read_text(encoding="utf-8")
    (line,) = (i for i in drafted.splitlines() if i.startswith("python = "))
    for python, status in (("2 * x", 1), ("3 * x", 0)):
        toml.write_text(drafted.replace(line, f'python = "{python}"'), encoding="utf-8")
        assert run("verify", folder).returncode == status


@pytest.mark.parametrize("name", ["where", "conv", "Add"])
def test_a_name_that_onnx_runtime_treats_specially_runs(
    run: Run, tmp_path: Path, name: str
) -> None:
    """ONNX Runtime ends the process over a node called Where with two inputs, in any domain."""
    done = run("new", tmp_path / "p", "--blank", f"{name}(Tensor x, Tensor b) -> Tensor")
    assert done.returncode == 0, done.stderr
    (folder,) = (tmp_path / "p" / "ops").iterdir()
    kernel = folder / "kernel.cpp"
    text = kernel.read_text(encoding="utf-8")
    body = text.index("{", text.index(f"{folder.name}(")) + 1
    output = text[:body].rpartition(")")[0].split()[-1]
    loop = f"for (int64_t i = 0; i < {output}.numel(); ++i) {output}[i] = x[i] + b[i];"
    kernel.write_text(f"{text[:body]}\n  {loop}\n}}\n", encoding="utf-8")
    toml = folder / "op.toml"
    lines = [
        'python = "x + b"' if line.startswith("python = ") else line
        for line in toml.read_text(encoding="utf-8").splitlines()
    ]
    toml.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("verify", folder)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_compiled_module_is_an_op_by_its_signature_and_goes_along(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = make_module(tmp_path, "their.so")
    words = ("--blank", "twice(Tensor x) -> Tensor", "--module", module)
    done = run("new", tmp_path / "p", *words)
    assert done.returncode == 1
    assert "their.so has several functions" in done.stderr
    assert "It has: double_it, ends, every, refuses." in done.stderr
    assert not (tmp_path / "p").exists()
    done = run("new", tmp_path / "p", *words, "--function", "double_it")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "p" / "ops" / "twice"
    toml = folder / "op.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace('"..."', '"2 * x"'), encoding="utf-8")
    assert run("verify", folder).returncode == 0
    assert run("archive", tmp_path / "p", tmp_path / "p.zip").returncode == 0
    # An archive is unpacked to the working folder, which is that of the sources else.
    monkeypatch.setattr("tests.cli.conftest.ROOT", tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)
    assert run("verify", tmp_path / "p.zip", "--trust").returncode == 0, "the module is in it"
    assert (tmp_path / "p-2" / "ops" / "twice" / "their.so").is_file()
