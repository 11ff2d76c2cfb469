"""A place where nothing of the program is: there a delivery is used as who gets it does.

A copy of the delivery lies in a folder elsewhere. Python runs isolated, in an environment of its own
that has the named packages and what these need, and neither the program nor its sources.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.engine.distributions import entries, has_pip
from workbench.engine.store import Store

__all__ = ["FreshPlace"]

_SECONDS = 120.0
_KEPT = ("PATH", "HOME", "LANG", "TMPDIR")


class FreshPlace:
    """A copy of a delivery, and ways to use it.

    Args:
        root: an empty folder.
        delivery: what is copied into it.
    """

    def __init__(self, root: Path, delivery: Path) -> None:
        self._root = root
        self.delivery = root / delivery.name
        shutil.copytree(delivery, self.delivery)

    @classmethod
    @contextlib.contextmanager
    def of(cls, delivery: Path) -> Iterator[FreshPlace]:
        """A place that goes away at the end."""
        with Store().scratch() as scratch:
            yield cls(scratch, delivery)

    def python(self, packages: Sequence[str]) -> Path:
        """A Python that has these packages, with what they need, and nothing else.

        Args:
            packages: distributions or modules of this environment; the packages are linked, not
                copied.
        """
        home = Path(tempfile.mkdtemp(prefix="environment-", dir=self._root))
        venv.create(home, symlinks=True, with_pip=not has_pip())
        (site,) = home.glob("lib/python*/site-packages")
        for entry in entries(packages):
            (site / entry.name).symlink_to(entry)
        return home / "bin" / "python"

    def install(self, python: Path, wheel: Path, extras: Sequence[str] = ()) -> None:
        """Install a wheel with pip, from nowhere but here: what it requires must be there.

        Args:
            python: what ``python`` gave.
            wheel: the file.
            extras: of it, whose requirements are looked at, too.

        Raises:
            UserError: kind ``deliver``; pip does not take it.
        """
        name = wheel.name.partition("-")[0]
        wanted = f"{name}[{','.join(extras)}] @ {wheel.as_uri()}" if extras else str(wheel)
        self.pip_install(python, [wanted])

    def pip_install(
        self,
        python: Path,
        words: Sequence[str],
        variables: Mapping[str, str] | None = None,
        seconds: float = _SECONDS,
    ) -> None:
        """``pip install`` in the copy, from nowhere but here.

        Args:
            python: what ``python`` gave.
            words: what is installed, and how.
            variables, seconds: as those of ``run``.

        Raises:
            UserError: kind ``deliver``; pip does not take it.
        """
        own: list[str | Path] = [sys.executable, "-m", "pip", "--python", python]
        pip = own if has_pip() else [python, "-m", "pip"]
        # No settings of this machine: its index, its constraints.
        quiet = [
            "--quiet",
            "--no-index",
            "--no-cache-dir",
            "--disable-pip-version-check",
            "--no-input",
        ]
        given = {"PIP_CONFIG_FILE": os.devnull, **(variables or {})}
        self.run([*pip, "install", *quiet, *words], given, seconds)

    def run(
        self,
        command: Sequence[str | Path],
        variables: Mapping[str, str] | None = None,
        seconds: float = _SECONDS,
        may_end: Collection[int] = (0,),
    ) -> str:
        """Run a program in the copy, and give the last line that it printed.

        Args:
            command: of it.
            variables: for it, beside the few that every program has.
            seconds: that it may take.
            may_end: the exit statuses that are no failure.

        Raises:
            UserError: kind ``deliver``; it failed, or took too long.
        """
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        words = [str(word) for word in command]
        shown = " ".join(Path(word).name for word in words)
        try:
            done = subprocess.run(
                words,
                cwd=self.delivery,
                env={**kept, **(variables or {})},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise _unusable(shown, f"it takes more than {seconds:g} s", "") from None
        if done.returncode not in may_end:
            status = done.returncode
            ended = f"signal {-status}" if status < 0 else f"status {status}"
            raise _unusable(shown, ended, done.stdout + done.stderr)
        return (done.stdout.strip().splitlines() or [""])[-1]


def _unusable(shown: str, why: str, printed: str) -> UserError:
    """What is made does not work where nothing of the program is."""
    said = "\n".join(printed.strip().splitlines()[-8:])
    return UserError(
        "deliver",
        f"in a fresh place, without anything of this program, '{shown}' fails: {why}",
        f"Nothing was delivered. {said}".strip(),
    )
