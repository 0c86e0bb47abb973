"""What is wrong with the keys that only one type of question has."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from grader.course.quizfile import SCHEMES, Ignore, ItemFile, Kind, OptionFile, QuestionFile, QuizFile, Scheme
from grader.course.quizmath import objection
from grader.course.quizmodel import item_id
from grader.course.textfile import did_you_mean

_ID = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
MOST_ITEMS = 30

# The sentence, then the keys that lead to the place.
Problem: TypeAlias = tuple[str, *tuple[str | int, ...]]


def id_of(item: str | ItemFile | OptionFile) -> str:
    """The id an author gave, or the one made from the text."""
    return item_id(item) if isinstance(item, str) else item.id or item_id(item.text)


def text_of(item: str | ItemFile | OptionFile) -> str:
    return item if isinstance(item, str) else item.text


def scheme_of(quiz: QuizFile, question: QuestionFile) -> Scheme:
    """The question's own scheme, else the quiz's where the type knows it, else the type's default."""
    known = SCHEMES[Kind(question.type)]
    return next((Scheme(word) for word in (question.scoring, quiz.scoring) if word in known), known[0])


def _choice_problems(quiz: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    options = question.options or ()
    yield from _list_problems("options", options, at_least=2)
    right = sum(option.correct for option in options)
    if not quiz.sealed and not right:
        yield "no option is marked correct; mark at least one with 'correct: true'", "options"
    if question.type == Kind.SINGLE and right > 1:
        yield f"{right} options are marked correct; leave one, or make the type 'multiple'", "options"
    if not quiz.sealed:
        yield from _weight_problems(options, scheme_of(quiz, question))


def _weight_problems(options: Sequence[OptionFile], scheme: Scheme) -> Iterator[Problem]:
    for index, option in enumerate(options):
        if option.weight is not None and not -1 <= option.weight <= 1:
            yield f"the weight {option.weight:g} must be from −1 to 1", "options", index, "weight"
        if option.weight is not None and not option.correct and option.weight >= 1:
            yield "a wrong option cannot be worth all; lower its weight", "options", index, "weight"
    if scheme is not Scheme.WEIGHTS and any(option.weight is not None for option in options):
        yield "options have weights, which count only with 'scoring: weights'; add it", "options"
    right = [option.weight for option in options if option.correct]
    if any(weight is not None for weight in right) and not math.isclose(sum(weight or 0 for weight in right), 1):
        yield "the weights of the right options must add up to 1", "options"


def _numeric_problems(_: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    names = list(question.parameters)
    if question.answer is not None and question.range is not None:
        yield "there are both 'answer' and 'range'; remove one", "range"
    for key in ("answer", "tolerance", "relative"):
        value = getattr(question, key)
        if value is not None and (problem := objection(value, names)):
            yield f"{key}: {problem}", key
    for key in ("tolerance", "relative"):
        value = getattr(question, key)
        if isinstance(value, float) and value < 0:
            yield f"{key} is {value:g}; it must not be negative", key
        if value is not None and question.range is not None:
            yield f"'{key}' goes with 'answer', not with 'range'; widen the range instead", key
    yield from _range_problems(question, names)
    yield from _unit_problems(question)
    yield from _mistake_problems(question, names)


def _range_problems(question: QuestionFile, names: Sequence[str]) -> Iterator[Problem]:
    if question.range is None:
        return
    if len(question.range) != 2:
        yield "a range has two ends; write it like [50, 150]", "range"
        return
    for index, end in enumerate(question.range):
        if problem := objection(end, names):
            yield f"range: {problem}", "range", index
    low, high = question.range
    if isinstance(low, float) and isinstance(high, float) and low > high:
        yield f"nothing lies between {low:g} and {high:g}; write the lower end first", "range"


def _unit_problems(question: QuestionFile) -> Iterator[Problem]:
    if not question.unit:
        for key in ("units", "unit_required"):
            if getattr(question, key):
                yield f"'{key}' needs 'unit'; add 'unit: …'", key
    for name, factor in (question.units or {}).items():
        if not 0 < factor < math.inf:
            yield f"the unit '{name}' must be worth more than 0 {question.unit}", "units", name
    for unit in filter(None, (question.unit, *(question.units or {}))):
        if unit[0].isdigit() or unit[0] in "+-−.,/ ":
            yield f"the unit '{unit}' begins like a number; rename it", "unit"


def _mistake_problems(question: QuestionFile, names: Sequence[str]) -> Iterator[Problem]:
    for index, mistake in enumerate(question.mistakes or ()):
        if not mistake.feedback.strip():
            yield "a mistake has no feedback; say what went wrong", "mistakes", index
        if question.type == Kind.NUMERIC and (problem := objection(mistake.answer, names)):
            yield f"mistake {index + 1}: {problem}", "mistakes", index, "answer"
        if question.type == Kind.TEXT and not (isinstance(mistake.answer, str) and mistake.answer.strip()):
            yield f"mistake {index + 1} must be text; put it in quotes", "mistakes", index, "answer"


def _text_problems(quiz: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    if not quiz.sealed and not question.accept:
        yield "'accept' is empty; write the answers that are right", "accept"
    for index, answer in enumerate(question.accept or ()):
        if not answer.strip():
            yield f"answer {index + 1} is empty; write it or remove it", "accept", index
    for index, word in enumerate(question.ignore or ()):
        if word not in list(Ignore):
            yield f"'ignore' cannot hold '{word}'{did_you_mean(word, Ignore)}", "ignore", index
    yield from _mistake_problems(question, ())


def _ordering_problems(_: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    yield from _list_problems("items", question.items or (), at_least=3)


def _matching_problems(quiz: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    if quiz.sealed:
        yield from _list_problems("lefts", question.lefts or (), at_least=2)
        yield from _list_problems("rights", question.rights or (), at_least=2)
        return
    pairs = question.pairs or ()
    yield from _list_problems("pairs", [pair.left for pair in pairs], at_least=2)
    rights = {id_of(pair.right): text_of(pair.right) for pair in pairs}
    for index, pair in enumerate(pairs):
        if not text_of(pair.right).strip():
            yield "the right side is empty; write it", "pairs", index, "right"
        elif rights[id_of(pair.right)] != text_of(pair.right):
            yield f"two right sides have the id '{id_of(pair.right)}'; change one", "pairs", index, "right"
    yield from _list_problems("extra", question.extra or ())
    for index, item in enumerate(question.extra or ()):
        if id_of(item) in rights:
            yield f"'{text_of(item)}' is a right side already; remove it here", "extra", index
    if len(rights) + len(question.extra or ()) < 2:
        yield "all right sides are the same; add other ones under 'extra'", "pairs"


def _list_problems(
    key: str, items: Sequence[str | ItemFile] | Sequence[OptionFile], at_least: int = 0
) -> Iterator[Problem]:
    if not at_least <= len(items) <= MOST_ITEMS:
        yield f"'{key}' has {len(items)} entries; write {at_least} to {MOST_ITEMS}", key
    texts: dict[str, int] = {}
    ids: dict[str, int] = {}
    for index, item in enumerate(items):
        text, own = " ".join(text_of(item).split()), id_of(item)
        if not text:
            yield f"entry {index + 1} of '{key}' is empty; write it or remove it", key, index
        elif texts.setdefault(text, index) != index:
            yield f"entries {texts[text] + 1} and {index + 1} of '{key}' are equal; change one", key, index
        elif ids.setdefault(own, index) != index:
            yield f"entries {ids[own] + 1} and {index + 1} of '{key}' have the id '{own}'; change one", key, index
        if not _ID.fullmatch(own):
            yield f"the id '{own}' must be small letters, digits and _; rename it", key, index


TASK_PROBLEMS: dict[Kind, Callable[[QuizFile, QuestionFile], Iterator[Problem]]] = {
    Kind.SINGLE: _choice_problems,
    Kind.MULTIPLE: _choice_problems,
    Kind.NUMERIC: _numeric_problems,
    Kind.TEXT: _text_problems,
    Kind.ORDERING: _ordering_problems,
    Kind.MATCHING: _matching_problems,
}
