"""Writes the folder for ncnn, and runs its layer, where ncnn is on this machine."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx

import workbench
from workbench.core.codegen.device import device_operators, plugin_text
from workbench.core.codegen.templates import render
from workbench.core.declaration.op import Op
from workbench.core.delivery.ncnn import FORM, TAKEN, instance_of
from workbench.core.errors import UserError
from workbench.core.jobs import DeliverJob, DeliveryCheck, ExportedCase
from workbench.core.types.dtypes import DTYPE_NUMBERS
from workbench.engine.compilers import environment, of_system
from workbench.engine.deliver.device_files import DEVICE, write_device
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.test_data import expected_by
from workbench.engine.deliver.writer import Writer
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.parity.allowed import allowance
from workbench.engine.toolchain import version_of
from workbench.engine.values.arrays import load_arrays

__all__ = ["WRITER"]

_NCNN = "OP_WORKBENCH_NCNN"
_GIVEN = 31


class NcnnWriter(Writer):
    """The folder for ncnn."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        op = job.op
        types = _types(op)
        texts = {
            f"ncnn_layer.{end}": plugin_text(f"ncnn/ncnn_layer.{end}.j2", op, types=types)
            for end in ("h", "cpp")
        }
        write_device(job, folder, texts, "NCNN_INCLUDE", ["ncnn"], "main.cpp")
        (folder / DEVICE / "main.cpp").write_text(
            render("ncnn/main.cpp.j2", op=op), encoding="utf-8"
        )
        for number, case in enumerate(_cases(job)):
            data = folder / f"test_data_set_{number}"
            data.mkdir()
            _write_case(op, case, data)

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        what, root, compiler = f"{DEVICE}/main.cpp", _root(), of_system()
        if root is None or compiler is None:
            how = f"not compiled, not run here: set {_NCNN} to the folder that has include/ncnn and lib"
            return [DeliveryCheck(what, how)]
        device = place.delivery / DEVICE
        sources = ["main.cpp", "ncnn_layer.cpp", "kernel_c.cpp"]
        kernel = job.op.kernel
        if kernel.kind.is_shared:
            sources += [f"csrc/{name}" for name in kernel.sources]
        include = ["include", "csrc", *(f"csrc/{name}" for name in kernel.include)]
        flags = [f"-I{name}" for name in (*include, root / "include" / "ncnn")]
        libraries = [f"-L{path}" for path in sorted(root.glob("lib*")) if path.is_dir()]
        command = [*compiler.command, "-std=c++20", "-O1", *flags, *kernel.compile_flags, *sources]
        _compile([*command, *libraries, "-lncnn", "-fopenmp", "-ldl", "-o", "main"], device)
        if not kernel.kind.is_shared:
            return [DeliveryCheck(what, "compiled only, not run here: the kernel is to be written")]
        sets = sorted(p.name for p in place.delivery.glob("test_data_set_*"))
        if not sets:
            how = "compiled only, not run here: no case of the op is one that ncnn can have"
            return [DeliveryCheck(what, how)]
        said = place.run([device / "main", *sets])
        return [DeliveryCheck(what, f"{compiler.version}; ncnn of this machine", said)]

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        cases = _cases(job)
        return render(
            "ncnn/README.md.j2",
            op=job.op,
            operators=device_operators(job.op),
            verified=job.status == "agrees",
            verdict=job.verdict,
            checks=checks,
            sets=[(f"test_data_set_{i}", c.name, expected_by(c)) for i, c in enumerate(cases)],
            left_out=len(job.cases) - len(cases),
            versions={
                "Op Workbench": workbench.__version__,
                **{n: version_of(n) for n in ("torch", "onnx", "numpy")},
            },
        )


WRITER = NcnnWriter()


def _root() -> Path | None:
    """Where ncnn is on this machine."""
    named = (os.environ.get(_NCNN, ""), "/usr/local", "/usr")
    return next(
        (Path(n) for n in named if n and (Path(n) / "include" / "ncnn" / "net.h").is_file()), None
    )


def _compile(command: Sequence[str], device: Path) -> None:
    done = subprocess.run(
        command, cwd=device, env=environment(), stdin=subprocess.DEVNULL,
        capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    if done.returncode != 0:
        errors = [
            line for line in done.stderr.splitlines() if "error" in line or "undefined" in line
        ]
        said = "\n".join(errors[:3]) or done.stderr[-500:]
        raise UserError("deliver", f"the layer does not compile with ncnn: {said}")


def _types(op: Op) -> list[dict[str, list[int]]]:
    """Per operator the numbers of its inputs' and outputs' element types."""
    instance = instance_of(op)
    assert instance is not None
    return [
        {
            "inputs": [DTYPE_NUMBERS[instance[name]] for name in operator["inputs"]],
            "outputs": [DTYPE_NUMBERS[instance[name]] for name in operator["outputs"]],
        }
        for operator in device_operators(op)
    ]


# -- cases ------------------------------------------------------------------------------


def _cases(job: DeliverJob) -> list[ExportedCase]:
    """Those whose model is the node alone, with what a Mat can hold."""
    instance = instance_of(job.op)
    assert instance is not None
    return [case for case in job.cases if _fits(case, instance)]


def _fits(case: ExportedCase, instance: dict[str, str]) -> bool:
    graph = read_model(Path(case.model)).graph
    if len(graph.node) != 1 or graph.node[0].domain == "" or graph.initializer:
        return False
    arrays = {**load_arrays(Path(case.inputs)), **load_arrays(Path(case.reference))}
    named = [n for n in (*graph.node[0].input, *graph.node[0].output) if n]
    return all(
        n in arrays
        and str(arrays[n].dtype) in TAKEN
        and arrays[n].size > 0
        and 1 <= arrays[n].ndim <= 4
        for n in named
    ) and all(str(arrays[n].dtype) == d for n, d in instance.items() if n in arrays)


def _write_case(op: Op, case: ExportedCase, folder: Path) -> None:
    """The net of the one layer, and its values."""
    node = read_model(Path(case.model)).graph.node[0]
    inputs, expected = load_arrays(Path(case.inputs)), load_arrays(Path(case.reference))
    budgets = {}
    if case.expected:
        expected |= load_arrays(Path(case.expected))
        budgets = load_arrays(Path(case.rounding)) if case.rounding else {}
    given = [name for name in node.input if name]
    (operator,) = (o for o in device_operators(op) if o["op_type"] == node.op_type)
    (folder / "net.param").write_text(_net(node, len(given), operator), encoding="utf-8")
    with (folder / "values.bin").open("wb") as file:
        file.write(struct.pack("<q", len(given)))
        for name in given:
            file.write(_array(inputs[name]))
        file.write(struct.pack("<q", len(node.output)))
        for name in node.output:
            array = expected[name]
            allowed = allowance(array, *op.tolerances.of(name), budgets.get(name))
            shape = struct.pack(f"<{1 + array.ndim}q", array.ndim, *array.shape)
            file.write(shape + struct.pack("<q", array.dtype.kind == "f"))
            file.write(np.ascontiguousarray(array).tobytes())
            file.write((np.zeros(array.shape) if allowed is None else allowed).tobytes())


def _array(array: np.ndarray) -> bytes:
    head = struct.pack(f"<{1 + array.ndim}q", array.ndim, *array.shape)
    return head + np.ascontiguousarray(array).tobytes()


def _net(node: onnx.NodeProto, inputs: int, operator: dict[str, object]) -> str:
    """Ncnn's text of a net: inputs, and the layer."""
    ins = [f"in{i}" for i in range(inputs)]
    outs = [f"out{i}" for i in range(len(node.output))]
    lines = [f"Input {name} 0 1 {name}" for name in ins]
    words = [node.op_type, "op", str(len(ins)), str(len(outs)), *ins, *outs]
    lines.append(" ".join([*words, *_params(node, operator)]))
    return "\n".join(["7767517", f"{len(lines)} {len(ins) + len(outs)}", *lines, ""])


def _params(node: onnx.NodeProto, operator: dict[str, object]) -> Iterator[str]:
    values = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    attributes = operator["attributes"]
    assert isinstance(attributes, list)
    for number, attribute in enumerate(attributes):
        if attribute.name not in values:
            continue
        value = values[attribute.name]
        if isinstance(value, bytes):
            yield f'{number}="{value.decode()}"'
        elif isinstance(value, int | float):
            yield f"{number}={_number(value)}"
        else:
            yield f"-{23300 + number}={len(value)},{','.join(map(_number, value))}"
    bits = sum(1 << i for i, name in enumerate(node.input) if name)
    if bits != (1 << len(node.input)) - 1:
        yield f"{_GIVEN}={bits}"


def _number(value: int | float) -> str:
    """A float has a point or an exponent: ncnn tells them apart by that."""
    return str(value) if isinstance(value, int) else f"{value:.9e}"
