"""Arrays in ``.npz`` files, and the one element type that numpy does not know: bfloat16.

A bfloat16 array is one of ``ml_dtypes`` here. In a file it is kept as uint16, under its name
with ``@bfloat16``, so that numpy alone can read the file.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import ml_dtypes
import numpy as np

from workbench.core.errors import UserError

__all__ = ["BFLOAT16", "load_arrays", "numpy_dtype", "save_arrays"]

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
_MARK = "@bfloat16"


def numpy_dtype(name: str) -> np.dtype:
    """The numpy type of an element type of ours."""
    return BFLOAT16 if name == "bfloat16" else np.dtype(name)


def save_arrays(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Write an ``.npz``. Not with ``numpy.savez``: its own parameters' names could be those of arrays."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            if array.dtype == BFLOAT16:
                name, array = name + _MARK, array.view(np.uint16)
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def load_arrays(path: Path) -> dict[str, np.ndarray]:
    """The arrays of an ``.npz`` by name; pickled objects are refused.

    Raises:
        UserError: kind ``inputs``.
    """
    try:
        archive = np.load(path, allow_pickle=False)
        if not isinstance(archive, np.lib.npyio.NpzFile):
            raise UserError(
                "inputs", "this is one array, not an .npz", "Use numpy.savez.", file=path
            )
        with archive:
            return dict(_marked(name, archive[name]) for name in archive.files)
    except FileNotFoundError:
        raise UserError("inputs", "the file does not exist", file=path) from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise UserError("inputs", f"this is no .npz of arrays: {error}", file=path) from None


def _marked(name: str, array: np.ndarray) -> tuple[str, np.ndarray]:
    if name.endswith(_MARK) and array.dtype == np.uint16:
        return name.removesuffix(_MARK), array.view(BFLOAT16)
    return name, array
