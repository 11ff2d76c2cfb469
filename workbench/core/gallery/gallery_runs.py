"""What came of the gallery's ops in each runtime, as ``tools/gallery_runtimes.py`` has recorded it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from workbench.core.pipeline.stage_keys import content_keys
from workbench.core.runtimes import RUNTIMES
from workbench.core.storage import project
from workbench.paths import resources

__all__ = [
    *("CHANGED", "HERE", "NOT_THERE", "GalleryRuns", "Outcome", "contents", "recorded", "table"),
]

HERE = "ONNX Runtime"
"""The column of the comparison that every op goes through."""
NOT_THERE = "not there"
"""In the place of a status: the runtime had not been added where the record was made."""
CHANGED = "changed"
"""In the place of a status: the op is another one than the one that was recorded."""
_GAP = 2


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of one op in one runtime.

    Attributes:
        status: as the report says it.
        reason: why it was not run, or failed.
        skipped: how many of the op's cases were not run.
    """

    status: str
    reason: str = ""
    skipped: int = 0

    @property
    def text(self) -> str:
        """For the table; a star for cases that were not run."""
        return self.status + ("*" if self.skipped else "")


class GalleryRuns(msgspec.Struct, frozen=True):
    """The record.

    Attributes:
        ran_with: runtime → versions, of those that were there.
        ops: op → runtime → what came of it.
        contents: op → the digest of what was verified.
    """

    ran_with: dict[str, str]
    ops: dict[str, dict[str, Outcome]]
    contents: dict[str, str] = {}


def contents() -> dict[str, str]:
    """Op → the digest of what is verified of it, as the gallery is now."""
    return {op.name: content_keys(folder, op)["compare"] for folder, op in project.gallery()}


def recorded() -> GalleryRuns:
    """The record that comes with the program; of an op that was changed since, nothing is known."""
    text = (resources() / "gallery_runtimes.json").read_bytes()
    runs = msgspec.json.decode(text, type=GalleryRuns)
    now = contents()
    ops = {
        op: outcomes
        if runs.contents.get(op) == now.get(op)
        else dict.fromkeys(outcomes, Outcome(CHANGED))
        for op, outcomes in runs.ops.items()
    }
    return msgspec.structs.replace(runs, ops=ops)


def table(runs: GalleryRuns) -> Iterator[str]:
    """Its lines: a row per op, a column per runtime, and below what the cells leave out."""
    there = {name for outcomes in runs.ops.values() for name in outcomes}
    columns = [HERE, *(name for name in RUNTIMES if name in there)]
    rows = [
        [op, *(o.text if (o := outcomes.get(c)) else NOT_THERE for c in columns)]
        for op, outcomes in runs.ops.items()
    ]
    widths = [max(map(len, cells)) + _GAP for cells in zip(["op", *columns], *rows, strict=True)]
    for number, cells in enumerate([["op", *columns], *rows]):
        line = "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
        yield line.rstrip()
        if number == 0:
            yield "-" * len(line.rstrip())
    yield ""
    if any(o.skipped for outcomes in runs.ops.values() for o in outcomes.values()):
        yield "* but for cases that the runtime cannot run"
    if any(NOT_THERE in row for row in rows):
        yield f"{NOT_THERE}: that runtime had not been added where this was recorded"
    if any(CHANGED in row for row in rows):
        yield f"{CHANGED}: since this was recorded; tools/gallery_runtimes.py records it anew"
    for name, versions in runs.ran_with.items():
        yield f"{name}: {versions}"
    if missing := [name for name in RUNTIMES if name not in there]:
        yield f"not added where this was recorded: {', '.join(missing)}"
