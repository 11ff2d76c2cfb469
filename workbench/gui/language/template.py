"""A text with places, of which texts are made: ``'{name}' has no example``."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = [
    *("ENDS_SAID", "JOINTS_SAID", "PLACE", "Template", "at_place", "filled", "places_of"),
    *("are_identifiers", "has_english", "is_clean", "plain_text", "unbraced"),
    "words_of",
]

PLACE = re.compile(r"(?<!\{)((?:\{\{)*)\{([A-Za-z_][A-Za-z_0-9]*)\}")
"""A place of a template: its name is the second group. Braces of the text itself are doubled."""

JOINTS_SAID = {
    " (": "（",
    "  (": "（",
    ")": "）",
    "; ": "；",
    ": ": "：",
    ", ": "、",
    " and ": " 和 ",
    " or ": " 或 ",
    ", and ": " 和 ",
    ", or ": " 或 ",
}
ENDS_SAID = {".": "。", ":": "：", "!": "！", "?": "？", ";": "；", ",": "，"}
"""What stands between parts of a text, and at its end, in Chinese."""

_CODE = re.compile(
    r"\w+::[\w.]+\(.*\) -> (?:\(.*\)|\S+)|[\w.]+\([^()]*\)|'[^']*'|\"[^\"]*\"|“[^”]*”|\w*[_.:\[\]/=]\S*"
)
_CLAUSE = re.compile(
    r"\b[a-z]+ [A-Za-z]{2,}\b|\b[A-Z][a-z]* [a-z]{2,}\b|\b(?:the|an?|is|of|and|or) (?=[A-Za-z])"
)
_PLAIN = re.compile(r"(?<![\w-])[a-z]{2,}(?![\w-])")
"""A word of English that nothing has translated."""
_IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*")
_KEY = re.compile(r"\(&[A-Z]\)")
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_TOUCHING = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9%])(?=[\u4e00-\u9fff])")
_SURE_WORDS = 3  # a template of fewer is found in many a sentence that it does not make


_AT = {"noun": "(.*)", "flags": "(-.*?)", "flag": "(-.*?)"}
"""A noun may be two words, where what stands behind it, its name or number, is one."""


def at_place(name: str) -> str:
    """The regular expression of what may stand at a place."""
    return _AT.get(name, "(.*?)")


def are_identifiers(parts: list[str]) -> bool:
    """Whether several words each look like the name of an argument: ``input``, ``stride_h``."""
    return len(parts) > 1 and all(map(_IDENTIFIER.fullmatch, parts))


def is_clean(text: str) -> bool:
    """Whether it has no two words of English after each other."""
    return _CLAUSE.search(_CODE.sub("", text)) is None


def has_english(text: str) -> bool:
    """Whether it has a word of English that nothing has translated."""
    return _PLAIN.search(_CODE.sub("", text)) is not None


def plain_text(text: str) -> str:
    """The text of an action without its access key and its dots: ``&Save as …``, ``另存为(&A)…``."""
    return _KEY.sub("", text).replace("&", "").removesuffix("…").rstrip()


def places_of(text: str) -> list[str]:
    """The names of a template's places, in their order."""
    return [match[2] for match in PLACE.finditer(text)]


def unbraced(text: str) -> str:
    """A template or its translation as it is read: braces of the text itself are single there."""
    return text.replace("{{", "{").replace("}}", "}")


def words_of(text: str) -> list[str]:
    """The words of English in it."""
    return _WORD.findall(text)


def filled(template: str, values: dict[str, str]) -> str:
    """A template with its values; a number or a name does not touch Chinese beside its place."""
    said, at = "", 0
    for match in PLACE.finditer(template):
        said += template[at : match.start()] + match[1]
        value = values.get(match[2], "")
        said += " " * bool(_TOUCHING.match(said[-1:] + value, 1)) + value
        at = match.end()
        said += " " * bool(_TOUCHING.match(said[-1:] + template[at : at + 1], 1))
    return said + template[at:]


class Template(NamedTuple):
    """A text with places, taken apart.

    Attributes:
        text: as it is written.
        literals: what stands before, between and behind its places.
        places: their names.
        length: of the literals together.
        words: how many the literals have.
    """

    text: str
    literals: tuple[str, ...]
    places: tuple[str, ...]
    length: int
    words: int

    @property
    def is_sure(self) -> bool:
        """Whether it has words enough to be known by."""
        return self.words >= _SURE_WORDS

    @classmethod
    def of(cls, text: str) -> Template:
        """Take one apart."""
        literals, places, at = [], [], 0
        for match in PLACE.finditer(text):
            literals.append(unbraced(text[at : match.start(2) - 1]))
            places.append(match[2])
            at = match.end()
        literals.append(unbraced(text[at:]))
        words = sum(len(words_of(literal)) for literal in literals)
        length = sum(map(len, literals))
        return cls(text, tuple(literals), tuple(places), length, words)
