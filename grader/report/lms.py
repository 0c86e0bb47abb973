"""Grades as Canvas and Moodle read them: their own table back, with cells filled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from grader.report.names import defused
from grader.report.sheet import Sheet, number

EXCUSED = "EX"  # to Canvas
PARTICIPANT = "Participant "
_TITLE = re.compile(r"(?P<title>.*\S)\s*\((?P<id>\d+)\)\s*", re.DOTALL)
# Canvas' own sums; they may carry a grading period's name, or "Unposted".
_SUMS = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
_MOODLE = (
    "Identifier", "Full name", "Email address", "Grade", "Maximum Grade", "Last modified (grade)", "Feedback comments",
)  # fmt: skip
_NEVER = "-"  # as Moodle writes a time that there is none of


@dataclass(frozen=True)
class Grade:
    """Of one student, in one column. `comment` is for the student."""

    score: Decimal
    maximum: Decimal
    excused: bool = False
    comment: str = ""

    def out_of(self, most: Decimal | None) -> Decimal:
        """With the maximum that the LMS has for it; halves go up."""
        if most is None or not self.maximum or most == self.maximum:
            return self.score
        return (self.score * most / self.maximum).quantize(Decimal("0.01"), ROUND_HALF_UP)


@dataclass(frozen=True)
class Column:
    """One assignment of Canvas. `most`: the points possible, where they are told."""

    index: int
    title: str
    id: str
    most: Decimal | None


def canvas_columns(sheet: Sheet) -> list[Column]:
    """Those that may be filled; ValueError if this is no gradebook of Canvas."""
    section = sheet.column("section")
    if section is None or sheet.column("id") is None:
        raise ValueError("it has no columns 'ID' and 'Section'")
    possible = next((at for at, row in enumerate(sheet.rows) if row and "Points Possible" in row[0]), None)
    found = []
    for index, title in enumerate(sheet.header[section + 1 :], section + 1):
        points = "" if possible is None else sheet.cell(possible, index)
        if not title.strip() or _SUMS.search(title) or "read only" in points:
            continue
        match = _TITLE.fullmatch(title)
        found.append(
            Column(index, match["title"] if match else title.strip(), match["id"] if match else "", number(points))
        )
    return found


def canvas_rows(sheet: Sheet) -> dict[str, int]:
    """Row of each student, by Canvas' id. Names are never used: Canvas knows students by the id, too."""
    column = sheet.column("id")
    assert column is not None
    found = {sheet.cell(at, column).strip(): at for at in range(1, len(sheet.rows))}
    return {name: at for name, at in found.items() if name}


def fill_canvas(sheet: Sheet, row: int, column: Column, grade: Grade) -> None:
    sheet.put(row, column.index, EXCUSED if grade.excused else f"{grade.out_of(column.most):f}")


def defuse_names(sheet: Sheet, *columns: str) -> None:
    """An LMS gives names as students wrote them, and does not read them back."""
    for name in columns:
        index = sheet.column(name)
        for at in range(1, len(sheet.rows)) if index is not None else ():
            text = sheet.cell(at, index or 0)
            if defused(text.strip()) != text.strip():
                sheet.put(at, index or 0, defused(text))


@dataclass(frozen=True)
class Worksheet:
    """The columns of Moodle's grading worksheet."""

    identifier: int
    grade: int
    most: int | None
    comments: int | None


def moodle_columns(sheet: Sheet) -> Worksheet:
    identifier, grade = sheet.column("identifier"), sheet.column("grade")
    if identifier is None or grade is None:
        raise ValueError("it has no columns 'Identifier' and 'Grade'")
    return Worksheet(identifier, grade, sheet.column("maximum grade"), sheet.column("feedback comments"))


def moodle_rows(sheet: Sheet, columns: Worksheet) -> dict[str, int]:
    """Row of each student, by the number that they have in this assignment."""
    cells = {at: sheet.cell(at, columns.identifier) for at in range(1, len(sheet.rows))}
    return {re.sub(r"(?i)^participant\s+", "", cell.strip()): at for at, cell in cells.items() if cell.strip()}


def fill_moodle(sheet: Sheet, row: int, columns: Worksheet, grade: Grade, with_comments: bool = True) -> bool:
    """False if the grade had to be cut: Moodle skips what is above its maximum. Who is excused gets no grade."""
    most = None if columns.most is None else number(sheet.cell(row, columns.most))
    score = grade.out_of(most)
    fits = most is None or score <= most
    sheet.put(row, columns.grade, "" if grade.excused else f"{score if fits else most:f}")
    if columns.comments is not None and with_comments and grade.comment:
        sheet.put(row, columns.comments, defused(grade.comment))
    return fits


def new_worksheet() -> Sheet:
    """For those who have no worksheet of Moodle's."""
    return Sheet([list(_MOODLE)])


def add_to_worksheet(sheet: Sheet, participant: str, name: str, email: str, grade: Grade) -> None:
    most = f"{grade.maximum:f}"
    identifier = f"{PARTICIPANT}{participant}" if participant else ""
    sheet.rows.append([identifier, defused(name), defused(email), "", most, _NEVER, ""])
    fill_moodle(sheet, len(sheet.rows) - 1, moodle_columns(sheet), grade)
