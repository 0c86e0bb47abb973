"""What a cell says to IPython, taken out so that Python is left. Every line keeps its number.

`%magic`, `!command`, `help?` and `x = !command` become `pass`, which may stand wherever they stood. `%time` runs what
follows it, so that what follows stays. Nothing is touched inside strings and brackets, where `%` is Python.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from textwrap import dedent

LINE_ENDS = re.compile(r"\r\n|\r|\n")
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # what the parser says of code it cannot read
_RUNS_ITS_BODY = ("time", "timeit", "capture", "prun", "memit")
_CELL_MAGIC = re.compile(r"%%(\w+)")
_PROMPTS = (
    (re.compile(r">>>( |$)"), re.compile(r"(>>>|\.\.\.)( |$)")),
    (re.compile(r"In \[\d+\]: ?"), re.compile(r"(In \[\d+\]: ?|\s*\.{3,}: ?)")),
)
_ESCAPE = re.compile(r"\s*[%!?,;/]")
_TIMED = re.compile(r"(\s*|[^\"'#()]*?=\s*)%time\s+(?!-)(.*)")
_TOKEN = re.compile(
    r"""(?P<triple>'{3}|"{3})"""
    r"""|(?P<string>"(?:[^"\\]|\\.)*+(?:"|\\?$)|'(?:[^'\\]|\\.)*+(?:'|\\?$))"""
    r"""|(?P<comment>\#.*)|(?P<open>[(\[{])|(?P<close>[)\]}])"""
    r"""|(?P<magic>=\s*[!%](?!=)|\?\s*$)|(?P<goes_on>\\$)"""
)
_REST = {quote: re.compile(rf"(?:[^\\]|\\.)*?{quote}") for quote in ('"""', "'''", '"', "'")}


@dataclass(frozen=True)
class Cleaned:
    """A cell as Python. `foreign`: the magic that makes the whole cell something else."""

    lines: tuple[str, ...]
    magics: frozenset[int] = frozenset()  # lines that were taken out, counted from 1
    foreign: str = ""


def clean(source: str) -> Cleaned:
    """The Python in a cell, with as many lines as the cell has."""
    lines, foreign = _without_cell_magics(LINE_ENDS.split(source))
    if foreign:
        return Cleaned(("",) * len(lines), foreign=foreign)
    lines = _without_prompts(dedent("\n".join(lines)).split("\n"))
    try:
        ast.parse("\n".join(lines))
    except UNREADABLE:
        return _Scan(lines).cleaned()
    return Cleaned(tuple(lines))


def _without_cell_magics(lines: list[str]) -> tuple[list[str], str]:
    """Those that run their body as it is are only blanked; any other names a language of its own."""
    for at, line in enumerate(lines):
        found = _CELL_MAGIC.match(line.strip())
        if found is None and line.strip():
            break
        if found is not None and found[1] not in _RUNS_ITS_BODY:
            return lines, found[1]
        lines[at] = ""
    return lines, ""


def _without_prompts(lines: list[str]) -> list[str]:
    """Code pasted from a terminal, `>>> x = 1`: IPython strips these, too."""
    first = next((line for line in lines if line.strip()), "")
    for begins, prompt in _PROMPTS:
        if begins.match(first):
            return [prompt.sub("", line, count=1) for line in lines]
    return lines


class _Scan:
    """Goes through lines that Python cannot read, and finds what speaks to IPython."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._magics: set[int] = set()
        self._quote = ""  # of the string that the line begins in
        self._depth = 0  # of brackets
        self._goes_on = False  # after a backslash

    def cleaned(self) -> Cleaned:
        at = 0
        while at < len(self._lines):
            begins = not (self._quote or self._depth or self._goes_on)
            timed = _TIMED.fullmatch(self._lines[at]) if begins else None
            if timed:
                self._lines[at] = timed[1] + timed[2]
            if (begins and _ESCAPE.match(self._lines[at])) or self._has_magic(self._lines[at], begins):
                at = self._take_out(at)
            at += 1
        return Cleaned(tuple(self._lines), frozenset(self._magics))

    def _has_magic(self, line: str, begins: bool) -> bool:
        """Follows strings and brackets through a line, up to a magic if it holds one."""
        place, self._goes_on = 0, False
        while place < len(line):
            if self._quote:
                rest = _REST[self._quote].match(line, place)
                if rest is None:
                    self._quote = self._quote if len(self._quote) > 1 or line.endswith("\\") else ""
                    return False
                self._quote, place = "", rest.end()
            found = _TOKEN.search(line, place)
            if found is None or found["comment"]:
                return False
            if found["magic"] and begins and not self._depth:
                return True
            self._step(found)
            place = found.end()
        return False

    def _step(self, found: re.Match[str]) -> None:
        cut = (found["string"] or "").endswith("\\")
        self._quote = found["triple"] or (found["string"][0] if cut else "")
        self._depth = max(0, self._depth + bool(found["open"]) - bool(found["close"]))
        self._goes_on = bool(found["goes_on"])

    def _take_out(self, at: int) -> int:
        """Replace a magic, and the lines that a backslash joins to it. Gives its last line."""
        indent = re.match(r"\s*", self._lines[at])
        assert indent is not None
        last = at
        while self._lines[last].endswith("\\") and last + 1 < len(self._lines):
            last += 1
        self._lines[at : last + 1] = [f"{indent[0]}pass", *([""] * (last - at))]
        self._magics.update(range(at + 1, last + 2))
        self._goes_on = False
        return last
