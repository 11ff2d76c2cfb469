"""Pays first-call costs before the fork, so that every child finds them paid."""

from __future__ import annotations

import functools
import io
import logging
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import onnx
    import torch

__all__ = ["array_files", "exporter", "patient_threads", "session", "shape_inference"]


@contextmanager
def patient_threads() -> Iterator[None]:
    """What OpenMP reads when torch loads it: threads that wait sleep, and do not spin for the next
    parallel loop, which on few cores, or busy ones, keeps off what has work to do (an export of
    knn_query took 0.27 s of processor time, and takes 0.10). Processes that are timed are started
    without, see ``engine/timing``.
    """
    name = "OMP_WAIT_POLICY"
    if name in os.environ:
        yield
        return
    os.environ[name] = "PASSIVE"
    try:
        yield
    finally:
        del os.environ[name]


@functools.cache
def exporter(dynamo: bool) -> None:
    """Export a one-node model once: what exports imports and registers lazily.

    Args:
        dynamo: which of torch's two; this one takes 2 s, so it is only for an op that needs it.
    """
    import torch

    if dynamo:
        _parse_torchlib_once()
        _sign_torchlib_once()
        _name_composite_ops_once()
    with _quiet_on_one_thread():
        file = None if dynamo else io.BytesIO()  # dynamo gives a program back
        torch.onnx.export(_one_node(), (torch.zeros(1),), file, dynamo=dynamo, verbose=False)  # type: ignore[arg-type]


def shape_inference() -> None:
    """Infer the shapes of a model once: onnx makes its table of operators then, which takes 20 ms."""
    from onnx import shape_inference

    shape_inference.infer_shapes(_one_node_model())


def session() -> None:
    """Open a session once: ONNX Runtime makes its tables of operators and kernels then. On one
    thread, which is the host's own.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    model = _one_node_model().SerializeToString()
    onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def array_files() -> None:
    """Write arrays and read them once: what zipfile and NumPy import and compile for that.

    Where the disk is full, the job that writes something will say so.
    """
    import numpy as np

    from workbench.core.errors import UserError
    from workbench.engine.values.arrays import load_arrays, save_arrays

    with suppress(OSError, UserError), tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arrays.npz"
        save_arrays(path, {"x": np.zeros(1)})
        load_arrays(path)


def _one_node_model() -> onnx.ModelProto:
    from onnx import TensorProto, helper

    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, [1]) for n in ("x", "y"))
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "one", [x], [y])
    # Of versions that every ONNX Runtime knows.
    opset = [helper.make_opsetid("", 13)]
    return helper.make_model(graph, opset_imports=opset, ir_version=8)


def _parse_torchlib_once() -> None:
    """Each export asks 500 functions of torchlib for their domain, and each parses its own source
    anew to answer: 0.4 of an export's 0.65 s. Functions do not change, so the first answer stays.
    """
    from onnxscript.values import TracedOnnxFunction as Traced

    found = vars(Traced).get("function_ir")
    if isinstance(found, property) and found.fget is not None:
        kept = functools.cached_property(found.fget)
        kept.__set_name__(Traced, "function_ir")
        Traced.function_ir = kept  # type: ignore[method-assign,assignment]


def _sign_torchlib_once() -> None:
    """Each export also reads the signatures of those functions from their annotations: 0.06 s."""
    from torch.onnx._internal.exporter import _schemas

    found = getattr(_schemas, "op_signature_from_function", None)
    if found is not None and not hasattr(found, "cache_info"):
        _schemas.op_signature_from_function = functools.cache(found)


def _name_composite_ops_once() -> None:
    """Each export gives every op that is made of others its name in Python, and does so again for
    each of the 28 name spaces, twice: 0.07 s. It has to where an op was registered meanwhile.
    """
    import torch
    from torch._export import utils

    find = getattr(utils, "_materialize_cpp_cia_ops", None)
    if find is None or hasattr(find, "__wrapped__"):
        return
    known: list[str] = []

    @functools.wraps(find)
    def find_new() -> None:
        now = torch._C._dispatch_get_registrations_for_dispatch_key("CompositeImplicitAutograd")
        if now != known:
            find()
            known[:] = now

    utils._materialize_cpp_cia_ops = find_new


def _one_node() -> torch.nn.Module:
    import torch

    class One(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + x

    return One()


@contextmanager
def _quiet_on_one_thread() -> Iterator[None]:
    """Threads that are started here would be missing after the fork."""
    import torch

    logger = logging.getLogger("torch.onnx")
    threads, level = torch.get_num_threads(), logger.level
    torch.set_num_threads(1)
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
        torch.set_num_threads(threads)
