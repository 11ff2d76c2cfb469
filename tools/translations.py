"""Brings the catalogues in ``resources/translations`` up to date with the program's texts.

python tools/translations.py

``texts.json`` lists what the window may show (``tools/shown_texts.py`` finds it). Each ``.ts`` gets what is
new, marked as unfinished, and loses what is gone; Qt's Linguist edits it. The ``.qm`` is compiled from it
by the ``lrelease`` that PySide6 brings. Tests fail while a list is not current or a text has no translation.
"""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.shown_texts import shown_texts  # noqa: E402  # from this checkout
from workbench.gui.language.translation import CONTEXT  # noqa: E402

FOLDER = ROOT / "resources" / "translations"
LIST = FOLDER / "texts.json"
LANGUAGES = ("zh_CN",)


def listed() -> str:
    """What ``texts.json`` shall hold."""
    return json.dumps(sorted(shown_texts(ROOT)), ensure_ascii=False, indent=0) + "\n"


def read(path: Path) -> dict[str, str]:
    """The translations of a ``.ts``; without what is unfinished."""
    if not path.is_file():
        return {}
    found = {}
    for message in ET.parse(path).getroot().iter("message"):
        translation = message.find("translation")
        if translation is not None and translation.get("type") is None:
            found[message.findtext("source") or ""] = translation.text or ""
    return found


def write(path: Path, language: str, known: dict[str, str]) -> int:
    """Write a ``.ts`` of all texts. Returns how many are unfinished."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    unfinished = 0
    for text, module in sorted(shown_texts(ROOT).items()):
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "location", filename=f"../../{module}")
        ET.SubElement(message, "source").text = text
        translation = ET.SubElement(message, "translation")
        translation.text = known.get(text, "")
        if not translation.text:
            translation.set("type", "unfinished")
            unfinished += 1
    ET.indent(root, " ")
    body = ET.tostring(root, encoding="unicode")
    path.write_text(
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8"
    )
    return unfinished


def compile_catalogue(source: Path, target: Path) -> None:
    """``.ts`` to ``.qm``. Raises CalledProcessError."""
    import PySide6

    folder = Path(PySide6.__file__).parent
    subprocess.run(
        [folder / "lrelease", "-silent", "-nounfinished", source, "-qm", target], check=True
    )


def main() -> int:
    """Exit status 0 if nothing is unfinished."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    LIST.write_text(listed(), encoding="utf-8")
    left = 0
    for language in LANGUAGES:
        source = FOLDER / f"{language}.ts"
        unfinished = write(source, language, read(source))
        compile_catalogue(source, source.with_suffix(".qm"))
        print(f"{source.relative_to(ROOT)}: {unfinished} unfinished")
        left += unfinished
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
