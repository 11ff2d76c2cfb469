"""How far apart two numbers are, in units in the last place, as it is written everywhere."""

import pytest

from workbench.core.pipeline.picturing import units_text


@pytest.mark.parametrize(
    ("units", "text"),
    [(None, "–"), (0.0, "0"), (3.0, "3"), (67109.0, "67,109"), (1e6, "1,000,000"), (3e9, "3e+09")],
)
def test_what_is_long_is_written_out_and_what_is_huge_is_not(units, text):
    assert units_text(units) == text
