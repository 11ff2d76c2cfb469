"""Writes the folder that is run on another machine, and runs it here as it is run there."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

import workbench
from workbench.core import elsewhere
from workbench.core.codegen.templates import render
from workbench.core.delivery.check import FORM
from workbench.core.delivery.package import DEFAULT_VERSION, Package, package_for
from workbench.core.elsewhere import FORMAT, MOST_CARRIED
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.core.pipeline.hosts import SIGNAL_WORDS
from workbench.core.types.devices import DEVICE_WORDS, GPU
from workbench.core.types.dtypes import MARKS
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.needs import oldest_torch
from workbench.engine.deliver.package import exact_torch, torch_version, write_package
from workbench.engine.deliver.package_files import package_files
from workbench.engine.deliver.setup_files import write_setup
from workbench.engine.deliver.test_data import data_sets
from workbench.engine.deliver.writer import Writer
from workbench.engine.toolchain import version_of

__all__ = ["WRITER"]

_WORDS = (
    *(
        "NO_GPU",
        "NO_TORCH",
        "NO_RUNTIME",
        "NO_PROVIDER",
        "NOT_STARTED",
        "OTHER_PROVIDER",
        "NO_CALL",
        "ON_GPU",
    ),
)
_GPU_CODE = b".nv_fatbin"
"""The section in which nvcc puts what runs on a GPU."""
_NOTHING_RAN = 2
"""The program's exit status where there is nothing that runs the op."""
_RUN_SECONDS = 600.0
"""What one device may take there."""


class CheckWriter(Writer):
    """The package of the op, its sources, and ``check.py``."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        package = _package(job)
        files = package_files(job, package.module)
        write_package(job, package, folder, files, only_called=True)
        if job.torch_library and not job.op.kernel.kind.takes_module:
            write_setup(job, package, folder, [_built_there(job)])
        text = render(
            "delivery/check/check.py.j2",
            op=job.op,
            package=package,
            key=job.key,
            made_by=workbench.__version__,
            format=FORMAT,
            carried=MOST_CARRIED,
            words={name: getattr(elsewhere, name) for name in _WORDS},
            seconds=_RUN_SECONDS,
            marks=MARKS,
            nothing_ran=_NOTHING_RAN,
            signals={int(number): words for number, words in SIGNAL_WORDS.items()},
            outputs=[o.name for o in job.op.outputs],
            devices=job.op.kernel.devices_elsewhere,
            built_for_gpu=_lacks_gpu_kernel(job),
            nodes=sorted({node.op_type for node in job.op.mapping.custom_nodes}),
            runtime_devices=job.op.runtime_devices,
            sets=[
                (f"{package.module}/_{job.op.name}/test_data/{d.folder.as_posix()}", d.case.name)
                for d in data_sets(job.cases)
            ],
        )
        (folder / "check.py").write_text(text, encoding="utf-8")

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        own = [job.op.kernel.package] if job.op.kernel.package else []
        ways = [["torch", "numpy", "onnxruntime", *own]]
        if any(place.delivery.rglob("call.json")):  # else only the model can be run
            ways.insert(0, ["torch", "numpy", *own])

        # No kernel of it is for what runs it here: that the program says so is all that can be seen.
        may_end = (0, _NOTHING_RAN) if job.op.kernel.kind.needs_gpu else (0,)

        def use(packages: Sequence[str]) -> DeliveryCheck:
            named = ", ".join(f"{name} {version_of(name)}" for name in packages)
            how = f"Python {platform.python_version()} with {named} alone"
            with FreshPlace.of(place.delivery) as there:
                words: list[str | Path] = [there.python(packages), "-I", "check.py"]
                return DeliveryCheck("check.py", how, there.run(words, may_end=may_end))

        with ThreadPoolExecutor(len(ways)) as pool:
            return list(pool.map(use, ways))

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        return render(
            "delivery/check/README.md.j2",
            op=job.op,
            package=_package(job),
            unverified=job.status != "agrees",
            verdict=job.verdict,
            compared=job.compared,
            gpu=GPU in job.op.kernel.devices_elsewhere,
            devices=[DEVICE_WORDS[device] for device in job.op.kernel.devices_elsewhere],
            sources=(folder / "setup.py").exists(),
            exact=exact_torch(job),
            torch=torch_version(),
            oldest_torch=oldest_torch(),
            checks=checks,
            versions={
                "Op Workbench": workbench.__version__,
                **{n: version_of(n) for n in ("torch", "onnxruntime", "numpy")},
                "Python": platform.python_version(),
            },
        )


WRITER = CheckWriter()


def _package(job: DeliverJob) -> Package:
    return package_for("", DEFAULT_VERSION, [job.op.name], [Path(job.folder)])


def _lacks_gpu_kernel(job: DeliverJob) -> bool:
    """Whether the op has a kernel for GPUs which the library has not: nothing here could compile or link it."""
    if GPU not in job.op.kernel.devices_elsewhere or not job.torch_library:
        return False
    return _GPU_CODE not in Path(job.torch_library).read_bytes()


def _built_there(job: DeliverJob) -> DeliverJob:
    """What can be built from sources alone: not against headers that no Python package has."""
    library = job.op.ort.side.library(job.op.kernel.kind)
    given = (
        library is None or any(u.headers == "ort" for u in library.units) or library.loads_module
    )
    return msgspec.structs.replace(job, ort_library="") if given else job
