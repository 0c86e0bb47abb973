"""Reading a class: page by page of students, so that memory stays flat and nobody waits for a long reader."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from grader.results import CheckResult, ExerciseResult, Outcome
from grader.store.database import Database, clean, maybe_time
from grader.store.handins import students
from grader.store.model import Attempt, Detail, Kind, Override, QuizResult, Record, State, Student
from grader.store.overrides import to_override
from grader.store.quizzes import to_result

_THESE = "IN (SELECT value FROM json_each(?))"
# Of the outcomes of a work, that under the current setup, else the latest.
_OF_THE_WORK = "SELECT x.id FROM outcomes x WHERE x.exercise = w.exercise AND x.work = w.digest"
_BEST = f"coalesce(({_OF_THE_WORK} AND x.setup = c.setup), ({_OF_THE_WORK} ORDER BY x.graded DESC, x.id DESC LIMIT 1))"
_WORKS = f"""
    FROM hand_ins h JOIN works w ON w.hand_in = h.id
    LEFT JOIN current_setups c ON c.exercise = w.exercise
    LEFT JOIN outcomes o ON o.id = {_BEST}"""
_ATTEMPTS = f"""
    SELECT h.id, w.exercise, w.problem, o.verdicts, o.faulty, o.graded, c.setup IS NULL OR o.setup = c.setup AS current
    {_WORKS} WHERE h.student {_THESE} ORDER BY w.exercise"""
_DETAILS = f"""
    SELECT h.id, w.exercise, w.problem, o.verdicts, o.faulty, c.setup IS NULL OR o.setup = c.setup AS current,
        r.result, o.seconds, o.graded, s.content, s.grader, s.device, u.versions
    {_WORKS} LEFT JOIN results r ON r.outcome = o.id LEFT JOIN setups s ON s.key = o.setup
    LEFT JOIN runs u ON u.id = o.run WHERE h.student {_THESE} ORDER BY w.exercise"""
_EARNS = {Outcome.PASSED, Outcome.GRADER_ERROR}  # a fault of the grader costs nobody points

Numbered = dict[int, tuple[int, sqlite3.Row]]  # id of a hand-in → which one of the student's it is


def records(db: Database, wanted: Iterable[str] | None) -> Iterator[Record]:
    for page in students(db, wanted):
        yield from _page(db, page)


def _page(db: Database, page: list[Student]) -> list[Record]:
    with db.glance():
        return list(_records(db, page))


def _records(db: Database, page: list[Student]) -> Iterator[Record]:
    asked = json.dumps([student.id for student in page])
    numbered = _numbered(db, asked)
    attempts: dict[str, list[Attempt]] = defaultdict(list)
    problems: dict[str, list[str]] = defaultdict(list)
    for _, row in numbered.values():
        if row["problem"]:
            problems[row["student"]].append(row["problem"])
    for row in db.rows(_ATTEMPTS, asked):
        attempt = _attempt(row, numbered)
        attempts[attempt.student].append(attempt)
    for attempt in _quiz_attempts(db, asked):
        attempts[attempt.student].append(attempt)
    decided = _overrides(db, asked)
    for student in page:
        in_order = sorted(attempts[student.id], key=lambda one: (one.kind, one.item, one.number))
        yield Record(student, tuple(in_order), decided[student.id], tuple(problems[student.id]))


def _numbered(db: Database, asked: str) -> Numbered:
    """Hand-ins count from 1 in the order they came; without a time of its own, the time it was found stands in."""
    order = "ORDER BY student, coalesce(submitted, last_seen), attempt, id"
    numbered: Numbered = {}
    last, number = "", 0
    for row in db.rows(f"SELECT * FROM hand_ins WHERE student {_THESE} {order}", asked):
        number = number + 1 if row["student"] == last else 1
        last = row["student"]
        numbered[row["id"]] = number, row
    return numbered


def _attempt(row: sqlite3.Row, numbered: Numbered) -> Attempt:
    number, hand_in = numbered[row["id"]]
    return Attempt(
        student=hand_in["student"],
        item=row["exercise"],
        number=number,
        shares=_shares(row["verdicts"]),
        submitted=maybe_time(hand_in["submitted"]),
        late_seconds=hand_in["late_seconds"],
        state=_state(row),
        faulty=bool(row["faulty"]),
        problem=row["problem"],
        label=hand_in["label"],
        hand_in=hand_in["digest"],
        graded=maybe_time(row["graded"]),
    )


def _state(row: sqlite3.Row) -> State:
    if row["problem"]:
        return State.UNREADABLE
    if row["verdicts"] is None:
        return State.WAITING
    return State.GRADED if row["current"] else State.OLD


def _shares(verdicts: str | None) -> dict[str, float]:
    return {check: float(outcome in _EARNS) for check, outcome in json.loads(verdicts or "{}").items()}


def _quiz_attempts(db: Database, asked: str) -> Iterator[Attempt]:
    order = "ORDER BY student, quiz, coalesce(submitted, graded), attempt, id"
    last, number = ("", ""), 0
    for row in db.rows(f"SELECT * FROM quiz_results WHERE student {_THESE} {order}", asked):
        number = number + 1 if (row["student"], row["quiz"]) == last else 1
        last = row["student"], row["quiz"]
        yield _quiz_attempt(to_result(row), number)


def _quiz_attempt(result: QuizResult, number: int) -> Attempt:
    return Attempt(
        student=result.student,
        item=result.quiz,
        number=number,
        shares={question.id: question.share for question in result.questions},
        submitted=result.submitted,
        late_seconds=result.late_seconds,
        state=State.UNREADABLE if result.problem else State.GRADED,
        problem=result.problem,
        label=result.label,
        hand_in=result.digest,
        kind=Kind.QUIZ,
    )


def _overrides(db: Database, asked: str) -> dict[str, dict[str, Override]]:
    found: dict[str, dict[str, Override]] = defaultdict(dict)
    wanted = f"SELECT * FROM overrides WHERE removed IS NULL AND student {_THESE} ORDER BY id"
    for row in db.rows(wanted, asked):  # the latest is read last, and stays
        found[row["student"]][row["item"]] = to_override(row)
    return found


def details(db: Database, student: str) -> Iterator[Detail]:
    """Every attempt at an exercise of one student, with its result."""
    asked = json.dumps([clean(student)])
    with db.glance():
        numbered = _numbered(db, asked)
        rows = db.rows(_DETAILS, asked)
    for row in sorted(rows, key=lambda row: (row["exercise"], numbered[row["id"]][0])):
        attempt = _attempt(row, numbered)
        yield Detail(attempt) if row["result"] is None else _detail(attempt, row)


def _detail(attempt: Attempt, row: sqlite3.Row) -> Detail:
    return Detail(
        attempt=attempt,
        result=ExerciseResult.from_json(json.loads(row["result"])),
        seconds=row["seconds"],
        graded=maybe_time(row["graded"]),
        content=row["content"],
        grader=row["grader"],
        device=row["device"],
        versions=json.loads(row["versions"] or "{}"),
    )


def rescored(result: ExerciseResult, points: Mapping[str, float]) -> ExerciseResult:
    """The result with other points for its checks; a check without points is left out."""
    checks = tuple(_rescored(check, points[check.id]) for check in result.checks if check.id in points)
    score, most = sum(check.score for check in checks), sum(check.max_score for check in checks)
    return replace(result, score=score, max_score=most, checks=checks)


def _rescored(check: CheckResult, points: float) -> CheckResult:
    score = points if check.outcome in _EARNS else 0.0
    if (check.score, check.max_score) == (score, points):  # as nearly always: a class has very many checks
        return check
    return replace(check, score=score, max_score=points)
