"""What a declaration means: everything that can be known wrong before anything is built.

One module per part of the declaration; each yields its problems in the file's order.
"""

from __future__ import annotations

from workbench.core.check.interface import check_interface
from workbench.core.check.mapping import check_mapping, standard_operators
from workbench.core.check.model import MAX_EXAMPLE_ELEMENTS, check_model
from workbench.core.check.ort import check_ort
from workbench.core.check.reference import check_reference
from workbench.core.errors import Problem
from workbench.core.op import Op

__all__ = ["MAX_EXAMPLE_ELEMENTS", "check_op", "standard_operators"]


def check_op(op: Op) -> list[Problem]:
    """Every problem of a declaration; empty where it is sound."""
    parts = (check_interface, check_mapping, check_ort, check_model, check_reference)
    return [problem for part in parts for problem in part(op)]
