"""Calls a function of a tvm-ffi module with the arrays of each case; runs in the runtime's own Python.

    python tvm_ffi_host.py calls.json
    python tvm_ffi_host.py --timed TURNS DESCRIPTOR

The second calls the first call of such a file over and over, whenever the file TURNS has it do so.
``calls.json`` names the library, the function, and for each call its arguments in order, the sizes of
its outputs where they are known, and the files to read and to write: ``.npz``, with bfloat16 as uint16
under a name that ends in ``@bfloat16``, and so on (``MARKS``).
"""

import ctypes
import json
import pathlib
import runpy
import sys
import zipfile

import numpy as np
import tvm_ffi

# What follows the name of an array that NumPy has no type for: DLPack's code, and NumPy's type of its size.
MARKS = {"@bfloat16": (4, "uint16"), "@float8_e4m3fn": (10, "uint8"), "@float8_e5m2": (12, "uint8")}
UINT = 1  # DLPack's code
CODE = 20  # where they stand in a DLTensor


class RefusedError(Exception):
    """Told as it is (``turns.py``): it is meant for the user."""

    problem = property(lambda self: self)
    message = property(str)


class Recoded:
    """An array under another of DLPack's codes: NumPy has no such type."""

    def __init__(self, array, code):
        self._array, self._code = array, code

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()

    def __dlpack__(self, **options):
        capsule = self._array.__dlpack__()
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
        at = pointer(capsule, b"dltensor")
        ctypes.c_uint8.from_address(at + CODE).value = self._code
        return capsule


def given(arrays, name):
    """The array of that name, as the function takes it."""
    if name in arrays:
        return arrays[name]
    mark = next(mark for mark in MARKS if name + mark in arrays)
    return Recoded(arrays[name + mark], MARKS[mark][0])


def prepared(call):
    """The arguments of a call, the names of its outputs, and these where their sizes are known."""
    with np.load(call["inputs"]) as file:
        arrays = dict(file)
    arguments = [
        given(arrays, one["tensor"])
        if "tensor" in one
        else [given(arrays, name) for name in one["tensors"]]
        if "tensors" in one
        else one["value"]
        for one in call["arguments"]
    ]
    marks = ["@" + dtype if "@" + dtype in MARKS else "" for _, dtype in call["outputs"]]
    names = [name + mark for (name, _), mark in zip(call["outputs"], marks, strict=True)]
    if call["sizes"] is None:  # the kernel allocates an output
        return arguments, names, None
    outputs = [
        np.empty(sizes, MARKS[mark][1] if mark else dtype)
        for sizes, mark, (_, dtype) in zip(call["sizes"], marks, call["outputs"], strict=True)
    ]
    for output in outputs:  # no values that a kernel would give
        output.reshape(-1).view(np.uint8).fill(0xFF)
    places = [Recoded(y, MARKS[m][0]) if m else y for y, m in zip(outputs, marks, strict=True)]
    return [*arguments, *places], names, outputs


def called(function, call):
    """The outputs of a call, by name."""
    arguments, names, outputs = prepared(call)
    found = function(*arguments)
    if outputs is None:
        found = list(found) if len(names) > 1 else [found]
        marked = ["@" in name for name in names]
        found = [Recoded(x, UINT) if half else x for x, half in zip(found, marked, strict=True)]
        outputs = map(np.from_dlpack, found)
    return dict(zip(names, outputs, strict=True))


def opened(file, threads):
    """What is timed: the function with the arrays of the first call."""
    if threads > 1:
        raise RefusedError(f"with {threads} threads: its loops run on the thread that calls it")
    told = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    function = getattr(tvm_ffi.load_module(told["library"]), told["function"])
    arguments, _, _ = prepared(told["calls"][0])
    return lambda: function(*arguments)


def write(path, arrays):
    """An ``.npz``; not with ``numpy.savez``, whose own parameters' names could be those of arrays."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def main():
    told = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    try:
        function = getattr(tvm_ffi.load_module(told["library"]), told["function"])
    except (AttributeError, RuntimeError) as error:
        sys.exit(f"{told['function']} cannot be had of the library: {error}")
    for call in told["calls"]:
        try:
            found = called(function, call)
        except Exception as error:  # whatever the function raises
            sys.exit(f"{call['case']}{type(error).__name__}: {error}")
        write(call["written"], found)


if __name__ == "__main__":
    if sys.argv[1] == "--timed":
        runpy.run_path(sys.argv[2])["serve"](opened, int(sys.argv[3]))
    else:
        main()
