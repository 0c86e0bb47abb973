"""Tables and files for course systems: CSV, Canvas and Moodle, Gradescope's JSON, quiz grades."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from grader.render.classroom import ClassRow
from grader.render.feedback import FeedbackPage, Section, points
from grader.render.result import PRINTED_LINES, in_words
from grader.render.style import defused, readable
from grader.results import CheckResult, Outcome

if TYPE_CHECKING:
    from grader.gradebook import Attempt
    from grader.marks import Mark

# ---- grades.csv: a line for each student.
#
# It begins with a byte order mark: without it Excel takes UTF-8 for the old encoding of its country and breaks
# every accent, and what else reads the file (pandas, R, LibreOffice, Python's `utf-8-sig`) skips the mark.
# Commas and points: programs come first, and Excel asks where its country has other habits.


MARK = "\ufeff"
_BEFORE = ("student", "name")
_AFTER = ("total", "maximum", "percent", "late", "review")


def grades_csv(items: Sequence[str], rows: Iterable[ClassRow]) -> Iterator[str]:
    """The file in pieces. `items` are the columns of exercises and quizzes; a cell is empty if nothing is graded."""
    yield MARK + line([*_BEFORE, *items, *_AFTER])
    for row in rows:
        yield line([defused(row.student), defused(row.name), *row.scores, *_after(row)])


def _after(row: ClassRow) -> list[str]:
    review = "; ".join(concern.sentence for concern in row.review)
    total, percent = ("", "") if row.excused else (row.total, row.percent)
    return [total, row.maximum, percent, " ".join(row.late), defused(review)]


def line(cells: Sequence[str], delimiter: str = ",", end: str = "\r\n") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerow(cells)
    return out.getvalue()


# ---- A CSV file that an LMS gave, read so that it can be written back as it was but for the cells that are filled.


@dataclass
class CsvTable:
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


def read_sheet(data: bytes) -> CsvTable:
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
    return CsvTable(rows, delimiter, "\r\n" if "\r\n" in body else "\n", text.startswith(MARK))


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


# ---- Grades as Canvas and Moodle read them: their own table back, with cells filled.


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
    """Of one student, in one column: a whole `Mark` or one `ItemMark`, with the comment for the student."""

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


def canvas_columns(sheet: CsvTable) -> list[Column]:
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


def canvas_rows(sheet: CsvTable) -> dict[str, int]:
    """Row of each student, by Canvas' id. Names are never used: Canvas knows students by the id, too."""
    column = sheet.column("id")
    assert column is not None
    found = {sheet.cell(at, column).strip(): at for at in range(1, len(sheet.rows))}
    return {name: at for name, at in found.items() if name}


def fill_canvas(sheet: CsvTable, row: int, column: Column, grade: Grade) -> None:
    sheet.put(row, column.index, EXCUSED if grade.excused else f"{grade.out_of(column.most):f}")


def defuse_names(sheet: CsvTable, *columns: str) -> None:
    """An LMS gives names as students wrote them, and does not read them back."""
    for name in columns:
        index = sheet.column(name)
        for at in range(1, len(sheet.rows)) if index is not None else ():
            text = sheet.cell(at, index or 0)
            if defused(text.strip()) != text.strip():
                sheet.put(at, index or 0, defused(text))


@dataclass(frozen=True)
class MoodleWorksheet:
    """The columns of Moodle's grading worksheet."""

    identifier: int
    grade: int
    most: int | None
    comments: int | None


def moodle_columns(sheet: CsvTable) -> MoodleWorksheet:
    identifier, grade = sheet.column("identifier"), sheet.column("grade")
    if identifier is None or grade is None:
        raise ValueError("it has no columns 'Identifier' and 'Grade'")
    return MoodleWorksheet(identifier, grade, sheet.column("maximum grade"), sheet.column("feedback comments"))


def moodle_rows(sheet: CsvTable, columns: MoodleWorksheet) -> dict[str, int]:
    """Row of each student, by the number that they have in this assignment."""
    cells = {at: sheet.cell(at, columns.identifier) for at in range(1, len(sheet.rows))}
    return {re.sub(r"(?i)^participant\s+", "", cell.strip()): at for at, cell in cells.items() if cell.strip()}


def fill_moodle(sheet: CsvTable, row: int, columns: MoodleWorksheet, grade: Grade, with_comments: bool = True) -> bool:
    """False if the grade had to be cut: Moodle skips what is above its maximum. Who is excused gets no grade."""
    most = None if columns.most is None else number(sheet.cell(row, columns.most))
    score = grade.out_of(most)
    fits = most is None or score <= most
    sheet.put(row, columns.grade, "" if grade.excused else f"{score if fits else most:f}")
    if columns.comments is not None and with_comments and grade.comment:
        sheet.put(row, columns.comments, defused(grade.comment))
    return fits


def new_worksheet() -> CsvTable:
    """For those who have no worksheet of Moodle's."""
    return CsvTable([list(_MOODLE)])


def add_to_worksheet(sheet: CsvTable, participant: str, name: str, email: str, grade: Grade) -> None:
    most = f"{grade.maximum:f}"
    identifier = f"{PARTICIPANT}{participant}" if participant else ""
    sheet.rows.append([identifier, defused(name), defused(email), "", most, _NEVER, ""])
    fill_moodle(sheet, len(sheet.rows) - 1, moodle_columns(sheet), grade)


# ---- A student's mark as Gradescope's autograder format, `results.json`.
#
# No test is hidden from the student: that would hide the total, too. A hidden check shows its sentence and how
# it ended.


SCHEMA = 1
_EARNS = (Outcome.PASSED, Outcome.GRADER_ERROR)


def gradescope_json(page: FeedbackPage, seconds: float) -> dict[str, Any]:
    """The score is the mark, whatever the tests sum up to: lateness, weights and overrides are in it."""
    return {
        "score": float(page.mark.total),
        "execution_time": round(seconds, 3),
        "output": "\n".join(_summary(page)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [test for number, section in enumerate(page.sections, 1) for test in _tests(section, number)],
        "extra_data": {"schema": SCHEMA, "student": page.mark.student, "max_score": float(page.mark.maximum)},
    }


def _summary(page: FeedbackPage) -> Iterator[str]:
    mark = page.mark
    yield f"{points(mark.total)} of {points(mark.maximum)} points ({points(mark.percent)} %)"
    yield from map(readable, page.problems)
    for section in page.sections:
        steps = section.steps or (f"{section.score} of {section.maximum}",)
        yield readable(f"{section.title}: {', '.join(steps)}")
        if section.override and section.override.comment:
            yield f"  {readable(section.override.comment)}"


def _tests(section: Section, number: int) -> Iterator[dict[str, Any]]:
    if section.result is None:
        words = ", ".join(section.steps or section.badges)
        score, most = float(section.score), float(section.maximum)
        yield _test(section.title, f"{number}", score, most, score >= most, readable(words))
        return
    for place, check in enumerate(section.result.checks, 1):
        name = f"{section.title}: {check.title}"
        output = "\n".join(_said(check))
        yield _test(name, f"{number}.{place}", check.score, check.max_score, check.outcome in _EARNS, output)


def _test(name: str, number: str, score: float, most: float, passed: bool, output: str) -> dict[str, Any]:
    return {
        "name": readable(name),
        "number": number,
        "score": score,
        "max_score": most,
        "status": "passed" if passed else "failed",
        "output": output,
        "visibility": "visible",
    }


def _said(check: CheckResult) -> Iterator[str]:
    if check.passed:
        return
    if check.hidden or not check.message:
        yield in_words(check)
    if check.hidden:
        return
    yield from (line for line in (check.message, *check.details, check.diagnosis or "") if line)
    if check.advice:
        yield f"→ {check.advice}"
    if check.printed.strip():
        yield from ("printed:", *check.printed.rstrip().split("\n")[:PRINTED_LINES])


# ---- The grades of one quiz as CSV: a line for each student, a column for each question.


_QUIZ_COLUMNS = ("student", "name", "score", "maximum", "percent", "attempt", "attempts", "submitted", "how")


def quiz_csv(points: Mapping[str, float], rows: Iterable[tuple[Mark, Attempt | None]]) -> Iterator[str]:
    """The file in pieces. `points` by question. `rows`: the mark in this quiz alone, and the attempt that counts; the
    questions of other papers stay empty."""
    yield MARK + line([*_QUIZ_COLUMNS, *points])
    for mark, attempt in rows:
        (earned,) = mark.items
        submitted = attempt.submitted.isoformat() if attempt and attempt.submitted else ""
        shares = attempt.shares if attempt else {}
        cells = [defused(mark.student), defused(mark.name), str(earned.score), str(earned.maximum), str(mark.percent)]
        cells += [str(earned.attempt or ""), str(earned.attempts), submitted, defused(", ".join(earned.steps))]
        yield line(
            [*cells, *(f"{shares[name] * worth:.4g}" if name in shares else "" for name, worth in points.items())]
        )
