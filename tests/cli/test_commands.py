"""The other commands, and how the program behaves as a program."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run, command, with_sources
from tests.conftest import TWICE_KERNEL, MakeOp
from tests.engine.conftest import alive, end, processes_naming, wait_until
from tests.large import large
from workbench.core.storage import project


def test_help_names_every_command(run: Run) -> None:
    done = run("--help")
    assert done.returncode == 0
    for name in (
        "start",
        "verify",
        "build",
        "export",
        "run",
        "debug",
        "new",
        "gallery",
        "doctor",
        "prepare",
    ):
        assert f" {name} " in done.stdout
    for name in ("verify", "new", "bench"):
        assert run(name, "--help").returncode == 0


def test_a_command_imports_no_other_one() -> None:
    line = [sys.executable, "-v", "-m", "workbench", "gallery"]
    done = subprocess.run(line, capture_output=True, cwd=ROOT, text=True, check=True)
    assert "import 'workbench.cli.gallery'" in done.stderr
    for other in ("cli.new", "cli.verify", "engine.client"):
        assert f"import 'workbench.{other}'" not in done.stderr


def test_version(run: Run) -> None:
    from workbench import __version__

    assert run("--version").stdout.strip().endswith(__version__)


@pytest.mark.parametrize(
    "arguments", [["verfy", "x"], ["--nonsense"], ["verify"], ["verify", "--nonsense", "x"]]
)
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr
    assert done.stdout == ""


def test_an_unknown_word_is_neither_command_nor_folder(run: Run) -> None:
    done = run("verfy")
    assert done.returncode in (1, 2)
    assert "verify" in done.stderr, "the commands are named"


def test_no_display(run: Run, tmp_path: Path) -> None:
    nowhere = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "QT_QPA_PLATFORM": None}
    project.create_project(tmp_path / "p")
    done = run(tmp_path / "p", env=nowhere)
    assert done.returncode == 1
    assert "display" in done.stderr


# -- gallery, new, doctor


def test_gallery(run: Run) -> None:
    done = run("gallery")
    assert done.returncode == 0
    for folder, op in project.gallery():
        assert folder.name in done.stdout
        assert op.doc in done.stdout


def test_gallery_as_json(run: Run) -> None:
    listed = json.loads(run("gallery", "--json").stdout)["ops"]
    assert [o["op"] for o in listed] == [op.name for _, op in project.gallery()]
    for entry in listed:
        assert (Path(entry["path"]) / "op.toml").is_file()
        assert "->" in entry["schema"]
        assert entry["nodes"]


def test_new_makes_a_project_and_adds_to_it(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "my project"
    done = run("new", target, "--from", "foo")
    assert done.returncode == 0
    assert (target / "project.toml").is_file()
    assert (target / "ops" / "foo" / "kernel.cpp").is_file()
    assert str(target / "ops" / "foo") in done.stdout
    assert run("new", target, "--from", "foo", "--name", "second").returncode == 0
    assert [f.name for f in project.open_project(target).op_folders] == ["foo", "second"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(["--from", "nothing"], "my_add_custom"), (["--from", "foo", "--name", "no name"], "identifier"),
     (["--from", "foo", "--name", "../evil"], "identifier"), ([], "--from")],
)  # fmt: skip
def test_new_refuses(run: Run, tmp_path: Path, arguments: list[str], word: str) -> None:
    done = run("new", tmp_path / "p", *arguments)
    assert done.returncode in (1, 2)
    assert word in done.stderr
    assert not (tmp_path / "p" / "ops").is_dir() or not list((tmp_path / "p" / "ops").iterdir())


def test_new_leaves_nothing_where_it_fails(run: Run, tmp_path: Path) -> None:
    run("new", tmp_path / "p", "--from", "foo", "--name", "no name")
    assert not (tmp_path / "p").exists()


def test_new_in_a_folder_that_holds_other_things(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    done = run("new", tmp_path, "--from", "foo")
    assert done.returncode == 1
    assert "not empty" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["letter.txt"]


def test_the_command_that_new_prints_can_be_pasted(run: Run, tmp_path: Path) -> None:
    done = run("new", str(tmp_path / """it's "odd" here"""), "--from", "my_add_custom")
    command = done.stdout.partition("Verify it:")[2].strip().splitlines()[0]
    program, verb, op = shlex.split(command)
    assert (program, verb) == ("op-workbench", "verify")
    assert (Path(op) / "op.toml").is_file()


def test_new_twice(run: Run, tmp_path: Path) -> None:
    run("new", tmp_path / "p", "--from", "foo")
    kernel = tmp_path / "p" / "ops" / "foo" / "kernel.cpp"
    kernel.write_text("mine")
    done = run("new", tmp_path / "p", "--from", "foo")
    assert done.returncode == 1
    assert "already" in done.stderr
    assert kernel.read_text() == "mine"


def test_doctor(run: Run) -> None:
    done = run("doctor")
    assert done.returncode == 0
    for word in ("torch", "onnxruntime", "C++ compiler", "ninja", "ORT headers", "cache folder"):
        assert word in done.stdout


def test_doctor_as_json(run: Run) -> None:
    found = {f["name"]: f for f in json.loads(run("doctor", "--json").stdout)["findings"]}
    assert found["torch"]["status"] == "ok"
    assert found["torch"]["text"].startswith("2.13")


@pytest.mark.parametrize("cxx", ["/nonexistent", "a script that fails", "no program"])
def test_doctor_without_a_compiler(run: Run, tmp_path: Path, cxx: str) -> None:
    path = tmp_path / "broken"
    path.write_text("#!/bin/sh\nexit 1\n" if cxx == "a script that fails" else "no program\n")
    path.chmod(0o755)
    done = run("doctor", "--json", env={"CXX": cxx if cxx == "/nonexistent" else str(path)})
    assert done.returncode == 1
    found = {f["name"]: f for f in json.loads(done.stdout)["findings"]}
    assert found["C++ compiler"]["status"] == "missing"
    assert "g++" in found["C++ compiler"]["hint"]
    assert found["cache folder"]["status"] == "ok", "it goes on after that"


def test_doctor_with_a_cache_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("doctor", env={"OP_WORKBENCH_CACHE": str(tmp_path / "file" / "cache")})
    assert done.returncode == 1
    assert "OP_WORKBENCH_CACHE" in done.stdout


# -- bench, start


def test_bench_edit_loop(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    folder = make_op(folder=tmp_path / "twice")
    before = (folder / "kernel.cpp").read_text()
    done = run("bench", "edit-loop", folder, "--rounds", "1", "--json", tmp_path / "b.json")
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "b.json").read_text())
    assert found["rounds"] == 1
    assert found["median"] > 0
    assert set(found["stages"]) == {"build", "export", "graph", "run", "compare"}
    assert found["status"] == "agrees"
    assert (folder / "kernel.cpp").read_text() == before


@pytest.mark.parametrize("rounds", ["0", "-1"])
def test_bench_wants_rounds(run: Run, make_op: MakeOp, rounds: str) -> None:
    done = run("bench", "edit-loop", make_op(), "--rounds", rounds)
    assert done.returncode in (1, 2)
    assert "rounds" in done.stderr


def test_bench_of_an_op_that_fails(run: Run, make_op: MakeOp, tmp_path: Path) -> None:
    kernel = TWICE_KERNEL.replace("2 * x[i]", "oops")
    done = run(
        "bench", "edit-loop", make_op(kernel=kernel, folder=tmp_path / "twice"), "--rounds", "1"
    )
    assert done.returncode == 1
    assert "oops" in done.stderr


def test_bench_of_an_op_whose_declaration_is_wrong(
    run: Run, make_op: MakeOp, tmp_path: Path
) -> None:
    done = run(
        "bench", "edit-loop", make_op("schema = 1\n", folder=tmp_path / "twice"), "--rounds", "1"
    )
    assert done.returncode == 1
    assert "op.toml" in done.stderr


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=large)])
def test_start_headless_verifies_the_gallery(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    """Ops that the user has stay: most are one here for which nothing is compiled."""
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path))
    gallery = project.create_project(tmp_path / "gallery").folder
    names = [folder.name for folder, _ in project.gallery()]
    users = [] if whole else [n for n in names if n not in ("my_add_custom", "selu_script")]
    texts = {}
    for name in users:
        copy = project.copy_op(project.gallery_folder() / "my_add_py", gallery, name)
        texts[name] = (copy / "op.toml").read_text()
    done = run("start", "--headless", timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in names:
        assert name in done.stdout
        text = (gallery / "ops" / name / "op.toml").read_text()
        assert text == texts.get(name, text)
    assert str(gallery) in done.stdout
    assert os.environ["OP_WORKBENCH_CACHE"] in done.stdout


# -- as a program


def test_ctrl_c_ends_everything(endless_build: Path) -> None:
    process = subprocess.Popen(
        command("verify", endless_build, "--trust"), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert wait_until(lambda: len(processes_naming(str(endless_build / "kernel.cpp"))) > 1, 30)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the whole group
        _, errors = process.communicate(timeout=10)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert errors.strip() == "op-workbench: stopped"
    left = [p for p in processes_naming(str(endless_build)) if alive(p)]
    gone = wait_until(lambda: not any(map(alive, left)), 3)
    end(left)
    assert gone


def test_a_closed_pipe_is_no_traceback(make_op: MakeOp) -> None:
    process = subprocess.Popen(
        command("gallery"), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    errors = process.stderr.read()
    process.stderr.close()
    process.wait(20)
    assert errors == ""


def test_a_pipe_closed_in_the_middle_of_a_table(make_op: MakeOp) -> None:
    process = subprocess.Popen(
        command("build", make_op()),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("op")
    process.stdout.close()
    assert process.stderr is not None
    errors = process.stderr.read()
    process.stderr.close()
    process.wait(20)
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors


@pytest.mark.parametrize(
    "locale",
    [
        pytest.param({"LC_ALL": "C"}, marks=large),
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        pytest.param({"PYTHONIOENCODING": "ascii"}, marks=large),
    ],
)
def test_a_locale_that_cannot_write_it(
    run: Run, make_op: MakeOp, tmp_path: Path, locale: dict[str, str]
) -> None:
    """The gallery's texts have a middle dot and a minus sign; paths and messages may be anything."""
    base: dict[str, str | None] = {
        "PYTHONIOENCODING": None,
        "LANG": None,
        "LC_CTYPE": None,
        "PYTHONUTF8": None,
    }
    assert run("gallery", env={**base, **locale}).returncode == 0
    folder = make_op(kernel=TWICE_KERNEL.replace("2 * x[i]", "größe"), folder=tmp_path / "größe")
    done = run("build", folder, env={**base, **locale})
    assert done.returncode == 1
    assert "FAILED" in done.stdout or "cannot be read in this locale" in done.stderr
    assert "Traceback" not in done.stderr


def test_from_another_working_folder(make_op: MakeOp, tmp_path: Path) -> None:
    """A relative path counts from where the user is."""
    folder = make_op(folder=tmp_path / "here" / "twice")
    done = subprocess.run(
        command("build", "twice"), cwd=folder.parent, capture_output=True, text=True, check=False,
        env=with_sources(),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_file_of_the_users_folder_does_not_shadow_the_programs(
    make_op: MakeOp, tmp_path: Path
) -> None:
    """``python -m`` puts the working folder first: a user's onnx.py or random.py must not be run."""
    folder = make_op(folder=tmp_path / "here" / "twice")
    for name in ("onnx", "random", "torch"):
        (folder.parent / f"{name}.py").write_text("raise SystemExit('shadowed')\n")
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from workbench.cli import main; sys.exit(main())"
    done = subprocess.run(
        [command()[0], "-c", f"import sys; sys.path.remove(''); {code}", "build", "twice"], cwd=folder.parent,
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert "shadowed" not in done.stdout + done.stderr
    assert done.returncode == 0, done.stdout + done.stderr
