"""Quizzes in a student's folder: where attempts are, who the student is, what comes back for review."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from grader.course import Course
from grader.course.quiz_model import FeedbackTime, Purpose, Quiz
from grader.errors import UsageError
from grader.quiz.attempt import NAME, AttemptFolder, QuizAttempt, foreign
from grader.quiz.cards import Card
from grader.quiz.paper import draw
from grader.quiz.review import ReviewQuestion, after_answer, askable, brought_up, due_now, rated
from grader.quiz.scoring import AnswerMark, PaperScore, Score, score_paper
from grader.quiz.session import adapted, begin
from grader.student.state import StudentState
from grader.student.workspace import Workspace

_LONGEST_NAME = 100
_SEED_BITS = 53  # as many as every JSON reader keeps


def attempts_folder(workspace: Workspace | None, here: Path) -> AttemptFolder:
    """In the workspace, else in this folder."""
    return AttemptFolder((workspace.path if workspace else here) / NAME)


def finished_attempts(workspace: Workspace) -> dict[str, bytes]:
    """The files of finished attempts, by their names in the workspace, to be handed in with the exercises."""
    return {f"{NAME}/{name}": data for name, data in AttemptFolder(workspace.path / NAME).finished().items()}


def checked_name(text: str) -> str:
    """A student's id as it is kept; UsageError if it cannot be one."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not name:
        raise UsageError("a name is missing; write the one that your course knows you by")
    if len(name) > _LONGEST_NAME or not name.isprintable() or "/" in name or "\\" in name:
        raise UsageError(f"'{name[:40]}' cannot be a student's name; write the one that your course knows you by")
    return name


def named(state: StudentState, student: str) -> StudentState:
    """The state of a workspace that knows whose it is. It is asked once."""
    return state if state.student else replace(state, student=student)


def noted(state: StudentState, key: str, score: Score, now: datetime) -> StudentState:
    """The state after a question of a quiz ("quiz/question") was answered, and told how."""
    return replace(state, cards=after_answer(state.cards, key, score, now))


def reviewed(state: StudentState, key: str, score: Score, now: datetime) -> StudentState:
    """The state after a question was answered in a review."""
    card = rated(state.cards.get(key), score.mark is AnswerMark.RIGHT, now)
    return replace(state, cards={**state.cards, key: card})


def questions_for_review(course: Course, folder: AttemptFolder) -> dict[str, ReviewQuestion]:
    finished = [name for name in course.quiz_names if any(a.is_finished for a in _readable(folder, name))]
    return askable(course.quizzes, finished)


def cards_for_review(state: StudentState, known: Mapping[str, ReviewQuestion], now: datetime) -> dict[str, Card]:
    """What was missed in quizzes, and the questions about mistakes that were met in exercises."""
    met = {
        f"{slug}/{name}": times for slug, record in state.exercises.items() for name, times in record.mistakes.items()
    }
    return brought_up(state.cards, known, met, now)


def _readable(folder: AttemptFolder, quiz: str) -> list[QuizAttempt]:
    """For a review a damaged file does no harm."""
    try:
        return folder.attempts(quiz)
    except UsageError:
        return []


@dataclass(frozen=True)
class QuizStanding:
    """How a student stands at one quiz."""

    quiz: Quiz
    questions: int  # on a paper
    attempts: tuple[QuizAttempt, ...] = ()
    best: PaperScore | None = None  # None where nothing is finished, or nothing may be told
    due: int = 0  # questions to review
    problem: str = ""  # why the attempts could not be read

    @property
    def is_open(self) -> bool:
        """Is an attempt begun and not handed in?"""
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
    """All quizzes of the course. Without a workspace nothing is due; `here`: where attempts are then."""
    folder, due = attempts_folder(workspace, here), list[str]()
    if workspace is not None:
        known = questions_for_review(course, folder)
        due = due_now(cards_for_review(workspace.state.read(), known, now), known, now)
    quizzes_due = [key.partition("/")[0] for key in due]
    return [_standing(course, quiz, folder, quizzes_due.count(quiz.id)) for quiz in course.quizzes]


def _standing(course: Course, quiz: Quiz, folder: AttemptFolder, due: int) -> QuizStanding:
    questions = len(draw(quiz, 0).questions)
    try:
        attempts = tuple(folder.attempts(quiz.id))
    except UsageError as problem:
        return QuizStanding(quiz, questions, due=due, problem=str(problem))
    return QuizStanding(quiz, questions, attempts, _best(course, quiz, attempts), due)


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
    return begin(quiz, course.seed, student, number, secrets.randbits(_SEED_BITS) if seed is None else seed, now)
