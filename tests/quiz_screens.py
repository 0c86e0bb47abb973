"""A student at a paper, for tests: a clock that tests move, a quiz with every type, answers by their texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import Choice, Matching, Ordering, Quiz
from grader.errors import UsageError
from grader.quiz.answers import letter
from grader.quiz.attempt import QuizAttempt
from grader.quiz.paper import Variant, draw
from grader.quiz.scoring import Score
from grader.quiz.session import QuizSession, start_attempt
from tests import quiz_samples

SEED = 7  # of the small course
START = datetime(2026, 10, 3, 8, 0, tzinfo=UTC)
ORDER = ["why", "which", "memory", "about", "name", "steps", "who", "width"]  # then two of a pool
GRADED = quiz_samples.FULL.replace("shuffle: {questions: true, options: true}\n", "")
PRACTICE = GRADED.replace("kind: graded\nattempts: 2\nminutes: 20\nfeedback: end\n", "")


@dataclass
class Watch:
    """A clock that tests move."""

    time: datetime = START

    def __call__(self) -> datetime:
        return self.time

    def move(self, **by: float) -> None:
        self.time += timedelta(**by)


@dataclass
class Taking:
    """A sitting with everything that it saved and told."""

    quiz: Quiz
    watch: Watch
    session: QuizSession
    saved: list[QuizAttempt] = field(default_factory=list)
    told: list[tuple[str, Score]] = field(default_factory=list)
    full: bool = False  # the disk: nothing can be saved

    def keep(self, attempt: QuizAttempt) -> None:
        if self.full:
            raise UsageError("the disk is full; your answers are not saved")
        self.saved.append(attempt)

    def again(self) -> Taking:
        """The same attempt after the terminal was closed."""
        return _taking(self.quiz, self.watch, self.saved[-1])

    def at(self, question: str) -> Variant:
        """Go to a question."""
        self.session.go([variant.id for variant in self.session.paper.questions].index(question))
        return self.session.variant


def take(folder: Path, text: str = PRACTICE, watch: Watch | None = None) -> Taking:
    quiz = load_quiz(quiz_samples.write(folder, text))
    clock = watch or Watch()
    return _taking(quiz, clock, start_attempt(quiz, SEED, "ada", 1, 0, clock()))


def _taking(quiz: Quiz, watch: Watch, attempt: QuizAttempt) -> Taking:
    told: list[tuple[str, Score]] = []
    session = QuizSession(
        draw(quiz, attempt.seed),
        attempt,
        lambda kept: taking.keep(kept),
        watch,
        lambda variant, score: told.append((variant.id, score)),
    )
    taking = Taking(quiz, watch, session, [attempt], told)
    return taking


def letter_of(variant: Variant, text: str) -> str:
    """The letter that stands before a text."""
    match variant.task:
        case Choice(options=things) | Ordering(items=things) | Matching(rights=things):
            return letter([thing.text for thing in things].index(text))
    raise AssertionError(variant.id)


def id_of(variant: Variant, text: str) -> str:
    match variant.task:
        case Choice(options=things) | Ordering(items=things) | Matching(rights=things):
            return next(thing.id for thing in things if thing.text == text)
    raise AssertionError(variant.id)
