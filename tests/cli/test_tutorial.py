"""The tutorial of the manual, done as it says: what a newcomer types agrees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench import paths
from workbench.cli import main
from workbench.core.storage import op_file


def blocks(language: str) -> list[str]:
    text = (paths.docs() / "tutorial.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_tutorial_agrees_and_its_mistake_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (signature,), (kernel,), (reference,) = blocks("text"), blocks("cpp"), blocks("python")
    assert main(["new", str(tmp_path / "my_ops"), "--blank", signature.strip()]) == 0
    folder = tmp_path / "my_ops" / "ops" / "soft_gate"
    declared = op_file.load(folder)
    assert declared.outputs[0].shape == "x.shape"
    (folder / "kernel.cpp").write_text(kernel, encoding="utf-8")
    text = (folder / "op.toml").read_text(encoding="utf-8").partition("[reference]")[0]
    (folder / "op.toml").write_text(f"{text}[reference]\npython = '{reference.strip()}'\n")
    assert main(["verify", str(folder)]) == 0, capsys.readouterr().err
    mistaken = kernel.replace("(x[i] > 0 ? left", "(x[i] >= 1 ? left")
    assert mistaken != kernel
    (folder / "kernel.cpp").write_text(mistaken, encoding="utf-8")
    assert main(["verify", str(folder)]) == 1
    assert "DIFFERS" in capsys.readouterr().out
