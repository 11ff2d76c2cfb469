"""Runs models in OpenVINO: a program of its own, in an environment that has OpenVINO and numpy only.

    python openvino_host.py FOLDER
    python openvino_host.py --timed TURNS DESCRIPTOR

FOLDER has ``request.json``: the op ``library`` or an empty text, and ``cases``, each with its ``model``,
its ``inputs``, an .npz, and the ``ops`` in the model, by domain and name, that are the library's. Each
case's outputs are written as ``N.npz``; which case fails for which reason is said in ``failed.json``.
The second opens such requests, and runs their first case over and over, whenever the file TURNS has it
do so.
"""

import functools
import json
import re
import runpy
import sys
import zipfile
from pathlib import Path

import numpy as np
import openvino as ov

BFLOAT16 = "@bfloat16"  # numpy has no such type: after the name of an array of uint16
OWN = re.compile(
    r"Exception from |Check '.*' failed at |FrontEnd API failed|Summary:|Model wasn't fully"
)
BODIES = {
    "If": ("get_then_body", "get_else_body"),
    "Loop": ("get_function",),
    "TensorIterator": ("get_body",),
}
SETTINGS = {
    # No faster and less exact element type, whatever the processor has.
    "INFERENCE_PRECISION_HINT": "f32",
    "EXECUTION_MODE_HINT": "ACCURACY",
}


def main(folder):
    """Run the cases, up to one that fails."""
    request = json.loads((folder / "request.json").read_text("utf-8"))
    number = 0
    try:
        core, compiled = core_with(request["library"]), {}
        for number, case in enumerate(request["cases"]):
            name = case["model"]
            if name not in compiled:
                compiled[name] = compile_model(core, name, case["ops"])
            write(folder / f"{number}.npz", run(compiled[name], read(case["inputs"])))
    except Exception as error:
        failed = {"case": number, "reason": reason(error)}
        (folder / "failed.json").write_text(json.dumps(failed), "utf-8")


@functools.cache
def core_with(library):
    """OpenVINO with an op library, which it takes once; with none where its path is empty."""
    core = ov.Core()
    if library:
        core.add_extension(library)
    return core


def opened(file, threads):
    """What is timed: an inference of the first case, whose inputs are there."""
    request = json.loads(Path(file).read_text("utf-8"))
    case = request["cases"][0]
    settings = {**SETTINGS, "INFERENCE_NUM_THREADS": threads}
    core = core_with(request["library"])
    compiled = compile_model(core, case["model"], case["ops"], settings)
    return filled(compiled, read(case["inputs"])).infer


def reason(error):
    """What an error says, without OpenVINO's own files and lines."""
    lines = [line.strip() for line in str(error).splitlines()]
    return "; ".join(line for line in lines if line and not OWN.match(line)) or repr(error)


def compile_model(core, name, ops, settings=SETTINGS):
    """The model for the CPU; what shall run in the library is a node of the library's."""
    model = core.read_model(name)
    found = {(node.get_type_info().version_id, node.get_type_name()) for node in every(model)}
    if missing := [op for op in ops if tuple(op) not in found]:
        listed = ", ".join("::".join(op) for op in missing)
        raise RuntimeError(f"OpenVINO reads {listed} as something else than the library's op")
    return core.compile_model(model, "CPU", settings)


def every(model):
    """The nodes of a model and of the models in them: of an If, a Loop."""
    for node in model.get_ops():
        yield node
        for name in BODIES.get(node.get_type_name(), ()):
            yield from every(getattr(node, name)())


def read(path):
    """The arrays of a file, as tensors."""
    with np.load(path) as arrays:
        return dict(tensor(name, arrays[name]) for name in arrays.files)


def write(path, arrays):
    """Not with ``numpy.savez``: its own parameters' names could be those of arrays."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def tensor(name, array):
    """An array with its name, as OpenVINO takes it."""
    array = np.ascontiguousarray(array).reshape(array.shape)
    if name.endswith(BFLOAT16):
        made = ov.Tensor(ov.Type.bf16, ov.Shape(array.shape))
        made.data[...] = array.view(made.data.dtype)
        return name.removesuffix(BFLOAT16), made
    return name, ov.Tensor(array)


def filled(compiled, inputs):
    """A request to which the inputs are given."""
    request = compiled.create_infer_request()
    for port in compiled.inputs:
        names = port.get_names() & inputs.keys()
        if names:
            request.set_tensor(port, inputs[names.pop()])
    return request


def run(compiled, inputs):
    """The outputs by name."""
    request = filled(compiled, inputs)
    request.infer()
    outputs = {}
    for port in compiled.outputs:
        result = request.get_tensor(port)
        data = result.data.copy()
        bf16 = result.element_type == ov.Type.bf16
        for name in port.get_names():
            outputs[name + BFLOAT16 if bf16 else name] = data.view(np.uint16) if bf16 else data
    return outputs


if sys.argv[1] == "--timed":
    runpy.run_path(sys.argv[2])["serve"](opened, int(sys.argv[3]))
else:
    main(Path(sys.argv[1]))
