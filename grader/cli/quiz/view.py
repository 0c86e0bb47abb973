"""What a sitting has to show, as the pages of `grader.render.quiz`. The same for the screen and for lines."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course.quiz_model import Choice as Options
from grader.course.quiz_model import Feedback as When
from grader.course.quiz_model import Kind, Matching
from grader.quiz.answers import Answer, as_letters, in_words, is_blank, letter, right_answer, things
from grader.quiz.attempt import Ended
from grader.quiz.paper import Number, Variant
from grader.quiz.scoring import remarks
from grader.quiz.session import Sitting
from grader.render.quiz import Choice, Feedback, Marked, Pair, Question, Said, numbers, render_marked, render_total
from grader.render.style import Style, counted, wrap

HOW = {
    Kind.SINGLE: "one letter",
    Kind.MULTIPLE: "one or more letters, like a c",
    Kind.NUMERIC: "a number",
    Kind.TEXT: "a word or a few",
    Kind.ORDERING: "all letters in the right order, like b a c",
    Kind.MATCHING: "numbers with letters, like 1b 2a",
}


def how(variant: Variant) -> str:
    """What an answer looks like."""
    if isinstance(variant.task, Number) and variant.task.unit:
        return f"a number, in {variant.task.unit}"
    return HOW[variant.kind]


def question(sitting: Sitting) -> Question:
    """The question that the sitting is at."""
    variant = sitting.variant
    origin, _, in_review = variant.id.partition("/")
    return Question(
        number=sitting.index + 1,
        of=len(sitting.paper.questions),
        points=variant.points,
        prompt=variant.prompt,
        how=how(variant),
        choices=choices(sitting),
        pairs=pairs(sitting),
        typed=typed(sitting),
        flagged=sitting.is_flagged(variant),
        origin=origin if in_review else "",
    )


def choices(sitting: Sitting) -> list[Choice]:
    variant, answer = sitting.variant, sitting.answer_to(sitting.variant)
    by_choice = variant.kind in (Kind.SINGLE, Kind.MULTIPLE)
    chosen = {answer} if isinstance(answer, str) else set(answer) if isinstance(answer, list) else set()
    return [
        Choice(letter(at), thing.text, by_choice and thing.id in chosen) for at, thing in enumerate(things(variant))
    ]


def pairs(sitting: Sitting) -> list[Pair]:
    task, answer = sitting.variant.task, sitting.answer_to(sitting.variant)
    if not isinstance(task, Matching):
        return []
    chosen = answer if isinstance(answer, dict) else {}
    letters = {right.id: letter(at) for at, right in enumerate(task.rights)}
    return [Pair(at, left.text, letters.get(chosen.get(left.id, ""), "")) for at, left in enumerate(task.lefts, 1)]


def without_partner(sitting: Sitting) -> list[int]:
    """The places of left sides that nothing was chosen for."""
    return [at for at, pair in enumerate(pairs(sitting)) if not pair.letter]


def typed(sitting: Sitting) -> str:
    """The answer so far, where neither options nor pairs show it."""
    variant, answer = sitting.variant, sitting.answer_to(sitting.variant)
    if variant.kind is Kind.ORDERING:
        return as_letters(variant, answer)
    if variant.kind in (Kind.NUMERIC, Kind.TEXT):
        return answer if isinstance(answer, str) else sitting.attempt.drafts.get(variant.id, "")
    return ""


def feedback(sitting: Sitting, variant: Variant) -> Feedback:
    """What is said to the answer."""
    answer, score = sitting.answer_to(variant), sitting.score(variant)
    is_choice = isinstance(variant.task, Options)  # what is said to options shows the right ones, too
    return Feedback(
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
    options = variant.task.options if isinstance(variant.task, Options) else ()
    return [Said(True, True, option.text, option.feedback) for option in options if option.correct]


def may_tell(sitting: Sitting) -> bool:
    """Is there a key, and may its answers be told at the end?"""
    return sitting.paper.feedback is not When.NEVER and not any(v.sealed for v in sitting.paper.questions)


def outcome(sitting: Sitting, where: str, style: Style) -> list[str]:
    """The page at the end of an attempt: the score where it may be told, and a sentence that says where it is."""
    lines = wrap(style.warn("The time is up: what you had answered is handed in."), style.width)
    lines = lines if sitting.attempt.ended is Ended.TIME else []
    if may_tell(sitting):
        total = sitting.total()
        marks = [score.mark.value for score in total.scores.values()]
        lines += render_total(total.points, total.max_points, marks, style)
    else:
        done = len(sitting.paper.questions) - len(sitting.unanswered)
        lines += wrap(f"Handed in: {done} of {counted(len(sitting.paper.questions), 'answer')}.", style.width)
    lines += wrap(style.dim(style.clean(where)), style.width) if where else []
    return lines


def explained_at_end(sitting: Sitting, style: Style) -> Iterator[str]:
    """What is said to each answer that nothing was said to yet."""
    for at, variant in enumerate(sitting.paper.questions, 1):
        if may_tell(sitting) and not sitting.is_explained(variant):
            yield ""
            yield from render_marked(marked(sitting, variant, at), style)


def marked(sitting: Sitting, variant: Variant, number: int) -> Marked:
    given = in_words(variant, sitting.answer_to(variant))
    return Marked(number, variant.prompt, given.split("\n") if given else [], feedback(sitting, variant))


def before_submitting(sitting: Sitting) -> list[str]:
    """What a student should know before an attempt is handed in; nothing if all is done."""
    drafts = [at for at, variant in enumerate(sitting.paper.questions) if variant.id in sitting.attempt.drafts]
    blank = [at for at in sitting.unanswered if at not in drafts]
    sentences = [
        _about(blank, "no answer"),
        _about(drafts, "an answer that cannot be read"),
        f"You flagged {numbers(sitting.flagged)}." if sitting.flagged else "",
    ]
    return [sentence for sentence in sentences if sentence]


def _about(places: list[int], what: str) -> str:
    if not places:
        return ""
    several = len(places) > 1
    return f"Question{'s' if several else ''} {numbers(places)} {'have' if several else 'has'} {what}."
