"""What a session has to show, as the pages of `grader.render.quiz`. The same for the screen and for lines."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course.quiz_model import Choice, FeedbackTime, Matching, QuestionKind
from grader.quiz.answers import Answer, as_letters, in_words, is_blank, letter, right_answer, things
from grader.quiz.attempt import Ended
from grader.quiz.paper import Number, Variant
from grader.quiz.scoring import remarks
from grader.quiz.session import QuizSession
from grader.render.quiz import (
    AnswerFeedback,
    LetteredChoice,
    MarkedQuestion,
    Pair,
    QuestionView,
    Said,
    numbers,
    render_marked,
    render_total,
)
from grader.render.style import Style, counted, wrap

HOW = {
    QuestionKind.SINGLE: "one letter",
    QuestionKind.MULTIPLE: "one or more letters, like a c",
    QuestionKind.NUMERIC: "a number",
    QuestionKind.TEXT: "a word or a few",
    QuestionKind.ORDERING: "all letters in the right order, like b a c",
    QuestionKind.MATCHING: "numbers with letters, like 1b 2a",
}


def how(variant: Variant) -> str:
    """What an answer looks like."""
    if isinstance(variant.task, Number) and variant.task.unit:
        return f"a number, in {variant.task.unit}"
    return HOW[variant.kind]


def question(session: QuizSession) -> QuestionView:
    """The question that the session is at."""
    variant = session.variant
    origin, _, in_review = variant.id.partition("/")
    return QuestionView(
        number=session.index + 1,
        of=len(session.paper.questions),
        points=variant.points,
        prompt=variant.prompt,
        how=how(variant),
        choices=choices(session),
        pairs=pairs(session),
        typed=typed(session),
        flagged=session.is_flagged(variant),
        origin=origin if in_review else "",
    )


def choices(session: QuizSession) -> list[LetteredChoice]:
    variant, answer = session.variant, session.answer_to(session.variant)
    by_choice = variant.kind in (QuestionKind.SINGLE, QuestionKind.MULTIPLE)
    chosen = {answer} if isinstance(answer, str) else set(answer) if isinstance(answer, list) else set()
    return [
        LetteredChoice(letter(at), thing.text, by_choice and thing.id in chosen)
        for at, thing in enumerate(things(variant))
    ]


def pairs(session: QuizSession) -> list[Pair]:
    task, answer = session.variant.task, session.answer_to(session.variant)
    if not isinstance(task, Matching):
        return []
    chosen = answer if isinstance(answer, dict) else {}
    letters = {right.id: letter(at) for at, right in enumerate(task.rights)}
    return [Pair(at, left.text, letters.get(chosen.get(left.id, ""), "")) for at, left in enumerate(task.lefts, 1)]


def without_partner(session: QuizSession) -> list[int]:
    """The places of left sides that nothing was chosen for."""
    return [at for at, pair in enumerate(pairs(session)) if not pair.letter]


def typed(session: QuizSession) -> str:
    """The answer so far, where neither options nor pairs show it."""
    variant, answer = session.variant, session.answer_to(session.variant)
    if variant.kind is QuestionKind.ORDERING:
        return as_letters(variant, answer)
    if variant.kind in (QuestionKind.NUMERIC, QuestionKind.TEXT):
        return answer if isinstance(answer, str) else session.attempt.drafts.get(variant.id, "")
    return ""


def feedback(session: QuizSession, variant: Variant) -> AnswerFeedback:
    """What is said to the answer."""
    answer, score = session.answer_to(variant), session.score(variant)
    is_choice = isinstance(variant.task, Choice)  # what is said to options shows the right ones, too
    return AnswerFeedback(
        mark=score.mark.value,
        points=score.points,
        max_points=score.max_points,
        said=_right_options(variant) if is_choice and is_blank(answer) else _said(variant, answer),
        answer=[] if is_choice else in_words(variant, right_answer(variant)).split("\n"),
        explanation=variant.explanation,
        practise=variant.question.practise,
    )


def _said(variant: Variant, answer: Answer) -> list[Said]:
    return [Said(one.right, one.chosen, one.text, one.feedback) for one in remarks(variant, answer)]


def _right_options(variant: Variant) -> list[Said]:
    """For those who had no answer."""
    options = variant.task.options if isinstance(variant.task, Choice) else ()
    return [Said(True, True, option.text, option.feedback) for option in options if option.correct]


def may_tell(session: QuizSession) -> bool:
    """Is there a key, and may its answers be told at the end?"""
    return session.paper.feedback is not FeedbackTime.NEVER and not any(v.sealed for v in session.paper.questions)


def outcome(session: QuizSession, where: str, style: Style) -> list[str]:
    """The page at the end of an attempt: the score where it may be told, and a sentence that says where it is."""
    lines = wrap(style.warn("The time is up: what you had answered is handed in."), style.width)
    lines = lines if session.attempt.ended is Ended.TIME else []
    if may_tell(session):
        total = session.total()
        marks = [score.mark.value for score in total.scores.values()]
        lines += render_total(total.points, total.max_points, marks, style)
    else:
        done = len(session.paper.questions) - len(session.unanswered)
        lines += wrap(f"Handed in: {done} of {counted(len(session.paper.questions), 'answer')}.", style.width)
    lines += wrap(style.dim(style.clean(where)), style.width) if where else []
    return lines


def explained_at_end(session: QuizSession, style: Style) -> Iterator[str]:
    """What is said to each answer that nothing was said to yet."""
    for at, variant in enumerate(session.paper.questions, 1):
        if may_tell(session) and not session.is_explained(variant):
            yield ""
            yield from render_marked(marked(session, variant, at), style)


def marked(session: QuizSession, variant: Variant, number: int) -> MarkedQuestion:
    given = in_words(variant, session.answer_to(variant))
    return MarkedQuestion(number, variant.prompt, given.split("\n") if given else [], feedback(session, variant))


def before_submitting(session: QuizSession) -> list[str]:
    """What a student should know before an attempt is handed in; nothing if all is done."""
    drafts = [at for at, variant in enumerate(session.paper.questions) if variant.id in session.attempt.drafts]
    blank = [at for at in session.unanswered if at not in drafts]
    sentences = [
        _about(blank, "no answer"),
        _about(drafts, "an answer that cannot be read"),
        f"You flagged {numbers(session.flagged)}." if session.flagged else "",
    ]
    return [sentence for sentence in sentences if sentence]


def _about(places: list[int], what: str) -> str:
    if not places:
        return ""
    several = len(places) > 1
    return f"Question{'s' if several else ''} {numbers(places)} {'have' if several else 'has'} {what}."
