"""A code cell: which exercise it is for, and what it holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from grader.submission.magics import UNREADABLE, Cleaned, clean
from grader.submission.statements import Statement, statements

_MARK = re.compile(r"#\s*exercise\s*:\s*([\w/-]+)\s*", re.IGNORECASE)
_DEFINES = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)


def marked(source: str) -> str:
    """The exercise that a cell's first line names, "" if it names none. Cell magics may stand before it."""
    for line in source.splitlines():
        if line.strip() and not line.startswith("%%"):
            found = _MARK.fullmatch(line.strip())
            return slug_of(found[1]) if found else ""
    return ""


def slug_of(name: str) -> str:
    """`masking` of "masking", "06_masking", "2_attention/06_masking"."""
    return re.sub(r"^\d+_", "", name.strip("/").rpartition("/")[2].lower().replace("-", "_"))


@dataclass(frozen=True)
class Cell:
    """A code cell. `label`: what a person calls it, "cell 7" or "In[7]". `exercise`: "" if it is for none."""

    label: str
    source: str
    exercise: str = ""

    @cached_property
    def cleaned(self) -> Cleaned:
        return clean(self.source)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """() if the cell cannot be read: `problem` says why."""
        return self._read[0]

    @cached_property
    def problem(self) -> Exception | None:
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[tuple[Statement, ...], Exception | None]:
        lines = list(self.cleaned.lines)
        first = next((at for at, line in enumerate(lines) if line.strip()), None)
        if first is not None and _MARK.fullmatch(lines[first].strip()):
            lines[first] = ""
        try:
            return tuple(statements(lines)), None
        except UNREADABLE as problem:
            return (), problem

    @cached_property
    def defines(self) -> frozenset[str]:
        """Names of functions and classes, also where the cell cannot be read."""
        return frozenset(_DEFINES.findall("\n".join(self.cleaned.lines)))

    @cached_property
    def binds(self) -> frozenset[str]:
        return frozenset[str]().union(*(one.binds for one in self.statements))

    @cached_property
    def builds_on(self) -> frozenset[str]:
        """Names that the cell reads as it runs, before it binds them itself."""
        found: set[str] = set()
        bound: set[str] = set()
        for one in self.statements:
            found |= one.at_once - bound
            bound |= one.binds
        return frozenset(found)
