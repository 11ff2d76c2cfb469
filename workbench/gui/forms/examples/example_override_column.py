"""Whether an example is a case's own, or that of the main set."""

from __future__ import annotations

from functools import partial

from workbench.core import edits
from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_path import first_index, get_at
from workbench.gui.forms.binding.lens import Rows
from workbench.gui.forms.examples.example_rows import Case
from workbench.gui.forms.fields.fields import CheckField
from workbench.gui.forms.tables.record_table import Column

__all__ = ["override_column"]


def _read_override(op: Op, key: str, case: Case) -> bool:
    arg = get_at(op, f"{key.rpartition('.')[0]}.arg")
    return 0 <= case() < len(op.model.cases) and edits.is_override(op, case(), arg)


def _set_override(op: Op, key: str, override: bool, case: Case) -> Op:
    return edits.set_override(op, case(), get_at(op, f"{key.rpartition('.')[0]}.arg"), override)


def _override_rows(op: Op, key: str, override: bool, case: Case) -> Rows:
    row = first_index(key)
    base = op.model.inputs[row].base
    mine = [i for i, e in enumerate(op.model.inputs) if i == row or e.base == base]
    others = [i for i in range(len(op.model.inputs)) if i not in mine]
    return "model.inputs", others + ([-1] * len(mine) if override else [])


def override_column(case: Case) -> Column:
    """The box that is ticked for an example of the case's own.

    Args:
        case: which case is shown.
    """
    return Column(
        "override",
        CheckField,
        32,
        title="Own",
        tip="Ticked: this case gives the example itself. Not ticked: the same as in the main set",
        apply=partial(_set_override, case=case),
        shown=lambda _op: case() >= 0,
        read=partial(_read_override, case=case),
        rows=partial(_override_rows, case=case),
        always=True,
    )
