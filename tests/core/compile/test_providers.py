"""Who provides a header that is missing."""

from __future__ import annotations

import pytest

from workbench.core.compile.providers import provider_of


@pytest.mark.parametrize(
    ("header", "who"),
    [
        ("cuda_runtime.h", "the CUDA toolkit"),
        ("nvToolsExt.h", "the CUDA toolkit"),
        ("mma.h", "the CUDA toolkit"),
        ("driver_types.h", "the CUDA toolkit"),
        ("cutlass/gemm.h", "CUTLASS"),
        ("nvector.h", ""),
        ("cubic.h", ""),
    ],
)
def test_a_header_is_its_providers_and_no_other_s(header: str, who: str) -> None:
    assert provider_of(header)[0] == who
