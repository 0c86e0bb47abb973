"""Quizzes in a student's folder: where attempts are, who the student is, what comes back for review."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from grader.course import Course
from grader.errors import UsageError
from grader.quiz.attempt import NAME, AttemptFolder, QuizAttempt
from grader.quiz.cards import Card
from grader.quiz.review import ReviewQuestion, after_answer, askable, brought_up, rated
from grader.quiz.scoring import AnswerMark, Score
from grader.student.state import StudentState
from grader.student.workspace import Workspace

_LONGEST_NAME = 100


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
