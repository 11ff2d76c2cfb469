"""Values as the text of one field, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from workbench.core.types.arg_types import ARG_TYPES
from workbench.gui.look import text


@pytest.mark.parametrize(
    ("typed", "shape"),
    [
        ("2, 3", (2, 3)),
        ("[2, 3]", (2, 3)),
        ("2 3", (2, 3)),
        ("2x3", (2, 3)),
        ("2,", (2,)),
        ("[]", ()),
        ("", UNSET),
    ],
)
def test_a_shape_is_read_in_the_usual_spellings(typed, shape):
    assert text.parse_shape(typed) == shape


@pytest.mark.parametrize("typed", ["2,x", "2,,3", "[2, 3", "2.5", "a"])
def test_what_is_no_shape_says_what_would_be(typed):
    with pytest.raises(ValueError, match=r"write e\.g\."):
        text.parse_shape(typed)


@given(st.lists(st.integers(0, 10**6), max_size=6).map(tuple))
def test_a_shape_reads_back(shape):
    assert text.parse_shape(text.format_shape(shape)) == shape


def test_dynamic_axes_are_axis_and_name():
    assert text.parse_dynamic("0=n, 2=w") == {0: "n", 2: "w"}
    assert text.format_dynamic({0: "n", 2: "w"}) == "0=n, 2=w"
    for wrong in ("n", "0", "0=n, 0=m"):
        with pytest.raises(ValueError, match=r"axis"):
            text.parse_dynamic(wrong)


def test_an_omitted_input_is_two_quotes():
    assert text.parse_names('a, "", b') == ("a", "", "b")
    assert text.parse_names("a, , b,") == ("a", "", "b")
    assert text.format_names(("a", "", "b")) == 'a, "", b'


_SCALARS = {
    "int": st.integers(-(1 << 63), (1 << 63) - 1),
    "float": st.floats(allow_nan=False, allow_infinity=False),
    "bool": st.booleans(),
    "str": st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12),
}


@pytest.mark.parametrize("kind", [*_SCALARS, *(f"{k}[]" for k in _SCALARS)])
@given(data=st.data())
def test_a_value_reads_back_as_what_it_was(kind, data):
    scalar = _SCALARS[kind.removesuffix("[]")]
    value = data.draw(st.lists(scalar, max_size=4).map(tuple) if kind.endswith("[]") else scalar)
    again = ARG_TYPES[kind].literal.parse(text.format_value(value))
    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize(("kind", "wrong"), [("int", "1.5"), ("float", "x"), ("bool", "maybe")])
def test_a_text_of_another_type_is_refused(kind, wrong):
    with pytest.raises(ValueError, match="needed"):
        ARG_TYPES[kind].literal.parse(wrong)


def test_whole_numbers_stay_within_64_bits():
    with pytest.raises(ValueError, match="64 bits"):
        text.parse_int(str(1 << 63))
