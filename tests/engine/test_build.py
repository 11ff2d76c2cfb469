"""Building: what is compiled and what is not, what compiler and linker say, and odd places.

These call ``build`` in this process: it imports no torch, and the compiler is the real one.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import BuildResult
from workbench.core.storage import op_file
from workbench.engine import build as builder
from workbench.engine import toolchain
from workbench.engine.store import Store

LOOP = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];"


class Recorder(builder.Reporter):
    def __init__(self) -> None:
        self.steps: list[tuple[int, int, str]] = []
        self.text = ""

    def progress(self, done: int, total: int, text: str) -> None:
        self.steps.append((done, total, text))

    def log(self, text: str) -> None:
        self.text += text


def build(folder: Path, store: Store | None = None) -> tuple[BuildResult, list[Problem]]:
    return builder.build(folder, op_file.load(folder), store or Store(), builder.Reporter())


def failure(folder: Path, store: Store | None = None) -> tuple[Problem, ...]:
    with pytest.raises(UserError) as caught:
        build(folder, store)
    return caught.value.problems


def kernel_with(body: str, before: str = "") -> str:
    text = TWICE_KERNEL.replace(LOOP, body)
    return text.replace("void twice", f"{before}\nvoid twice")


def edit(folder: Path, old: str, new: str, source: str = "kernel.cpp") -> None:
    path = folder / source
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def object_inode(library: str, name: str) -> bool:
    return (
        name
        in subprocess.run(
            ["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True
        ).stdout
    )


# -- what is compiled


def test_two_libraries_come_of_one_kernel_object(make_op: MakeOp) -> None:
    folder = make_op()
    recorder = Recorder()
    result, problems = builder.build(folder, op_file.load(folder), Store(), recorder)
    assert problems == []
    assert result.torch_library != result.ort_library
    compiled = [text for _, _, text in recorder.steps if "kernel" in text]
    assert len(compiled) == 1
    assert recorder.steps[0][0] == 0
    assert recorder.steps[-1][0] == recorder.steps[-1][1]
    assert object_inode(result.ort_library, "RegisterCustomOps")
    assert not object_inode(result.torch_library, "RegisterCustomOps")


def test_the_ort_library_links_no_torch(make_op: MakeOp) -> None:
    result, _ = build(make_op())
    needed = subprocess.run(
        ["readelf", "-d", result.ort_library], capture_output=True, text=True, check=True
    ).stdout
    assert "libtorch" not in needed
    assert "libc10" not in needed


def test_a_second_build_compiles_nothing(make_op: MakeOp) -> None:
    folder = make_op()
    first, _ = build(folder)
    assert first.compiled >= 1
    second, _ = build(folder)
    assert second.compiled == 0
    assert (second.torch_library, second.ort_library) == (first.torch_library, first.ort_library)


def test_an_edit_of_the_body_recompiles_the_kernel_only(make_op: MakeOp) -> None:
    folder = make_op()
    first, _ = build(folder)
    edit(folder, "2 * x[i]", "3 * x[i]")
    second, _ = build(folder)
    assert second.compiled == 1
    assert second.torch_library != first.torch_library
    edit(folder, "3 * x[i]", "2 * x[i]")
    restored, _ = build(folder)
    assert restored.compiled == 0
    assert restored.torch_library == first.torch_library


def test_a_changed_header_beside_the_kernel_is_seen(make_op: MakeOp) -> None:
    folder = make_op(kernel='#include "part/factor.h"\n' + kernel_with("y[0] = FACTOR;"))
    (folder / "part").mkdir()
    (folder / "part" / "factor.h").write_text('#include "inner.h"\n')
    (folder / "part" / "inner.h").write_text("#define FACTOR 2\n")
    first, _ = build(folder)
    assert build(folder)[0].compiled == 0
    (folder / "part" / "inner.h").write_text("#define FACTOR 3\n")
    second, _ = build(folder)
    assert second.compiled == 1
    assert second.ort_library != first.ort_library


def test_a_header_that_a_macro_names_is_seen(make_op: MakeOp) -> None:
    text = '#define PART "factor.h"\n#include PART\n' + kernel_with("y[0] = FACTOR;")
    folder = make_op(kernel=text)
    (folder / "factor.h").write_text("#define FACTOR 2\n")
    first, _ = build(folder)
    (folder / "factor.h").write_text("#define FACTOR 3\n")
    assert build(folder)[0].ort_library != first.ort_library


@pytest.mark.parametrize(
    "line", ['#  include  "factor.h"', '#include/**/"factor.h"', '#include \\\n"factor.h"',
             '#if __has_include("factor.h")\n#include <factor.h>\n#endif'],
)  # fmt: skip
def test_an_include_written_oddly_is_seen(make_op: MakeOp, line: str) -> None:
    folder = make_op(kernel=f"{line}\n" + kernel_with("y[0] = FACTOR;"))
    (folder / "factor.h").write_text("#define FACTOR 2\n")
    first, _ = build(folder)
    (folder / "factor.h").write_text("#define FACTOR 3\n")
    assert build(folder)[0].ort_library != first.ort_library


def test_a_header_that_appears_is_seen(make_op: MakeOp) -> None:
    text = '#if __has_include("extra.h")\n#include "extra.h"\n#else\n#define FACTOR 2\n#endif\n'
    folder = make_op(kernel=text + kernel_with("y[0] = FACTOR;"))
    first, _ = build(folder)
    (folder / "extra.h").write_text("#define FACTOR 3\n")
    assert build(folder)[0].ort_library != first.ort_library


def test_content_counts_and_not_the_time_of_change(make_op: MakeOp) -> None:
    folder = make_op()
    first, _ = build(folder)
    os.utime(folder / "kernel.cpp", (2_000_000_000, 2_000_000_000))
    assert build(folder)[0].compiled == 0
    stamp = (folder / "kernel.cpp").stat()
    edit(folder, "2 * x[i]", "5 * x[i]")
    os.utime(folder / "kernel.cpp", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    second, _ = build(folder)
    assert second.compiled == 1
    assert second.torch_library != first.torch_library


def test_an_op_of_no_runtime_kernel_builds_one_library(make_op: MakeOp) -> None:
    toml = TWICE_TOML.replace("[[model", '[ort]\nimplementation = "export-only"\n\n[[model', 1)
    result, _ = build(make_op(toml))
    assert result.ort_library == ""
    assert Path(result.torch_library).is_file()


def test_nothing_is_left_in_the_scratch_folder(make_op: MakeOp, tmp_path: Path) -> None:
    folder = make_op()
    build(folder)
    edit(folder, "2 * x[i]", "oops")
    failure(folder)
    scratch = Store().root / "scratch"
    owned = [p for p in scratch.iterdir() if any(p.rglob("*kernel*"))]
    assert owned == []


# -- what compiler and linker say


def test_a_compile_error_has_its_place(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("y[0] = missing;"))
    problem = failure(folder)[0]
    assert problem.kind == "compile"
    assert problem.severity == "error"
    assert problem.file == str(folder / "kernel.cpp")
    lines = (folder / "kernel.cpp").read_text().splitlines()
    assert "missing" in lines[problem.line - 1]
    assert problem.column == lines[problem.line - 1].index("missing") + 1
    assert "missing" in problem.message


def test_all_errors_come_at_once_and_before_warnings(make_op: MakeOp) -> None:
    body = "int unused = 0;\n  y[0] = one;\n  y[1] = two;\n  y[2] = three;"
    problems = failure(make_op(kernel=kernel_with(body)))
    errors = [p for p in problems if p.severity == "error"]
    assert [w for p in errors for w in ("one", "two", "three") if w in p.message] == [
        "one", "two", "three",
    ]  # fmt: skip
    assert any("unused" in p.message for p in problems if p.severity == "warning")
    assert [p.severity for p in problems] == ["error"] * 3 + ["warning"]


def test_an_error_in_a_header_names_the_header(make_op: MakeOp) -> None:
    folder = make_op(kernel='#include "part.h"\n' + TWICE_KERNEL)
    (folder / "part.h").write_text("\nint broken() { return nothing; }\n")
    problem = failure(folder)[0]
    assert (problem.file, problem.line) == (str(folder / "part.h"), 2)


def test_a_missing_header_is_named(make_op: MakeOp) -> None:
    problem = failure(make_op(kernel='#include "not_there.h"\n' + TWICE_KERNEL))[0]
    assert "not_there.h" in problem.message
    assert problem.line == 1
    assert problem.hint


def test_a_missing_brace_is_reported_in_the_users_file(make_op: MakeOp) -> None:
    folder = make_op(kernel=TWICE_KERNEL.rstrip().removesuffix("}"))
    problems = failure(folder)
    assert problems[0].file == str(folder / "kernel.cpp")


def test_an_error_inside_a_template_names_the_users_line(make_op: MakeOp) -> None:
    body = 'wb::check(x.numel() > 0, "no"); x(0, "one") = 1;'
    folder = make_op(kernel=kernel_with(body))
    problems = failure(folder)
    lines = {p.line for p in problems if p.file == str(folder / "kernel.cpp")}
    text = (folder / "kernel.cpp").read_text().splitlines()
    assert any("one" in text[line - 1] for line in lines)


def test_unicode_in_a_message_survives(make_op: MakeOp) -> None:
    problem = failure(make_op(kernel=kernel_with("y[0] = größe;")))[0]
    assert "größe" in problem.message
    assert problem.column > 0


def test_warnings_are_kept_with_the_object(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("int never_used = 3;"))
    _, first = build(folder)
    result, second = build(folder)
    assert result.compiled == 0
    assert [p.severity for p in first] == ["warning"]
    assert "never_used" in first[0].message
    assert first[0].file == str(folder / "kernel.cpp")
    assert first[0].line > 0
    assert second == first


def test_an_undefined_symbol_is_a_link_error_with_its_name(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("y[0] = elsewhere(x[0]);", "float elsewhere(float);"))
    problem = failure(folder)[0]
    assert problem.kind == "link"
    assert "elsewhere(float)" in problem.message
    assert problem.file == str(folder / "kernel.cpp")
    assert problem.hint


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("wb::Tensor<const float> x", "wb::Tensor<const double> x"), "wb::Tensor<const float> x"),
        (("void twice", "void thrice"), "void twice("),
        ((", wb::Tensor<float> y", ", wb::Tensor<float> y, int64_t n"), "wb::Tensor<float> y)"),
        (("void twice", "namespace mine { void twice"), "void twice("),
        (("const wb::Context&, ", ""), "const wb::Context& ctx"),
    ],
    ids=["dtype", "name", "argument", "namespace", "context"],
)
def test_a_head_that_is_not_the_declared_one(
    make_op: MakeOp, change: tuple[str, str], expected: str
) -> None:
    text = TWICE_KERNEL.replace(*change)
    text = text.rstrip() + "}\n" if "namespace mine" in text else text
    folder = make_op(kernel=text)
    problems = failure(folder)
    problem = next(p for p in problems if p.kind == "signature")
    assert problem is problems[0]
    assert problem.file == str(folder / "kernel.cpp")
    assert 1 <= problem.line <= len((folder / "kernel.cpp").read_text().splitlines())
    assert expected in problem.hint
    assert "unit.cpp" not in str(problem)
    assert "wb_entry" not in problem.message


def test_a_head_that_returns_something_is_not_the_declared_one(make_op: MakeOp) -> None:
    text = TWICE_KERNEL.replace("void twice", "int twice").replace(LOOP, LOOP + " return 0;")
    folder = make_op(kernel=text)
    try:
        _, problems = build(folder)
    except UserError:
        return
    assert any(p.severity == "warning" for p in problems), "what it returns is dropped in silence"


def test_a_static_or_overloaded_kernel_is_fine(make_op: MakeOp) -> None:
    text = TWICE_KERNEL.replace("void twice", "static void twice")
    more = "\n[[maybe_unused]] static void twice(int) {}\n"
    assert build(make_op(kernel=text + more))[0].compiled >= 1


def test_a_kernel_in_a_namespace(make_op: MakeOp) -> None:
    toml = TWICE_TOML.replace("[[mapping", '[kernel]\nfunction = "mine::twice"\n\n[[mapping', 1)
    text = TWICE_KERNEL.replace("void twice", "namespace mine { void twice").rstrip() + "}\n"
    assert build(make_op(toml, text))[0].compiled >= 1


# -- missing and odd sources


def test_a_missing_source(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    (problem,) = failure(folder)
    assert problem.kind == "file"
    assert problem.file == str(folder / "kernel.cpp")
    assert problem.hint


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"\x7fELF\0\0\0", "binary"), (b"// caf\xe9\n", "UTF-8"), (b"x" * (17 << 20), "16 MiB")],
    ids=["binary", "latin-1", "huge"],
)
def test_a_source_that_is_no_text(make_op: MakeOp, data: bytes, message: str) -> None:
    folder = make_op(kernel=None)
    (folder / "kernel.cpp").write_bytes(data)
    (problem,) = failure(folder)
    assert problem.kind == "file"
    assert message in problem.message


def test_an_empty_source_lacks_the_kernel(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    (folder / "kernel.cpp").write_text("")
    problem = failure(folder)[0]
    assert problem.kind == "signature"
    assert "void twice(" in problem.hint


def test_a_source_that_is_a_folder(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    (folder / "kernel.cpp").mkdir()
    assert failure(folder)[0].kind == "file"


def test_a_source_that_is_a_pipe_is_refused_at_once(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    os.mkfifo(folder / "kernel.cpp")
    process = multiprocessing.get_context("fork").Process(target=failure, args=(folder,))
    process.start()
    process.join(5)
    hangs = process.exitcode is None
    process.kill()
    process.join()
    assert not hangs
    assert process.exitcode == 0


@pytest.mark.parametrize("text", ["\ufeff", "\r\n"], ids=["byte order mark", "dos lines"])
def test_a_source_from_windows(make_op: MakeOp, text: str) -> None:
    folder = make_op(kernel=None)
    kernel = TWICE_KERNEL.replace("\n", "\r\n") if text == "\r\n" else text + TWICE_KERNEL
    (folder / "kernel.cpp").write_bytes(kernel.encode())
    assert build(folder)[1] == []


def test_a_source_without_a_last_line_break(make_op: MakeOp) -> None:
    folder = make_op(kernel=None)
    (folder / "kernel.cpp").write_text(TWICE_KERNEL.strip() + "  // no line break \\")
    assert build(folder)[0].torch_library


ODD = ["with space", "it's", 'quo"te', "do$llar", "amp&ersand", "größe-数", "se;mi", "a$(touch x)", "100%",
       "#hash", "-dash", "back`tick", "star*", "co:lon", "back\\slash", "pipe|"]  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_odd_folder(make_op: MakeOp, tmp_path: Path, name: str) -> None:
    kernel = '#include "part.h"\n' + kernel_with("int unused = 0;")
    folder = make_op(kernel=kernel, folder=tmp_path / name)
    (folder / "part.h").write_text("#define PART\n")
    result, problems = build(folder)
    assert Path(result.torch_library).is_file()
    assert Path(result.ort_library).is_file()
    assert problems[0].file == str(folder / "kernel.cpp")


def test_a_folder_with_a_line_break_is_refused(make_op: MakeOp, tmp_path: Path) -> None:
    (problem,) = failure(make_op(folder=tmp_path / "line\nbreak"))
    assert "line break" in problem.message


@pytest.mark.parametrize("name", ["with space", 'it\'s $(odd) & "worse" größe'])
def test_an_odd_cache_folder(make_op: MakeOp, tmp_path: Path, name: str) -> None:
    result, _ = build(make_op(), Store(tmp_path / name))
    assert Path(result.ort_library).is_file()
    assert Path(result.ort_library).is_relative_to(tmp_path / name)


def test_an_odd_folder_goes_all_the_way(make_op: MakeOp, tmp_path: Path, verify: Verify) -> None:
    folder = make_op(folder=tmp_path / 'it\'s $HOME & "größe"')
    assert verify(folder).report().status == "agrees"


def test_a_linked_source(make_op: MakeOp, tmp_path: Path) -> None:
    folder = make_op(kernel=None)
    (tmp_path / "elsewhere.cpp").write_text(TWICE_KERNEL)
    (folder / "kernel.cpp").symlink_to(tmp_path / "elsewhere.cpp")
    assert build(folder)[0].torch_library


def test_a_read_only_folder_is_only_read(make_op: MakeOp) -> None:
    folder = make_op()
    before = sorted(folder.iterdir())
    (folder / "kernel.cpp").chmod(0o444)
    folder.chmod(0o555)
    try:
        assert build(folder)[0].torch_library
        assert sorted(folder.iterdir()) == before
    finally:
        folder.chmod(0o755)


def test_a_folder_that_vanished(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op()
    op = op_file.load(folder)
    shutil.rmtree(folder)
    with pytest.raises(UserError) as caught:
        builder.build(folder, op, Store(), builder.Reporter())
    assert caught.value.problem.kind == "file"
    error = verify(folder).report().error
    assert error is not None
    assert str(folder) in error.where


# -- a machine where something is missing


@pytest.fixture
def fresh_probe() -> Iterator[None]:
    toolchain._probe.cache_clear()
    yield
    toolchain._probe.cache_clear()


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
    (problem,) = failure(make_op())
    assert problem.kind == "compiler"
    assert "no C++ compiler" in problem.message
    assert "g++" in problem.hint


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


@pytest.mark.parametrize("place", ["a file", "inside /proc", "inside a file"])
def test_a_cache_that_cannot_be_written(make_op: MakeOp, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    root = {
        "a file": tmp_path / "file",
        "inside /proc": Path("/proc/op-workbench"),
        "inside a file": tmp_path / "file" / "cache",
    }[place]
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
from workbench.engine import build
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


# -- damage and company


def test_a_damaged_entry_is_built_again(make_op: MakeOp) -> None:
    """A library that somebody removed from its folder in the cache."""
    folder = make_op()
    first, _ = build(folder)
    Path(first.torch_library).unlink()
    second, _ = build(folder)
    assert Path(second.torch_library).is_file()


def _build_quietly(folder: str, started: object, results: object) -> None:
    started.wait()  # type: ignore[attr-defined]
    result, _ = build(Path(folder))
    results.put((result.torch_library, result.ort_library))  # type: ignore[attr-defined]


def test_two_processes_build_one_op_at_once(make_op: MakeOp) -> None:
    folder = make_op()
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(2), context.Queue()
    both = [
        context.Process(target=_build_quietly, args=(str(folder), barrier, results))
        for _ in range(2)
    ]
    for process in both:
        process.start()
    found = [results.get(timeout=60) for _ in both]
    for process in both:
        process.join()
        assert process.exitcode == 0
    results.close()
    results.join_thread()
    assert found[0] == found[1]
    assert all(Path(p).is_file() for p in found[0])
