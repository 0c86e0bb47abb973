"""Quizzes in a student's folder: where attempts are saved, the student's name, and questions to review."""

from __future__ import annotations

import secrets
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from grader.course import Course
from grader.course.quiz_model import FeedbackTime, Purpose, Quiz
from grader.errors import UsageError
from grader.quiz.attempt import NAME, AttemptFolder, QuizAttempt, foreign
from grader.quiz.paper import draw
from grader.quiz.scoring import AnswerMark, PaperScore, Score, score_paper
from grader.quiz.session import adapted, start_attempt
from grader.student.review import ReviewQuestion, after_answer, askable, brought_up, due_now, rated
from grader.student.state import Card, StudentState
from grader.student.workspace import Workspace

_LONGEST_NAME = 100
_SEED_BITS = 53  # as many as every JSON reader keeps


def attempts_folder(workspace: Workspace | None, here: Path) -> AttemptFolder:
    """The folder of attempts in the workspace; without one, in `here`."""
    return AttemptFolder((workspace.path if workspace else here) / NAME)


def finished_attempts(workspace: Workspace) -> dict[str, bytes]:
    """The files of finished attempts, by their path in the workspace, to be submitted with the exercises."""
    return {f"{NAME}/{name}": data for name, data in attempts_folder(workspace, workspace.path).finished().items()}


def checked_name(text: str) -> str:
    """A student's id in the form that is saved; UsageError if it cannot be one."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not name:
        raise UsageError("a name is missing; enter the one that your course knows you by")
    if len(name) > _LONGEST_NAME or not name.isprintable() or "/" in name or "\\" in name:
        raise UsageError(f"'{name[:40]}' cannot be a student's name; enter the one that your course knows you by")
    return name


def named(state: StudentState, student: str) -> StudentState:
    """The state with the student's name. A name that is there already stays: it is asked once."""
    return state if state.student else replace(state, student=student)


def noted(state: StudentState, key: str, score: Score, now: datetime) -> StudentState:
    """The state after a question of a quiz ("quiz/question") was answered and scored."""
    return replace(state, cards=after_answer(state.cards, key, score, now))


def reviewed(state: StudentState, key: str, score: Score, now: datetime) -> StudentState:
    """The state after a question was answered in a review."""
    card = rated(state.cards.get(key), score.mark is AnswerMark.RIGHT, now)
    return replace(state, cards={**state.cards, key: card})


def questions_for_review(course: Course, folder: AttemptFolder) -> dict[str, ReviewQuestion]:
    """The questions that a review may ask, by "quiz/question"."""
    finished = []
    for name in course.quiz_names:
        with suppress(UsageError):  # a damaged attempt does not matter here
            if any(attempt.is_finished for attempt in folder.attempts(name)):
                finished.append(name)
    return askable(course.quizzes, finished)


def cards_for_review(state: StudentState, known: Mapping[str, ReviewQuestion], now: datetime) -> dict[str, Card]:
    """Cards of the questions missed in quizzes, and of those about mistakes made in exercises."""
    met = {
        f"{slug}/{name}": times for slug, record in state.exercises.items() for name, times in record.mistakes.items()
    }
    return brought_up(state.cards, known, met, now)


@dataclass(frozen=True)
class QuizStanding:
    """A student's attempts at one quiz, and their best score."""

    quiz: Quiz
    questions: int  # on a paper
    attempts: tuple[QuizAttempt, ...] = ()
    best: PaperScore | None = None  # None if no attempt is finished, or if scores are not shown
    due: int = 0  # questions to review
    problem: str = ""  # why the attempts could not be read

    @property
    def is_open(self) -> bool:
        """Whether an attempt was started and not submitted."""
        return any(not attempt.is_finished for attempt in self.attempts)

    def to_json(self) -> dict[str, Any]:
        quiz, used = self.quiz, len(self.attempts)
        return {
            "number": quiz.number,
            "quiz": quiz.id,
            "title": quiz.title,
            "kind": quiz.purpose.value,
            "questions": self.questions,
            "minutes": quiz.minutes,
            "attempts_used": used,
            "attempts_left": None if quiz.attempts is None else max(0, quiz.attempts - used),
            "open": self.is_open,
            "best": self.best.points if self.best else None,
            "max_points": self.best.max_points if self.best else None,
            "due": self.due,
        }


def quiz_standings(course: Course, workspace: Workspace | None, here: Path, now: datetime) -> list[QuizStanding]:
    """All quizzes of the course. Without a workspace nothing is due, and attempts are looked for in `here`."""
    folder, due = attempts_folder(workspace, here), Counter[str]()
    if workspace is not None:
        known = questions_for_review(course, folder)
        keys = due_now(cards_for_review(workspace.state.read(), known, now), known, now)
        due.update(key.partition("/")[0] for key in keys)
    standings = []
    for quiz in course.quizzes:
        questions = len(draw(quiz, 0).questions)
        try:
            attempts = tuple(folder.attempts(quiz.id))
            standing = QuizStanding(quiz, questions, attempts, _best(course, quiz, attempts), due[quiz.id])
        except UsageError as problem:
            standing = QuizStanding(quiz, questions, due=due[quiz.id], problem=str(problem))
        standings.append(standing)
    return standings


def _best(course: Course, quiz: Quiz, attempts: tuple[QuizAttempt, ...]) -> PaperScore | None:
    if quiz.sealed or quiz.feedback is FeedbackTime.NEVER:
        return None
    scores = []
    for attempt in attempts:
        paper = draw(quiz, attempt.seed)
        if attempt.is_finished and attempt.paper == paper.digest and not foreign(attempt, quiz, course.seed):
            scores.append(score_paper(paper, attempt.answers))
    return max(scores, key=lambda score: (score.points, score.max_points), default=None)


def resumed(
    course: Course, quiz: Quiz, attempt: QuizAttempt, file: str, student: str | None, seed: int | None
) -> tuple[QuizAttempt, list[str]]:
    """An open attempt, adapted to the quiz as it is now, and the ids of questions whose answers no longer fit.

    `file`: its name in messages. `student`, `seed`: what was asked for, if anything. UsageError if the attempt is of
    another quiz or course, or of another student or paper than asked for.
    """
    if problem := foreign(attempt, quiz, course.seed):
        raise UsageError(f"cannot resume '{file}': {problem}. Move it away to start a new attempt")
    if student is not None and student != attempt.student:
        by = f"by '{attempt.student}'" if attempt.student else "without a name"
        raise UsageError(f"attempt {attempt.attempt} was started {by}; submit it first, without --student")
    if seed is not None and seed != attempt.seed:
        raise UsageError(f"attempt {attempt.attempt} is open, with another paper; submit it first, without --seed")
    return adapted(attempt, draw(quiz, attempt.seed))


def refuse_new_attempt(quiz: Quiz, used: int, seed: int | None) -> None:
    """UsageError if no attempt is left, or a seed is given for a graded quiz."""
    if quiz.attempts is not None and used >= quiz.attempts:
        all_of_them = "the only attempt" if used == 1 else f"all {used} attempts"
        raise UsageError(f"you have used {all_of_them} at '{quiz.id}'; 'grader quiz list' shows your scores")
    if seed is not None and quiz.purpose is Purpose.GRADED:
        raise UsageError(f"'{quiz.id}' is graded: your name determines your paper; leave out --seed")


def new_attempt(
    course: Course, quiz: Quiz, before: Sequence[QuizAttempt], student: str, seed: int | None, now: datetime
) -> QuizAttempt:
    """The next attempt after `before`. The paper is drawn from `seed`, or at random if it is None and no student is
    named."""
    number = max((attempt.attempt for attempt in before), default=0) + 1
    return start_attempt(
        quiz, course.seed, student, number, secrets.randbits(_SEED_BITS) if seed is None else seed, now
    )
