"""Grades for other programs: CSV, the tables of Canvas and Moodle, Gradescope's JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from grader.render.classroom import ClassRow
from grader.render.feedback import FeedbackPage, points
from grader.render.result import PRINTED_LINES, in_words
from grader.render.style import defused, readable
from grader.results import CheckResult, FileStatus, Outcome

if TYPE_CHECKING:
    from grader.gradebook import Attempt
    from grader.marks import Mark

# A byte order mark: without it Excel takes UTF-8 for an older encoding. Other readers (pandas, R, LibreOffice, Python's
# `utf-8-sig`) skip it. Commas and decimal points are for programs; Excel asks if its locale differs.
MARK = "\ufeff"


def grades_csv(items: Sequence[str], rows: Iterable[ClassRow]) -> Iterator[str]:
    """grades.csv, line by line. `items` are the columns of exercises and quizzes; a cell is empty if not graded."""
    yield MARK + line(["student", "name", *items, "total", "maximum", "percent", "late", "review"])
    for row in rows:
        review = defused("; ".join(concern.sentence for concern in row.review))
        total, percent = ("", "") if row.excused else (row.total, row.percent)
        cells = [defused(row.student), defused(row.name), *row.scores, total, row.maximum, percent]
        yield line([*cells, " ".join(row.late), review])


def line(cells: Sequence[str], delimiter: str = ",", end: str = "\r\n") -> str:
    """One line of CSV."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerow(cells)
    return out.getvalue()


@dataclass
class CsvTable:
    """A CSV file of an LMS, written back unchanged but for the filled cells. The first row names the columns."""

    rows: list[list[str]]
    delimiter: str = ","
    end: str = "\r\n"
    has_mark: bool = False

    def column(self, name: str) -> int | None:
        """The column of that name in any case; None if there is none."""
        known = [title.strip().casefold() for title in self.rows[0]]
        return known.index(name) if name in known else None

    def cell(self, row: int, column: int | None) -> str:
        """The text of a cell; "" if there is no such cell."""
        cells = self.rows[row]
        return cells[column] if column is not None and column < len(cells) else ""

    def put(self, row: int, column: int | None, text: str) -> None:
        """Set a cell; without a column do nothing."""
        if column is not None:
            cells = self.rows[row]
            cells += [""] * (column + 1 - len(cells))
            cells[column] = text

    def text(self) -> str:
        body = "".join(line(row, self.delimiter, self.end) for row in self.rows)
        return f"{MARK if self.has_mark else ''}{body}"


def read_sheet(data: bytes) -> CsvTable:
    """A table in UTF-8 or, failing that, cp1252 or Latin-1. Raises ValueError if it is not a table."""
    text = data.decode("latin-1")  # never fails
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            break
    body = text.removeprefix(MARK)
    delimiter = max(",;\t", key=body.partition("\n")[0].count)
    try:
        rows = list(csv.reader(io.StringIO(body, newline=""), delimiter=delimiter))
    except csv.Error as problem:
        raise ValueError(str(problem)) from None
    if not rows or len(rows[0]) < 2:
        raise ValueError("it has no columns")
    return CsvTable(rows, delimiter, "\r\n" if "\r\n" in body else "\n", text.startswith(MARK))


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


EXCUSED = "EX"  # for Canvas
PARTICIPANT = "Participant "
_TITLE = re.compile(r"(?P<title>.*\S)\s*\((?P<id>\d+)\)\s*", re.DOTALL)
# Canvas's own totals, which may include the name of a grading period, or "Unposted".
_SUMS = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
_MOODLE = (
    "Identifier", "Full name", "Email address", "Grade", "Maximum Grade", "Last modified (grade)", "Feedback comments",
)  # fmt: skip
_NEVER = "-"  # how Moodle writes a missing time


@dataclass(frozen=True)
class Grade:
    """The grade of one student in one column, from a `Mark` or an `ItemMark`, with a comment for the student. `blank`:
    nothing was submitted, and the cell is to stay empty."""

    score: Decimal
    maximum: Decimal
    excused: bool = False
    comment: str = ""
    blank: bool = False

    def out_of(self, most: Decimal | None) -> Decimal:
        """The score scaled to the maximum in the LMS; halves are rounded up."""
        if most is None or not self.maximum or most == self.maximum:
            return self.score
        return (self.score * most / self.maximum).quantize(Decimal("0.01"), ROUND_HALF_UP)


@dataclass(frozen=True)
class Column:
    """One assignment of Canvas. `most`: the points possible, if the table has them."""

    index: int
    title: str
    id: str
    most: Decimal | None


def canvas_columns(sheet: CsvTable) -> list[Column]:
    """The columns that may be filled. Raises ValueError if this is not a Canvas gradebook."""
    section = sheet.column("section")
    if section is None or sheet.column("id") is None:
        raise ValueError("it has no columns 'ID' and 'Section'")
    possible = next((at for at, row in enumerate(sheet.rows) if row and "Points Possible" in row[0]), None)
    found = []
    for index, title in enumerate(sheet.rows[0][section + 1 :], section + 1):
        points = "" if possible is None else sheet.cell(possible, index)
        if not title.strip() or _SUMS.search(title) or "read only" in points:
            continue
        match = _TITLE.fullmatch(title)
        name, id_ = match.groups() if match else (title.strip(), "")
        found.append(Column(index, name, id_, number(points)))
    return found


def rows_by_id(sheet: CsvTable, name: str) -> dict[str, int]:
    """The row of each student by their id in that column: LMSs, too, identify students by it and not by name.

    Moodle's number in an assignment comes without its "Participant".
    """
    column = sheet.column(name)
    cells = {at: sheet.cell(at, column).strip() for at in range(1, len(sheet.rows))}
    return {re.sub(r"(?i)^participant\s+", "", cell): at for at, cell in cells.items() if cell}


def fill_canvas(sheet: CsvTable, row: int, column: Column, grade: Grade) -> None:
    points = "" if grade.blank else f"{grade.out_of(column.most):f}"
    sheet.put(row, column.index, EXCUSED if grade.excused else points)


def defuse_names(sheet: CsvTable, *columns: str) -> None:
    """Defuse names, which students chose themselves; the LMS does not read these columns back."""
    for index in map(sheet.column, columns):
        for at in range(1, len(sheet.rows)):
            text = sheet.cell(at, index)
            if defused(text.strip()) != text.strip():
                sheet.put(at, index, defused(text))


def require_worksheet(sheet: CsvTable) -> None:
    """Raises ValueError if this is not a grading worksheet of Moodle."""
    if sheet.column("identifier") is None or sheet.column("grade") is None:
        raise ValueError("it has no columns 'Identifier' and 'Grade'")


def fill_moodle(sheet: CsvTable, row: int, grade: Grade, with_comments: bool = True) -> bool:
    """Fill in a grade; excused and blank ones stay empty.

    False if it had to be cut: Moodle skips grades above its maximum.
    """
    most = number(sheet.cell(row, sheet.column("maximum grade")))
    score = grade.out_of(most)
    fits = most is None or score <= most
    is_empty = grade.excused or grade.blank
    sheet.put(row, sheet.column("grade"), "" if is_empty else f"{score if fits else most:f}")
    if with_comments and grade.comment and not grade.blank:
        sheet.put(row, sheet.column("feedback comments"), defused(grade.comment))
    return fits


def new_worksheet() -> CsvTable:
    """An empty worksheet, if Moodle's own is not available."""
    return CsvTable([list(_MOODLE)])


def add_to_worksheet(sheet: CsvTable, participant: str, name: str, email: str, grade: Grade) -> None:
    most = f"{grade.maximum:f}"
    identifier = f"{PARTICIPANT}{participant}" if participant else ""
    sheet.rows.append([identifier, defused(name), defused(email), "", most, _NEVER, ""])
    fill_moodle(sheet, len(sheet.rows) - 1, grade)


def feedback_name(participant: str, name: str) -> str:
    """Where Moodle's "Upload multiple feedback files in a zip" looks for the page of a student: it splits the folder's
    name at underscores, and finds the student by the number."""
    plain = re.sub(r'[_/\\:*?"<>|\x00-\x1f]+', " ", name).strip(" .") or "Participant"
    return f"{plain}_{participant}_assignsubmission_file_/feedback.html"


def canvas_comments(grades: Mapping[str, Grade]) -> dict[str, Any]:
    """The body of Canvas's "Grade or comment on multiple submissions", by the number of the student: comments only."""
    return {"grade_data": {number: {"text_comment": grade.comment} for number, grade in grades.items()}}


SCHEMA = 1
VISIBLE = "visible"  # one of Gradescope's words for when something is shown
_UNUSED = (FileStatus.OFFERED, FileStatus.LEFT_OUT, FileStatus.UNREADABLE)
_EARNS = (Outcome.PASSED, Outcome.GRADER_ERROR)


def gradescope_json(page: FeedbackPage, seconds: float, hidden_checks: str = VISIBLE) -> dict[str, Any]:
    """A student's mark as Gradescope's `results.json`.

    The score is the mark, whatever the tests add up to: it includes lateness, weights and overrides. `hidden_checks`:
    when students see how these ended. Gradescope shows no total before that, and nothing here reveals it either.
    """
    mark, tests = page.mark, list[dict[str, Any]]()
    is_open = hidden_checks == VISIBLE
    output = [f"{points(mark.total)} of {points(mark.maximum)} points ({points(mark.percent)} %)"] if is_open else []
    output += map(readable, page.problems)
    unused = [line for table in page.files for line in table.lines if line.status in _UNUSED]
    output += [readable(line.sentence) for line in unused]
    if any(line.status is FileStatus.OFFERED for line in unused):
        output.append("To be sure, name each file after its exercise and submit it again.")
    for number, section in enumerate(page.sections, 1):
        if is_open or section.result is None:
            steps = section.steps or (f"{section.score} of {section.maximum}",)
            output.append(readable(f"{section.title}: {', '.join(steps)}"))
        if section.override and section.override.comment:
            output.append(f"  {readable(section.override.comment)}")
        if section.result is None:
            words = readable(", ".join(section.steps or section.badges))
            score, most = float(section.score), float(section.maximum)
            tests.append(_test(section.title, f"{number}", score, most, score >= most, words))
            continue
        for place, check in enumerate(section.result.checks, 1):
            name, passed = f"{section.title}: {check.title}", check.outcome in _EARNS
            words = "\n".join(_output(check))
            test = _test(name, f"{number}.{place}", check.score, check.max_score, passed, words)
            tests.append({**test, "visibility": hidden_checks if check.hidden else VISIBLE})
    if any(test["visibility"] != VISIBLE for test in tests):
        output.append("Hidden checks also count. Your instructor decides when their results and the total are shown.")
    return {
        "score": float(mark.total),
        "execution_time": round(seconds, 3),
        "output": "\n".join(output),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": VISIBLE,
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {"schema": SCHEMA, "student": mark.student, "max_score": float(mark.maximum)},
    }


def _test(name: str, number: str, score: float, most: float, passed: bool, output: str) -> dict[str, Any]:
    return {
        "name": readable(name),
        "number": number,
        "score": score,
        "max_score": most,
        "status": "passed" if passed else "failed",
        "output": output,
        "visibility": VISIBLE,
    }


def _output(check: CheckResult) -> Iterator[str]:
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


_QUIZ_COLUMNS = ("student", "name", "score", "maximum", "percent", "attempt", "attempts", "submitted", "how")


def quiz_csv(points: Mapping[str, float], rows: Iterable[tuple[Mark, Attempt | None]]) -> Iterator[str]:
    """The grades of one quiz, line by line, with a column per question. `points` by question. `rows`: the mark in this
    quiz alone, and the attempt that counts; questions that were not on a student's paper stay empty."""
    yield MARK + line([*_QUIZ_COLUMNS, *points])
    for mark, attempt in rows:
        (earned,) = mark.items
        submitted = attempt.submitted.isoformat() if attempt and attempt.submitted else ""
        shares = attempt.shares if attempt else {}
        cells = [defused(mark.student), defused(mark.name), str(earned.score), str(earned.maximum), str(mark.percent)]
        cells += [str(earned.attempt or ""), str(earned.attempts), submitted, defused(", ".join(earned.steps))]
        cells += [f"{shares[name] * worth:.4g}" if name in shares else "" for name, worth in points.items()]
        yield line(cells)
