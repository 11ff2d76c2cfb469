"""What torch sees of an op, read back by torch's own parser."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET

from tests.core.declarations import add_op, edited, shown
from tests.core.strategies import sound_ops
from workbench.core.check import check_op
from workbench.core.check.advice import check_advice
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Attribute, Mapping, Node, Op, Output, Value
from workbench.core.types.dtypes import DTYPES

torch = pytest.importorskip("torch")

TORCH_TYPES = {
    "tensor": "Tensor",
    "tensor[]": "List[Tensor]",
    "int": "int",
    "float": "float",
    "bool": "bool",
    "str": "str",
    "dtype": "int",
    "int[]": "List[int]",
    "float[]": "List[float]",
    "bool[]": "List[bool]",
    "str[]": "List[str]",
}


def op_of(*args: Arg, outputs: int = 1) -> Op:
    return Op(1, "op", "tests::op", args=args, outputs=(Output("y", "float32", "[]"),) * outputs)


def parsed(op: Op) -> Any:
    return torch._C.parse_schema(signature.torch_schema(op))


def assert_torch_reads(op: Op) -> None:
    schema = parsed(op)
    assert schema.name == op.torch_name
    assert [a.name for a in schema.arguments] == [a.name for a in op.args]
    for arg, seen in zip(op.args, schema.arguments, strict=True):
        kind = TORCH_TYPES[arg.type]
        assert str(seen.type) == (f"Optional[{kind}]" if arg.optional else kind)
        if arg.default is not UNSET:
            assert seen.has_default_value()
            default = DTYPES[str(arg.default)].number if arg.is_dtype else arg.default
            assert seen.default_value == (list(default) if isinstance(default, tuple) else default)
    assert [str(r.type) for r in schema.returns] == ["Tensor"] * len(op.outputs)


@pytest.mark.parametrize("kind", TORCH_TYPES)
@pytest.mark.parametrize("optional", [False, True])
def test_every_type_is_torchs(kind: str, optional: bool) -> None:
    assert_torch_reads(op_of(Arg("x", kind, optional=optional)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "default"),
    [
        ("int", 0),
        ("int", -3),
        ("int", 2**63 - 1),
        ("int", -(2**63)),
        ("float", 1),
        ("float", -0.5),
        ("float", 1e-45),
        ("float", 5e-324),
        ("float", 1.7976931348623157e308),
        ("float", 1e16),
        ("float", 0.1),
        ("float", float("inf")),
        ("float", float("-inf")),
        ("bool", True),
        ("bool", False),
        ("str", ""),
        ("str", "plain"),
        ("str", 'say "hi"'),
        ("str", "it's"),
        ("str", "back\\slash"),
        ("str", "C:\\new\\table"),
        ("str", "ends in \\"),
        ("str", 'a\\"b'),
        ("str", "two\nlines\tand a tab"),
        ("str", "größe ×2"),
        ("str", "日本"),
        ("str", ") -> Tensor"),
        ("str", "#, = ["),
        ("str", "\x01\x7f"),
        ("int[]", ()),
        ("int[]", (1, -2)),
        ("float[]", (0.5, -1.0)),
        ("float[]", ()),
        ("bool[]", (True, False)),
        ("str[]", ("a", "b")),
    ],
)
@pytest.mark.parametrize("optional", [False, True])
def test_default_is_refused_or_reads_back_as_declared(
    kind: str, default: Value, optional: bool
) -> None:
    arg = Arg("x", kind, default=default, optional=optional)  # type: ignore[arg-type]
    op = edited(
        add_op(),
        args__3={
            "name": "x",
            "type": kind,
            "optional": optional,
            "default": list(default) if isinstance(default, tuple) else default,
        },
        kernel__style="libtorch",
        ort__implementation="export-only",
        model__exporter="torch.export",
        model__opset=18,
    )
    if any(p.key.startswith("args[3]") for p in check_op(op)):
        return
    assert_torch_reads(op_of(arg))


def test_optional_before_a_required_argument_shows_no_default() -> None:
    op = op_of(
        Arg("a", optional=True), Arg("b"), Arg("c", optional=True), Arg("n", "int", default=2)
    )
    assert (
        signature.torch_schema(op) == "op(Tensor? a, Tensor b, Tensor? c=None, int n=2) -> Tensor"
    )
    assert_torch_reads(op)


def test_optional_argument_may_have_a_value_as_default() -> None:
    assert signature.torch_schema(op_of(Arg("n", "int", optional=True, default=3))) == (
        "op(int? n=3) -> Tensor"
    )


@pytest.mark.parametrize(("outputs", "result"), [(1, "Tensor"), (2, "(Tensor, Tensor)")])
def test_several_results_are_a_tuple(outputs: int, result: str) -> None:
    op = op_of(Arg("a"), outputs=outputs)
    assert signature.torch_schema(op).endswith(f"-> {result}")
    assert_torch_reads(op)


def test_op_without_arguments_is_torchs() -> None:
    assert_torch_reads(op_of())


@given(op=sound_ops())
@example(op=op_of(Arg("out"), Arg("input"), Arg("data", "str", default='"')))
def test_schema_of_a_sound_declaration_is_torchs(op: Op) -> None:
    assert shown([p for p in check_op(op) if p.key == "args"]) == ""
    assert_torch_reads(op)


@given(text=st.text(st.characters(codec="utf-8"), max_size=10))
def test_any_text_that_passes_the_check_is_a_default(text: str) -> None:
    op = edited(add_op(), args__3={"name": "s", "type": "str", "default": text})
    if not [p for p in check_op(op) if p.key.startswith("args[3]")]:
        assert_torch_reads(op_of(Arg("s", "str", default=text)))


def test_gallery_schemas_are_torchs() -> None:
    from workbench.core.storage.project import gallery

    for _, op in gallery():
        assert_torch_reads(op)


# -- parse_args, as torch documents them


def test_descriptors_are_those_of_parse_args() -> None:
    kinds = ["tensor", "int", "float", "bool", "str", "int[]", "float[]", "bool[]"]
    args = tuple(Arg(f"x{i}", kind) for i, kind in enumerate(kinds))  # type: ignore[arg-type]
    used = tuple(Attribute(a.name, "int", arg=a.name) for a in args[1:])
    mapping = Mapping(nodes=(Node("custom::Op", ("x0",), ("y",), used),))
    op = msgspec.structs.replace(op_of(*args), mapping=mapping)
    assert signature.parse_args(op) == ("v", "i", "f", "b", "s", "is", "fs", "is")


def test_an_argument_that_nothing_uses_is_not_parsed() -> None:
    op = op_of(Arg("x"), Arg("n", "int"), Arg("shift", "int"))
    op = msgspec.structs.replace(op, outputs=(Output("y", "x", "[n, x.shape[0]]"),))
    assert signature.parse_args(op) == ("v", "i", "none")


@pytest.mark.parametrize("part", ["n", "other", "deep"])
def test_what_a_part_under_let_asks_for_is_parsed(part: str) -> None:
    """Else a condition on it would be decided by what stands for a value that nobody has read."""
    let = {"other": "n + 1", "deep": "other * 2", "unused": "shift"}
    rule = Attribute("a", "int", rule=part)
    mapping = Mapping(nodes=(Node("Elu", ("x",), ("y",), (rule,)),))
    op = op_of(Arg("x"), Arg("n", "int"), Arg("shift", "int"))
    op = msgspec.structs.replace(op, mapping=mapping, let=let)
    assert signature.parse_args(op) == ("v", "i", "none")
    op = msgspec.structs.replace(
        op, mapping=Mapping(nodes=(Node("Elu", ("x",), ("y",), when=part),))
    )
    assert signature.parse_args(op) == ("v", "i", "none")
    words = [p.message for p in check_advice(op) if "not used by the mapping" in p.message]
    assert [w.split("'")[1] for w in words] == ["shift"]


def test_an_argument_that_chooses_a_branch_is_used() -> None:
    nodes = (Node("Relu", ("x",), ("y",), branch="c"), Node("Neg", ("x",), ("y",), branch="not c"))
    op = msgspec.structs.replace(op_of(Arg("x"), Arg("c")), mapping=Mapping(nodes=nodes))
    assert not [p for p in check_advice(op) if "not used" in p.message]


def test_a_tensor_that_becomes_an_attribute_is_a_constant() -> None:
    held = Attribute("value", "tensor", arg="w")
    mapping = Mapping(nodes=(Node("custom::Op", ("x",), ("y",), (held,)),))
    op = msgspec.structs.replace(op_of(Arg("x"), Arg("w")), mapping=mapping)
    assert signature.parse_args(op) == ("v", "t")


def test_descriptors_are_known_to_torch() -> None:
    from torch.onnx import symbolic_helper

    for _, kind in enumerate(TORCH_TYPES):
        (descriptor,) = signature.parse_args(op_of(Arg("x", kind)))  # type: ignore[arg-type]
        symbolic_helper.parse_args(descriptor)(lambda g, x: x)
        assert descriptor in ("v", "i", "is", "f", "fs", "b", "s", "t", "none")


# -- instances


def instances(op: Op) -> list[dict[str, str]]:
    return list(signature.instances(op))


def test_shared_type_variable_gives_one_instance_per_type() -> None:
    assert instances(add_op()) == [
        {"a": "float32", "b": "float32", "y": "float32"},
        {"a": "float64", "b": "float64", "y": "float64"},
    ]


def test_independent_types_give_every_combination() -> None:
    op = Op(
        1,
        "op",
        "t::op",
        types={"T": ("int8", "int16")},
        args=(Arg("a", dtype="T"), Arg("b", dtype=("int32", "int64")), Arg("c", dtype="bool")),
        outputs=(Output("y", "b", "[]"), Output("z", "float64", "[]"), Output("w", "T", "[]")),
    )
    found = {tuple(i[n] for n in "abcyzw") for i in instances(op)}
    assert found == {
        (t, b, "bool", b, "float64", t) for t in ("int8", "int16") for b in ("int32", "int64")
    }
    assert len(instances(op)) == 4


def test_two_arguments_with_lists_vary_independently() -> None:
    both = ("float32", "float64")
    op = op_of(Arg("a", dtype=both), Arg("b", dtype=both))
    assert len(instances(op)) == 4


def test_list_of_any_type_is_in_no_instance() -> None:
    op = op_of(Arg("xs", "tensor[]", "any"), Arg("zs", "tensor[]", ("int8", "int16")))
    assert [i["zs"] for i in instances(op)] == ["int8", "int16"]
    assert signature.arg_dtypes(op, op.args[0]) == tuple(DTYPES)


def test_scalars_have_no_instance_of_their_own() -> None:
    op = op_of(Arg("n", "int"), Arg("a"))
    assert instances(op) == [{"a": "float32", "y": "float32"}]


@given(op=sound_ops())
def test_every_instance_types_every_tensor_and_output(op: Op) -> None:
    typed = [a for a in op.args if (a.holds_tensors or a.is_dtype) and a.dtype != "any"]
    for instance in instances(op):
        assert set(instance) == {a.name for a in typed} | {o.name for o in op.outputs}
        for arg in typed:
            assert instance[arg.name] in signature.arg_dtypes(op, arg)
        for output in op.outputs:
            assert instance[output.name] in signature.output_dtypes(op, output)


def test_kernel_function_is_the_torch_name_unless_declared() -> None:
    op = op_of(Arg("a"))
    assert signature.kernel_function(op) == "op"
    assert signature.kernel_function(edited(op, kernel={"function": "ns::f"})) == "ns::f"
