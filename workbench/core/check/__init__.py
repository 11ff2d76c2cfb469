"""What a declaration means: everything that can be known wrong before anything is built.

One module per part of the declaration; each yields its problems in the file's order.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from itertools import chain, islice

import msgspec

from workbench.core.check.applies import check_applies
from workbench.core.check.backward import check_backward
from workbench.core.check.bounds import check_table
from workbench.core.check.common import problem, usable
from workbench.core.check.cost import check_cost
from workbench.core.check.interface import check_interface
from workbench.core.check.kernel import check_kernel
from workbench.core.check.mapping import check_mapping
from workbench.core.check.model import MAX_EXAMPLE_ELEMENTS, check_model
from workbench.core.check.ort import check_ort
from workbench.core.check.reference import check_reference
from workbench.core.check.session import check_session
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.op_toml.key_path import get_at

__all__ = ["MAX_EXAMPLE_ELEMENTS", "check_op"]


_LET = "let."
MOST_PROBLEMS = 400
"""Nobody reads more of them, and each is looked for in the text."""


def check_op(op: Op) -> list[Problem]:
    """Every problem of a declaration; empty where it is sound."""
    try:
        check_table(msgspec.to_builtins(op, str_keys=True))
    except UserError as error:
        return [error.problem]  # whatever else there is, it would take long to find
    main = op.resolved("")
    later = (
        check_mapping,
        check_ort,
        check_model,
        check_reference,
        check_backward,
        check_session,
        check_cost,
    )
    found = chain(
        check_interface(main),
        check_applies(op),
        check_kernel(op),  # its files and flags may serve a variant
        (problem for part in later for problem in part(main)),
        _variants(op),
    )
    problems = [*_told_once(op, list(islice(found, MOST_PROBLEMS)))]
    if next(found, None) is not None:
        problems.append(
            problem("", f"there are more problems than these {len(problems)}", "Fix these first.")
        )
    return problems


def _told_once(op: Op, problems: list[Problem]) -> Iterator[Problem]:
    """What is wrong with a named part is told there, and not again where a rule uses it."""
    parts = {p.key.removeprefix(_LET): p for p in problems if p.key.startswith(_LET)}
    for one in problems:
        told = parts and one.kind == "shape-rule" and _uses(op, one)
        if not told or not any(name in told and one.hint == parts[name].hint for name in parts):
            yield one


def _uses(op: Op, found: Problem) -> set[str]:
    """The names in the rule that a problem is of."""
    with contextlib.suppress(LookupError, AttributeError):
        return set(re.findall(r"\w+", str(get_at(op, found.key))))
    return set()


def _variants(op: Op) -> Iterator[Problem]:
    if op.variant and op.variant not in op.variants:
        known = ", ".join(op.variants) or "none"
        yield problem("variant", f"there is no variant '{op.variant}'", f"Variants: {known}.")
    for name in op.variants:
        prefix = f"variants.{name}."
        yield from usable(f"variants.{name}", name)
        chosen = op.resolved(name)
        for found in (*check_mapping(chosen), *check_ort(chosen), *check_model(chosen)):
            if found.key == "model.opset":
                yield msgspec.structs.replace(found, key=f"{prefix}opset")
            elif not found.key.startswith("model"):
                yield msgspec.structs.replace(found, key=prefix + found.key)
