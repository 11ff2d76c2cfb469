"""Which of the texts that came along become files of an op: what its function needs."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath

from workbench.importers.cpp.drafting.draft import draft_of, lent_headers
from workbench.importers.cpp.headers.files import Texts
from workbench.importers.cpp.search.candidates import Candidate
from workbench.importers.cpp.search.needed import needed_by
from workbench.importers.cpp.search.registrations import kinds_in
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.drafts.draft import Draft

__all__ = ["draft_among"]


def draft_among(
    candidate: Candidate, texts: dict[str, str], given: Collection[str], name: str = ""
) -> Draft:
    """Draft the op of a candidate with what was given, and of what came along with what it needs.

    A file that only binds functions for Python brings the files of all of them along, and the op of
    one needs few.

    Args:
        candidate: of ``find_candidates(texts)``, without a problem.
        texts: the C++ texts by file name.
        given: the names of those that were given.
        name: the op's; from the candidate's where empty.

    Raises:
        UserError: as ``draft_of``.
    """
    return draft_of(candidate, texts, name, _kept(candidate, texts, given))


def _kept(
    candidate: Candidate, texts: dict[str, str], given: Collection[str]
) -> dict[str, str] | None:
    style, function = candidate.style, candidate.function
    if function is None or function.file in given or not style.asks_head or style.is_shared:
        return None
    if candidate.undefined:
        return None  # what cannot be found in the files may be in any of them
    binding = {s.file for s in parsed(texts) if kinds_in(s)}
    own = [name for name in given if name not in binding]
    first = [function.file, *lent_headers(candidate, texts), *own]
    kept = needed_by(first, texts)
    # A source that came along for a header may define what is not seen: in a namespace of a macro, say.
    through = texts.through if isinstance(texts, Texts) else {}
    headers = {PurePosixPath(name).name for name in kept}
    beside = [
        source
        for source, why in through.items()
        if any(PurePosixPath(name).name in headers for _, name in why.includes)
    ]
    return needed_by([*first, *beside], texts)
