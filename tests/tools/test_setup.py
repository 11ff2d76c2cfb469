"""The set-up script: when it works and when it does not, and what it says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import setup, uv_variables
from tools.setup import Environment, SetupError, explain, progress


@pytest.fixture
def tree(tmp_path: Path) -> Environment:
    """A source tree whose environment is set up, as far as the script can tell."""
    for name in setup.INPUTS:
        (tmp_path / name).write_text(name)
    environment = Environment(tmp_path)
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to(sys.executable)
    environment.write_stamp(system=True)
    return environment


def forbid(*_: object) -> None:
    raise AssertionError("nothing was to be done")


def test_nothing_is_done_when_nothing_changed(
    tree: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "start", forbid)
    monkeypatch.setattr(tree, "install", forbid)
    setup.set_up(tree)


@pytest.mark.parametrize("name", setup.INPUTS)
def test_changed_requirements_are_noticed(tree: Environment, name: str) -> None:
    assert tree.packages_ready()
    (tree.root / name).write_text("something else")
    assert not tree.packages_ready()
    assert tree.usable(), "pip can go on in the environment as it is"


@pytest.mark.parametrize("stamp", ["", "{", "[]", '{"inputs": "x"}'])
def test_damaged_stamp_means_set_up_again(tree: Environment, stamp: str) -> None:
    tree.stamp.write_text(stamp)
    assert not tree.packages_ready()
    assert not tree.system_ready()


def test_interrupted_set_up_is_made_afresh(
    tree: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    half_installed = tree.folder / "half-installed"
    half_installed.touch()
    tree.marker.touch()
    assert not tree.packages_ready(), "a stamp beside the marker counts for nothing"

    monkeypatch.setattr(setup, "run_shown", lambda command: None)
    tree.start()
    assert not half_installed.exists()
    assert not tree.stamp.exists()
    assert tree.marker.exists(), "until pip is through"


def test_environment_that_others_made_is_kept(tree: Environment) -> None:
    tree.stamp.unlink()
    keepsake = tree.folder / "keepsake"
    keepsake.touch()
    tree.start()
    assert keepsake.exists()


def test_environment_without_its_python_is_unusable(tree: Environment) -> None:
    tree.python.unlink()
    tree.python.symlink_to(tree.root / "gone")
    assert tree.version() is None
    assert not tree.usable()


@pytest.mark.parametrize(("key", "value"), [("root", "/elsewhere"), ("python", "3.10.1")])
def test_moved_tree_or_other_python_is_made_afresh(tree: Environment, key: str, value: str) -> None:
    stamp = json.loads(tree.stamp.read_text())
    tree.stamp.write_text(json.dumps(stamp | {key: value}))
    assert not tree.packages_ready()
    assert not tree.usable()


def test_missing_system_library_is_looked_for_again_without_pip(
    tree: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(Path(setup.__file__).parent))
    import system_packages

    tree.write_stamp(system=False)
    monkeypatch.setattr(tree, "install", forbid)
    monkeypatch.setattr(system_packages, "provide", lambda venv: ["libX is missing"])
    setup.set_up(tree)
    assert "libX is missing" in capsys.readouterr().err
    assert not tree.system_ready()

    monkeypatch.setattr(system_packages, "provide", lambda venv: [])
    setup.set_up(tree)
    assert tree.system_ready()


def test_failed_pip_leaves_no_stamp(tree: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: object) -> None:
        raise SetupError("no")

    (tree.root / "constraints.txt").write_text("newer")
    monkeypatch.setattr(setup, "run_shown", fail)
    monkeypatch.setattr(setup, "check_venv_module", lambda system: None)
    monkeypatch.syspath_prepend(str(Path(setup.__file__).parent))
    with pytest.raises(SetupError):
        setup.set_up(tree)
    assert not tree.packages_ready()
    assert not tree.stamp.exists()


def test_packages_and_program_are_compiled(
    tree: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the environment says of bytecode: a first start that compiles takes 0.3 s more."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.syspath_prepend(str(Path(setup.__file__).parent))
    monkeypatch.setattr(setup, "run_shown", lambda command, variables=(): None)
    installed = tree.folder / "lib" / "python3.11" / "site-packages" / "package"
    for folder in (installed, tree.root / "workbench"):
        folder.mkdir(parents=True)
        (folder / "module.py").write_text("x = 1\n")
        (folder / "template.py").write_text("{{ no Python }}\n")
    tree.install()
    for folder in (installed, tree.root / "workbench"):
        assert list((folder / "__pycache__").glob("module.*.pyc"))


def test_uv_is_told_what_pip_is_configured_to_do() -> None:
    found = uv_variables.variables(
        "WARNING: something else\n"
        ":env:.find-links='/wheels /more'\n"
        ":env:.cert='/etc/certificates.crt'\n"
        "global.index-url='https://user:word@mirror.example/simple'\n"
        "global.find-links='/not these'\n"
        "install.constraint='/etc/constraints.txt'\n"
        "list.format='columns'\n"
    )
    assert found == {
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": "/wheels,/more",  # the environment counts more than a file
        "SSL_CERT_FILE": "/etc/certificates.crt",
        "UV_DEFAULT_INDEX": "https://user:word@mirror.example/simple",
        "UV_CONSTRAINT": "/etc/constraints.txt",
    }


@pytest.mark.parametrize("name", ["no-binary", "client-cert", "no-cache-dir", "no-index"])
def test_what_only_pip_understands_is_left_to_pip(name: str) -> None:
    assert uv_variables.variables(f"global.{name}='x'\n") is None
    assert uv_variables.variables("") is not None


@pytest.mark.parametrize("lacks", ["", "uv", "a package"])
def test_pip_installs_what_uv_cannot(
    tree: Environment, monkeypatch: pytest.MonkeyPatch, lacks: str
) -> None:
    monkeypatch.syspath_prepend(str(Path(setup.__file__).parent))
    monkeypatch.setattr(tree, "compile_bytecode", lambda: None)
    run: list[list[str]] = []

    def note(command: list[object], variables: object = ()) -> None:
        run.append([str(word) for word in command])
        by_uv = Path(run[-1][0]).name == "uv"
        if (lacks == "uv" and run[-1][-1] == "uv") or (lacks == "a package" and by_uv):
            raise SetupError("no")

    monkeypatch.setattr(setup, "run_shown", note)
    tree.install()
    whole = [Path(command[0]).name for command in run if command[-1].endswith("[dev]")]
    python = tree.python.name
    assert whole == {"": ["uv"], "uv": [python], "a package": ["uv", python]}[lacks]
    assert all(str(tree.root / "constraints.txt") in command for command in run)


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError(': Failed to "
            "establish a new connection: [Errno -3] Temporary failure in name resolution'\n"
            "ERROR: No matching distribution found for torch==2.13.0",
            ["No network", "make again"],
        ),
        ("OSError: [Errno 28] No space left on device", ["disk is full", "GB"]),
        (
            "ERROR: Cannot install hatchling because these package versions have conflicting "
            "dependencies.\nERROR: ResolutionImpossible: for help visit a page",
            ["hatchling", "cannot be reached", "lacks"],
        ),
        ("SSLError(SSLCertVerificationError(CERTIFICATE_VERIFY_FAILED", ["certificate"]),
        (
            "ERROR: No matching distribution found for PySide6==6.12.0",
            ["PySide6==6.12.0", "no build", "make PYTHON="],
        ),
        ("because ensurepip is not\navailable", ["-venv"]),
        ("Error: No module named ensurepip", ["-venv", "apt-get install"]),
        ("something new", ["something new"]),
    ],
)
def test_failure_is_explained_with_a_next_step(output: str, words: list[str]) -> None:
    message = explain(output.splitlines())
    for word in words:
        assert word in message


def test_progress_shows_downloads_and_the_long_step() -> None:
    assert progress("Downloading torch-2.13.0-cp311.whl (180 MB)") is not None
    many = ", ".join(f"package{i}" for i in range(40))
    assert progress(f"Installing collected packages: {many}") == (
        "Installing 40 packages (a minute or two)"
    )
    assert progress("Installing collected packages: op-workbench") is None
    assert progress("Requirement already satisfied: numpy") is None


def test_failing_command_raises_with_its_output() -> None:
    with pytest.raises(SetupError, match="strange words"):
        setup.run_shown([sys.executable, "-c", "print('strange words'); raise SystemExit(3)"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no flock")
def test_lock_ends_with_the_process_that_holds_it(tmp_path: Path) -> None:
    code = f"""
import os, sys, pathlib
sys.path.insert(0, {str(setup.ROOT)!r})
from tools.setup import one_at_a_time
one_at_a_time(pathlib.Path({str(tmp_path)!r})).__enter__()
os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == 9
    with setup.one_at_a_time(tmp_path):
        assert list(tmp_path.iterdir()) == []
