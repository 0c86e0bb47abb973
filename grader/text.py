"""Text: read it from files, fill in templates, count things in it, and suggest the word that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grader.errors import ContentError


def read_text(path: Path, remedy: str = "create it") -> str:
    """The file's text, with "\\n" as line ends and without a byte order mark.

    Raises ContentError, with the remedy, if the file is missing, unreadable or not UTF-8.
    """
    data = b""
    try:
        data = path.read_bytes()
        return unix_lines(data.decode("utf-8-sig"))
    except FileNotFoundError:
        raise ContentError(path, f"the file is missing; {remedy}") from None
    except OSError as error:
        raise ContentError(path, f"cannot be read ({error.strerror}); make it a readable file") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError(path, "not UTF-8 text; save the file as UTF-8", line) from None


def unix_lines(text: str) -> str:
    """Line ends as Python's parser counts them: a form feed or U+2028 ends no line."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant; None if none is similar."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: "; did you mean 'title'?", else the known words."""
    known = sorted(known)
    meant = closest(word, known)
    if meant:
        return f"; did you mean '{meant}'?"
    return f"; known: {', '.join(known)}" if known else ""


def counted(count: float, noun: str) -> str:
    """A number and its noun: "1 point", "2.5 points", "0 students"."""
    number = f"{count:g}" if isinstance(count, float) else str(count)
    return f"{number} {noun}{'' if count == 1 else 's'}"


def points(value: float) -> str:
    """Points to two decimals: "2", "1.5", "0.33"; never "2.0" or "-0"."""
    return f"{round(value, 2) + 0.0:g}"


def fill_template(template: Path, **values: object) -> str:
    """A Jinja template of this package with the values in it. Nothing is escaped."""
    from jinja2 import Environment, StrictUndefined

    engine = Environment(trim_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined)
    return engine.from_string(template.read_text(encoding="utf-8")).render(values)
