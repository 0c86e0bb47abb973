"""Text: reading it, counting things in it, and finding the word that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grader.errors import ContentError

# ---- Text of a course's files, and the "did you mean" of its messages.


def read_text(path: Path, remedy: str = "create it") -> str:
    """The file's text, with line ends as "\\n" and without a byte order mark."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ContentError(path, f"the file is missing; {remedy}") from None
    except OSError as error:
        raise ContentError(path, f"cannot be read ({error.strerror}); make it a readable file") from None
    return unix_lines(_decoded(path, data))


def _decoded(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError(path, "not UTF-8 text; save the file as UTF-8", line) from None


def unix_lines(text: str) -> str:
    """Line ends as Python's parser counts them: a form feed or U+2028 ends no line."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """End of a message about an unknown word: "; did you mean 'title'?", else the words there are."""
    known = sorted(known)
    meant = closest(word, known)
    if meant:
        return f"; did you mean '{meant}'?"
    return f"; known: {', '.join(known)}" if known else ""


def counted(count: float, noun: str) -> str:
    """A number and its noun: "1 point", "2.5 points", "0 students"."""
    number = f"{count:g}" if isinstance(count, float) else str(count)
    return f"{number} {noun}{'' if count == 1 else 's'}"
