"""PyTorch's side of an exported model at other sizes of its dynamic axes; the file stays as it is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from workbench.core.errors import UserError
from workbench.core.examples import example_files
from workbench.core.jobs import ExportResult, SizesJob
from workbench.core.pipeline.at_sizes import words_of
from workbench.engine.export.cases import CaseWriter, in_folder
from workbench.engine.export.example_sets import ExampleSet
from workbench.engine.export.sample import sample_values
from workbench.engine.export.torch_op import load_torch_op
from workbench.engine.host.child import Channel
from workbench.engine.store import Store, digest
from workbench.engine.values.arrays import load_arrays

__all__ = ["sizes_job"]


def sizes_job(job: SizesJob, channel: Channel) -> None:
    """Stage ``sizes``: the case that ONNX Runtime is to run."""
    store, folder = Store(), Path(job.folder)
    with channel.stage("sizes") as outcome, store.scratch() as scratch:
        torch_op = load_torch_op(job.op, folder, job.torch_library)
        op = example_files.opened(job.op, folder)
        made = scratch / "sizes"
        made.mkdir()

        def tell(text: str) -> None:
            channel.progress("sizes", 0, 0, text)

        writer = CaseWriter(folder, torch_op, None, made, tell, between=False)
        writer.add(ExampleSet("", op, sample_values(op, folder)))
        _check_same_model(job, made / writer.cases[0].reference)
        writer.add_at(job.sizes)
        writer.measure_budgets(store)
        writer.add_budgets()
        case = writer.cases[-1]
        kept = store.add("models", digest(p.read_bytes() for p in sorted(made.iterdir())), made)
        case = msgspec.structs.replace(in_folder(kept, case), model=job.main.model)
        outcome.problems += [p for p in writer.problems if words_of(job.sizes) in p.message]
        outcome.result = ExportResult((case,))


def _check_same_model(job: SizesJob, reference: Path) -> None:
    """A model of the user's own is made once more here, and must be the one that was exported."""
    if not job.op.model.source:
        return  # a call of the op has no weights
    before, now = load_arrays(Path(job.main.reference)), load_arrays(reference)
    for name, value in before.items():
        if not np.array_equal(value, now[name], equal_nan=value.dtype.kind in "fc"):
            message = f"the sample model gives another '{name}' each time it is made"
            hint = "Seed its weights (torch.manual_seed), and run the op again."
            raise UserError("sizes", message, hint, file=job.op.model.source)
