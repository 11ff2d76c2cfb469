"""What a delivered op library is made of, and what it needs where it is used."""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path

import onnx

from workbench import paths
from workbench.core.jobs import DeliverJob
from workbench.core.standard.ort_versions import OLDEST_ORT, first_to_read
from workbench.engine.host.load_first import needs_torch

__all__ = ["calls_python", "needed_packages", "oldest_runtime", "oldest_torch", "ort_libraries"]


def ort_libraries(job: DeliverJob) -> list[Path]:
    """The op library, and what it loads with itself."""
    if not job.ort_library:
        return []
    library = Path(job.ort_library)
    return [library, *sorted(p for p in library.parent.glob("*.so") if p != library)]


def calls_python(library: Path) -> bool:
    """Whether it uses Python's own C interface, which is another in each Python, and in no other program."""
    data = library.read_bytes()
    return b"libtorch_python.so\0" in data or b"\0PyInit_" in data


def needed_packages(job: DeliverJob) -> list[str]:
    """The distributions that the op library needs beside ONNX Runtime."""
    if not any(needs_torch(str(path)) for path in ort_libraries(job)):
        return []
    package = job.op.kernel.package
    if not package:
        return ["torch"]
    known = importlib.metadata.packages_distributions()
    return ["torch", *known.get(package.partition(".")[0], [package])[:1]]


def oldest_runtime(job: DeliverJob, model: onnx.ModelProto) -> tuple[str, str]:
    """The oldest ONNX Runtime that can run it, and what asks for that."""
    opset = next((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), 1)
    reads = first_to_read(opset, model.ir_version) or f"1.{OLDEST_ORT}"
    asked = job.op.ort.oldest if job.ort_library else reads
    why = f"the model has opset {opset} and IR version {model.ir_version}"
    if job.ort_library:
        why += f", and the op library asks for the API of {asked}"
    return max(reads, asked, key=lambda version: int(version.partition(".")[2])), why


def oldest_torch() -> str:
    """The oldest torch that a library for its stable ABI loads in: what our headers ask for."""
    text = (paths.ops_lib() / "include" / "workbench" / "torch_values.h").read_text("utf-8")
    found = re.search(
        r"TORCH_TARGET_VERSION \(\(\(0ULL \+ (\d+)\) << 56\) \| \(\(0ULL \+ (\d+)\)", text
    )
    assert found is not None
    return f"{found[1]}.{found[2]}"
