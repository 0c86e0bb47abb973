"""Results of quizzes. An attempt's file is graded anew in an instant, so the latest grading replaces the one before."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from grader.store.database import Database, chunks, clean, maybe_text, maybe_time
from grader.store.model import QuestionScore, QuizResult, What
from grader.store.trail import note

_PAGE = 500
_COLUMNS = "student, quiz, digest, attempt, submitted, late_seconds, label, problem, key, questions, graded"


def save_quiz(db: Database, results: Iterable[QuizResult]) -> int:
    """How many are new or changed."""
    count = 0
    for page in chunks(results, _PAGE):
        with db.change():
            count += sum(_save(db, result) for result in page)
    return count


def _save(db: Database, result: QuizResult) -> bool:
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
    _tell(db, before, result)
    return True


def _tell(db: Database, before: QuizResult | None, result: QuizResult) -> None:
    new = _shares(result)
    if before is None:
        note(db, What.QUIZ_GRADED, {"digest": result.digest, "shares": new}, result.student, result.quiz)
        return
    old = _shares(before)
    changed = {name: [old.get(name), new.get(name)] for name in {**old, **new} if old.get(name) != new.get(name)}
    if changed:
        note(db, What.REGRADED, {"digest": result.digest, "questions": changed}, result.student, result.quiz)


def _shares(result: QuizResult) -> dict[str, float]:
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
