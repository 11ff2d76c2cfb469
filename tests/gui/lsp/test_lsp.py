"""The language client with the real clangd, and with servers that fail in every way."""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QObject

from workbench import paths
from workbench.core.compile import compile_commands
from workbench.core.compile.compile_commands import command_folder, command_of
from workbench.core.compile.programs import find_program
from workbench.core.storage import op_file, project
from workbench.core.toolkits.cuda import cuda_home
from workbench.gui.lsp.clangd import Clangd, path_of, uri_of
from workbench.gui.lsp.framing import FrameError, FrameReader, encode
from workbench.gui.lsp.server import LanguageServer

needs_clangd = pytest.mark.skipif(not find_program("clangd"), reason="clangd is not installed")
WAIT_MS = 20_000


# -- framing


@given(
    st.lists(st.dictionaries(st.text(), st.integers() | st.text() | st.none())), st.integers(1, 7)
)
def test_messages_are_put_together_from_any_pieces(messages, size):
    stream = b"".join(encode({"params": m}) for m in messages)
    reader = FrameReader()
    found = []
    for i in range(0, len(stream), size):
        found += reader.feed(stream[i : i + size])
    assert [m["params"] for m in found] == messages


@pytest.mark.parametrize(
    "data",
    [
        b"Content-Length: 99999999999\r\n\r\n",
        b"Hello: world\r\n\r\n{}",
        b"Content-Length: 3\r\n\r\nabc",
        b"Content-Length: 2\r\n\r\n[]",
        b"x" * 10_000,
    ],
)
def test_what_is_no_message_is_refused(data):
    with pytest.raises(FrameError):
        FrameReader().feed(data)


@pytest.mark.parametrize("path", ["/a b/ä#?%.cpp", "/plain.cpp"])
def test_paths_survive_as_uris(path):
    assert path_of(uri_of(path)) == path


def test_the_uri_of_another_scheme_is_no_path():
    assert path_of("https://example.org/x.cpp") == ""


# -- clangd


@pytest.fixture
def owner(qapp):
    owner = QObject()
    yield owner
    owner.deleteLater()


@pytest.fixture
def op(project_folder, monkeypatch, tmp_path):
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    folder = project_folder / "ops" / "my_add_custom"
    return folder, op_file.load(folder)


@pytest.fixture
def clangd(owner):
    clangd = Clangd(owner)
    yield clangd
    clangd.close()


def opened(qtbot, clangd, op, text):
    """Open the kernel with a text, and wait for the first diagnostics."""
    folder, declaration = op
    path = str(folder / declaration.kernel.source)
    with qtbot.waitSignal(clangd.diagnosed, timeout=WAIT_MS) as found:
        clangd.open(path, folder, declaration, text)
    assert found.args[0] == path
    return path, found.args[1]


def ask(qtbot, clangd, path, method, line, character):
    answers = []
    position = {"position": {"line": line, "character": character}}
    clangd.ask(path, f"textDocument/{method}", position, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=WAIT_MS)
    return answers[0]


TEXT = """\
#include <workbench/tensor.h>
/* 😀 */ int broken = "text";
void my_add(const wb::Context& ctx, wb::Tensor<float> y) { ctx.parallel_for(1, 1, nullptr); }
"""


@needs_clangd
def test_the_headers_are_found_before_anything_is_built(qtbot, clangd, op):
    folder, declaration = op
    _, found = opened(qtbot, clangd, op, (folder / declaration.kernel.source).read_text())
    assert found == []
    commands = command_folder(folder) / "compile_commands.json"
    assert "ops_lib/include" in commands.read_text()
    assert not list(folder.rglob("*.json"))
    assert not list(folder.rglob(".cache"))


@needs_clangd
def test_what_is_typed_is_diagnosed_with_columns_in_utf16(qtbot, clangd, op):
    path, found = opened(qtbot, clangd, op, TEXT)
    error = next(d for d in found if d.severity == "error")
    assert (error.line, error.column) == (2, TEXT.splitlines()[1].index("broken") + 1 + 1)
    fixed = TEXT.replace('"text"', "1").replace("nullptr", "[](int64_t, int64_t) {}")
    with qtbot.waitSignal(
        clangd.diagnosed, timeout=WAIT_MS, check_params_cb=lambda _, found: not found
    ):
        clangd.change(path, fixed)


@needs_clangd
def test_the_features_answer(qtbot, clangd, op):
    path, _ = opened(qtbot, clangd, op, TEXT)
    at = TEXT.splitlines()[2].index("parallel_for")
    items = ask(qtbot, clangd, path, "completion", 2, at + 3)["items"]
    assert any(i["filterText"] == "parallel_for" for i in items)
    assert "parallel_for" in ask(qtbot, clangd, path, "hover", 2, at)["contents"]["value"]
    (target,) = ask(qtbot, clangd, path, "definition", 2, at)
    assert path_of(target["uri"]).endswith("context.h")
    help_ = ask(qtbot, clangd, path, "signatureHelp", 2, at + len("parallel_for(1"))
    assert "grain" in help_["signatures"][0]["label"]
    symbols = ask(qtbot, clangd, path, "documentSymbol", 0, 0)
    assert [s["name"] for s in symbols] == ["broken", "my_add"]


CUDA_TEXT = """\
#include <cub/block/block_reduce.cuh>
#include <workbench/cuda.h>
__global__ void own(const float* x, float* y) {
  __shared__ typename cub::BlockReduce<float, 128>::TempStorage memory;
  const float sum = cub::BlockReduce<float, 128>(memory).Sum(x[threadIdx.x + blockIdx.x]);
  atomicAdd(y, __shfl_down_sync(0xffffffff, sum, 1));
}
void my_add(const wb::CudaContext& ctx, wb::Tensor<const float> a, wb::Tensor<float> y) {
  const auto at = [a = a.data(), y = y.data()] __device__(int64_t i) { y[i] = a[i]; };
  wb::parallel(ctx, y.numel(), at);
  own<<<1, 128, 0, ctx.stream()>>>(a.data(), "text");
}
"""


@pytest.mark.skipif(cuda_home() is None, reason="there is no CUDA toolkit here")
@needs_clangd
def test_a_cuda_file_is_read_as_what_it_is(qtbot, clangd, op):
    folder, declaration = op
    path = str(folder / "kernel.cu")
    with qtbot.waitSignal(clangd.diagnosed, timeout=3 * WAIT_MS) as found:
        clangd.open(path, folder, declaration, CUDA_TEXT)
    (wrong,) = (d for d in found.args[1] if d.severity != "info")
    assert (wrong.line, wrong.severity) == (11, "error")
    assert "const char[5]" in wrong.message
    for line, name in ((9, "numel"), (10, "stream")):
        at = CUDA_TEXT.splitlines()[line].index(name)
        items = ask(qtbot, clangd, path, "completion", line, at + len(name))["items"]
        assert name in [i["filterText"] for i in items]
    at = CUDA_TEXT.splitlines()[9].index("parallel")
    assert "CudaContext" in ask(qtbot, clangd, path, "hover", 9, at)["contents"]["value"]


@pytest.mark.skipif(cuda_home() is None, reason="there is no CUDA toolkit here")
@needs_clangd
@pytest.mark.parametrize("name", ["foo", "knn_query", "deform_conv2d"])
def test_the_cuda_kernels_of_the_gallery_are_fine(qtbot, clangd, name):
    folder = paths.ops_lib() / "ops" / name
    file = folder / "kernel.cu"
    with qtbot.waitSignal(clangd.diagnosed, timeout=3 * WAIT_MS) as found:
        clangd.open(str(file), folder, op_file.load(folder), file.read_text())
    assert found.args[1] == []


@needs_clangd
def test_a_crash_is_fixed_and_one_that_goes_on_costs_only_the_features(qtbot, clangd, op):
    path, _ = opened(qtbot, clangd, op, TEXT)
    for _ in range(2):
        answers = []
        clangd.ask(
            path, "textDocument/hover", {"position": {"line": 0, "character": 0}}, answers.append
        )
        with qtbot.waitSignal(clangd.ready, timeout=WAIT_MS):
            os.kill(clangd.server.pid, signal.SIGKILL)
        assert answers  # with whatever, but answered
    assert ask(qtbot, clangd, path, "hover", 2, 60) is not None
    with qtbot.waitSignal(clangd.logged, timeout=WAIT_MS) as logged:
        os.kill(clangd.server.pid, signal.SIGKILL)
    assert "without completion" in logged.args[0]
    answers = []
    clangd.ask(path, "textDocument/hover", {}, answers.append)
    assert answers == [None]
    assert clangd.documents() == []


@needs_clangd
def test_a_projects_own_configuration_is_not_obeyed(qtbot, clangd, op, project_folder):
    folder, _ = op
    (project_folder / ".clangd").write_text("CompileFlags: {Add: [-DEVIL=1]}\n")
    (folder / "compile_commands.json").write_text(
        f'[{{"directory": "{folder}", "file": "kernel.cpp", "arguments": ["g++", "-DEVIL=1"]}}]'
    )
    (folder / "compile_flags.txt").write_text("-DEVIL=1\n")
    _, found = opened(qtbot, clangd, op, "#ifdef EVIL\n#error obeyed\n#endif\n")
    assert found == []


def test_flags_that_would_run_code_are_left_out(op):
    folder, declaration = op
    bad = (
        "-fplugin=/tmp/evil.so", "-fpass-plugin=/tmp/evil.so", "-Xclang", "-load", "-Xclang",
        "/tmp/evil.so", "@/tmp/flags", "-B/tmp", "-specs=/tmp/x", "-ftime-trace=/tmp/x",
        "-wrapper", "/tmp/evil", "-o", "/tmp/out", "-MF", "/tmp/dep", "-include", "@x",
        "-fmodules-cache-path=/tmp", "-save-temps", "-Wp,-MD,/tmp/x", "-Wl,x", "--config=/tmp/x",
    )  # fmt: skip
    good = ("-DN=4", "-I", "inc", "-O3", "-ffast-math", "-march=native", "-Wshadow", "-std=c++23")
    kernel = replace(declaration.kernel, compile_flags=(*bad, *good))
    path = folder / declaration.kernel.source
    plain = command_of(folder, declaration, path).arguments
    flags = command_of(folder, replace(declaration, kernel=kernel), path).arguments
    assert [f for f in flags if f not in plain] == list(good)


def test_a_libtorch_kernel_has_torchs_headers_without_importing_torch(op, monkeypatch):
    monkeypatch.delitem(sys.modules, "torch", raising=False)  # another test may have imported it
    folder, declaration = op
    kernel = replace(declaration.kernel, style="libtorch")
    command = command_of(folder, replace(declaration, kernel=kernel), folder / "kernel.cpp")
    assert any(a.endswith("torch/include") for a in command.arguments)
    assert any(a.endswith("/torch_light.h") for a in command.arguments)
    assert "torch" not in sys.modules


def test_every_source_of_the_gallery_has_a_command():
    for folder, declaration in project.gallery():
        for path in folder.rglob("*.[ch]*"):
            command = command_of(folder, declaration, path)
            assert command.arguments[-1] == str(path)


# -- servers that fail


SILENT = "import sys; sys.stdin.read()"
CHATTER = "print('not a message\\n' * 2000, flush=True); import sys; sys.stdin.read()"
DYING = "import sys; sys.exit(3)"


@pytest.mark.parametrize("script", [CHATTER, DYING])
def test_a_server_that_makes_no_sense_is_given_up_with_a_reason(qtbot, owner, script):
    server = LanguageServer([sys.executable, "-c", script], {}, owner)
    with qtbot.waitSignal(server.lost, timeout=WAIT_MS) as lost:
        server.start()
    assert lost.args[0]
    assert not server.is_ready
    server.start()  # it stays down
    assert server.pid == 0
    server.close()


def test_a_program_that_is_not_there_is_reported(qtbot, owner, tmp_path):
    server = LanguageServer([str(tmp_path / "nothing")], {}, owner)
    with qtbot.waitSignal(server.lost, timeout=WAIT_MS) as lost:
        server.start()
    assert lost.args == ["nothing does not start"]


def test_a_silent_server_is_ended(qtbot, owner, monkeypatch):
    monkeypatch.setattr("workbench.gui.lsp.server._SILENT_FOR_S", 0.2)
    monkeypatch.setattr("workbench.gui.lsp.server._TICK_MS", 50)
    server = LanguageServer([sys.executable, "-c", SILENT], {}, owner)
    with qtbot.waitSignal(server.lost, timeout=WAIT_MS) as lost:
        server.start()
    assert "gave no answer" in lost.args[0]


def test_without_clangd_one_line_says_so(qtbot, clangd, op, monkeypatch):
    monkeypatch.setattr("workbench.gui.lsp.clangd.find_program", lambda _: None)
    folder, declaration = op
    with qtbot.waitSignal(clangd.logged) as logged:
        clangd.open(str(folder / "kernel.cpp"), folder, declaration, "")
    assert "clangd is not installed" in logged.args[0]
    clangd.open(str(folder / "kernel.cpp"), folder, declaration, "")  # not said again
    answers = []
    clangd.ask(str(folder / "kernel.cpp"), "textDocument/hover", {}, answers.append)
    assert answers == [None]


def test_files_of_other_languages_start_nothing(clangd, op, monkeypatch):
    monkeypatch.setattr(compile_commands, "cuda_home", lambda: None)  # else a .cu is read, too
    folder, declaration = op
    for name in ("model.py", "kernel.cu", "op.toml"):
        clangd.open(str(folder / name), folder, declaration, "")
    assert clangd.server is None
    assert Path(folder).is_dir()
