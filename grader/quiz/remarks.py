"""What to say to an answer, part by part: why each option is right or wrong, which mistake a number shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.course.quizmodel import Choice, Matching, Ordering, Text
from grader.quiz.answers import Answer, is_blank, normalised, read_number
from grader.quiz.draw import Number, Variant


@dataclass(frozen=True)
class Remark:
    """One part of an answer. `chosen` is False for a right option that was missed; `text` may be empty."""

    right: bool
    chosen: bool
    text: str
    feedback: str = ""


def remarks(variant: Variant, answer: Answer) -> tuple[Remark, ...]:
    """Nothing to no answer, and nothing where the key was left out."""
    return () if variant.sealed or is_blank(answer) else tuple(_remarks(variant, answer))


def _remarks(variant: Variant, answer: Answer) -> Iterator[Remark]:
    match variant.task, answer:
        case Choice() as choice, _:
            yield from _options(choice, {answer} if isinstance(answer, str) else set(answer or ()))
        case Number() as number, str():
            yield from _number(number, answer)
        case Text() as text, str():
            yield from _text(text, answer)
        case Ordering() as ordering, list():
            texts = {item.id: item.text for item in ordering.items}
            for given, right in zip(answer, ordering.right, strict=True):
                yield Remark(given == right, True, texts[given])
        case Matching() as matching, dict():
            texts = {item.id: item.text for item in matching.rights}
            for left in matching.lefts:
                if left.id in answer:
                    chosen = answer[left.id]
                    yield Remark(chosen == matching.right[left.id], True, f"{left.text} → {texts[chosen]}")


def _options(choice: Choice, chosen: set[str]) -> Iterator[Remark]:
    for option in choice.options:
        if option.id in chosen or option.correct:
            yield Remark(option.correct, option.id in chosen, option.text, option.feedback)


def _number(number: Number, answer: str) -> Iterator[Remark]:
    reading = read_number(answer, number)
    if reading.value is None:
        yield Remark(False, True, "", reading.problem)
    elif number.span is not None and reading.value not in number.span:
        said = next((feedback for span, feedback in number.mistakes if reading.value in span), "")
        if said:
            yield Remark(False, True, "", said)


def _text(text: Text, answer: str) -> Iterator[Remark]:
    given = normalised(answer, text.ignore)
    if given in {normalised(right, text.ignore) for right in text.accept}:
        return
    for mistake in text.mistakes:
        if given == normalised(str(mistake.answer), text.ignore):
            yield Remark(False, True, "", mistake.feedback)
            return
