"""Examples as people of a field have them: images, tables of numbers, point clouds."""

from __future__ import annotations

import contextlib
import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.core.declarations import add_op
from tests.large import examples
from workbench.core.check import check_op
from workbench.core.declaration.op import Example
from workbench.core.errors import UserError
from workbench.core.examples import headers
from workbench.core.examples.example_files import check_files, file_header, opened
from workbench.core.examples.headers import entries, header
from workbench.core.examples.table_file import Table, read_table
from workbench.engine.values.example_files import load_example

PIXELS = np.arange(2 * 4 * 3, dtype=np.uint8).reshape(2, 4, 3) * 10
POINTS = np.array([[0.5, -1, 2], [3, 4, 5], [6, 7, 8.25], [9, 10, 11]])


def save_image(path: Path, array: np.ndarray = PIXELS) -> Path:
    Image.fromarray(array).save(path)
    return path


def save_ply(path: Path, form: str, extra: str = "", before: str = "") -> Path:
    rows = [(*row, i) for i, row in enumerate(POINTS)]
    head = (
        f"ply\nformat {form} 1.0\ncomment by hand\n{before}element vertex {len(rows)}\n"
        "property float x\nproperty float y\nproperty double z\nproperty uchar red\n"
        f"element face 1\nproperty list uchar int vertex_indices\n{extra}end_header\n"
    )
    if form == "ascii":
        skipped = "7 7\n" if before else ""
        body = skipped + "".join(f"{x} {y} {z} {red}\n" for x, y, z, red in rows) + "3 0 1 2\n"
        path.write_text(head + body)
    else:
        order = "<" if form == "binary_little_endian" else ">"
        body = struct.pack(f"{order}2h", 7, 7) if before else b""
        body += b"".join(struct.pack(f"{order}ffdB", *row) for row in rows)
        path.write_bytes(head.encode() + body + b"\3\0\0\0")
    return path


def load(path: Path, dtype: str = "float32", **more: object) -> np.ndarray:
    return load_example(path.parent, Example("a", file=path.name, **more), dtype)  # type: ignore[arg-type]


def test_an_image_is_a_tensor_as_networks_take_it(tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.PNG")
    found = load(path)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, PIXELS.transpose(2, 0, 1)[None] / 255.0, rtol=1e-6)
    np.testing.assert_array_equal(load(path, "uint8", axes="HWC"), PIXELS)


def test_a_large_image_takes_little_more_than_its_tensor(tmp_path: Path) -> None:
    levels = np.arange(256, dtype=np.uint8)
    path = save_image(tmp_path / "large.png", np.tile(levels, 12_000).reshape(1000, 1024, 3))
    tracemalloc.start()
    array = load(path, low=-1, high=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert np.array_equal(array[0, :, 0, :3].T, (levels[:9] / 127.5 - 1).reshape(3, 3).astype("f4"))
    assert peak < 3 * array.nbytes


@pytest.mark.parametrize("axes", ["NCHW", "CHW", "NHWC", "HWC"])
def test_its_axes_are_in_the_order_that_is_declared(tmp_path: Path, axes: str) -> None:
    path = save_image(tmp_path / "a.png")
    example = Example("a", file="a.png", axes=axes)  # type: ignore[arg-type]
    wanted = PIXELS if "HW" in axes and axes.endswith("C") else PIXELS.transpose(2, 0, 1)
    wanted = wanted[None] if axes.startswith("N") else wanted
    assert file_header(tmp_path, example).shape == wanted.shape
    np.testing.assert_array_equal(load(path, "int32", axes=axes), wanted)


def test_black_and_white_are_what_is_declared(tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", np.array([[0, 255]], np.uint8))
    np.testing.assert_allclose(load(path, low=-1.0, high=1.0).ravel(), [-1, 1])
    np.testing.assert_array_equal(load(path, "int64", low=-1.0).ravel(), [0, 255])


def test_it_is_resized_and_its_colours_are_as_many_as_declared(tmp_path: Path) -> None:
    path = save_image(tmp_path / "a.png", np.full((8, 6, 3), (0, 128, 255), np.uint8))
    found = load(path, "uint8", shape=(1, 3, 4, 5))
    assert found.shape == (1, 3, 4, 5)
    np.testing.assert_array_equal(found[0, :, 2, 2], [0, 128, 255])
    assert load(path, shape=(1, 1, 8, 6)).shape == (1, 1, 8, 6)
    assert load(path, shape=(4, 8, 6), axes="CHW").shape == (4, 8, 6)
    with pytest.raises(UserError, match=r"\[2, 3, 8, 6\] is declared"):
        load(path, shape=(2, 3, 8, 6))


@pytest.mark.parametrize(
    ("mode", "channels"), [("1", 1), ("L", 1), ("P", 3), ("RGBA", 4), ("CMYK", 3), ("I;16", 1)]
)
def test_each_kind_of_image_has_its_channels(tmp_path: Path, mode: str, channels: int) -> None:
    image = Image.new("L", (5, 4), 255)
    if mode == "I;16":
        image = Image.fromarray(np.full((4, 5), 0xFFFF, np.uint16))
    path = tmp_path / "a.tif"
    (image if image.mode == mode else image.convert(mode)).save(path)
    assert header(path).shape == (4, 5, channels)
    assert load(path, "uint8")[0, 0].tolist() == [[255] * 5] * 4


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "x,y,z\n0.5,-1,2\n3,4,5\n"),
        ("b.csv", "0.5, -1, 2\n3, 4, 5"),
        ("c.csv", '\ufeff"x";"y";"z"\n\n0.5;-1;2\n3;4;5\n'),
        ("d.tsv", "x\ty\tz\n0.5\t-1\t2\n3\t4\t5\n"),
        ("e.xyz", "//x y z\n# by a scanner\n0.5 -1 2\n3 4 5\n\n"),
        ("f.xyz", "2\n  0.5  -1 2\n3 4 5\n"),
        ("g.txt", "0.5 -1 2\r\n3 4 5\r\n"),
    ],
)
def test_a_table_is_read_as_people_write_it(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    assert header(path).shape == (2, 3)
    np.testing.assert_array_equal(load(path), POINTS[:2].astype(np.float32))


def test_columns_are_chosen_by_name_and_number(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("time,x,y\n1,2,3\n4,5,6\n")
    assert entries(path) == ("time", "x", "y")
    np.testing.assert_array_equal(load(path, entry="y, time"), [[3, 1], [6, 4]])
    np.testing.assert_array_equal(load(path, entry="2"), [[2], [5]])
    assert load(path, entry="x", shape=(2,)).shape == (2,)
    with pytest.raises(UserError, match="no column 'z'") as caught:
        load(path, entry="x,z")
    assert "time, x, y" in caught.value.problem.hint
    problems = check_files(op_with(Example("a", file="a.csv", entry="z")), tmp_path)
    assert [p.key for p in problems] == ["model.inputs[0].entry"]


@pytest.mark.parametrize("form", ["ascii", "binary_little_endian", "binary_big_endian"])
@pytest.mark.parametrize("before", ["", "element odd 1\nproperty short a\nproperty short b\n"])
def test_a_point_cloud_is_its_places(tmp_path: Path, form: str, before: str) -> None:
    path = save_ply(tmp_path / "a.ply", form, before=before)
    assert header(path).shape == (4, 3)
    np.testing.assert_array_equal(load(path, "float64"), POINTS)
    np.testing.assert_array_equal(load(path, "uint8", entry="red"), np.arange(4)[:, None])
    np.testing.assert_array_equal(load(path, shape=(1, 2, 3)), POINTS[None, :2].astype(np.float32))


def op_with(*inputs: Example):  # type: ignore[no-untyped-def]
    from msgspec.structs import replace

    op = add_op()
    return replace(op, model=replace(op.model, inputs=inputs))


def test_numbers_of_no_type_take_the_arguments(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("1\n2\n3\n")
    op = op_with(Example("a", shape=(3,), file="a.csv"), Example("b", shape=(3,)))
    assert check_op(op) == []
    assert list(check_files(op, tmp_path)) == []
    assert opened(op, tmp_path).model.inputs[0].shape == (3,)


def broken(folder: Path) -> list[str]:
    """Each is wrong in its own way."""
    head = "ply\nformat ascii 1.0\n"
    point = "element vertex 2\nproperty float x\nend_header\n"
    texts = {
        "empty.csv": "",
        "words.csv": "a,b\nc,d\n",
        "ragged.csv": "1,2\n3\n",
        "word.csv": "1,2\n3,x\n",
        "none.xyz": "# nothing\n",
        "no.ply": "hello",
        "format.ply": "ply\nformat zip 1.0\nend_header\n",
        "unknown.ply": head + "anything\n",
        "headless.ply": head + "element vertex 2\n",
        "pointless.ply": head + "element face 2\nproperty float x\nend_header\n",
        "short.ply": head + point + "1\n",
        "cut.ply": head + point,
        "listed.ply": head + "element vertex 1\nproperty list uchar int x\nend_header\n1 1\n",
        "counted.ply": head + "element vertex 9999999999999\nproperty float x\nend_header\n",
        "negative.ply": head + "element vertex -1\nproperty float x\nend_header\n",
        "word.ply": head + point + "1\nx\n",
        "text.png": "no image",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "short-bytes.ply").write_bytes(
        f"ply\nformat binary_little_endian 1.0\n{point}".encode() + b"\0" * 7
    )
    (folder / "bytes.csv").write_bytes(b"\xff\xfe\x00\x01")
    cut = save_image(folder / "cut.png", np.zeros((64, 64, 3), np.uint8)).read_bytes()
    (folder / "cut.png").write_bytes(cut[: len(cut) - 20])
    (folder / "other.png").write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n")
    large = bytearray(save_image(folder / "large.png").read_bytes())
    large[16:24] = struct.pack(">II", 1 << 30, 1 << 30)
    (folder / "large.png").write_bytes(large)
    return [*texts, "short-bytes.ply", "bytes.csv", "cut.png", "other.png", "large.png"]


def test_what_is_broken_is_refused_with_a_word(tmp_path: Path) -> None:
    for name in broken(tmp_path):
        with pytest.raises(UserError) as caught:
            load(tmp_path / name)
        problem = caught.value.problem
        assert problem.kind == "example", name
        assert problem.hint, name
        assert name in problem.message or name in problem.file


def test_a_table_that_is_too_small_for_its_shape(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("1,2\n3,4\n")
    op = op_with(Example("a", shape=(3, 2), file="a.csv"))
    (problem,) = check_files(op, tmp_path)
    assert problem.key == "model.inputs[0].shape"
    assert "[2, 2]" in problem.message


@settings(examples(60), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_bytes_changed_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("mutated")
    made = data.draw(st.sampled_from(["a.png", "a.bmp", "a.jpg", "a.csv", "a.ply", "b.ply"]))
    path = folder / made
    if made == "a.csv":
        path.write_text("x,y\n1,2\n3,4\n")
    elif made.endswith("ply"):
        save_ply(path, "ascii" if made == "a.ply" else "binary_little_endian")
    else:
        save_image(path)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        offset = data.draw(st.integers(0, len(content) - 1))
        content[offset] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(content[: data.draw(st.integers(0, len(content)))]))
    with contextlib.suppress(UserError):
        loaded = load(path)
        assert loaded.shape == file_header(folder, Example("a", file=made)).shape


def test_what_is_wrong_with_a_file_is_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window asks with every edit."""
    path = tmp_path / "a.csv"
    path.write_text("# nothing\n" * 9)
    looks = []

    def look(path: Path) -> Table:
        looks.append(path)
        return read_table(path)

    monkeypatch.setattr(headers, "read_table", look)
    for _ in range(3):
        with pytest.raises(UserError, match="no row of numbers"):
            header(path)
    assert looks == [path]
    path.write_text("1,2\n")
    assert header(path).shape == (1, 2)
