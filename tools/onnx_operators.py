"""How many of ONNX's test cases the ops of ``new --onnx-operator`` express, per standard operator.

    python tools/onnx_operators.py [--run] [OPERATOR …]

Prints one line an operator: how many cases there are, how many the draft expresses, and why it does not
express the others; at the end the sums. Nothing is built.

With ``--run`` each draft is verified with its cases, too. A draft has no kernel yet, so ONNX Runtime's own
of the operator takes its place, which PyTorch calls in a session. The truth is ONNX's, independent of it:
a case that agrees shows that the draft's types, attributes, what is left out and the export are right, and
nothing of a kernel of one's own. What ONNX Runtime's kernels do not take is told as theirs.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import onnx

from workbench.core.check import check_op
from workbench.core.declaration.op import Kernel, Op, Ort
from workbench.core.errors import UserError
from workbench.core.exporters import EXPORTERS
from workbench.core.jobs import OperatorResult
from workbench.core.pipeline.op_state import OpReport
from workbench.core.storage import project
from workbench.engine.client import Engine
from workbench.engine.onnx.onnx_cases import onnx_cases
from workbench.engine.onnx.operator_cases import operator_cases
from workbench.importers.drafts.draft import Draft, write_draft
from workbench.importers.drafts.from_operator import draft_from_operator

__all__ = ["Line", "by_onnxruntime", "lines", "ran", "standard_names"]


class Line(msgspec.Struct, frozen=True):
    """What comes of one operator.

    Attributes:
        cases: of tensors alone.
        expressed: how many of them the drafted op expresses.
        others: how many have sequences or optionals.
        reasons: why a case is not expressed → how often; or why there is no draft.
    """

    operator: str
    cases: int = 0
    expressed: int = 0
    others: int = 0
    reasons: dict[str, int] = {}


def standard_names() -> list[str]:
    """The operators of ONNX's own domain."""
    return sorted({s.name for s in onnx.defs.get_all_schemas() if s.domain == ""})


def lines(names: list[str]) -> Iterator[Line]:
    """One line for each operator."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            yield _line(name, Path(folder))


def _line(name: str, folder: Path) -> Line:
    try:
        found = operator_cases(name)
    except UserError as error:
        return Line(name, reasons={error.problem.message: 1})
    count, others = len(found.cases), len(found.others)
    try:
        op = draft_from_operator(found).op
        cases = onnx_cases(op, folder, name)
    except UserError as error:
        return Line(name, count, 0, others, {error.problem.message: count})
    # Those of sequences and optionals are skipped as such, and counted apart.
    tensors = [c for c in cases if c.name not in found.others]
    reasons = Counter(c.skipped for c in tensors if c.skipped)
    return Line(name, count, sum(not c.skipped for c in tensors), others, dict(reasons))


_EXPORTER = max(EXPORTERS.values(), key=lambda e: e.opsets[-1])


def _of_opset(found: OperatorResult) -> OperatorResult:
    """The operator as it is in the last opset that an exporter writes, where it is there."""
    return msgspec.structs.replace(found, opset=_EXPORTER.opsets[-1])


def by_onnxruntime(draft: Draft, name: str) -> Draft:
    """The op of a draft with ONNX Runtime's own kernel of the operator in the place of the unwritten one."""
    (node,) = draft.op.mapping.nodes
    mapping = msgspec.structs.replace(
        draft.op.mapping, nodes=(msgspec.structs.replace(node, op=name),)
    )
    opset = _EXPORTER.opsets[-1]
    model = msgspec.structs.replace(draft.op.model, exporter=_EXPORTER.name, opset=opset)
    op = msgspec.structs.replace(
        draft.op,
        kernel=Kernel(style="session"),
        ort=Ort(implementation="none"),
        mapping=mapping,
        model=model,
    )
    return msgspec.structs.replace(draft, op=_that_runs(op), texts={})


def _that_runs(op: Op) -> Op:
    """The op without the element types that the opset, or ONNX Runtime's kernel, does not have."""
    untyped = tuple(msgspec.structs.replace(e, dtype="") for e in op.model.inputs)
    op = msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, inputs=untyped))
    types = {}
    for name, dtypes in op.types.items():
        alone = {d: msgspec.structs.replace(op, types=op.types | {name: (d,)}) for d in dtypes}
        wrong = {d: len(check_op(alone[d])) for d in dtypes}
        types[name] = tuple(d for d in dtypes if wrong[d] == min(wrong.values()))
    return msgspec.structs.replace(op, types=types)


def ran(names: list[str]) -> Iterator[tuple[str, OpReport | UserError]]:
    """Each operator's draft, verified with its cases."""
    with tempfile.TemporaryDirectory() as folder, Engine() as engine:
        project.create_project(Path(folder))
        for name in names:
            try:
                draft = by_onnxruntime(draft_from_operator(_of_opset(operator_cases(name))), name)
                target = write_draft(draft, Path(folder), draft.op.name)
                (state,) = engine.load([target])
                state.onnx_cases = name
                engine.run([target])
                yield name, engine.pipeline.states[target].report("compare")
            except UserError as error:
                yield name, error


def _print_lines(names: list[str]) -> None:
    made = list(lines(names))
    for line in made:
        why = "; ".join(f"{count} × {reason}" for reason, count in line.reasons.items())
        print(f"{line.operator:28} {line.expressed:4} of {line.cases:4}  {why}")
    cases = sum(line.cases for line in made)
    expressed = sum(line.expressed for line in made)
    whole = sum(line.expressed == line.cases > 0 for line in made)
    having = sum(line.cases > 0 for line in made)
    print(
        f"\n{expressed} of {cases} cases; {whole} of {having} operators with cases of tensors have all"
    )


def _print_ran(names: list[str]) -> None:
    sums = Counter[str]()
    for name, report in ran(names):
        if isinstance(report, UserError):
            print(f"{name:28} no draft: {report.problem.message}", flush=True)
            sums["without a draft"] += 1
            continue
        why = [p.message for p in report.problems if p.severity == "error"]
        counts = (
            f"{report.cases_agreed:4} of {report.cases:4} agree, {report.cases_failed:3} failed, "
            f"{len(report.skipped):3} skipped"
        )
        print(f"{name:28} {report.status:10} {counts}  {'; '.join(why)}", flush=True)
        sums[report.status] += 1
        sums["cases"] += report.cases
        sums["cases that agree"] += report.cases_agreed
        sums["cases that failed"] += report.cases_failed
        sums["cases skipped"] += len(report.skipped)
    print("\n" + ", ".join(f"{count} {what}" for what, count in sums.items()))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", action="store_true")
    parser.add_argument("operators", nargs="*")
    options = parser.parse_args()
    (_print_ran if options.run else _print_lines)(options.operators or standard_names())


if __name__ == "__main__":
    main()
