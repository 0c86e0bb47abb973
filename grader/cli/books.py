"""What the commands about a graded class share: its folder, its gradebook, where to look next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from grader.cli.common import shown_path
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.batch.output import Written
    from grader.course import Course
    from grader.report.style import Style
    from grader.store import Gradebook

F = TypeVar("F", bound=Callable[..., Any])


def out_argument(function: F) -> F:
    return click.argument("out", type=click.Path(path_type=Path))(function)


def open_book(out: Path) -> Gradebook:
    """UsageError if there is no gradebook."""
    from grader.store import GRADEBOOK, Gradebook, me

    if not (out / GRADEBOOK).is_file():
        raise UsageError(f"'{out}' holds no gradebook; name the folder that 'grader batch --out' wrote")
    return Gradebook.open(out / GRADEBOOK, who=me(), create=False)


def item_name(course: Course, text: str) -> str:
    """The exercise or quiz that is meant."""
    quiz = Path(text).stem.lstrip("0123456789_")
    return quiz if quiz in course.quiz_names and quiz not in course.slugs else course.find(text).slug


def where_to_look(written: Written, style: Style) -> str:
    from grader.batch.output import GRADES, REPORT

    places = [shown_path(written.out / name) for name in (GRADES, REPORT, "feedback")]
    return "\n".join(f"{style.arrow} {place}" for place in places)
