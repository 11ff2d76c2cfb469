"""A window in Chinese."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def chinese(_own_settings) -> Iterator[None]:
    """To be asked for before the window: it begins in Simplified Chinese."""
    from workbench.gui.language import qt_texts, translation
    from workbench.gui.language.languages import SETTING
    from workbench.gui.settings import Settings

    Settings().set_text(SETTING, "zh_CN")
    yield
    qt_texts.show_as_written()
    translation.forget()
