"""Random shape rules with the values to try them on, for the three evaluators."""

from __future__ import annotations

import re

from hypothesis import strategies as st

TYPES = {
    "a": "tensor",
    "b": "tensor",
    "c": "tensor",
    "n": "int",
    "m": "int",
    "ks": "int[]",
    "flag": "bool",
    "xs": "tensor[]",
    "f": "float",
    "t": "tensor",
    "mode": "str",
    "s": "float[]",
    "ys": "tensor?[]",
}
"""``c`` is optional; of ``ys`` the first is missing; of ``t`` the elements are known too, in most cases.
``a`` is of ``DTYPE``.
"""
DTYPE = "float16"


def dtypes_in(tensors: object) -> list[str]:
    """The element types of the tensors of ``xs``: two, by turns."""
    assert isinstance(tensors, list)
    return [("float16", "int8")[i % 2] for i in range(len(tensors))]


Values = dict[str, object]
Rules = st.SearchStrategy[str]


class Holding(list[int | None]):
    """The sizes of a tensor whose elements are known."""

    def __init__(self, *elements: float, sizes: tuple[int, ...] | None = None) -> None:
        super().__init__((len(elements),) if sizes is None else sizes)
        self.elements = elements


def values(*given: object) -> Values:
    return dict(zip(TYPES, (*given, [None, [4, 1]]), strict=True))


def elements(args: Values) -> dict[str, tuple[float, ...]]:
    return {name: v.elements for name, v in args.items() if isinstance(v, Holding)}


KNOWN = [
    values(
        [2, 3, 4],
        [3, 1],
        None,
        1,
        -2,
        [5, 6],
        True,
        [[2, 3], [4]],
        0.5,
        Holding(3.0, sizes=()),
        "near",
        [0.5, 2.0],
    ),
    values([2, 3, 4], [3, 1], [7], 0, 2, [], False, [], -1.25, Holding(1.0, 2.5), "linear", [1.5]),
    values([], [1], [0, 2], 3, 1, [1, 1, 1], True, [[]], 2.0, Holding(), "near", [-1.0, 0.25, 4.0]),
    values(
        [1, 0, 5],
        [4, 1, 5],
        [2, 2],
        -1,
        3,
        [2],
        False,
        [[1], [2], [3]],
        1e-3,
        Holding(-4.0),
        "cubic",
        [3.0],
    ),
    values(
        [6],
        [6],
        [1, 1, 1, 1],
        2,
        0,
        [-1, 4],
        True,
        [[5, 5], [6]],
        3.75,
        Holding(0.5),
        "linear",
        [0.5, 0.75],
    ),
]
UNKNOWN = [
    values(
        [None, 3, None],
        [3, 1],
        None,
        1,
        -2,
        [5, 6],
        True,
        [[None, 2], [None]],
        0.5,
        [1],
        "near",
        [0.5, 2.0],
    ),
    values(
        [2, None], [None, None], [None], 0, 2, [4], False, [[3]], 1.5, Holding(2.0), "linear", [1.5]
    ),
    values([None], [1], [2, None], -1, 1, [], True, [[None]], 0.0, [2], "near", [-1.0, 0.25, 4.0]),
]

COND: Rules = st.recursive(
    st.sampled_from(
        [
            *("c is None", "c is not None", "flag", "a is None"),
            *("ys[0] is None", "ys[-1] is not None"),
            *("n > 1", "0 <= m < n", "n in (1, 3)", "len(a.shape) >= 2", "a.shape[0] == 2"),
            *("f < 1", "s[0] != 0.5", "len(xs) == 2", "a.shape == b.shape", "ks[0] > 4"),
            *(
                'mode == "near"',
                'mode not in ("near", "cubic")',
                f'a.dtype == "{DTYPE}"',
                'xs[-1].dtype != "int8"',
            ),
            *('{"near": 1, "linear": n}[mode] == 1', 'a.dtype in ("int8", "bool")'),
        ]
    ),
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(
            lambda t: "({} {} {})".format(*t)
        ),
    ),
    max_leaves=3,
)
_NUMBERS = st.integers(-3, 4).map(str)
_TABLE = '{{"near": {}, "linear": {}}}[mode]'.format
_REAL0 = st.sampled_from(
    ["f", "0.5", "2.75", "1e1", "value(t)", "value(t, 0)", "-f", "-1.5", "s[0]", "s[1]"]
)


def _dims(shapes: Rules, dims: Rules) -> Rules:
    operators = st.sampled_from(["+", "-", "*", "//", "%"])
    reals = st.one_of(
        _REAL0,
        dims,
        st.tuples(_REAL0, st.sampled_from(["+", "-", "*", "/"]), _REAL0 | dims).map(
            lambda t: "({} {} {})".format(*t)
        ),
        st.tuples(st.sampled_from(["min", "max"]), _REAL0, dims).map(
            lambda t: "{}({}, {})".format(*t)
        ),
        st.tuples(_REAL0, COND, dims).map(lambda t: "({} if {} else -{})".format(*t)),
    )
    return st.one_of(
        st.tuples(st.sampled_from(["int", "floor"]), reals).map(lambda t: "{}({})".format(*t)),
        dims.map("value(t, {})".format),
        st.tuples(shapes, _NUMBERS).map(lambda t: "({})[{}]".format(*t)),
        shapes.map("len({})".format),
        st.tuples(dims, operators, dims).map(lambda t: "({} {} {})".format(*t)),
        st.tuples(dims, operators, dims).map(lambda t: "{} {} {}".format(*t)),
        st.tuples(dims, st.integers(-1, 3)).map(lambda t: "(({}) ** {})".format(*t)),
        st.tuples(st.integers(-2, 3), dims).map(lambda t: "({}) ** ({})".format(*t)),
        st.tuples(st.sampled_from(["min", "max"]), dims, dims, dims).map(
            lambda t: "{}({}, {}, {})".format(*t)
        ),
        dims.map("-({})".format),
        st.tuples(dims, COND, dims).map(lambda t: "({} if {} else {})".format(*t)),
        st.tuples(dims, dims).map(lambda t: _TABLE(*t)),
        st.tuples(dims, dims).map(lambda t: "{{1: {}, 2: {}}}[n]".format(*t)),
    )


def _shapes(shapes: Rules, dims: Rules) -> Rules:
    ends = st.just("") | st.integers(-2, 3).map(str) | st.sampled_from(["n", "len(b.shape)"])
    return st.one_of(
        st.lists(dims, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.tuples(shapes, ends, ends).map(lambda t: "({})[{}:{}]".format(*t)),
        st.tuples(shapes, shapes).map(" + ".join),
        st.tuples(shapes, shapes).map(lambda t: "broadcast({}, {})".format(*t)),
        st.tuples(shapes, COND, shapes).map(lambda t: "({} if {} else {})".format(*t)),
        st.tuples(shapes, shapes).map(lambda t: _TABLE(*t)),
    )


_DIM0 = _NUMBERS | st.sampled_from(
    "n m a.shape[0] b.shape[-1] len(a.shape) ks[0] len(xs) xs[0].shape[0] value(t)".split()
)
_SHAPE0 = st.sampled_from("a.shape b.shape c.shape ks [] xs[0].shape xs[-1].shape".split())
_DIM1 = _dims(_SHAPE0, _DIM0)
_SHAPE1 = _shapes(_SHAPE0, _DIM0 | _DIM1)
_DIM2 = _dims(_SHAPE1, _DIM0 | _DIM1)
_BY_ZERO = re.compile(r"(?://|%|/) \(*0\b")
"""A division that is refused before anything is computed."""
RULES: Rules = st.one_of(
    _SHAPE1, _shapes(_SHAPE0 | _SHAPE1, _DIM1 | _DIM2), _shapes(_SHAPE1, _DIM2)
).filter(lambda rule: not _BY_ZERO.search(rule))
"""Rules of some depth whose arguments are those of ``TYPES``."""
