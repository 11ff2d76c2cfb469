"""Finds the translation of a text that was put together from templates and values.

A text such as ``'x' has no example`` reaches the window whole, perhaps from another process or from an
earlier session; its template is ``'{name}' has no example``. It is found by its rarest word, the values
at its places are read off the text, translated where they are texts themselves, and put into the
translation. A name in quotes stays as it is.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from workbench.gui.language.template import (
    ENDS_SAID,
    JOINTS_SAID,
    PLACE,
    Template,
    are_identifiers,
    at_place,
    filled,
    has_english,
    is_clean,
    plain_text,
    unbraced,
    words_of,
)

__all__ = ["Catalogue"]

_GAP = re.compile(r"(?<=[\u4e00-\u9fff，。：；、（]) (?=[\u4e00-\u9fff（])")
_LATIN = re.compile(r"[A-Za-z]")
_COUNTED = re.compile(r"(\d[\d,.]*) (.+)")
_SCHEMA = re.compile(r"[\w:.]*\(.*\) -> (?:\(.*\)|\S+)")
"""A torch schema, or what stands behind an op's name."""
_NEXT = re.compile(r" [A-Z]")
_ARTICLE = re.compile(r"[Aa]n? (\w+\[.*\]|\S+)")
_NUMBERED = re.compile(r"(.+) (\d+)")
_TAG = re.compile(r"(</?(?:a|b|br|code|h[1-6]|i|li|p|span|table|td|th|tr|ul)\b[^<>]*>)")
_ENTITY = re.compile(r"&(?:#x27|quot|amp|lt|gt);")
_LINES = re.compile(r"([\n\t]+)")
_FACTS = re.compile(r"( · )")
"""Facts beside each other: no sentence goes over it."""
_RECORD = re.compile(r"([a-z]+(?: [a-z]+)?) (\S+)")
"""Of a declaration, with its name or number."""
_SENTENCE = re.compile(r"(?<=[.!?…])(?<!e\.g\.)(?<!i\.e\.)(\s+)(?=[A-Za-z'\"0-9«])")
_JOINTS = (
    re.compile(r"(; )"),
    re.compile(r"(: )"),
    re.compile(r"( · | — | – | \| )"),
    re.compile(r"((?:, and |, or |, | and | or )(?![^\[\](){}]*[\])}]))"),
    re.compile(r"( +\(|\))"),
)
_BEFORE = re.compile(r"[:;] |[.!?…] [A-Z0-9]")
_QUOTES = "'\"`"
_TAIL = re.compile(r"[,;] (?![^\[\](){}]*[\])}])")
_BRACKET = re.compile(r"(.+) \(([^()]+)\)")
_NAMES = re.compile(r"[\w.:]+(?:, [\w.:]+)*")
_NODE = re.compile(r"(?:\w+::)?[A-Z]\w* '[^']*'")
"""A node's title, such as ``Add 'x'``: only a template that has quotes itself has made such a text."""
_Only = Callable[[str], object] | None
_HALF, _NEARLY_ALL = 0.5, 0.75
_BEFORE_QUOTED = (": ", ":\n", " (", "\n")
_MOST_DEPTH = 9
_FEW_WORDS = 2  # with so many, a single word that stands at a place is a name
_MOST_TRIED = 8
_MOST_LENGTH = 4000
_MOST_KEPT = 20_000


def _are_as_many(text: str, other: str) -> bool:
    """Whether two texts are of as many sentences."""
    first, second = (len(_SENTENCE.findall(_SCHEMA.sub("", t))) for t in (text, other))
    return first == second


class Catalogue:
    """The translations of one language.

    Args:
        translate: gives the translation of a text or a template; an empty text for an unknown one.
        texts: all texts and templates that it knows.
    """

    def __init__(self, translate: Callable[[str], str], texts: Iterable[str]) -> None:
        texts = list(texts)
        # What is put behind something begins with a space; it is found as a sentence of its own, too.
        self._spaced = {text.strip(): text for text in texts if text != text.strip()}
        self._known = translate
        texts = list(dict.fromkeys([*texts, *self._spaced]))
        templates = [Template.of(text) for text in texts if PLACE.search(text)]
        self._tails = [Template.of(text) for text in texts if _TAIL.match(text)]
        words = [self._words(" ".join(t.literals)) for t in templates]
        count = Counter(word for of_one in words for word in of_one)
        self._by_word: dict[str, list[Template]] = {}
        for template, of_one in zip(templates, words, strict=True):
            if of_one:
                rarest = min(of_one, key=lambda word: (count[word], -len(word)))
                self._by_word.setdefault(rarest, []).append(template)
        self._plain_of = {
            plain: text
            for text in texts
            if "&" in text or text.endswith("…")
            for plain in (plain_text(text), text.replace("&", ""))
        }
        self._patterns: dict[str, re.Pattern[str]] = {}
        self._kept: dict[str, str] = {}
        self._cut = 0  # how often a part was too deep to be looked at

    def _translate(self, text: str) -> str:
        return self._known(text) or self._known(self._spaced.get(text, "")).strip()

    @staticmethod
    def _words(text: str) -> set[str]:
        return {word.lower() for word in words_of(text)}

    def __call__(self, text: str) -> str:
        """The translation; the text itself where none is known."""
        return self._said(text, 0)

    def _said(self, text: str, depth: int) -> str:
        kept = self._kept.get(text)
        if kept is None:
            if len(text) > _MOST_LENGTH or not _LATIN.search(text):
                return text
            if depth > _MOST_DEPTH:
                self._cut += 1
                return text
            cut = self._cut
            kept = text if _SCHEMA.fullmatch(text) else self._found(text, depth)
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            if depth == 0 or cut == self._cut:  # alone it is told further than deep in another
                self._kept[text] = kept
        return kept

    def _found(self, text: str, depth: int) -> str:
        core = text.strip()
        if core != text:
            before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            return self._exact(text) or before + self._said(core, depth + 1) + after
        return (
            self._exact(text)
            or ("\n" in text and self._template(text, depth, sure=True, foreign=_NEARLY_ALL))
            or ("<" in text and self._template(text, depth, sure=True, only=_TAG.search))
            or self._parts(_LINES, text, depth)
            or self._marked(text, depth)
            or self._facts(text, depth)
            or self._parts(_SENTENCE, text, depth, all_of_them=True)
            or self._ended(text, depth)
            or self._labelled(text)
            or self._template(text, depth, sure=True)
            or self._tailed(text, depth)
            or self._joined(text, depth)
            or self._template(text, depth, sure=False)
            or self._named(text, depth)
            or self._hinted(text, depth)
            or self._template(text, depth, sure=True, foreign=_HALF)
            or self._template(text, depth, sure=False, foreign=_HALF)
            or self._parts(_SENTENCE, text, depth)
            or text
        )

    def _facts(self, text: str, depth: int) -> str:
        """Facts beside each other; one may be a noun that is known with a name: ``argument x``."""
        parts = _FACTS.split(text)
        if len(parts) < 2:
            return ""
        said = [self._said(part, depth + 1) for part in parts]
        for at, part in enumerate(parts):
            record = _RECORD.fullmatch(part) if said[at] == part else None
            if record and (noun := self._exact(record[1])):
                said[at] = f"{noun} {record[2]}"
        return "".join(said) if said != parts else ""

    def _hinted(self, text: str, depth: int) -> str:
        """What somebody else says, and behind it sentences of ours."""
        for between in _SENTENCE.finditer(text):
            if said := self._exact(text[between.end() :]):
                return self._said(text[: between.start()], depth + 1) + between[0] + said
        return ""

    def _labelled(self, text: str) -> str:
        """A label and what it is, both known: ``Bridge to PyTorch: calls the torch op``."""
        said = [self._exact(part) for part in text.split(": ")]
        return "：".join(said) if len(said) > 1 and all(said) else ""

    def _marked(self, text: str, depth: int) -> str:
        """What stands between the tags of HTML, or has its entities."""
        parts = _TAG.split(text)
        if len(parts) < 3 and not _ENTITY.search(text):
            return ""
        for at in range(0, len(parts), 2):
            parts[at] = html.escape(self._said(html.unescape(parts[at]), depth + 1), quote=False)
        return "".join(parts)

    def _named(self, text: str, depth: int) -> str:
        """A number before or behind it; or two labels: ``Kernel compiler flags``."""
        if counted := _COUNTED.fullmatch(text):
            return f"{counted[1]} {self._said(counted[2], depth + 1)}"
        if numbered := _NUMBERED.fullmatch(text):
            return f"{self._said(numbered[1], depth + 1)} {numbered[2]}"
        for at in (match.start() for match in re.finditer(" ", text)):
            first, rest = self._exact(text[:at]), text[at + 1 :]
            if first and (second := self._exact(rest) or self._exact(rest[:1].upper() + rest[1:])):
                return f"{first}：{second}"
        return ""

    def _exact(self, text: str) -> str:
        """As it is, as an action without its key, or as ``core.errors.sentence`` writes it."""
        key = text.replace("{", "{{").replace("}", "}}")
        if found := self._translate(key):
            return unbraced(found)
        if keyed := self._plain_of.get(text):
            return plain_text(unbraced(self._translate(keyed)))
        if " " not in key:
            return ""  # in small letters a word may be a name
        other = key[:1].swapcase() + key[1:]
        if found := self._translate(other):
            return unbraced(found)
        if keyed := self._plain_of.get(other):
            return plain_text(unbraced(self._translate(keyed)))
        found = self._translate(key + ".") or self._translate(other + ".")
        return unbraced(found).removesuffix("。")

    def _tailed(self, text: str, depth: int) -> str:
        """What is put behind another text: ``3 agree, 2 alike by the same kernel``."""
        for at in reversed([match.start() for match in _TAIL.finditer(text)]):
            if tail := self._tail(text[at:], depth):
                head = self._said(text[:at], depth + 1)
                if is_clean(head) and (" " not in head or not has_english(head)):
                    return head + tail
        bracket = _BRACKET.fullmatch(text)
        before = self._tailed(bracket[1], depth) if bracket else ""
        return f"{before}（{self._said(bracket[2], depth + 1)}）" if bracket and before else ""

    def _tail(self, text: str, depth: int) -> str:
        for template in self._tails:
            if match := self._pattern(template).fullmatch(text):
                values, explained = self._values(template, match, depth, 0.0)
                if explained and not any(value.endswith((",", "，")) for value in values.values()):
                    return unbraced(filled(self._translate(template.text), values))
        return ""

    def _ended(self, text: str, depth: int) -> str:
        """Without its full stop, or its dots."""
        end = text[-1]
        if end in ENDS_SAID and len(text) > 1 and text[-2] not in ".…":
            said = self._exact(text[:-1]) or self._template(text[:-1], depth, sure=True)
            if not said and end == ":":
                said = self._template(text[:-1], depth, sure=False)
            return said + ("" if said.endswith(ENDS_SAID[end]) else ENDS_SAID[end]) if said else ""
        if text.endswith(" …"):
            said = self._said(text[:-2], depth + 1)
            return f"{said}…" if said != text[:-2] else ""
        return ""

    def _parts(
        self, joint: re.Pattern[str], text: str, depth: int, all_of_them: bool = False
    ) -> str:
        """The longest runs of parts that are known; empty where nothing came of it."""
        parts = joint.split(text)
        if are_identifiers(parts[::2]) and not all(map(self._exact, parts[::2])):
            return ""  # names, of which some happen to be words: ``input, weight``
        said, at, changed = [], 0, 0
        while at < len(parts) and len(parts) > 2:
            end, one = self._run(joint, parts, at, depth)
            if all_of_them and not is_clean(one) and one != self._exact("".join(parts[at:end])):
                return ""
            changed += one != "".join(parts[at:end])
            said.append(one)
            if end < len(parts):
                between = JOINTS_SAID.get(parts[end], parts[end])
                said.append("" if joint is _SENTENCE and one.endswith(("。", "？")) else between)
            at = end + 1
        return "".join(said) if changed else ""

    def _run(
        self, joint: re.Pattern[str], parts: list[str], at: int, depth: int
    ) -> tuple[int, str]:
        """Where the longest known run of parts ends, and its translation."""
        for end in range(len(parts) if len(parts) % 2 else len(parts) - 1, at + 1, -2):
            run = "".join(parts[at:end])
            known = self._exact(run) or self._ended(run, depth)
            if not known and end > at + 1 and joint is _SENTENCE:
                known = self._template(run, depth, sure=True, only=partial(_are_as_many, run))
            # Otherwise it is that of a shorter text, whose places took whole sentences.
            if known and (end == at + 1 or is_clean(known)):
                return end, known
        return at + 1, self._said(parts[at], depth + 1)

    def _joined(self, text: str, depth: int) -> str:
        """Parts of a sentence, if each is known or no words."""
        for joint in _JOINTS:
            if said := self._parts(joint, text, depth, all_of_them=True):
                return said
        return ""

    def _template(
        self, text: str, depth: int, sure: bool, foreign: float = 0.0, only: _Only = None
    ) -> str:
        """A template that has made the text, if all that stands at its places is explained.

        Args:
            text: which.
            depth: of the parts of a text.
            sure: by templates of many words, or of few.
            foreign: what stands at a place may be a text of somebody else's, if the template says
                this share of the text, or where half is enough, behind a colon; 0 for never.
            only: by those whose text passes.
        """
        found = []
        is_node = _NODE.fullmatch(text) is not None
        for word in self._words(text):
            for template in self._by_word.get(word, ()):
                if (
                    template.is_sure == sure
                    and not (is_node and "'" not in template.text)
                    and template.words >= (_FEW_WORDS if foreign else 0)
                    and template.length <= len(text) + 1
                    and (only is None or only(template.text))
                    and (match := self._pattern(template).fullmatch(text))
                ):
                    found.append((template.length, -len(template.places), template, match))
        found.sort(key=lambda one: one[:2], reverse=True)
        for _length, _places, template, match in found[:_MOST_TRIED]:
            values, explained = self._values(template, match, depth, foreign)
            if explained:
                said = filled(self._translate(template.text), values)
                return _GAP.sub("", unbraced(said)).strip()
        return ""

    def _values(
        self, template: Template, match: re.Match[str], depth: int, foreign: float
    ) -> tuple[dict[str, str], bool]:
        """What stands at the places, in the language, and whether all of it is explained.

        What is not stays as it is. A template of few words explains less: a label (``Size of
        {name}``) may have any name at its place, but the small letters of a sentence may be anybody's.
        ``disk is full`` is no ``{name} is {dtype}``: what stands there is quoted, code, a number, or
        known.
        """
        most = 0 < foreign * len(match[0]) < template.length
        label = template.literals[0][:1].isupper() and match[0][0].isupper()
        values, explained = {}, True
        for number, name in enumerate(template.places):
            given = values[name] = match[number + 1] or ""
            if not given or _SCHEMA.fullmatch(given) or self._is_quoted(match, number + 1):
                continue
            begins = number == 0 and not template.literals[0]
            if begins and _BEFORE.search(given) and template.literals[1][:1] != "\n":
                explained = False  # a clause or a sentence before it is none of its own
            said = self._said(given, depth + 1)
            if said == given and (bare := _ARTICLE.fullmatch(given)):
                said = self._said(bare[1], depth + 1)
            if not is_clean(said) and said != self._exact(given):
                quoted = foreign == _HALF and template.literals[number].endswith(_BEFORE_QUOTED)
                explained = explained and (most or quoted)
                continue
            values[name] = said
            is_name = template.words >= _FEW_WORDS and _NAMES.fullmatch(given) is not None
            if not (template.is_sure or label or is_name) and has_english(said):
                explained = False
        return values, explained

    def _pattern(self, template: Template) -> re.Pattern[str]:
        pattern = self._patterns.get(template.text)
        if pattern is None:
            literals = list(template.literals)
            first = re.escape(literals[0])
            if literals[0][:1].isalpha():
                letter = literals[0][0]
                first = f"[{letter.lower()}{letter.upper()}]" + re.escape(literals[0][1:])
            between = zip(template.places, literals[1:], strict=True)
            source = first + "".join(at_place(p) + re.escape(x) for p, x in between)
            if template.is_sure and _NEXT.match("".join(literals[:2])) and not literals[0]:
                # the sentence before it may be none, and then the space behind it is none
                source = source.replace("(.*?)\\ ", "(?:(.*?)\\ )?", 1)
            pattern = self._patterns[template.text] = re.compile(source, re.DOTALL)
        return pattern

    @staticmethod
    def _is_quoted(match: re.Match[str], group: int) -> bool:
        """Whether it is a name, which stays as it is."""
        text, (begin, end) = match.string, match.span(group)
        return bool(
            begin and end < len(text) and text[begin - 1] == text[end] and text[end] in _QUOTES
        )
