"""The word before a place of a text, looked for from that place: a line may be of any length."""

from __future__ import annotations

__all__ = ["space_start", "word_start"]


def word_start(text: str, end: int, more: str = "") -> int:
    """Where the word that ends at ``end`` begins; ``end`` where there is none.

    Args:
        text: where to look.
        end: the place after the word.
        more: what may be in a word beside letters, digits and ``_``.
    """
    while end and (text[end - 1].isalnum() or text[end - 1] in f"_{more}"):
        end -= 1
    return end


def space_start(text: str, end: int) -> int:
    """Where the white space that ends at ``end`` begins."""
    while end and text[end - 1].isspace():
        end -= 1
    return end
