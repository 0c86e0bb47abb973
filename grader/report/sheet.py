"""A CSV file that an LMS gave, read so that it can be written back as it was but for the cells that are filled."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from grader.report.gradebook import MARK, line


@dataclass
class Sheet:
    """Rows of cells; the first names the columns."""

    rows: list[list[str]]
    delimiter: str = ","
    end: str = "\r\n"
    has_mark: bool = False

    @property
    def header(self) -> list[str]:
        return self.rows[0]

    def column(self, *names: str) -> int | None:
        """The column of the first name there is, whatever its case."""
        known = [name.strip().casefold() for name in self.header]
        return next((known.index(name) for name in names if name in known), None)

    def cell(self, row: int, column: int) -> str:
        cells = self.rows[row]
        return cells[column] if column < len(cells) else ""

    def put(self, row: int, column: int, text: str) -> None:
        cells = self.rows[row]
        cells += [""] * (column + 1 - len(cells))
        cells[column] = text

    def text(self) -> str:
        body = "".join(line(row, self.delimiter, self.end) for row in self.rows)
        return f"{MARK if self.has_mark else ''}{body}"


def read_sheet(data: bytes) -> Sheet:
    """ValueError if it is no table."""
    text = _decoded(data)
    first = text.lstrip(MARK).partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    body = text.removeprefix(MARK)
    try:
        rows = list(csv.reader(io.StringIO(body, newline=""), delimiter=delimiter))
    except csv.Error as problem:
        raise ValueError(str(problem)) from None
    if not rows or len(rows[0]) < 2:
        raise ValueError("there are no columns in it")
    return Sheet(rows, delimiter, "\r\n" if "\r\n" in body else "\n", text.startswith(MARK))


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def number(text: str) -> Decimal | None:
    """ "10", "10.00" or "10,00"; None for anything else."""
    plain = text.strip()
    plain = plain.replace(",", ".") if re.fullmatch(r"\d+,\d+", plain) else plain
    try:
        found = Decimal(plain)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
