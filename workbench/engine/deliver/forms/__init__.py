"""How each form is written: one object per form of ``core/delivery``, in a file each."""

from __future__ import annotations

from workbench.core.registry import Registry
from workbench.engine.deliver.writer import Writer

__all__ = ["WRITERS"]

WRITERS: Registry[Writer] = Registry(__name__, "WRITER")
"""A form's name → what writes it."""
