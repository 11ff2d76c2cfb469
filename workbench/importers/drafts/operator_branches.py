"""A shape rule that is a choice: where no one rule has the ranks of all of ONNX's cases of an operator.

A pooling of lines, images and volumes gives as many dimensions as it takes, a reduction fewer unless its
attribute keeps them, a loss none unless it is to sum nothing. What tells such cases apart is looked for
among the ranks of the inputs, what is left out, texts and whole numbers; each part has a rule of its own.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from workbench.core import shape_rule
from workbench.core.declaration.op import Arg
from workbench.core.jobs.known_ops import KnownOutput, TorchCall
from workbench.importers.drafts.call_values import call_values
from workbench.importers.drafts.operator_shapes import fitting, held, unknown
from workbench.importers.drafts.shape_fit import fit_outputs, one_rule

__all__ = ["best_outputs", "in_branches"]

_MOST = 8
"""Branches of a rule, which is to be read."""
_MOST_VALUES = 6
"""Different values of an argument that a condition is tried for."""


def best_outputs(args: Sequence[Arg], calls: Sequence[TorchCall]) -> list[KnownOutput]:
    """The outputs with the rules that say most of the cases right."""
    # Of the example alone, a rule may be found that serves other ranks, too.
    apart = [replace(call, kind=call.kind and "arguments") for call in calls]
    found = zip(fit_outputs(args, calls), fit_outputs(args, apart), strict=True)
    return [
        max(
            (replace(one, shape=held(args, calls, i, one.shape)) for one in both),
            key=lambda one: fitting(args, calls, i, one.shape).count(()),
        )
        for i, both in enumerate(found)
    ]


def in_branches(args: Sequence[Arg], calls: Sequence[TorchCall], rule: str) -> str:
    """The rule, or a choice among several where it has the wrong number of sizes for a case.

    Args:
        args: the op's.
        calls: the cases that give the output, and of each that output alone.
        rule: the one that was found for all of them.
    """
    certain = [a for a in args if not (a.optional and a.is_tensor)]
    if None not in fitting(certain, calls, 0, rule):
        return rule
    return _Branches(args, certain, calls).rule() or rule


class _Branches:
    def __init__(
        self, args: Sequence[Arg], certain: Sequence[Arg], calls: Sequence[TorchCall]
    ) -> None:
        self._args, self._certain, self._calls = args, certain, calls
        self._values = [call_values(args, call) for call in calls]
        self._ranks = [len(call.outputs[0].shape) for call in calls]
        self._found: dict[tuple[int, ...], str] = {}
        self._true = {c: self._where(c) for c in self._conditions()}

    def rule(self) -> str:
        """The choice; empty where nothing tells the cases apart."""
        left, parts = tuple(range(len(self._calls))), list[str]()
        while len(parts) < _MOST - 1 and not self._serves(left):
            found = self._next(left)
            if found is None:
                return ""
            condition, chosen = found
            parts.append(" ".join((self._leaf(chosen), "if", condition, "else")))
            left = _without(left, chosen)
        text = " ".join((*parts, self._leaf(left))) if self._serves(left) else ""
        return text if len(text) <= shape_rule.MAX_LENGTH else ""

    def _next(self, left: tuple[int, ...]) -> tuple[str, tuple[int, ...]] | None:
        """What tells the most of the cases that one rule serves."""
        single = {
            c: tuple(i for i in left if i in true)
            for c, true in self._true.items()
            if true is not None
        }
        pairs = {
            " and ".join((a, b)): tuple(i for i in single[a] if i in single[b])
            for a, b in itertools.combinations(single, 2)
        }
        for tried in (single, pairs):
            proper = {c: chosen for c, chosen in tried.items() if 0 < len(chosen) < len(left)}
            serving = [c for c in proper if self._serves(proper[c])]
            if serving:
                best = max(
                    serving, key=lambda c: (self._serves(_without(left, proper[c])), len(proper[c]))
                )
                return best, proper[best]
        return None

    # -- conditions

    def _conditions(self) -> Iterator[str]:
        tensors = [a for a in self._certain if a.is_tensor]
        for arg in tensors:
            yield from self._equal(
                f"len({arg.name}.shape)", [self._len(v[arg.name]) for v in self._values]
            )
        for arg in tensors:  # how many axes, or sizes, a 1-d tensor has says of how many there are
            given = [v[arg.name] for v in self._values]
            sizes = [v[0] for v in given if isinstance(v, list) and len(v) == 1]
            if len(sizes) == len(given):
                yield from self._equal(f"{arg.name}.shape[0]", sizes)
        for arg in self._args:
            if arg.is_tensor_list:
                yield from self._equal(
                    f"len({arg.name})", [self._len(v[arg.name]) for v in self._values]
                )
            elif arg.optional:
                yield f"{arg.name} is None"
                yield f"{arg.name} is not None"
            elif arg.kind.in_rule in ("text", "number"):
                yield from self._equal(arg.name, [v[arg.name] for v in self._values])

    def _len(self, value: object) -> int:
        return len(value) if isinstance(value, list) else -1

    def _equal(self, term: str, values: Sequence[object]) -> Iterator[str]:
        found = list(dict.fromkeys(values))
        for value in found if 1 < len(found) <= _MOST_VALUES else ():
            text = '"' + value + '"' if isinstance(value, str) else str(value)
            yield f"{term} == {text}"

    def _where(self, condition: str) -> frozenset[int] | None:
        """The cases for which a condition holds; None where it means nothing for one of them."""
        expr = shape_rule.parse_condition(condition, {a.name: a.type for a in self._args})
        try:
            return frozenset(i for i, v in enumerate(self._values) if shape_rule.holds(expr, v))
        except shape_rule.ShapeError:
            return None

    # -- rules of a part

    def _serves(self, chosen: tuple[int, ...]) -> bool:
        """Whether one rule has the ranks of these cases."""
        return len({self._ranks[i] for i in chosen}) == 1 or bool(self._of_ranks(chosen))

    def _leaf(self, chosen: tuple[int, ...]) -> str:
        """One rule that has the ranks of these cases; empty for none."""
        if len({self._ranks[i] for i in chosen}) > 1:
            return self._of_ranks(chosen)
        first = self._shapes(chosen[0])
        alike = ["sizes" if self._shapes(i) == first else "arguments" for i in chosen]
        calls = [
            replace(self._calls[i], kind=kind if n else "")
            for n, (i, kind) in enumerate(zip(chosen, alike, strict=True))
        ]
        (known,) = best_outputs(self._certain, calls)
        whole = None not in fitting(self._certain, calls, 0, known.shape)
        rule = known.shape if whole else unknown(self._ranks[chosen[0]])
        return rule if len(chosen) > 1 else _without_numbers(rule)

    def _of_ranks(self, chosen: tuple[int, ...]) -> str:
        """One rule for cases of several ranks, always so many more or fewer than those of an input."""
        if chosen not in self._found:
            self._found[chosen] = self._tried(chosen) if self._follow_an_input(chosen) else ""
        return self._found[chosen]

    def _tried(self, chosen: tuple[int, ...]) -> str:
        # What serves one case of each rank is tried with the others, which mostly there are none of.
        few = {self._ranks[i]: self._calls[i] for i in chosen}
        rule = one_rule(self._certain, list(few.values()))
        calls = [self._calls[i] for i in chosen]
        served = rule and all(w == () for w in fitting(self._certain, calls, 0, rule))
        return rule if served else ""

    def _follow_an_input(self, chosen: tuple[int, ...]) -> bool:
        lists = [a.name for a in self._certain if a.kind.in_rule in ("shape", "numbers")]
        given = [n for n in lists if all(self._values[i][n] is not None for i in chosen)]
        return any(
            len({self._ranks[i] - self._len(self._values[i][name]) for i in chosen}) == 1
            for name in given
        )

    def _shapes(self, index: int) -> list[int]:
        return [len(e.shape or ()) for e in self._calls[index].inputs if e.is_tensor]


def _without(cases: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(i for i in cases if i not in gone)


def _without_numbers(rule: str) -> str:
    """The rule of a single case: a number in it is that case's, and no rule."""
    tree = ast.parse(rule, mode="eval").body
    if not isinstance(tree, ast.List):
        return rule
    sizes = ["unknown" if isinstance(s, ast.Constant) else ast.unparse(s) for s in tree.elts]
    return f"[{', '.join(sizes)}]"
