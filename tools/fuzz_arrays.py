"""Files of example inputs for ``make fuzz``: arrays, images, tables of numbers, point clouds."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable, Sequence

import numpy as np
from onnx import helper, numpy_helper
from PIL import Image

from tools.fuzz_bytes import HUGE, mutated, mutated_message
from tools.fuzz_worker import Made

__all__ = ["ARRAYS", "arrays", "sound_array"]

_DESCRS = (
    "<f4", "<f4", ">f8", "|b1", "<i8", "|O", "<U5", "|S3", "<c16", "<M8[ns]", "|V7", "<f2", "<u2",
    "<f4096", "x", "", "<f4,<f4", [("a", "<f4")], [("a", "<f4", (2**31,))], 5, None, "|S0", "<U0",
)  # fmt: skip


_HEADERS = ("__import__('os').abort()", "-" * 9000, "{" * 99)


def _npy(rng: random.Random) -> bytes:
    """A header with some odd parts, and elements that may fit."""

    def odd(of: float, sound: object, others: Sequence[object]) -> object:
        return rng.choice(others) if rng.random() < of else sound

    sizes = [odd(0.1, 2, (0, 1, 3, *HUGE)) for _ in range(rng.randint(0, 4))]
    many = [1] * rng.choice((33, 65, 3000))
    descr = odd(0.4, rng.choice(_DESCRS[:5]), _DESCRS)
    shape = odd(0.1, tuple(sizes), (sizes, many, tuple(many), 5, (1.5,), (True,), ("a",)))
    header: dict[object, object] = {"descr": descr, "fortran_order": False, "shape": shape}
    header["fortran_order"] = odd(0.2, False, (True, None, 1, "x"))
    if rng.random() < 0.05:
        header.pop(rng.choice(list(header)))
    if rng.random() < 0.05:
        header[rng.choice(("x", 1, "shape"))] = rng.choice((None, (), "()", 1))
    text = repr(header)
    if rng.random() < 0.05:
        text = rng.choice((text[:-1], text + "\n" + "(" * 3000, f"[{text}]", *_HEADERS))
    encoded = text.encode("utf-8", "replace") + b" " * rng.choice((0, 0, 10, 40_000)) + b"\n"
    version = rng.choice((1, 1, 1, 1, 2, 3)) if rng.random() < 0.95 else rng.choice((0, 9))
    length = min(len(encoded), 65_535).to_bytes(2 if version < 2 else 4, "little")
    elements = bytes(rng.choice((0, 8, 16, 64, 128, 128, 1000)))
    return b"\x93NUMPY" + bytes((version, 0)) + length + encoded + elements


def _npz(rng: random.Random) -> bytes:
    file = io.BytesIO()
    method = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA))
    with zipfile.ZipFile(file, "w", method) as out:
        for _ in range(rng.choice((0, 1, 1, 2, 3, 40))):
            name = rng.choice(
                ("x.npy", "y.npy", "x@bfloat16.npy", "x", "../x.npy", ".npy", "é.npy", "a/b.npy")
            )
            out.writestr(name, _npy(rng) if rng.random() < 0.5 else sound_array(rng))
    return file.getvalue()


def sound_array(rng: random.Random) -> bytes:
    """A sound ``.npy``."""
    file = io.BytesIO()
    dtype = rng.choice(("f4", "f8", "i8", "u1", "?", "f2", "u2", "U3", "c8"))
    shape = rng.choice(((), (0,), (3,), (2, 3), (1, 2, 3, 4)))
    np.lib.format.write_array(file, np.ones(shape, dtype), allow_pickle=False)
    return file.getvalue()


def _pb(rng: random.Random) -> bytes:
    array = np.arange(6, dtype=rng.choice(("f4", "f8", "i8", "u1"))).reshape(2, 3)
    tensor = numpy_helper.from_array(array, "x")
    if rng.random() < 0.3:
        tensor = helper.make_tensor("x", rng.choice((1, 2, 6, 7, 9, 10, 14, 16)), [2, 3], [0] * 6)
    if rng.random() < 0.8:
        mutated_message(rng, tensor, 3)
    return tensor.SerializeToString()


def _image(rng: random.Random, form: str) -> bytes:
    file = io.BytesIO()
    sizes = rng.choice(((1, 1), (3, 5), (5, 3, 3), (4, 4, 4)))
    pixels = np.arange(np.prod(sizes)).astype(np.uint8).reshape(sizes)
    image = Image.fromarray(pixels)
    (image.convert("RGB") if form == "JPEG" else image).save(file, form)
    return file.getvalue()


def _table(rng: random.Random) -> bytes:
    between = rng.choice((",", ";", "\t", " ", ", ", ""))
    cells = ("1", "-2.5", "nan", "1e400", "", "x", '"y"', "0x1", "1_0", "\0", "٣")
    rows = [
        between.join(rng.choice(cells[: rng.choice((3, len(cells)))]) for _ in range(3))
        for _ in range(rng.choice((0, 1, 3, 300)))
    ]
    head = rng.choice(("", "x,y,z\n", "# a\n", "//X Y Z\n", "3\n", "\ufeff"))
    return (head + "\n".join(rows)).encode()


def _ply(rng: random.Random) -> bytes:
    form = rng.choice(("ascii", "binary_little_endian", "binary_big_endian", "ascii", "zip"))
    count = rng.choice((0, 1, 2, 2, 2, -1, 1 << 40, "x"))
    properties = "".join(
        f"property {rng.choice(('float', 'uchar', 'double', 'int16', 'list uchar int', 'odd'))} {name}\n"
        for name in rng.choice(("xyz", "xyz", "x", "xx", ""))
    )
    before = rng.choice(("", "", "element face 1\nproperty list uchar int v\n", "comment c\n"))
    head = f"ply\nformat {form} 1.0\n{before}element vertex {count}\n{properties}end_header\n"
    body = b"1 2 3\n4 5 6\n" if form == "ascii" else bytes(rng.choice((0, 12, 24, 48)))
    return head.encode() + body


ARRAYS: dict[str, Callable[[random.Random], bytes]] = {
    ".npy": _npy,
    ".npz": _npz,
    ".pb": _pb,
    ".png": lambda rng: _image(rng, "PNG"),
    ".jpg": lambda rng: _image(rng, "JPEG"),
    ".bmp": lambda rng: _image(rng, "BMP"),
    ".tif": lambda rng: _image(rng, "TIFF"),
    ".csv": _table,
    ".xyz": _table,
    ".ply": _ply,
}
"""What makes a file, by how its name ends."""


def arrays(rng: random.Random) -> Made:
    """A file of an example: arrays, an image, a table, a point cloud."""
    suffix = rng.choice(list(ARRAYS))
    data = ARRAYS[suffix](rng)
    if rng.random() < 0.4:
        data = mutated(rng, data, [sound_array(rng), data], 3)
    return Made("array", suffix, data)
