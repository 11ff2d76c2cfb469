"""What the editor asks about ``op.toml``, answered in the language server protocol's terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_words import facts_of
from workbench.core.op_toml.toml_assist import Offer, explained, offers

__all__ = ["toml_answer"]

_PROPERTY, _VALUE, _MODULE = 10, 12, 9
_SNIPPET = 2


def toml_answer(
    text: str,
    method: str,
    params: dict[str, Any],
    op: Op | None = None,
    files: Callable[[str], Iterable[str]] = lambda _role: (),
) -> Any:
    """The result of a question; None where there is none.

    Args:
        text: of the file.
        method: ``textDocument/completion`` or ``textDocument/hover``; of others nothing is known.
        params: with the caret's position in the text, in UTF-16 units as the protocol has it.
        op, files: see ``offers``.
    """
    if method not in ("textDocument/completion", "textDocument/hover"):
        return None
    line, character = params["position"]["line"], params["position"]["character"]
    lines = text.split("\n")
    if line >= len(lines):
        return None  # the text is another by now
    before = lines[line].encode("utf-16-le")[: 2 * character].decode("utf-16-le", "ignore")
    offset = sum(len(above) + 1 for above in lines[:line]) + len(before)
    if method == "textDocument/hover":
        about = explained(text, offset)
        return {"contents": {"kind": "markdown", "value": about}} if about else None
    after = lines[line][len(before) :]
    closed = len(after) - len(after.lstrip("]"))
    items = []
    for index, offer in enumerate(offers(text, offset, op, files)):
        items.append(_item(offer, index))
        if offer.replaces:
            # It may have letters that end a word, and the editor may have closed its brackets.
            word = before[len(before) - offer.replaces :]
            start = character - len(word.encode("utf-16-le")) // 2
            end = character + closed * offer.is_header
            items[-1]["textEdit"] = {
                "range": {
                    "start": {"line": line, "character": start},
                    "end": {"line": line, "character": end},
                },
                "newText": offer.text,
            }
    # With each bracket that is typed the editor closes one more: of headers it asks again.
    return {"isIncomplete": any(i["kind"] == _MODULE for i in items), "items": items}


def _item(offer: Offer, index: int) -> dict[str, Any]:
    key = offer.key
    about = f"{key.description}\n\n{' '.join(facts_of(key))}"
    return {
        "label": offer.label,
        "kind": _VALUE if offer.is_value else _MODULE if offer.is_header else _PROPERTY,
        "detail": key.title,
        "documentation": {"kind": "markdown", "value": about},
        "sortText": f"{index:04}",  # in the order of the declaration
        "insertText": offer.text,
        "insertTextFormat": _SNIPPET if "$0" in offer.text else 1,
    }
