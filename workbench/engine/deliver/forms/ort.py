"""Writes the folder for ONNX Runtime, and uses it: in Python, and in C++ where that can be built."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from onnx import numpy_helper

import workbench
from workbench import paths
from workbench.core.codegen.templates import render
from workbench.core.compile.cxx_flags import torch_folder
from workbench.core.delivery.ort import FORM
from workbench.core.jobs import DeliverJob, DeliveryCheck, ExportedCase
from workbench.core.op import Op
from workbench.core.op_state import STATUS_WORDS
from workbench.core.ort_versions import OLDEST_ORT, first_to_read
from workbench.core.parity import PYTORCH
from workbench.engine.compilers import of_system
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.stripped import strip
from workbench.engine.deliver.writer import Writer
from workbench.engine.host.load_first import needs_torch
from workbench.engine.onnx.onnx_file import external_files, read_model
from workbench.engine.parity.compare import allowance
from workbench.engine.toolchain import version_of
from workbench.engine.values.arrays import BFLOAT16_MARK, load_arrays, save_arrays

__all__ = ["WRITER"]

_MODEL, _SET, _FURTHER = "model.onnx", "test_data_set_{}", "further_models"
_TEXTS = ("run.py", "main.cpp", "Makefile", "CMakeLists.txt")
_HEADERS = (
    paths.ort_ops() / "include" / "workbench" / "ort_abi.h",
    paths.ort_ops() / "host" / "workbench" / "ort_host.h",
)
_NEEDED = re.compile(rb"\0((GLIBC|GLIBCXX|CXXABI)_([0-9.]+))(?=\0)")


class _DataSet(NamedTuple):
    """Where a case is written to, relative to the delivery."""

    case: ExportedCase
    model: Path
    folder: Path


class OrtFolderWriter(Writer):
    """The folder for ONNX Runtime."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        for text in _TEXTS:
            made = render(f"delivery/{text}.j2", **_values(job))
            (folder / text).write_text(made, encoding="utf-8")
        headers = folder / "include" / "workbench"
        headers.mkdir(parents=True)
        for header in _HEADERS:
            shutil.copyfile(header, headers / header.name)
        for library in _libraries(job):
            strip(library, folder / library.name)
        for data in _data_sets(job.cases):
            if not (folder / data.model).exists():
                _copy_model(Path(data.case.model), folder / data.model)
            (folder / data.folder).mkdir()
            _write_case(job.op, data.case, folder / data.model, folder / data.folder)

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        with ThreadPoolExecutor() as pool:  # a compiler's second is as long as Python's
            in_cpp = pool.submit(self._in_cpp, job, place)
            found = self._in_python(job, place)
            return (*found, in_cpp.result())

    def _in_python(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        packages = ["numpy", "onnxruntime", *_packages(job)]
        named = ", ".join(f"{name} {version_of(name)}" for name in packages)
        how = f"Python {platform.python_version()} with {named} alone"
        python = place.python(packages)
        ways = [["run.py"]]
        if _values(job)["fallback"]:
            ways.append(["run.py", "--without-library"])
        return [DeliveryCheck(" ".join(way), how, place.run([python, "-I", *way])) for way in ways]

    def _in_cpp(self, job: DeliverJob, place: FreshPlace) -> DeliveryCheck:
        make, compiler, runtime = shutil.which("make"), of_system(), _runtime()
        if make is None or compiler is None or runtime is None:
            return DeliveryCheck("main.cpp", "not built: there is no make, or no C++ compiler")
        if job.op.kernel.package and needs_torch(job.ort_library):
            how = f"not built: it would have to load the libraries of {job.op.kernel.package} first"
            return DeliveryCheck("main.cpp", how)
        how = f"{compiler.version}, {runtime.name}"
        place.run([make, f"CXX={' '.join(compiler.command)}", f"ONNXRUNTIME={runtime}"])
        found = {}
        if needs_torch(job.ort_library):
            found = {"LD_LIBRARY_PATH": str(torch_folder() / "lib")}
        return DeliveryCheck("main.cpp", how, place.run([place.delivery / "host"], found))

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        model = read_model(folder / _MODEL)
        oldest, why = _oldest(job, model)
        sets = list(_data_sets(job.cases))
        return render(
            "delivery/README.md.j2",
            **_values(job),
            status=job.status,
            verdict=STATUS_WORDS[job.status],
            compared=job.compared,
            checks=checks,
            oldest=oldest,
            why=why,
            system=f"{platform.system()} {platform.machine()}",
            needed=_needed(job),
            versions={
                "Op Workbench": workbench.__version__,
                **{n: version_of(n) for n in ("onnxruntime", "torch", "onnx", "numpy")},
                "Python": platform.python_version(),
            },
            further=any(data.model != Path(_MODEL) for data in sets),
            sets=[(d.folder.as_posix(), d.case.name, _expected_by(d.case)) for d in sets],
            inputs=[(i.name, _type(i)) for i in _inputs(model)],
            outputs=[(o.name, _type(o)) for o in model.graph.output],
        )


WRITER = OrtFolderWriter()


def _values(job: DeliverJob) -> dict[str, object]:
    """What several of the texts say."""
    names = _packages(job)
    imports = ["torch", *filter(None, [job.op.kernel.package])] if names else []
    return {
        "op": job.op,
        "library": Path(job.ort_library).name if job.ort_library else "",
        "beside": [p.name for p in _libraries(job)[1:]],
        "imports": imports,
        "needs": "".join(f", and {name}" for name in names),
        "needs_torch": bool(names),
        "packages": [f"{name} {version_of(name)}" for name in names],
        "mark": BFLOAT16_MARK,
        "fallback": job.op.mapping.fallback if job.ort_library else "",
    }


def _libraries(job: DeliverJob) -> list[Path]:
    """The op library, and what it loads with itself."""
    if not job.ort_library:
        return []
    library = Path(job.ort_library)
    return [library, *sorted(p for p in library.parent.glob("*.so") if p != library)]


def _packages(job: DeliverJob) -> list[str]:
    """The distributions that the op library needs beside ONNX Runtime."""
    if not any(needs_torch(str(path)) for path in _libraries(job)):
        return []
    package = job.op.kernel.package
    if not package:
        return ["torch"]
    known = importlib.metadata.packages_distributions()
    return ["torch", *known.get(package.partition(".")[0], [package])[:1]]


def _data_sets(cases: Sequence[ExportedCase]) -> Iterator[_DataSet]:
    """Where each case is written to: those of the main model beside it, as ONNX has its tests."""
    models = list(dict.fromkeys(case.model for case in cases))
    counts = dict.fromkeys(models, 0)
    for case in cases:
        number = models.index(case.model)
        folder = Path(_FURTHER, str(number)) if number else Path()
        yield _DataSet(case, folder / _MODEL, folder / _SET.format(counts[case.model]))
        counts[case.model] += 1


def _copy_model(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    for name in external_files(read_model(source), source):
        (target.parent / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source.parent / name, target.parent / name)


def _inputs(model: onnx.ModelProto) -> list[onnx.ValueInfoProto]:
    given = {tensor.name for tensor in model.graph.initializer}
    return [i for i in model.graph.input if i.name not in given]


def _write_case(op: Op, case: ExportedCase, model: Path, folder: Path) -> None:
    """Inputs, expected outputs, and by how much each element may differ."""
    graph = read_model(model)
    inputs = load_arrays(Path(case.inputs))
    expected = load_arrays(Path(case.reference))
    budgets: Mapping[str, np.ndarray] = {}
    if case.expected:
        expected |= load_arrays(Path(case.expected))
        budgets = load_arrays(Path(case.rounding)) if case.rounding else {}
    rtol, atol = (t if isinstance(t, float) else -1.0 for t in (op.model.rtol, op.model.atol))
    names = [o.name for o in graph.graph.output]
    given = {i.name: inputs[i.name] for i in _inputs(graph)}
    wanted = {name: expected[name] for name in names}
    allowed: dict[str, np.ndarray] = {}
    for name, array in wanted.items():
        found, usual = allowance(array, rtol, atol, budgets.get(name)), allowance(array, rtol, atol)
        if found is not None and usual is not None:
            # The nodes of a fallback are rounded in their own way.
            allowed[name] = np.maximum(found, usual) if op.mapping.fallback else found
    save_arrays(folder / "inputs.npz", given)
    save_arrays(folder / "outputs.npz", wanted)
    if allowed:
        # Under the names of the outputs as numpy's files have them.
        marked = {
            n + BFLOAT16_MARK * (str(wanted[n].dtype) == "bfloat16"): a for n, a in allowed.items()
        }
        save_arrays(folder / "allowed.npz", marked)
    for kind, arrays in (("input", given), ("output", wanted)):
        for number, (name, array) in enumerate(arrays.items()):
            _write_tensor(folder / f"{kind}_{number}.pb", name, array)
    for number, name in enumerate(names):
        if name in allowed:
            _write_tensor(folder / f"allowed_{number}.pb", name, allowed[name])


def _write_tensor(path: Path, name: str, array: np.ndarray) -> None:
    tensor = numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name)
    path.write_bytes(tensor.SerializeToString())


def _expected_by(case: ExportedCase) -> str:
    return (case.expected_by or "the reference") if case.expected else PYTORCH


def _runtime() -> Path | None:
    """The shared library in the Python package of ONNX Runtime."""
    spec = importlib.util.find_spec("onnxruntime")
    if spec is None or spec.origin is None:
        return None
    return next(Path(spec.origin).parent.glob("capi/libonnxruntime.so*"), None)


def _oldest(job: DeliverJob, model: onnx.ModelProto) -> tuple[str, str]:
    """The oldest ONNX Runtime that can run it, and what asks for that."""
    opset = next((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), 1)
    reads = first_to_read(opset, model.ir_version) or f"1.{OLDEST_ORT}"
    asked = job.op.ort.oldest if job.ort_library else reads
    why = f"the model has opset {opset} and IR version {model.ir_version}"
    if job.ort_library:
        why += f", and the op library asks for the API of {asked}"
    return max(reads, asked, key=lambda version: int(version.partition(".")[2])), why


def _needed(job: DeliverJob) -> list[str]:
    """The versions of the system's C and C++ libraries that the libraries ask for."""
    newest: dict[str, tuple[tuple[int, ...], str]] = {}
    for path in _libraries(job):
        for text, library, version in _NEEDED.findall(path.read_bytes()):
            key = tuple(int(part) for part in version.split(b"."))
            newest[library.decode()] = max(
                newest.get(library.decode(), ((), "")), (key, text.decode())
            )
    return [text for _, text in newest.values()]


def _type(value: onnx.ValueInfoProto) -> str:
    tensor = value.type.tensor_type
    lengths = (
        d.dim_param or (str(d.dim_value) if d.HasField("dim_value") else "?")
        for d in tensor.shape.dim
    )
    return f"{onnx.TensorProto.DataType.Name(tensor.elem_type).lower()}[{', '.join(lengths)}]"
