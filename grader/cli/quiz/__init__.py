"""`grader quiz`: quizzes, for those who take them and those who give them."""

from __future__ import annotations

import click

from grader.cli.run import LazyGroup

VERBS = {
    "list": "The quizzes, and how you did.",
    "take": "Take a quiz, or go on with one.",
    "review": "Bring back what you missed.",
    "grade": "Grade a folder of attempts.",
    "stats": "How each question did: item analysis.",
    "export": "Write a quiz for Moodle or Canvas.",
}
HOMES = dict.fromkeys(("list", "grade", "stats", "export"), "attempts")  # these need no screen


@click.group(name="quiz", cls=LazyGroup, verbs=VERBS, package="grader.cli.quiz", homes=HOMES)
def command() -> None:
    """Quizzes about the course, taken in the terminal.

    \b
    Example:
      grader quiz list
      grader quiz take attention
      grader quiz review
    """
