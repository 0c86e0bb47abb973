"""Answers: how they are kept, shown and understood, also as a student types them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, TypeAlias

from grader.course.quiz_expressions import number_text
from grader.course.quiz_model import Choice, Ignore, Matching, Option, Ordering, QuestionKind, QuizItem, Text
from grader.quiz.paper import Number, Variant

# An answer is an option's id (single), a list of ids (multiple; ordering: all of them, in order), a mapping
# from left to right ids (matching, left sides may be missing), or text (numeric, text). None, and an empty one,
# is no answer.


Answer: TypeAlias = str | list[str] | dict[str, str] | None

MOST_CHARACTERS = 1000
_PLAIN = r"[+-]?(?:\d+(?:,\d+)+(?:\.\d*)?|\d+(?:[ _]\d{3})*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = re.compile(
    rf"(?P<over>{_PLAIN})(?:\s*/\s*(?P<under>{_PLAIN}))?\s*(?P<unit>[^\d\s.,/*+^×·-].*)?", re.ASCII | re.DOTALL
)
_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII)


@dataclass(frozen=True)
class Reading:
    """A number that was read, in the question's unit; or what is wrong with what was written."""

    value: float | None = None
    problem: str = ""


def is_blank(answer: Answer) -> bool:
    return not answer.strip() if isinstance(answer, str) else answer in (None, [], {})


def answer_problem(variant: Variant, answer: Any) -> str:
    """Why something cannot be an answer to this question, said to its author; "" if it can. A wrong answer can."""
    if is_blank(answer):
        return ""
    match variant.task:
        case Choice(options=options):
            known = {option.id for option in options}
            return _one(answer, known) if variant.kind is QuestionKind.SINGLE else _several(answer, known)
        case Ordering(items=items):
            known = {item.id for item in items}
            return _several(answer, known) or ("" if len(answer) == len(known) else "put all items in order")
        case Matching(lefts=lefts, rights=rights):
            return _pairs(answer, {item.id for item in lefts}, {item.id for item in rights})
        case Number() as number:
            return _text(answer) or read_number(answer, number).problem
        case Text():
            return _text(answer)


def right_answer(variant: Variant) -> Answer:
    """An answer worth all points; None where the key is left out."""
    if variant.sealed:
        return None
    match variant.task:
        case Choice(options=options):
            right = [option.id for option in options if option.correct]
            return right[0] if variant.kind is QuestionKind.SINGLE else right
        case Ordering(right=right):
            return list(right)
        case Matching(right=right):
            return dict(right)
        case Text(accept=accept):
            return accept[0]
        case Number(span=span, answer=number) as task:
            middle = (span.low + span.high) / 2 if span else 0.0
            return f"{number_text(middle if number is None else number)} {task.unit}".strip()


def in_words(variant: Variant, answer: Answer) -> str:
    """An answer as a person reads it, one line for each part; "" for none."""
    if is_blank(answer):
        return ""
    match variant.task, answer:
        case Choice(options=options), _:
            chosen = {answer} if isinstance(answer, str) else set(answer or ())
            return "\n".join(option.text for option in options if option.id in chosen)
        case Ordering(items=items), list():
            texts = {item.id: item.text for item in items}
            return "\n".join(texts.get(item, item) for item in answer)
        case Matching(lefts=lefts, rights=rights), dict():
            texts = {item.id: item.text for item in rights}
            return "\n".join(f"{left.text} → {texts[answer[left.id]]}" for left in lefts if left.id in answer)
    return str(answer).strip()


def read_number(text: str, number: Number) -> Reading:
    """A number with an optional unit: 512, −0.5, 1e-3, 3/4, "1 024", 0,25, "4 MB"."""
    cleaned = " ".join(text.replace("−", "-").split())
    match = _NUMBER.fullmatch(cleaned)
    if match is None:
        return Reading(problem=f"{_quoted(cleaned)} is no number; write digits, like 512 or 0.25")
    parts = [_plain(part) for part in (match["over"], match["under"] or "1")]
    for part in parts:
        if isinstance(part, str):
            return Reading(problem=part)
    over, under = (float(part) for part in parts)
    factor = _factor(match["unit"] or "", number)
    if isinstance(factor, str):
        return Reading(problem=factor)
    if under == 0 or abs(over) > 1e300:
        return Reading(problem=f"{_quoted(cleaned)} is no finite number")
    return Reading(over / under * factor)


def _plain(text: str) -> float | str:
    """The number, or why it cannot be told which one it is: 1,024 is either of two."""
    text = text.replace(" ", "").replace("_", "")
    if "," in text and _GROUPS.fullmatch(text):
        if text.count(",") == 1 and "." not in text:
            return f"'{text}' could be {text.replace(',', '')} or {text.replace(',', '.')}; write it without the comma"
        text = text.replace(",", "")
    if text.count(",") > 1 or ("," in text and "." in text):
        return f"{_quoted(text)} is no number; write it without commas"
    return float(text.replace(",", "."))


def _factor(unit: str, number: Number) -> float | str:
    """How many of the question's unit one of the written unit is, or what is wrong with it."""
    units = {number.unit: 1.0, **number.units} if number.unit else {}
    if not unit:
        needed = f"write the unit, too, like '4 {number.unit}'"
        return needed if number.unit_required else 1.0
    if unit in units:
        return units[unit]
    alike = {factor for name, factor in units.items() if name.casefold() == unit.casefold()}
    if len(alike) == 1:
        return alike.pop()
    if units:
        return f"{_quoted(unit)} is no unit here; write {' or '.join(units)}"
    return f"write the number alone, without {_quoted(unit)}"


def normalised(text: str, ignore: Sequence[Ignore]) -> str:
    """A text without what does not count in it."""
    if Ignore.UNICODE in ignore:
        text = unicodedata.normalize("NFKC", text)
    if Ignore.ACCENTS in ignore:
        letters = unicodedata.normalize("NFD", text)
        text = unicodedata.normalize("NFC", "".join(c for c in letters if unicodedata.category(c) != "Mn"))
    if Ignore.PUNCTUATION in ignore:
        text = "".join(" " if unicodedata.category(c)[0] == "P" else c for c in text)
    if Ignore.CASE in ignore:
        text = text.casefold()
    return " ".join(text.split()) if Ignore.WHITESPACE in ignore else text.strip()


def _one(answer: Any, known: set[str]) -> str:
    return "" if isinstance(answer, str) and answer in known else f"{_quoted(answer)} is no option of this question"


def _several(answer: Any, known: set[str]) -> str:
    if not isinstance(answer, list):
        return "the answer must be a list of ids"
    strange = next((item for item in answer if not isinstance(item, str) or item not in known), None)
    if strange is not None:
        return f"{_quoted(strange)} is no option of this question"
    return "" if len(set(answer)) == len(answer) else "an option is chosen twice"


def _pairs(answer: Any, lefts: set[str], rights: set[str]) -> str:
    if not isinstance(answer, Mapping):
        return "the answer must say which right side belongs to which left one"
    for left, right in answer.items():
        if left not in lefts or not isinstance(right, str) or right not in rights:
            return f"{_quoted(left)} with {_quoted(right)} is no pair of this question"
    return ""


def _text(answer: Any) -> str:
    if not isinstance(answer, str):
        return "the answer must be text"
    return "" if len(answer) <= MOST_CHARACTERS else f"the answer has over {MOST_CHARACTERS} characters; shorten it"


def _quoted(thing: object) -> str:
    return f"'{str(thing)[:40]}'"


# Answers as they are typed: "b", "a c", "c a b", "1b 2a", "512". Letters stand for what is shown, in its order.
_PAIR = re.compile(r"(\d{1,3})\s*[=:.)→-]?\s*([a-z]{1,2}|-)[\s,;]*")


class NotUnderstood(ValueError):
    """A sentence for whoever typed it."""


def letter(index: int) -> str:
    """a to z, then aa, ab, …"""
    first, last = divmod(index, 26)
    return (ascii_lowercase[first - 1] if first else "") + ascii_lowercase[last]


def things(variant: Variant) -> Sequence[QuizItem | Option]:
    """What letters stand for; nothing where an answer is written."""
    match variant.task:
        case Choice(options=options):
            return options
        case Ordering(items=items):
            return items
        case Matching(rights=rights):
            return rights
    return ()


def read_typed(variant: Variant, text: str, before: Answer) -> Answer:
    """NotUnderstood if it makes no sense here. `before`: the answer so far, which pairs are added to."""
    match variant.task:
        case Matching() as matching:
            return _typed_pairs(matching, text.lower(), dict(before) if isinstance(before, dict) else {})
        case Choice() | Ordering():
            chosen = _letters(text.lower(), [thing.id for thing in things(variant)])
        case _:
            return text.strip()
    if variant.kind is QuestionKind.SINGLE:
        if len(chosen) > 1:
            raise NotUnderstood("only one is right here; type one letter")
        return chosen[0]
    missing = len(things(variant)) - len(chosen)
    if variant.kind is QuestionKind.ORDERING and missing:
        raise NotUnderstood(f"{missing} of the letters {'is' if missing == 1 else 'are'} missing; type all, in order")
    return chosen


def as_letters(variant: Variant, answer: Answer) -> str:
    """An answer by its letters, in the order in which it was given."""
    known = {thing.id: letter(at) for at, thing in enumerate(things(variant))}
    chosen = answer if isinstance(answer, list) else [answer] if isinstance(answer, str) else []
    return " ".join(known[one] for one in chosen if one in known)


def _letters(text: str, ids: list[str]) -> list[str]:
    known = {letter(at): one for at, one in enumerate(ids)}
    words = [word for word in re.split(r"[\s,;()]+", text) if word]
    if len(words) == 1 and words[0] not in known:
        words = list(words[0])  # written without spaces
    strange = next((word for word in words if word not in known), None)
    if strange is not None or not words:
        raise NotUnderstood(f"'{text.strip()[:40]}' is no answer here; type letters from a to {letter(len(ids) - 1)}")
    twice = next((word for word in words if words.count(word) > 1), None)
    if twice is not None:
        raise NotUnderstood(f"'{twice}' is there twice; type each letter once")
    return [known[word] for word in words]


def _typed_pairs(matching: Matching, text: str, pairs: dict[str, str]) -> Answer:
    lefts, rights = [left.id for left in matching.lefts], [right.id for right in matching.rights]
    known = {letter(at): one for at, one in enumerate(rights)}
    words = [word for word in re.split(r"[\s,;]+", text.strip()) if word]
    if len(words) == len(lefts) and all(word in known for word in words):  # one letter for each, in their order
        return dict(zip(lefts, (known[word] for word in words), strict=True))
    found = _PAIR.findall(text)
    if not found or _PAIR.sub("", text).strip():
        raise NotUnderstood(f"'{text.strip()[:40]}' is no answer here; type pairs of a number and a letter, like 1b")
    for number, right in found:
        if not 1 <= int(number) <= len(lefts):
            raise NotUnderstood(f"there is no {number} here; the numbers go from 1 to {len(lefts)}")
        if right != "-" and right not in known:
            raise NotUnderstood(f"there is no {right} here; the letters go from a to {letter(len(rights) - 1)}")
        pairs.pop(lefts[int(number) - 1], None)
        if right != "-":
            pairs[lefts[int(number) - 1]] = known[right]
    return pairs
