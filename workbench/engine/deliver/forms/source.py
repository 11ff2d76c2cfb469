"""Writes a Python package in source, and uses it: built with pip in fresh environments, as it is and
editable.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import workbench
from workbench.core.codegen.templates import render
from workbench.core.delivery.package import DEFAULT_VERSION, Package
from workbench.core.delivery.source import FORM
from workbench.core.files.file_roles import CUDA
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.toolkits.cuda import not_run
from workbench.core.types.devices import GPU
from workbench.engine import cuda_toolkit
from workbench.engine.build.cuda import architecture_flags
from workbench.engine.compilers import of_system
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.needs import needed_packages
from workbench.engine.deliver.package import summary, write_package
from workbench.engine.deliver.package_files import libraries
from workbench.engine.deliver.setup_files import write_setup
from workbench.engine.deliver.source_files import SOURCES
from workbench.engine.deliver.writer import Writer
from workbench.engine.toolchain import version_of
from workbench.importers.setup_py import read_setup

__all__ = ["WRITER"]

_SECONDS = 1500.0
_WAYS = ((".",), ("-e", "."))


class SourceWriter(Writer):
    """Sources, setup.py, and the Python package."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        package = _package(job)
        write_package(job, package, folder)
        write_setup(job, package, folder)

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        compiler = of_system()
        if compiler is None and any(libraries(part) for part in job.parts):
            what = "pip install ."
            return [DeliveryCheck(what, "not built: there is no C++ compiler of the system")]
        on_gpu = [one for part in job.parts for one in _on_gpu(part, place)]
        needed = {name for part in job.parts for name in needed_packages(part)}
        packages = [
            *("torch", "numpy", "setuptools", "onnxruntime", "onnx", "onnxscript"),
            *sorted(needed),
        ]
        command = " ".join(compiler.command) if compiler is not None else ""
        variables = {"MAX_JOBS": "2", **({"CXX": command, "CC": command} if command else {})}
        shown = ", ".join(f"{n} {version_of(n)}" for n in ("torch", "onnxruntime"))
        how = f"Python {platform.python_version()} with {shown}"
        how += f"; {compiler.version}" if compiler is not None else ""

        def use(words: Sequence[str]) -> DeliveryCheck:
            with FreshPlace.of(place.delivery) as own:
                python = own.python(packages)
                asked = ("--no-build-isolation", *words)
                own.pip_install(python, asked, variables, _SECONDS)
                said = own.run([python, "-I", "-m", _package(job).module], None, _SECONDS)
                return DeliveryCheck(f"pip install {' '.join(words)}", how, said)

        with ThreadPoolExecutor(len(_WAYS)) as pool:
            return [*pool.map(use, _WAYS), *on_gpu]

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        parts = job.parts
        return render(
            "delivery/source/README.md.j2",
            package=_package(job),
            summary=summary(parts).rstrip("."),
            parts=parts,
            unverified=[p.op.name for p in parts if p.status == UNVERIFIED],
            portable=any(p.op.kernel.kind.is_shared for p in parts),
            on_gpu=", ".join(
                f"`{p.op.name}`" for p in parts if GPU in p.op.kernel.devices_elsewhere
            ),
            generated=any((folder / "csrc").rglob("generated")),
            checks=checks,
            versions={
                "Op Workbench": workbench.__version__,
                **{n: version_of(n) for n in ("torch", "onnxruntime", "onnx", "numpy")},
                "Python": platform.python_version(),
            },
        )


WRITER = SourceWriter()


def _on_gpu(part: DeliverJob, place: FreshPlace) -> Iterator[DeliveryCheck]:
    """What of its CUDA sources can be tried where no GPU is: they are compiled, as setup.py would.

    Raises:
        UserError: kind ``deliver``; one does not compile.
    """
    setup = place.delivery / "setup.py"
    found = {
        source: extension
        for extension in (read_setup(setup).extensions if setup.is_file() else ())
        for source in extension.sources
        if source.endswith(CUDA) and source.startswith(f"{SOURCES}/{part.op.name}/")
    }
    nvcc = cuda_toolkit.nvcc()
    for source, extension in found.items():
        if nvcc is None:
            missing = cuda_toolkit.missing()
            why = f"{missing.message} ({missing.hint.rstrip('.')})"
        elif not part.op.kernel.gpu_source:
            why = "the installed torch has no CUDA" if not cuda_toolkit.torch_cuda() else ""
        else:
            why = ""
            chosen = part.op.kernel.cuda_architectures
            flags = [*extension.nvcc, *([] if chosen else architecture_flags((), nvcc))]
            words = [*cuda_toolkit.host_flags(), *flags, *(f"-I{i}" for i in extension.include)]
            place.run([*nvcc.compiler.command, *words, "-c", source, "-o", os.devnull])
            how = f"{nvcc.text}; {not_run(chosen)}"
            yield DeliveryCheck(source, how, "compiles")
        if why:
            yield DeliveryCheck(source, f"not compiled, not run here: {why}")


def _package(job: DeliverJob) -> Package:
    return Package(job.package or job.op.name, job.version or DEFAULT_VERSION)
