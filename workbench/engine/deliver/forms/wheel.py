"""Writes a wheel of one or several ops, and uses it: installed, with all that it is made for and with
as little as it needs.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import workbench
from workbench.core.codegen.templates import render
from workbench.core.delivery.package import Package, package_for
from workbench.core.delivery.wheel import FORM
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.needs import (
    calls_python,
    needed_packages,
    oldest_runtime,
    oldest_torch,
)
from workbench.engine.deliver.package import (
    exact_ops,
    exact_torch,
    summary,
    torch_version,
    write_package,
)
from workbench.engine.deliver.package_files import PackageFiles, package_files, sharing
from workbench.engine.deliver.platform_tag import Asked, asked, platform_tag
from workbench.engine.deliver.test_data import expected_by
from workbench.engine.deliver.wheel_file import Metadata, write_wheel
from workbench.engine.deliver.writer import Writer
from workbench.engine.host.load_first import needs_torch
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.toolchain import version_of

__all__ = ["WRITER"]

_STAGED = "_package"
"""Beside the delivery, where no op's name is."""
_PYTHON = "3.10"
"""The oldest whose syntax the package's modules keep to."""


class WheelWriter(Writer):
    """The wheel, and its README beside it."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        staged = folder.with_name(_STAGED)
        staged.mkdir()
        write_package(job, _package(job), staged, _files(job))
        self._pack(job, folder, "")

    def finish(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> None:
        super().finish(job, folder, checks)
        self._pack(job, folder, (folder / "README.md").read_text(encoding="utf-8"))

    def _pack(self, job: DeliverJob, folder: Path, readme: str) -> None:
        package = _package(job)
        write_wheel(folder.with_name(_STAGED) / package.module, _metadata(job), readme, folder)

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        wheel = place.delivery / _metadata(job).file
        module = _package(job).module

        for_torch = sorted({n for p in job.parts for n in _torch_packages(p)})
        for_ort = sorted({n for p in job.parts for n in needed_packages(p)})
        exporting = ["torch", *for_torch, "onnxruntime", "onnx", "onnxscript"]
        ways = [
            (exporting, ("torch", "export", "onnxruntime", "onnx")),  # all of it
            (["onnxruntime", *for_ort], ("onnxruntime",)),
            (["numpy", "torch", *for_torch], ("torch",)),
        ]
        if any(p.op.mapping.custom_nodes for p in job.parts):
            ways.append((["onnx"], ("onnx",)))

        seconds = 60.0 + 60.0 * len(job.parts)

        def use(way: tuple[list[str], tuple[str, ...]]) -> DeliveryCheck:
            packages, extras = way
            python = place.python([*packages, "numpy"])
            place.install(python, wheel, extras)
            named = ", ".join(f"{n} {version_of(n)}" for n in dict.fromkeys(packages))
            how = f"installed with pip; Python {platform.python_version()} with {named} alone"
            only = extras if len(extras) == 1 else ()
            said = place.run([python, "-I", "-m", module, *only], seconds=seconds)
            return DeliveryCheck(" ".join(["python -m", module, *only]), how, said)

        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(use, ways))

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        metadata = _metadata(job)
        parts = job.parts
        files = _files(job)
        exact = exact_ops(parts, files)
        oldest = [oldest_runtime(p, read_model(Path(c.model))) for p in parts for c in p.cases[:1]]
        return render(
            "delivery/wheel/README.md.j2",
            package=_package(job),
            metadata=metadata,
            summary=summary(parts),
            parts=parts,
            unverified=[p.op.name for p in parts if p.status == UNVERIFIED],
            joined=files.joined,
            shared=files.shared,
            apart=files.apart,
            checks=checks,
            asked=_asked(job),
            machine=platform.machine(),
            stable=[p.op.name for p in parts if p.torch_library and p.op.name not in exact],
            exact=exact,
            calling=sharing((p.op.name for p in parts if needs_torch(p.ort_library)), files.ort),
            torch=torch_version(),
            oldest_torch=oldest_torch(),
            oldest=max((o for o, _ in oldest), key=_minor),
            unknown_to_onnx=[p.op.name for p in parts if not p.op.mapping.custom_nodes],
            scripts=[p.op.name for p in parts if any(n.script for n in p.op.mapping.nodes)],
            expected_by=expected_by,
            versions={
                "Op Workbench": workbench.__version__,
                **{
                    n: version_of(n)
                    for n in ("torch", "onnxruntime", "onnx", "onnxscript", "numpy")
                },
                "Python": platform.python_version(),
            },
        )


WRITER = WheelWriter()


def _minor(version: str) -> int:
    return int(version.partition(".")[2])


def _package(job: DeliverJob) -> Package:
    """What it is called; of the window it comes without a name."""
    names = [part.op.name for part in job.parts]
    return package_for(job.package, job.version, names, [Path(p.folder) for p in job.parts])


def _asked(job: DeliverJob) -> Asked:
    return asked(_libraries(job))


def _libraries(job: DeliverJob) -> list[Path]:
    return list(_files(job).made.values())


def _files(job: DeliverJob) -> PackageFiles:
    return package_files(job, _package(job).module)


def _torch_packages(part: DeliverJob) -> list[str]:
    """The distributions that the op in torch needs beside torch."""
    scripts = [node.script for node in part.op.mapping.nodes if node.script]
    return [
        *(needed_packages(part)[1:] if part.op.kernel.package else ()),
        *(["onnxscript"] if scripts else ()),  # its functions are made when they are loaded
    ]


def _metadata(job: DeliverJob) -> Metadata:
    parts = job.parts
    files = _libraries(job)
    python = f">={_PYTHON}"
    tag = "py3-none-any"
    if files:
        tag = f"py3-none-{platform_tag(_asked(job))}"
    if any(calls_python(path) for path in files):
        minor = sys.version_info.minor
        tag = f"cp3{minor}-cp3{minor}-{platform_tag(_asked(job))}"
        python = f"==3.{minor}.*"
    torch = _torch(parts)
    runtime = [f"onnxruntime>={max((_oldest(p) for p in parts), key=_minor)}", "numpy"]
    if any(needs_torch(p.ort_library) for p in parts):
        runtime.append(f"torch=={torch_version()}")
        runtime += sorted({n for p in parts for n in needed_packages(p)} - {"torch"})
    return Metadata(
        _package(job).name,
        _package(job).version,
        tag,
        python,
        {
            "torch": torch,
            "export": (*torch, "onnx", "onnxscript"),
            "onnxruntime": tuple(runtime),
            "onnx": ("onnx",),
        },
        summary(parts),
    )


def _oldest(part: DeliverJob) -> str:
    return oldest_runtime(part, read_model(Path(part.cases[0].model)))[0]


def _torch(parts: Sequence[DeliverJob]) -> tuple[str, ...]:
    """What the ops need in torch."""
    needed = sorted({name for part in parts for name in _torch_packages(part)})
    if any(exact_torch(part) for part in parts):
        return (f"torch=={torch_version()}", *needed)
    return (f"torch>={oldest_torch()}", *needed)
