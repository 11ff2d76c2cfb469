"""A typed C++ function becomes a torch op: what arrives, what comes back, what fails."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.bindings import Failed, Host, library


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with Host("tests.engine.torch_child") as started:
        yield started


@pytest.fixture(scope="module")
def evaluate(host: Host) -> Any:
    def call(expression: str, **options: Any) -> Any:
        return host("evaluate", library("torch"), expression, **options)

    return call


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16"])
def test_the_kernel_of_the_dtype_is_picked(evaluate: Any, dtype: str) -> None:
    tensor = f"torch.arange(4, dtype=torch.{dtype})"
    assert evaluate(f"ops.scaled_add({tensor}, {tensor}, alpha=2.5)") == (dtype, [0, 3.5, 7, 10.5])


def test_dtypes_without_a_kernel_are_named(evaluate: Any) -> None:
    message = (
        r"RuntimeError: wb_test::scaled_add: no kernel for dtypes \(int32, float32\); "
        r"there are: \(float32, float32\), \(float64, float64\), \(float16, float16\)"
    )
    with pytest.raises(Failed, match=message):
        evaluate("ops.scaled_add(torch.ones(2).int(), torch.ones(2))")


def test_mixed_dtypes_of_inputs(evaluate: Any) -> None:
    a, b = "torch.ones(2)", "torch.tensor([1, 2])"
    c, d = "torch.tensor([3, 4]).char()", "torch.tensor([True, False])"
    assert evaluate(f"ops.mixed({a}, {b}, {c}, {d})") == ("float64", [5.5, 7])


def test_arguments_of_every_kind(evaluate: Any) -> None:
    x = "torch.zeros(1)"
    all_given = f"ops.describe({x}, 5, True, 0.5, 'linear', [3, 4], floats=[0.5, 2], k=9, g=4.0)"
    assert evaluate(all_given)[1] == [5, 1, 0.5, 1, 34, 2.5, 9, 4]
    defaults = f"ops.describe({x}, -5, False, 2)"
    assert evaluate(defaults)[1] == [-5, 0, 2, 1, 12, 0, -1, -1]
    assert evaluate(f"ops.describe({x}, 0, False, 0, '', [1, 1])")[1][3] == 0


def test_optional_tensors(evaluate: Any) -> None:
    one = "torch.ones(2)"
    assert evaluate(f"ops.weighted({one})")[1] == [1, 1]
    assert evaluate(f"ops.weighted({one}, {one})")[1] == [11, 11]
    assert evaluate(f"ops.weighted({one}, None, {one})")[1] == [101, 101]


def test_several_outputs_and_a_0d_one(evaluate: Any) -> None:
    result = evaluate("ops.scalars(torch.tensor([[1., 2.]]), 2, 3.0, True, [4, 5], 1)")
    assert result == [("float32", [[-3, -6], [-3, -6]]), ("int32", 10)]


def test_shapes_follow_arguments(evaluate: Any) -> None:
    assert evaluate("tuple(ops.tile(torch.ones(2, 3), 2, [5, 1]).shape)") == [4, 3, 5, 1]


def test_non_contiguous_tensors_are_copied(evaluate: Any) -> None:
    x = "torch.arange(6.).reshape(2, 3).t()"
    assert evaluate(f"ops.scaled_add({x}, {x})")[1] == [[0, 6], [2, 8], [4, 10]]
    assert evaluate("ops.weighted(torch.arange(8.)[::2], torch.ones(1).expand(4))")[1] == [
        10,
        12,
        14,
        16,
    ]


def test_a_tensor_that_requires_grad_passes(evaluate: Any) -> None:
    x = "torch.ones(2, 2, requires_grad=True).t()"
    assert evaluate(f"ops.scaled_add({x}, {x}).detach()")[1] == [[2, 2], [2, 2]]


def test_a_list_of_tensors_with_any_strides(evaluate: Any) -> None:
    x = "torch.arange(4.).reshape(2, 2)"
    assert evaluate(f"ops.stack([{x}, {x}.t()], 2.)") == (
        "float32",
        [[[0, 2], [4, 6]], [[0, 4], [2, 6]]],
    )
    assert evaluate(f"ops.stack([{x}.long()]).dtype == torch.int64")


def test_dtypes_of_a_list_are_named(evaluate: Any) -> None:
    message = r"no kernel for dtypes \(\[float32, int64\]\); there are: \(\[float32\]\), \(\[int64"
    with pytest.raises(Failed, match=message):
        evaluate("ops.stack([torch.ones(2), torch.ones(2).long()])")


def test_a_list_may_hold_any_dtype_and_be_empty(evaluate: Any) -> None:
    x = "torch.tensor([1, 0, 2])"
    lists = f"[{x}.float(), {x}, {x} > 0, {x}.half()]"
    assert evaluate(f"ops.sums(torch.tensor(2.), {lists})")[1] == [6, 6, 4, 6]
    assert evaluate("ops.sums(torch.tensor(2.), [])")[1] == []
    with pytest.raises(Failed, match="there is no code for elements of type unsupported"):
        evaluate(f"ops.sums(torch.tensor(2.), [{x} * 1j])")


def test_sizes_are_made_from_elements(evaluate: Any) -> None:
    x, scales = "torch.ones(2, 3)", "torch.tensor([9, 2.5])"
    assert evaluate(f"tuple(ops.grow({x}, {scales}, torch.tensor(4), 1.75).shape)") == [4, 7, 3]
    with pytest.raises(Failed, match="needs a tensor of one element, got 2"):
        evaluate(f"ops.grow({x}, {scales}, torch.tensor([4, 1]))")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (0, r"kind must not be 0 for sizes \[2, 3\]"),
        (1, "a standard exception"),
        (2, "the kernel threw something that is no std::exception"),
        (3, "thrown in a loop"),
        (4, r"dimension 7 of a tensor of sizes \[2, 3\]"),
    ],
)
def test_what_a_kernel_throws_becomes_a_runtime_error(
    evaluate: Any, kind: int, message: str
) -> None:
    with pytest.raises(Failed, match=f"^RuntimeError: wb_test::faulty: {message}"):
        evaluate(f"ops.faulty(torch.zeros(2, 3), {kind})", threads=2)


def test_shapes_that_do_not_fit_are_told(evaluate: Any) -> None:
    with pytest.raises(Failed, match="wb_test::scaled_add: sizes 2 and 3 cannot be broadcast"):
        evaluate("ops.scaled_add(torch.ones(2), torch.ones(3))")


def test_outputs_that_the_kernel_allocates(evaluate: Any) -> None:
    result = evaluate("ops.positives(torch.tensor([[0., 1.], [-1., 2.]]))")
    assert result == [("int64", [[0, 1], [1, 1]]), ("float32", [1, 2])]
    empty = evaluate("[tuple(t.shape) for t in ops.positives(torch.zeros(2, 2))]")
    assert empty == [[0, 2], [0]]


def test_an_output_never_allocated_is_an_error(evaluate: Any) -> None:
    with pytest.raises(Failed, match="the kernel did not allocate output 0"):
        evaluate("ops.forgets(torch.ones(1))")


def test_empty_tensors(evaluate: Any) -> None:
    x = "torch.zeros(0, 3)"
    assert evaluate(f"tuple(ops.scaled_add({x}, {x}).shape)") == [0, 3]


def test_parallel_for_uses_the_threads_of_torch(evaluate: Any) -> None:
    assert evaluate("ops.meeting(torch.tensor(1000))", threads=2)[1] == [2, 1000]


def test_parallel_for_covers_a_large_tensor_once(evaluate: Any) -> None:
    x = "torch.arange(100003.)"
    assert evaluate(f"bool((ops.scaled_add({x}, {x}) == 2 * {x}).all())", threads=2)


def test_scratch_memory_is_the_callers_own(evaluate: Any) -> None:
    assert evaluate("ops.working(torch.tensor(1000))", threads=2)[1][1] == 0


def test_scratch_memory_of_no_size_is_refused(evaluate: Any) -> None:
    with pytest.raises(Failed, match="scratch memory for -1 elements"):
        evaluate("ops.working(torch.tensor(-1))")


def test_a_schema_that_does_not_fit_the_kernel_is_an_error(evaluate: Any) -> None:
    message = "argument 1 is 'float' in the schema, but the kernel takes 'int'"
    with pytest.raises(Failed, match=message):
        evaluate("ops.misdeclared(torch.ones(2), 1.0, [1])")


def test_owned_arguments_are_released(host: Host) -> None:
    assert host("growth", library("torch")) < 20_000  # kB; the texts alone would be 100,000


def test_a_second_library_with_the_same_ops_does_not_end_the_process(host: Host) -> None:
    assert host("problem", library("torch")) is None
    text = host("problem", library("torch"), library("torch_twice"))
    assert "wb_test::scaled_add could not be registered" in text
