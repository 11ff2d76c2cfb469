"""What ONNX Runtime gave is kept for looking at; no result depends on it."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, RunJob
from workbench.engine.store import Store, digest
from workbench.engine.values.arrays import save_arrays

__all__ = ["KeptOutputs", "keeping"]


class KeptOutputs:
    """Keeps what ONNX Runtime gives.

    Args:
        folder: where it is written; None for nowhere.
        asked: somebody has named the folder: what he asked for has to be there. Else it goes into the
            cache, for looking at, and need not.
    """

    def __init__(self, folder: Path | None, asked: bool) -> None:
        self._folder = folder
        self._asked = asked

    def add(
        self, case: ExportedCase, outputs: dict[str, np.ndarray], who: str = "onnxruntime"
    ) -> None:
        """Write the outputs of a case."""
        if self._folder is None:
            return
        try:
            save_arrays(self._folder / RunJob.kept_name(case, who), outputs)
        except OSError:
            if self._asked:
                raise
            self._folder = None

    def place(self) -> str:
        """The folder that has all that was added from now on; empty where nothing is kept."""
        if self._asked or self._folder is None:
            return str(self._folder or "")
        try:
            key = digest(_named_digests(self._folder))
            there = _sizes(Store().path("outputs", key))
            if there and there != _sizes(self._folder):
                Store().remove("outputs", key)  # damaged since
            return str(Store().add("outputs", key, self._folder))
        except OSError:
            return ""


@contextlib.contextmanager
def keeping(job: RunJob) -> Iterator[KeptOutputs]:
    """Where a job's outputs are kept, until it has ended."""
    if job.keep:
        yield KeptOutputs(Path(job.keep), asked=True)
        return
    with contextlib.ExitStack() as stack:
        folder = None
        # Where the cache cannot be written nothing is kept: whoever builds there says so.
        with contextlib.suppress(UserError):
            folder = stack.enter_context(Store().scratch()) / "outputs"
            folder.mkdir()
        yield KeptOutputs(folder, asked=False)


def _named_digests(folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        yield path.name
        with path.open("rb") as file:
            yield hashlib.file_digest(file, "sha256").hexdigest()


def _sizes(folder: Path) -> dict[str, int]:
    """The files of a folder with their sizes in bytes; none where it is not there."""
    return {p.name: p.stat().st_size for p in folder.iterdir()} if folder.is_dir() else {}
