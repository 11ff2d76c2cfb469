"""Which candidates whoever gave some files means: theirs, before those of what came along."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from workbench.importers.cpp.search.candidates import Candidate, find_candidates
from workbench.importers.cpp.search.scan import scan

__all__ = ["Offered", "offered"]


class Offered:
    """Candidates as they are shown to whoever gave the files.

    Args:
        found: of ``find_candidates``.
        given: the names of the texts that were given, not those of what came along with them.
        declared: the functions that the given texts only declare.

    Attributes:
        given: the names of the texts that were given.
        all: every candidate; what is meant is first.
        meant: the usable ones that may be meant without a word more.
        hidden: those of what came along that cannot be used, or are only declared there, at the end
            of ``all``.
    """

    def __init__(
        self, found: list[Candidate], given: Collection[str], declared: Collection[str]
    ) -> None:
        self.given = given
        usable = [c for c in found if not c.problem]
        own = [c for c in found if _is_of(c, given)]
        self.meant = [c for c in usable if _is_of(c, given)] or [
            c for c in usable if c.function is not None and c.function.name in declared
        ]
        if not self.meant and not any(c.problem for c in own):
            self.meant = usable
        self.meant = [c for c in self.meant if not c.left_out] or self.meant
        # Beside ops, a function that only gives a number mostly helps one of them.
        ops = [c for c in self.meant if c.registration is not None or not c.gives_numbers]
        self.meant = ops or self.meant
        further = [c for c in found if c not in self.meant]
        self.hidden = [c for c in further if c not in own and not _is_there(c)]
        refused = [c for c in further if c in own and c.problem]
        along = [c for c in further if not c.problem and c not in self.hidden]
        middle = [*along, *refused] if self.meant else [*refused, *along]
        self.all = [*self.meant, *middle, *self.hidden]

    @property
    def shown(self) -> list[Candidate]:
        """What is listed: without ``hidden``, as nobody has asked for these."""
        return self.all[: len(self.all) - len(self.hidden)] or self.all

    @property
    def hidden_words(self) -> str:
        """That something is not listed; empty where all is."""
        count = len(self.all) - len(self.shown)
        return f"{count} more of what came along cannot be used." if count else ""


def offered(
    texts: dict[str, str], files: Collection[Path] = (), flags: Sequence[str] = ()
) -> Offered:
    """Look for ops in C++ texts by file name, those of the given ones first.

    Args:
        texts: of ``read_sources``, which has those that were named first.
        files: the ones that were named; none where all were.
        flags: the C++ compiler's, as far as they are known.

    Raises:
        UserError: as ``find_candidates``.
    """
    found = find_candidates(texts, flags)
    given = list(texts)[: len({path.resolve() for path in files}) or None]
    if any(_is_of(c, given) and not c.problem for c in found):
        return Offered(found, given, ())
    functions = scan(texts).functions
    declared = {f.name for f in functions if f.file in given and not f.defined}
    return Offered(found, given, declared)


def _is_there(candidate: Candidate) -> bool:
    """Whether it can be used with nothing more."""
    function = candidate.function
    return not candidate.problem and (function is None or function.defined)


def _is_in(candidate: Candidate, given: Collection[str]) -> bool:
    """Whether they have a candidate, or the kernel of one whose schema came along."""
    function = candidate.function
    if function is not None and candidate.style.registers_itself and function.file in given:
        return True
    return candidate.file in given


def _is_of(candidate: Candidate, given: Collection[str]) -> bool:
    registration = candidate.registration
    registered = registration is not None and registration.file in given
    return _is_in(candidate, given) or registered
