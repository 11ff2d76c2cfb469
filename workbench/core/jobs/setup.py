"""A ``setup.py`` that the user wants to be run."""

from __future__ import annotations

from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.message import Message

__all__ = ["SetupJob", "SetupResult"]


class SetupJob(BaseJob, frozen=True):
    """Run a ``setup.py`` in a copy of its package, for the extensions that it makes.

    Attributes:
        file: of somebody's package.
    """

    host = "torch"
    stages = ("setup",)
    doing = "running setup.py"

    file: str
    limits: Limits = Limits(seconds=180.0)


class SetupResult(Message, frozen=True):
    """What it makes.

    Attributes:
        extensions: JSON of ``importers.setup_py.Extension``, which this layer does not know.
    """

    extensions: str
