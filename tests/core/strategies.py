"""Hypothesis strategies: declarations that are only well-formed, declarations that are sound."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from workbench.core.declaration.declared import Declared, members
from workbench.core.declaration.op import (
    Arg,
    Attribute,
    Example,
    Kernel,
    Mapping,
    Model,
    Node,
    Op,
    Ort,
    Output,
)
from workbench.core.exporters import EXPORTERS
from workbench.core.op_toml import keys
from workbench.core.types.arg_types import ARG_TYPES, DTYPE
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import Value

INT64 = st.integers(-(2**63), 2**63 - 1)
FLOATS = st.floats(allow_nan=False).map(lambda x: x + 0.0)  # no -0.0: it equals 0.0
NAMES = st.sampled_from(
    "a b c x y out args shapes sizes fake symbolic translate value data input T S n k".split()
)
WORDS = st.one_of(
    NAMES,
    st.sampled_from(
        "float32 any custom::Op Add ::X ai.onnx::X a.shape [n] 1.17 xs[0] kernel.cpp op.py".split()
    ),
    st.sampled_from(["", "not a", "a is None"]),
    st.text(max_size=12),
)


def unset_or(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.just(UNSET) | strategy


def tuples_of(strategy: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(strategy, max_size=most).map(tuple)


SCALARS = st.one_of(st.booleans(), INT64, FLOATS, st.text(max_size=8))
VALUES = SCALARS | tuples_of(SCALARS)

MOST = {"args": 3, "outputs": 2, "mapping.nodes": 2, "model.inputs": 2}
"""Entries of a list or table; of others one: a test that writes thousands of them is to be quick."""
CONTENT: dict[str, st.SearchStrategy[Any]] = {
    "schema": st.just(1),
    "torch": WORDS | st.just("tests::op"),
    "variants.*.opset": st.sampled_from([0, 17, 18]) | INT64,
    "inputs[].file": st.just("") | st.sampled_from(["a.npy", "data/b.npz", "c.pb", "../x.npy"]),
    "inputs[].entry": st.just("") | WORDS,
    "doc": st.text(max_size=5),
}
"""What stands at some keys, by the end of their path; at others anything of their type."""


def values_of(kind: Any, path: str = "") -> st.SearchStrategy[Any]:
    """Whatever a type can hold.

    Args:
        kind: the type.
        path: the key's that has it.
    """
    if (content := next((s for end, s in CONTENT.items() if path.endswith(end)), None)) is not None:
        return content
    if kind is Value:
        return VALUES
    if kind is Value | UnsetType:
        return unset_or(VALUES)
    origin, inner = get_origin(kind), get_args(kind)
    most = MOST.get(path, 1)
    if isinstance(kind, type) and issubclass(kind, Declared):
        return records_of(kind, path)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple:
        return tuples_of(values_of(inner[0], f"{path}[]"), most)
    if origin is dict:
        names = WORDS if path == "types" else INT64 if inner[0] is int else NAMES
        return st.dictionaries(names, values_of(inner[1], f"{path}.*"), max_size=most)
    parts = members(kind)
    if len(parts) > 1:
        return st.one_of([st.just(UNSET) if p is UnsetType else values_of(p, path) for p in parts])
    return {str: WORDS, int: INT64, float: FLOATS, bool: st.booleans()}[kind]


def records_of(struct: type[Declared], path: str = "") -> st.SearchStrategy[Any]:
    """A struct that is at a path, with any value at each of its keys."""
    fields = {k.name: values_of(k.type, k.path) for k in keys.keys_of(path)}
    return st.builds(struct, **fields)


WELL_FORMED = records_of(Op)
"""Whatever the structs can hold: right types, any content."""

_DEFAULTS: dict[str, st.SearchStrategy[Any]] = {
    "int": INT64,
    "float": st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False),
    "bool": st.booleans(),
    "str": st.text([*map(chr, range(32, 127)), "\n", "\t"], max_size=8),
}
_DEFAULTS |= {f"{kind}[]": tuples_of(item) for kind, item in list(_DEFAULTS.items())}
_ATTRIBUTE = {"int": "int", "bool": "int", "float": "float", "str": "string"}
_ATTRIBUTE |= {f"{kind}[]": f"{name}s" for kind, name in list(_ATTRIBUTE.items())}
_ATTRIBUTE[DTYPE.name] = "int"


def with_declared_values(arg: Arg) -> st.SearchStrategy[Arg]:
    """The argument, or the same with a range or choices that its default fits."""
    values = arg.default if isinstance(arg.default, tuple) else (arg.default,)
    found = [arg]
    if arg.default is not UNSET and values:
        if arg.is_numeric:
            found.append(replace(arg, range=(min(values), max(values))))
        if arg.is_chosen:
            found.append(replace(arg, choices=tuple(dict.fromkeys(values))))
    return st.sampled_from(found)


@st.composite
def sound_ops(draw: st.DrawFn) -> Op:
    """A declaration in which ``check_op`` finds nothing wrong, mapped to one custom node."""
    style = draw(st.sampled_from(["portable", "libtorch"]))
    portable_in_ort = style == "portable" and draw(st.booleans())
    exporter = draw(st.sampled_from(list(EXPORTERS)))
    kinds = [
        name
        for name, kind in ARG_TYPES.items()
        if not kind.has_elements
        and not EXPORTERS[exporter].refused(kind)
        # Torch hands none to a bare function.
        and (kind.in_portable if style == "portable" else kind.in_function)
    ]
    names = draw(
        st.lists(NAMES.filter(lambda n: n not in ("T", "S")), min_size=2, max_size=7, unique=True)
    )
    types = {"T": ("float32", "float64")} if draw(st.booleans()) else {}
    known = [d for d in DTYPES if d not in EXPORTERS[exporter].lacks]
    dtypes = st.sampled_from([*types, *known])
    args = [Arg(names[0], dtype=draw(dtypes))]
    for name in names[1:-1]:
        if draw(st.booleans()):
            args.append(Arg(name, dtype=draw(dtypes), optional=draw(st.booleans())))
        else:
            kind = draw(st.sampled_from(kinds))
            default = draw(unset_or(_DEFAULTS[kind]))
            # torch's schema language has no default for lists of text and optional lists.
            if kind == "str[]":
                default = UNSET
            optional = draw(st.booleans()) and (default is UNSET or not kind.endswith("[]"))
            arg = Arg(name, kind, default=default, optional=optional)
            args.append(draw(with_declared_values(arg)))
    chosen = draw(st.lists(st.sampled_from(known), max_size=2, unique=True))
    if chosen and "to" not in names:
        default = draw(unset_or(st.sampled_from(chosen)))
        args.append(Arg("to", DTYPE.name, dtype=tuple(chosen), default=default))
    listed = draw(st.lists(dtypes | st.just("any"), max_size=1))
    args += [Arg("xs", "tensor[]", dtype) for dtype in listed]
    # torch wants arguments that need a value before those that have one.
    args[1:] = sorted(args[1:], key=lambda a: a.default is not UNSET or a.optional)
    shapes = [f"{names[0]}.shape", f"[len({names[0]}.shape), unknown]"]
    shapes += [f"{names[0]}.shape + [{a.name}]" for a in args if a.type == "int"]
    shapes += [f"[int({a.name} * 2.5)]" for a in args if a.type == "float"]
    shapes += [
        f"[value({a.name}, 0), floor(value({a.name}, 1) / 2)]" for a in args if a.type == "tensor"
    ]
    shapes += ["[len(xs)] + xs[0].shape"] if listed else []
    decides = next((a.name for a in args if a.is_dtype), names[0])
    output = Output(names[-1], decides, draw(st.sampled_from(shapes)))
    node = Node(
        "custom::Op",
        (*(a.name for a in args if a.type == "tensor"), *(["xs"] if listed else [])),
        (output.name,),
        tuple(
            Attribute(f"{a.name}_", _ATTRIBUTE[a.type], a.name)
            for a in args
            if a.type in _ATTRIBUTE
        ),
    )
    examples = tuple(
        Example(a.name, shape=(2, 3))
        if a.type == "tensor"
        else Example(a.name, value=a.dtype[0] if a.is_dtype else draw(_DEFAULTS[a.type]))
        for a in args
        if a.type == "tensor" or (a.default is UNSET and a.type != "tensor[]")
    )
    examples += tuple(Example(f"xs[{i}]", shape=(i, 3)) for i in range(2 * len(listed)))
    return Op(
        schema=1,
        name="op",
        torch="tests::op",
        types=types,
        args=tuple(args),
        outputs=(output,),
        kernel=Kernel(style=style),
        mapping=Mapping(nodes=(node,)),
        ort=Ort("portable" if portable_in_ort else "export-only"),
        model=Model(18, exporter, examples),
    )
