"""`grader quiz`: commands for students who take quizzes, and for instructors who give them."""

from __future__ import annotations

import click

from grader.cli.run import LazyGroup

VERBS = {
    "list": "List the quizzes and your scores.",
    "take": "Take a quiz, or resume one.",
    "review": "Practise the questions you missed.",
    "grade": "Grade a folder of attempts.",
    "stats": "Analyse the questions of a graded quiz.",
    "export": "Export a quiz to Moodle or Canvas.",
}
HOMES = {"review": "take", **dict.fromkeys(("list", "grade", "stats", "export"), "attempts")}


@click.group(name="quiz", cls=LazyGroup, verbs=VERBS, package="grader.cli.quiz", homes=HOMES)
def quiz_command() -> None:
    """Quizzes about the course, taken in the terminal.

    \b
    Example:
      grader quiz list
      grader quiz take attention
      grader quiz review
    """
