"""Where a page's form stands in the declaration.

The forms of a mapping say ``mapping.nodes[0].op`` whichever variant is shown, and those of
the examples ``model.inputs[1].shape`` whichever case. A lens gives them the op in which the
shown part stands in that place, puts an edit back, and translates the key paths.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from workbench.core.declaration.op import Op
from workbench.core.edits import CaseRow, case_rows
from workbench.core.op_toml.key_path import is_within

__all__ = ["CaseLens", "Lens", "VariantLens"]

Rows = tuple[str, list[int]]
"""A list's key path and, per new row, the old row's index (-1 for a new one)."""


class Lens:
    """The declaration as it is."""

    def view(self, op: Op) -> Op:
        """The op as the form sees it."""
        return op

    def put(self, op: Op, seen: Op) -> Op:
        """The op after the form changed what it sees."""
        return seen

    def to_file(self, op: Op, key: str) -> str:
        """The key path in the declaration of one in the form."""
        return key

    def to_form(self, op: Op, key: str) -> str:
        """The key path in the form of one in the declaration."""
        return key

    def rows(self, op: Op, rows: Rows) -> Rows:
        """Rows that change places, in the declaration."""
        return self.to_file(op, rows[0]), rows[1]

    def elsewhere(self, op: Op, key: str) -> str:
        """Words for what the form does not show now; empty where it does."""
        return ""


class VariantLens(Lens):
    """The mapping of the variant in use; ``variant.doc`` and ``variant.opset`` are its own."""

    _PARTS = ("mapping", "ort")

    def _chosen(self, op: Op) -> str:
        return op.variant if op.variant in op.variants else ""

    def view(self, op: Op) -> Op:
        name = self._chosen(op)
        if not name:
            return op
        chosen = op.variants[name]
        return replace(op, mapping=chosen.mapping, ort=chosen.ort)

    def put(self, op: Op, seen: Op) -> Op:
        name = self._chosen(op)
        if not name or name not in seen.variants:
            return seen
        changed = replace(seen.variants[name], mapping=seen.mapping, ort=seen.ort)
        variants = {**seen.variants, name: changed}
        return replace(seen, mapping=op.mapping, ort=op.ort, variants=variants)

    def to_file(self, op: Op, key: str) -> str:
        name = self._chosen(op)
        if is_within(key, "variant") and key != "variant":
            return f"variants.{name}{key.removeprefix('variant')}"
        if name and any(is_within(key, part) for part in self._PARTS):
            return f"variants.{name}.{key}"
        return key

    def to_form(self, op: Op, key: str) -> str:
        name = self._chosen(op)
        if not name:
            return key
        if any(is_within(key, part) for part in self._PARTS):
            return f"variants..{key}"  # the main mapping's, which is not shown
        inner = key.removeprefix(f"variants.{name}.")
        if inner == key:
            return key
        return inner if any(is_within(inner, p) for p in self._PARTS) else f"variant.{inner}"

    def elsewhere(self, op: Op, key: str) -> str:
        name = self._chosen(op)
        other = re.match(r"variants\.([^.#\[]+)[.\[]", key)
        if other and other[1] != name:
            return f"Variant {other[1]}"
        return "Main mapping" if name and any(is_within(key, p) for p in self._PARTS) else ""


class CaseLens(Lens):
    """The examples of a case: its own, and in the place of each other one the main one.

    ``case.name`` and ``case.doc`` are the case's own.

    Args:
        case: gives the index of the shown case; -1 for the main examples.
    """

    def __init__(self, case: Callable[[], int]) -> None:
        self._case = case
        self._last: tuple[Op, int, list[CaseRow]] | None = None  # asked for once per field

    def _rows(self, op: Op) -> list[CaseRow] | None:
        index = self._case()
        if not 0 <= index < len(op.model.cases):
            return None
        if self._last is None or self._last[0] is not op or self._last[1] != index:
            self._last = (op, index, case_rows(op, index))
        return self._last[2]

    def view(self, op: Op) -> Op:
        rows = self._rows(op)
        if rows is None:
            return op
        return replace(op, model=replace(op.model, inputs=tuple(r.example for r in rows)))

    def put(self, op: Op, seen: Op) -> Op:
        rows = self._rows(op)
        if rows is None:
            return seen
        case = op.model.cases[self._case()]
        inherited = {r.example.arg: r.example for r in rows if r.override < 0}
        overridden = {e.arg for e in seen.model.cases[self._case()].inputs}
        order = [e.arg for e in case.inputs]
        kept = [e for e in seen.model.inputs if e.arg in overridden or inherited.get(e.arg) != e]
        kept.sort(key=lambda e: order.index(e.arg) if e.arg in order else len(order))
        cases = list(seen.model.cases)
        cases[self._case()] = replace(cases[self._case()], inputs=tuple(kept))
        model = replace(seen.model, inputs=op.model.inputs, cases=tuple(cases))
        return replace(seen, model=model)

    def to_file(self, op: Op, key: str) -> str:
        if is_within(key, "case"):
            return f"model.cases[{self._case()}]{key.removeprefix('case')}"
        rows, parts = self._rows(op), _parts(key, "model.inputs")
        if rows is None or parts is None or parts[0] >= len(rows):
            return key
        row = rows[parts[0]]
        if row.override < 0:
            return f"model.inputs[{row.main}]{parts[1]}"
        return f"model.cases[{self._case()}].inputs[{row.override}]{parts[1]}"

    def to_form(self, op: Op, key: str) -> str:
        rows = self._rows(op)
        if rows is None:
            return key
        prefix = f"model.cases[{self._case()}].inputs"
        if parts := _parts(key, prefix):
            row = next((i for i, r in enumerate(rows) if r.override == parts[0]), None)
        elif parts := _parts(key, "model.inputs"):
            row = next((i for i, r in enumerate(rows) if r.main == parts[0]), None)
            if row is None or rows[row].override >= 0:
                return f"model..{key}"  # the case has its own in this place
        elif key == prefix:
            return "model.inputs"
        else:
            case = f"model.cases[{self._case()}]"
            return f"case{key.removeprefix(case)}" if is_within(key, case) else key
        return key if row is None else f"model.inputs[{row}]{parts[1]}"

    def rows(self, op: Op, rows: Rows) -> Rows:
        shown = self._rows(op)
        if shown is None or rows[0] != "model.inputs":
            return rows
        overrides = sorted(shown[i].override for i in rows[1] if i >= 0 and shown[i].override >= 0)
        return f"model.cases[{self._case()}].inputs", overrides + [-1] * rows[1].count(-1)

    def elsewhere(self, op: Op, key: str) -> str:
        other = re.match(r"model\.cases\[(\d+)\]", key)
        if other and int(other[1]) != self._case() and int(other[1]) < len(op.model.cases):
            return f"Case {op.model.cases[int(other[1])].name}"
        covered = self.to_form(op, key).startswith("model..")
        return "Main inputs" if covered or (key == "model.inputs" and self._case() >= 0) else ""


def _parts(key: str, prefix: str) -> tuple[int, str] | None:
    """The row of a list that a key path is in, and the rest of the path."""
    match = re.match(rf"{re.escape(prefix)}\[(\d+)\]", key)
    return (int(match[1]), key[match.end() :]) if match else None
