"""Print how many of torch's operators come out of a draft right, without an edit.

Draws operators of ``aten`` at random (public, functional, with a CPU kernel, tensors as results),
drafts each as ``op-workbench new --torch`` does, verifies it, and prints a row per operator.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.torch_examples import functional_schemas
from workbench.core.check import check_op
from workbench.core.errors import UserError
from workbench.core.jobs import TorchSchema
from workbench.core.storage import project
from workbench.engine.client import Engine
from workbench.engine.survey.torch_drafts import torch_draft
from workbench.importers.drafts.draft import write_draft
from workbench.importers.drafts.from_schema import ONNX_VARIANT, recorded_op
from workbench.importers.drafts.schema_args import full_name

_SHORT = 110


def drawn(count: int, seed: int) -> list[TorchSchema]:
    """So many operators, of each one overload."""
    names: dict[str, list[TorchSchema]] = {}
    for schema in functional_schemas().values():
        if not schema.name.startswith("aten::_"):
            names.setdefault(schema.name, []).append(schema)
    chance = random.Random(seed)
    chosen = sorted(chance.sample(sorted(names), min(count, len(names))))
    return [chance.choice(names[name]) for name in chosen]


def main() -> None:
    """Print the table and the rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="full names instead of a draw")
    parser.add_argument("--variants", action="store_true", help="verify the ONNX variants instead")
    parser.add_argument("--json", type=Path, help="write the rows here")
    options = parser.parse_args()
    chosen = drawn(options.count, options.seed)
    if options.only:
        every = functional_schemas()
        chosen = [every[name] for name in options.only]
    rows = []
    with tempfile.TemporaryDirectory(prefix="op-workbench-") as scratch:
        folder = Path(scratch)
        project.create_project(folder)
        with Engine() as engine:
            engine.start()
            for i, schema in enumerate(chosen):
                row = _row(engine, folder, schema, f"op_{i}", options.variants)
                if row is None:
                    continue
                rows.append(row)
                name, source, outcome, reason = row
                print(f"{name:<46} {source:<8} {outcome:<12} {reason[:_SHORT]}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    outcomes = Counter(outcome for _, _, outcome, _ in rows)
    total = max(len(rows), 1)
    print("\n" + ", ".join(f"{n} {outcome}" for outcome, n in outcomes.most_common()))
    print(
        f"{outcomes['agrees']} of {total} agree without an edit: {outcomes['agrees'] / total:.0%}"
    )


def _row(
    engine: Engine, folder: Path, schema: TorchSchema, name: str, variants: bool
) -> tuple[str, str, str, str] | None:
    full = full_name(schema)
    try:
        draft = torch_draft(engine, schema, name)
        source = "op_db" if recorded_op(schema) is not None else "search"
        problems = check_op(draft.op)
        if problems:
            return full, source, "not sound", str(problems[0])
    except UserError as error:
        return full, "-", "refused", error.problem.message.partition(f": {schema.text}")[0]
    gaps = " ".join(g.message for g in draft.gaps if g.key == "model.inputs")
    if variants:
        if ONNX_VARIANT not in draft.op.variants:
            return None
        op = draft.op.resolved(ONNX_VARIANT)
        path = write_draft(type(draft)(op), folder, name)
    else:
        path = write_draft(draft, folder, name)
    (state,) = engine.load([path])
    engine.run([path], force=True)
    report = state.report("compare")
    reason = gaps
    if report.error is not None:
        reason = f"{report.error.kind}: {report.error.message}" + (f" ({gaps})" if gaps else "")
    elif report.status == "agrees":
        reason = "; ".join(o.shape for o in draft.op.outputs)
    return full, source, report.status, " ".join(reason.split())


if __name__ == "__main__":
    main()
