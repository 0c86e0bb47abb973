"""Everything that is known about one student's work, collected for pages, files and exports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from grader.gradebook import Attempt, AttemptDetail, Gradebook, ItemKind, Override, QuizResult, StudentHistory
from grader.marks import GradedItem, ItemMark, LateForOne, Mark, MarkingRules, about, after_lateness, marks
from grader.results import CheckResult, ExerciseResult


@dataclass(frozen=True)
class ItemRecord:
    """One exercise or quiz of one student. `attempt`, `detail` and `quiz`: of the attempt that counts."""

    item: GradedItem
    mark: ItemMark
    attempts: tuple[Attempt, ...] = ()
    attempt: Attempt | None = None
    detail: AttemptDetail | None = None
    quiz: QuizResult | None = None
    override: Override | None = None

    @cached_property
    def result(self) -> ExerciseResult | None:
        """The result of an exercise, with the current points; None if it is not graded."""
        if self.detail is None or self.detail.result is None:
            return None
        return self.detail.result.rescored(self.item.points)


@dataclass(frozen=True)
class StudentRecord:
    """A student. `others`: the last attempt at each exercise that was submitted and is not part of the assignment.
    `late`: what lateness costs this student."""

    history: StudentHistory
    mark: Mark
    items: tuple[ItemRecord, ...]
    others: tuple[AttemptDetail, ...] = ()
    late: LateForOne | None = None


def collect(rules: MarkingRules, book: Gradebook, history: StudentHistory) -> StudentRecord:
    """The mark of a student, with the results that it is made from."""
    mark = next(marks(rules, [history]))
    details = {(one.attempt.item, one.attempt.number): one for one in book.details(history.student.id)}
    quizzes = {(one.quiz, one.digest): one for one in book.quiz_results(student=history.student.id)}
    records = []
    for item, item_mark in zip(rules.items, mark.items, strict=True):
        attempts = tuple(one for one in history.attempts if (one.item, one.kind) == (item.name, item.kind))
        chosen = next((one for one in attempts if one.number == item_mark.attempt), None)
        is_quiz = item.kind is ItemKind.QUIZ
        detail = None if is_quiz or chosen is None else details.get((item.name, chosen.number))
        quiz = quizzes.get((item.name, chosen.hand_in)) if is_quiz and chosen else None
        override = history.overrides.get(item.name)
        records.append(ItemRecord(item, item_mark, attempts, chosen, detail, quiz, override))
    counted = {item.name for item in rules.items}
    others = {name: detail for (name, _), detail in details.items() if name not in counted}
    late = rules.late_for(history, mark.late_days)
    return StudentRecord(history, mark, tuple(records), tuple(others.values()), late)


def lateness(student: StudentRecord, item: GradedItem, attempt: Attempt | None) -> str:
    """How late an attempt is, with the penalty; "" if it was on time, nothing is known, or there is none."""
    if attempt is None:
        return ""
    if student.late is not None:
        return after_lateness(student.late, item, attempt, Fraction(0), Fraction(0))[1]
    if attempt.late_seconds is None:
        return "marked as late"
    return f"{about(attempt.late_seconds)} late" if attempt.late_seconds > 0 else ""


def without_secrets(result: ExerciseResult) -> ExerciseResult:
    """The result as a student may read it: hidden checks show only their title and whether they passed."""
    checks = (
        CheckResult(one.id, one.title, one.outcome, one.score, one.max_score, hidden=True) if one.hidden else one
        for one in result.checks
    )
    return replace(result, checks=tuple(checks))
