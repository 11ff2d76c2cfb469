"""Arrays in ``.npz`` files: what numpy writes is read as numpy reads it, and damage is told."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from workbench.core.errors import UserError
from workbench.engine.values.arrays import load_arrays
from workbench.engine.values.tensors import to_tensor

WRITTEN = {
    "in columns": np.asfortranarray(np.arange(24.0).reshape(2, 3, 4)),
    "in steps": np.arange(24).reshape(2, 3, 4)[:, ::2],
    "empty": np.zeros((0, 3)),
    "one": np.array(5, np.int8),
    "text": np.array(["ab", "c"]),
    "of no size": np.zeros(3, "V0"),
    "other order": np.arange(4, dtype=">i4"),
    "records": np.zeros(2, [("x", "f4"), ("y", "i2")]),
    "days": np.array(["2020-01-01"], "M8[D]"),
    "several pieces": np.arange(300_000, dtype=np.int64),
}


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_what_numpy_writes_is_read(save, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    save(tmp_path / "x.npz", **WRITTEN)
    given = load_arrays(tmp_path / "x.npz")
    assert list(given) == list(WRITTEN)
    for name, array in WRITTEN.items():
        assert (given[name].dtype, given[name].shape) == (array.dtype, array.shape)
        assert given[name].tobytes() == array.tobytes()
        assert given[name].flags.writeable


def npy(header: str, data: bytes = b"") -> bytes:
    text = header.encode() + b"\n"
    return b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text + data


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "EOF"),
        (b"\x93NUMPY\1\0", "EOF"),
        (b"\x93NUMPY\1\0\xff\xff{", "EOF"),
        (b"something else", "magic"),
        (npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", b"1234"), "shorter"),
        (npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"), "shorter"),
        (npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1 << 60,)}"), "malformed"),
        (npy(f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({1 << 60},)}}"), "shorter"),
        (npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", b"12345678"), "objects"),
    ],
)
def test_what_is_no_array_is_told(content: bytes, told: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.npz", "w") as archive:
        archive.writestr("a.npy", content)
    with pytest.raises(UserError, match=told):
        load_arrays(tmp_path / "x.npz")


def test_texts_that_are_saved_as_objects_are_to_be_saved_as_texts(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", names=np.array(["ab", "c"], object), good=np.zeros(2))
    with pytest.raises(UserError, match=r"'names' holds Python objects \(dtype=object\)") as caught:
        load_arrays(tmp_path / "x.npz")
    assert "astype(str)" in caught.value.problem.hint
    np.savez(tmp_path / "x.npz", names=np.array(["ab", "c"], object).astype(str))
    assert list(load_arrays(tmp_path / "x.npz")["names"]) == ["ab", "c"]


@pytest.mark.parametrize("char", ["l", "q", "L", "Q"])
def test_torch_takes_both_of_numpys_types_of_64_bits(char: str) -> None:
    array = np.arange(6).astype(char).reshape(2, 3).T
    made = to_tensor(array)
    assert np.array_equal(made.numpy(), array)
    assert made.data_ptr() == array.ctypes.data, "on its memory"
