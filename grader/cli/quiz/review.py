"""`grader quiz review`: bring back what was missed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from grader.cli.common import course_option, here, json_option, need_workspace, note, open_course, print_json, style
from grader.cli.quiz.app import is_capable, names_of_quizzes, plain_option, sit
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course import Course
    from grader.quiz.cards import Card
    from grader.quiz.paper import Variant
    from grader.quiz.review import ReviewQuestion
    from grader.quiz.scoring import Score
    from grader.student.workspace import Workspace


# ---- `grader quiz review`: bring back what was missed.


@click.command(name="review", short_help="Bring back what you missed.")
@click.argument("quiz", required=False, shell_complete=names_of_quizzes)
@plain_option
@click.option("--ahead", is_flag=True, help="Also what is not due yet.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N questions.")
@course_option
@json_option
def command(
    quiz: str | None, plain: bool, ahead: bool, limit: int | None, course_folder: str | None, as_json: bool
) -> int:
    """Ask again what you missed, when it is due: in quizzes, or by a mistake in an exercise that a question is about.

    What you know comes back later and later, what you miss in ten minutes; each question says which exercise practises
    it. With QUIZ, only its questions. With --json, say what is due, and ask nothing.

    \b
    Example:
      grader quiz review
      grader quiz review attention --limit 5
    """
    from grader.quiz.review import due_now
    from grader.quiz.session import find_quiz
    from grader.student.quizzes import attempts_folder, cards_for_review, questions_for_review

    workspace = need_workspace()
    course = open_course(course_folder)
    known = questions_for_review(course, attempts_folder(workspace, here()))
    if quiz is not None:
        wanted = find_quiz(course, quiz).id
        known = {key: asked for key, asked in known.items() if asked.quiz.id == wanted}
    cards = cards_for_review(workspace.state.read(), known, _now())
    keys = due_now(cards, known, _now(), ahead)[:limit]
    if as_json:
        print_json(_as_json(keys, cards, known))
        return 0
    if not keys:
        click.echo(_nothing_due(cards, known))
        return 0
    return _ask(course, workspace, keys, known, is_capable(plain))


def _ask(
    course: Course, workspace: Workspace, keys: list[str], known: Mapping[str, ReviewQuestion], screen: bool
) -> int:
    from msgspec.structs import replace

    from grader.quiz.attempt import QuizAttempt, utc
    from grader.quiz.review import review_paper
    from grader.quiz.session import QuizSession
    from grader.student.quizzes import cards_for_review, reviewed

    state = workspace.state.change(lambda state: replace(state, cards=cards_for_review(state, known, _now())))
    paper = review_paper(keys, state.cards, known, course.seed)
    problems: list[str] = []

    def remember(variant: Variant, score: Score) -> None:
        try:
            workspace.state.change(lambda state: reviewed(state, variant.id, score, _now()))
        except UsageError as problem:
            problems.append(str(problem))

    blank = QuizAttempt(
        course=course.seed, quiz="", student="", attempt=1, seed=0, paper=paper.digest, started=utc(_now())
    )
    session = QuizSession(paper, blank, lambda _: None, _now, remember, hands_in=False)
    code = 0
    try:
        sit(session, "", screen)
    except KeyboardInterrupt:
        code = 130
    done = [variant.id for variant in paper.questions if session.is_explained(variant)]
    right = sum(session.score(variant).mark == "right" for variant in paper.questions if variant.id in done)
    click.echo(_summary(len(keys), len(done), right, workspace.state.read().cards, known))
    for problem in dict.fromkeys(problems):
        note(problem)
    return code


def _summary(count: int, done: int, right: int, cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion]) -> str:
    look = style()
    rest = count - done
    left = f" {rest} {'is' if rest == 1 else 'are'} left." if rest else ""
    return f"{look.bold(f'{done} reviewed, {right} right.')}{left} {_next(cards, known)}".rstrip()


def _next(cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion]) -> str:
    from grader.quiz.review import next_due
    from grader.render.quiz import when

    due = next_due(cards, known)
    if due is None:
        return ""
    seconds = (due - _now()).total_seconds()
    return f"The next question comes back {when(seconds)}." if seconds > 0 else "Some are still due."


def _nothing_due(cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion]) -> str:
    from grader.render.style import wrap

    coming = _next(cards, known)
    if coming:
        text = f"Nothing is due. {coming} 'grader quiz review --ahead' asks it now."
    else:
        text = "Nothing to review: what you miss in quizzes comes back here, and questions about mistakes in exercises."
    look = style()
    return "\n".join(wrap(text, look.width))


def _as_json(keys: list[str], cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion]) -> dict[str, object]:
    from grader.quiz.attempt import utc
    from grader.quiz.review import next_due

    coming = next_due(cards, known)
    due = [
        {
            "quiz": known[key].quiz.id,
            "question": known[key].question.id,
            "due": utc(cards[key].due),
            "practise": list(known[key].question.practise),
        }
        for key in keys
    ]
    return {"schema": 1, "due": due, "next": utc(coming) if coming else None}


def _now() -> datetime:
    return datetime.now(UTC)
