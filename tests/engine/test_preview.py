"""What the example inputs hold, as it is shown before anything runs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from PIL import Image

from tests.conftest import MakeOp
from tests.core.declarations import add_op
from workbench.cli import main
from workbench.core.declaration.op import Example, Op
from workbench.core.examples.example_files import check_files
from workbench.engine.values.preview import previews


def with_inputs(*inputs: Example) -> Op:
    op = add_op()
    return replace(op, model=replace(op.model, inputs=inputs))


def test_types_ranges_and_first_elements(tmp_path: Path) -> None:
    values = (1.0, -2.0, float("nan"), float("inf"))
    op = with_inputs(Example("a", shape=(4,), value=values), Example("b", shape=(0, 3)))
    one, none = previews(op, tmp_path)
    assert one.type_words == "float32 [4]"
    assert (one.least, one.most, one.mean, one.nan, one.inf) == (-2, 1, -0.5, 1, 1)
    assert one.range_words == "-2 … 1, mean -0.5, 1 nan, 1 inf"
    assert one.first == ("1", "-2", "nan", "inf")
    assert one.picture is None
    assert (none.range_words, none.first, none.picture) == ("no elements", (), None)


def test_what_is_converted_says_from_what(tmp_path: Path) -> None:
    np.save(tmp_path / "whole.npy", np.arange(3))
    np.save(tmp_path / "alike.npy", np.zeros(3, np.float32))
    one, other = previews(
        with_inputs(
            Example("a", file="whole.npy", dtype="float32"), Example("b", file="alike.npy")
        ),
        tmp_path,
    )
    assert one.type_words == "float32 [3], converted from int64"
    assert other.type_words == "float32 [3]"


def test_an_image_is_shown_in_its_colours(tmp_path: Path) -> None:
    pixels = np.zeros((200, 300, 3), np.uint8)
    pixels[:, :, 0] = 255
    Image.fromarray(pixels).save(tmp_path / "red.png")
    (found,) = previews(with_inputs(Example("a", file="red.png")), tmp_path)
    assert found.shape == (1, 3, 200, 300)
    assert found.picture is not None
    assert (found.picture.rows, found.picture.columns, found.picture.channels) == (67, 75, 3)
    assert found.picture.pixels[:3] == bytes((255, 1, 1))


def test_points_are_seen_from_above(tmp_path: Path) -> None:
    rows = "".join(f"{x} 0 5\n" for x in range(64))
    (tmp_path / "line.xyz").write_text(rows)
    (found,) = previews(with_inputs(Example("a", file="line.xyz")), tmp_path)
    assert found.picture is not None
    assert found.picture.words == "from above"
    plane = np.frombuffer(found.picture.pixels, np.uint8).reshape(48, 48)
    assert np.flatnonzero((plane > 1).any(axis=1)).size == 1, "one line of points"
    assert plane.max(axis=1).argmax() in (23, 24), "in the middle"


def test_what_cannot_be_made_says_why_and_the_rest_is_there(tmp_path: Path) -> None:
    op = with_inputs(
        Example("a", file="gone.npy"),
        Example("b", shape=(1 << 13, 1 << 13)),
        Example("a", shape=(2,)),
    )
    gone, large, there = previews(op, tmp_path)
    assert gone.problem == "gone.npy does not exist"
    assert "elements are not looked at" in large.problem
    assert there.problem == ""
    assert there.shape == (2,)


def test_a_point_cloud_that_is_cut_off_is_not_called_large(tmp_path: Path) -> None:
    head = "ply\nformat {} 1.0\nelement vertex 99999999999\nproperty float x\nend_header\n"
    (tmp_path / "text.ply").write_text(head.format("ascii") + "1\n\n2\n")
    (tmp_path / "bytes.ply").write_bytes(head.format("binary_little_endian").encode() + bytes(15))
    op = with_inputs(Example("a", file="text.ply"), Example("b", file="bytes.ply"))
    text, binary = previews(op, tmp_path)
    assert text.problem.endswith("it has 2 of the 99,999,999,999 points that it counts")
    assert binary.problem.endswith("it has 3 of the 99,999,999,999 points that it counts")
    # What is declared says the same, and so verify does before anything is built.
    assert [p.message for p in check_files(op, tmp_path)] == [text.problem, binary.problem]


def test_the_command_says_the_same(make_op: MakeOp, capsys) -> None:  # type: ignore[no-untyped-def]
    folder = make_op()
    assert main(["inputs", str(folder)]) == 0
    (line, first) = capsys.readouterr().out.splitlines()
    assert line.startswith("x: float32 [2, 3], ")
    assert main(["inputs", str(folder), "--json", "-"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["inputs"]
    assert ", ".join(told["first"]) == first.strip()
    assert main(["inputs", str(folder), "--case", "none"]) == 1
    assert "has no case 'none'" in capsys.readouterr().err
