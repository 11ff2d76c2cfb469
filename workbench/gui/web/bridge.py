"""The object that a page sees: named messages with a JSON payload, both ways, in order."""

import json
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

__all__ = ["Bridge"]


class Bridge(QObject):
    """One end of the channel; the other is ``resources/web/bridge.js``.

    Attributes:
        command: to the page: name, payload as JSON.
        received: from the page: name, payload as Python values.
    """

    command = Signal(str, str)
    received = Signal(str, object)

    def post(self, name: str, /, **payload: Any) -> None:
        """Sends a command to the page; lost when no page listens yet."""
        self.command.emit(name, json.dumps(payload))

    @Slot(str, str)
    def send(self, name: str, payload: str) -> None:
        """Called by the page."""
        self.received.emit(name, json.loads(payload))
