"""Fuzzy search, as in a command palette: the typed letters in order, wherever they are."""

from __future__ import annotations

__all__ = ["match"]

_START, _RUN, _GAP = 12, 6, 1


def match(query: str, text: str) -> tuple[int, tuple[int, ...]] | None:
    """How well a text fits a query.

    Letters at the beginnings of words and runs of letters count most; the spaces of the query
    only separate.

    Returns:
        The score and the positions of the letters; None where the text does not fit.
    """
    letters = [c for c in query.lower() if not c.isspace()]
    lower = text.lower()
    best: tuple[int, tuple[int, ...]] | None = None
    if not letters:
        return 0, ()
    whole = lower.find("".join(letters))
    starts = [whole] if whole >= 0 else []
    starts += [i for i, c in enumerate(lower) if c == letters[0] and _is_start(text, i)][:8]
    first = lower.find(letters[0])
    for start in dict.fromkeys([*starts, first] if first >= 0 else []):
        found = _from(letters, text, lower, start)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return best


def _from(
    letters: list[str], text: str, lower: str, start: int
) -> tuple[int, tuple[int, ...]] | None:
    """The letters from one position on, each at the next beginning of a word, or the next at all."""
    positions: list[int] = []
    score, at = 0, start
    for letter in letters:
        near = lower.find(letter, at)
        if near < 0:
            return None
        if positions and near != positions[-1] + 1:
            jump = next(
                (i for i in range(near, len(lower)) if lower[i] == letter and _is_start(text, i)),
                near,
            )
            # A jump must leave room for the rest.
            near = jump if _fits(letters[len(positions) + 1 :], lower, jump + 1) else near
            score -= _GAP * min(near - positions[-1], 10)
        elif positions:
            score += _RUN
        if _is_start(text, near):
            score += _START
        positions.append(near)
        at = near + 1
    return score - len(text) // 8, tuple(positions)


def _fits(letters: list[str], lower: str, at: int) -> bool:
    for letter in letters:
        at = lower.find(letter, at) + 1
        if at == 0:
            return False
    return True


def _is_start(text: str, i: int) -> bool:
    if i == 0 or not text[i - 1].isalnum():
        return text[i].isalnum()
    return text[i].isupper() and text[i - 1].islower()
