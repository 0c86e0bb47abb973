"""Outcomes in a gradebook: of works, of quizzes, and both together as students' records."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace

from grader.gradebook.database import Database, chunks, clean, maybe_text, maybe_time, note
from grader.gradebook.model import (
    Attempt,
    AttemptDetail,
    AttemptState,
    AuditEvent,
    Graded,
    GradingSetup,
    ItemKind,
    Override,
    QuestionScore,
    QuizResult,
    Student,
    StudentHistory,
    Work,
)
from grader.gradebook.students import students, to_override
from grader.results import CheckResult, ExerciseResult, Outcome

# ---- Outcomes: which are missing, and keeping them.
#
# An outcome belongs to the content of a work and to what it was graded with; the key is unique. Two batches on
# one gradebook need no lease: grading is deterministic, so the first outcome of a key stays, and a second one
# adds nothing.


_PAGE = 500
_MISSING = """
    SELECT j.key FROM json_each(?) j WHERE NOT EXISTS (
        SELECT 1 FROM outcomes o JOIN current_setups c ON c.exercise = o.exercise AND c.setup = o.setup
        WHERE o.exercise = json_extract(j.value, '$[0]') AND o.work = json_extract(j.value, '$[1]') AND NOT o.faulty
    )"""


def use(db: Database, setups: Iterable[GradingSetup]) -> None:
    """From now on outcomes under these count for their exercises."""
    with db.change():
        for setup in setups:
            _know(db, setup)
            db.run(
                "INSERT INTO current_setups VALUES (?, ?) ON CONFLICT DO UPDATE SET setup = excluded.setup",
                clean(setup.exercise),
                setup.key,
            )


def _know(db: Database, setup: GradingSetup) -> None:
    """Without the salt: the key is enough to tell setups apart."""
    names = (clean(setup.exercise), clean(setup.content), clean(setup.grader), clean(setup.device))
    db.run("INSERT OR IGNORE INTO setups VALUES (?, ?, ?, ?, ?, ?)", setup.key, *names, db.time())


def pending(db: Database, works: Iterable[Work], force: bool) -> Iterator[Work]:
    """Those without a sound outcome under the current setup, each once; looked up a page at a time, when asked for."""
    met: set[Work] = set()
    for page in chunks(works, _PAGE):
        fresh = [work for work in dict.fromkeys(page) if work not in met]
        met.update(fresh)
        yield from fresh if force else _missing(db, fresh)


def _missing(db: Database, works: list[Work]) -> list[Work]:
    asked = json.dumps([[clean(work.exercise), clean(work.digest)] for work in works])
    return [works[row["key"]] for row in db.rows(_MISSING, asked)]


def save(db: Database, graded: Iterable[Graded], run: int | None, force: bool) -> int:
    """One transaction. How many outcomes were written: the others were there already."""
    with db.change():
        return sum(_save(db, one, run, force) for one in graded)


def _save(db: Database, graded: Graded, run: int | None, force: bool) -> bool:
    exercise, work, setup = clean(graded.work.exercise), clean(graded.work.digest), graded.setup.key
    query = "SELECT * FROM outcomes WHERE exercise = ? AND work = ?"
    known = db.row(f"{query} AND setup = ?", exercise, work, setup)
    if known and not known["faulty"] and (graded.result.faulty or not force):
        return False
    before = known or db.row(f"{query} ORDER BY graded DESC, id DESC", exercise, work)
    old = _result(db, before["id"]) if before else None
    if known:
        db.run("DELETE FROM outcomes WHERE id = ?", known["id"])
    _know(db, graded.setup)
    _insert(db, (exercise, work, setup), graded, run)
    _tell(db, exercise, work, old, graded.result)
    return True


def _insert(db: Database, key: tuple[str, str, str], graded: Graded, run: int | None) -> None:
    result = graded.result
    row = db.run(
        "INSERT INTO outcomes (exercise, work, setup, verdicts, faulty, isolation, seconds, graded, run)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *key,
        json.dumps(_verdicts(result)),
        int(result.faulty),
        result.isolation,
        graded.seconds,
        db.time(),
        run,
    ).lastrowid
    db.run("INSERT INTO results VALUES (?, ?)", row, json.dumps(result.to_record()))


def _verdicts(result: ExerciseResult) -> dict[str, str]:
    return {check.id: check.outcome.value for check in result.checks}


def _result(db: Database, outcome: int) -> ExerciseResult | None:
    row = db.row("SELECT result FROM results WHERE outcome = ?", outcome)
    return ExerciseResult.from_json(json.loads(row["result"])) if row else None


def _tell(db: Database, exercise: str, work: str, old: ExerciseResult | None, new: ExerciseResult) -> None:
    """A line for every student whose work this is; none if grading again changed nothing."""
    what, detail = AuditEvent.GRADED, dict[str, object](score=new.score, max_score=new.max_score, work=work)
    if old is not None:
        changed = _changed(_verdicts(old), _verdicts(new))
        if not changed:
            return
        what, detail = AuditEvent.REGRADED, {**detail, "old_score": old.score, "checks": changed}
    theirs = "SELECT DISTINCT h.student FROM works w JOIN hand_ins h ON h.id = w.hand_in"
    students = db.rows(f"{theirs} WHERE w.exercise = ? AND w.digest = ?", exercise, work)
    for student in [row["student"] for row in students] or [""]:
        note(db, what, detail, student, exercise)


def _changed(old: dict[str, str], new: dict[str, str]) -> dict[str, list[str | None]]:
    both = {check: [old.get(check), new.get(check)] for check in {**old, **new}}
    return {check: [before, after] for check, (before, after) in both.items() if before != after}


# ---- Results of quizzes. An attempt's file is graded anew in an instant, so the latest grading replaces the one
# before.


_COLUMNS = "student, quiz, digest, attempt, submitted, late_seconds, label, problem, key, questions, graded"


def save_quiz(db: Database, results: Iterable[QuizResult]) -> int:
    """How many are new or changed."""
    count = 0
    for page in chunks(results, _PAGE):
        with db.change():
            count += sum(_save_quiz(db, result) for result in page)
    return count


def _save_quiz(db: Database, result: QuizResult) -> bool:
    student, quiz, digest = clean(result.student), clean(result.quiz), clean(result.digest)
    wanted = "SELECT * FROM quiz_results WHERE student = ? AND quiz = ? AND digest = ?"
    row = db.row(wanted, student, quiz, digest)
    before = to_result(row) if row else None
    if before == result:
        return False
    db.run("INSERT OR IGNORE INTO students VALUES (?, '', '{}')", student)
    db.run(
        f"INSERT INTO quiz_results ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET attempt = excluded.attempt, submitted = excluded.submitted,"
        " late_seconds = excluded.late_seconds, label = excluded.label, problem = excluded.problem,"
        " key = excluded.key, questions = excluded.questions, graded = excluded.graded",
        student,
        quiz,
        digest,
        result.attempt,
        maybe_text(result.submitted),
        result.late_seconds,
        clean(result.label),
        clean(result.problem),
        clean(result.key),
        json.dumps([asdict(question) for question in result.questions]),
        db.time(),
    )
    _tell_quiz(db, before, result)
    return True


def _tell_quiz(db: Database, before: QuizResult | None, result: QuizResult) -> None:
    new = _question_shares(result)
    if before is None:
        note(db, AuditEvent.QUIZ_GRADED, {"digest": result.digest, "shares": new}, result.student, result.quiz)
        return
    old = _question_shares(before)
    changed = {name: [old.get(name), new.get(name)] for name in {**old, **new} if old.get(name) != new.get(name)}
    if changed:
        note(db, AuditEvent.REGRADED, {"digest": result.digest, "questions": changed}, result.student, result.quiz)


def _question_shares(result: QuizResult) -> dict[str, float]:
    return {question.id: question.share for question in result.questions}


def to_result(row: sqlite3.Row) -> QuizResult:
    return QuizResult(
        student=row["student"],
        quiz=row["quiz"],
        digest=row["digest"],
        questions=tuple(QuestionScore(**question) for question in json.loads(row["questions"])),
        key=row["key"],
        submitted=maybe_time(row["submitted"]),
        late_seconds=row["late_seconds"],
        attempt=row["attempt"],
        label=row["label"],
        problem=row["problem"],
    )


def quiz_results(db: Database, quiz: str | None, student: str | None) -> Iterator[QuizResult]:
    wanted = "(?1 IS NULL OR quiz = ?1) AND (?2 IS NULL OR student = ?2) AND id > ?3"
    last = 0
    while page := db.rows(f"SELECT * FROM quiz_results WHERE {wanted} ORDER BY id LIMIT {_PAGE}", quiz, student, last):
        yield from map(to_result, page)
        last = page[-1]["id"]


# ---- Reading a class: page by page of students, so that memory stays flat and nobody waits for a long reader.


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


def records(db: Database, wanted: Iterable[str] | None) -> Iterator[StudentHistory]:
    for page in students(db, wanted):
        yield from _page(db, page)


def _page(db: Database, page: list[Student]) -> list[StudentHistory]:
    with db.glance():
        return list(_records(db, page))


def _records(db: Database, page: list[Student]) -> Iterator[StudentHistory]:
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
        yield StudentHistory(student, tuple(in_order), decided[student.id], tuple(problems[student.id]))


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


def _state(row: sqlite3.Row) -> AttemptState:
    if row["problem"]:
        return AttemptState.UNREADABLE
    if row["verdicts"] is None:
        return AttemptState.WAITING
    return AttemptState.GRADED if row["current"] else AttemptState.OLD


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
        state=AttemptState.UNREADABLE if result.problem else AttemptState.GRADED,
        problem=result.problem,
        label=result.label,
        hand_in=result.digest,
        kind=ItemKind.QUIZ,
    )


def _overrides(db: Database, asked: str) -> dict[str, dict[str, Override]]:
    found: dict[str, dict[str, Override]] = defaultdict(dict)
    wanted = f"SELECT * FROM overrides WHERE removed IS NULL AND student {_THESE} ORDER BY id"
    for row in db.rows(wanted, asked):  # the latest is read last, and stays
        found[row["student"]][row["item"]] = to_override(row)
    return found


def details(db: Database, student: str) -> Iterator[AttemptDetail]:
    """Every attempt at an exercise of one student, with its result."""
    asked = json.dumps([clean(student)])
    with db.glance():
        numbered = _numbered(db, asked)
        rows = db.rows(_DETAILS, asked)
    for row in sorted(rows, key=lambda row: (row["exercise"], numbered[row["id"]][0])):
        attempt = _attempt(row, numbered)
        yield AttemptDetail(attempt) if row["result"] is None else _detail(attempt, row)


def _detail(attempt: Attempt, row: sqlite3.Row) -> AttemptDetail:
    return AttemptDetail(
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
