"""The pages of an op, in the order of the page bar: one file and one line each."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from workbench.gui.pages.base import Page
    from workbench.gui.services import Services

__all__ = ["PAGES", "PageSpec", "page_of"]


class PageSpec(msgspec.Struct, frozen=True):
    """One page.

    Attributes:
        id: its name in code.
        title: its name in the page bar.
        module: its file; holds a class ``<Title>Page``.
        keys: the parts of the declaration that are edited there.
        tip: what it is for.
    """

    id: str
    title: str
    module: str
    keys: tuple[str, ...] = ()
    tip: str = ""

    def make(self, services: Services) -> Page:
        """Import and build the page; only those that are looked at cost time."""
        module = importlib.import_module(f"workbench.gui.pages.{self.module}")
        page: Page = getattr(module, f"{self.title}Page")(services)
        page.setObjectName(f"page.{self.id}")
        return page


PAGES: tuple[PageSpec, ...] = (
    PageSpec("kernel", "Kernel", "kernel", (), "The sources of the op"),
    PageSpec(
        "signature",
        "Signature",
        "signature",
        ("schema", "name", "torch", "doc", "types", "args", "outputs", "kernel"),
        "Arguments, outputs and element types",
    ),
    PageSpec(
        "mapping",
        "Mapping",
        "mapping",
        ("mapping", "ort", "variant", "variants"),
        "The ONNX nodes that the op becomes",
    ),
    PageSpec(
        "model",
        "Model",
        "model",
        ("model", "reference"),
        "The sample model, and what the op should compute",
    ),
    PageSpec("graph", "Graph", "graph", (), "The exported model"),
    PageSpec("run", "Run", "run", (), "ONNX Runtime's results beside PyTorch's"),
)


@functools.lru_cache(maxsize=4096)
def page_of(key: str) -> str:
    """The page on which a part of the declaration is edited."""
    from workbench.core.key_path import is_within

    for page in PAGES:
        if any(is_within(key, prefix) for prefix in page.keys):
            return page.id
    return "signature"
