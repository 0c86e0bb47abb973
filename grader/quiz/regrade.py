"""What a new key changes: the key of a quiz, and attempts that earn something else than before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from grader.course.quizmodel import Quiz
from grader.quiz.scoring import Mark
from grader.store import QuizResult


@dataclass(frozen=True)
class Change:
    """An attempt that was graded before, and earns something else now."""

    student: str
    attempt: int
    old: float
    old_maximum: float
    new: float
    new_maximum: float
    questions: tuple[str, ...]


def key_of(quiz: Quiz) -> str:
    """Another one whenever an answer could earn something else; points do not matter."""
    parts = [(q.id, q.task, q.scheme, q.negative, q.dropped, q.parameters) for q in quiz.questions]
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()


def changes(quiz: Quiz, known: Iterable[QuizResult], results: Iterable[QuizResult]) -> Iterator[Change]:
    """`known`: as they were graded before."""
    before = {(result.student, result.digest): result for result in known if not result.problem}
    for result in results:
        old = before.get((result.student, result.digest))
        if old is None or result.problem:
            continue
        then, now = _shares(old), _shares(result)
        other = tuple(name for name in {**then, **now} if then.get(name) != now.get(name))
        if other:
            yield Change(result.student, result.attempt, *total(quiz, old), *total(quiz, result), other)


def total(quiz: Quiz, result: QuizResult) -> tuple[float, float]:
    """Points and maximum, by the points of today."""
    points = {question.id: question.points for question in quiz.questions}
    counted = [one for one in result.questions if one.mark != Mark.DROPPED and one.id in points]
    return max(0.0, sum(one.share * points[one.id] for one in counted)), sum(points[one.id] for one in counted)


def _shares(result: QuizResult) -> dict[str, tuple[float, bool]]:
    return {one.id: (one.share, one.mark == Mark.DROPPED) for one in result.questions}
