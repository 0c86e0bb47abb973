"""`grader quiz`: commands for students who take quizzes, and for instructors who give them."""

from __future__ import annotations

import click

from grader.cli.run import LazyGroup

VERBS = {
    "list": ("quiz.attempts", "List the quizzes and your scores."),
    "take": ("quiz.take", "Take a quiz, or resume one."),
    "review": ("quiz.take", "Practise the questions you missed."),
    "grade": ("quiz.attempts", "Grade a folder of attempts."),
    "stats": ("quiz.attempts", "Analyse the questions of a graded quiz."),
    "export": ("quiz.attempts", "Export a quiz to Moodle, Canvas or a web page."),
}


@click.group(name="quiz", cls=LazyGroup, verbs=VERBS)
def quiz_command() -> None:
    """Quizzes about the course, taken in the terminal.

    \b
    Example:
      grader quiz list
      grader quiz take attention
      grader quiz review
    """
