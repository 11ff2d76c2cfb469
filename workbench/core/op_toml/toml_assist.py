"""What the editor of ``op.toml`` offers and explains at the caret: keys, their values, headers.

The text may be broken while it is typed, so only what leads to the caret is read: the header above
it, and from there on brackets and keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from workbench.core.declaration.declared import members
from workbench.core.declaration.op import Mapping, Node, Op
from workbench.core.op_toml.key_words import facts_of, header
from workbench.core.op_toml.keys import Key, choices, every_key, key_at, keys_of

__all__ = ["Offer", "explained", "offers"]

_HEADER = re.compile(r"^[ \t]*(\[\[?)[ \t]*([\w.\- \t]*)", re.MULTILINE)
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)|"(?:\\.|[^"\\\n])*(?:"|(?=\n)|\Z)|\'[^\'\n]*(?:\'|(?=\n)|\Z)'
    r"|\#[^\n]*|[\w.\-]+|[=\[\]{},\n]",
    re.DOTALL,
)


_NODE = re.compile(r"^[ \t]*\[\[[\w.\- \t]*\bnodes[ \t]*\]\]", re.MULTILINE)
_OPERATOR = re.compile(r"""\bop[ \t]*=[ \t]*["']([^"'\n]*)["']""")

Files = Callable[[str], Iterable[str]]


class Offer(NamedTuple):
    """One completion.

    Attributes:
        label: what is shown and compared with what is typed; of a header with its brackets.
        text: what is put in; ``$0`` is where the caret goes.
        key: the key that it is or is a value of.
        is_value: a value, not a key.
        replaces: how many letters before the caret it takes the place of.
    """

    label: str
    text: str
    key: Key
    is_value: bool = False
    replaces: int = 0

    @property
    def is_header(self) -> bool:
        """Whether it begins a part."""
        return self.label.startswith("[")


class _Caret(NamedTuple):
    """Where the caret is.

    Attributes:
        part: the path, without numbers, of the table that it is in.
        key: the key whose value it is in; None where a key goes.
        given: the names that this table has before the caret.
        braced: the table is one in braces.
        quoted: the part of the string before the caret; None outside of strings.
        commented: inside a comment.
    """

    part: str
    key: Key | None
    given: frozenset[str] = frozenset()
    braced: bool = False
    quoted: str | None = None
    commented: bool = False


def offers(
    text: str, offset: int, op: Op | None = None, files: Files = lambda _role: ()
) -> list[Offer]:
    """What may be written at an offset.

    Args:
        text: of the file.
        offset: where the caret is.
        op: the op as it could be read last, for the names that it has.
        files: gives the files that a key may name, by their role.
    """
    start = text.rfind("\n", 0, offset) + 1
    if re.fullmatch(r"[ \t]*\[\[?[\w.]*", text[start:offset]):
        return _headers(len(text[start:offset].lstrip()))
    caret = _caret(text, offset)
    if caret.commented:
        return []
    if caret.key is not None:
        seen = op if op is None else _with_node_at(text, offset, caret.key, op)
        return _values(caret.key, caret.quoted, seen, files)
    if caret.quoted is not None:
        return []
    taken = caret.given if caret.braced else caret.given | _later(text, offset)
    taken -= {_last(r"\w\-", text[:offset])}
    return [Offer(k.name, _written(k), k) for k in keys_of(caret.part) if k.name not in taken]


def explained(text: str, offset: int) -> str:
    """What is known of what stands at an offset, in Markdown; empty for nothing."""
    end = offset + len(re.match(r"[\w\-]*", text[offset:])[0])  # type: ignore[index]
    start = text.rfind("\n", 0, end) + 1
    if re.fullmatch(r"[ \t]*\[\[?[\w.\-]*", text[start:end]):
        names = text[start:end].strip().strip("[").split(".")
        key = _named(names)
    else:
        caret = _caret(text, end)
        word = _last(r"\w\-", text[:end])
        key = caret.key
        if caret.commented:
            return ""
        if key is None and word:
            key = next((k for k in keys_of(caret.part) if k.name == word), None)
    if key is None:
        return ""
    facts = " ".join(facts_of(key))
    return f"**{key.title}** `{key.path}`\n\n{key.description}\n\n{facts}"


def _headers(replaces: int) -> list[Offer]:
    found = []
    for key in every_key():
        if key.part is not None or key.is_table:
            path = f"{key.path}.*" if key.part and key.is_table else _inside(key)
            found.append(Offer(header(path), header(path), key, replaces=replaces))
    return found


def _values(key: Key, quoted: str | None, op: Op | None, files: Files) -> list[Offer]:
    if bool in members(key.type) and not choices(key):
        words = ["true", "false"] if quoted is None else []
        return [Offer(word, word, key, True) for word in words]
    found = dict.fromkeys(choices(key) or _names(key, op, files))
    if quoted is None:
        return [Offer(name, f'"{name}"', key, True) for name in found]
    ends = re.escape(key.facts.between)
    return [Offer(n, n, key, True, len(_last(rf"^\n{ends}", quoted))) for n in found]


def _last(letters: str, text: str) -> str:
    """What a text ends with that is made of such letters only.

    From behind: a search from the front would begin anew at each letter of a long word.
    """
    found = re.match(f"[{letters}]*", text[::-1])
    return found[0][::-1] if found else ""


def _names(key: Key, op: Op | None, files: Files) -> Iterable[str]:
    if key.facts.file:
        return files(key.facts.file)
    return key.facts.names(op, None) if op is not None and key.facts.names is not None else ()


def _written(key: Key) -> str:
    """A key with what its value begins and ends with."""
    kinds = members(key.type)
    if key.is_table or (key.part is not None and not key.is_list):
        return f"{key.name} = {{ $0 }}"
    if key.is_list and str not in kinds and len(kinds) < 4:
        return f"{key.name} = [{'{ $0 }' if key.part is not None else '$0'}]"
    if (str in kinds and len(kinds) < 4) or choices(key):
        return f'{key.name} = "$0"'
    return f"{key.name} = $0"


def _with_node_at(text: str, offset: int, key: Key, op: Op) -> Op:
    """The op as an attribute sees it: its node is the only one, with the operator in the text."""
    if ".nodes[].attributes[]." not in key.path:
        return op
    heads = [m.start() for m in _NODE.finditer(text)]
    begin = max((h for h in heads if h < offset), default=0)
    end = min((h for h in heads if h >= offset), default=len(text))
    # One in braces has its operator before its attributes.
    found = _OPERATOR.findall(text, begin, offset) or _OPERATOR.findall(text, offset, end)
    nodes = (Node(found[-1] if found else ""),)
    return replace(op, mapping=Mapping(nodes=nodes))


# -- where the caret is -------------------------------------------------------------------


def _named(names: list[str]) -> Key | None:
    """The key that a header names."""
    part, key = "", None
    for name in (n.strip() for n in names):
        table = key_at(part) if part else None
        if table is not None and table.is_table and part == table.path:
            part = f"{part}.*"
            continue
        key = next((k for k in keys_of(part) if k.name == name), None)
        if key is None:
            return None
        part = _inside(key)
    return key


def _inside(key: Key) -> str:
    """The path of what stands in a key's brackets or under its header."""
    return f"{key.path}[]" if key.is_list and key.part is not None else key.path


def _part_of(names: list[str]) -> str:
    part = ""
    for name in (n.strip() for n in names if n.strip()):
        table = key_at(part) if part else None
        if table is not None and table.is_table and part == table.path:
            part = f"{part}.*"
        else:
            key = next((k for k in keys_of(part) if k.name == name), None)
            part = _inside(key) if key is not None else f"{part}.{name}".lstrip(".")
    return part


def _caret(text: str, offset: int) -> _Caret:
    above = [m for m in _HEADER.finditer(text, 0, offset) if text.find("\n", m.end(), offset) >= 0]
    # A line of a list may begin with a bracket, too, but names no header that there is.
    known = [m for m in above if _named(m[2].split("."))]
    begin = text.find("\n", known[-1].end()) if known else 0
    part = _part_of(known[-1][2].split(".")) if known else ""
    stack: list[tuple[str, Key | None, set[str]]] = [(part, None, set())]
    key: Key | None = None
    word, last = "", None
    for token in _TOKEN.finditer(text, begin, offset):
        sign, last = token[0], token
        at, array, given = stack[-1]
        if sign == "=" and array is None:
            names = word.split(".")
            given.add(names[0])
            owner = _part_of([*_split(at), *names[:-1]]) if len(names) > 1 else at
            table = key_at(owner) if owner else None
            free = table is not None and table.is_table and owner == table.path
            key = table if free else next((k for k in keys_of(owner) if k.name == names[-1]), None)
        elif sign == "{":
            stack.append((_inside(key) if key is not None else "?", None, set()))
            key = None
        elif sign == "[":
            stack.append((at, key, set()))
        elif sign in "}]" and len(stack) > 1:
            stack.pop()
            key = stack[-1][1]
        elif sign == ",":
            key = array
        elif sign == "\n" and len(stack) == 1:
            key = None
        elif re.fullmatch(r"[\w.\-]+", sign):
            word = sign
    part, array, given = stack[-1]
    ends = last is not None and last.end() == offset
    quoted = _open_string(last[0]) if ends and last is not None else None
    commented = ends and last is not None and last[0].startswith("#")
    return _Caret(part, key or array, frozenset(given), len(stack) > 1, quoted, commented)


def _open_string(token: str) -> str | None:
    """What a string has so far that is not closed yet; None for anything else."""
    mark = re.match(r'"""|"|\'', token)
    if mark is None or (len(token) > len(mark[0]) and token.endswith(mark[0])):
        return None
    return token.removeprefix(mark[0])


def _split(part: str) -> list[str]:
    return part.replace("[]", "").split(".") if part else []


def _later(text: str, offset: int) -> frozenset[str]:
    """The keys of the same table that stand behind the caret."""
    end = _HEADER.search(text, offset)
    rest = text[offset : end.start() if end else len(text)]
    return frozenset(re.findall(r"^[ \t]*([\w\-]+)[ \t]*=", rest, re.MULTILINE))
