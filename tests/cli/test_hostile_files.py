"""Files that somebody sent, through the command line: refused with a sentence, and in a moment."""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h

from tests import onnx_models
from tests.bomb import MIB, write_bomb
from tests.cli.conftest import Run
from tests.conftest import TWICE_TOML, MakeOp

X = onnx_models.value("x", T.FLOAT, [4])
Y = onnx_models.value("y", T.FLOAT, [4])
DOMAIN = onnx_models.DOMAIN


def external(name: str, location: str) -> onnx.TensorProto:
    tensor = T(name=name, data_type=T.FLOAT, dims=[2], data_location=T.EXTERNAL)
    tensor.external_data.add(key="location", value=location)
    return tensor


@pytest.mark.parametrize("part", ["initializer", "constant", "attribute"])
@pytest.mark.parametrize("location", ["lnk.bin", "../secret", "folder/secret"])
def test_external_data_leads_to_no_file_of_the_users(
    run: Run, tmp_path: Path, part: str, location: str
) -> None:
    (tmp_path / "secret").write_bytes(b"SECRET\n\n")
    sent = tmp_path / "sent"
    sent.mkdir()
    (sent / "lnk.bin").symlink_to(tmp_path / "secret")
    (sent / "folder").symlink_to(tmp_path)
    tensor = external("w", location)
    more = {"table": tensor} if part == "attribute" else {}
    nodes = [h.make_node("Odd", ["x", "w"], ["y"], domain=DOMAIN, **more)]
    known = X if part == "attribute" else None
    if part == "constant":
        nodes.insert(0, h.make_node("Constant", [], ["w"], value=tensor))
    if known is not None:
        nodes[0].input[1] = "x"
    graph = h.make_graph(nodes, "net", [X], [Y], [tensor] if part == "initializer" else [])
    imports = [h.make_opsetid("", 17), h.make_opsetid(DOMAIN, 1)]
    model = h.make_model(graph, opset_imports=imports, ir_version=8)
    (sent / "net.onnx").write_bytes(model.SerializeToString())
    done = run("new", tmp_path / "p", "--onnx", sent / "net.onnx")
    assert done.returncode == 1
    assert location.partition("/")[0] in done.stderr
    copied = [f for f in tmp_path.glob("p/**/*") if f.is_file() and b"SECRET" in f.read_bytes()]
    assert copied == []


@pytest.mark.parametrize(
    ("location", "words"),
    [
        ("gone.bin", ("the model's data 'gone.bin' is missing", "Put it beside the model")),
        ("../secret", ("'w' would be read from '../secret', outside its folder", "Do not use")),
    ],
)
def test_a_model_is_not_run_without_its_external_data(
    run: Run, tmp_path: Path, location: str, words: tuple[str, ...]
) -> None:
    (tmp_path / "secret").write_bytes(bytes(8))
    sent = tmp_path / "sent"
    sent.mkdir()
    x, y = (onnx_models.value(name, T.FLOAT, [2]) for name in "xy")
    graph = h.make_graph(
        [h.make_node("Add", ["x", "w"], ["y"])], "net", [x], [y], [external("w", location)]
    )
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8)
    (sent / "net.onnx").write_bytes(model.SerializeToString())
    np.savez(tmp_path / "in.npz", x=np.zeros(2, np.float32))
    done = run("run", sent / "net.onnx", "--inputs", tmp_path / "in.npz")
    assert done.returncode == 1
    told = done.stdout + done.stderr
    assert all(part in told for part in ("net.onnx", *words)), told
    assert "tensorprotoutils" not in told


def test_a_pipe_in_a_models_place_is_called_what_it_is(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "net.onnx")
    done = run("new", tmp_path / "p", "--onnx", tmp_path / "net.onnx")
    assert done.returncode == 1
    assert "this is no regular file" in done.stderr
    assert "exist" not in done.stderr


def test_attributes_of_very_many_floats(run: Run, tmp_path: Path) -> None:
    lists = {f"a{i}": np.full(10_000, 0.5).tolist() for i in range(200)}
    node = h.make_node("Big", ["x"], ["y"], domain=DOMAIN, **lists)
    model = onnx_models.save(tmp_path / "big.onnx", [node], [X], [Y])
    done = run("new", tmp_path / "p", "--onnx", model, timeout=50)
    assert done.returncode == 0, done.stderr
    assert "'a0'" in done.stdout
    assert "left out" in done.stdout


def test_functions_that_would_expand_to_a_thousand_million_nodes(run: Run, tmp_path: Path) -> None:
    imports = [h.make_opsetid("", 17), h.make_opsetid(DOMAIN, 1)]
    functions = []
    for i in range(30):
        name, domain = (f"F{i + 1}", DOMAIN) if i < 29 else ("Relu", "")
        calls = [h.make_node(name, [a], [b], domain=domain) for a, b in (("x", "t"), ("t", "y"))]
        functions.append(h.make_function(DOMAIN, f"F{i}", ["x"], ["y"], calls, imports))
    call = h.make_node("F0", ["x"], ["y"], domain=DOMAIN)
    model = onnx_models.save(tmp_path / "net.onnx", [call], [X], [Y], functions=functions)
    done = run("new", tmp_path / "p", "--onnx", model, timeout=40)
    assert done.returncode == 1
    assert "more than 1,000,000 nodes" in done.stderr


def test_an_example_that_inflates_to_2_gb(make_op: MakeOp, run: Run) -> None:
    example = 'file = "x.npz"\ndtype = "float32"\n'
    folder = make_op(TWICE_TOML.replace("shape = [2, 3]\nseed = 1\n", example))
    head = io.BytesIO()
    shape = (2, MIB << 16)
    np.lib.format.write_array_header_1_0(
        head, {"descr": "<f8", "fortran_order": False, "shape": shape}
    )
    write_bomb(folder / "x.npz", head.getvalue())
    done = run("verify", folder, timeout=110)
    assert done.returncode == 1
    assert "inflates to" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[reference]", "[variants.other.mapping]\nnonsense = 1\n\n[reference]", "nonsense"),
        (
            "[reference]",
            '[variants.other.mapping]\n[[variants.other.mapping.nodes]]\nop = "Add"\nodd = 1\n\n'
            "[reference]",
            "odd",
        ),
        ("seed = 1", "seed = -1", "seed"),
        ('name = "x"', 'name = "x"\nnonsense = { a = [1] }', "nonsense"),
    ],
)
def test_a_declaration_that_cannot_be_read_is_named(
    make_op: MakeOp, run: Run, old: str, new: str, words: str
) -> None:
    folder = make_op(TWICE_TOML.replace(old, new, 1))
    done = run("verify", folder)
    assert done.returncode == 1
    output = done.stdout + done.stderr
    assert words in output
    assert "op.toml" in output
    assert "internal" not in output
    assert "TypeError" not in output
