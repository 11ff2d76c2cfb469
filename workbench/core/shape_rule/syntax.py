"""Why a text is no expression of Python, in words of the program where it is one of the usual reasons.

Python's own words are English, and name a round bracket for every one; what is half typed, as every
text once is, is told of in words that can be translated.
"""

from __future__ import annotations

import re

__all__ = ["why_no_expression"]

_UNCLOSED = re.compile(r"'(.)' was never closed")
_UNOPENED = re.compile(r"unmatched '(.)'")
_TEXTS = re.compile(r"\"[^\"]*\"|'[^']*'")
_OF_OTHERS = re.compile(r"===|&&|\|\||<>|!(?!=)|(?<![=!<>:])=(?!=)")
_OURS = {"===": "==", "=": "==", "&&": "and", "||": "or", "<>": "!=", "!": "not"}
"""Operators of other languages, and what is written here."""
_OTHER = re.compile(r"closing parenthesis '(.)' does not match opening parenthesis '(.)'.*")


def why_no_expression(error: Exception, text: str) -> str:
    """The reason in a clause; Python's own words for a rare one.

    Args:
        error: what ``ast.parse`` has raised.
        text: what it was given.
    """
    if not isinstance(error, SyntaxError):
        return str(error)
    if found := _UNCLOSED.fullmatch(error.msg):
        return f"the bracket '{found[1]}' is not closed"
    if found := _UNOPENED.fullmatch(error.msg):
        return f"nothing opens the bracket '{found[1]}'"
    if found := _OTHER.fullmatch(error.msg):
        return f"the bracket '{found[2]}' is closed by '{found[1]}'"
    if error.msg.startswith("unterminated "):
        return "a text in it does not end: its quotation mark is missing"
    if error.msg.startswith("invalid syntax") and (
        of_others := _OF_OTHERS.search(_TEXTS.sub("", text))
    ):
        return f"write {_OURS[of_others[0]]} instead of {of_others[0]}"
    # What is wrong at the end has no place there, or one behind it.
    if error.msg == "invalid syntax" and (not error.offset or error.offset > len(text.rstrip())):
        return "it ends too early"
    return error.msg
