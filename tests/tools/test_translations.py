"""The catalogues: current, complete, and with the same places as the English texts."""

from __future__ import annotations

import json

import pytest

from tools import translations
from workbench.gui.language.template import places_of

CATALOGUES = [translations.FOLDER / f"{code}.ts" for code in translations.LANGUAGES]
GRAMMAR = {"verb"}
"""Places that only English has: was and were."""


def test_the_list_of_texts_is_current() -> None:
    """Else: tools/translations.py, and translate what it adds."""
    assert json.loads(translations.LIST.read_text(encoding="utf-8")) == json.loads(
        translations.listed()
    )


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_every_text_is_translated(path) -> None:
    texts = json.loads(translations.LIST.read_text(encoding="utf-8"))
    known = translations.read(path)
    assert [text for text in texts if not known.get(text)] == []
    assert sorted(known) == texts


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_the_places_of_a_template_are_those_of_its_translation(path) -> None:
    wrong = {
        text: said
        for text, said in translations.read(path).items()
        if set(places_of(text)) - GRAMMAR != set(places_of(said)) - GRAMMAR
    }
    assert wrong == {}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_an_access_key_is_kept(path) -> None:
    """Of a menu's entry or a button the letter is the same: ``&Save`` is ``保存(&S)``."""
    lost = {
        text: said
        for text, said in translations.read(path).items()
        if text != said
        and (at := text.find("&")) >= 0
        and text[at + 1 : at + 2].isalpha()
        and len(text) < 60
        and f"&{text[at + 1].upper()}" not in said
        and "&" not in said
    }
    assert lost == {}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_what_the_window_loads_is_compiled_from_the_catalogue(path, tmp_path) -> None:
    made = tmp_path / "made.qm"
    translations.compile_catalogue(path, made)
    assert made.read_bytes() == path.with_suffix(".qm").read_bytes()
