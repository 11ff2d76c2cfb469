"""How long the window took to appear, counted from the start of the process."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

__all__ = ["REPORT_VARIABLE", "StartupReport"]

REPORT_VARIABLE = "OP_WORKBENCH_STARTUP_REPORT"
_IMPORTED_AT = time.monotonic()


def _process_age() -> float:
    """Seconds since the process was started, interpreter and imports included."""
    try:
        fields = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        started = int(fields[19]) / os.sysconf("SC_CLK_TCK")
        return time.clock_gettime(time.CLOCK_BOOTTIME) - started
    except (OSError, AttributeError, ValueError, IndexError):
        return time.monotonic() - _IMPORTED_AT


class StartupReport:
    """Notes when things happened; written as JSON where ``OP_WORKBENCH_STARTUP_REPORT`` says."""

    def __init__(self) -> None:
        self.marks: dict[str, float] = {}
        self._file = os.environ.get(REPORT_VARIABLE, "")

    def mark(self, name: str) -> None:
        """Note that something has happened, in milliseconds since the process started."""
        if name in self.marks:
            return
        self.marks[name] = round(_process_age() * 1000, 1)
        if self._file:
            text = json.dumps(self.marks, indent=2)
            Path(self._file).write_text(text + "\n", encoding="utf-8")
