"""A shape rule means the same in the window, in generated Python and in generated C++."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.core.rules import (
    DTYPE,
    KNOWN,
    RULES,
    TYPES,
    UNKNOWN,
    Holding,
    Values,
    dtypes_in,
    elements,
)
from tests.large import examples
from workbench import paths
from workbench.core import shape_rule
from workbench.core.codegen import python_module
from workbench.core.codegen.shape_cpp import shape_to_cpp
from workbench.core.declaration.op import Arg, Mapping, Node, Op, Output
from workbench.core.errors import UserError
from workbench.engine.compilers import compiler

CASES = KNOWN + UNKNOWN
ERROR = "error"
NO_RANK = "unknown rank"
Result = list[int | None] | str
CXX = compiler().command


def evaluated(rule: str, args: Values) -> Result:
    try:
        known = {**args, shape_rule.dtype_key("a"): DTYPE}
        known[shape_rule.dtype_key("xs")] = dtypes_in(args["xs"])
        return shape_rule.evaluate(shape_rule.parse(rule, TYPES), known, elements(args))
    except shape_rule.ShapeError:
        return ERROR


# -- Python


def python_shapes(rules: Sequence[str]) -> ModuleType:
    """The generated module of an op with these rules, torch being only a name in it."""
    op = Op(
        1,
        "op",
        "tests::op",
        args=tuple(Arg(n, t) for n, t in TYPES.items()),  # type: ignore[arg-type]
        outputs=tuple(Output(f"y{i}", "a", rule) for i, rule in enumerate(rules)),
        mapping=Mapping(nodes=(Node("custom::Op", ("a",), ("y0",)),)),
    )
    helper = SimpleNamespace(parse_args=lambda *kinds: lambda function: function)
    torch = ModuleType("torch")
    torch.sym_int = int  # type: ignore[attr-defined]
    torch.onnx = ModuleType("torch.onnx")  # type: ignore[attr-defined]
    torch.onnx.symbolic_helper = helper  # type: ignore[attr-defined]
    fakes = {"torch": torch, "torch.onnx": torch.onnx}
    saved = {name: sys.modules.get(name) for name in fakes}
    module = ModuleType("generated")
    try:
        sys.modules.update(fakes)
        exec(compile(python_module(op), "op.py", "exec"), module.__dict__)
    finally:
        for name, old in saved.items():
            if old is None:
                del sys.modules[name]
            else:
                sys.modules[name] = old
    return module


REFUSALS = (TypeError, IndexError, ValueError, ArithmeticError, RuntimeError)


def in_python(rule: str, args: Values) -> Result:
    return result_of(shapes_of(rule), args)


def shapes_of(rule: str) -> Callable[..., list[Result]]:
    """The function of a rule: with the element types that it asks for, as generated code gives them."""
    given_ = {"_dtype_a": DTYPE} if "a.dtype" in rule else {}
    made = partial(python_shapes([rule])._shapes, **given_)
    if not re.search(r"xs\[.*\]\.dtype", rule):
        return made
    return lambda **args: made(**args, _dtype_xs=dtypes_in(args["xs"]))


def result_of(shapes: Callable[..., list[Result]], args: Values) -> Result:
    try:
        return shapes(**args)[0]
    except REFUSALS:
        return ERROR


# -- C++

PROGRAM = """
#include <workbench/shape.h>
#include <cstdio>
#include <exception>
#include <vector>
using wb::Dim; using wb::Shape; using wb::ShapeArg;
%s
static wb::Elements holding(std::initializer_list<double> elements) {
  return {wb::DType::float64, (new std::vector<double>(elements))->data()};
}
static const wb::ShapeFn rules[] = {%s};
static const ShapeArg cases[][%d] = {%s};
int main() {
  for (wb::ShapeFn rule : rules) for (const auto& args : cases) {
    try {
      Shape out;
      rule(args, &out);
      if (!out.ranked()) { std::puts("?"); continue; }
      std::printf("[");
      for (const Dim& dim : out.dims())
        dim.known() ? std::printf("%%lld,", static_cast<long long>(dim.value())) : std::printf("None,");
      std::puts("]");
    } catch (const std::exception&) { std::puts("error"); }
  }
}
"""


def _dims(sizes: object) -> str:
    assert isinstance(sizes, list)
    dims = ("Dim::unknown()" if s is None else f"Dim(int64_t{{{s}}})" for s in sizes)
    return f"Shape({{{', '.join(dims)}}})"


def _cpp_arg(kind: str, value: object) -> str:
    if value is None:
        return "ShapeArg::none()"
    if kind == "tensor?[]":
        shapes = ("Shape::none()" if v is None else _dims(v) for v in value)  # type: ignore[attr-defined]
        return f"ShapeArg::tensors({{{', '.join(shapes)}}})"
    if kind == "tensor[]":
        dtypes = ", ".join(f"wb::DType::{name}" for name in dtypes_in(value))
        return f"ShapeArg::tensors({{{', '.join(map(_dims, value))}}}, {{{dtypes}}})"  # type: ignore[call-overload]
    if isinstance(value, Holding):
        data = f"holding({{{', '.join(map(repr, value.elements))}}})"
        return f"ShapeArg::tensor({_dims(value)}, {data})"
    if isinstance(value, str):
        return f'ShapeArg::text(wb::Text("{value}"))'
    if kind == "float[]":
        assert isinstance(value, list)
        return f"ShapeArg::reals(new double[]{{{', '.join(map(repr, value))}}}, {len(value)})"
    if isinstance(value, float):
        return f"ShapeArg::real_scalar(wb::Real({value!r}))"
    if isinstance(value, list):
        of = ".of(wb::DType::float16)" if kind == "tensor" else ""
        return f"ShapeArg::{'tensor' if kind == 'tensor' else 'list'}({_dims(value)}){of}"
    return f"ShapeArg::scalar(Dim(int64_t{{{int(value)}}}))"  # type: ignore[call-overload]


def cpp_results(rules: Sequence[str], cases: Sequence[Values], folder: Path) -> list[list[Result]]:
    functions = "\n".join(
        f"static void rule{i}([[maybe_unused]] const ShapeArg* args, Shape* out) "
        f"{{ out[0] = {shape_to_cpp(shape_rule.parse(rule, TYPES), list(TYPES))}; }}"
        for i, rule in enumerate(rules)
    )
    names = ", ".join(f"rule{i}" for i in range(len(rules)))
    rows = ",\n".join(
        "{" + ", ".join(_cpp_arg(kind, args[name]) for name, kind in TYPES.items()) + "}"
        for args in cases
    )
    source = folder / "rules.cpp"
    source.write_text(PROGRAM % (functions, names, len(TYPES), rows), encoding="utf-8")
    include = f"-I{paths.ops_lib() / 'include'}"
    command = [*CXX, "-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror", include, str(source)]
    done = subprocess.run([*command, "-o", str(folder / "rules")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:4000]
    lines = iter(
        subprocess.run([folder / "rules"], capture_output=True, text=True, check=True).stdout.split(
            "\n"
        )
    )
    return [[_read(next(lines)) for _ in cases] for _ in rules]


def _read(line: str) -> Result:
    if line == "?":
        return NO_RANK
    if line == "error":
        return ERROR
    return [None if item == "None" else int(item) for item in line.strip("[]").split(",") if item]


# -- agreement

FIXED = [
    "(a.shape + ks)[1:3]",
    "[(a.shape + ks)[0]]",
    "(ks + b.shape)[:n]",
    "broadcast(a.shape + ks, ks)",
    "broadcast(a.shape, ks)",
    "[len(a.shape + ks)]",
    "(a.shape if flag else ks)[1:]",
    "[(ks if c is None else c.shape)[0]]",
    "[n - (m - 1), (n - m) - 1, n - m - 1]",
    "[-7 // 2, -7 % 2, 7 // -2, -n // 2, -(n // 2), n * -2]",
    "[min(n, m, 0), max(n, m, 9)]",
    "[n // m]",
    "[a.shape[n]]",
    "a.shape[m:n]",
    "a.shape[:b.shape[-1]]",
    "[a.shape[b.shape[-1]]]",
    "[1] if not (flag and c is None) else [2]",
    "[2] if ys[0] is None else ys[0].shape",
    "[n] if ys[-1] is None and not ys[0] is None else ys[1].shape",
    "[1] if ys[0] is not None or a.shape[0] > 2 else [2]",
    "[1] if (flag or c is None) and not flag else [2]",
    "([] if flag else [n]) + ([m] if c is None else c.shape)",
    "[unknown]",
    "[unknown + n, min(unknown, 1), len([unknown])]",
    "[unknown, n] + a.shape",
    "[[n, m][0]]",
    "[len(xs)] + xs[0].shape + xs[-1].shape[1:]",
    "[xs[1].shape[0], xs[0].shape[-1] * len(xs)]",
    "broadcast(xs[0].shape, xs[1].shape)",
    "[value(t), value(t) + n, value(t, 0), value(t, -1), value(t, n)]",
    "[value(t) * 2 // 3]",
    "[int(value(t)), floor(value(t)), int(-value(t)), floor(-value(t))]",
    "[int(a.shape[0] * value(t, 1)), floor(a.shape[0] * value(t, 1))]",
    "[int(f), floor(f), int(-f), floor(-f), int(n / 2), floor(n / 2)]",
    "[int(f * 2 + 0.5), int(n / f), int(max(f, n, 0.25)), int(min(f, m) / -2)]",
    "[int((f if flag else n) * 1.5), int(n if flag else m), floor((1 if flag else 2) / 2)]",
    "[int(len(xs) / 2 + len(a.shape))]",
    "[int(1e300 * 1e300)]",
    '[1] if mode == "near" else [2]',
    '[{"near": 1, "linear": n, "cubic": a.shape[0]}[mode]]',
    '{"near": a.shape, "linear": b.shape}[mode]',
    "[{1: 5, 2: 6}[n]]",
    "a.shape if len(a.shape) == 3 and a.shape[0] > 1 else ks",
    "[1] if c is None or c.shape[0] > 1 else [2]",
    "[1] if c is not None and not c.shape[0] > 1 else [2]",
    "[1 if 0 < n <= 2 else 3, 1 if n in (0, 3) else 2]",
    "[int(s[0] * 2), floor(s[-1]), int(s[1])]",
    "[1] if s[0] < f else [2]",
    "[1 if a.shape == b.shape else 2, 1 if a.shape != b.shape else 2]",
    'a.shape if a.dtype == "float16" and mode != "near" else [a.shape[0]]',
    '[{"near": 1, "linear": 2}[mode if flag else "near"]]',
    '[{"float16": 2, "float32": 4}[a.dtype]]',
    '[2] if xs[0].dtype == a.dtype and xs[1].dtype == "int8" else [3]',
    '[{"float16": 2, "int8": 1}[xs[-1].dtype], len(xs[0].shape)]',
    "[1 if (n if flag else m) >= 2 else 2, 1 if int(f) == n else 0]",
]


def unknown_in(args: Values) -> bool:
    lists = [v for v in args.values() if isinstance(v, list)]
    lists += [v for v in args["xs"] if isinstance(v, list)]  # type: ignore[attr-defined]
    return any(None in v for v in lists) or not isinstance(args["t"], Holding)


def agree(one: Result, other: Result, lenient: bool) -> bool:
    """Equal; where a size is unknown (``lenient``), no two results may contradict each other."""
    if not lenient or one == other:
        return one == other
    if isinstance(one, str) or isinstance(other, str):
        return True  # one of them gave up, which is safe
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(None in (x, y) or x == y for x, y in pairs)


def check_agreement(name: str, rule: str, other: Callable[[int], Result]) -> list[str]:
    wrong = []
    for index, args in enumerate(CASES):
        expected, given_ = evaluated(rule, args), other(index)
        # An absent tensor has no sizes: unknown in a list of sizes, an error anywhere else.
        lenient = unknown_in(args) or "unknown" in rule or None in args.values()
        lenient |= name == "Python" and "value(" in rule
        if not agree(expected, given_, lenient):
            wrong.append(f"{rule}  with {args}: evaluate {expected}, {name} {given_}")
    return wrong


@pytest.mark.parametrize("rule", FIXED)
def test_generated_python_gives_what_evaluate_gives(rule: str) -> None:
    assert not check_agreement("Python", rule, lambda i: in_python(rule, CASES[i]))


@given(rule=RULES)
@examples(60)
def test_generated_python_gives_what_evaluate_gives_for_any_rule(rule: str) -> None:
    shapes = shapes_of(rule)
    assert not check_agreement("Python", rule, lambda i: result_of(shapes, CASES[i]))


def collected(count: int) -> list[str]:
    """The same ``count`` rules on every run."""
    rules: list[str] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(rule=RULES)
    def collect(rule: str) -> None:
        rules.append(rule)

    collect()
    return rules


WITHOUT_SCALARS = {**CASES[0], "n": None, "flag": None}
SCALARS = ["[n]", "[n + 1]", "[1 if flag else 2]", "[3] if not flag else [4]"]


@pytest.fixture(scope="module")
def cpp(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Result]]:
    """Rule → its results in C++, one per case and one for absent scalars; compiled once."""
    rules = list(dict.fromkeys(FIXED + SCALARS + collected(120)))
    cases = [*CASES, WITHOUT_SCALARS]
    results = cpp_results(rules, cases, tmp_path_factory.mktemp("cpp"))
    return dict(zip(rules, results, strict=True))


def test_generated_cpp_gives_what_evaluate_gives(cpp: dict[str, list[Result]]) -> None:
    wrong = []
    for rule, row in cpp.items():
        wrong += check_agreement("C++", rule, row.__getitem__)
    assert not wrong, "\n".join(wrong[:10])


@pytest.mark.parametrize("rule", SCALARS)
def test_absent_optional_scalar_counts_the_same_everywhere(
    rule: str, cpp: dict[str, list[Result]]
) -> None:
    expected = evaluated(rule, WITHOUT_SCALARS)
    assert cpp[rule][-1] == expected
    assert in_python(rule, WITHOUT_SCALARS) == expected


def test_generated_python_knows_no_shape_where_the_end_of_a_slice_is_unknown() -> None:
    args = {**CASES[0], "b": [3, None]}
    assert in_python("a.shape[:b.shape[-1]]", args) in (ERROR, NO_RANK, None)


@pytest.mark.parametrize("rule", ["[a.shape[n], 7]", "[ks[m], 7]"])
def test_size_at_an_unknown_index_costs_only_that_size(rule: str) -> None:
    args = {**CASES[0], "n": None, "m": None}
    assert evaluated(rule, args) == [None, 7]
    assert in_python(rule, args) == [None, 7]


@pytest.mark.parametrize(
    "rule",
    [
        "[" + "+".join(["n"] * 300) + "]",
        "+".join(["[n]"] * 300),
        "a.shape" + "[0:]" * 150,
        "[" + "(" * 90 + "n" + "+1)" * 90 + "]",
        "[" + "(n if flag else " * 60 + "1" + ")" * 60 + "]",
    ],
    ids=["sum", "joined", "slices", "brackets", "branches"],
)
def test_long_rule_is_refused_or_generates_what_compiles(rule: str) -> None:
    try:
        shape_rule.parse(rule, TYPES)
    except UserError:
        return
    assert agree(evaluated(rule, CASES[0]), in_python(rule, CASES[0]), lenient=False)
