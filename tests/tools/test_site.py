"""The manual as a site, and the pictures: what they are told is what is there."""

from __future__ import annotations

from pathlib import Path

from tools import screenshots, site
from workbench import paths
from workbench.core.manual import manual_pages


def test_the_site_has_every_page_of_the_contents() -> None:
    nav = site.config()["nav"]
    assert isinstance(nav, list)
    entries = [entry for section in nav[1:] for pages in section.values() for entry in pages]
    assert [file for entry in entries for file in entry.values()] == [
        p.file for p in manual_pages()
    ]


def test_the_site_asks_for_nothing_from_elsewhere() -> None:
    """Material's plugin for sites read from a folder names a script at unpkg.com, unless it is given one."""
    told = site.config()
    assert told["extra"] == {"polyfills": [site.FRAME_WORKER]}
    assert "iframe-worker" in site.FRAME_WORKER, "how the plugin knows it"
    assert isinstance(told["theme"], dict)
    assert (Path(told["theme"]["custom_dir"]) / site.FRAME_WORKER).is_file()


def test_the_pictures_of_the_manual_are_shown_there() -> None:
    docs = paths.docs()
    text = "\n".join(path.read_text("utf-8") for path in docs.rglob("*.md"))
    text += (docs.parent / "README.md").read_text("utf-8")
    names = {path.stem for path in (docs / "images").glob("*.png")}
    assert set(screenshots.MANUAL.values()) <= names
    assert [name for name in names if f"images/{name}.png" not in text] == []
