"""ONNX's own test cases of a standard operator beside an op's examples: what is asked, and what came of it.

They are truth that neither the user nor this program wrote. What came of them is told case by case; the
verdict on the op's own examples stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.declaration.op import Mapping, Node, Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.files import MAX_TEXT_BYTES
from workbench.core.pipeline.op_state import STATUS_WORDS, OpReport, OpState, furthest
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.pipeline.pipeline import run_job
from workbench.core.standard.operators import called_like, custom_operator, standard_operators

__all__ = [
    "ADAPTER_FILE",
    "SKIPPED",
    "CaseRow",
    "cases_job",
    "cases_report",
    "cases_rows",
    "cases_run",
    "cases_text",
    "mappings_of",
    "operators_of",
    "whole_nodes",
]

ADAPTER_FILE = "onnx_cases.py"
"""In an op's folder: a function called like an operator makes an op's arguments of its cases."""
SKIPPED = "skipped"
"""The status of a case that the op cannot express."""
_KIND = "onnx-cases"
_ORDER = ("failed", "differs", UNVERIFIED, "agrees", SKIPPED)


class CaseRow(msgspec.Struct, frozen=True):
    """One case.

    Attributes:
        name: ONNX's.
        status: ``failed``, ``differs``, ``unverified`` (ONNX says nothing of the op's outputs),
            ``agrees`` or ``skipped``.
        text: why, or by how much it is off.
    """

    name: str
    status: str
    text: str


def mappings_of(op: Op) -> Iterator[Mapping]:
    """The mapping in use, then those of the other variants."""
    for name in dict.fromkeys([op.variant, "", *op.variants]):
        yield op.resolved(name).mapping


def whole_nodes(op: Op, mapping: Mapping, operator: str) -> list[Node]:
    """The nodes that are the operator, or a custom one called like it, and all that the op does."""
    names = (operator, custom_operator(operator))
    return [n for n in mapping.nodes if n.op_type in names and _is_whole(op, mapping, n)]


def _is_whole(op: Op, mapping: Mapping, node: Node) -> bool:
    known = {a.name for a in op.args} | {c.name for c in mapping.constants} | {""}
    return {o.name for o in op.outputs} <= set(node.outputs) and set(node.inputs) <= known


def operators_of(op: Op, folder: Path) -> list[str]:
    """The standard operators whose cases become arguments of an op: by its mapping, or by its adapter.

    Args:
        op: the declaration.
        folder: the op's, where the adapter is if there is one; it is read and not run.
    """
    known = standard_operators()
    found = []
    for mapping in mappings_of(op):
        for node in mapping.nodes:
            for name in (node.op_type, called_like(node.op_type)):
                if name in known and node in whole_nodes(op, mapping, name):
                    found.append(name)
    return list(dict.fromkeys([*(n for n in _adapted(folder) if n in known), *found]))


def _adapted(folder: Path) -> list[str]:
    path = folder / ADAPTER_FILE
    try:
        if path.stat().st_size > MAX_TEXT_BYTES:
            return []
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return []  # a run says what is wrong with it
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def _beside(state: OpState, operator: str, ended: Sequence[jobs.StageEnded] = ()) -> OpState:
    """The op's state as it would be, had the cases been verified and not the examples."""
    other = OpState(state.folder, state.op)
    other.keys, other.onnx_cases = dict(state.keys), operator
    other.ended = {name: state.ended[name] for name in ("build",) if name in state.ended}
    other.ended |= {one.stage: (state.keys.get(one.stage, ""), one) for one in ended}
    return other


def cases_job(number: int, state: OpState, operator: str) -> jobs.ExportJob:
    """The first half: PyTorch computes the cases, and they are exported.

    Args:
        number: the job's.
        state: of an op that is built as it is now.
        operator: a standard one.

    Raises:
        UserError: kind ``onnx-cases``; it is not built, or nothing here runs its model.
    """
    op, build = state.op, state.current_result("build")
    if op is None or not isinstance(build, jobs.BuildResult):
        raise UserError(_KIND, "it is not up to date", "Run it first.")
    if not op.is_compared:
        raise UserError(_KIND, "nothing here runs its model")
    return jobs.ExportJob(number, str(state.folder), op, build.torch_library, operator)


def cases_run(number: int, state: OpState, operator: str, export: jobs.ExportResult) -> jobs.RunJob:
    """The second half: ONNX Runtime runs them, and what ONNX expects is held against both.

    Args:
        number: the job's.
        state: as it was for ``cases_job``.
        operator: the same.
        export: what came of that.
    """
    op, build = state.op, state.current_result("build")
    assert op is not None
    library = build.ort_library if isinstance(build, jobs.BuildResult) else ""
    return run_job(number, _beside(state, operator), op, library, export)


def cases_report(
    state: OpState,
    operator: str,
    ended: Sequence[jobs.StageEnded],
    problem: Problem | None = None,
) -> OpReport:
    """What ``verify --onnx-cases`` would say.

    Args:
        state: as it was for ``cases_job``.
        operator: the same.
        ended: the stages of both jobs, as far as they came.
        problem: why there are no more of them.
    """
    if problem is not None and all(one.status != "failed" for one in ended):
        left = next(s for s in jobs.STAGES[1:] if s not in {one.stage for one in ended})
        ended = [*ended, jobs.StageEnded(0, left, "failed", 0.0, (problem,))]
    return _beside(state, operator, ended).report()


def cases_rows(report: OpReport, failed: Sequence[jobs.FailedCase] = ()) -> list[CaseRow]:
    """A row for each case, those that are wrong first.

    Args:
        report: of ``cases_report``.
        failed: the cases that gave nothing to compare.
    """
    rows = [CaseRow(c.name, "failed", _told(c.problems)) for c in failed]
    for name in dict.fromkeys(o.case for o in report.outputs):
        outputs = [o for o in report.outputs if o.case == name]
        wrong = [o for o in outputs if not o.agrees]
        proven = any(o.independent and o.compared for o in outputs)
        status = "differs" if wrong else "agrees" if proven else UNVERIFIED
        rows.append(CaseRow(name, status, furthest(wrong or outputs)))
    rows += [CaseRow(c.name, SKIPPED, c.reason) for c in report.skipped]
    if not rows:
        notes = (p for p in report.problems if p.severity == "note" and p.kind == _KIND)
        rows = [CaseRow("", SKIPPED, p.message) for p in notes]
    return sorted(rows, key=lambda row: _ORDER.index(row.status))


def cases_text(report: OpReport) -> str:
    """The verdict with its counts, or why there is nothing to count."""
    errors = [p for p in report.problems if p.severity == "error"]
    if not report.counted and errors:
        return _told(errors[:1])
    return "; ".join(filter(None, (STATUS_WORDS[report.status], report.counted)))


def _told(problems: Sequence[Problem]) -> str:
    return "; ".join(p.words for p in problems)
