"""How many of ONNX's test cases the ops of ``new --onnx-operator`` express, per standard operator.

    python tools/onnx_operators.py [--run] [OPERATOR …]

Prints one line an operator: how many cases there are, how many the draft expresses, and why it does not
express the others; at the end the sums. Nothing is built.

With ``--run`` each line says "agrees", "in part", "none" or "no draft", and what becomes of the other cases.
Each draft is verified with its cases, too. A draft has no kernel yet, so ONNX Runtime's own
of the operator takes its place, which PyTorch calls in a session. The truth is ONNX's, independent of it:
a case that agrees shows that the draft's types, attributes, what is left out and the export are right, and
nothing of a kernel of one's own. What ONNX Runtime's kernels do not take is told as theirs.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import onnx
from msgspec import UNSET

from workbench.core.check import check_op
from workbench.core.declaration.op import Kernel, Op, Ort
from workbench.core.errors import Problem, UserError
from workbench.core.exporters import EXPORTERS
from workbench.core.jobs import OutputParity
from workbench.core.pipeline.op_state import OpReport
from workbench.core.standard.operators import operator, standard_operators
from workbench.core.storage import project
from workbench.engine.client import Engine
from workbench.engine.onnx.onnx_cases import onnx_cases
from workbench.engine.onnx.operator_cases import operator_cases
from workbench.importers.drafts.draft import Draft, write_draft
from workbench.importers.drafts.from_operator import draft_from_operator

__all__ = ["Line", "by_onnxruntime", "lines", "ran", "standard_names", "words"]


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
        return Line(
            name, count, 0, others, _counted(error.problems) or {error.problem.message: count}
        )
    # Those of sequences and optionals are skipped as such, and counted apart.
    tensors = [c for c in cases if c.name not in found.others]
    reasons = Counter(c.skipped for c in tensors if c.skipped)
    return Line(name, count, sum(not c.skipped for c in tensors), others, dict(reasons))


def _counted(problems: Sequence[Problem]) -> dict[str, int]:
    """Why an op expresses no case at all, as the notes beside that error count it."""
    notes = [p.message for p in problems if p.severity == "note" and p.kind == "onnx-cases"]
    found = (re.fullmatch(r"(\d+) of \d+: (.*)", note) for note in notes)
    return {m[2]: int(m[1]) for m in found if m is not None}


_EXPORTER = max(EXPORTERS.values(), key=lambda e: e.opsets[-1])


def _opsets(name: str) -> Iterator[int]:
    """An opset for each definition of an operator that an exporter writes, the newest first.

    Raises:
        UserError: kind ``onnx-cases``; the operator is younger.
    """
    opset = _EXPORTER.opsets[-1]
    definition = operator(name, opset)
    if definition is None:
        since = standard_operators()[name][0].since
        reason = f"{name} is of opset {since}, and the exporters of torch write up to {opset}"
        raise UserError("onnx-cases", reason)
    while definition is not None and opset in _EXPORTER.opsets:
        if not definition.deprecated:
            yield opset
        opset = definition.since - 1
        definition = operator(name, opset)


def by_onnxruntime(draft: Draft, name: str, opset: int = _EXPORTER.opsets[-1]) -> Draft:
    """The op of a draft with ONNX Runtime's own kernel of the operator in the place of the unwritten one."""
    (node,) = draft.op.mapping.nodes
    mapping = msgspec.structs.replace(
        draft.op.mapping, nodes=(msgspec.structs.replace(node, op=name),)
    )
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
    # The example's elements may be none of another type, which says nothing of that.
    sizes = tuple(msgspec.structs.replace(e, value=UNSET) if e.is_tensor else e for e in untyped)
    bare = msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, inputs=sizes))
    for name, dtypes in op.types.items():
        alone = {d: msgspec.structs.replace(bare, types=op.types | {name: (d,)}) for d in dtypes}
        wrong = {d: len(check_op(alone[d])) for d in dtypes}
        types[name] = tuple(d for d in dtypes if wrong[d] == min(wrong.values()))
    return msgspec.structs.replace(op, types=types)


def ran(names: list[str]) -> Iterator[tuple[str, OpReport | UserError]]:
    """Each operator's draft, verified with its cases."""
    with tempfile.TemporaryDirectory() as folder, Engine() as engine:
        for number, name in enumerate(names):
            try:
                yield name, _ran(name, Path(folder) / str(number), engine)
            except UserError as error:
                yield name, error


def _ran(name: str, folder: Path, engine: Engine) -> OpReport:
    """The report of one operator: in the newest opset for which ONNX Runtime has a kernel that runs a case."""
    found = operator_cases(name)
    first = None
    for opset in _opsets(name):
        of_opset = msgspec.structs.replace(found, opset=opset)
        draft = by_onnxruntime(draft_from_operator(of_opset), name, opset)
        of_its_own = folder / str(opset)
        of_its_own.mkdir(parents=True)
        project.create_project(of_its_own)
        target = write_draft(draft, of_its_own, draft.op.name)
        (state,) = engine.load([target])
        state.onnx_cases = name
        engine.run([target])
        report = engine.pipeline.states[target].report("compare")
        if report.cases:
            return report
        first = first or report
    assert first is not None
    return first


def words(report: OpReport) -> str:
    """What came of an operator's cases: how many agree, and why the others do not."""
    if not report.cases and (none := Counter(_counted(report.problems))):
        reasons = "; ".join(f"{n} × {reason}" for reason, n in none.most_common())
        return f"none of {none.total()} because {reasons}"
    errors = [_plain(p.message) for p in report.problems if p.severity == "error"]
    # Where none gave anything to compare, the stage has failed, and no case is counted.
    failed = report.cases_failed if report.cases else len(errors)
    count = report.cases + failed + len(report.skipped)
    if 0 < report.cases_agreed == count:
        return f"agrees: {count}"
    # A draft declares all types of the cases that an op can have; the others were taken out of it to run.
    without = "which ONNX Runtime's kernel, or the operator of the opset, does not take"
    why = Counter(s.reason.replace("which is not declared", without) for s in report.skipped)
    why = _by_types(why + Counter(errors))
    wrong = {o.case: o for o in report.outputs if not o.agrees}
    for one in wrong.values():
        why[
            f"differs ({one.case}): {one.differing} of {one.elements} elements of '{one.name}'{_worst(one)}"
        ] += 1
    reasons = "; ".join(f"{n} × {reason}" for reason, n in why.most_common())
    part = (
        f"in part: {report.cases_agreed} of {count}, the others"
        if report.cases_agreed
        else f"none of {count}"
    )
    return f"{part} because {reasons}"


_TYPE_IN_CASE = re.compile(r"(?<=' is )(\w+)(?= in the case)")


def _by_types(why: Counter[str]) -> Counter[str]:
    """The reasons that tell of an element type alone, those of several types as one."""
    types: dict[tuple[str, str], list[str]] = {}
    counts = Counter[tuple[str, str]]()
    for reason, n in why.items():
        before, dtype, after, *_ = (*_TYPE_IN_CASE.split(reason, maxsplit=1), "", "")
        types.setdefault((before, after), []).append(dtype)
        counts[before, after] += n
    return Counter({b + ", ".join(types[b, a]) + a: n for (b, a), n in counts.items()})


def _worst(one: OutputParity) -> str:
    worst = one.worst
    if worst is None:
        return f", {one.note}" if one.note else ""
    return f", the worst {worst.actual} and not {worst.expected}"


def _plain(message: str) -> str:
    """An error without its case, and ONNX Runtime's without the place in its sources."""
    text = re.sub(r"^case \w+: ", "", message).replace(
        "the model failed in ONNX Runtime", "ONNX Runtime's kernel"
    )
    return re.sub(r"/onnxruntime_src/\S+ .* was false\. *", "", text)


def _print_lines(names: list[str]) -> None:
    made = list(lines(names))
    for line in made:
        why = "; ".join(f"{n} × {reason}" for reason, n in _by_types(Counter(line.reasons)).items())
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
            print(f"{name:28} no draft because {report.problem.message}", flush=True)
            sums["without a draft"] += 1
            continue
        told = words(report)
        print(f"{name:28} {told}", flush=True)
        sums[told.partition(":")[0].partition(" of")[0]] += 1
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
