"""The C++ texts of lists of tensors, 16-bit types and sizes made from elements."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.declarations import add_op, edited
from workbench.core import codegen
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op


def with_list(dtype: object, **changes: Any) -> Op:
    return edited(add_op(), args__2={"name": "xs", "type": "tensor[]", "dtype": dtype}, **changes)


@pytest.mark.parametrize(
    ("dtype", "parameter", "instances"),
    [
        ("T", "wb::TensorList<const T> xs", 2),
        ("float32", "wb::TensorList<const float> xs", 2),
        (["float32", "int64"], "wb::TensorList<const T_xs> xs", 4),
        ("any", "wb::Span<const wb::AnyTensor> xs", 2),
    ],
)
def test_list_has_one_type_or_any(dtype: object, parameter: str, instances: int) -> None:
    op = with_list(dtype)
    head = codegen.kernel_head(op)
    assert parameter in head
    assert ("class T_xs" in head) == ("T_xs" in parameter)
    assert len(list(signature.instances(op))) == instances
    assert codegen.unit_text("kernel_unit.cpp.j2", op).count("void wb_entry_") == instances
    assert signature.torch_schema(op) == "add(Tensor a, Tensor b, Tensor[] xs) -> Tensor"


def test_output_may_have_the_type_of_a_list() -> None:
    op = with_list(["float32", "int64"], outputs__0__dtype="xs", types={}, args__0__dtype="bool",
                   args__1__dtype="bool")  # fmt: skip
    assert "wb::Tensor<T_xs> y" in codegen.kernel_head(op)
    assert [i["y"] for i in signature.instances(op)] == ["float32", "int64"]


def test_libtorch_function_takes_a_vector_of_tensors() -> None:
    head = codegen.kernel_head(with_list("float32", kernel__style="libtorch"))
    assert "std::vector<at::Tensor> xs" in head


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_glue_includes_the_16_bit_types_where_they_are_used(dtype: str) -> None:
    header = "#include <workbench/half.h>"
    for name in ("kernel_unit", "torch_glue", "ort_glue"):
        wider = edited(add_op(), types={"T": ["float32", dtype]})
        assert header in codegen.unit_text(f"{name}.cpp.j2", wider)
        assert header not in codegen.unit_text(f"{name}.cpp.j2", add_op())


def test_size_made_from_an_element_is_allocated_outside_of_the_kernel() -> None:
    op = edited(add_op(), outputs__0__shape="[int(a.shape[0] * value(b, 1)), value(b, 0)]")
    assert "wb::Tensor<T> y" in codegen.kernel_head(op)
    assert "args[1].element(wb::Dim(1))" in codegen.unit_text("torch_glue.cpp.j2", op)
    assert "args[1].whole(wb::Dim(0))" in codegen.unit_text("ort_glue.cpp.j2", op)
