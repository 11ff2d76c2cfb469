"""What a package is called that is delivered."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.delivery.package import HELPERS, package_for
from workbench.core.errors import UserError


def named(*ops: str, name: str = "", version: str = "", home: Path = Path("/nowhere/ops")) -> str:
    return package_for(name, version, ops, [home / op for op in ops]).name


def test_one_op_gives_its_name_and_a_project_its_own(tmp_path: Path) -> None:
    assert named("my_add") == "my_add"
    assert package_for("", "", ["my_add"], [Path("/nowhere/my_add")]).version == "0.1.0"
    project = tmp_path / "My Ops 2"
    (project / "ops").mkdir(parents=True)
    (project / "project.toml").touch()
    assert named("a", "b", home=project / "ops") == "my_ops_2"
    with pytest.raises(UserError, match="no name for one package") as failed:
        named("a", "b")
    assert "--package" in failed.value.problem.hint


def test_a_name_that_hides_another_module_is_none() -> None:
    assert named("onnx") == "onnx_op"
    assert named("json") == "json_op"
    for name in ("torch", "json", "ONNX-.", "a b", "-a", "1ops", "class", "", "ä", "a/b"):
        if name:
            with pytest.raises(UserError, match="is no name for a package"):
                named("my_add", name=name)
    assert package_for("My-ops.more", "", ["a"], []).module == "My_ops_more"


@pytest.mark.parametrize("version", ["1", "1.2.0", "2.0rc1", "1.0.post1", "0.1.dev3", "1.0+cpu.1"])
def test_versions_of_pep_440(version: str) -> None:
    assert package_for("", version, ["a"], [Path("/nowhere/a")]).version == version


@pytest.mark.parametrize("version", ["v1", "1..2", "one", "1.0-", "1.0\nEvil: 1", "1.0 "])
def test_what_is_no_version(version: str) -> None:
    with pytest.raises(UserError, match="is no version"):
        package_for("", version, ["a"], [Path("/nowhere/a")])


def test_an_op_that_is_called_as_a_function_of_the_package() -> None:
    with pytest.raises(UserError, match="a function of its own"):
        named(HELPERS[0])
