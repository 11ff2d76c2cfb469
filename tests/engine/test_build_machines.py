"""Building on a machine where something is missing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import MakeOp, begin_cache
from tests.engine.building import build, failure
from tests.large import large
from workbench.core.errors import UserError
from workbench.core.storage import project
from workbench.engine import compilers, cuda_toolkit, toolchain
from workbench.engine.store import Store


@pytest.fixture
def fresh_probe() -> Iterator[None]:
    compilers.probe.cache_clear()
    yield
    compilers.probe.cache_clear()


@pytest.mark.parametrize("cxx", ["/nonexistent", "no-such-compiler"])
def test_a_compiler_that_is_not_there(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, cxx: str
) -> None:
    monkeypatch.setenv("CXX", cxx)
    (problem,) = failure(make_op())
    assert problem.kind == "compiler"
    assert cxx in problem.message
    assert "CXX" in problem.hint


def test_no_compiler_at_all(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(compilers, "_zig", lambda: None)
    (problem,) = failure(make_op())
    assert problem.kind == "compiler"
    assert "no C++ compiler" in problem.message
    assert "g++" in problem.hint


def test_nothing_of_the_system_is_called(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No g++, no cc, no ld: compiler and linker come with the program."""
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    begin_cache(tmp_path / "cache")
    result, _ = build(make_op(fresh=True), Store(tmp_path / "cache"))
    assert result.compiled > 0
    assert Path(result.torch_library).is_file()
    assert Path(result.ort_library).is_file()


WITHOUT_HEADERS = (
    "unshare",
    "--mount",
    "sh",
    "-c",
    'mount -t tmpfs none /usr/include && exec "$@"',
)
"""Begins a command for which the system's headers are not there."""


@large
def test_nothing_of_the_system_is_read() -> None:
    """Neither its C library nor its C++ library: the compiler has its own."""
    if subprocess.run(
        [*WITHOUT_HEADERS, "sh", "true"], capture_output=True, check=False
    ).returncode:
        pytest.skip("nothing can be mounted here")
    ops = [project.gallery_folder() / name for name in ("my_add_custom", "knn_query", "foo")]
    environment = compilers.environment()
    environment.pop("CXX", None)
    alone = (*WITHOUT_HEADERS, "sh", "env", "PATH=/nowhere")
    done = subprocess.run(
        [*alone, sys.executable, "-m", "workbench", "verify", *ops],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" agrees ") == len(ops)
    assert "compiled for" not in done.stdout  # CUDA's compiler has no C++ compiler to call


@pytest.mark.parametrize(
    ("flags", "ours"),
    [
        ([], True),
        (["-O3", "-DFAST=1", "-Wall", "-I/usr/include"], True),
        (["-march=x86-64-v2", "-ffast-math"], True),
        (["-fsanitize=address,undefined"], True),
        (["-fsanitize=thread"], True),
        (["-fsanitize=memory"], False),
        (["-fopenmp"], False),
        (["-fvect-cost-model=dynamic", "-fno-such-flag"], False),
    ],
)
def test_the_flags_decide_who_compiles(
    monkeypatch: pytest.MonkeyPatch, flags: list[str], ours: bool
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    first = compilers.bundled()
    assert (compilers.compiler(flags) == first) is ours
    assert ours or compilers.compiler(flags) == compilers.of_system()


def test_a_sanitizer_whose_runtime_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    ours = compilers.bundled()
    assert ours is not None
    assert compilers.compiler(["-fsanitize=address"]) == ours  # with g++'s runtime
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ours.runtime("libasan.so") == ""
    with pytest.raises(UserError, match="what the op's flags ask for: -fsanitize=address"):
        compilers.compiler(["-fsanitize=address"])
    with pytest.raises(UserError, match="what the op's flags ask for: -fopenmp"):
        compilers.compiler(["-O3", "-fopenmp", "-DFAST"])


def test_the_user_decides_over_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "g++")
    assert compilers.compiler() == compilers.of_system()


def test_without_the_system_s_library_only_what_needs_none_is_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr(compilers, "_has_library", lambda: False)
    assert compilers.compiler(own_library=True).own_library
    assert compilers.compiler() == compilers.of_system()
    assert compilers.compiler(["-fsanitize=address"], own_library=True) == compilers.of_system()


@pytest.mark.parametrize(
    "script",
    ["#!/bin/sh\necho broken >&2\nexit 1\n", "#!/bin/sh\nexit 0\n", "no script at all\n",
     "#!/no/such/interpreter\n"],
    ids=["fails", "says nothing", "no script", "no interpreter"],
)  # fmt: skip
def test_a_broken_compiler(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str
) -> None:
    (tmp_path / "broken-g++").write_text(script)
    (tmp_path / "broken-g++").chmod(0o755)
    monkeypatch.setenv("CXX", str(tmp_path / "broken-g++"))
    (problem,) = failure(make_op())
    assert problem.kind == "compiler"
    assert "broken-g++" in problem.message
    assert problem.hint


def test_a_compiler_that_hangs(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "slow-g++").write_text("#!/bin/sh\nexec sleep 1000\n")
    (tmp_path / "slow-g++").chmod(0o755)
    monkeypatch.setenv("CXX", str(tmp_path / "slow-g++"))
    original = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: original(*a, **{**k, "timeout": 0.2}))
    (problem,) = failure(make_op())
    assert problem.kind == "compiler"


def test_a_compiler_that_fails_without_a_word(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiler = tmp_path / "mute-g++"
    compiler.write_text('#!/bin/sh\n[ "$1" = --version ] && { echo mute 1.0; exit 0; }\nexit 7\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", str(compiler))
    problems = failure(make_op())
    assert all(p.kind == "compile" for p in problems)
    assert problems[0].message
    assert len(set(problems)) == len(problems), "each is said once"


def test_a_compiler_without_space_for_its_own_files_is_no_fault_of_the_kernel(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiler = tmp_path / "full-g++"
    compiler.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && { echo full 1.0; exit 0; }\n'
        "echo '/tmp/x.s: Assembler messages:' >&2\n"
        "echo '/tmp/x.s: Fatal error: cannot write x.o: No space left on device' >&2\nexit 1\n"
    )
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", str(compiler))
    (problem,) = failure(make_op())
    assert problem.kind == "disk"
    assert problem.message.startswith("the disk is full: /tmp/x.s: Fatal error")
    assert "space" in problem.hint


def test_what_cxx_names_is_called_with_all_its_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CXX", "env g++ -DTHREE=3")
    found = compilers.compiler()
    assert found.is_gcc
    (tmp_path / "a.cpp").write_text("static_assert(THREE == 3);\n")
    words = [*found.command, "-std=c++17", "-fsyntax-only", str(tmp_path / "a.cpp")]
    subprocess.run(words, check=True)


@large
def test_cxx_with_flags_or_a_wrapper(make_op: MakeOp, monkeypatch: pytest.MonkeyPatch) -> None:
    """CXX='ccache g++' is what many people have; so is CXX='g++ -m64'."""
    monkeypatch.setenv("CXX", "env g++")
    assert build(make_op())[0].torch_library


def test_no_ninja(make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = make_op()
    (tmp_path / "g++").symlink_to(str(shutil.which("g++")))
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *rest: None)
    monkeypatch.setattr(toolchain, "torch_folder", lambda: Path("/torch"))
    monkeypatch.setattr("workbench.core.compile.cxx_flags.torch_folder", lambda: Path("/torch"))
    monkeypatch.setenv("PATH", str(tmp_path))
    (problem,) = failure(folder, Store(tmp_path / "cache"))
    assert problem.kind == "ninja"
    assert "pip install ninja" in problem.hint


def test_no_torch(make_op: MakeOp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *rest: None)
    (problem,) = failure(make_op())
    assert problem.kind == "torch"
    assert "pip install torch" in problem.hint


@pytest.mark.parametrize("where", ["a file", "inside /proc", "inside a file"])
def test_a_cache_that_cannot_be_written(make_op: MakeOp, tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("")
    root = {
        "a file": tmp_path / "file",
        "inside /proc": Path("/proc/op-workbench"),
        "inside a file": tmp_path / "file" / "cache",
    }[where]
    (problem,) = failure(make_op(), Store(root))
    assert problem.kind == "disk"
    assert problem.file == str(root)
    assert "OP_WORKBENCH_CACHE" in problem.hint


def test_a_full_disk(make_op: MakeOp, tmp_path: Path) -> None:
    """A file-size limit stands for it: the compiler and we get an error when writing."""
    script = f"""
import resource, signal, sys
from pathlib import Path
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.build import build
from workbench.engine.store import Store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
folder = Path({str(make_op())!r})
try:
    build.build(folder, op_file.load(folder), Store(Path({str(tmp_path / "cache")!r})), build.Reporter())
except UserError as error:
    print(error.problem.kind, "|", error.problem.message)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    kind, _, message = done.stdout.partition(" | ")
    assert kind in ("disk", "compile")
    assert message.strip()


def test_a_compiler_that_never_answers_is_waited_for_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compilers, "_PROBE_SECONDS", 0.3)
    asked, program = tmp_path / "asked", tmp_path / "nvcc"
    program.write_text(f"#!/bin/sh\necho asked >> {asked}\nexec sleep 60\n")
    program.chmod(0o755)
    for _ in range(3):
        with pytest.raises(UserError, match=r"gave no answer in 0\.3 s"):
            cuda_toolkit.asked(str(program))
    assert asked.read_text() == "asked\n"
    monkeypatch.setattr("os.getpid", lambda: 1)  # as in the next job's process
    with pytest.raises(UserError, match="gave no answer"):
        cuda_toolkit.asked(str(program))
    assert asked.read_text() == "asked\n" * 2
