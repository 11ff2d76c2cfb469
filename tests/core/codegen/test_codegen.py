"""The generated texts: they compile, stay the same, and mean what was declared."""

from __future__ import annotations

import ast
import builtins
import symtable
from typing import Any

import pytest
from hypothesis import given

from tests.core.declarations import add_op, edited, shown
from tests.core.strategies import sound_ops
from workbench.core import codegen
from workbench.core.check import check_op
from workbench.core.declaration.op import Op
from workbench.core.storage.project import gallery

GALLERY = {folder.name: op for folder, op in gallery()}


def texts(op: Op) -> dict[str, str]:
    """Every text that the engine or the window asks for."""
    made = {"head": codegen.kernel_head(op), "python": codegen.python_module(op)}
    units = (unit for unit in op.units.values() if unit.template)
    return made | {unit.name: codegen.unit_text(unit.template, op) for unit in units}


def undefined_names(source: str) -> set[str]:
    """Global names that a module reads and neither it nor Python defines."""
    top = symtable.symtable(source, "op.py", "exec")
    known = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    known |= {child.get_name() for child in top.get_children()} | set(dir(builtins)) | {"__file__"}
    used: set[str] = set()
    tables = [top]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        used |= {s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()}
    return used - known


@pytest.mark.parametrize("name", GALLERY)
def test_gallery_python_compiles_and_names_nothing_unknown(name: str) -> None:
    source = codegen.python_module(GALLERY[name])
    compile(source, "op.py", "exec")
    assert undefined_names(source) == set()


@pytest.mark.parametrize("name", GALLERY)
def test_gallery_texts_are_the_same_each_time(name: str) -> None:
    assert texts(GALLERY[name]) == texts(GALLERY[name])


@pytest.mark.parametrize("name", GALLERY)
def test_gallery_kernel_function_has_the_generated_head(name: str) -> None:
    folder = next(f for f, op in gallery() if op.name == name)
    op = GALLERY[name]
    if op.kernel.style in ("installed", "python") or op.kernel.registration != "generated":
        return  # there is no head, or it is the user's own affair
    source = (folder / op.kernel.source).read_text(encoding="utf-8").replace("wb::", "")
    head = codegen.kernel_head(op).replace("wb::", "")
    types = [p.rpartition(" ")[0] for p in head.split("(")[1].split(", ")]
    position = 0
    for kind in types:  # the parameters' names are the user's own affair, too
        position = source.index(kind, position) + len(kind)


def test_undefined_names_are_seen() -> None:
    assert undefined_names("def f(x):\n    return x + y + len(x)\n") == {"y"}


@given(op=sound_ops())
def test_every_sound_declaration_generates_every_text(op: Op) -> None:
    made = texts(op)
    compile(made["python"], "op.py", "exec")
    assert undefined_names(made["python"]) == set()
    assert texts(op) == made


# -- names


@pytest.mark.parametrize(
    "name",
    """sizes shapes fake symbolic translate translation_table register_fake list tuple int float
    print range zip map dict set type id input object None True dtype device shape value values
    args out data size count rank result entry module Tensor tensor Shape Dim Context TypeError
    lambda v i n y a0 T wb_entry_0 wb_call op name op_name like node inputs outputs custom
    std at c10 torch g ctx self""".split(),
)
@pytest.mark.parametrize("kind", ["tensor", "int", "int[]", "bool"])
def test_argument_name_is_refused_or_harmless(name: str, kind: str) -> None:
    op = renamed(name, kind)
    if any(p.key in ("args[0].name", "types.T") for p in check_op(op)):
        return
    assert shown(check_op(op)) == ""
    source = texts(op)["python"]
    compile(source, "op.py", "exec")
    assert undefined_names(source) == set()
    module = run_shapes(source)
    given_: dict[str, Any] = {"tensor": [4, 5], "int": 3, "int[]": [6, 7], "bool": True}
    rule = {"tensor": [4, 5, 2], "int": [3, 3, 2], "int[]": [6, 7, 2], "bool": [1, 2]}
    assert module["_shapes"](**{name: given_[kind], "x": [8, 9]}) == [rule[kind]]


def renamed(name: str, kind: str) -> Op:
    shape = {
        "tensor": f"{name}.shape + [len(x.shape)]",
        "int": f"[{name}, min({name}, 9), len(x.shape)]",
        "int[]": f"{name} + [max(len({name}), len(x.shape))]",
        "bool": f"[1 if {name} else 0, len(x.shape)]",
    }[kind]
    arg: dict[str, Any] = {"name": name, "type": kind}
    kinds = {"int": "int", "int[]": "ints", "bool": "int"}
    attributes = [{"name": "k", "type": kinds[kind], "arg": name}] if kind != "tensor" else []
    example = {"arg": name, "shape": [4, 5]} if kind == "tensor" else {"arg": name, "value": 1}
    if kind == "int[]":
        example["value"] = [6, 7]
    if kind == "bool":
        example["value"] = True
    return edited(
        add_op(),
        types={},
        args=[arg, {"name": "x"}],
        outputs=[{"name": "r", "dtype": "x", "shape": shape}],
        mapping={
            "nodes": [
                {
                    "op": "custom::Op",
                    "inputs": [name, "x"] if kind == "tensor" else ["x"],
                    "outputs": ["r"],
                    "attributes": attributes,
                }
            ]
        },
        model={"inputs": [example, {"arg": "x", "shape": [8, 9]}]},
    )


def run_shapes(source: str) -> dict[str, Any]:
    """The module's plain functions, without what needs torch."""
    tree = ast.parse(source)
    keep = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list
    ]
    namespace: dict[str, Any] = {}
    exec(compile(ast.Module(keep, []), "op.py", "exec"), namespace)
    return namespace


@pytest.mark.parametrize(
    "changes",
    [
        {"mapping__nodes__0__attributes__0__name": "lambda"},
        {"mapping__nodes__0__attributes__0__name": "class"},
        {"mapping__nodes__0__attributes__0__name": "from"},
        {
            "mapping__nodes__0__attributes__0__arg": ...,
            "mapping__nodes__0__attributes__0__value": float("inf"),
        },
        {"mapping__constants": [{"name": "k", "dtype": "float32", "value": float("-inf")}]},
        {"mapping__constants": [{"name": "k", "dtype": "float32", "value": [1.0, float("nan")]}]},
        {"args__2__default": float("inf")},
    ],
)
def test_unusual_value_is_refused_or_generates_python_that_runs(changes: dict[str, Any]) -> None:
    op = edited(add_op(), **changes)
    if check_op(op):
        return
    source = codegen.python_module(op)
    compile(source, "op.py", "exec")
    assert undefined_names(source) == set()


def test_infinite_default_is_refused_or_generates_cpp_that_compiles() -> None:
    op = edited(add_op(), args__2__default=float("inf"), mapping__nodes__0__attributes=[])
    if check_op(op):
        return
    assert "constant(inf)" not in codegen.unit_text("ort_glue.cpp.j2", op)


@pytest.mark.parametrize("kind", ["bool[]", "str[]"])
def test_portable_kernel_that_is_export_only_generates_or_is_refused(kind: str) -> None:
    op = edited(
        add_op(),
        args__3={"name": "k", "type": kind, "default": []},
        ort__implementation="export-only",
        model__exporter="torch.export",
        model__opset=18,
    )
    if check_op(op):
        return
    texts(op)


def test_text_of_a_default_cannot_leave_its_string() -> None:
    evil = '""" + __import__("os").system("x") + """'
    op = edited(add_op(), args__3={"name": "s", "type": "str", "default": evil})
    tree = ast.parse(codegen.python_module(op))
    assert not [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == "__import__"]


def test_shape_rule_over_several_lines_stays_in_its_comment() -> None:
    op = edited(add_op(), outputs__0__shape="broadcast(a.shape, # \\\n  b.shape)")
    for name in ("torch_glue", "ort_glue"):
        lines = texts(op)[name].splitlines()
        rule = next(line for line in lines if "out[0] =" in line)
        assert rule.split("//")[0].rstrip().endswith(";")
        assert "b.shape" in rule.split("//")[1]


# -- heads


HEADS: list[tuple[dict[str, Any], str]] = [
    (
        {},
        "template <class T>\nvoid add(const wb::Context& ctx, wb::Tensor<const T> a, "
        "wb::Tensor<const T> b, double scale, wb::Tensor<T> y)",
    ),
    (
        {"kernel__style": "libtorch"},
        "at::Tensor add(const at::Tensor& a, const at::Tensor& b, double scale)",
    ),
    (
        {"kernel__function": "mine::f", "args__0__dtype": "int8", "args__1__dtype": ["bool"]},
        "template <class T>\nvoid mine::f(const wb::Context& ctx, wb::Tensor<const int8_t> a, "
        "wb::Tensor<const bool> b, double scale, wb::Tensor<T> y)",
    ),
    (
        {
            "args": [
                {"name": "a", "dtype": ["float16", "float32"]},
                {"name": "b", "optional": True, "dtype": "float64"},
                {"name": "n", "type": "int", "optional": True},
                {"name": "s", "type": "str"},
                {"name": "ks", "type": "int[]"},
                {"name": "fs", "type": "float[]", "optional": True},
            ],
            "outputs": [
                {"name": "y", "dtype": "a", "shape": "[unknown]"},
                {"name": "z", "dtype": "int64", "shape": "[n]"},
            ],
        },
        "template <class T_a>\nvoid add(const wb::Context& ctx, wb::Tensor<const T_a> a, "
        "std::optional<wb::Tensor<const double>> b, std::optional<int64_t> n, "
        "std::string_view s, wb::Span<const int64_t> ks, "
        "std::optional<wb::Span<const double>> fs, wb::Output<T_a> y, wb::Tensor<int64_t> z)",
    ),
    (
        {
            "kernel__style": "libtorch",
            "args": [
                {"name": "a", "optional": True},
                {"name": "n", "type": "int", "optional": True},
                {"name": "s", "type": "str"},
                {"name": "bs", "type": "bool[]"},
            ],
            "outputs": [
                {"name": "y", "dtype": "int8", "shape": "[]"},
                {"name": "z", "dtype": "int8", "shape": "[]"},
            ],
        },
        "std::tuple<at::Tensor, at::Tensor> add(const std::optional<at::Tensor>& a, "
        "const std::optional<int64_t>& n, std::string s, std::vector<bool> bs)",
    ),
]


@pytest.mark.parametrize(("changes", "head"), HEADS)
def test_head_is_what_the_user_writes(changes: dict[str, Any], head: str) -> None:
    assert codegen.kernel_head(edited(add_op(), **changes)) == head


def test_entries_are_one_per_combination_of_types() -> None:
    unit = codegen.unit_text("kernel_unit.cpp.j2", add_op())
    assert unit.count("void wb_entry_") == 2
    assert "wb::Tensor<const double> a" in unit
    assert "::add(ctx, a, b, scale, y);" in unit


def test_own_registration_gets_no_unit() -> None:
    assert GALLERY["dual_residual"].units["kernel_unit"].template == ""


def test_glue_does_not_depend_on_the_sample_model_or_the_words() -> None:
    op = add_op()
    other = edited(op, doc="other", model__opset=18, args__0__doc="left")
    assert texts(op)["torch_glue"] == texts(other)["torch_glue"]
    assert texts(op)["ort_glue"] == texts(other)["ort_glue"]


def test_attribute_fallback_is_the_declared_default() -> None:
    assert 'wb::ort::attribute("scale", 1.0)' in codegen.unit_text("ort_glue.cpp.j2", add_op())
    assert "wb::ort::constant(1.0)" in codegen.unit_text(
        "ort_glue.cpp.j2", edited(add_op(), mapping__nodes__0__attributes=[])
    )


def test_oldest_runtime_is_the_api_asked_for() -> None:
    assert "WB_ORT_LIBRARY(20)" in codegen.unit_text(
        "ort_library.cpp.j2", edited(add_op(), ort={"oldest": "1.20"})
    )
