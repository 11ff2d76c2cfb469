"""A package's ``setup.py`` as what its extensions are built from: read, and never run.

What is only known when it runs is left open and said.
"""

from __future__ import annotations

from workbench.importers.setup_py.package import SETUP, Package, package_draft, read_package
from workbench.importers.setup_py.setup_file import Extension, Setup, merged, read_setup

__all__ = [
    "SETUP",
    "Extension",
    "Package",
    "Setup",
    "merged",
    "package_draft",
    "read_package",
    "read_setup",
]
