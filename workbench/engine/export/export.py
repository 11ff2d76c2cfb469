"""The export job: load the op, run it in PyTorch, export the sample model, check the graph.

Runs in the torch host's forked child: all of this may crash, hang or exit.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

from workbench.core import codegen
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import (
    ExportedCase,
    ExportJob,
    ExportResult,
    GraphResult,
    SkippedCase,
)
from workbench.core.storage.siblings import backward_op
from workbench.engine.export.cases import CaseWriter, in_folder
from workbench.engine.export.class_symbolic import class_symbolic
from workbench.engine.export.example_sets import Failed, example_sets
from workbench.engine.export.exporters import generated_module
from workbench.engine.export.stand_in import add_stand_in
from workbench.engine.export.torch_op import load_torch_op
from workbench.engine.host.child import Channel, StageOutcome
from workbench.engine.onnx import graph
from workbench.engine.store import Store, digest
from workbench.engine.values.arrays import load_arrays

__all__ = ["export_job"]


def export_job(job: ExportJob, channel: Channel) -> None:
    """Stages ``export`` and ``graph`` of an op."""
    store, op, folder = Store(), job.op, Path(job.folder)
    with channel.stage("export") as outcome:
        channel.progress("export", 0, 0, "loading the op")  # then it is known how many steps follow
        torch_op = load_torch_op(op, folder, job.torch_library, runs=False)
        outcome.problems += class_symbolic(op, folder, torch_op)
        text = codegen.python_module(op, backward_op(op, folder))
        module = generated_module(op, folder, text)
        add_stand_in(op, module)
        with store.scratch() as scratch:
            made = scratch / "model"
            made.mkdir()
            (made / f"{op.name}.py").write_text(text, encoding="utf-8")
            skipped: list[SkippedCase] = []
            sets = list(example_sets(op, folder, job, outcome, skipped))
            last = (2 if op.reference.declared else 1) * len(sets) + 2
            steps = itertools.chain(range(1, last), itertools.repeat(last))

            def tell(text: str) -> None:
                channel.progress("export", next(steps), last, text)

            writer = CaseWriter(folder, torch_op, module, made, tell, job.between)
            failed = Failed(bool(job.onnx_cases))
            for examples in sets:
                with failed.of(examples.name):
                    writer.add(examples)
            failed.check(writer.cases)
            writer.add_other_sizes()
            writer.measure_budgets(store)  # beside the export
            writer.export(failed)
            failed.check(writer.cases)
            writer.add_budgets()
            outcome.problems += writer.problems
            key = digest(path.read_bytes() for path in sorted(made.iterdir()))
            kept = store.add("models", key, made)
        cases = [in_folder(kept, case) for case in writer.cases]
        outcome.result = ExportResult(tuple(cases), tuple(skipped), tuple(failed.cases))
        store.has("models", key, Path(cases[0].model).name)
    with channel.stage("graph") as outcome:
        promised = {str(kept / name): nodes for name, nodes in writer.promised.items()}
        _check_graphs(op, cases, promised, writer.replaced_by, outcome, folder)


def _check_graphs(
    op: Op,
    cases: Sequence[ExportedCase],
    promised: dict[str, list[str]],
    replaced_by: Callable[[], list[str]],
    outcome: StageOutcome,
    folder: Path,
) -> None:
    errors: list[Problem] = []
    main: list[str] = []
    results = {c.model: c.reference for c in reversed(cases)}
    source = op.mapping_kind.symbolic(op)[0]
    written = folder / source if source else None
    for model, name in {c.model: c.name for c in reversed(cases)}.items():
        nodes, problems = graph.check_graph(
            Path(model),
            op,
            promised[model],
            load_arrays(Path(results[model])),
            replaced_by,
            written,
        )
        problems = [p.in_case(name) for p in problems]
        errors += [p for p in problems if p.severity == "error"]
        outcome.problems += [p for p in problems if p.severity != "error"]
        if model == cases[0].model:
            main = nodes
    if errors:
        raise UserError.of(errors + outcome.problems)
    outcome.result = GraphResult(tuple(main))
