"""Outcomes in a gradebook: of works, of quizzes, and both together as students' histories."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace

import msgspec

from grader.gradebook.database import PAGE, chunks, clean, to_text, to_time
from grader.gradebook.model import (
    Attempt,
    AttemptDetail,
    AttemptState,
    AuditEvent,
    Graded,
    GradingSetup,
    ItemKind,
    Override,
    QuizResult,
    Student,
    StudentHistory,
    Work,
)
from grader.gradebook.students import Students, to_override
from grader.results import CheckResult, ExerciseResult, Outcome

_MISSING = """
    SELECT j.key FROM json_each(?) j WHERE NOT EXISTS (
        SELECT 1 FROM outcomes o JOIN current_setups c ON c.exercise = o.exercise AND c.setup = o.setup
        WHERE o.exercise = json_extract(j.value, '$[0]') AND o.work = json_extract(j.value, '$[1]') AND NOT o.faulty
    )"""
_THESE = "IN (SELECT value FROM json_each(?))"
# The outcome of a work under the current setup, or else its latest one.
_OF_THE_WORK = "SELECT x.id FROM outcomes x WHERE x.exercise = w.exercise AND x.work = w.digest"
_BEST = f"coalesce(({_OF_THE_WORK} AND x.setup = c.setup), ({_OF_THE_WORK} ORDER BY x.graded DESC, x.id DESC LIMIT 1))"
_COLUMNS = (
    "h.id, w.exercise, w.problem, o.verdicts, o.faulty, o.graded, c.setup IS NULL OR o.setup = c.setup AS current"
)
_WORKS = f"""
    FROM hand_ins h JOIN works w ON w.hand_in = h.id
    LEFT JOIN current_setups c ON c.exercise = w.exercise
    LEFT JOIN outcomes o ON o.id = {_BEST}"""
_ATTEMPTS = f"SELECT {_COLUMNS} {_WORKS} WHERE h.student {_THESE} ORDER BY w.exercise"
_DETAILS = f"""
    SELECT {_COLUMNS}, r.result, o.seconds, u.versions
    {_WORKS} LEFT JOIN results r ON r.outcome = o.id LEFT JOIN runs u ON u.id = o.run
    WHERE h.student {_THESE} ORDER BY w.exercise"""
_EARNS = {Outcome.PASSED, Outcome.GRADER_ERROR}  # a fault of the grader costs nobody points

Numbered = dict[int, tuple[int, sqlite3.Row]]  # id of a delivery → its number among the student's, and its row


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
        numbered = self._numbered(ids)
        attempts: dict[str, list[Attempt]] = defaultdict(list)
        problems: dict[str, list[str]] = defaultdict(list)
        overrides: dict[str, dict[str, Override]] = defaultdict(dict)
        for _, row in numbered.values():
            if row["problem"]:
                problems[row["student"]].append(row["problem"])
        exercises = (_attempt(row, numbered) for row in self.rows(_ATTEMPTS, ids))
        for attempt in (*exercises, *self._quiz_attempts(ids)):
            attempts[attempt.student].append(attempt)
        query = f"SELECT * FROM overrides WHERE removed IS NULL AND student {_THESE} ORDER BY id"
        for row in self.rows(query, ids):  # the latest is read last, and stays
            overrides[row["student"]][row["item"]] = to_override(row)
        for student in page:
            in_order = sorted(attempts[student.id], key=lambda one: (one.kind, one.item, one.number))
            yield StudentHistory(student, tuple(in_order), overrides[student.id], tuple(problems[student.id]))

    def _numbered(self, ids: str) -> Numbered:
        """Deliveries of each student count from 1 in the order they came; without a time, the last one it was seen at
        stands in."""
        order = "ORDER BY student, coalesce(submitted, last_seen), attempt, id"
        rows = self.rows(f"SELECT * FROM hand_ins WHERE student {_THESE} {order}", ids)
        count: Counter[str] = Counter()
        numbered: Numbered = {}
        for row in rows:
            count[row["student"]] += 1
            numbered[row["id"]] = count[row["student"]], row
        return numbered

    def _quiz_attempts(self, ids: str) -> Iterator[Attempt]:
        order = "ORDER BY student, quiz, coalesce(submitted, graded), attempt, id"
        count: Counter[tuple[str, str]] = Counter()
        for row in self.rows(f"SELECT * FROM quiz_results WHERE student {_THESE} {order}", ids):
            result = _to_result(row)
            count[result.student, result.quiz] += 1
            yield Attempt(
                student=result.student,
                item=result.quiz,
                number=count[result.student, result.quiz],
                shares=_question_shares(result),
                submitted=result.submitted,
                late_seconds=result.late_seconds,
                state=AttemptState.UNREADABLE if result.problem else AttemptState.GRADED,
                problem=result.problem,
                label=result.label,
                hand_in=result.digest,
                kind=ItemKind.QUIZ,
            )

    def details(self, student: str) -> Iterator[AttemptDetail]:
        """Every attempt of one student at an exercise, with its full result."""
        ids = json.dumps([clean(student)])
        with self.snapshot():
            numbered = self._numbered(ids)
            rows = self.rows(_DETAILS, ids)
        for row in sorted(rows, key=lambda row: (row["exercise"], numbered[row["id"]][0])):
            attempt = _attempt(row, numbered)
            if row["result"] is None:
                yield AttemptDetail(attempt)
            else:
                result = ExerciseResult.from_json(json.loads(row["result"]))
                yield AttemptDetail(attempt, result, row["seconds"], json.loads(row["versions"] or "{}"))


def _verdicts(result: ExerciseResult) -> dict[str, str]:
    return {check.id: check.outcome.value for check in result.checks}


def _question_shares(result: QuizResult) -> dict[str, float]:
    return {question.id: question.share for question in result.questions}


def _changes(old: Mapping[str, object], new: Mapping[str, object]) -> dict[str, list[object]]:
    """What differs, as [old, new]; None stands for what one of them does not have."""
    return {name: [old.get(name), new.get(name)] for name in {**old, **new} if old.get(name) != new.get(name)}


def _to_result(row: sqlite3.Row) -> QuizResult:
    return msgspec.convert({**row, "questions": json.loads(row["questions"])}, QuizResult)


def _attempt(row: sqlite3.Row, numbered: Numbered) -> Attempt:
    number, delivery = numbered[row["id"]]
    if row["problem"]:
        state = AttemptState.UNREADABLE
    elif row["verdicts"] is None:
        state = AttemptState.WAITING
    else:
        state = AttemptState.GRADED if row["current"] else AttemptState.OLD
    verdicts = json.loads(row["verdicts"] or "{}")
    return Attempt(
        student=delivery["student"],
        item=row["exercise"],
        number=number,
        shares={check: float(outcome in _EARNS) for check, outcome in verdicts.items()},
        submitted=to_time(delivery["submitted"]),
        late_seconds=delivery["late_seconds"],
        state=state,
        faulty=bool(row["faulty"]),
        problem=row["problem"],
        label=delivery["label"],
        hand_in=delivery["digest"],
        graded=to_time(row["graded"]),
    )


def rescored(result: ExerciseResult, points: Mapping[str, float]) -> ExerciseResult:
    """The result with other points for its checks; a check without points is left out."""
    checks = tuple(_rescored(check, points[check.id]) for check in result.checks if check.id in points)
    score, most = sum(check.score for check in checks), sum(check.max_score for check in checks)
    return replace(result, score=score, max_score=most, checks=checks)


def _rescored(check: CheckResult, points: float) -> CheckResult:
    score = points if check.outcome in _EARNS else 0.0
    if (check.score, check.max_score) == (score, points):  # nearly always, and a class has very many checks
        return check
    return replace(check, score=score, max_score=points)
