"""grades.csv: a line for each student.

It begins with a byte order mark: without it Excel takes UTF-8 for the old encoding of its country and breaks every
accent, and what else reads the file (pandas, R, LibreOffice, Python's `utf-8-sig`) skips the mark. Commas and points:
programs come first, and Excel asks where its country has other habits.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from grader.report.names import defused
from grader.report.roll import Row

MARK = "\ufeff"
_BEFORE = ("student", "name")
_AFTER = ("total", "maximum", "percent", "late", "review")


def grades_csv(items: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """The file in pieces. `items` are the columns of exercises and quizzes; a cell is empty if nothing is graded."""
    yield MARK + line([*_BEFORE, *items, *_AFTER])
    for row in rows:
        yield line([defused(row.student), defused(row.name), *row.scores, *_after(row)])


def _after(row: Row) -> list[str]:
    review = "; ".join(concern.sentence for concern in row.review)
    total, percent = ("", "") if row.excused else (row.total, row.percent)
    return [total, row.maximum, percent, " ".join(row.late), defused(review)]


def line(cells: Sequence[str], delimiter: str = ",", end: str = "\r\n") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerow(cells)
    return out.getvalue()
