"""The last two exports of each op, in the history: where their models are, so that they can be compared.

The models themselves lie in the cache, whose limit is theirs, too. The one before counts as used with
each new export, so that it does not go before the last one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from workbench.core.jobs import ExportResult
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage import cache
from workbench.core.storage.history_file import HistoryFile

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["Exports", "exports_of", "insert_export"]


class Exports(msgspec.Struct, frozen=True):
    """The models of two exports of an op.

    Attributes:
        last: the one that was exported last.
        before: the one before; empty for none.
    """

    last: str
    before: str

    def before_model(self, model: Path) -> Path | None:
        """The export before a model, where it is still there.

        Args:
            model: the one that is current: the last, or one newer than it.
        """
        found = self.before if model == Path(self.last) else self.last
        return Path(found) if found and Path(found).is_file() else None


def insert_export(file: Connection, state: OpState) -> None:
    """Keep where the last export of an op is. The same model again is no new export."""
    ended = state.result("export")
    if ended is None or not isinstance(ended.result, ExportResult):
        return
    folder, model = state.folder, ended.result.model
    row = file.execute("SELECT last FROM exports WHERE folder = ?", (str(folder),)).fetchone()
    last = row[0] if row is not None else ""
    if last == model:
        return
    file.execute("INSERT OR REPLACE INTO exports VALUES (?, ?, ?)", (str(folder), model, last))
    cache.mark_used((last,))


def exports_of(history: HistoryFile, folder: Path) -> Exports | None:
    """The last two exports of an op; None where it was not exported.

    Raises:
        UserError: kind ``history``.
    """
    with history.open() as file:
        row = file.execute(
            "SELECT last, before FROM exports WHERE folder = ?", (str(folder),)
        ).fetchone()
    return Exports(*row) if row is not None else None
