"""External data of an ONNX model: every tensor's, and only from plain files below the model."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto as T
from onnx import helper as h

from tests import onnx_models
from workbench.core.errors import UserError
from workbench.engine.onnx.onnx_file import external_files


def external(location: str) -> onnx.TensorProto:
    """A tensor whose elements are said to be in a file."""
    tensor = onnx.TensorProto(name="w", data_type=T.FLOAT, dims=[2])
    tensor.data_location = onnx.TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="w.bin")
    tensor.external_data.add(key="location", value=location)  # readers take the last
    return tensor


def holding(tensor: onnx.TensorProto, where: str) -> onnx.ModelProto:
    """A model that has a tensor at one of the places where a model can have tensors."""
    relu = h.make_node("Relu", ["x"], ["y"])
    nodes = [relu, h.make_node("ScaleShift", ["y"], ["z"], domain=onnx_models.DOMAIN)]
    body = h.make_graph([h.make_node("Constant", [], ["b"], value=tensor)], "body", [], [])
    model = h.make_model(h.make_graph(nodes, "net", [], []))
    graph = model.graph
    match where:
        case "initializer":
            graph.initializer.append(tensor)
        case "constant":
            graph.node.append(h.make_node("Constant", [], ["c"], value=tensor))
        case "attribute of tensors":
            graph.node[1].attribute.append(h.make_attribute("many", [tensor]))
        case "subgraph":
            graph.node.append(h.make_node("If", ["x"], ["i"], then_branch=body))
        case "subgraphs":
            graph.node[1].attribute.append(h.make_attribute("bodies", [body]))
        case "function":
            function = model.functions.add(name="F", domain="local")
            function.node.append(body.node[0])
        case "default of a function":
            function = model.functions.add(name="F", domain="local")
            function.attribute_proto.append(h.make_attribute("t", tensor))
        case "sparse initializer":
            graph.sparse_initializer.add(dims=[2]).values.CopyFrom(tensor)
        case "sparse attribute":
            sparse = onnx.SparseTensorProto(dims=[2])
            sparse.indices.CopyFrom(tensor)
            node = h.make_node("Constant", [], ["c"], sparse_value=sparse)
            graph.node.append(node)
        case "training":
            model.training_info.add().initialization.initializer.append(tensor)
    return model


WHERE = (
    *("initializer", "constant", "attribute of tensors", "subgraph", "subgraphs", "function"),
    *("default of a function", "sparse initializer", "sparse attribute", "training"),
)


@pytest.mark.parametrize("where", WHERE)
def test_a_tensor_is_found_wherever_it_stands(tmp_path: Path, where: str) -> None:
    path = tmp_path / "net.onnx"
    assert external_files(holding(external("deep/w.raw"), where), path) == ["w.bin", "deep/w.raw"]
    with pytest.raises(UserError, match=r"'\.\./secret', outside its folder"):
        external_files(holding(external("../secret"), where), path)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/etc/passwd", "outside its folder"), ("a/../../x", "outside its folder"),
        ("", "names no file"), (".", "names no file"), ("x\0y", "outside its folder"),
        ("link", "through the link 'link'"), ("./link", "through the link 'link'"),
        ("inner", "through the link 'inner'"), ("dangling", "through the link 'dangling'"),
        ("up/secret", "through the link 'up'"), ("deep/up/secret", "through the link 'up'"),
        ("pipe", "no regular file"), ("deep", "no regular file"), ("w.bin/x", "cannot be read"),
        ("x" * 300, "cannot be read"), ("socket", "no regular file"),
    ],
)  # fmt: skip
def test_external_data_are_plain_files_below_the_model(
    tmp_path: Path, name: str, words: str
) -> None:
    folder = tmp_path / "sent"
    (folder / "deep").mkdir(parents=True)
    (tmp_path / "secret").write_text("secret")
    (folder / "w.bin").write_bytes(b"12345678")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "inner").symlink_to("w.bin")
    (folder / "dangling").symlink_to("nowhere")
    (folder / "up").symlink_to(tmp_path)
    (folder / "deep" / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as bound, contextlib.chdir(folder):
        bound.bind("socket")
    with pytest.raises(UserError, match=words):
        external_files(holding(external(name), "constant"), folder / "net.onnx")
