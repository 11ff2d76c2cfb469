"""The delivery job: written beside its place, used in a fresh one, and only then put there."""

from __future__ import annotations

import contextlib
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

from workbench.core.delivery import place_of
from workbench.core.errors import UserError
from workbench.core.files.files import umask
from workbench.core.files.leftovers import remove_left, scratch_folder
from workbench.core.jobs import DeliverJob, DeliverResult
from workbench.engine.deliver.forms import WRITERS
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.platforms import with_libraries
from workbench.engine.host.child import Channel

__all__ = ["deliver_job"]


def deliver_job(job: DeliverJob, channel: Channel) -> None:
    """Stage ``deliver``."""
    writer = WRITERS[job.form]
    with channel.stage("deliver") as outcome:
        target = place_of(Path(job.target), job.zipped)
        with _beside(target) as scratch:
            folder = scratch / job.op.name
            folder.mkdir()
            if job.platforms:
                job = with_libraries(job, channel)
            channel.progress("deliver", 0, 2, "writing the delivery")
            writer.write(job, folder)
            channel.progress("deliver", 1, 2, "using the delivery in a fresh place")
            with FreshPlace.of(folder) as place:
                checks = tuple(writer.check(job, place))
            writer.finish(job, folder, checks)
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            made = _zip(folder, files) if job.zipped else folder
            _readable(scratch)
            size = sum(path.stat().st_size for path in ([made] if job.zipped else files))
            target.parent.mkdir(parents=True, exist_ok=True)
            place_of(target, job.zipped)  # nobody has taken it meanwhile
            made.rename(target)  # takes the place of an empty folder, and of nothing else
        outcome.result = DeliverResult(str(target), len(files), size, checks)


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A folder of one's own from which a finished delivery can be moved to its place.

    Raises:
        UserError: kind ``deliver``; for whatever cannot be written.
    """
    above = next(path for path in target.parents if path.is_dir())
    prefix = f".{target.name[:30]}."
    remove_left(above, prefix)
    try:
        with scratch_folder(above, prefix) as scratch:
            yield scratch
    except OSError as error:
        hint = "Nothing was left there. Choose a folder that can be written, and look at the space on the disk."
        reason = f"the delivery cannot be written: {error.strerror or error}"
        raise UserError("deliver", reason, hint, file=target) from error


def _zip(folder: Path, files: list[Path]) -> Path:
    """The folder as one archive; programs in it stay programs."""
    made = folder.with_name(f"{folder.name}.zip")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            archive.write(path, path.relative_to(folder.parent))
    return made


def _readable(folder: Path) -> None:
    """The modes that files have which a user makes: what is temporary is for its maker only."""
    mask = ~umask()
    for path in folder.rglob("*"):
        usual = 0o777 if path.is_dir() or os.access(path, os.X_OK) else 0o666
        path.chmod(usual & mask)
