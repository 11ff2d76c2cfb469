"""The cases of an op: what goes in, what PyTorch and the reference give, and the files that serve them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import onnx

from workbench.core import shape_rule
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, RefusedError, UserError
from workbench.core.jobs import (
    EXPORTING,
    RUNNING_REFERENCE,
    ExportedCase,
)
from workbench.core.pipeline.at_sizes import words_of
from workbench.core.pipeline.parity import BY_REFERENCE, PYTORCH
from workbench.engine.export.eager import (
    argument_arrays,
    check_export_only,
    expected_outputs,
    run_in_torch,
)
from workbench.engine.export.example_sets import ExampleSet, Failed
from workbench.engine.export.exporters import export_model, generated_module
from workbench.engine.export.fallback import fallback_of, with_body
from workbench.engine.export.fitted import with_fitting
from workbench.engine.export.other_sizes import OtherSizes
from workbench.engine.export.results import check_counts, other_number
from workbench.engine.export.rounding import Budgets, has_budgets
from workbench.engine.export.sample import Callee, Sample, Values, sample_model, sample_values
from workbench.engine.export.strides import check_strides
from workbench.engine.export.torch_op import TorchOp
from workbench.engine.export.traced import replaced_by
from workbench.engine.parity.holds import broken_promise
from workbench.engine.store import Store
from workbench.engine.values.arrays import save_arrays
from workbench.engine.values.examples import literals_of, node_values
from workbench.engine.values.tensors import to_array
from workbench.importers.drafts.skeleton import UNWRITTEN

__all__ = ["CaseWriter", "in_folder"]


class _Computed(NamedTuple):
    """A set of inputs with what PyTorch gives, and what it should."""

    examples: ExampleSet
    outputs: dict[str, np.ndarray]
    expected: dict[str, np.ndarray]
    vouched: bool
    budget: int | None = None
    """The number of its rounding budgets."""


class _File(NamedTuple):
    """A file to export, and what it is exported of."""

    op: Op
    sample: Sample
    callee: Callee
    model: str
    examples: ExampleSet
    outputs: list[str]
    call: Values
    """What the model gives the op."""
    sizes: OtherSizes

    def serves(self, op: Op, sample: Sample, outputs: Iterable[str]) -> bool:
        """Whether the file will take the inputs of another sample, and give as many outputs."""
        same = self.op.model.source == op.model.source and self.outputs == list(outputs)
        return same and self.sample.serves(sample)


class CaseWriter:
    """Runs one set of inputs after the other, and exports the files that serve them all."""

    def __init__(
        self,
        folder: Path,
        torch_op: TorchOp,
        module: Any,
        made: Path,
        tell: Callable[[str], None],
        between: bool,
    ) -> None:
        self._tell, self._between, self._folder = tell, between, folder
        self._torch_op = torch_op
        self._module = module
        self._made, self._op = made, torch_op.op
        self._fallback: Any = None
        self._files: list[_File] = []
        self.cases: list[ExportedCase] = []
        self._budgets = Budgets(self._op, folder)
        self._rounding: list[tuple[int | None, str]] = []
        self.promised: dict[str, list[str]] = {}
        """Model → the nodes that the mapping promises for its inputs."""
        self.problems: list[Problem] = []

    def add(self, examples: ExampleSet) -> None:
        """Run the op on these inputs; a file is made of them if none of the earlier ones serves."""
        try:
            self._add(examples.op, examples)
        except UserError as error:
            of_case = (
                p if p.kind == UNWRITTEN else p.in_case(examples.name) for p in error.problems
            )
            raise UserError.of(list(of_case)) from error

    def _add(self, op: Op, examples: ExampleSet) -> None:
        where = f" (case {examples.name})" if examples.name else ""
        self._tell(f"running the kernel in PyTorch{where}")
        callee = Callee(op, self._torch_op.call, self._torch_op.overload)
        sample = sample_model(op, self._folder, examples.values, callee)
        case = self._computed(op, sample, callee, examples)
        if problem := broken_promise(op, examples.values, case.outputs, PYTORCH):
            raise UserError.of([problem])
        served = next((f for f in self._files if f.serves(op, sample, case.outputs)), None)
        if served is not None:
            served.sizes.saw(sample)
        else:
            model = f"{examples.name}.model.onnx" if self.cases else "model.onnx"
            call, sizes = callee.calls[0][0], OtherSizes(op, sample)
            served = _File(op, sample, callee, model, examples, list(case.outputs), call, sizes)
            self._files.append(served)
        self._keep(case, sample, served.model, f"{examples.name}." if self.cases else "")

    def _computed(self, op: Op, sample: Sample, callee: Callee, examples: ExampleSet) -> _Computed:
        """What PyTorch and the reference give."""
        found: list[Problem] = []
        start = time.monotonic()
        try:
            outputs = run_in_torch(op, sample, callee, found)
        except UserError as error:
            raise with_fitting(error, op, self._folder, callee) from None
        check_strides(op, self._folder, callee)
        self.problems += [p.in_case(examples.name) for p in found]
        expected, vouched = examples.expected or {}, False
        if examples.expected is None:
            if op.reference.declared:
                where = f" (case {examples.name})" if examples.name else ""
                self._tell(f"{RUNNING_REFERENCE}{where}")
            expected, vouched = expected_outputs(op, self._folder, callee)
        check_counts(op, outputs, expected, examples.expected_by or BY_REFERENCE)
        budget = None
        if examples.expected is None and has_budgets(op):
            seconds = time.monotonic() - start
            budget = self._budgets.add(op, sample, callee, outputs, expected, seconds)
        check_export_only(op, outputs, expected)
        return _Computed(examples, outputs, expected, vouched, budget)

    def export(self, failed: Failed) -> None:
        """Write the files; the cases of one that cannot be written are left out, where they may."""
        for file in self._files:
            name = file.examples.name
            self._tell(f"{EXPORTING} (case {name})" if name else EXPORTING)
            served = [case.name for case in self.cases if case.model == file.model]
            with failed.of(*served):
                try:
                    self._export(file)
                except UserError as error:
                    raise UserError.of([p.in_case(name) for p in error.problems]) from error
        lost = {case.name for case in failed.cases}
        kept = [i for i, case in enumerate(self.cases) if case.name not in lost]
        self.cases = [self.cases[i] for i in kept]
        self._rounding = [self._rounding[i] for i in kept]

    def _export(self, file: _File) -> None:
        op, path = file.op, self._made / file.model
        found = self._exported(op, self._module, file, file.outputs, path)
        self.problems += [p for p in found if p not in self.problems]
        if (other := fallback_of(op)) is not None:
            self._add_body(op, other, file, path)
        self.promised[file.model] = _promised(op, file.call)

    def _exported(
        self, op: Op, module: Any, file: _File, outputs: list[str], path: Path
    ) -> list[Problem]:
        between = path.with_suffix(".between.npz") if self._between else None
        return export_model(
            op,
            self._folder,
            module,
            self._torch_op,
            file.sample,
            file.callee,
            file.examples.values,
            outputs,
            path,
            between,
        )

    def _add_body(self, op: Op, other: Op, file: _File, path: Path) -> None:
        """Export the model once more by the nodes that it falls back to, and put these into it."""
        standard = self._made.parent / "fallback.onnx"
        if self._fallback is None:
            self._fallback = generated_module(other, self._folder)
        names = [o.name for o in onnx.load(path, load_external_data=False).graph.output]
        self._exported(other, self._fallback, file, names, standard)
        with_body(path, standard, op)

    def _keep(
        self, case: _Computed, sample: Sample, model: str, stem: str, sizes: str = ""
    ) -> None:
        arrays = {n: to_array(t) for n, t in sample.tensors.items()}
        files = {"inputs": arrays, "reference": case.outputs}
        if case.expected:
            files["expected"] = case.expected
        for kind, content in files.items():
            save_arrays(self._made / f"{stem}{kind}.npz", content)
        names = {kind: f"{stem}{kind}.npz" for kind in files}
        name, by = case.examples.name, case.examples.expected_by
        given = {} if case.examples.op.model.source else literals_of(case.examples.values)
        kept = ExportedCase(
            name, model, **names, vouched=case.vouched, literals=given, aliases=dict(sample.aliases)
        )
        self.cases.append(msgspec.structs.replace(kept, expected_by=by, sizes=sizes))
        self._rounding.append((case.budget, f"{stem}rounding.npz"))

    def measure_budgets(self, store: Store) -> None:
        """Begin to measure what rounding may do to the outputs."""
        self._budgets.begin(self._made.parent, store)

    def add_budgets(self) -> None:
        """Wait for what rounding may do to the outputs, and keep it."""
        measured = self._budgets.measured()
        for i, (number, file) in enumerate(self._rounding):
            if number is not None and measured[number]:
                save_arrays(self._made / file, measured[number])
                self.cases[i] = msgspec.structs.replace(self.cases[i], rounding=file)

    def add_other_sizes(self) -> None:
        """Choose further sizes of each file's dynamic axes, and run the op with them."""
        for file in self._files:
            if not file.op.is_compared:
                continue  # nothing here runs the file
            file.sizes.search(partial(self._resized, file))
            name = file.examples.name
            for problem in file.sizes.problems():
                # The declared key path is that of the main examples.
                key = "" if name else problem.key
                self.problems.append(msgspec.structs.replace(problem, key=key).in_case(name))

    def add_at(self, sizes: Mapping[str, int]) -> None:
        """Run the op with chosen sizes of the dynamic axes of the first file.

        Raises:
            UserError: the axes cannot have them, or PyTorch does not take them.
        """
        file, text = self._files[0], words_of(sizes)
        why = self._resized(file, file.sizes.at(sizes), text)
        if why:
            hint = "Choose others, or correct the kernel or the shape rule."
            raise UserError("sizes", f"with {text} {why}", hint)

    def _resized(self, file: _File, op: Op, sizes: str) -> str:
        """Run a file's model with other sizes; why PyTorch does not take them, or nothing."""
        name = ", ".join(filter(None, (file.examples.name, sizes)))
        self._tell(f"running the kernel in PyTorch ({name})")
        calls = file.callee.calls
        try:
            # The very module that is exported: one that is made again may have other weights.
            sample = file.sample.with_values(op, sample_values(op, self._folder))
            examples = msgspec.structs.replace(file.examples, name=name)
            case = self._computed(op, sample, file.callee, examples)
            if why := other_number(op, calls, file.callee.calls):
                return why
        except RefusedError as error:
            return error.problem.message
        except UserError as error:
            raise UserError.of([p.in_case(name) for p in error.problems]) from error
        finally:
            file.callee.calls = calls  # the file is of these
        self._keep(case, sample, file.model, f"sizes-{len(self.cases)}.", sizes)
        return ""

    def replaced_by(self) -> list[str]:
        """The registered ops that the exporter saw instead of this one."""
        op = self._op
        if op.model.exported_by.keeps_names or op.kernel.kind.is_function or not self._files:
            return []
        return replaced_by(op.torch.partition(".")[0], self._torch_op.call, self._files[-1].call)


def _promised(op: Op, values: Values) -> list[str]:
    """The nodes of the branches that a call with these arguments takes.

    Standard ones are not among them: exporters fold and merge these (a multiplication by 1
    goes), and since ONNX Runtime runs them, the comparison tells whether that was right.
    """
    scope, known = op.rule_scope, node_values(op, argument_arrays(values))

    def holds(when: str) -> bool:
        return shape_rule.holds(shape_rule.parse_condition(when, scope), known)

    return [n.op for n in op.mapping.nodes if n.domain and (not n.when or holds(n.when))]


def in_folder(folder: Path, case: ExportedCase) -> ExportedCase:
    """A case whose files are in the store."""
    files = ("model", "inputs", "reference", "expected", "rounding")
    names = {f: getattr(case, f) for f in files}
    return msgspec.structs.replace(case, **{f: str(folder / n) for f, n in names.items() if n})
