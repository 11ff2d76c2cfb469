"""How a problem is put into sentences."""

from __future__ import annotations

import pytest

from workbench.core.errors import sentence, with_capital


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("the file is gone", "The file is gone."),
        ("cloud.ply has no points", "cloud.ply has no points."),
        ("my_op is taken", "my_op is taken."),
        ("custom::Op is no op", "custom::Op is no op."),
        ("a.b", "a.b."),
        ("does it end?", "Does it end?"),
        ("x", "X."),
        ("", "."),
    ],
)
def test_a_file_or_a_name_keeps_its_small_letter(clause, said) -> None:
    assert sentence(clause) == said
    assert with_capital(clause) == said.removesuffix(".") or clause.endswith(".")
