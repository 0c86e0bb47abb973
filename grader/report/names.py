"""Texts that somebody chose freely, made fit to be shown: a student's name, a file's label, a comment."""

from __future__ import annotations

import re
import unicodedata

# What turns the direction of text: in a table it could make one student's line look like another's.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# At the start of a cell, and after each mark that cuts cells in one country or another; quotes and spaces are
# stripped before programs look. The wide signs are those of East Asian keyboards.
_FORMULA = r"""(^|[,;|])(?=[\s'"]*[=+\-@＝＋－＠])"""


def readable(text: str) -> str:
    """On one line, without what is invisible and acts. The joiners that some scripts need stay."""
    kept = "".join(_kept(char) for char in text)
    return " ".join(kept.split())


def _kept(char: str) -> str:
    if char.isprintable():
        return char
    category = unicodedata.category(char)
    if char in _TURNING or char == "\ufeff":
        return ""
    if category == "Cs":  # half a character, from a file name that is no text
        return "\ufffd"
    return char if category == "Cf" else " "


def defused(text: str) -> str:
    """`readable`, and text even for a spreadsheet: what looks like a formula gets an apostrophe in front."""
    return re.sub(_FORMULA, r"\1'", readable(text))
