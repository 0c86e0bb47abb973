"""What a mark is made of: the exercises and quizzes that count, with the points of today."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from grader.batch.exact import exact
from grader.course import Course, Exercise
from grader.course.policy import QUIZZES
from grader.course.quizfile import Purpose
from grader.course.quizmodel import Quiz
from grader.store import Kind


@dataclass(frozen=True)
class Item:
    """One exercise or quiz. `points` by check or question; `part` is the folder's name, or "quizzes"."""

    name: str
    title: str
    part: str
    points: Mapping[str, float]
    maximum: float
    kind: Kind = Kind.EXERCISE

    @cached_property
    def exact_maximum(self) -> Fraction:
        return exact(self.maximum)

    @cached_property
    def exact_points(self) -> Mapping[str, Fraction]:
        return {name: exact(points) for name, points in self.points.items()}


def items_of(course: Course, only: Collection[str] = ()) -> tuple[Item, ...]:
    """What counts, in the order of the course: what the policy lists, else those in `only`, else everything.

    Practice quizzes count only where they are named.
    """
    wanted = {*(course.policy.counts or only)}
    return (*_exercises(course, wanted), *_quizzes(course, wanted))


def _exercises(course: Course, wanted: Collection[str]) -> Iterator[Item]:
    for folder in course.folders:
        if not wanted or folder.slug in wanted or folder.part.folder in wanted:
            exercise = course.find(folder.slug)
            points = points_of(exercise)
            yield Item(exercise.slug, exercise.title, folder.part.folder, points, sum(points.values()))


def _quizzes(course: Course, wanted: Collection[str]) -> Iterator[Item]:
    for name in course.quiz_names:
        if name in wanted or not wanted or QUIZZES in wanted:
            quiz = course.find_quiz(name)
            if name in wanted or quiz.purpose is Purpose.GRADED:
                yield Item(name, quiz.title, QUIZZES, _question_points(quiz), _paper_points(quiz), Kind.QUIZ)


def points_of(exercise: Exercise) -> dict[str, float]:
    """Of every check, and of the rule on doing the work oneself, where there is one."""
    from grader.grade.own_work import OWN_WORK

    rule = {OWN_WORK: exercise.forbids.points} if exercise.forbids else {}
    return {**exercise.points, **rule}


def _question_points(quiz: Quiz) -> dict[str, float]:
    return {question.id: question.points for question in quiz.questions if not question.dropped}


def _paper_points(quiz: Quiz) -> float:
    """What a paper is worth: of a pool every student gets as many questions, worth the same."""
    points = _question_points(quiz)
    fixed = [points[question.id] for question in quiz.questions if not question.pool and question.id in points]
    pooled = 0.0
    for pool, count in quiz.pools.items():
        worth = [points[question.id] for question in quiz.questions if question.pool == pool and question.id in points]
        pooled += sum(worth) / len(worth) * min(count, len(worth)) if worth else 0.0
    return sum(fixed) + pooled
