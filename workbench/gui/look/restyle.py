"""Properties that the style sheet looks at."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

__all__ = ["restyle"]


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet looks at.

    One that was never set is no news where it is to be empty or False: of the new rows of a form, which
    have nothing wrong, that would be one polish for each field.
    """
    before = widget.property(name)
    if before != value and (before or value):
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
