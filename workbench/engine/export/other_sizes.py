"""Which further sizes a model file is tried with: two per dynamic axis, whatever was exported.

A file that has a size built in agrees with PyTorch at this very size only. So its inputs are made
again with other sizes, as the declaration makes the first ones, and run through the same file.

Axes of one name change together, and all axes by one rule, so that those of one size keep one
size: many ops bind two axes without a word. Where PyTorch or the reference does not take the
sizes, multiples are tried, which keep what divides, and then each axis alone. What stays untried
is told. Cases of the declaration count: with two other sizes of an axis nothing is made for it.
Axes of different names that never had different sizes are then tried apart, once, if PyTorch
takes that: a graph may have one of them in the other's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration.op import Example, Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.file_kinds import IMAGE, file_kind
from workbench.core.pipeline.at_sizes import words_of
from workbench.engine.export.grown import given_words, grown, why_not_grown
from workbench.engine.export.sample import Sample

__all__ = ["OtherSizes"]

_Change = Callable[[int], int]
_Rule = tuple[_Change, _Change]
"""A change of every size, and the one to try where it does not fit."""

_WANTED = 2
_LARGE = 1 << 15
"""Elements of all dynamic inputs together from which on larger ones would cost time."""


def _next(size: int) -> int:
    return size + 1


def _twice(size: int) -> int:
    return 2 * size


_LARGER: tuple[_Rule, ...] = (
    (_next, _twice),
    (lambda size: 2 * size + 1 if size else 2, lambda size: 3 * size),
)
_NEAR: tuple[_Rule, ...] = ((_next, _twice), (lambda size: size + 2, lambda size: 3 * size))
_SMALLER: tuple[_Rule, ...] = (
    (lambda size: size // 2 if size > 3 else size + 1, _next),
    (lambda size: size // 4 if size > 3 else size + 2, lambda size: size + 2),
)


class OtherSizes:
    """The sizes that one exported file was and can be tried with.

    Args:
        op: the declaration, its examples those that the file was exported with.
        sample: the exported model with its inputs.
    """

    def __init__(self, op: Op, sample: Sample) -> None:
        inputs = tuple(_with_shape(e, sample) for e in op.model.inputs)
        self._op = replace(op, model=replace(op.model, inputs=inputs))
        self._sample = sample
        self._sizes = dict(_named_sizes(sample))
        self._tried: dict[str, set[int]] = {name: set() for name in self._sizes}
        self._seen = [self._sizes]
        self._why: dict[str, str] = {}

    def saw(self, sample: Sample) -> None:
        """The file is also run with these inputs, which say nothing where they are empty."""
        sizes = dict(_named_sizes(sample))
        if all(sizes.values()):
            self._seen.append(sizes)
        for name, size in sizes.items():
            if name in self._tried and size not in (0, self._sizes[name]):
                self._tried[name].add(size)

    def search(self, attempt: Callable[[Op, str], str]) -> None:
        """Try what is missing.

        Args:
            attempt: runs an op with other examples in PyTorch, where the text names their sizes;
                gives why that does not go, or an empty string.
        """
        fixed = {name for name in self._sizes if self._fixed(name)}
        for rule in self._rules():
            names = [n for n in self._sizes if n not in fixed and self._lacks(n)]
            groups = [names] if names else []
            while groups:
                group = groups.pop(0)
                why = self._try(group, rule, attempt)
                if why and len(group) > 1:
                    groups = [[name] for name in group]
                elif why:
                    self._why.setdefault(group[0], why)
        self._try_apart([n for n in self._sizes if n not in fixed], attempt)

    def at(self, sizes: Mapping[str, int]) -> Op:
        """The op with examples of chosen sizes.

        Raises:
            UserError: kind ``sizes``; there is no such axis, or it has the size that it has.
        """
        for name in sizes:
            if name not in self._sizes:
                hint = f"Its dynamic axes: {', '.join(self._sizes) or 'none'}."
                raise UserError("sizes", f"the model has no dynamic axis '{name}'", hint)
            if fixed := self._fixed(name):
                hint = f"Add [[model.cases]] that give '{name}' another size."
                raise UserError("sizes", f"'{name}' has one size: {fixed}", hint)
        return self._with(sizes)

    def problems(self) -> Iterator[Problem]:
        """The axes that are not tried with two other sizes, and why."""
        for name in filter(self._lacks, self._sizes):
            fixed = self._fixed(name)
            tried = ", ".join(map(str, self._tried[name]))
            done = (
                f"tried with one other size only ({tried})"
                if tried
                else "not tried with another size"
            )
            sizes = "another size" if tried else "two other sizes"
            rows = [i for i, e in enumerate(self._op.model.inputs) if name in e.dynamic.values()]
            yield Problem(
                "sizes",
                f"'{name}' is {done}: {fixed or self._why.get(name, 'no size fits')}",
                f"Add [[model.cases]] that give '{name}' {sizes}.",
                key=f"model.inputs[{rows[0]}].dynamic" if rows else "",
                severity="warning",
            )

    def _lacks(self, name: str) -> bool:
        return len(self._tried[name]) < _WANTED

    def _fixed(self, name: str) -> str:
        """Why an axis has the size that it has; empty where others can be made."""
        for example in self._op.model.inputs:
            axes = [axis for axis, own in example.dynamic.items() if own == name]
            if axes and not example.none:
                if file_kind(example.file) is IMAGE:
                    if not all(_is_resizable(example, axis) for axis in axes):
                        return given_words(example)
                elif _is_given(example) and (why := self._why_not_grown(example)):
                    return why
        return ""

    def _why_not_grown(self, example: Example) -> str:
        return why_not_grown(example, self._sample.tensors.get(example.arg))

    def _rules(self) -> tuple[_Rule, ...]:
        dynamic = [e for e in self._op.model.inputs if e.dynamic and not e.none]
        largest = {name: _LARGER[-1][0](size) for name, size in self._sizes.items()}
        grown = (_resized(e, largest) for e in dynamic)
        if sum(prod(e.shape) for e in grown if e.shape is not UNSET) <= _LARGE:
            return _LARGER
        return _SMALLER if self._may_shrink() else _NEAR

    def _may_shrink(self) -> bool:
        """Not where a number may be an index, which a kernel need not compare with the size."""
        if any(
            not tensor.is_floating_point() and str(tensor.dtype) != "torch.bool"
            for tensor in self._sample.tensors.values()
        ):
            return False
        values = (v for v in self._sample.fixed.values())
        flat = [i for v in values for i in (v if isinstance(v, list | tuple) else [v])]
        largest = max((i for i in flat if isinstance(i, int)), default=0)
        smallest = (size // 4 for size in self._sizes.values() if size > 3)
        return all(size >= largest for size in smallest)

    def _try(self, names: Sequence[str], rule: _Rule, attempt: Callable[[Op, str], str]) -> str:
        """Why the axes cannot have other sizes by a rule; empty where they can."""
        first = ""
        for change in rule:
            sizes = {name: change(self._sizes[name]) for name in names}
            if any(s == self._sizes[n] or s in self._tried[n] for n, s in sizes.items()):
                continue
            text = words_of(sizes)
            why = attempt(self._with(sizes), text)
            if not why:
                for name, size in sizes.items():
                    self._tried[name].add(size)
                self._seen.append({**self._sizes, **sizes})
                return ""
            first = first or f"with {text} {why}"
        return first

    def _try_apart(self, names: Sequence[str], attempt: Callable[[Op, str], str]) -> None:
        """Give axes that always had one size different ones; an op that binds them refuses."""
        sizes = dict(self._sizes)
        for i, name in enumerate(names):
            sizes[name] += sum(self._alike(name, other) for other in names[:i])
        if sizes != self._sizes:
            attempt(self._with(sizes), words_of({n: sizes[n] for n in names}))

    def _alike(self, one: str, other: str) -> bool:
        return all(seen.get(one) == seen.get(other) for seen in self._seen)

    def _with(self, sizes: Mapping[str, int]) -> Op:
        """The op with examples of these sizes."""
        model = self._op.model
        inputs = tuple(self._resized(e, sizes) for e in model.inputs)
        return replace(self._op, model=replace(model, inputs=inputs))

    def _resized(self, example: Example, sizes: Mapping[str, int]) -> Example:
        tensor = self._sample.tensors.get(example.arg)
        is_image = file_kind(example.file) is IMAGE
        if not _is_given(example) or is_image or not example.dynamic or tensor is None:
            return _resized(example, sizes)
        return grown(example, tensor, sizes)


def _is_given(example: Example) -> bool:
    """Whether its elements are written out, or in a file."""
    return bool(example.file) or example.value is not UNSET


def _is_resizable(example: Example, axis: int) -> bool:
    """Whether its file gives other sizes of an axis, too: an image of its height and width."""
    return file_kind(example.file) is IMAGE and example.axes[axis] in "HW"


def _with_shape(example: Example, sample: Sample) -> Example:
    """An image with the shape that it came to."""
    tensor = sample.tensors.get(example.arg)
    if file_kind(example.file) is not IMAGE or example.shape is not UNSET or tensor is None:
        return example
    return replace(example, shape=tuple(tensor.shape))


def _named_sizes(sample: Sample) -> Iterator[tuple[str, int]]:
    """The dynamic axes' names with their sizes; one name may come several times."""
    for tensor, axes in sample.dynamic.items():
        for axis, name in axes.items():
            yield name, sample.tensors[tensor].shape[axis]


def _resized(example: Example, sizes: Mapping[str, int]) -> Example:
    """An example with other sizes of the axes that have these names."""
    if example.shape is UNSET:
        return example
    shape = list(example.shape)
    for axis, name in example.dynamic.items():
        shape[axis] = sizes.get(name, shape[axis])
    return replace(example, shape=tuple(shape))
