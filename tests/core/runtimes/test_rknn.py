"""What RKNN cannot run is said of the declaration, before anything is built."""

from __future__ import annotations

import pytest

from tests.conftest import TWICE_TOML
from workbench.core.runtimes.rknn import RUNTIME
from workbench.core.storage.op_file import loads

LIBTORCH = '\n[kernel]\nstyle = "libtorch"\n\n[ort]\nimplementation = "export-only"\n'
EDGED = {
    "an operator of ONNX": (
        [("test.custom::Twice", "test.custom::Relu")],
        "RKNN knows no domains, and Relu is an operator of ONNX",
    ),
    "float64 alone": (
        [('name = "x"', 'name = "x"\ndtype = "float64"')],
        "'x' is float64, and RKNN takes float32",
    ),
    "sizes that a value gives": (
        [('"x.shape"', '"[value(x)]"')],
        "the sizes of 'y' depend on values that are only there when it runs",
    ),
    "sizes that the kernel gives": ([('"x.shape"', '"[unknown]"')], "RKNN builds a model for fixed"),
    "nothing to compute it by": (
        [('[reference]\npython = "2 * x"', LIBTORCH)],
        "a libtorch kernel cannot be called from RKNN, and there is no reference",
    ),
}  # fmt: skip


def refused(*changes: tuple[str, str]) -> tuple[str, str]:
    text = TWICE_TOML
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return RUNTIME.refusal(loads(text).resolved())


@pytest.mark.parametrize("what", EDGED)
def test_what_it_cannot_run_is_named(what: str) -> None:
    changes, words = EDGED[what]
    reason, hint = refused(*changes)
    assert words in reason
    assert hint


def test_an_op_whose_float64_is_one_of_several_types_is_taken() -> None:
    assert refused() == ("", "")
    types = ('name = "x"', 'name = "x"\ndtype = ["float32", "float64"]')
    assert refused(types) == ("", "")


def test_a_kernel_that_both_run_is_no_check_of_itself() -> None:
    assert "the same kernel" in RUNTIME.shared(loads(TWICE_TOML).resolved())
    assert not RUNTIME.shared(loads(TWICE_TOML + LIBTORCH).resolved())
