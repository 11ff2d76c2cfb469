"""What came of applying an op, in the words of the command line and of the window."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.jobs import ApplyResult
from workbench.core.pipeline.op_state import STATUS_WORDS

__all__ = ["AppliedWords"]


class AppliedWords:
    """The words for a result."""

    def __init__(self, result: ApplyResult) -> None:
        self._result = result

    def lines(self) -> Iterator[str]:
        """One line per fact, the verdict first."""
        yield self.verdict
        yield from self.facts

    @property
    def facts(self) -> Iterator[str]:
        """What was done, in a line each."""
        yield self.places
        yield from self.left
        yield self.times
        if self._result.model:
            yield f"written: {self._result.model}"

    @property
    def outputs(self) -> Iterator[str]:
        """A line per output that was compared."""
        for o in self._result.compared:
            said = "agrees" if o.agrees else "DIFFERS"
            most = "not finite" if o.max_abs_diff is None else f"{o.max_abs_diff:.3g}"
            yield (
                f"{o.name} {o.dtype}{list(o.shape)}: {said}, max abs {most}, {o.differing:,} of "
                f"{o.elements:,} differ ({o.tolerance})"
            )

    @property
    def verdict(self) -> str:
        """Whether the model gives what it gave."""
        if not self._result.compared:
            why = "the model does not run without the op, so there is nothing to compare with"
            return f"{STATUS_WORDS[self._result.status]}: {why}"
        return f"before and after: {STATUS_WORDS[self._result.status]}"

    @property
    def places(self) -> str:
        """Where the op is in the model now."""
        found = self._result
        parts = []
        if found.replaced:
            parts.append(f"put in {_times(found.replaced, 'place')} of standard nodes")
        if found.standing:
            parts.append(f"there already {_times(found.standing, 'time')}")
        return f"{', '.join(parts)}; its kernel ran {_times(found.ran, 'time')}"

    @property
    def left(self) -> Iterator[str]:
        """Nodes that look like the op's, and are left as they are."""
        for reason, count in self._result.left.items():
            yield f"left as it is, {_times(count, 'time')}: {reason}"

    @property
    def times(self) -> str:
        """What a run takes."""
        before, after = self._result.before, self._result.after
        if not before:
            return f"{after:.3f} ms a run"
        return f"{before:.3f} ms a run before, {after:.3f} ms after ({after / before:.2f} of it)"


def _times(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"
