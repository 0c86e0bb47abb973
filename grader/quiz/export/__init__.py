"""Quizzes for learning platforms: GIFT and Moodle XML for Moodle, a QTI 1.2 package for Canvas.

`practice.py` makes a page to practise on, which the command renders.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.course.quiz_model import Quiz
from grader.errors import UsageError
from grader.quiz.export.common import Letters, for_canvas, for_moodle, groups
from grader.quiz.export.moodle import to_gift, to_moodle
from grader.quiz.export.qti import to_canvas
from grader.quiz.export.writer import ExportNotes

__all__ = ["ExportedQuiz", "QuizFormat", "export"]


class QuizFormat(StrEnum):
    """The formats that can be written."""

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
    """The file's content, the number of questions, and a warning for each thing that the format cannot hold."""

    data: bytes
    warnings: tuple[str, ...]
    questions: int


def export(quiz: Quiz, form: QuizFormat, letters: Letters, variants: int = 1, best: bool = False) -> ExportedQuiz:
    """Return the quiz in a format. UsageError if the quiz has no key.

    `letters` turns LaTeX into plain letters. `variants`: how many versions of each question with parameters to write.
    `best`: the best of several attempts counts, otherwise the last; only Canvas has this setting.
    """
    if quiz.sealed:
        raise UsageError(f"quiz '{quiz.id}' has no key here; export it from the full course")
    made = list(groups(quiz, variants))
    notes = ExportNotes(*_NAMES[form])
    notes.add_drawn_and_dropped(quiz, made, variants)
    if form is QuizFormat.QTI12:
        data = to_canvas(quiz, made, notes, for_canvas(letters), best)
    else:
        data = (to_gift if form is QuizFormat.GIFT else to_moodle)(quiz, made, notes, for_moodle(letters))
    return ExportedQuiz(data, notes.sentences, sum(len(group.variants) for group in made))
