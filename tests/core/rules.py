"""Random shape rules with the values to try them on, for the three evaluators."""

from __future__ import annotations

from hypothesis import strategies as st

TYPES = {
    "a": "tensor",
    "b": "tensor",
    "c": "tensor",
    "n": "int",
    "m": "int",
    "ks": "int[]",
    "flag": "bool",
}
"""``c`` is optional."""

Values = dict[str, object]
Rules = st.SearchStrategy[str]


def values(
    a: object, b: object, c: object, n: object, m: object, ks: object, flag: object
) -> Values:
    return dict(zip(TYPES, (a, b, c, n, m, ks, flag), strict=True))


KNOWN = [
    values([2, 3, 4], [3, 1], None, 1, -2, [5, 6], True),
    values([2, 3, 4], [3, 1], [7], 0, 2, [], False),
    values([], [1], [0, 2], 3, 1, [1, 1, 1], True),
    values([1, 0, 5], [4, 1, 5], [2, 2], -1, 3, [2], False),
    values([6], [6], [1, 1, 1, 1], 2, 0, [-1, 4], True),
]
UNKNOWN = [
    values([None, 3, None], [3, 1], None, 1, -2, [5, 6], True),
    values([2, None], [None, None], [None], 0, 2, [4], False),
    values([None], [1], [2, None], -1, 1, [], True),
]

COND: Rules = st.recursive(
    st.sampled_from(["c is None", "c is not None", "flag", "a is None"]),
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(
            lambda t: "({} {} {})".format(*t)
        ),
    ),
    max_leaves=3,
)
_NUMBERS = st.integers(-3, 4).map(str)


def _dims(shapes: Rules, dims: Rules) -> Rules:
    operators = st.sampled_from(["+", "-", "*", "//", "%"])
    return st.one_of(
        st.tuples(shapes, _NUMBERS).map(lambda t: "({})[{}]".format(*t)),
        shapes.map("len({})".format),
        st.tuples(dims, operators, dims).map(lambda t: "({} {} {})".format(*t)),
        st.tuples(dims, operators, dims).map(lambda t: "{} {} {}".format(*t)),
        st.tuples(st.sampled_from(["min", "max"]), dims, dims, dims).map(
            lambda t: "{}({}, {}, {})".format(*t)
        ),
        dims.map("-({})".format),
        st.tuples(dims, COND, dims).map(lambda t: "({} if {} else {})".format(*t)),
    )


def _shapes(shapes: Rules, dims: Rules) -> Rules:
    ends = st.just("") | st.integers(-2, 3).map(str) | st.sampled_from(["n", "len(b.shape)"])
    return st.one_of(
        st.lists(dims, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.tuples(shapes, ends, ends).map(lambda t: "({})[{}:{}]".format(*t)),
        st.tuples(shapes, shapes).map(" + ".join),
        st.tuples(shapes, shapes).map(lambda t: "broadcast({}, {})".format(*t)),
        st.tuples(shapes, COND, shapes).map(lambda t: "({} if {} else {})".format(*t)),
    )


_DIM0 = _NUMBERS | st.sampled_from(["n", "m", "a.shape[0]", "b.shape[-1]", "len(a.shape)", "ks[0]"])
_SHAPE0 = st.sampled_from(["a.shape", "b.shape", "c.shape", "ks", "[]"])
_DIM1 = _dims(_SHAPE0, _DIM0)
_SHAPE1 = _shapes(_SHAPE0, _DIM0 | _DIM1)
_DIM2 = _dims(_SHAPE1, _DIM0 | _DIM1)
RULES: Rules = st.one_of(
    _SHAPE1, _shapes(_SHAPE0 | _SHAPE1, _DIM1 | _DIM2), _shapes(_SHAPE1, _DIM2)
)
"""Rules of some depth whose arguments are those of ``TYPES``."""
