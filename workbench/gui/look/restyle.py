"""Properties that the style sheet looks at."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

__all__ = ["restyle"]


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet looks at."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
