"""Shows a sitting: on the whole screen where a terminal can do that, else line by line."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

import click

from grader.cli.common import style

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from grader.quiz.sitting import Sitting


def plain_option(function: click.decorators.FC) -> click.decorators.FC:
    return click.option(
        "--plain", is_flag=True, help="Line by line in place of a screen; also with ACCESSIBLE=1 or TERM=dumb."
    )(function)


def is_capable(plain: bool) -> bool:
    """Is there a terminal that a full screen may take over? Screen readers read lines better."""
    term = os.environ.get("TERM", "" if sys.platform != "win32" else "windows")
    accessible = os.environ.get("ACCESSIBLE", "") not in ("", "0")
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and style().unicode
    return terminal and not plain and not accessible and term not in ("", "dumb", "unknown")


def sit(sitting: Sitting, where: str, screen: bool) -> None:
    """Until it is handed in or left. `where`: a sentence for the end, which says where the answers are."""
    gc.enable()  # switched off for commands that end at once
    if screen:
        from grader.cli.quiz.app import QuizApp

        QuizApp(sitting, where).run()
        return
    from grader.cli.quiz.lines import LineByLine, read_line

    LineByLine(sitting, read_line).run()


def names_of_quizzes(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """For shells, from file names alone."""
    from click.shell_completion import CompletionItem

    from grader.cli.common import course_path
    from grader.course.quizload import quiz_paths
    from grader.errors import UsageError

    try:
        found = quiz_paths(course_path(context.params.get("course_folder")))
    except UsageError:  # nobody reads messages here
        return []
    return [CompletionItem(name) for name in found if name.startswith(begun)]
