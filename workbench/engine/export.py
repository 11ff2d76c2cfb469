"""The export job: load the op, run it in PyTorch, export the sample model, check the graph.

Runs in the torch host's forked child: all of this may crash, hang or exit.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from msgspec import UNSET

from workbench.core import codegen, shape_rule
from workbench.core.drafts.skeleton import NOT_YET
from workbench.core.errors import Problem, UserError
from workbench.core.examples import example_files
from workbench.core.jobs import ExportedCase, ExportJob, ExportResult, GraphResult
from workbench.core.op import Op
from workbench.core.signature import instances, tensor_args
from workbench.engine import graph
from workbench.engine.arrays import load_arrays, save_arrays
from workbench.engine.captured import captured_cases
from workbench.engine.child import Channel, StageOutcome
from workbench.engine.compare import BY_REFERENCE, compare_output
from workbench.engine.dynamic_axes import declared_shapes
from workbench.engine.exporters import export_model, generated_module
from workbench.engine.reference import reference_outputs
from workbench.engine.sample import Callee, Sample, Values, results, sample_model, sample_values
from workbench.engine.store import Store, digest
from workbench.engine.tensors import dtype_name, to_array
from workbench.engine.torch_op import TorchOp, load_torch_op

__all__ = ["export_job"]

_M_MMAP_THRESHOLD, _M_PERTURB = -3, -6  # malloc.h


class _Set(msgspec.Struct):
    """One set of example inputs.

    ``expected`` is given for ONNX's own test cases, and by the op's ONNX model.
    """

    name: str
    op: Op
    values: Values
    expected: dict[str, np.ndarray] | None = None
    expected_by: str = ""


def export_job(job: ExportJob, channel: Channel) -> None:
    """Stages ``export`` and ``graph`` of an op."""
    store = Store()
    op, folder = job.op, Path(job.folder)
    with channel.stage("export") as outcome:
        # How many steps follow is known when the op is loaded.
        channel.progress("export", 0, 0, "loading the op")
        torch_op = load_torch_op(op, folder, job.torch_library)
        module = generated_module(op, folder)
        with store.scratch() as scratch:
            made = scratch / "model"
            made.mkdir()
            (made / f"{op.name}.py").write_text(codegen.python_module(op), encoding="utf-8")
            sets = list(_sets(op, folder, job, outcome))
            steps = iter(range(1, 2 * len(sets) + 1))

            def tell(text: str) -> None:
                channel.progress("export", next(steps), 2 * len(sets) + 1, text)

            writer = _Writer(folder, torch_op, module, made, tell)
            for examples in sets:
                writer.add(examples)
            outcome.problems += writer.problems
            key = digest(path.read_bytes() for path in sorted(made.iterdir()))
            kept = store.add("models", key, made)
        cases = [_kept(kept, case) for case in writer.cases]
        main = cases[0]
        outcome.result = ExportResult(
            main.model, main.inputs, main.reference, main.expected, tuple(cases[1:]), main.name
        )
        store.has("models", key, "model.onnx")
    with channel.stage("graph") as outcome:
        promised = {str(kept / name): nodes for name, nodes in writer.promised.items()}
        _check_graphs(op, cases, promised, outcome)


def _kept(folder: Path, case: ExportedCase) -> ExportedCase:
    """A case whose files are in the store."""
    names = {f: getattr(case, f) for f in ("model", "inputs", "reference", "expected")}
    return msgspec.structs.replace(case, **{f: str(folder / n) for f, n in names.items() if n})


def _check_graphs(
    op: Op, cases: Sequence[ExportedCase], promised: dict[str, list[str]], outcome: StageOutcome
) -> None:
    errors: list[Problem] = []
    main: list[str] = []
    results = {c.model: c.reference for c in reversed(cases)}
    for model, name in {c.model: c.name for c in reversed(cases)}.items():
        nodes, problems = graph.check_graph(
            Path(model), op, promised[model], load_arrays(Path(results[model]))
        )
        problems = [p.in_case(name) for p in problems]
        errors += [p for p in problems if p.severity == "error"]
        outcome.problems += [p for p in problems if p.severity != "error"]
        if model == cases[0].model:
            main = nodes
    if errors:
        raise UserError.of(errors + outcome.problems)
    outcome.result = GraphResult(tuple(main))


def _sets(op: Op, folder: Path, job: ExportJob, outcome: StageOutcome) -> Iterator[_Set]:
    """The sets of example inputs: the declared ones, or ONNX's cases of an operator."""
    alone = msgspec.structs.replace(op.model, source="", inputs=(), cases=(), outputs=())
    if not job.onnx_cases:
        op = example_files.opened(op, folder)
        yield _Set("", op, sample_values(op, folder))
        for case in op.model.cases:
            own = op.for_case(case)
            yield _Set(case.name, own, sample_values(own, folder))
        if job.captured:
            whose = f"{Path(op.model.onnx).name} in ONNX Runtime"
            op = msgspec.structs.replace(op, model=alone)
            nodes, problems = captured_cases(op, Path(job.captured))
            outcome.problems += problems
            for node in nodes:
                yield _Set(node.name, op, node.values, node.expected, whose)
        return
    from workbench.engine import onnx_cases as cases

    op = msgspec.structs.replace(op, model=alone)
    for found in cases.onnx_cases(op, folder, job.onnx_cases):
        if found.skipped:
            message = f"{found.name} is skipped: {found.skipped}"
            outcome.problems.append(Problem("onnx-cases", message, severity="note"))
        else:
            yield _Set(found.name, op, found.values, found.expected)


class _Writer:
    """Runs and exports one set of inputs after the other."""

    def __init__(
        self,
        folder: Path,
        torch_op: TorchOp,
        module: Any,
        made: Path,
        tell: Callable[[str], None],
    ) -> None:
        self._tell = tell
        self._folder = folder
        self._torch_op = torch_op
        self._module = module
        self._made = made
        self._exported: list[tuple[Sample, str, str]] = []
        self.cases: list[ExportedCase] = []
        self.promised: dict[str, list[str]] = {}
        """Model → the nodes that the mapping promises for its inputs."""
        self.problems: list[Problem] = []

    def add(self, examples: _Set) -> None:
        """Run the op on these inputs, and export a model if none of the earlier ones serves."""
        try:
            self._add(examples.op, examples)
        except UserError as error:
            raise UserError.of([p.in_case(examples.name) for p in error.problems]) from error

    def _add(self, op: Op, examples: _Set) -> None:
        where = f" (case {examples.name})" if examples.name else ""
        self._tell(f"running the kernel in PyTorch{where}")
        callee = Callee(op, self._torch_op.call)
        sample = sample_model(op, self._folder, examples.values, callee)
        outputs = _run(op, sample, callee)
        expected = examples.expected or {}
        if examples.expected is None:
            expected = _expected(op, self._folder, callee)
        _check_export_only(op, outputs, expected)
        stem = f"{examples.name}." if self.cases else ""
        self._tell(f"exporting to ONNX{where}")
        source = op.model.source
        model = next(
            (f for earlier, f, of in self._exported if of == source and earlier.serves(sample)), ""
        )
        if not model:
            model = f"{stem}model.onnx"
            found = export_model(
                op,
                self._folder,
                self._module,
                self._torch_op,
                sample,
                callee,
                examples.values,
                list(outputs),
                self._made / model,
            )
            self.problems += [p for p in found if p not in self.problems]
            self._exported.append((sample, model, source))
            self.promised[model] = _promised(op, callee.calls[0][0])
        arrays = {n: to_array(t) for n, t in sample.tensors.items()}
        files = {"inputs": arrays, "reference": outputs}
        if expected:
            files["expected"] = expected
        for kind, content in files.items():
            save_arrays(self._made / f"{stem}{kind}.npz", content)
        names = {kind: f"{stem}{kind}.npz" for kind in files}
        self.cases.append(
            ExportedCase(examples.name, model, **names, expected_by=examples.expected_by)
        )


def _promised(op: Op, values: Values) -> list[str]:
    """The nodes of the branches that a call with these arguments takes.

    Standard ones are not among them: exporters fold and merge these (a multiplication by 1
    goes), and since ONNX Runtime runs them, the comparison tells whether that was right.
    """
    types = {a.name: a.type for a in op.args}

    def holds(when: str) -> bool:
        return shape_rule.holds(shape_rule.parse_condition(when, types), values)

    return [n.op for n in op.mapping.nodes if n.domain and (not n.when or holds(n.when))]


# -- running it in PyTorch --------------------------------------------------------------


def _run(op: Op, sample: Sample, callee: Callee) -> dict[str, np.ndarray]:
    """PyTorch's outputs by name; every call of the op in it is checked against the declaration."""
    before = {n: to_array(t).tobytes() for n, t in sample.tensors.items()}
    callee.keep = True
    try:
        with torch.no_grad(), _filled_memory():
            result = sample.module(*sample.tensors.values())
    except (
        RuntimeError,
        TypeError,
        ValueError,
        NotImplementedError,
        IndexError,
        AttributeError,
    ) as error:
        message = str(error).partition("\nException raised from")[0].strip()
        hint = "It was called with the example inputs of the Model page."
        if message.endswith(NOT_YET):
            hint = "Write its body on the Kernel page; the head stays as it is."
        raise UserError("kernel", f"the kernel failed in PyTorch: {message[:2000]}", hint) from None
    finally:
        callee.keep = False
    if not callee.calls:
        raise UserError("model", "the model does not call the op", file=op.model.source)
    for values, given in callee.calls:
        _check_declared(op, values, results(op, given))
    changed = [n for n, t in sample.tensors.items() if to_array(t).tobytes() != before[n]]
    if changed:
        raise UserError(
            "kernel",
            f"the kernel changed its input '{changed[0]}'",
            "An exported model cannot express that: write into an output instead.",
        )
    if not op.model.source:
        names = [o.name for o in op.outputs]
        return dict(zip(names, map(to_array, results(op, result)), strict=True))
    outputs = _model_outputs(op, result)
    _check_used(op, sample, callee, outputs)
    return outputs


@contextmanager
def _filled_memory() -> Iterator[None]:
    """New memory of up to 32 MiB a piece holds a pattern instead of mostly zeros.

    An element that a kernel forgets to write would else be 0 in both runtimes, and agree.
    """
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallopt"):  # glibc's; others leave memory as it is
        yield
        return
    libc.mallopt(_M_MMAP_THRESHOLD, 32 << 20)
    libc.mallopt(_M_PERTURB, 0xA5)
    try:
        yield
    finally:
        libc.mallopt(_M_PERTURB, 0)


def _check_used(op: Op, sample: Sample, callee: Callee, outputs: dict[str, np.ndarray]) -> None:
    """A model that does not need the op's result says nothing of the op."""
    target = callee.target

    def other(*args: Any) -> Any:
        result = target(*args)
        changed = [_another(t) for t in results(op, result)]
        return changed[0] if isinstance(result, torch.Tensor) else tuple(changed)

    callee.target = other
    try:
        with torch.no_grad():
            again = _model_outputs(op, sample.module(*sample.tensors.values()))
    except (RuntimeError, TypeError, ValueError, IndexError):
        return  # other values do not fit the model, so it looks at them
    finally:
        callee.target = target
    if all(again[n].tobytes() == array.tobytes() for n, array in outputs.items()):
        raise UserError(
            "model",
            "the model's outputs do not depend on what the op gives",
            "Use the op's result in the model, or export one call of the op.",
            file=op.model.source,
        )


def _another(tensor: torch.Tensor) -> torch.Tensor:
    """A tensor of the same kind with other elements."""
    if tensor.is_floating_point():
        return torch.rand_like(tensor) + 0.5
    other = torch.zeros_like(tensor)
    return torch.ones_like(tensor) if torch.equal(other, tensor) else other


def _model_outputs(op: Op, result: Any) -> dict[str, np.ndarray]:
    """The outputs of a model file."""
    if not isinstance(result, torch.Tensor | list | tuple):
        raise UserError(
            "model",
            f"the model gives a {type(result).__name__}",
            "Return a tensor or a tuple of tensors.",
            file=op.model.source,
        )
    given = [result] if isinstance(result, torch.Tensor) else list(result)
    names = list(op.model.outputs) or [o.name for o in op.outputs]
    if not op.model.outputs and len(names) != len(given):
        names = [f"output_{i}" for i in range(len(given))]
    if len(names) != len(given) or not all(isinstance(t, torch.Tensor) for t in given):
        raise UserError(
            "model",
            f"the model gave {len(given)} outputs, model.outputs names {len(names)}",
            "A model gives a tensor or a tuple of tensors.",
            file=op.model.source,
        )
    return {name: to_array(tensor) for name, tensor in zip(names, given, strict=True)}


def _arrays(values: Values) -> Values:
    """A call's arguments with arrays instead of tensors."""

    def array(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return to_array(value)
        if isinstance(value, list | tuple):
            return tuple(array(v) for v in value)
        return value

    return {name: array(value) for name, value in values.items()}


def _expected(op: Op, folder: Path, callee: Callee) -> dict[str, np.ndarray]:
    """What the declared reference gives; of a model file every call is compared here."""
    if not op.model.source:
        return reference_outputs(op, folder, _arrays(callee.calls[0][0]))
    for values, given in callee.calls:
        outputs = dict(
            zip((o.name for o in op.outputs), map(to_array, results(op, given)), strict=True)
        )
        _must_agree(op, outputs, reference_outputs(op, folder, _arrays(values)))
    return {}


def _check_declared(op: Op, values: Values, outputs: Sequence[torch.Tensor]) -> None:
    """A kernel that gives another type or shape than declared makes every graph a lie."""
    any_typed = {a.name for a in tensor_args(op) if a.dtype == "any"}
    firsts = {n: v[0] if isinstance(v, list | tuple) and v else v for n, v in values.items()}
    chosen = {
        name: dtype_name(value)
        for name, value in firsts.items()
        if isinstance(value, torch.Tensor) and name not in any_typed
    }
    wanted = next(
        (i for i in instances(op) if all(i[name] == dtype for name, dtype in chosen.items())), None
    )
    shapes = declared_shapes(op, _arrays(values))
    for i, (output, tensor) in enumerate(zip(op.outputs, outputs, strict=True)):
        dtype, shape = dtype_name(tensor), list(tensor.shape)
        declared = wanted[output.name] if wanted is not None else dtype
        sizes = shapes.get(output.name, [*shape])
        fits = len(sizes) == len(shape) and all(
            w is None or w == s for w, s in zip(sizes, shape, strict=False)
        )
        if dtype != declared or not fits:
            shown = ", ".join("?" if size is None else str(size) for size in sizes)
            raise UserError(
                "kernel",
                f"the kernel gives '{output.name}' as {dtype}{shape}, declared is {declared}[{shown}]",
                f"Correct {'' if op.kernel.style == 'installed' else 'the kernel, or '}"
                "the output's element type and shape rule on the Signature page.",
                key=f"outputs[{i}].{'dtype' if dtype != declared else 'shape'}",
            )


def _check_export_only(
    op: Op, outputs: dict[str, np.ndarray], expected: dict[str, np.ndarray]
) -> None:
    """Nothing runs an export-only op after this, so a wrong kernel must be seen here."""
    if op.ort.implementation == "export-only":
        _must_agree(op, outputs, expected)


def _must_agree(op: Op, outputs: dict[str, np.ndarray], expected: dict[str, np.ndarray]) -> None:
    rtol, atol = (-1.0 if t is UNSET else t for t in (op.model.rtol, op.model.atol))
    for name, value in expected.items():
        parity = compare_output(name, value, outputs[name], rtol, atol, BY_REFERENCE)
        if not parity.agrees:
            first = parity.differences[0] if parity.differences else None
            text = parity.note or f"{parity.differing} of {parity.elements} elements differ"
            if first is not None:
                text += (
                    f"; at {list(first.index)} it gives {first.actual}, expected {first.expected}"
                )
            raise UserError(
                "reference", f"the kernel's output '{name}' is not the reference's: {text}"
            )
