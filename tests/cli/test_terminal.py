r"""No escape sequence of somebody else reaches the terminal, whichever command and stream it is."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import helper as h

from tests import onnx_models
from tests.cli.conftest import ROOT, command, on_terminal, with_sources
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from workbench.cli.terminal import plain

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil"
SHOWN = r"\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eevil"


@given(st.text())
def test_plain_text_is_printed_and_json_keeps_its_meaning(text: str) -> None:
    shown = plain(text)
    assert all(c.isprintable() or c in "\n\t" or c.isspace() for c in shown)
    assert "\x1b" not in shown
    assert "\r" not in shown
    assert json.loads(plain(json.dumps(text, ensure_ascii=False))) == text


@pytest.mark.parametrize("text", ["", "naïve ‘x’ → y\n\tçà 日本\u3000語\u00a0🙂", SHOWN])
def test_what_is_printed_stays(text: str) -> None:
    assert plain(text) == text


def output_of(*arguments: str | Path, cwd: Path = ROOT) -> tuple[int, bytes]:
    """The exit status, and what came out of both streams."""
    done = subprocess.run(
        command(*arguments), cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env=with_sources(), timeout=120,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def is_plain(output: bytes) -> bool:
    text = output.decode("utf-8")
    return not any(c in text for c in "\x1b\x07\x9b\r\u202e")


def evil_model(path: Path) -> Path:
    """Every name in it is an attack on the terminal."""
    nodes = [
        h.make_node(f"Odd{EVIL}", ["x"], [f"v{EVIL}"], f"n{EVIL}", domain=f"d{EVIL}"),
        h.make_node("Weird", [f"v{EVIL}"], ["y"], "w", domain="other.ops"),
    ]
    ends = [onnx_models.value(n, 1, [2]) for n in ("x", "y")]
    domains = (f"d{EVIL}", "other.ops")
    return onnx_models.save(path, nodes, ends[:1], ends[1:], domains=domains)


def test_names_of_a_model(tmp_path: Path) -> None:
    model = evil_model(tmp_path / f"net{EVIL}.onnx")
    for extra in ([], ["--node", "Weird"], ["--node", "Nothing"], ["--json"]):
        _, output = output_of("new", tmp_path / "p", "--onnx", model, *extra)
        assert is_plain(output), output
        assert SHOWN in output.decode() or extra == ["--node", "Weird"]
    listed = json.loads(output)
    assert any(m["op_type"] == f"Odd{EVIL}" for m in listed["missing"])


@pytest.mark.parametrize(
    "line", ['name = "x{}"', 'torch = "a::b{}"', 'nonsense = "{}"', '"{}" = 1']
)
def test_a_declaration(make_op: MakeOp, line: str) -> None:
    escaped = EVIL.encode("unicode_escape").decode().replace("\\x", "\\u00")
    folder = make_op(TWICE_TOML.replace('name = "twice"', line.replace("{}", escaped), 1))
    for extra in ([], ["--json", "-"]):
        status, output = output_of("verify", "--trust", folder, *extra)
        assert status == 1
        assert is_plain(output), output


def test_compiler_kernel_and_paths(make_op: MakeOp, tmp_path: Path) -> None:
    folder = tmp_path / f"op{EVIL}"
    make_op(kernel=f'#warning "{EVIL}"\n#error "{EVIL}"\n{TWICE_KERNEL}', folder=folder)
    status, output = output_of("build", "-v", folder)
    assert status == 1
    assert is_plain(output), output
    assert SHOWN in output.decode()
    assert is_plain(output_of("verify", tmp_path / f"none{EVIL}")[1])
    assert is_plain(output_of(EVIL)[1])
    assert is_plain(output_of("verify", f"--{EVIL}")[1])
    assert is_plain(output_of("search", EVIL)[1])


def test_what_a_kernel_prints_and_throws(make_op: MakeOp) -> None:
    literal = "".join(f"\\{ord(c):03o}" for c in "\x1b[2J\x07")
    body = f'std::printf("{literal}\\n"); std::fflush(stdout); wb::fail("{literal}");'
    kernel = "#include <cstdio>\n" + TWICE_KERNEL.replace("{\n", f"{{\n{body}\n", 1)
    status, output = output_of("verify", "-v", make_op(kernel=kernel))
    assert status == 1
    assert is_plain(output), output
    assert output.count(rb"\u001b[2J\u0007") >= 2


def test_names_in_an_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as file:
        file.writestr("project.toml", 'schema = 1\nname = "x"\n')
        file.writestr(f"../{EVIL}", "x")
    status, output = output_of("verify", tmp_path / "x.zip", cwd=tmp_path)
    assert status == 1
    assert is_plain(output), output


def test_on_a_terminal_only_our_own_line_is_erased(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "g++")  # it hands through what clang escapes itself
    folder = make_op(kernel=f'#error "{EVIL}"\n{TWICE_KERNEL}')
    shown = on_terminal(command("build", folder))
    assert b"\r\x1b[K" in shown
    rest = shown.replace(b"\r\x1b[K", b"").replace(b"\r\n", b"\n")
    assert is_plain(rest), rest
    assert SHOWN in rest.decode()
