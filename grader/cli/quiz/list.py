"""`grader quiz list`: the quizzes, and how one did."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, here, json_option, my_workspace, note, open_course, style
from grader.course.quiz_model import FeedbackTime
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Course
    from grader.course.quiz_model import Quiz
    from grader.quiz.attempt import AttemptFolder, QuizAttempt
    from grader.render.quiz import QuizRowView
    from grader.student.workspace import Workspace


@click.command(name="list", short_help="The quizzes, and how you did.")
@course_option
@json_option
def command(course_folder: str | None, as_json: bool) -> int:
    """List the quizzes: how many questions, which attempts are used and left, your best score, what is due for review.

    \b
    Example:
      grader quiz list
      grader quiz list --json
    """
    from grader.render.quiz import render_quizzes
    from grader.student.quizzes import attempts_folder

    course = open_course(course_folder)
    workspace = my_workspace()
    folder = attempts_folder(workspace, here())
    due = _due(course, workspace, folder)
    rows = [_row(course, quiz, folder, due) for quiz in course.quizzes]
    if as_json:
        click.echo(json.dumps({"schema": 1, "quizzes": [_as_json(row) for row in rows]}, ensure_ascii=False))
    else:
        click.echo(render_quizzes(rows, style()))
    return 0


def _due(course: Course, workspace: Workspace | None, folder: AttemptFolder) -> list[str]:
    """The quiz of each question that is due."""
    from grader.quiz.review import due_now
    from grader.student.quizzes import cards_for_review, questions_for_review

    if workspace is None:
        return []
    now, known = datetime.now(UTC), questions_for_review(course, folder)
    keys = due_now(cards_for_review(workspace.state.read(), known, now), known, now)
    return [key.partition("/")[0] for key in keys]


def _row(course: Course, quiz: Quiz, folder: AttemptFolder, due: list[str]) -> QuizRowView:
    from grader.quiz.paper import draw
    from grader.render.quiz import QuizRowView

    try:
        attempts = folder.attempts(quiz.id)
    except UsageError as problem:
        note(str(problem))
        attempts = []
    return QuizRowView(
        number=quiz.number,
        name=quiz.id,
        title=quiz.title,
        kind=quiz.purpose.value,
        questions=len(draw(quiz, 0).questions),
        minutes=quiz.minutes,
        used=len(attempts),
        limit=quiz.attempts,
        open=any(not attempt.is_finished for attempt in attempts),
        score=_best(course, quiz, attempts),
        due=due.count(quiz.id),
    )


def _best(course: Course, quiz: Quiz, attempts: list[QuizAttempt]) -> tuple[float, float] | None:
    """Points and most points; None where nothing is finished, or nothing may be told."""
    from grader.quiz.attempt import foreign
    from grader.quiz.paper import draw
    from grader.quiz.scoring import score_paper

    if quiz.sealed or quiz.feedback is FeedbackTime.NEVER:
        return None
    scores = []
    for attempt in attempts:
        paper = draw(quiz, attempt.seed)
        if attempt.is_finished and attempt.paper == paper.digest and not foreign(attempt, quiz, course.seed):
            score = score_paper(paper, attempt.answers)
            scores.append((score.points, score.max_points))
    return max(scores, default=None)


def _as_json(row: QuizRowView) -> dict[str, object]:
    points, most = row.score or (None, None)
    return {
        "number": row.number,
        "quiz": row.name,
        "title": row.title,
        "kind": row.kind,
        "questions": row.questions,
        "minutes": row.minutes,
        "attempts_used": row.used,
        "attempts_left": None if row.limit is None else max(0, row.limit - row.used),
        "open": row.open,
        "best": points,
        "max_points": most,
        "due": row.due,
    }
