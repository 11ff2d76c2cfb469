"""Any mutation of ``op.toml``, at every key there is, ends as a declaration or as named problems."""

from __future__ import annotations

import copy
import re
import time
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.core import mutations
from tests.core.mutations import WHOLE, Steps, Table, toml
from tests.gui.rich import RICH
from tests.large import IS_LARGE, examples
from workbench.core import check, fixes
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file
from workbench.core.storage.project import gallery_folder
from workbench.core.storage.toml_position import position_of

TABLES = [
    steps for steps, _ in mutations.paths(WHOLE) if isinstance(mutations.at(WHOLE, steps), dict)
]
NAMES = ("types", "let", "variants", "dynamic", "formulas")
STRICT = [steps for steps in TABLES if not steps or steps[-1] not in NAMES]
"""Where only known keys may stand."""
KEYS = [steps for steps, _ in mutations.paths(WHOLE) if steps]


def key_of(steps: Steps) -> str:
    return "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in steps).lstrip(".")


def problems_of(text: str) -> tuple[Problem, ...]:
    """What the loader says; anything but a UserError is the failure that this file is about."""
    try:
        op_file.loads(text)
    except UserError as error:
        return error.problems
    return ()


def changed(steps: Steps, value: Any) -> Table:
    table = copy.deepcopy(WHOLE)
    mutations.at(table, steps[:-1])[steps[-1]] = value
    return table


def test_the_mutations_reach_every_key_of_every_struct() -> None:
    seen, waiting = set(), [Op]
    while waiting:
        info: Any = msgspec.inspect.type_info(waiting.pop())
        stack = [field.type for field in info.fields]
        seen |= {(info.cls.__name__, field.name) for field in info.fields}
        while stack:
            part = stack.pop()
            stack += getattr(part, "types", ())
            inner = (getattr(part, n, None) for n in ("type", "item_type", "value_type"))
            stack += [t for t in inner if t]
            if isinstance(part, msgspec.inspect.StructType):
                waiting.append(part.cls)
    reached = set()
    for steps, kind in mutations.paths(WHOLE):
        for part in mutations.parts_of(kind):
            reached |= {(part.__name__, n) for n in mutations.fields_of(part)}
        assert kind is not None, steps
    assert reached == seen
    assert op_file.loads(toml(WHOLE), validate=False)


@pytest.mark.parametrize("steps", STRICT, ids=key_of)
def test_unknown_key_at_any_level_is_named_with_its_location(steps: Steps) -> None:
    table = copy.deepcopy(WHOLE)
    mutations.at(table, steps)["zz"] = 1
    (problem,) = problems_of(toml(table))
    assert problem.message == "unknown key 'zz'"
    assert problem.key == key_of((*steps, "zz"))
    assert problem.hint.startswith("Known keys: ")
    assert position_of(toml(table), problem.key)[1] > 1 or not steps


@pytest.mark.parametrize("steps", KEYS, ids=key_of)
def test_wrong_type_at_any_key_is_named_with_its_location(steps: Steps) -> None:
    for value in ([[{}]], {"": 1}, 1979):
        if value == 1979 and isinstance(mutations.at(WHOLE, steps), int | float):
            continue
        (problem,) = problems_of(toml(changed(steps, value)))
        assert problem.key.startswith(key_of(steps))
        assert "…" not in problem.key


@pytest.mark.parametrize("steps", KEYS, ids=key_of)
def test_odd_value_at_any_key_is_a_problem_or_fine(steps: Steps) -> None:
    kept = mutations.at(WHOLE, steps)
    odd = (-1, 2**63 - 1, float("nan"), *mutations.ODD_TEXTS)
    # Each key with some, and each of them at many keys.
    for value in odd if IS_LARGE else odd[KEYS.index(steps) % 4 :: 4]:
        table = changed(steps, [value] if isinstance(kept, list) else value)
        began = time.process_time()
        problems_of(toml(table))
        assert time.process_time() - began < 2.0, repr(value)[:60]


@pytest.mark.parametrize("at", ["inputs", "cases[0].inputs"])
def test_negative_seed_is_refused_with_its_sentence(at: str) -> None:
    op = op_file.loads(RICH)
    table = mutations.spelt_out(op)
    rows = table["model"]["inputs"] if at == "inputs" else table["model"]["cases"][0]["inputs"]
    rows[0]["seed"] = -1
    (problem,) = problems_of(toml(table))
    assert problem.key == f"model.{at}[0].seed"
    assert problem.message == "a seed is a number of 0 or more"


@cache
def starts() -> dict[str, Table]:
    """Sound declarations with all defaults written out, and one with every key."""
    found = {"whole": WHOLE, "rich": mutations.spelt_out(op_file.loads(RICH))}
    for path in sorted(gallery_folder().glob("*/op.toml")):
        op = op_file.loads(path.read_text(encoding="utf-8"))
        found[path.parent.name] = mutations.spelt_out(op)
    return found


_MSGSPECS = re.compile(r"(?<!variants\.)\$\.")
"""msgspec's own path of a key; but a variant may be called ``$``."""


@settings(examples(40, 1000), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_mutation_is_a_declaration_or_named_problems(data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(sorted(starts())))
    text = toml(data.draw(mutations.mutated(starts()[start])))
    began = time.process_time()
    problems = problems_of(text)
    assert all(p.message and p.kind and not _MSGSPECS.search(p.key) for p in problems)
    for problem in problems:
        position_of(text, problem.key)
    try:
        op = op_file.loads(text, validate=False)
    except UserError:
        return
    for problem in check.check_op(op)[:5]:
        fixes.fixes(op, problem)
    assert op_file.loads(op_file.dumps(op, text), validate=False) is not None
    assert time.process_time() - began < 10.0
