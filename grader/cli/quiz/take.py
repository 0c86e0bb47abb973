"""Commands that ask questions: `grader quiz take` and `grader quiz review`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TypeAlias

import click
from msgspec.structs import replace

from grader.cli import common
from grader.course import Course
from grader.course.quiz_load import quiz_paths
from grader.course.quiz_model import FeedbackTime, Purpose, Quiz
from grader.errors import UsageError
from grader.quiz.attempt import AttemptFolder, QuizAttempt, utc
from grader.quiz.paper import Variant, draw
from grader.quiz.scoring import AnswerMark, Score
from grader.quiz.session import QuizSession, find_quiz
from grader.render.quiz import explained_at_end, next_steps, render_outcome, when
from grader.student import quizzes
from grader.student.review import ReviewQuestion, due_now, next_due, review_paper
from grader.student.state import Card, StudentState
from grader.student.workspace import Workspace

Record: TypeAlias = Callable[[StudentState, str, Score, datetime], StudentState]


@click.command(name="take")
@click.argument("quiz", shell_complete=common.completer(quiz_paths))
@common.plain_option
@click.option("--student", metavar="ID", help="Your id, as your course knows you. Saved in your workspace.")
@click.option(
    "--seed", type=click.IntRange(0, 999_999), metavar="N", help="Take the paper with this number; practice only."
)
@common.course_option
def take_command(quiz: str, plain: bool, student: str | None, seed: int | None, course_folder: str | None) -> int:
    """Take QUIZ (its name, its number, or the start of its name), or resume where you stopped.

    Every answer is saved at once, in the folder 'attempts' of your workspace. If the terminal is closed, nothing is
    lost: run the same command to resume at the same question. A time limit keeps running meanwhile.

    \b
    Example:
      grader quiz take attention
      grader quiz take 3 --plain
      grader quiz take transformer_basics --student ada@example.org
    """
    course = common.open_course(course_folder)
    asked = find_quiz(course, quiz)
    workspace = common.my_workspace()
    folder = quizzes.attempts_folder(workspace, common.here())
    with folder.hold(asked.id):
        attempt = _attempt(course, asked, folder, workspace, student, seed)
        if attempt is None:
            click.echo("No attempt was started.")
            return 0
        if workspace is None:
            common.note(f"there is no workspace here; your answers go to '{common.shown_path(folder.path)}'")
        problems: list[str] = []
        shown_later = workspace if asked.feedback is not FeedbackTime.NEVER else None  # missed questions come back
        remember = _rememberer(shown_later, quizzes.noted, f"{asked.id}/", problems)
        session = QuizSession(draw(asked, attempt.seed), attempt, folder.save, _now, remember)
        file = common.shown_path(folder.path_of(asked.id, attempt.attempt))
        where = f"Your answers are in {file}"
        if asked.purpose is Purpose.GRADED:
            where += "; 'grader submit' includes them" if workspace else "; submit this file"
        screen = common.has_screen(plain) and common.style().unicode
        code = _run(session, f"{where}.", screen, problems)
        look = common.style()
        if session.attempt.is_finished:
            # The pages of a screen are gone by now, and the commands on them could not be typed there.
            feedback = next_steps(session, look) if screen else explained_at_end(session, look)
            click.echo("\n".join([*render_outcome(session, f"{where}.", look), *feedback]))
        else:
            click.echo(f"Not submitted yet; everything is saved in {file}.")
            click.echo(f"Resume with: {look.accent(f'grader quiz take {asked.id}')}")
        return code


def _attempt(
    course: Course, quiz: Quiz, folder: AttemptFolder, workspace: Workspace | None, name: str | None, seed: int | None
) -> QuizAttempt | None:
    """The open attempt, else a new one; None if the student does not confirm."""
    attempts = folder.attempts(quiz.id)
    opened = next((attempt for attempt in attempts if not attempt.is_finished), None)
    if opened is not None:
        file = common.shown_path(folder.path_of(quiz.id, opened.attempt))
        attempt, gone = quizzes.resumed(course, quiz, opened, file, name, seed)
        if gone:
            common.note(f"this quiz has changed since you started; answer these questions again: {', '.join(gone)}")
        return attempt
    quizzes.refuse_new_attempt(quiz, len(attempts), seed)
    student = "" if seed is not None else _name(quiz, workspace, name)
    limits = [] if quiz.minutes is None else [f"{quiz.minutes:g} minutes from now"]
    limits += [] if quiz.attempts is None else [f"attempt {len(attempts) + 1} of {quiz.attempts}"]
    if limits and sys.stdin.isatty() and not click.confirm(f"{quiz.title}: {', '.join(limits)}. Start?", default=True):
        return None
    attempt = quizzes.new_attempt(course, quiz, attempts, student, seed, _now())
    folder.save(attempt)
    return attempt


def _name(quiz: Quiz, workspace: Workspace | None, student: str | None) -> str:
    """The student's name: as given, else as the workspace knows it, else, for a graded quiz, as typed."""
    name = quizzes.checked_name(student) if student is not None else workspace.state.read().student if workspace else ""
    if not name and quiz.purpose is Purpose.GRADED:
        if not sys.stdin.isatty():
            raise UsageError(f"'{quiz.id}' is graded; name yourself: grader quiz take {quiz.id} --student ID")
        name = quizzes.checked_name(click.prompt("Who are you? Your id, email or name, as your course knows you"))
    if name and workspace is not None:
        workspace.state.change(lambda state: quizzes.named(state, name))
    return name


def _rememberer(
    workspace: Workspace | None, record: Record, prefix: str, problems: list[str]
) -> Callable[[Variant, Score], None]:
    """A function that saves how an answer did, under the key `prefix` + question. What fails goes to `problems`: it
    must not disturb the screen."""

    def remember(variant: Variant, score: Score) -> None:
        if workspace is None:
            return
        try:
            workspace.state.change(lambda state: record(state, f"{prefix}{variant.id}", score, _now()))
        except UsageError as problem:
            problems.append(str(problem))

    return remember


def _run(session: QuizSession, where: str, screen: bool, problems: list[str]) -> int:
    """Ask until the quiz is submitted or left, print the problems that came up, and return the exit code. `where`: a
    sentence for the end, on where the answers are."""
    gc.enable()  # switched off for short commands
    try:
        if screen:
            from grader.cli.quiz.screens import QuizApp

            QuizApp(session, where).run()
        else:
            from grader.cli.quiz.lines import QuizLines, read_line

            QuizLines(session, read_line).run()
    except KeyboardInterrupt:
        return 130
    finally:
        for problem in dict.fromkeys(problems):
            common.note(problem)
    return 0


@click.command(name="review")
@click.argument("quiz", required=False, shell_complete=common.completer(quiz_paths))
@common.plain_option
@click.option("--ahead", is_flag=True, help="Include questions that are not due yet.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N questions.")
@common.standard_options
def review_command(
    quiz: str | None, plain: bool, ahead: bool, limit: int | None, course_folder: str | None, as_json: bool
) -> int:
    """Practise the questions you missed, when they are due: those you answered wrong in quizzes, and those about a
    mistake you made in an exercise.

    Questions you know come back at growing intervals, questions you miss after ten minutes; each names the exercise
    that practises it. With QUIZ, only its questions. With --json, print what is due and ask nothing.

    \b
    Example:
      grader quiz review
      grader quiz review attention --limit 5
    """
    workspace = common.need_workspace()
    course = common.open_course(course_folder)
    known = quizzes.questions_for_review(course, quizzes.attempts_folder(workspace, common.here()))
    if quiz is not None:
        wanted = find_quiz(course, quiz).id
        known = {key: asked for key, asked in known.items() if asked.quiz.id == wanted}
    cards = quizzes.cards_for_review(workspace.state.read(), known, _now())
    keys = due_now(cards, known, _now(), ahead)[:limit]
    if as_json:
        due = []
        for key in keys:
            where = {"quiz": known[key].quiz.id, "question": known[key].question.id}
            due.append({**where, "due": utc(cards[key].due), "practise": list(known[key].question.practise)})
        later = next_due(cards, known)
        common.print_json({"schema": 1, "due": due, "next": utc(later) if later else None})
        return 0
    if keys:
        return _review(course, workspace, keys, known, common.has_screen(plain) and common.style().unicode)
    nothing = "Nothing to review. Questions you miss in quizzes, and about mistakes in exercises, come back here."
    if coming := _coming(cards, known):
        nothing = f"Nothing is due. {coming} 'grader quiz review --ahead' asks it now."
    common.print_wrapped(nothing)
    return 0


def _review(
    course: Course, workspace: Workspace, keys: list[str], known: Mapping[str, ReviewQuestion], screen: bool
) -> int:
    state = workspace.state.change(lambda state: replace(state, cards=quizzes.cards_for_review(state, known, _now())))
    paper = review_paper(keys, state.cards, known, course.seed)
    blank = QuizAttempt(
        course=course.seed, quiz="", student="", attempt=1, seed=0, paper=paper.digest, started=utc(_now())
    )
    problems: list[str] = []
    remember = _rememberer(workspace, quizzes.reviewed, "", problems)
    session = QuizSession(paper, blank, lambda _: None, _now, remember, submits=False)
    code = _run(session, "", screen, problems)
    done = [variant for variant in paper.questions if session.is_explained(variant)]
    right = sum(session.score(variant).mark is AnswerMark.RIGHT for variant in done)
    rest = len(keys) - len(done)
    left = f" {rest} {'is' if rest == 1 else 'are'} left." if rest else ""
    coming = _coming(workspace.state.read().cards, known)
    click.echo(f"{common.style().bold(f'{len(done)} reviewed, {right} right.')}{left} {coming}".rstrip())
    return code


def _coming(cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion]) -> str:
    """A sentence on when the next question is due, "" if there is none."""
    due = next_due(cards, known)
    if due is None:
        return ""
    seconds = (due - _now()).total_seconds()
    return f"The next question comes back {when(seconds)}." if seconds > 0 else "Some are still due."


def _now() -> datetime:
    return datetime.now(UTC)
