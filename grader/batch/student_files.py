"""A student's own files, results/STUDENT.json and feedback/STUDENT.html: what they say, and their making."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from grader.batch.manifest import ManifestEntry, NamedMistake, WrittenFile
from grader.batch.student_records import (
    ItemRecord,
    StudentRecord,
    collect,
    late_items,
    lateness,
    without_secrets,
)
from grader.course import Course
from grader.errors import UsageError
from grader.files import write_if_changed
from grader.gradebook import (
    Attempt,
    AttemptDetail,
    AttemptState,
    Gradebook,
    MarkRow,
    Override,
    StudentHistory,
    rescored,
)
from grader.marks import GradedItem, ItemMark, points_of
from grader.processes import Process
from grader.render.classroom import EXCUSED, ClassRow, Concern, ConcernKind
from grader.render.feedback import AttemptLine, FeedbackPage, Section, feedback_page, moment, points

# ---- A student's work in the words of a page of feedback, and as JSON.


SCHEMA = 1
_STATES = {
    AttemptState.UNREADABLE: "cannot be read",
    AttemptState.WAITING: "not graded yet",
    AttemptState.OLD: "not graded yet",
}


def feedback(course: Course, marked: StudentRecord) -> FeedbackPage:
    return FeedbackPage(
        course=course.title,
        mark=marked.mark,
        sections=tuple(_section(course, piece) for piece in marked.pieces),
        others=tuple(_other(course, detail) for detail in marked.others),
        problems=tuple(f"A hand-in could not be opened: {problem}" for problem in marked.record.problems),
    )


def _section(course: Course, piece: ItemRecord) -> Section:
    mark = piece.mark
    return Section(
        name=mark.item,
        title=mark.title,
        score=points(mark.score),
        maximum=points(mark.maximum),
        share=min(100.0, float(100 * mark.score / mark.maximum)) if mark.maximum else 0.0,
        steps=_steps(mark),
        badges=tuple(_badges(course, piece)),
        override=piece.override,
        tries=tuple(_try(course, piece, attempt) for attempt in piece.attempts),
        result=without_secrets(piece.result) if piece.result else None,
        idea=course.find(mark.item).idea if piece.result else "",
        questions=tuple(piece.quiz.questions) if piece.quiz else (),
    )


def _steps(mark: ItemMark) -> tuple[str, ...]:
    """Nothing where they only say the score again."""
    return () if mark.steps == (f"{points(mark.score)} of {points(mark.maximum)}",) else mark.steps


def _badges(course: Course, piece: ItemRecord) -> Iterator[str]:
    mark = piece.mark
    if mark.state is None:
        yield "not handed in"
    elif mark.state in _STATES:
        yield _STATES[mark.state]
    if piece.attempt is not None and lateness(course, piece.item, piece.attempt):
        yield "late"
    words = {
        "set by hand": mark.overridden,
        "excused": mark.excused,
        "dropped": mark.dropped,
        "extra": mark.extra,
        "to be reviewed": mark.review,
    }
    yield from (word for word, holds in words.items() if holds)


def _try(course: Course, piece: ItemRecord, attempt: Attempt) -> AttemptLine:
    worth = piece.item.points
    earned = sum(worth[name] * share for name, share in attempt.shares.items() if name in worth)
    words = f"{round(max(0.0, earned), 2):g} of {round(sum(worth.values()), 2):g} points"
    if attempt.state in (AttemptState.UNREADABLE, AttemptState.WAITING):
        words = attempt.problem or _STATES[attempt.state]
    return AttemptLine(attempt, words, lateness(course, piece.item, attempt), attempt.number == piece.mark.attempt)


def _other(course: Course, detail: AttemptDetail) -> Section:
    name, result = detail.attempt.item, detail.result
    exercise = course.find(name) if name in course.slugs else None
    title = exercise.title if exercise else name
    if result is None:
        return Section(name, title, "0", "0", 0.0, (detail.attempt.problem or _STATES[AttemptState.WAITING],))
    result = rescored(result, points_of(exercise)) if exercise else result
    share = 100 * result.score / result.max_score if result.max_score else 0.0
    score, most = f"{result.score:g}", f"{result.max_score:g}"
    return Section(name, title, score, most, share, result=without_secrets(result))


def results_json(course: Course, marked: StudentRecord) -> dict[str, Any]:
    """results/STUDENT.json, schema 1: the mark, and each exercise and quiz with the result that counts."""
    whole = {key: value for key, value in marked.mark.to_json().items() if key != "schema"}
    items = [_item_json(course, piece, told) for piece, told in zip(marked.pieces, whole["items"], strict=True)]
    others = [without_secrets(detail.result).to_json() for detail in marked.others if detail.result is not None]
    return {"schema": SCHEMA, **whole, "items": items, "others": others, "problems": list(marked.record.problems)}


def _item_json(course: Course, piece: ItemRecord, told: dict[str, Any]) -> dict[str, Any]:
    return {
        **told,
        "kind": piece.item.kind.value,
        "override": _override_json(piece.override) if piece.override else None,
        "hand_ins": [_attempt_json(course, piece, attempt) for attempt in piece.attempts],
        "graded": piece.detail.graded.isoformat() if piece.detail and piece.detail.graded else None,
        "versions": dict(piece.detail.versions) if piece.detail else {},
        "result": without_secrets(piece.result).to_json() if piece.result else None,
        "questions": [dict(vars(one)) for one in piece.quiz.questions] if piece.quiz else [],
    }


def _override_json(override: Override) -> dict[str, Any]:
    names = ("score", "excused", "comment", "reason", "who")
    at = override.at.isoformat() if override.at else None
    return {**{name: getattr(override, name) for name in names}, "at": at}


def _attempt_json(course: Course, piece: ItemRecord, attempt: Attempt) -> dict[str, Any]:
    return {
        "attempt": attempt.number,
        "label": attempt.label,
        "submitted": attempt.submitted.isoformat() if attempt.submitted else None,
        "late_seconds": attempt.late_seconds,
        "late": lateness(course, piece.item, attempt),
        "state": attempt.state.value,
        "problem": attempt.problem,
    }


def score_of(mark: ItemMark) -> str:
    """For a table: "" where nothing is graded."""
    if mark.excused:
        return EXCUSED
    graded = mark.state in (AttemptState.GRADED, AttemptState.OLD)
    return points(mark.score) if graded or mark.overridden else ""


# ---- Makes the files of students, their results and their page: for a large class in several processes, for to make
# them takes longer than to write them.


RESULTS, FEEDBACK = "results", "feedback"
_FEW = 30  # students that are not worth the start of more processes
_AHEAD = 2  # of them that each process has to do


@dataclass(frozen=True)
class PendingStudent:
    """A student whose files are to be made, and the stamp of what they are made from."""

    record: StudentHistory
    name: str
    stamp: str


@dataclass(frozen=True)
class StudentOutput:
    """`new`: how many of the files are not what they were before."""

    entry: ManifestEntry
    mark: MarkRow
    new: int


Ticket = tuple[PendingStudent, Process | None]  # whom to ask for it, if it is not made here


class StudentFileBuilder:
    """Makes the files of one student after the other."""

    def __init__(self, course: Course, items: Sequence[GradedItem], book: Gradebook, out: Path) -> None:
        self._course = course
        self._items = items
        self._book = book
        self._out = out

    def make(self, sheet: PendingStudent) -> StudentOutput:
        marked = collect(self._course, self._items, self._book, sheet.record)
        told = json.dumps(results_json(self._course, marked), ensure_ascii=False)
        page = feedback_page(feedback(self._course, marked))
        files, new = [], 0
        for path, text in ((f"{RESULTS}/{sheet.name}.json", f"{told}\n"), (f"{FEEDBACK}/{sheet.name}.html", page)):
            data = text.encode("utf-8", "backslashreplace")  # which JSON reads, too
            new += write_if_changed(self._out / path, data)
            files.append(WrittenFile.at(self._out, path))
        return StudentOutput(_noted(self._course, marked, sheet.stamp, tuple(files)), marked.mark.row(), new)


@dataclass(frozen=True)
class _WriterConfig:
    """What another process needs to know."""

    course: Course
    items: tuple[GradedItem, ...]
    book: str
    out: str


class StudentFileWriter:
    """Takes sheets and gives back, in the same order, what was made of them.

    `lock`: of the folder, by its descriptor. Processes that outlive this one for a moment hold it until they end.
    """

    def __init__(self, course: Course, items: Sequence[GradedItem], book: Gradebook, out: Path, lock: int) -> None:
        self._here = StudentFileBuilder(course, items, book, out)
        self._order = _WriterConfig(course, tuple(items), str(book.path), str(out))
        self._lock = lock
        self._helpers: list[Process] = []
        self._cores = os.cpu_count() or 1
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for helper in self._helpers:
            helper.close()

    @property
    def depth(self) -> int:
        """How many sheets to put in before the first is asked for."""
        return _AHEAD * self._cores

    def put(self, sheet: PendingStudent) -> Ticket:
        """A ticket for it."""
        self._count += 1
        if self._count <= _FEW or self._cores == 1:
            return sheet, None
        if len(self._helpers) < self._cores:
            self._helpers.append(Process(__name__, self._order, keep=(self._lock,)))
        helper = self._helpers[self._count % len(self._helpers)]
        with suppress(OSError):  # noticed when its answer is asked for
            helper.link.send(sheet)
        return sheet, helper

    def take(self, ticket: Ticket) -> StudentOutput:
        """Tickets must be given back in the order in which they were got."""
        sheet, helper = ticket
        if helper is None:
            return self._here.make(sheet)
        try:
            made: StudentOutput | str = helper.link.recv()
        except (EOFError, OSError):  # it has died
            return self._here.make(sheet)
        if isinstance(made, str):
            raise UsageError(made)
        return made


def serve(descriptor: int) -> None:
    """What another process runs: a sheet comes, and what was made of it goes."""
    link: Connection = Connection(descriptor)
    with suppress(EOFError, OSError):
        order: _WriterConfig = link.recv()
        with Gradebook.open(Path(order.book), create=False) as book:
            desk = StudentFileBuilder(order.course, order.items, book, Path(order.out))
            while True:
                link.send(_answer(desk, link.recv()))
    os._exit(0)


def _answer(desk: StudentFileBuilder, sheet: PendingStudent) -> StudentOutput | str:
    try:
        return desk.make(sheet)
    except UsageError as problem:
        return str(problem)


def _noted(course: Course, marked: StudentRecord, stamp: str, files: tuple[WrittenFile, ...]) -> ManifestEntry:
    details = [piece.detail for piece in marked.pieces if piece.detail is not None]
    versions: dict[str, set[str]] = {}
    for detail in details:
        for name, version in detail.versions.items():
            versions.setdefault(name, set()).add(version)
    return ManifestEntry(
        stamp=stamp,
        files=files,
        row=_row(course, marked, files[1].name),
        attempts={piece.item.name: piece.mark.attempt for piece in marked.pieces if piece.mark.attempt is not None},
        complete=marked.mark.complete,
        mistakes=tuple(_mistakes(marked)),
        versions={name: tuple(sorted(found)) for name, found in versions.items()},
        graded=max((moment(detail.graded) for detail in details), default=""),
    )


def _row(course: Course, marked: StudentRecord, page: str) -> ClassRow:
    mark, student = marked.mark, marked.record.student
    return ClassRow(
        student=student.id,
        name=student.name,
        page=page,
        total=points(mark.total),
        maximum=points(mark.maximum),
        percent=points(mark.percent),
        scores=tuple(score_of(piece.mark) for piece in marked.pieces),
        late=tuple(late_items(course, marked.pieces)),
        review=tuple(_concerns(marked)),
    )


def _mistakes(marked: StudentRecord) -> Iterator[NamedMistake]:
    for piece in marked.pieces:
        checks = piece.result.checks if piece.result else ()
        named = {check.misconception: check.diagnosis or "" for check in checks if check.misconception}
        yield from (NamedMistake(piece.item.name, name, diagnosis) for name, diagnosis in named.items())


def _concerns(marked: StudentRecord) -> Iterator[Concern]:
    """What a person should look at; what was decided by hand has been looked at."""
    yield from (Concern(ConcernKind.UNREADABLE, words=problem) for problem in marked.record.problems)
    if not marked.record.attempts and not marked.record.problems:
        yield Concern(ConcernKind.NOTHING)
    for piece in marked.pieces:
        mark, name = piece.mark, piece.item.name
        if mark.overridden or mark.excused:
            continue
        if mark.review:
            yield Concern(ConcernKind.FAULT, name)
        elif mark.state is AttemptState.UNREADABLE:
            yield Concern(ConcernKind.UNREADABLE, name, piece.attempt.problem if piece.attempt else "")
        elif mark.state in (AttemptState.WAITING, AttemptState.OLD):
            yield Concern(ConcernKind.WAITING, name)
