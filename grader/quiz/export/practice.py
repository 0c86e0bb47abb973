"""A quiz as one page to practise on: the texts of each question as HTML, and tables of what each answer earns.

The page only counts what matters to a scheme, such as how many pairs are right, and looks the share up: every share was
computed by `grader.quiz.scoring`. Typed answers are read there as `grader.quiz.answers` reads them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from grader.course.quiz_model import Choice, FeedbackTime, Ignore, Matching, Ordering, Purpose, Quiz, Scheme, Text
from grader.errors import UsageError
from grader.quiz.answers import MOST_CHARACTERS, NUMBER_PATTERNS, in_words, normalised, right_answer
from grader.quiz.export.common import Letters, Markup, versions
from grader.quiz.paper import SLACK, Number, Span, Variant, things
from grader.quiz.scoring import score


@dataclass(frozen=True)
class PageThing:
    """An option, an item or a side of a pair. `plain`: where no HTML is possible."""

    id: str
    html: str
    plain: str
    feedback: str = ""


@dataclass(frozen=True)
class PageQuestion:
    """One version of a question. `key` is what the script of the page needs to score an answer."""

    name: str
    kind: str
    points: float
    prompt: str
    plain: str  # the prompt where no HTML is possible
    things: tuple[PageThing, ...]
    lefts: tuple[PageThing, ...]
    unit: str
    answer: tuple[str, ...]
    explanation: str
    mistakes: tuple[str, ...]
    practise: tuple[str, ...]
    key: dict[str, Any]


@dataclass(frozen=True)
class PracticePage:
    """`questions` holds the versions of each question; `reading` how typed answers are read."""

    title: str
    description: str
    questions: tuple[tuple[PageQuestion, ...], ...]
    reading: dict[str, Any]


def practice_page(quiz: Quiz, formula: Callable[[str, bool], str], letters: Letters, variants: int = 1) -> PracticePage:
    """Return the page, with all questions of pools and none that were dropped. UsageError unless the quiz may show its
    answers."""
    if quiz.purpose is Purpose.GRADED or quiz.feedback is FeedbackTime.NEVER:
        why = "is graded" if quiz.purpose is Purpose.GRADED else "never shows its answers"
        raise UsageError(
            f"quiz '{quiz.id}' {why}, and a page holds the answers; export it as gift, moodle-xml or qti12"
        )
    if quiz.sealed:
        raise UsageError(f"quiz '{quiz.id}' has no key here; export it from the full course")
    markup = Markup(formula, letters)
    asked = [question for question in quiz.questions if not question.dropped]
    made = tuple(tuple(_question(one, markup) for one in versions(quiz, question, variants)) for question in asked)
    reading: dict[str, Any] = {"patterns": NUMBER_PATTERNS, "most": MOST_CHARACTERS}
    if any(isinstance(question.task, Text) or getattr(question.task, "unit", "") for question in asked):
        every = map(chr, range(sys.maxunicode + 1))
        reading["folds"] = {one: one.casefold() for one in every if one.casefold() != one.lower()}
    return PracticePage(quiz.title, markup.html(quiz.description), made, reading)


def _question(variant: Variant, markup: Markup) -> PageQuestion:
    task = variant.task
    answer = [] if isinstance(task, Choice) else in_words(variant, right_answer(variant)).split("\n")
    foreseen = [text for _, text in task.mistakes] if isinstance(task, Number) else []
    foreseen += [mistake.feedback for mistake in task.mistakes] if isinstance(task, Text) else []
    return PageQuestion(
        name=variant.id,
        kind=variant.kind.value,
        points=variant.points,
        prompt=markup.html(variant.prompt),
        plain=markup.plain(variant.prompt),
        things=tuple(_thing(thing, markup) for thing in things(variant)),
        lefts=tuple(_thing(left, markup) for left in task.lefts) if isinstance(task, Matching) else (),
        unit=variant.unit,
        answer=tuple(markup.line(line) for line in answer),
        explanation=markup.html(variant.explanation),
        mistakes=tuple(markup.line(text) for text in foreseen),
        practise=variant.question.practise,
        key={"points": variant.points, "negative": variant.question.negative, **_key(variant)},
    )


def _thing(thing: Any, markup: Markup) -> PageThing:
    return PageThing(
        thing.id, markup.line(thing.text), markup.plain(thing.text), markup.line(getattr(thing, "feedback", ""))
    )


def _key(variant: Variant) -> dict[str, Any]:
    match variant.task:
        case Choice() as choice:
            return _choice_key(variant, choice)
        case Number() as number:
            units = {number.unit: 1.0, **number.units} if number.unit else {}
            spans = [_ends(span) for span in (number.span, *(span for span, _ in number.mistakes)) if span]
            return {"spans": spans, "unit": number.unit, "units": units, "unit_required": number.unit_required}
        case Text(accept=accept, ignore=ignore, mistakes=mistakes):
            foreseen = [normalised(str(mistake.answer), ignore) for mistake in mistakes]
            right = sorted({normalised(one, ignore) for one in accept})
            return {"accept": right, "mistakes": foreseen, "ignore": [kind.value for kind in Ignore if kind in ignore]}
        case Ordering() as ordering:
            return _ordering_key(variant, list(ordering.right))
        case Matching(lefts=lefts, rights=rights, right=right):
            wrong = {
                left.id: next((one.id for one in rights if one.id != right[left.id]), right[left.id]) for left in lefts
            }
            lists = [list(right.items())[:hits] for hits in range(len(lefts) + 1)]
            return {"right": right, "shares": [score(variant, wrong | dict(hits)).share for hits in lists]}


def _ends(span: Span) -> list[float]:
    """The middle, and how far from it counts."""
    return [span.middle, span.margin + SLACK * (abs(span.middle) + abs(span.margin))]


def _choice_key(variant: Variant, choice: Choice) -> dict[str, Any]:
    """Options that count alike are a class; a share depends only on how many of each class are chosen."""
    weighted = variant.question.scheme is Scheme.WEIGHTS
    classes: dict[tuple[bool, float], list[str]] = {}
    for option in choice.options:
        classes.setdefault((option.correct, option.weight if weighted else 0.0), []).append(option.id)
    alike = list(classes.values())
    shares = {}
    for counts in product(*(range(len(ids) + 1) for ids in alike)):
        chosen = [one for ids, count in zip(alike, counts, strict=True) for one in ids[:count]]
        single = variant.kind == "single"
        if chosen and not (single and len(chosen) > 1):
            shares[",".join(map(str, counts))] = score(variant, chosen[0] if single else chosen).share
    return {"classes": alike, "right": [one.id for one in choice.options if one.correct], "shares": shares}


def _ordering_key(variant: Variant, right: list[str]) -> dict[str, Any]:
    """A share depends on how many pairs are in order, or on how many items are in their place."""
    count = len(right)
    if variant.question.scheme is Scheme.PAIRS_IN_ORDER:
        orders = _by_inversions(right)
        return {"right": right, "counts": "inversions", "shares": [score(variant, order).share for order in orders]}
    shares: list[float | None] = []
    for places in range(count + 1):
        rest = right[places:]
        order = [*right[:places], *rest[1:], *rest[:1]]
        shares.append(None if len(rest) == 1 else score(variant, order).share)  # the last item has no other place
    return {"right": right, "counts": "places", "shares": shares}


def _by_inversions(right: list[str]) -> Iterator[list[str]]:
    """One order for each number of pairs that are the wrong way round: bubble sort, backwards."""
    order = list(right)
    yield list(order)
    for end in range(len(order) - 1, 0, -1):
        for at in range(end):
            order[at], order[at + 1] = order[at + 1], order[at]
            yield list(order)
