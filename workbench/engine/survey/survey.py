"""What an op does with inputs: picks an example, varies it, and fits the outputs to what came."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from workbench.core.declaration.op import Arg, Example
from workbench.core.jobs import TorchSchema
from workbench.core.jobs.known_ops import Inputs, KnownOp, KnownOutput, TorchCall
from workbench.core.types.arg_types import ARG_TYPES, declared_for
from workbench.engine.survey.probe import Outcome, Probe
from workbench.importers.drafts.operator_shapes import list_rule
from workbench.importers.drafts.schema_args import fitting_types
from workbench.importers.drafts.shape_fit import fit_outputs
from workbench.importers.drafts.varied import few_elements, reseeded, resized

__all__ = ["Alternatives", "survey"]

Alternatives = Sequence[Inputs]
"""One call with its tensors made in several ways, the best to read first."""

_ENOUGH = 8
_SIZES = 20
_CRASHES = 5
_ALIEN = 60
"""Calls after which an op that gives what none here can give is left alone."""


def survey(
    schema: TorchSchema,
    args: Sequence[Arg],
    candidates: Iterable[Alternatives],
    *,
    seconds: float = 20.0,
    tell: Callable[[int], None] = lambda tried: None,
) -> KnownOp:
    """Find out what an op takes and gives.

    Args:
        schema: the op's, of one overload that is registered here.
        args: as they are declared.
        candidates: calls to try, the likeliest first.
        seconds: how long to try.
        tell: is told how many were tried.
    """
    with Probe(schema, args) as probe:
        return _Survey(schema, args, probe, time.monotonic() + seconds, tell).of(candidates)


class _Survey:
    def __init__(
        self,
        schema: TorchSchema,
        args: Sequence[Arg],
        probe: Probe,
        deadline: float,
        tell: Callable[[int], None],
    ) -> None:
        self._schema = schema
        self._args = args
        self._probe = probe
        self._deadline = deadline
        self._tell = tell
        self._tried = 0
        self._found: list[tuple[int, TorchCall]] = []
        self._flawed: dict[str, TorchCall] = {}
        self._refused: dict[str, int] = {}
        self._alien = ""

    def of(self, candidates: Iterable[Alternatives]) -> KnownOp:
        for alternatives in candidates:
            if self._over() or self._enough() or (self._alien and self._tried > _ALIEN):
                break
            self._try(alternatives)
        if not self._found:
            return self._none()
        best = min(range(len(self._found)), key=lambda i: (self._found[i][0], i))
        _, main = self._found[best]
        others = [
            c
            for i, (poor, c) in enumerate(self._found)
            # What holds for a single number alone says nothing of shapes.
            if i != best and poor < 30 and (_points(c.inputs) <= _points(main.inputs))
        ]
        calls = [main, *self._varied(main), *others[:_ENOUGH]]
        args = fitting_types(self._schema, self._args, main.inputs)
        replaced = self._probe.run(main.inputs, traced=True).replaced
        return KnownOp(main.inputs, self._outputs(args, calls), len(calls), replaced=replaced)

    def _outputs(self, args: Sequence[Arg], calls: Sequence[TorchCall]) -> tuple[KnownOutput, ...]:
        """One per result; the tensors of a list are one."""
        fitted = fit_outputs(args, calls)
        if not any(ARG_TYPES[declared_for(r)].is_list for r in self._schema.returns):
            return fitted
        shape = list_rule(args, calls, [[o.shape for o in c.outputs] for c in calls])
        note = "it says the sizes of each tensor in the lists that were tried"
        return (KnownOutput(fitted[0].dtype, shape, note),)

    def _over(self) -> bool:
        return time.monotonic() > self._deadline or self._probe.crashes > _CRASHES

    def _enough(self) -> bool:
        return sum(poor == 0 for poor, _ in self._found) >= _ENOUGH

    def _none(self) -> KnownOp:
        if self._flawed:
            reason, call = next(iter(self._flawed.items()))
            return KnownOp(call.inputs, self._outputs(self._args, [call]), 1, reason)
        if self._alien:
            return KnownOp(reason=self._alien, alien=True)
        if not self._tried:
            return KnownOp(reason="there was nothing to try")
        reason = max(self._refused, key=lambda r: self._refused[r])
        tried = "1 set of inputs" if self._tried == 1 else f"{self._tried} sets of inputs"
        return KnownOp(reason=f"none of {tried} that were tried fits; mostly torch says: {reason}")

    def _run(self, inputs: Inputs) -> Outcome:
        self._tried += 1
        self._tell(self._tried)
        return self._probe.run(inputs)

    def _try(self, alternatives: Alternatives) -> None:
        kept: tuple[int, TorchCall] | None = None
        for inputs in alternatives:
            outcome = self._run(inputs)
            call = TorchCall(inputs, outcome.outputs, "arguments")
            if outcome.reason:
                if outcome.outputs:
                    self._flawed.setdefault(outcome.reason, call)
                else:
                    self._alien = self._alien or (outcome.reason if outcome.alien else "")
                    self._refused[outcome.reason] = self._refused.get(outcome.reason, 0) + 1
            else:
                poor = 10 * outcome.poor + _awkward(call)
                if kept is None or poor < kept[0]:
                    kept = poor, call
                if outcome.poor == 0:
                    break
            if self._over():
                break
        if kept is not None and all(call.inputs != kept[1].inputs for _, call in self._found):
            self._found.append(kept)

    # -- the example, varied

    def _varied(self, main: TorchCall) -> Iterator[TorchCall]:
        for kind, changed in (
            ("elements", reseeded(main.inputs)),
            ("elements", few_elements(main.inputs, 2)),
            ("elements", few_elements(main.inputs, 1)),
            ("dtypes", _retyped(main.inputs)),
        ):
            if changed != main.inputs:
                yield from self._also(changed, kind)
        found = 0
        for inputs in resized(main.inputs):
            if self._over() or found >= _SIZES:
                return
            for call in self._also(inputs, "sizes"):
                found += 1
                yield call

    def _also(self, inputs: Inputs, kind: str) -> Iterator[TorchCall]:
        outcome = self._run(inputs)
        if outcome.outputs:
            yield TorchCall(inputs, outcome.outputs, kind)


def _awkward(call: TorchCall) -> int:
    """How little a call is worth looking at; a call of plain tensors of some size is best."""
    inputs = call.inputs
    tensors = [e for e in inputs if e.is_tensor]
    counts = [_count(e) for e in tensors]
    points = sum(e.value is not UNSET for e in tensors) + _points(inputs)
    points += 3 * (not tensors or max(counts) < 2)
    # One whose sizes come out as they went in shows less of the rule.
    points += all(any(o.shape == e.shape for e in tensors) for o in call.outputs)
    points += not any(len(e.shape) > 1 for e in tensors)  # type: ignore[arg-type]
    points += 2 * (any(e.arg.endswith("[0]") for e in tensors) and len(tensors) < 2)
    points += 2 * (sum(counts) > 4000)
    points += 4 * any(e.dtype not in ("float32", "int64", "bool") for e in tensors)
    return points + 1 * (bool(tensors) and tensors[0].dtype != "float32")


def _points(inputs: Inputs) -> int:
    """The tensors without an axis."""
    return sum(e.shape == () for e in inputs)


def _count(example: Example) -> int:
    count = 1
    for size in () if isinstance(example.shape, UnsetType) else example.shape:
        count *= size
    return count


def _retyped(inputs: Inputs) -> Inputs:
    """float32 as float64, to see which outputs follow."""
    other = {"float32": "float64"}
    return tuple(
        replace(e, dtype=other.get(e.dtype, e.dtype)) if e.is_tensor else e for e in inputs
    )
