"""The pages of an op, in the order of the page bar: one file and one line each."""

from __future__ import annotations

import importlib
from pathlib import PurePath
from typing import TYPE_CHECKING

import msgspec

from workbench.core.errors import Problem
from workbench.core.files.file_roles import SOURCES
from workbench.core.op_toml.keys import key_at

if TYPE_CHECKING:
    from workbench.gui.pages.base import Page
    from workbench.gui.services import Services

__all__ = ["PAGES", "PageSpec", "page_of", "page_of_problem"]


class PageSpec(msgspec.Struct, frozen=True):
    """One page.

    Attributes:
        id: its name in code.
        title: its name in the page bar.
        module: its file; holds a class ``<Title>Page``.
        tip: what it is for.
        icon: its icon in the page bar.
    """

    id: str
    title: str
    module: str
    tip: str
    icon: str

    def make(self, services: Services) -> Page:
        """Import and build the page; only those that are looked at cost time."""
        module = importlib.import_module(f"workbench.gui.pages.{self.module}")
        page: Page = getattr(module, f"{self.title}Page")(services)
        page.setObjectName(f"page.{self.id}")
        return page


PAGES: tuple[PageSpec, ...] = (
    PageSpec("kernel", "Kernel", "kernel", "The sources of the op", "kernel"),
    PageSpec(
        "signature", "Signature", "signature", "Arguments, outputs and element types", "signature"
    ),
    PageSpec("mapping", "Mapping", "mapping", "The ONNX nodes that the op becomes", "mapping"),
    PageSpec(
        "model", "Model", "model", "The sample model, and what the op should compute", "model"
    ),
    PageSpec("graph", "Graph", "graph", "The exported model", "graph"),
    PageSpec("run", "Run", "run", "ONNX Runtime's results beside PyTorch's", "check"),
    PageSpec("checks", "Checks", "checks", "The op tried in hundreds of ways", "grid"),
)


def page_of(key: str) -> str:
    """The page on which a part of the declaration is edited."""
    known = key_at(key)
    return known.page if known is not None else "signature"


def page_of_problem(problem: Problem, broken: bool) -> str:
    """The page on which a problem is seen to.

    Args:
        problem: of an op.
        broken: its declaration cannot be shown in forms.
    """
    if problem.key and not broken:
        return page_of(problem.key)
    if problem.line or broken or PurePath(problem.file).suffix in SOURCES:
        return "kernel"
    return "run"
