"""An argument or attribute type is one row: whoever needs it finds it there."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import workbench
from workbench.core.standard.ort_versions import NEWEST_ORT
from workbench.core.types.arg_types import ARG_TYPES
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import NUMBERS

PACKAGE = Path(workbench.__file__).parent
TABLES = {"core/types/arg_types.py", "core/types/attribute_types.py"}
ELSEWHERE = {
    "core/types/dtypes.py": "names of texts that people write for an element type",
    "core/edits/arguments.py": "kinds of element types, DType.kind",
    "core/examples/ply_file.py": "names that .ply files have for element types",
    "gui/look/text.py": "kinds of element types, DType.kind",
    "importers/cpp/syntax/node_attributes.py": "C++ types of attributes",
    "importers/cpp/syntax/types.py": "C++ names of element types",
}
"""Files that tell several such words apart, which are another thing's names there."""


# -- a row that nobody has heard of --------------------------------------------------------

NEW_ROWS = """
from msgspec import UNSET
from msgspec.structs import replace
from workbench.core.types.arg_types import ARG_TYPES
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES

ARG_TYPES["scalar"] = replace(
    ARG_TYPES["float"], name="scalar", doc="a number of either kind", schema="Scalar",
    jit=("Scalar",), jit_too=(), libtorch="const at::Scalar&", portable="wb::Scalar",
    attributes=("fixed",), in_rule="",
)
ATTRIBUTE_TYPES["fixed"] = replace(
    ATTRIBUTE_TYPES["float"], name="fixed", doc="a number of fixed precision", suffix="x",
    argument="scalar",
)

from workbench.core.declaration.op import Arg, Attribute, Example, Mapping, Model, Node, Op, Output

op = Op(
    1, "op", "my::op",
    args=(Arg("a"), Arg("k", "scalar")),
    outputs=(Output("y", "a", "a.shape"),),
    mapping=Mapping(nodes=(
        Node("custom::Op", ("a",), ("y",), (Attribute("k", "fixed", arg="k"),)),
    )),
    model=Model(inputs=(Example("a", shape=(2,)), Example("k", value=0.5))),
)
"""


def with_new_rows(code: str) -> None:
    """Run code in a process in which both tables have a further row before anybody reads them."""
    done = subprocess.run(
        [sys.executable, "-c", NEW_ROWS + textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=False,
        cwd=PACKAGE.parent,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def test_a_new_type_is_read_written_and_checked() -> None:
    with_new_rows("""
        from workbench.core.check import check_op
        from workbench.core.storage import op_file

        assert not list(check_op(op)), list(check_op(op))
        text = op_file.dumps(op)
        assert 'type = "scalar"' in text and 'type = "fixed"' in text, text
        assert op_file.loads(text) == op

        words = replace(op.args[1], default="many")
        problems = list(check_op(replace(op, args=(op.args[0], words))))
        assert [p.key for p in problems] == ["args[1].default"], problems
        assert "'many' is no value of type scalar" in problems[0].message

        node = op.mapping.nodes[0]
        other = replace(node, attributes=(Attribute("k", "float", arg="k"),))
        problems = list(check_op(replace(op, mapping=Mapping(nodes=(other,)))))
        assert [p.key for p in problems] == ["mapping.nodes[0].attributes[0].type"], problems
        assert problems[0].hint == 'Set type = "fixed".'
    """)


def test_a_new_type_is_offered_by_fixes_and_taken_by_edits() -> None:
    with_new_rows("""
        from workbench.core import edits
        from workbench.core.check import check_op
        from workbench.core.fixes import fixes

        wrong = replace(op.mapping.nodes[0], attributes=(Attribute("k", "float", arg="k"),))
        broken = replace(op, mapping=Mapping(nodes=(wrong,)))
        [problem] = check_op(broken)
        titles = [f.title for f in fixes(broken, problem)]
        assert "Change the type to fixed" in titles, titles

        start = replace(op, args=(op.args[0],), mapping=Mapping(nodes=(
            replace(op.mapping.nodes[0], attributes=()),
        )), model=Model(inputs=op.model.inputs[:1]))
        grown = edits.add_arg(start)
        typed = edits.set_arg_type(grown, 1, "scalar")
        assert not list(check_op(typed)), list(check_op(typed))
        [attribute] = typed.mapping.nodes[0].attributes
        assert (attribute.type, attribute.arg) == ("fixed", typed.args[1].name)
        assert typed.model.inputs[1].value == 1.0
    """)


def test_a_new_type_is_generated() -> None:
    with_new_rows("""
        from workbench.core import codegen
        from workbench.core.declaration import signature
        from workbench.core.declaration.op import Kernel

        assert signature.torch_schema(op) == "op(Tensor a, Scalar k) -> Tensor"
        assert signature.parse_args(op) == ("v", "f")
        assert "wb::Scalar k" in codegen.kernel_head(op)
        libtorch = replace(op, kernel=Kernel("libtorch"))
        assert "const at::Scalar& k" in codegen.kernel_head(libtorch)
        assert "k_x=_in_32_bits('k', k)" in codegen.python_module(op)
    """)


def test_a_new_type_is_a_choice_of_the_forms() -> None:
    with_new_rows("""
        from workbench.gui.forms.tables.argument_columns import ARGUMENT_COLUMNS
        from workbench.gui.forms.nodes.attribute_columns import attribute_columns

        [column] = [c for c in ARGUMENT_COLUMNS if c.key == "type"]
        assert "scalar" in column.make.args[0]
        [column] = [c for c in attribute_columns("mapping.nodes[0].attributes") if c.key == "type"]
        assert ("fixed", "fixed _x") in column.make.args[0]
    """)


def test_a_new_type_is_on_the_reference_page_and_in_random_declarations() -> None:
    with_new_rows("""
        import msgspec
        from hypothesis import find
        from tests.core.strategies import values_of
        from workbench.core.op_toml import keys
        from workbench.core.op_toml.key_words import reference

        for path, name, doc in (
            ("args[].type", "scalar", "a number of either kind"),
            ("mapping.nodes[].attributes[].type", "fixed", "a number of fixed precision"),
        ):
            key = keys.key_at(path.replace("[]", "[0]"))
            assert name in keys.choices(key), path
            assert f"`{name}`" in reference() and doc in reference(), path
            assert find(values_of(key.type), lambda value: value == name) == name
        schema = msgspec.json.schema(Op)["$defs"]
        assert "scalar" in schema["Arg"]["properties"]["type"]["enum"]
        assert "fixed" in schema["Attribute"]["properties"]["type"]["enum"]
    """)


def test_a_new_type_is_drafted_from_torch_and_from_onnx() -> None:
    with_new_rows("""
        from workbench.core.jobs import SchemaArg, TorchSchema
        from workbench.core.jobs.model_nodes import ModelAttribute
        from workbench.importers.drafts.from_onnx import _arg_type
        from workbench.importers.drafts.schema_args import declared_args

        args = (SchemaArg("a", "Tensor", False), SchemaArg("k", "Scalar", False))
        schema = TorchSchema("my::op", "", args, ("Tensor",), False, "")
        assert [a.type for a in declared_args(schema)] == ["tensor", "scalar"]
        assert _arg_type(ModelAttribute("k", "fixed", 0.5)) == "scalar"
    """)


SITE = """
import sys

if any("workbench" in word for word in sys.orig_argv):
    from msgspec.structs import replace
    from workbench.core.types.arg_types import ARG_TYPES

    ARG_TYPES["size"] = replace(ARG_TYPES["int"], name="size", doc="how many there are")
"""
KERNEL = """
#include <workbench/tensor.h>

void first(const wb::Context&, wb::Tensor<const float> a, int64_t n, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y.data()[i] = a.data()[i];
}
"""
DECLARATION = """
schema = 1
name = "first"
torch = "my_lib::first"
args = [{name = "a"}, {name = "n", type = "size"}]
outputs = [{name = "y", dtype = "a", shape = "[n] + a.shape[1:]"}]
reference = {python = "a[:n].clone()"}

[[mapping.nodes]]
op = "custom::First"
inputs = ["a"]
outputs = ["y"]
attributes = [{name = "n", type = "int", arg = "n"}]

[model]
inputs = [{arg = "a", shape = [4, 3]}, {arg = "n", value = 2}]
"""


def test_a_new_type_is_built_exported_and_run(tmp_path: Path) -> None:
    """The processes of the program are given the row by a module that Python itself imports."""
    site, op = tmp_path / "site", tmp_path / "first"
    for folder, name, text in (
        (site, "sitecustomize.py", SITE),
        (op, "op.toml", DECLARATION),
        (op, "kernel.cpp", KERNEL),
    ):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    path = os.pathsep.join([str(PACKAGE.parent), str(site)])
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "verify", "--trust", str(op)],
        capture_output=True,
        text=True,
        check=False,
        cwd=PACKAGE.parent,
        env={**os.environ, "PYTHONPATH": path},
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agrees" in done.stdout


# -- no second table -----------------------------------------------------------------------


def words_of(node: ast.AST) -> list[str]:
    """The strings of a table, a list of words or a comparison with a type."""
    match node:
        case ast.Dict(keys=items) | ast.Tuple(elts=items) | ast.List(elts=items):
            return [i.value for i in items if isinstance(i, ast.Constant)]
        case ast.Set(elts=items):
            return [i.value for i in items if isinstance(i, ast.Constant)]
        case ast.Compare(left=left, comparators=others):
            sides = [left, *others]
            if any(isinstance(s, ast.Attribute) and s.attr == "type" for s in sides):
                return [
                    n.value for s in sides for n in ast.walk(s) if isinstance(n, ast.Constant)
                ] * 2
    return []


def tells_types_apart(text: str) -> Iterator[int]:
    """The lines where a file has a table of types or compares with one."""
    names = {*ARG_TYPES, *ATTRIBUTE_TYPES}
    plain = {*DTYPES, *(t.name for t in ARG_TYPES.values() if t.name.isidentifier())}
    own = names - plain - {"string"}
    for node in ast.walk(ast.parse(text)):
        if len([w for w in words_of(node) if w in names]) > 1:
            yield node.lineno  # type: ignore[attr-defined]
        elif isinstance(node, ast.Constant) and node.value in own:
            yield node.lineno


def test_no_other_file_tells_the_types_apart() -> None:
    found = {}
    for file in PACKAGE.rglob("*.py"):
        name = file.relative_to(PACKAGE).as_posix()
        if name not in TABLES and (lines := list(tells_types_apart(file.read_text("utf-8")))):
            found[name] = lines
    assert found.keys() <= ELSEWHERE.keys(), {
        n: lines for n, lines in found.items() if n not in ELSEWHERE
    }
    assert ELSEWHERE.keys() <= found.keys(), "an exception that is none any more"


def test_what_tells_types_apart_is_seen() -> None:
    for line in (
        'X = {"int": 1, "float": 2}',
        'a = arg.type == "tensor"',
        'a = arg.type in ("int", "str")',
        'a = kind == "int[]"',
        'a = "ints"',
    ):
        assert list(tells_types_apart(line)) == [1] * len(list(tells_types_apart(line))) != [], line
    assert not list(tells_types_apart('a = kind == "int"\nb = {"int": 1}'))


# -- the rows ------------------------------------------------------------------------------


def test_the_rows_agree_with_each_other() -> None:
    for kind in ARG_TYPES.values():
        assert kind.doc
        assert set(kind.attributes) <= ATTRIBUTE_TYPES.keys()
        assert kind.constant in {"", *DTYPES}
        assert kind.instead in {"", *ARG_TYPES}
        assert bool(kind.words) or not kind.holds_tensors
        assert bool(kind.attribute) != kind.holds_tensors
        assert kind.literal.fits(kind.literal.fresh)
        if not kind.holds_tensors:
            assert kind.is_list == kind.literal.is_list
            assert ATTRIBUTE_TYPES[kind.attribute].literal.is_list == kind.is_list
    for attribute in ATTRIBUTE_TYPES.values():
        assert attribute.doc
        assert attribute.argument in {"", *ARG_TYPES}
        assert attribute.literal.fits(attribute.literal.fresh)
        assert attribute.is_tensor == (attribute.literal is NUMBERS)


def test_the_newest_onnx_runtime_is_not_older_than_the_one_that_is_here() -> None:
    assert int(version("onnxruntime").split(".")[1]) <= NEWEST_ORT
