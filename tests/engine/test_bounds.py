"""Hostile files are refused before anything takes time or memory over them."""

from __future__ import annotations

import io
import math
import struct
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from msgspec import UNSET
from onnx import TensorProto as T
from onnx import helper as h

from tests.bomb import MIB, write_bomb
from tests.core.declarations import add_op
from tests.large import large
from tests.onnx_models import DOMAIN, save, value
from tests.seconds import fastest
from workbench.core.check import MAX_EXAMPLE_ELEMENTS
from workbench.core.errors import UserError
from workbench.core.examples.headers import entries, header
from workbench.core.storage import op_file
from workbench.engine.onnx.captured import FILE_NAME, captured_cases
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.onnx.onnx_model import list_missing
from workbench.engine.run.library_check import check_model_against_library
from workbench.engine.values.arrays import load_arrays, save_arrays
from workbench.importers.drafts.from_onnx import draft_from_onnx

X = value("x", T.FLOAT, [4])
Y = value("y", T.FLOAT, [4])
OPSET = [h.make_opsetid("", 17), h.make_opsetid(DOMAIN, 1)]


def refused(path: Path) -> str:
    began = time.process_time()
    with pytest.raises(UserError) as caught:
        read_model(path)
    assert time.process_time() - began < 5.0
    assert caught.value.problem.hint
    return caught.value.problem.message


def nested(depth: int, inside: bool = False) -> list[onnx.FunctionProto]:
    """Functions of which each calls the next one twice; ``inside`` the branches of an If."""
    made = []
    for i in range(depth):
        name = f"F{i + 1}" if i + 1 < depth else "Relu"
        domain = DOMAIN if i + 1 < depth else ""
        calls = [
            h.make_node(name, ["x"], ["t"], domain=domain),
            h.make_node(name, ["t"], ["y"], domain=domain),
        ]
        if inside:
            calls = [
                h.make_node("Constant", [], ["c"], value_int=1),
                h.make_node("Cast", ["c"], ["b"], to=T.BOOL),
                h.make_node(
                    "If", ["b"], ["y"],
                    then_branch=h.make_graph(calls, "then", [], [Y]),
                    else_branch=h.make_graph(calls, "else", [], [Y]),
                ),
            ]  # fmt: skip
        made.append(h.make_function(DOMAIN, f"F{i}", ["x"], ["y"], calls, OPSET))
    return made


@pytest.mark.parametrize("inside", [False, True])
def test_functions_that_expand_without_end_are_counted_before(tmp_path: Path, inside: bool) -> None:
    call = [h.make_node("F0", ["x"], ["y"], domain=DOMAIN)]
    path = save(tmp_path / "m.onnx", call, [X], [Y], functions=nested(30, inside))
    assert "more than 1,000,000 nodes" in refused(path)
    with pytest.raises(UserError, match="more than 1,000,000 nodes"):
        check_model_against_library(path, "")
    save(path, call, [X], [Y], functions=nested(6))
    assert list_missing(read_model(path), path).total > 6


def test_functions_that_are_never_called_are_counted_too(tmp_path: Path) -> None:
    call = [h.make_node("Relu", ["x"], ["y"])]
    path = save(tmp_path / "m.onnx", call, [X], [Y], functions=nested(30))
    assert "more than 1,000,000 nodes" in refused(path)


def test_functions_in_a_circle_are_refused(tmp_path: Path) -> None:
    body = [h.make_node("G", ["x"], ["y"], domain=DOMAIN)]
    back = [h.make_node("F0", ["x"], ["y"], domain=DOMAIN)]
    made = [
        h.make_function(DOMAIN, "F0", ["x"], ["y"], body, OPSET),
        h.make_function(DOMAIN, "G", ["x"], ["y"], back, OPSET),
    ]
    assert "calls itself" in refused(save(tmp_path / "m.onnx", back, [X], [Y], functions=made))


def test_a_long_chain_of_functions_is_no_deep_recursion(tmp_path: Path) -> None:
    chain = [
        h.make_function(
            DOMAIN, f"F{i}", ["x"], ["y"], [h.make_node(f"F{i + 1}", ["x"], ["y"], domain=DOMAIN)],
            OPSET,
        )
        for i in range(3000)
    ]  # fmt: skip
    call = [h.make_node("F0", ["x"], ["y"], domain=DOMAIN)]
    read_model(save(tmp_path / "m.onnx", call, [X], [Y], functions=chain))


def test_many_attributes_of_many_floats_are_left_out_and_reported(tmp_path: Path) -> None:
    lists = {f"a{i}": np.full(10_000, 0.5).tolist() for i in range(200)}
    short = {f"b{i}": np.full(900, 0.5).tolist() for i in range(20)}
    node = h.make_node("Big", ["x"], ["y"], domain=DOMAIN, alpha=0.5, **lists, **short)
    path = save(tmp_path / "m.onnx", [node], [X], [Y])
    began = time.process_time()
    found = list_missing(read_model(path), path)
    made = draft_from_onnx(found, found.missing[0], path=path)
    text = op_file.dumps(made.op)
    assert op_file.loads(text) == made.op
    assert time.process_time() - began < 10.0
    messages = [gap.message for gap in made.gaps]
    assert (
        "the attribute 'a0' is floats of 10000 values, which no argument holds; it is left out"
        in (messages)
    )
    assert any("'b19' is a list of 900 values, too many beside the others" in s for s in messages)
    assert {"alpha", "b0"} <= {a.name for a in made.op.args}


def test_a_node_of_more_inputs_than_can_be_declared_is_refused(tmp_path: Path) -> None:
    names = [f"x{i}" for i in range(5000)]
    nodes = [h.make_node("Wide", names, ["y"], domain=DOMAIN)]
    path = save(tmp_path / "m.onnx", nodes, [value(n, T.FLOAT, [4]) for n in names], [Y])
    found = list_missing(read_model(path), path)
    with pytest.raises(UserError, match="declared: there are more than 500 entries") as caught:
        draft_from_onnx(found, found.missing[0])
    assert "npy" not in caught.value.problem.hint, "inputs are no elements"


def test_a_model_of_endlessly_many_operators_is_refused(tmp_path: Path) -> None:
    nodes = [h.make_node(f"Op{i}", ["x"], [f"y{i}"], domain=DOMAIN) for i in range(1001)]
    path = save(tmp_path / "m.onnx", nodes, [X], [value("y0", T.FLOAT, [4])])
    with pytest.raises(UserError, match="more than 1,000 of its operators"):
        list_missing(read_model(path), path)


def test_giant_declared_sizes_become_no_giant_example(tmp_path: Path) -> None:
    huge = value("x", T.FLOAT, [1 << 40, 1 << 62])
    node = [h.make_node("Op", ["x"], ["y"], domain=DOMAIN)]
    path = save(tmp_path / "m.onnx", node, [huge], [Y])
    found = list_missing(read_model(path), path)
    made = draft_from_onnx(found, found.missing[0])
    assert math.prod(made.op.model.inputs[0].shape) <= MAX_EXAMPLE_ELEMENTS


def test_endlessly_many_sizes_are_refused(tmp_path: Path) -> None:
    many = value("x", T.FLOAT, [1 << 40] * 100_000)
    node = [h.make_node("Op", ["x"], ["y"], domain=DOMAIN)]
    path = save(tmp_path / "m.onnx", node, [many], [Y])
    began = time.process_time()
    found = list_missing(read_model(path), path)
    with pytest.raises(UserError, match="at most 64 dimensions"):
        draft_from_onnx(found, found.missing[0])
    assert time.process_time() - began < 10.0


def test_an_attribute_whose_value_a_functions_caller_gives_is_told_without_one(
    tmp_path: Path,
) -> None:
    odd = h.make_node("Odd", ["x"], ["y"], domain=DOMAIN)
    odd.attribute.add(name="alpha", type=onnx.AttributeProto.FLOAT, ref_attr_name="scale")
    function = h.make_function(DOMAIN, "F", ["x"], ["y"], [odd], OPSET, ["scale"])
    call = [h.make_node("F", ["x"], ["y"], domain=DOMAIN, scale=2.0)]
    path = save(tmp_path / "m.onnx", call, [X], [Y], functions=[function])
    found = list_missing(read_model(path), path)
    (attribute,) = found.missing[0].nodes[0].attributes
    assert (attribute.name, attribute.type, attribute.value) == ("alpha", "float", UNSET)
    assert draft_from_onnx(found, found.missing[0]).op.mapping.nodes


def test_an_opset_of_64_bits_is_told(tmp_path: Path) -> None:
    nodes = [h.make_node("LayerNormalization", ["x", "x"], ["y"])]
    path = save(tmp_path / "m.onnx", nodes, [value("x", T.INT64, [4])], [Y], opset=(1 << 63) - 1)
    assert list_missing(read_model(path), path).opset == (1 << 63) - 1


def test_two_functions_of_one_name_are_no_reason_to_stop(tmp_path: Path) -> None:
    node = [h.make_node("Odd", ["x"], ["y"], domain=DOMAIN)]
    twice = [h.make_function(DOMAIN, "F", ["x"], ["y"], node, OPSET) for _ in range(2)]
    path = save(tmp_path / "m.onnx", node, [X], [Y], functions=twice)
    (missing,) = list_missing(read_model(path), path).missing
    assert missing.op_type == "Odd"


@pytest.mark.parametrize(("size", "followed"), [(4, True), (1 << 40, False)])
def test_elements_of_a_giant_vector_are_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, followed: bool
) -> None:
    """ONNX makes one dimension of each element that may be a size: 92 bytes fill the memory."""
    asked = []
    real = onnx.shape_inference.infer_shapes

    def infer_shapes(model: onnx.ModelProto, data_prop: bool = False) -> onnx.ModelProto:
        asked.append(data_prop)
        return real(model)

    monkeypatch.setattr(onnx.shape_inference, "infer_shapes", infer_shapes)
    long = value("x", T.FLOAT, [size, 1])
    nodes = [
        h.make_node("Constant", [], ["all"], value_ints=[-1]),
        h.make_node("Reshape", ["x", "all"], ["v"]),
        h.make_node("Add", ["v", "v"], ["y"]),
        h.make_node("Odd", ["y"], ["z"], domain=DOMAIN),
    ]
    path = save(tmp_path / "m.onnx", nodes, [long], [value("z", T.FLOAT, None)])
    assert list_missing(read_model(path), path).missing[0].nodes[0].inputs[0].shape == (size,)
    assert asked == [False, True][: 1 + followed]


@pytest.mark.parametrize("damage", [b"", b"{}", b'"\xff"', b"[" * 100_000])
def test_a_damaged_note_of_captured_nodes_is_told(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(damage)
    with pytest.raises(UserError, match="captured of the model's nodes cannot be read"):
        captured_cases(add_op(), tmp_path / FILE_NAME)


# -- arrays


def npy(shape: tuple[int, ...], dtype: str = "<f4", data: bytes = b"") -> bytes:
    file = io.BytesIO()
    header = {"descr": dtype, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)
    return file.getvalue() + data


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An ``.npz`` of 2 MB whose array inflates to 2 GB."""
    path = tmp_path_factory.mktemp("bomb") / "bomb.npz"
    write_bomb(path, npy((MIB << 18,)))
    return path


@pytest.mark.parametrize("declared", [None, 1000])
def test_what_inflates_to_2_gb_is_not_read(
    bomb: Path, tmp_path: Path, declared: int | None
) -> None:
    path = tmp_path / "bomb.npz"
    data = bytearray(bomb.read_bytes())
    if declared is not None:
        struct.pack_into("<I", data, data.rfind(b"PK\x01\x02") + 24, declared)
    assert len(data) < 3 << 20
    path.write_bytes(data)
    began = time.process_time()
    with pytest.raises(UserError) as caught:
        load_arrays(path)
    assert time.process_time() - began < 2.0
    assert caught.value.problem.file == str(path)
    words = "inflates to" if declared is None else "Bad CRC-32"
    assert words in caught.value.problem.message


def archive_of(path: Path, **entries: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(f"{name}.npy", data)
    return path


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (npy((1 << 40,)), "shorter than its header says"),
        (npy((1 << 62, 1 << 62)), "shorter than its header says"),
        (npy((1 << 29,), "|S4096"), "shorter than its header says"),
        (npy((-1,)), "shorter than its header says"),
        (npy((4,), "|O", bytes(32)), "[Oo]bject"),
        (npy((4,), "<f4", bytes(15)), "shorter than its header says"),
    ],
)
def test_a_header_that_promises_more_than_there_is_allocates_nothing(
    tmp_path: Path, data: bytes, words: str
) -> None:
    with pytest.raises(UserError, match=words):
        load_arrays(archive_of(tmp_path / "x.npz", x=data))


def cut_short(text: str) -> bytes:
    """An ``.npy`` whose header is not closed."""
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


@pytest.mark.parametrize(
    "text", ["{'descr': '<f4', 'shape': (2,), 'x': None\n", "{'descr': ('", "("]
)
def test_a_header_that_is_not_closed_is_refused(tmp_path: Path, text: str) -> None:
    path = archive_of(tmp_path / "x.npz", x=cut_short(text))
    for read in (load_arrays, header):
        with pytest.raises(UserError):
            read(path)


def test_damaged_packing_of_a_kind_that_numpy_does_not_write_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("x.npy", npy((4,), data=bytes(16)))
    data = bytearray(path.read_bytes())
    data[50:60] = b"\xff" * 10
    path.write_bytes(data)
    for read in (load_arrays, header):
        with pytest.raises(UserError):
            read(path)


def test_entries_that_share_their_bytes_are_refused(tmp_path: Path) -> None:
    path = archive_of(tmp_path / "x.npz")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x0.npy", npy((1 << 20,), data=bytes(4 << 20)))
    data = path.read_bytes()
    start = data.rfind(b"PK\x01\x02")
    end = data.rfind(b"PK\x05\x06")
    entry, count = data[start:end], 2000
    many = b"".join(
        entry.replace(b"x0.npy", f"{i:06d}"[:2].encode() + b".npy") for i in range(count)
    )
    tail = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, count, count, len(many), start, 0)
    path.write_bytes(data[:start] + many + tail)
    with pytest.raises(UserError, match="say more than the file holds"):
        load_arrays(path)


def refused_array(read: Callable[[Path], object], path: Path) -> None:
    with pytest.raises(UserError, match="lists more arrays than can be looked at"):
        read(path)


@pytest.mark.parametrize(
    "wide", [pytest.param(False, marks=large, id="zip"), pytest.param(True, id="zip64")]
)
def test_endlessly_many_entries_are_not_listed(tmp_path: Path, wide: bool) -> None:
    path = archive_of(tmp_path / "x.npz", x=npy((0,)))
    data = path.read_bytes()
    start, end = data.rfind(b"PK\x01\x02"), data.rfind(b"PK\x05\x06")
    many = data[start:end] * 100_000
    last = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 65535, 65535, len(many), start, 0)
    if wide:
        where = start + len(many)
        record = struct.pack(
            "<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 100_000, 100_000, len(many), start
        )
        last = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1, 1, 50, start, 0)
        last = record + struct.pack("<4sIQI", b"PK\6\7", 0, where, 1) + last
    path.write_bytes(data[:start] + many + last)
    with zipfile.ZipFile(path) as archive:
        assert len(archive.infolist()) == 100_000, "it is a zip file that can be read"
    for read in (load_arrays, header, entries):
        assert fastest(lambda read=read: refused_array(read, path)) < 0.5


def test_what_is_honest_is_read(tmp_path: Path) -> None:
    arrays = {"x": np.arange(6.0).reshape(2, 3), "n": np.array(3), "s": np.array(["a", "bc"])}
    np.savez_compressed(tmp_path / "x.npz", **arrays)
    for path in (tmp_path / "x.npz", tmp_path / "y.npz"):
        if path.name == "y.npz":
            save_arrays(path, {**arrays, "f": np.asfortranarray(arrays["x"])})
        found = load_arrays(path)
        assert all((found[name] == array).all() for name, array in arrays.items())
