"""Writes the folder for TensorRT. Nothing here runs it; C++ is compiled where its headers are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import workbench
from workbench.core.codegen.device import device_operators
from workbench.core.codegen.rknn import calls_kernel, plain_library
from workbench.core.codegen.templates import render
from workbench.core.codegen.tensorrt import tensorrt_module, tensorrt_plugin
from workbench.core.delivery.tensorrt import FORM
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.deliver.device_files import DEVICE, compiled, headers_of, write_device
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.stripped import strip
from workbench.engine.deliver.test_data import copy_model, data_sets, expected_by, write_case
from workbench.engine.deliver.writer import Writer
from workbench.engine.runtimes.rknn_operators import write_kernel
from workbench.engine.store import Store
from workbench.engine.toolchain import version_of

__all__ = ["WRITER"]

_HEADERS = "OP_WORKBENCH_TENSORRT_INCLUDE"
_PLUGIN, _PYTHON = "trt_plugin.cpp", "python/plugin.py"


class TensorrtWriter(Writer):
    """The folder for TensorRT."""

    form = FORM

    def write(self, job: DeliverJob, folder: Path) -> None:
        op = job.op
        plugin = {_PLUGIN: tensorrt_plugin(op)}
        write_device(job, folder, plugin, "TENSORRT_INCLUDE", ("nvinfer", "cudart"))
        python = folder / "python"
        python.mkdir()
        (folder / _PYTHON).write_text(tensorrt_module(op), encoding="utf-8")
        write_kernel(Path(job.folder), op, python, Store(), Reporter())
        if (library := python / plain_library(op)).exists():
            strip(library, library)
        for data in data_sets(job.cases):
            if not (folder / data.model).exists():
                copy_model(Path(data.case.model), folder / data.model)
            (folder / data.folder).mkdir()
            write_case(op, data.case, folder / data.model, folder / data.folder)

    def check(self, job: DeliverJob, place: FreshPlace) -> Sequence[DeliveryCheck]:
        text = (place.delivery / _PYTHON).read_text(encoding="utf-8")
        compile(text, _PYTHON, "exec", dont_inherit=True)
        headers = headers_of(_HEADERS, ("NvInfer.h", "cuda_runtime_api.h"))
        return [
            compiled(place.delivery / DEVICE, _PLUGIN, headers, _HEADERS),
            DeliveryCheck(_PYTHON, "its syntax was looked at only, not run here: no TensorRT"),
        ]

    def readme(self, job: DeliverJob, folder: Path, checks: Sequence[DeliveryCheck]) -> str:
        sets = [
            (d.folder.as_posix(), d.case.name, expected_by(d.case)) for d in data_sets(job.cases)
        ]
        return render(
            "tensorrt/README.md.j2",
            op=job.op,
            operators=device_operators(job.op),
            kernel=calls_kernel(job.op),
            library=plain_library(job.op),
            verified=job.status == "agrees",
            verdict=job.verdict,
            checks=checks,
            sets=sets,
            versions={
                "Op Workbench": workbench.__version__,
                **{n: version_of(n) for n in ("torch", "onnx", "numpy")},
            },
        )


WRITER = TensorrtWriter()
