"""All that is known about one student's work, brought together: for pages, files and exports."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from grader.course import Course
from grader.errors import UsageError
from grader.gradebook import Attempt, AttemptDetail, Gradebook, ItemKind, Override, QuizResult, StudentHistory, rescored
from grader.marks import GradedItem, ItemMark, Mark, about, after_lateness, items_of, marks
from grader.results import CheckResult, ExerciseResult


@dataclass(frozen=True)
class ItemRecord:
    """One exercise or quiz of one student. `detail` and `quiz` are of the attempt that counts."""

    item: GradedItem
    mark: ItemMark
    attempts: tuple[Attempt, ...] = ()
    detail: AttemptDetail | None = None
    quiz: QuizResult | None = None
    override: Override | None = None

    @property
    def attempt(self) -> Attempt | None:
        """The one that counts."""
        return next((one for one in self.attempts if one.number == self.mark.attempt), None)

    @cached_property
    def result(self) -> ExerciseResult | None:
        """With the points of today."""
        if self.detail is None or self.detail.result is None:
            return None
        return rescored(self.detail.result, self.item.points)


@dataclass(frozen=True)
class StudentRecord:
    """A student. `others`: what was handed in and does not count, the last attempt of each."""

    record: StudentHistory
    mark: Mark
    pieces: tuple[ItemRecord, ...]
    others: tuple[AttemptDetail, ...] = ()


def counted_items(course: Course, book: Gradebook, only: Collection[str] = ()) -> tuple[GradedItem, ...]:
    """What counts: what the policy lists, else what is in `only`, else whatever anybody handed in."""
    if course.policy.counts:
        return items_of(course)
    wanted = set(only) or {attempt.item for record in book.records() for attempt in record.attempts}
    _refuse_another_course(course, book, wanted)
    return items_of(course, wanted)


def _refuse_another_course(course: Course, book: Gradebook, wanted: Collection[str]) -> None:
    """Marks made with the wrong course would all be wrong, and look right."""
    unknown = set(wanted) - {*course.slugs, *course.quiz_names}
    if unknown and book.title not in ("", course.title):
        here = f"the course here is '{course.title}'"
        raise UsageError(f"the gradebook is of '{book.title}', and {here}; name its folder with --course DIR")


def collect(course: Course, items: Sequence[GradedItem], book: Gradebook, record: StudentHistory) -> StudentRecord:
    mark = next(marks(course.policy, items, [record]))
    details = {(one.attempt.item, one.attempt.number): one for one in book.details(record.student.id)}
    quizzes = quizzes_of(book, record)
    pieces = []
    for item, told in zip(items, mark.items, strict=True):
        tries = tuple(one for one in record.attempts if (one.item, one.kind) == (item.name, item.kind))
        chosen = next((one for one in tries if one.number == told.attempt), None)
        is_quiz = item.kind is ItemKind.QUIZ
        pieces.append(
            ItemRecord(
                item=item,
                mark=told,
                attempts=tries,
                detail=None if is_quiz or chosen is None else details.get((item.name, chosen.number)),
                quiz=quizzes.get((item.name, chosen.hand_in)) if is_quiz and chosen else None,
                override=record.overrides.get(item.name),
            )
        )
    counted = {item.name for item in items}
    others = {name: detail for (name, _), detail in details.items() if name not in counted}
    return StudentRecord(record, mark, tuple(pieces), tuple(others.values()))


def quizzes_of(book: Gradebook, record: StudentHistory) -> Mapping[tuple[str, str], QuizResult]:
    """By the quiz and the digest of the hand-in."""
    if all(attempt.kind is not ItemKind.QUIZ for attempt in record.attempts):
        return {}
    return {(one.quiz, one.digest): one for one in book.quiz_results(student=record.student.id)}


def lateness(course: Course, item: GradedItem, attempt: Attempt) -> str:
    """In words, with what it costs; "" if it came in time, or nobody says."""
    policy = course.policy.late
    if policy is not None:
        return after_lateness(policy, item, attempt, Fraction(0), Fraction(0)).words
    if attempt.late_seconds is None:
        return "marked as late"
    return f"{about(attempt.late_seconds)} late" if attempt.late_seconds > 0 else ""


def without_secrets(result: ExerciseResult) -> ExerciseResult:
    """As a student may read it: of a hidden check the sentence, and whether it passed."""
    return replace(result, checks=tuple(_open(check) for check in result.checks))


def _open(check: CheckResult) -> CheckResult:
    if not check.hidden:
        return check
    return CheckResult(check.id, check.title, check.outcome, check.score, check.max_score, hidden=True)


def late_items(course: Course, pieces: Sequence[ItemRecord]) -> Iterator[str]:
    for piece in pieces:
        if piece.attempt is not None and lateness(course, piece.item, piece.attempt):
            yield piece.item.name
