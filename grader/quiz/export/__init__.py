"""Quizzes for learning platforms: GIFT and Moodle XML for Moodle, a QTI 1.2 package for Canvas."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.course.quiz_model import Quiz
from grader.errors import UsageError
from grader.quiz.export.common import Letters, groups
from grader.quiz.export.points import ExportNotes

__all__ = ["ExportedQuiz", "QuizFormat", "export"]


class QuizFormat(StrEnum):
    """What can be written."""

    GIFT = "gift"
    MOODLE_XML = "moodle-xml"
    QTI12 = "qti12"


_NAMES = {
    QuizFormat.GIFT: ("Moodle", "GIFT"),
    QuizFormat.MOODLE_XML: ("Moodle", "Moodle XML"),
    QuizFormat.QTI12: ("Canvas", "Canvas"),
}


@dataclass(frozen=True)
class ExportedQuiz:
    """A file, and what it does not carry, in sentences."""

    data: bytes
    warnings: tuple[str, ...]
    questions: int


def export(quiz: Quiz, form: QuizFormat, letters: Letters, variants: int = 1, best: bool = False) -> ExportedQuiz:
    """`letters`: LaTeX in plain letters. `variants`: versions of a question with parameters. `best`: of attempts."""
    if quiz.sealed:
        raise UsageError(f"quiz '{quiz.id}' has no key here; export it from the full course")
    made = list(groups(quiz, variants))
    notes = ExportNotes(*_NAMES[form])
    notes.quiz(quiz, made, variants)
    match form:
        case QuizFormat.GIFT:
            from grader.quiz.export.gift import to_gift

            data = to_gift(quiz, made, notes, letters)
        case QuizFormat.MOODLE_XML:
            from grader.quiz.export.moodle import to_moodle

            data = to_moodle(quiz, made, notes, letters)
        case QuizFormat.QTI12:
            from grader.quiz.export.qti import to_canvas

            data = to_canvas(quiz, made, notes, letters, best)
    return ExportedQuiz(data, notes.sentences, sum(len(group.pieces) for group in made))
