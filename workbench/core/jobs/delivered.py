"""What a delivery was used for, and where it is."""

from __future__ import annotations

import msgspec

from workbench.core.jobs.message import Message

__all__ = ["DeliverResult", "DeliveryCheck"]


class DeliveryCheck(msgspec.Struct, frozen=True):
    """One way in which a delivery was used in a fresh place.

    Attributes:
        what: of the delivery was used.
        how: where, and with what.
        said: the last line that it printed; empty where it was not used.
        platform: for which platform that is, where it is not this machine's.
    """

    what: str
    how: str
    said: str = ""
    platform: str = ""

    @property
    def title(self) -> str:
        """``linux-aarch64: main.cpp``."""
        told = not self.platform or self.what.startswith(f"{self.platform}/")
        return self.what if told else f"{self.platform}: {self.what}"

    @property
    def words(self) -> str:
        """What came of it, for people."""
        return self.said or "not run"


class DeliverResult(Message, frozen=True):
    """A delivery that is there, whole.

    Attributes:
        target: the folder or archive.
        files: how many there are in it.
        bytes: of the folder's files together, or of the archive.
        checks: what it was used for before it was put there.
    """

    target: str
    files: int
    bytes: int
    checks: tuple[DeliveryCheck, ...]
