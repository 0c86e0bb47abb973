"""A student's own files, results/STUDENT.json and feedback/STUDENT.html: their content, and writing them."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from grader.batch.manifest import ManifestEntry, NamedMistake, WrittenFile
from grader.batch.student_records import ItemRecord, StudentRecord, collect, lateness, without_secrets
from grader.course import Course
from grader.files import write_if_changed
from grader.gradebook import (
    Attempt,
    AttemptDetail,
    AttemptState,
    Gradebook,
    HandIn,
    MarkRow,
    StudentHistory,
    file_json,
)
from grader.marks import ItemMark, MarkingRules
from grader.processes import Process
from grader.render.classroom import EXCUSED, ClassRow, Concern, ConcernKind
from grader.render.feedback import AttemptLine, FeedbackPage, FilesTable, Section, feedback_page, moment, points
from grader.render.files import file_lines, of_systems
from grader.results import FileStatus

SCHEMA = 1
RESULTS, FEEDBACK = "results", "feedback"
_FEW = 30  # students that are not worth starting more processes for
_AHEAD = 2  # students that each process has waiting
_NAMED = 3  # files under a concern
_WAITING = "not graded yet"


def feedback(course: Course, rules: MarkingRules, student: StudentRecord) -> FeedbackPage:
    """The content of a student's page."""
    return FeedbackPage(
        course=course.title,
        assignment=rules.assignment.shown,
        mark=student.mark,
        sections=tuple(_section(course, student, record) for record in student.items),
        others=tuple(_other(course, detail) for detail in student.others),
        problems=tuple(f"A submission could not be graded: {problem}" for problem in student.history.problems),
        files=tuple(_files_table(one) for one in student.history.hand_ins if one.files),
    )


def _files_table(hand_in: HandIn) -> FilesTable:
    by = f"handed in by {hand_in.via}" if hand_in.via else ""
    title = ", ".join(filter(None, (moment(hand_in.submitted), by)))
    lines = list(file_lines(hand_in.files))
    return FilesTable(title, tuple(one for one in lines if one.status is not FileStatus.SYSTEM), of_systems(lines))


def _section(course: Course, student: StudentRecord, record: ItemRecord) -> Section:
    mark = record.mark
    says_nothing_new = mark.steps == (f"{points(mark.score)} of {points(mark.maximum)}",)
    badges = {
        "not submitted": mark.state is None,
        "cannot be read": mark.state is AttemptState.UNREADABLE,
        _WAITING: mark.state in (AttemptState.WAITING, AttemptState.OLD),
        "late": bool(lateness(student, record.item, record.attempt)),
        "set by hand": mark.overridden,
        "excused": mark.excused,
        "dropped": mark.dropped,
        "extra": mark.extra,
        "to be reviewed": mark.review,
    }
    return Section(
        name=mark.item,
        title=mark.title,
        score=points(mark.score),
        maximum=points(mark.maximum),
        share=min(100.0, float(100 * mark.score / mark.maximum)) if mark.maximum else 0.0,
        steps=() if says_nothing_new else mark.steps,
        badges=tuple(badge for badge, holds in badges.items() if holds),
        override=record.override,
        tries=tuple(_attempt_line(student, record, attempt) for attempt in record.attempts),
        result=without_secrets(record.result) if record.result else None,
        idea=course.find(mark.item).idea if record.result else "",
        questions=tuple(record.quiz.questions) if record.quiz else (),
    )


def _attempt_line(student: StudentRecord, record: ItemRecord, attempt: Attempt) -> AttemptLine:
    worth = record.item.points
    earned = sum(worth[name] * share for name, share in attempt.shares.items() if name in worth)
    words = f"{round(max(0.0, earned), 2):g} of {round(sum(worth.values()), 2):g} points"
    if attempt.state in (AttemptState.UNREADABLE, AttemptState.WAITING):
        words = attempt.problem or _WAITING
    return AttemptLine(attempt, words, lateness(student, record.item, attempt), attempt.number == record.mark.attempt)


def _other(course: Course, detail: AttemptDetail) -> Section:
    """An exercise that does not count."""
    name, result = detail.attempt.item, detail.result
    exercise = course.find(name) if name in course.slugs else None
    title = exercise.title if exercise else name
    if result is None:
        return Section(name, title, "0", "0", 0.0, (detail.attempt.problem or _WAITING,))
    result = result.rescored(exercise.all_points) if exercise else result
    share = 100 * result.score / result.max_score if result.max_score else 0.0
    score, most = f"{result.score:g}", f"{result.max_score:g}"
    return Section(name, title, score, most, share, result=without_secrets(result))


def results_json(rules: MarkingRules, student: StudentRecord) -> dict[str, Any]:
    """results/STUDENT.json, schema 1: the mark, and each exercise and quiz with the result that counts. Times are still
    datetimes."""
    mark, items = student.mark.to_json(), []
    decided = ("score", "excused", "comment", "reason", "who", "at")
    for of_mark, record in zip(mark["items"], student.items, strict=True):
        override, detail = record.override, record.detail
        hand_ins = [
            {
                "attempt": attempt.number,
                "label": attempt.label,
                "via": attempt.via,
                "submitted": attempt.submitted,
                "late_seconds": attempt.late_seconds,
                "late": lateness(student, record.item, attempt),
                "state": attempt.state.value,
                "problem": attempt.problem,
            }
            for attempt in record.attempts
        ]
        item = {
            **of_mark,
            "kind": record.item.kind.value,
            "override": {name: getattr(override, name) for name in decided} if override else None,
            "hand_ins": hand_ins,
            "graded": detail.attempt.graded if detail else None,
            "versions": dict(detail.versions) if detail else {},
            "result": without_secrets(record.result).to_json() if record.result else None,
            "questions": [dict(vars(one)) for one in record.quiz.questions] if record.quiz else [],
        }
        items.append(item)
    others = [without_secrets(detail.result).to_json() for detail in student.others if detail.result is not None]
    files = [
        {"submitted": one.submitted, "via": one.via, "files": [file_json(file) for file in one.files]}
        for one in student.history.hand_ins
    ]
    rest = {"items": items, "others": others, "problems": list(student.history.problems), "hand_ins": files}
    return {**mark, "schema": SCHEMA, "assignment": rules.assignment.name, **rest}


@dataclass(frozen=True)
class PendingStudent:
    """A student whose files are due: named after `name`, made from what `stamp` stands for.

    `before`: the entry that the manifest has; `current`: the same, if the files need not be written again.
    """

    history: StudentHistory
    name: str
    stamp: str
    before: ManifestEntry | None = None
    current: ManifestEntry | None = None


@dataclass(frozen=True)
class StudentOutput:
    """A student's entry and, if the files were made again, the mark; `new`: how many files differ from before."""

    entry: ManifestEntry
    mark: MarkRow | None = None
    new: int = 0


FileWriter = Callable[[PendingStudent], StudentOutput]


def write_files(
    course: Course, rules: MarkingRules, book: Gradebook, out: Path, student: PendingStudent
) -> StudentOutput:
    """Write the files of one student. UsageError if that fails."""
    record = collect(rules, book, student.history)
    results = json.dumps(results_json(rules, record), ensure_ascii=False, default=datetime.isoformat)
    texts = {
        f"{RESULTS}/{student.name}.json": f"{results}\n",
        f"{FEEDBACK}/{student.name}.html": feedback_page(feedback(course, rules, record)),
    }
    files, new = [], 0
    for path, text in texts.items():
        data = text.encode("utf-8", "backslashreplace")  # such an escape is valid JSON, too
        new += write_if_changed(out / path, data)
        files.append(WrittenFile.at(out, path))
    return StudentOutput(_entry(record, student.stamp, tuple(files)), record.mark.row(), new)


def file_writer(course: Course, rules: MarkingRules, book: Path, out: Path) -> FileWriter:
    """For another process, which opens the gradebook itself."""
    return partial(write_files, course, rules, Gradebook.open(book, create=False), out)


def write_students(
    students: Iterable[PendingStudent], write: FileWriter, helper: Callable[[], Process]
) -> Generator[tuple[PendingStudent, StudentOutput], None, None]:
    """Write what is out of date, and yield every student in the same order. Close it, which ends its processes.

    Building pages is slower than writing them, so large classes use several processes, which `helper` starts.
    UsageError if a file cannot be written.
    """
    cores, due = os.cpu_count() or 1, 0
    helpers: list[Process] = []
    waiting: deque[tuple[PendingStudent, Process | None]] = deque()

    def finished() -> tuple[PendingStudent, StudentOutput]:
        student, process = waiting.popleft()
        if student.current is not None:
            return student, StudentOutput(student.current)
        if process is not None:
            with suppress(EOFError, OSError):  # it has died
                return student, process.take()
        return student, write(student)

    try:
        for student in students:
            process = None
            due += student.current is None
            if student.current is None and due > _FEW and cores > 1:
                if len(helpers) < cores:
                    helpers.append(helper())
                process = helpers[due % len(helpers)]
                process.give(student)
            waiting.append((student, process))
            if len(waiting) > _AHEAD * cores:
                yield finished()
        while waiting:
            yield finished()
    finally:
        for process in helpers:
            process.close()


def _entry(student: StudentRecord, stamp: str, files: tuple[WrittenFile, ...]) -> ManifestEntry:
    """What the manifest and the pages of the class need to know."""
    details = [record.detail for record in student.items if record.detail is not None]
    versions: dict[str, set[str]] = {}
    for detail in details:
        for name, version in detail.versions.items():
            versions.setdefault(name, set()).add(version)
    mistakes = {
        (record.item.name, check.misconception): check.diagnosis or ""
        for record in student.items
        for check in (record.result.checks if record.result else ())
        if check.misconception
    }
    mark = student.mark
    row = ClassRow(
        student=mark.student,
        name=mark.name,
        page=files[1].name,
        total=points(mark.total),
        maximum=points(mark.maximum),
        percent=points(mark.percent),
        scores=tuple(score_of(one) for one in mark.items),
        late=tuple(one.item.name for one in student.items if lateness(student, one.item, one.attempt)),
        review=tuple(_concerns(student)),
        files=tuple(file for hand_in in student.history.hand_ins for file in hand_in.keyed()),
    )
    return ManifestEntry(
        stamp=stamp,
        files=files,
        row=row,
        attempts={one.item: one.attempt for one in mark.items if one.attempt is not None},
        complete=mark.complete,
        mistakes=tuple(NamedMistake(*key, diagnosis) for key, diagnosis in mistakes.items()),
        versions={name: tuple(sorted(found)) for name, found in versions.items()},
        graded=max((moment(detail.attempt.graded) for detail in details), default=""),
    )


def score_of(mark: ItemMark) -> str:
    """A score for a table; "" where nothing is graded."""
    if mark.excused:
        return EXCUSED
    graded = mark.state in (AttemptState.GRADED, AttemptState.OLD)
    return points(mark.score) if graded or mark.overridden else ""


def _concerns(student: StudentRecord) -> Iterator[Concern]:
    """What a person should look at; what was decided by hand has been looked at."""
    yield from (Concern(ConcernKind.UNREADABLE, words=problem) for problem in student.history.problems)
    if not student.history.attempts and not student.history.problems:
        yield Concern(ConcernKind.NOTHING)
    settled = {record.item.name for record in student.items if record.mark.overridden or record.mark.excused}
    lines = file_lines(file for hand_in in student.history.hand_ins for file in hand_in.keyed())
    open_cases = [one for one in lines if one.status is FileStatus.OFFERED and not settled.intersection(one.exercises)]
    offered = {exercise for line in open_cases for exercise in line.exercises}
    if open_cases:
        more = f"; and {len(open_cases) - _NAMED} more" if len(open_cases) > _NAMED else ""
        yield Concern(ConcernKind.OFFERED, words="; ".join(one.sentence for one in open_cases[:_NAMED]) + more)
    for record in student.items:
        mark, name = record.mark, record.item.name
        if name in settled:
            continue
        if mark.review:
            yield Concern(ConcernKind.FAULT, name)
        elif mark.state is AttemptState.UNREADABLE and name not in offered:
            yield Concern(ConcernKind.UNREADABLE, name, record.attempt.problem if record.attempt else "")
        elif mark.state in (AttemptState.WAITING, AttemptState.OLD):
            yield Concern(ConcernKind.WAITING, name)
