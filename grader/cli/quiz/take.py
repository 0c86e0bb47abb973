"""`grader quiz take`: take a quiz, or go on with one."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, here, my_workspace, note, open_course, shown_path, style
from grader.cli.quiz.app import is_capable, names_of_quizzes, plain_option, sit
from grader.course.quiz_model import FeedbackTime, Purpose
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Course
    from grader.course.quiz_model import Quiz
    from grader.quiz.attempt import AttemptFolder, QuizAttempt
    from grader.quiz.paper import Variant
    from grader.quiz.scoring import Score
    from grader.quiz.session import QuizSession
    from grader.student.workspace import Workspace

SEED_BITS = 53  # as many as every JSON reader keeps


@click.command(name="take", short_help="Take a quiz, or go on with one.")
@click.argument("quiz", shell_complete=names_of_quizzes)
@plain_option
@click.option("--student", metavar="ID", help="Who you are, as your course knows you. Kept in your workspace.")
@click.option("--seed", type=click.IntRange(0, 999_999), metavar="N", help="The paper of this number; practice only.")
@course_option
def command(quiz: str, plain: bool, student: str | None, seed: int | None, course_folder: str | None) -> int:
    """Take QUIZ (its name, number, or the beginning of its name), or go on where you stopped.

    Every answer is saved at once, in the folder 'attempts' of your workspace. A closed terminal loses nothing: the
    same command goes on at the same question. A time limit goes on, too.

    \b
    Example:
      grader quiz take attention
      grader quiz take 3 --plain
      grader quiz take transformer_basics --student ada@example.org
    """
    from grader.quiz.session import find_quiz
    from grader.student.quizzes import attempts_folder

    course = open_course(course_folder)
    asked = find_quiz(course, quiz)
    workspace = my_workspace()
    folder = attempts_folder(workspace, here())
    with folder.hold(asked.id):
        attempt = _attempt(course, asked, workspace, folder, student, seed)
        if attempt is None:
            click.echo("Nothing was begun.")
            return 0
        if workspace is None:
            note(f"there is no workspace here; your answers go to '{shown_path(folder.path)}'")
        return _take(asked, workspace, folder, attempt, is_capable(plain))


def _attempt(
    course: Course,
    quiz: Quiz,
    workspace: Workspace | None,
    folder: AttemptFolder,
    student: str | None,
    seed: int | None,
) -> QuizAttempt | None:
    """The open attempt, else a new one; None if the student does not want to begin."""
    from grader.quiz.session import begin

    attempts = folder.attempts(quiz.id)
    opened = next((attempt for attempt in attempts if not attempt.is_finished), None)
    if opened is not None:
        return _gone_on(course, quiz, folder, opened, student, seed)
    _refuse_too_many(quiz, len(attempts))
    if seed is not None and quiz.purpose is Purpose.GRADED:
        raise UsageError(f"'{quiz.id}' is graded: your paper follows from your name; leave --seed out")
    name = "" if seed is not None else _name(quiz, workspace, student)
    if not _wants_to_begin(quiz, len(attempts)):
        return None
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    number = max((attempt.attempt for attempt in attempts), default=0) + 1
    attempt = begin(quiz, course.seed, name, number, chosen, _now())
    folder.save(attempt)
    return attempt


def _gone_on(
    course: Course, quiz: Quiz, folder: AttemptFolder, attempt: QuizAttempt, student: str | None, seed: int | None
) -> QuizAttempt:
    from grader.quiz.attempt import foreign
    from grader.quiz.paper import draw
    from grader.quiz.session import adapted

    file = shown_path(folder.path_of(quiz.id, attempt.attempt))
    if problem := foreign(attempt, quiz, course.seed):
        raise UsageError(f"'{file}' cannot be gone on with: {problem}; move it away to begin anew")
    if student is not None and student != attempt.student:
        whose = f"by '{attempt.student}'" if attempt.student else "without a name"
        raise UsageError(f"attempt {attempt.attempt} was begun {whose}; hand it in first, without --student")
    if seed is not None and seed != attempt.seed:
        raise UsageError(f"attempt {attempt.attempt} is open, with another paper; hand it in first, without --seed")
    attempt, gone = adapted(attempt, draw(quiz, attempt.seed))
    if gone:
        note(f"this quiz has changed since you began; answer these again: {', '.join(gone)}")
    return attempt


def _refuse_too_many(quiz: Quiz, used: int) -> None:
    if quiz.attempts is not None and used >= quiz.attempts:
        only = "the only attempt" if used == 1 else f"all {used} attempts"
        raise UsageError(f"you have used {only} at '{quiz.id}'; 'grader quiz list' shows how you did")


def _name(quiz: Quiz, workspace: Workspace | None, student: str | None) -> str:
    """Who takes it: as said, as the workspace knows, or as asked, where it is graded."""
    from grader.student.quizzes import checked_name, named

    name = checked_name(student) if student is not None else workspace.state.read().student if workspace else ""
    if not name and quiz.purpose is Purpose.GRADED:
        if not sys.stdin.isatty():
            raise UsageError(f"'{quiz.id}' is graded; say who you are: grader quiz take {quiz.id} --student ID")
        name = checked_name(click.prompt("Who are you? Your id, email or name, as your course knows you"))
    if name and workspace is not None:
        workspace.state.change(lambda state: named(state, name))
    return name


def _wants_to_begin(quiz: Quiz, used: int) -> bool:
    """Asked where beginning costs something, and somebody can answer."""
    limits = [] if quiz.minutes is None else [f"{quiz.minutes:g} minutes from now"]
    limits += [] if quiz.attempts is None else [f"attempt {used + 1} of {quiz.attempts}"]
    if not limits or not sys.stdin.isatty():
        return True
    return click.confirm(f"{quiz.title}: {', '.join(limits)}. Begin?", default=True)


def _take(quiz: Quiz, workspace: Workspace | None, folder: AttemptFolder, attempt: QuizAttempt, screen: bool) -> int:
    from grader.quiz.paper import draw
    from grader.quiz.session import QuizSession

    problems: list[str] = []
    tell = _rememberer(quiz, workspace, problems)
    session = QuizSession(draw(quiz, attempt.seed), attempt, folder.save, _now, tell)
    file = shown_path(folder.path_of(quiz.id, attempt.attempt))
    code = 0
    try:
        sit(session, _where(quiz, workspace, file), screen)
    except KeyboardInterrupt:
        code = 130
    _end(session, file, _where(quiz, workspace, file), everything=not screen)
    for problem in dict.fromkeys(problems):
        note(problem)
    return code


def _where(quiz: Quiz, workspace: Workspace | None, file: str) -> str:
    """Where the answers are, and how they get to whoever grades them."""
    if quiz.purpose is not Purpose.GRADED:
        return f"Your answers are in {file}."
    return f"Your answers are in {file}; " + (
        "'grader submit' takes them along." if workspace else "hand in this file."
    )


def _rememberer(quiz: Quiz, workspace: Workspace | None, problems: list[str]) -> Callable[[Variant, Score], None]:
    """Notes in the workspace what was missed, unless that may not be told."""
    from grader.student.quizzes import noted

    def remember(variant: Variant, score: Score) -> None:
        if workspace is None or quiz.feedback is FeedbackTime.NEVER:
            return
        try:
            workspace.state.change(lambda state: noted(state, f"{quiz.id}/{variant.id}", score, _now()))
        except UsageError as problem:
            problems.append(str(problem))

    return remember


def _end(session: QuizSession, file: str, where: str, everything: bool) -> None:
    from grader.render.quiz import explained_at_end, render_outcome

    look = style()
    if not session.is_over:
        click.echo(f"Not handed in yet; everything is saved in {file}.")
        click.echo(f"Go on with: {look.accent(f'grader quiz take {session.attempt.quiz}')}")
        return
    click.echo("\n".join(render_outcome(session, where, look)))
    if everything:
        for line in explained_at_end(session, look):
            click.echo(line)


def _now() -> datetime:
    return datetime.now(UTC)
