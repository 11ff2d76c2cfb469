"""Writes the folder for ONNX Runtime, and uses it: in Python, and in C++ where that can be built."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import re
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import onnx

import workbench
from workbench.core.codegen.templates import render
from workbench.core.compile.cxx_flags import torch_folder
from workbench.core.delivery.ort import FORM
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.core.pipeline.op_state import STATUS_WORDS
from workbench.core.types.dtypes import MARKS
from workbench.engine.compilers import of_system
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.needs import (
    calls_python,
    needed_packages,
    oldest_runtime,
    ort_libraries,
)
from workbench.engine.deliver.platforms import is_used_here, library_files, platform_checks
from workbench.engine.deliver.stripped import strip
from workbench.engine.deliver.test_data import (
    MODEL,
    copy_model,
    data_sets,
    expected_by,
    model_inputs,
    write_case,
)
from workbench.engine.deliver.writer import Writer
from workbench.engine.host.load_first import needs_torch
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.runtimes.emulated import HOST_HEADERS
from workbench.engine.toolchain import version_of

__all__ = ["WRITER"]

_TEXTS = ("run.py", "main.cpp", "Makefile", "CMakeLists.txt")
_NEEDED = re.compile(rb"\0((GLIBC|GLIBCXX|CXXABI)_([0-9.]+))(?=\0)")


class OrtFolderWriter(Writer):
    """The folder for ONNX Runtime."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        for text in _TEXTS:
            made = render(f"delivery/{text}.j2", **_values(job))
            (folder / text).write_text(made, encoding="utf-8")
        headers = folder / "include" / "workbench"
        headers.mkdir(parents=True)
        for header in HOST_HEADERS:
            shutil.copyfile(header, headers / header.name)
        for target, file in library_files(job):
            (folder / file).parent.mkdir()
            shutil.copyfile(job.built[target.name], folder / file)
            (folder / file).chmod(0o755)
        for library in () if job.built else ort_libraries(job):
            strip(library, folder / library.name)
        for data in data_sets(job.cases):
            if not (folder / data.model).exists():
                copy_model(Path(data.case.model), folder / data.model)
            (folder / data.folder).mkdir()
            write_case(job.op, data.case, folder / data.model, folder / data.folder)

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        elsewhere = tuple(platform_checks(job, place))
        if not is_used_here(job):
            return elsewhere
        with ThreadPoolExecutor() as pool:  # a compiler's second is as long as Python's
            in_cpp = pool.submit(self._in_cpp, job, place)
            found = self._in_python(job, place)
            return (*found, in_cpp.result(), *elsewhere)

    def _in_python(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        packages = ["numpy", "onnxruntime", *needed_packages(job)]
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
            how = f"not built: it would have to load {job.op.kernel.package} first"
            return DeliveryCheck("main.cpp", how)
        if python := [p.name for p in ort_libraries(job) if calls_python(p)]:
            how = f"not built: {python[0]} calls Python's own C interface (PyInit_…), which only Python has"
            return DeliveryCheck("main.cpp", how)
        how = f"{compiler.version}, {runtime.name}"
        place.run([make, f"CXX={' '.join(compiler.command)}", f"ONNXRUNTIME={runtime}"])
        found = {}
        if needs_torch(job.ort_library):
            found = {"LD_LIBRARY_PATH": str(torch_folder() / "lib")}
        return DeliveryCheck("main.cpp", how, place.run([place.delivery / "host"], found))

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        model = read_model(folder / MODEL)
        oldest, why = oldest_runtime(job, model)
        sets = list(data_sets(job.cases))
        return render(
            "delivery/README.md.j2",
            **_values(job),
            status=job.status,
            # Of a kernel for GPUs it says what has become of it, and other platforms have none.
            verdict=STATUS_WORDS[job.status] if job.built else job.verdict,
            compared=job.compared,
            checks=checks,
            oldest=oldest,
            why=why,
            system=f"{platform.system()} {platform.machine()}",
            needed=_needed(job),
            only_python=any(calls_python(p) for p in ort_libraries(job)),
            versions={
                "Op Workbench": workbench.__version__,
                **{n: version_of(n) for n in ("onnxruntime", "torch", "onnx", "numpy")},
                "Python": platform.python_version(),
            },
            further=any(data.model != Path(MODEL) for data in sets),
            sets=[(d.folder.as_posix(), d.case.name, expected_by(d.case)) for d in sets],
            inputs=[(i.name, _type(i)) for i in model_inputs(model)],
            outputs=[(o.name, _type(o)) for o in model.graph.output],
        )


WRITER = OrtFolderWriter()


def _values(job: DeliverJob) -> dict[str, object]:
    """What several of the texts say."""
    names = needed_packages(job)
    imports = ["torch", *filter(None, [job.op.kernel.package])] if names else []
    return {
        "op": job.op,
        "about": job.about,
        "library": Path(job.ort_library).name if job.ort_library else "",
        "beside": [] if job.built else [p.name for p in ort_libraries(job)[1:]],
        "platforms": library_files(job),
        "glibc": job.glibc if any(p.has_glibc for p, _ in library_files(job)) else "",
        "imports": imports,
        "needs": "".join(f", and {name}" for name in names),
        "needs_torch": bool(names),
        "packages": [f"{name} {version_of(name)}" for name in names],
        "marks": MARKS,
        "fallback": job.op.mapping.fallback if job.ort_library else "",
    }


def _runtime() -> Path | None:
    """The shared library in the Python package of ONNX Runtime."""
    spec = importlib.util.find_spec("onnxruntime")
    if spec is None or spec.origin is None:
        return None
    return next(Path(spec.origin).parent.glob("capi/libonnxruntime.so*"), None)


def _needed(job: DeliverJob) -> list[str]:
    """The versions of the system's C and C++ libraries that the libraries ask for."""
    newest: dict[str, tuple[tuple[int, ...], str]] = {}
    for path in ort_libraries(job):
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
