"""Outcomes in a gradebook: of works, of quizzes, and both together as students' histories."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import groupby

import msgspec

from grader.gradebook.database import PAGE, chunks, clean, to_text
from grader.gradebook.model import (
    Attempt,
    AttemptDetail,
    AuditEvent,
    Graded,
    GradingSetup,
    HandIn,
    Override,
    QuizResult,
    Student,
    StudentHistory,
    Work,
)
from grader.gradebook.students import Students, to_override
from grader.results import EARNS, ExerciseResult, FileRecord, Outcome

_MISSING = """
    SELECT j.key FROM json_each(?) j WHERE NOT EXISTS (
        SELECT 1 FROM outcomes o JOIN current_setups c ON c.exercise = o.exercise AND c.setup = o.setup
        WHERE o.exercise = json_extract(j.value, '$[0]') AND o.work = json_extract(j.value, '$[1]') AND NOT o.faulty
    )"""
_THESE = "IN (SELECT value FROM json_each(?))"
# The outcome of a work under the current setup, or else its latest one.
_OF_THE_WORK = "SELECT x.id FROM outcomes x WHERE x.exercise = w.exercise AND x.work = w.digest"
_BEST = f"coalesce(({_OF_THE_WORK} AND x.setup = c.setup), ({_OF_THE_WORK} ORDER BY x.graded DESC, x.id DESC LIMIT 1))"
# Each student's deliveries count from 1 in the order they came; without a time, the last one it was seen at stands in.
_IN_ORDER = "ORDER BY coalesce(submitted, last_seen), attempt, id"
_ATTEMPTS = f"""
    WITH numbered AS (
        SELECT *, row_number() OVER (PARTITION BY student {_IN_ORDER}) AS number FROM hand_ins WHERE student {_THESE}
    )
    SELECT h.student, w.exercise AS item, h.number, h.submitted, h.late_seconds, h.label, h.digest AS hand_in, h.via,
        w.problem, o.verdicts, o.faulty IS 1 AS faulty, o.graded, o.seconds, o.run, o.id AS outcome, CASE
            WHEN w.problem <> '' THEN 'unreadable'
            WHEN o.id IS NULL THEN 'waiting'
            WHEN c.setup IS NULL OR o.setup = c.setup THEN 'graded'
            ELSE 'old'
        END AS state
    FROM numbered h JOIN works w ON w.hand_in = h.id
    LEFT JOIN current_setups c ON c.exercise = w.exercise
    LEFT JOIN outcomes o ON o.id = {_BEST}
    ORDER BY item, number"""
# Of each student's hand-ins those that were there the last time, with a row for each file.
_FILES = f"""
    SELECT h.id, h.student, h.folder, h.label, h.via, h.submitted, f.name, f.status, f.exercise, f.reason, f.digest
    FROM hand_ins h LEFT JOIN files f ON f.hand_in = h.id
    WHERE h.student {_THESE}
        AND h.last_seen = (SELECT max(x.last_seen) FROM hand_ins x WHERE x.student = h.student)
    ORDER BY h.student, coalesce(submitted, last_seen), attempt, h.id, f.name, f.exercise"""
_DETAILS = f"""
    SELECT a.*, r.result, u.versions FROM ({_ATTEMPTS}) a
    LEFT JOIN results r ON r.outcome = a.outcome LEFT JOIN runs u ON u.id = a.run ORDER BY item, number"""
_QUIZ_ATTEMPTS = f"""
    SELECT student, quiz AS item, late_seconds, label, problem, digest AS hand_in, submitted, questions, 'quiz' AS kind,
        CASE problem WHEN '' THEN 'graded' ELSE 'unreadable' END AS state,
        row_number() OVER (PARTITION BY student, quiz ORDER BY coalesce(submitted, graded), attempt, id) AS number
    FROM quiz_results WHERE student {_THESE} ORDER BY quiz, number"""


class Outcomes(Students):
    """The part of a gradebook about results.

    An outcome belongs to the content of a work and to what it was graded with; that key is unique. Two batches on one
    gradebook need no lock: grading is deterministic, so the first outcome of a key stays and a second adds nothing.
    """

    def use(self, setups: Iterable[GradingSetup]) -> None:
        """Make these the current setups of their exercises: outcomes under them count."""
        with self.change():
            for setup in setups:
                self._add_setup(setup)
                self.insert("current_setups", {"exercise": setup.exercise, "setup": setup.key}, update=True)

    def _add_setup(self, setup: GradingSetup) -> None:
        """Without the salt: the key is enough to tell setups apart."""
        names = (setup.exercise, setup.content, setup.grader, setup.device)
        self.run("INSERT OR IGNORE INTO setups VALUES (?, ?, ?, ?, ?, ?)", setup.key, *names, self.time())

    def pending(self, works: Iterable[Work], force: bool = False) -> Iterator[Work]:
        """The works without a sound outcome under the current setup (with `force`: all), each once and lazily."""
        met: set[Work] = set()
        for page in chunks(works, PAGE):
            new = [work for work in dict.fromkeys(page) if work not in met]
            met.update(new)
            if force:
                yield from new
            else:
                keys = json.dumps([[clean(work.exercise), clean(work.digest)] for work in new])
                yield from [new[row["key"]] for row in self.rows(_MISSING, keys)]

    def save(self, graded: Iterable[Graded], run: int | None = None, force: bool = False) -> int:
        """Save all of them or none, and return how many were written: an outcome that is already there stays, unless it
        is a fault or with `force`."""
        with self.change():
            return sum(self._save(one, run, force) for one in graded)

    def _save(self, graded: Graded, run: int | None, force: bool) -> bool:
        result, key = graded.result, {"exercise": graded.work.exercise, "work": graded.work.digest}
        query = "SELECT * FROM outcomes WHERE exercise = ? AND work = ?"
        known = self.row(f"{query} AND setup = ?", *key.values(), graded.setup.key)
        if known and not known["faulty"] and (result.faulty or not force):
            return False
        before = known or self.row(f"{query} ORDER BY graded DESC, id DESC", *key.values())
        old = self.row("SELECT result FROM results WHERE outcome = ?", before["id"]) if before else None
        if known:
            self.run("DELETE FROM outcomes WHERE id = ?", known["id"])
        self._add_setup(graded.setup)
        row = {
            **key,
            "setup": graded.setup.key,
            "verdicts": json.dumps(_verdicts(result)),
            "faulty": result.faulty,
            "isolation": result.isolation,
            "seconds": graded.seconds,
            "graded": self.time(),
            "run": run,
        }
        saved = json.dumps(result.to_record())
        self.run("INSERT INTO results VALUES (?, ?)", self.insert("outcomes", row), saved)
        self._note_outcome(graded.work, ExerciseResult.from_json(json.loads(old["result"])) if old else None, result)
        return True

    def _note_outcome(self, work: Work, old: ExerciseResult | None, new: ExerciseResult) -> None:
        """An audit entry for every student whose work this is; none if grading again changed nothing."""
        what, detail = AuditEvent.GRADED, dict[str, object](score=new.score, max_score=new.max_score, work=work.digest)
        if old is not None:
            changed = _changes(_verdicts(old), _verdicts(new))
            if not changed:
                return
            what, detail = AuditEvent.REGRADED, {**detail, "old_score": old.score, "checks": changed}
        theirs = "SELECT DISTINCT h.student FROM works w JOIN hand_ins h ON h.id = w.hand_in"
        rows = self.rows(f"{theirs} WHERE w.exercise = ? AND w.digest = ?", work.exercise, work.digest)
        for student in [row["student"] for row in rows] or [""]:
            self.note(what, detail, student, work.exercise)

    def isolation(self) -> Counter[str]:
        """How many works were graded at which level, under the current setups."""
        query = """
            SELECT o.isolation, count(*) AS count FROM works w JOIN current_setups c ON c.exercise = w.exercise
            JOIN outcomes o ON o.exercise = w.exercise AND o.work = w.digest AND o.setup = c.setup
            GROUP BY o.isolation"""
        return Counter({row["isolation"]: row["count"] for row in self.rows(query)})

    def save_quiz(self, results: Iterable[QuizResult]) -> None:
        """Save results of quizzes. A new result of an attempt file replaces the one before."""
        for page in chunks(results, PAGE):
            with self.change():
                for result in page:
                    self._save_quiz(result)

    def _save_quiz(self, result: QuizResult) -> None:
        key = (result.student, result.quiz, result.digest)
        row = self.row("SELECT * FROM quiz_results WHERE student = ? AND quiz = ? AND digest = ?", *key)
        before = _to_result(row) if row else None
        if before == result:
            return
        self.run("INSERT OR IGNORE INTO students VALUES (?, '', '{}')", result.student)
        columns = {
            **vars(result),
            "submitted": None if result.submitted is None else to_text(result.submitted),
            "questions": json.dumps([asdict(question) for question in result.questions]),
            "graded": self.time(),
        }
        self.insert("quiz_results", columns, update=True)
        shares = _question_shares(result)
        if before is None:
            detail = {"digest": result.digest, "shares": shares}
            self.note(AuditEvent.QUIZ_GRADED, detail, result.student, result.quiz)
        elif changed := _changes(_question_shares(before), shares):
            detail = {"digest": result.digest, "questions": changed}
            self.note(AuditEvent.REGRADED, detail, result.student, result.quiz)

    def quiz_results(self, quiz: str | None = None, student: str | None = None) -> Iterator[QuizResult]:
        """Every attempt at one quiz or all, of one student or all."""
        return map(_to_result, self.select("quiz_results", quiz=quiz, student=student))

    def records(self, students: Iterable[str] | None = None) -> Iterator[StudentHistory]:
        """Everything that marks are made from, of all students or these, in order of their ids.

        They are read by pages, so that memory stays flat and nobody waits for a long reader.
        """
        for page in self.student_pages(students):
            with self.snapshot():
                histories = list(self._histories(page))
            yield from histories

    def _histories(self, page: list[Student]) -> Iterator[StudentHistory]:
        ids = json.dumps([student.id for student in page])
        attempts: dict[str, list[Attempt]] = defaultdict(list)
        problems: dict[str, list[str]] = defaultdict(list)
        overrides: dict[str, dict[str, Override]] = defaultdict(dict)
        for row in self.rows(_ATTEMPTS, ids):
            attempts[row["student"]].append(_to_attempt(row))
        for row in self.rows(_QUIZ_ATTEMPTS, ids):
            shares = {question["id"]: question["share"] for question in json.loads(row["questions"])}
            attempts[row["student"]].append(msgspec.convert({**row, "shares": shares}, Attempt))
        for row in self.rows(f"SELECT * FROM hand_ins WHERE problem <> '' AND student {_THESE} {_IN_ORDER}", ids):
            problems[row["student"]].append(row["problem"])
        hand_ins: dict[str, list[HandIn]] = defaultdict(list)
        for one in self._hand_ins(ids):
            hand_ins[one.student].append(one)
        query = f"SELECT * FROM overrides WHERE removed IS NULL AND student {_THESE} ORDER BY id"
        for row in self.rows(query, ids):  # the latest is read last, and stays
            overrides[row["student"]][row["item"]] = to_override(row)
        for student in page:
            details = tuple(attempts[student.id]), overrides[student.id], tuple(problems[student.id])
            yield StudentHistory(student, *details, tuple(hand_ins[student.id]))

    def _hand_ins(self, ids: str) -> Iterator[HandIn]:
        for _, group in groupby(self.rows(_FILES, ids), key=lambda row: row["id"]):
            rows = list(group)
            files = [msgspec.convert({**row}, FileRecord) for row in rows if row["name"] is not None]
            yield msgspec.convert({**rows[0], "files": files}, HandIn)

    def details(self, student: str) -> Iterator[AttemptDetail]:
        """Every attempt of one student at an exercise, with its full result."""
        for row in self.rows(_DETAILS, json.dumps([clean(student)])):
            if row["result"] is None:
                yield AttemptDetail(_to_attempt(row))
            else:
                result = ExerciseResult.from_json(json.loads(row["result"]))
                yield AttemptDetail(_to_attempt(row), result, row["seconds"], json.loads(row["versions"] or "{}"))


def _verdicts(result: ExerciseResult) -> dict[str, str]:
    return {check.id: check.outcome.value for check in result.checks}


def _question_shares(result: QuizResult) -> dict[str, float]:
    return {question.id: question.share for question in result.questions}


def _changes(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, list[object]]:
    """What differs, as [old, new]; None stands for what one of them does not have."""
    return {name: [old.get(name), new.get(name)] for name in {**old, **new} if old.get(name) != new.get(name)}


def _to_result(row: sqlite3.Row) -> QuizResult:
    return msgspec.convert({**row, "questions": json.loads(row["questions"])}, QuizResult)


def _to_attempt(row: sqlite3.Row) -> Attempt:
    verdicts = json.loads(row["verdicts"] or "{}")
    shares = {check: float(outcome in EARNS) for check, outcome in verdicts.items()}
    untouched = {check for check, outcome in verdicts.items() if outcome == Outcome.NOT_ATTEMPTED}
    fields = {**row, "shares": shares, "untouched": untouched}
    return msgspec.convert(fields, Attempt, strict=False)  # SQLite has no booleans
