"""What provides a header that a source includes and that is not here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

__all__ = [
    "CUDA_HEADER",
    "CUDA_INCLUDE",
    "CUDA_LIBRARY",
    "provider_of",
    "system_folder",
    "system_folders",
]


class _Provider(NamedTuple):
    """Who brings headers.

    Attributes:
        pattern: of their names.
        who: brings them.
        hint: the next step.
        folders: where the system's package has them, if no compiler looks there by itself.
    """

    pattern: str
    who: str
    hint: str
    folders: tuple[str, ...] = ()


CUDA_LIBRARY = (
    r"(?:cublas|cudnn|cufft|curand|cusolver|cusparse|cutensor|cupti|nvtx|nvrtc|nvml|nvJitLink|nvjpeg"
    r"|nvToolsExt|npp|cutlass|cute)"
)
"""How the names of CUDA's libraries begin."""
CUDA_HEADER = (
    rf"(?:(?:cuda|{CUDA_LIBRARY}|cooperative_groups)\w*|thrust|cub|cute|mma|crt|\w+_functions"
    r"|(?:driver|device|vector|texture|surface|library)_types|device_launch_parameters|math_constants"
    r"|host_(?:config|defines))(?:/[\w./]+|\.(?:h|hpp|cuh))"
)
"""The name of a header of CUDA's toolkit."""
CUDA_INCLUDE = rf"#[ \t]*include[ \t]*[<\"](?:{CUDA_HEADER}|(?:ATen|c10)/cuda/[^>\"\n]+)[>\"]"
"""A line that includes one, or one of torch's that does."""
_PROVIDERS = (
    _Provider(r"cutlass/.+|cute/.+", "CUTLASS", "It is for CUDA: the op runs on the CPU here."),
    _Provider(
        CUDA_HEADER,
        "the CUDA toolkit",
        "Keep what needs it in a .cu file, or behind #ifdef WITH_CUDA; or install the toolkit.",
    ),
    _Provider(
        r"TH[CS]?/.+|TH(?:C|S|NN|CUNN)?\.h",
        "PyTorch before 1.11, and none since,",
        "Take the #include out: c10 and ATen have what it had (THArgCheck is TORCH_CHECK, THCCeilDiv at::ceil_div).",
    ),
    _Provider(r"hip/.+|rocm\w*/.+|roc\w+\.h", "ROCm", "The op runs on the CPU here: leave that part out."),
    _Provider(
        r"(?:gtest|gmock)/.+",
        "GoogleTest",
        "It is a test's: leave that file out, or install libgtest-dev and add its include folder.",
    ),
    _Provider(r"benchmark/benchmark\.h", "Google Benchmark", "It is a benchmark's: leave that file out."),
    _Provider(
        r"onnxruntime_(?:ep_c_api|ep_device\w*)\.h",
        "ONNX Runtime 1.22 or later",
        "Name the include folder of such a release in OP_WORKBENCH_ORT_INCLUDE.",
    ),
    _Provider(
        r"onnxruntime_(?:lite_custom_op|float16)\.h",
        "ONNX Runtime 1.16 or later",
        "Name the include folder of such a release in OP_WORKBENCH_ORT_INCLUDE.",
    ),
    _Provider(
        r"(?:.*/)?onnxruntime_\w+\.h",
        "a release of ONNX Runtime",
        "Name its include folder in OP_WORKBENCH_ORT_INCLUDE.",
    ),
    _Provider(r"(?:core|onnx)/(?:framework|providers|common|graph)/.+", "the source tree of ONNX Runtime",
              "A custom op has only the public headers, onnxruntime_cxx_api.h and beside it."),
    _Provider(r"(?:unsupported/)?Eigen/.+", "Eigen",
              "Install libeigen3-dev, or give its folder with --include-root.",
              ("/usr/include/eigen3", "/usr/local/include/eigen3")),
    _Provider(r"omp\.h", "a compiler with OpenMP", "Name -fopenmp in kernel.compile_flags, or put what needs it "
              "behind #ifdef _OPENMP."),
    _Provider(r"absl/.+", "Abseil", "Install libabsl-dev, or give its folder with --include-root."),
    _Provider(r"gsl/.+", "Microsoft's GSL", "Install libmsgsl-dev, or give its folder with --include-root."),
    _Provider(r"nlohmann/.+", "JSON for Modern C++", "Install nlohmann-json3-dev, or give its folder."),
    _Provider(r"fmt/.+", "fmt", "Install libfmt-dev, or give its folder with --include-root."),
    _Provider(r"boost/.+", "Boost", "Install libboost-dev, or give its folder with --include-root."),
    _Provider(r"opencv2/.+", "OpenCV", "Install libopencv-dev, or give its folder with --include-root.",
              ("/usr/include/opencv4", "/usr/local/include/opencv4")),
    _Provider(r"tbb/.+", "oneTBB", "Install libtbb-dev, or give its folder with --include-root."),
    _Provider(r"glog/.+", "glog", "Install libgoogle-glog-dev, or give its folder with --include-root."),
)  # fmt: skip


def provider_of(header: str) -> tuple[str, str]:
    """Who provides a header of that name, and the next step; both empty where that is not known.

    Args:
        header: as it is included: ``gtest/gtest.h``.
    """
    found = _provider(header)
    return ("", "") if found is None else (found.who, found.hint)


def system_folder(header: str) -> Path | None:
    """The folder of the system's that has a header, and that no compiler looks into by itself."""
    folders = map(Path, system_folders(header))
    return next((folder for folder in folders if (folder / header).is_file()), None)


def system_folders(header: str) -> tuple[str, ...]:
    """Where that folder may be, in the order in which it is looked for."""
    found = _provider(header)
    return found.folders if found is not None else ()


def _provider(header: str) -> _Provider | None:
    return next((one for one in _PROVIDERS if re.fullmatch(one.pattern, header)), None)
