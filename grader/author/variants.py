"""Draws a question many times: whatever the numbers, it must stay sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from grader.course.quizmodel import Choice, Matching, Ordering, Question, Quiz, Text
from grader.course.quiztext import number_text
from grader.errors import ContentError
from grader.quiz.answers import normalised
from grader.quiz.draw import Number, Span, Variant, draw_question

SEEDS = 200
DIGITS = 4  # what a student is asked to write at most

Problem: TypeAlias = tuple[str, *tuple[str | int, ...]]


def variant_problems(quiz: Quiz, question: Question) -> Iterator[Problem]:
    """What is wrong with some variant, told with its numbers. Each kind of problem once."""
    told: set[tuple[str | int, ...]] = set()
    for seed in range(SEEDS if question.parameters else 1):
        try:
            variant = draw_question(quiz, question, seed)
        except ContentError as error:
            yield (error.problem.partition(": ")[2],)
            return
        for problem, *where in _problems(variant):
            if tuple(where) not in told:
                told.add(tuple(where))
                yield problem + _with(variant), *where


def _with(variant: Variant) -> str:
    shown = (f"{name} = {v if isinstance(v, str) else number_text(v)}" for name, v in variant.values.items())
    return f" (with {', '.join(shown)})" if variant.values else ""


def _problems(variant: Variant) -> Iterator[Problem]:
    match variant.task:
        case Choice(options=options):
            yield from _equal_texts((option.text for option in options), "options")
        case Number() as number:
            yield from _number_problems(number)
        case Text() as text:
            yield from _text_problems(text)
        case Ordering(items=items):
            yield from _equal_texts((item.text for item in items), "items")
        case Matching(lefts=lefts, rights=rights):
            yield from _equal_texts((item.text for item in lefts), "pairs")
            yield from _equal_texts((item.text for item in rights), "pairs")


def _equal_texts(texts: Iterable[str], key: str) -> Iterator[Problem]:
    """Equal as texts, whatever their spaces and capitals, or as numbers: 0.5 is 0.50."""
    seen: dict[str | float, str] = {}
    for text in texts:
        other = seen.setdefault(_meaning(text), text)
        if other is not text:
            yield f"'{other}' and '{text}' under '{key}' are equal; change one", key


def _meaning(text: str) -> str | float:
    try:
        return float(text.strip(" $").replace("−", "-"))
    except ValueError:
        return " ".join(text.split())


def _number_problems(number: Number) -> Iterator[Problem]:
    span, answer = number.span, number.answer
    if span is None:
        return
    if span.low > span.high:
        yield f"no number is accepted: {span.low:g} is above {span.high:g}; correct the range", "range"
        return
    if answer is not None:
        yield from _reach_problems(span, answer)
    for index, (mistake, _) in enumerate(number.mistakes):
        if (mistake.low + mistake.high) / 2 in span:
            yield f"mistake {index + 1} is accepted as right; change it", "mistakes", index


def _reach_problems(span: Span, answer: float) -> Iterator[Problem]:
    written = (round(answer, DIGITS), float(f"{answer:.{DIGITS}g}"))
    if not any(number in span for number in written):
        yield f"nobody will write {answer:.10g} exactly; add a 'tolerance' or 'relative'", "answer"
    elif answer and 0.0 in span:
        yield f"the answer is {number_text(answer)}, and 0 is accepted, too; narrow the tolerance", "answer"


def _text_problems(text: Text) -> Iterator[Problem]:
    accepted = {normalised(answer, text.ignore) for answer in text.accept}
    if "" in accepted:
        yield "an accepted answer has nothing left once what 'ignore' names is gone; change one of them", "accept"
    for index, mistake in enumerate(text.mistakes):
        if normalised(str(mistake.answer), text.ignore) in accepted:
            yield f"mistake {index + 1} is accepted as right; change it", "mistakes", index
