"""Finds the shape rule and the element type of an op's outputs from calls that have run.

The rules tried are few and simple, the simplest first. One that holds for all calls is taken;
else one that holds for the first call, other sizes and other elements, with a note.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Iterator, Sequence

from workbench.core import shape_rule
from workbench.core.declaration.op import Arg
from workbench.core.jobs.known_ops import KnownOutput, TorchCall
from workbench.core.shape_rule import ShapeError
from workbench.importers.drafts.call_values import call_values, example_dtype, has_element
from workbench.importers.drafts.shape_sums import sums

__all__ = ["fit_outputs", "one_rule"]

_MOST_TENSORS = 4
_VARIED = 3
"""Sizes that a sum must give before it is believed."""
Values = dict[str, object]


def fit_outputs(args: Sequence[Arg], calls: Sequence[TorchCall]) -> tuple[KnownOutput, ...]:
    """The outputs of an op.

    Args:
        args: its arguments.
        calls: at least one; the first is the example.

    Returns:
        One per result of the first call. A size that no rule gives is ``unknown``.
    """
    same = [c for c in calls if len(c.outputs) == len(calls[0].outputs)]
    return tuple(_Fit(args, same, i).output() for i in range(len(calls[0].outputs)))


def one_rule(args: Sequence[Arg], calls: Sequence[TorchCall]) -> str:
    """The first simple rule that gives the one output of each call, of whichever rank; empty for none."""
    fit = _Fit(args, calls, 0)
    every = list(range(len(calls)))
    return next((rule for rule in fit.candidates(every) if fit.holds(rule, every)), "")


@functools.lru_cache(maxsize=1 << 15)
def _parsed(rule: str, types: tuple[tuple[str, str], ...]) -> shape_rule.Expr:
    """Parts of an op's calls are fitted one after another, and the same rules tried for each."""
    return shape_rule.parse(rule, dict(types))


class _Fit:
    def __init__(self, args: Sequence[Arg], calls: Sequence[TorchCall], index: int) -> None:
        self._args = args
        self._calls = calls
        self._types = tuple((a.name, a.type) for a in args)
        self._values = [call_values(args, call) for call in calls]
        self._shapes = [call.outputs[index].shape for call in calls]
        self._dtypes = [call.outputs[index].dtype for call in calls]
        # Those that differ from the first one in sizes, elements and types alone.
        self._near = [i for i, c in enumerate(calls) if i == 0 or c.kind != "arguments"]
        self._all = list(range(len(calls)))
        self._loose = self._by_elements()

    def output(self) -> KnownOutput:
        rule, note = self._rule()
        return KnownOutput(self._dtype(), rule, note)

    # -- element type

    def _dtype(self) -> str:
        """The first tensor's that it shares; else what it is in the example."""
        for chosen in (self._all, self._near):
            for arg in self._args:
                if arg.holds_tensors and all(
                    example_dtype(arg, self._calls[i]) == self._dtypes[i] for i in chosen
                ):
                    return arg.name
        return self._dtypes[0]

    # -- shape

    def _rule(self) -> tuple[str, str]:
        if not self._loose:
            for chosen, note in ((self._all, ""), (self._near, self._partial())):
                for rule in self.candidates(chosen):
                    if self.holds(rule, chosen):
                        return rule, note or self._few() or self._open(rule, chosen)
        sizes = [self._either(axis) for axis in range(len(self._shapes[0]))]
        text = f"[{', '.join(sizes)}]"
        if "unknown" not in sizes:
            if not self.holds(text, self._all):
                return text, self._partial()
            return text, self._few() or self._open(text, self._all)
        if self._loose:
            return text, f"its sizes depend on the elements of its inputs: {text}"
        return text, f"no simple rule gives its sizes: {text}"

    def _few(self) -> str:
        several = any(self._calls[i].kind == "sizes" for i in self._near[1:])
        return "" if several else "only one size could be tried"

    def _open(self, rule: str, calls: Sequence[int]) -> str:
        """Which sizes other tensors would give as well, as nothing that was tried tells them apart."""
        if "[" not in rule or rule.startswith("broadcast"):
            return ""
        rank = len(self._shapes[0])
        same = [i for i in calls if len(self._shapes[i]) == rank]
        told = []
        for axis in range(rank):
            wanted = [self._shapes[i][axis] for i in same]
            terms = [*self._sizes(axis), *self._numbers(axis)]
            if len(set(wanted)) == 1 and sum(self._gives(t, same, wanted) for t in terms) > 1:
                told.append(str(axis))
        words = f"what gives the sizes at {', '.join(told)} is a guess: they were the same in all that was tried"
        return words if told else ""

    def _partial(self) -> str:
        return (
            "seen to hold for these arguments only; with others the sizes may follow another rule"
        )

    def _by_elements(self) -> set[int]:
        """The axes whose size differs with the elements of the inputs."""
        first = self._shapes[0]
        others = [s for s, c in zip(self._shapes, self._calls, strict=True) if c.kind == "elements"]
        return {
            i
            for i, n in enumerate(first)
            if any(len(o) == len(first) and o[i] != n for o in others)
        }

    def holds(self, rule: str, calls: Sequence[int]) -> bool:
        expr = _parsed(rule, self._types)
        try:
            for i in calls:
                given = shape_rule.evaluate(expr, self._values[i])
                if len(given) != len(self._shapes[i]) or any(
                    g is not None and g != s for g, s in zip(given, self._shapes[i], strict=True)
                ):
                    return False
        except (ShapeError, TypeError, LookupError):
            return False
        return True

    def _either(self, axis: int) -> str:
        size = self._axis(axis, self._all)
        return self._axis(axis, self._near) if size == "unknown" else size

    def _axis(self, axis: int, calls: Sequence[int]) -> str:
        """One size of an output that always has as many."""
        if axis in self._loose:
            return "unknown"
        rank = len(self._shapes[0])
        same = [i for i in calls if len(self._shapes[i]) == rank]
        wanted = [self._shapes[i][axis] for i in same]
        return self._term(axis, same, wanted) or "unknown"

    def _term(self, axis: int, calls: Sequence[int], wanted: Sequence[int]) -> str:
        """What gives these sizes; empty for nothing."""
        found = (t for t in self._terms(axis) if self._gives(t, calls, wanted))
        plain = next(found, "")
        if plain or len(set(wanted)) < _VARIED:
            return plain
        return next(
            (
                t
                for t in sums(self._sizes(axis), self._numbers(axis))
                if self._gives(t, calls, wanted)
            ),
            "",
        )

    def _gives(self, term: str, calls: Sequence[int], wanted: Sequence[int]) -> bool:
        expr = _parsed(f"[{term}]", self._types)
        try:
            return all(
                shape_rule.evaluate(expr, self._values[i]) == [size]
                for i, size in zip(calls, wanted, strict=True)
            )
        except (ShapeError, TypeError, LookupError):
            return False

    # -- candidates, the simplest first

    def _shape_texts(self) -> list[str]:
        """The shapes of the tensors that the first call has, as rules call them."""
        texts = []
        for arg in self._args:
            value = self._values[0][arg.name]
            if arg.is_tensor and value is not None:
                texts.append(f"{arg.name}.shape")
            elif arg.is_tensor_list and value:
                sizes = enumerate(value)  # type: ignore[arg-type, var-annotated]
                texts += [f"{arg.name}[{i}].shape" for i, s in sizes if s is not None]
        return texts[:_MOST_TENSORS]

    def _named(self, role: str) -> list[str]:
        """The arguments that are given, of those that are a thing in a rule."""
        return [
            a.name
            for a in self._args
            if a.kind.in_rule == role and self._values[0][a.name] is not None
        ]

    def candidates(self, calls: Sequence[int]) -> Iterator[str]:
        shapes = self._shape_texts()
        if not self._shapes[0]:
            yield "[]"
        yield from shapes
        for pair in itertools.combinations(shapes, 2):
            yield f"broadcast({', '.join(pair)})"
        for a, b, c in itertools.combinations(shapes, 3):
            yield f"broadcast(broadcast({a}, {b}), {c})"
        yield from self._named("numbers")
        cut = [f"{s}{part}" for s in shapes for part in ("[:-1]", "[1:]", "[:-2]", "[2:]", "[:1]")]
        # An argument that is called an axis is one; any other number may be, if calls differ in it.
        called = [a for a in self._axes() if "dim" in a or "axis" in a]
        for axis, text in itertools.product(called, shapes):
            yield from self._reduced(axis, text)
        yield from cut
        others = [a for a in self._axes() if a not in called and self._distinct(a) > 1]
        for axis, text in itertools.product(others, shapes):
            yield from self._reduced(axis, text)
        for axis, text in itertools.product([*called, *others], shapes):
            yield from self._replaced(axis, text)
        for a, b in itertools.permutations([*shapes, *cut], 2):
            yield f"{a} + {b}"
        rank = len(self._shapes[0])
        if all(len(self._shapes[i]) == rank for i in calls):
            sizes = [self._axis(axis, calls) for axis in range(rank)]
            if "unknown" not in sizes:
                yield f"[{', '.join(sizes)}]"
        yield from self._ends(shapes, calls)

    def _reduced(self, axis: str, text: str) -> Iterator[str]:
        """A shape without an axis, or with 1 at it."""
        at = f"{axis} % len({text})" if self._negative(axis) else axis
        kept = f"{text}[:{at}] + [1] + {text}[{at} + 1:]"
        gone = f"{text}[:{at}] + {text}[{at} + 1:]"
        removed = self._rank(text) - len(self._shapes[0])
        if removed in (0, 1):
            for flag in self._named("flag"):
                yield f"{kept} if {flag} else {gone}"
            yield gone if removed else kept

    def _distinct(self, term: str) -> int:
        """How many values a term has in the calls."""
        expr = _parsed(f"[{term}]", self._types)
        found: set[object] = set()
        for values in self._values:
            with contextlib.suppress(ShapeError, TypeError, LookupError):
                found.add(tuple(shape_rule.evaluate(expr, values)))
        return len(found)

    def _axes(self) -> list[str]:
        """What may be the number of an axis."""
        lists = [n for n in self._named("numbers") if len(self._values[0][n]) == 1]  # type: ignore[arg-type]
        return [*self._named("number"), *(f"{n}[0]" for n in lists)]

    def _negative(self, axis: str) -> bool:
        name = axis.removesuffix("[0]")
        first = [v[name] for v in self._values]
        return any(
            n < 0 for v in first for n in (v if isinstance(v, list) else [v]) if isinstance(n, int)
        )

    def _replaced(self, axis: str, text: str) -> Iterator[str]:
        """A shape with another size at an axis, or with one more."""
        negative = self._negative(axis)
        at = f"{axis} % len({text})" if negative else axis
        sizes = [t for t in self._named("number") if t != axis]
        sizes += [f"len({n})" for n in self._named("shapes")]
        shapes = self._shape_texts()
        for group in (shapes, [s for s in shapes if "[" in s]):
            if len(group) > 1:
                sizes.append(" + ".join(f"{s}[{at}]" for s in group))
        sizes += [f"{s}[0]" for s in shapes if s != text]
        sizes += [f"{s}[{at}]" for s in shapes if s != text]
        sums = [f"{text}[{at}] {sign} {t}" for t in self._named("number") for sign in "-+*"]
        sums += [f"{text}[{at}] - {t} + 1" for t in self._named("number")]
        sums += [f"{text}[{at}] - 1", f"{text}[{at}] + 1", f"{text}[{at}] // 2"]
        # As in _sums, what gives the same few sizes in all calls may do so by chance.
        sizes += [*(s for s in sums if self._distinct(s) >= _VARIED), "2"]
        # A slice forgives an axis that is not there, so the ranks must be right, too.
        added = len(self._shapes[0]) - self._rank(text)
        for size in sizes if added == 0 else []:
            yield f"{text}[:{at}] + [{size}] + {text}[{at} + 1:]"
        more = f"{axis} % (len({text}) + 1)" if negative else axis
        for size in ["1", *(t for t in sizes if text not in t)] if added == 1 else []:
            yield f"{text}[:{more}] + [{size}] + {text}[{more}:]"
        for other in shapes:
            if other != text:
                yield f"{text}[:{at}] + {other} + {text}[{at} + 1:]"
                yield f"{text}[:{at}] + {other}[1:] + {text}[{at} + 1:]"

    def _ends(self, shapes: Sequence[str], calls: Sequence[int]) -> Iterator[str]:
        """A leading part of a shape, and sizes of their own at the end."""
        rank = len(self._shapes[0])
        for text, kept in itertools.product(shapes, range(1, 4)):
            if kept > rank:
                continue
            tails = []
            for axis in range(-kept, 0):
                wanted = [self._shapes[i][axis:][:1] for i in calls]
                if not all(wanted):
                    break
                tails.append(self._term(axis, calls, [w[0] for w in wanted]))
            if len(tails) == kept and all(tails):
                for removed in range(1, 4):
                    yield f"{text}[:-{removed}] + [{', '.join(tails)}]"
                yield f"{text} + [{', '.join(tails)}]"

    def _terms(self, axis: int) -> Iterator[str]:
        """What one size may be, the likeliest first; ``axis`` counts from the end if negative."""
        sizes = self._sizes(axis)
        yield from self._windows(axis)
        yield from sizes
        yield from self._numbers(axis)
        if not all(has_element(call, self._shapes[0][axis]) for call in self._calls):
            yield str(self._shapes[0][axis])
        yield from (f"len({n})" for n in self._named("shapes"))
        yield from (f"len({text})" for text in self._shape_texts())
        for a, b in itertools.combinations(sizes[:8], 2):
            yield f"{a} * {b}"
            yield f"{a} + {b}"
            yield f"min({a}, {b})"

    def _sizes(self, axis: int) -> list[str]:
        """The sizes of the tensors, those at the same position first."""
        sizes = []
        for text in self._shape_texts():
            rank = self._rank(text)
            near = axis if axis >= 0 else rank + axis
            order = sorted(range(rank), key=lambda i: (i != near, i))
            sizes += [f"{text}[{i}]" if axis >= 0 else f"{text}[{i - rank}]" for i in order]
        return sizes

    def _numbers(self, axis: int) -> list[str]:
        """The integers among the arguments."""
        ints = self._named("number")
        for name in self._named("numbers"):
            count = len(self._values[0][name])  # type: ignore[arg-type]
            near = axis if axis >= 0 else count + axis
            ints += [f"{name}[{i}]" for i in sorted(range(count), key=lambda i: (i != near, i))]
        return ints[:8]

    def _rank(self, text: str) -> int:
        expr = _parsed(text, self._types)
        return len(shape_rule.evaluate(expr, self._values[0]))

    def _windows(self, axis: int) -> Iterator[str]:
        """What convolutions and poolings make of a size."""
        shapes = self._shape_texts()
        if not shapes:
            return
        x, rank = shapes[0], self._rank(shapes[0])
        at = axis if axis >= 0 else len(self._shapes[0]) + axis
        # An argument of such a name may be a tensor, too.
        named = [*self._named("number"), *self._named("numbers")]
        values = {n: self._values[0][n] for n in named}
        spatial = [n for n in ("kernel_size", "stride", "padding") if n in values]
        counts = [len(v) for n in spatial if isinstance(v := values[n], list) and v]
        dims = max(counts, default=rank - 2)
        if dims == 1:  # one number for all axes
            dims = max(1, min(3, rank - 2))
        dim = at - (len(self._shapes[0]) - dims)
        if not 0 <= dim < dims or dims > rank:
            return
        size = f"{x}[{dim + rank - dims}]"

        def part(name: str, otherwise: str) -> str:
            value = values.get(name)
            if isinstance(value, list) and value:
                return f"{name}[{dim if dim < len(value) else 0}]"
            return name if isinstance(value, int) and not isinstance(value, bool) else otherwise

        kernels = [part("kernel_size", "")]
        if (
            any(a.name == "weight" and a.is_tensor for a in self._args)
            and self._values[0]["weight"]
        ):
            kernels.append(f"weight.shape[{dim + 2}]")
        for k in filter(None, kernels):
            s, p = part("stride", k), part("padding", "0")
            d, o = part("dilation", "1"), part("output_padding", "0")
            rest = f"({size} + 2 * {p} - {d} * ({k} - 1) - 1"
            if "ceil_mode" in self._named("flag"):
                yield f"{rest} + ({s} - 1 if ceil_mode else 0)) // {s} + 1"
            yield f"{rest}) // {s} + 1"
            yield f"({size} - 1) * {s} - 2 * {p} + {d} * ({k} - 1) + {o} + 1"
        name = "padding" if "padding" in values else "pad"
        pads = values.get(name)
        if isinstance(pads, list) and len(pads) >= 2 * (dims - dim) and len(pads) % 2 == 0:
            first = 2 * (len(self._shapes[0]) - 1 - at)
            yield f"{size} + {name}[{first}] + {name}[{first + 1}]"
