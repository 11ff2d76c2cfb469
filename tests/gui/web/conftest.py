"""The web views run without a screen, on a scheme that is registered before the application."""

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _prepare() -> None:
    """Chromium's flags and the scheme must stand before pytest-qt makes the application."""
    from workbench.gui.web import chromium
    from workbench.gui.web.scheme import register_scheme

    chromium.configure()
    register_scheme()


_prepare()


@pytest.fixture
def context(qapp):
    """A web context of the test's own; it ends its pages, whatever widgets are still there."""
    from workbench.gui.web.context import WebContext

    context = WebContext(parent=qapp)
    yield context
    context.close()
    context.deleteLater()
