"""Answers: how they are stored, shown and read, also as a student types them.

An answer is an option's id (single), a list of ids (multiple; ordering: all of them, in order), a mapping from left to
right ids (matching, left sides may be missing), or text (numeric, text). None and empty ones count as no answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any, TypeAlias

from grader.course.quiz_expressions import number_text
from grader.course.quiz_model import Choice, Ignore, Matching, Ordering, QuestionKind, Text
from grader.quiz.paper import Number, Variant, things

Answer: TypeAlias = str | list[str] | dict[str, str] | None

MOST_CHARACTERS = 1000
_PLAIN = r"[+-]?(?:\d+(?:,\d+)+(?:\.\d*)?|\d+(?:[ _]\d{3})*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = re.compile(
    rf"(?P<over>{_PLAIN})(?:\s*/\s*(?P<under>{_PLAIN}))?\s*(?P<unit>[^\d\s.,/*+^×·-].*)?", re.ASCII | re.DOTALL
)
_GROUPS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII)
# For a page: these in JavaScript's syntax, for text with single spaces between words.
NUMBER_PATTERNS = tuple(pattern.pattern.replace("(?P<", "(?<").replace(r"\s", " ") for pattern in (_NUMBER, _GROUPS))
_PAIR = re.compile(r"(\d{1,3})\s*[=:.)→-]?\s*([a-z]{1,2}|-)[\s,;]*")


class NotUnderstood(ValueError):
    """A message for the student who typed an answer."""


def is_blank(answer: Answer) -> bool:
    """Return whether an answer is missing or empty."""
    return not answer.strip() if isinstance(answer, str) else answer in (None, [], {})


def chosen_ids(answer: Answer) -> list[str]:
    """Return the ids in an answer that is one or a list; empty for any other."""
    return answer if isinstance(answer, list) else [answer] if isinstance(answer, str) else []


def is_half_filled(variant: Variant, answer: Answer) -> bool:
    """Return whether some left sides of a matching have a partner and others have none."""
    task = variant.task
    return isinstance(task, Matching) and isinstance(answer, Mapping) and 0 < len(answer) < len(task.lefts)


def answer_problem(variant: Variant, answer: Any) -> str:
    """Return why this cannot be an answer to the question, for its author; "" if it can. A wrong answer can."""
    if is_blank(answer):
        return ""
    match variant.task:
        case Choice() | Ordering():
            known = {thing.id for thing in things(variant)}
            ids = [answer] if variant.kind is QuestionKind.SINGLE else answer
            if not isinstance(ids, list):
                return "the answer must be a list of ids"
            unknown = [item for item in ids if not isinstance(item, str) or item not in known]
            if unknown:
                return f"{_quoted(unknown[0])} is not an option of this question"
            if len(set(ids)) < len(ids):
                return "an option is chosen twice"
            return "put all items in order" if variant.kind is QuestionKind.ORDERING and len(ids) < len(known) else ""
        case Matching(lefts=lefts, rights=rights):
            if not isinstance(answer, Mapping):
                return "the answer must map left sides to right sides"
            left_ids, right_ids = {item.id for item in lefts}, {item.id for item in rights}
            for left, right in answer.items():
                if left not in left_ids or not isinstance(right, str) or right not in right_ids:
                    return f"{_quoted(left)} with {_quoted(right)} is not a pair of this question"
        case Number() | Text() as typed:
            if not isinstance(answer, str):
                return "the answer must be text"
            if len(answer) > MOST_CHARACTERS:
                return f"the answer has over {MOST_CHARACTERS} characters; shorten it"
            if isinstance(typed, Number):
                try:
                    read_number(answer, typed)
                except NotUnderstood as problem:
                    return str(problem)
    return ""


def right_answer(variant: Variant) -> Answer:
    """Return an answer worth all points; None if the quiz has no key."""
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
            middle = span.middle if span else 0.0
            return f"{number_text(middle if number is None else number)} {task.unit}".strip()


def in_words(variant: Variant, answer: Answer) -> str:
    """Return an answer as a person reads it, one line per part; "" for none."""
    if is_blank(answer):
        return ""
    match variant.task, answer:
        case Choice(options=options), _:
            return "\n".join(option.text for option in options if option.id in chosen_ids(answer))
        case Ordering(items=items), list():
            texts = {item.id: item.text for item in items}
            return "\n".join(texts.get(item, item) for item in answer)
        case Matching(lefts=lefts, rights=rights), dict():
            texts = {item.id: item.text for item in rights}
            return "\n".join(f"{left.text} → {texts[answer[left.id]]}" for left in lefts if left.id in answer)
    return str(answer).strip()


def read_number(text: str, number: Number) -> float:
    """Return the number in a text, in the question's unit: 512, −0.5, 1e-3, 3/4, "1 024", 0,25, "4 MB".

    NotUnderstood if there is none.
    """
    cleaned = " ".join(text.replace("−", "-").split())
    match = _NUMBER.fullmatch(cleaned)
    if match is None:
        raise NotUnderstood(f"{_quoted(cleaned)} is not a number; write digits, like 512 or 0.25")
    over, under = _plain(match["over"]), _plain(match["under"] or "1")
    factor = _factor(match["unit"] or "", number)
    if under == 0 or abs(over) > 1e300:
        raise NotUnderstood(f"{_quoted(cleaned)} is not a finite number")
    return over / under * factor


def _plain(text: str) -> float:
    """NotUnderstood if it may be one of two numbers, as 1,024 may."""
    text = text.replace(" ", "").replace("_", "")
    if "," in text and _GROUPS.fullmatch(text):
        if text.count(",") == 1 and "." not in text:
            either = f"{text.replace(',', '')} or {text.replace(',', '.')}"
            raise NotUnderstood(f"'{text}' could be {either}; write it without the comma")
        text = text.replace(",", "")
    if text.count(",") > 1 or ("," in text and "." in text):
        raise NotUnderstood(f"{_quoted(text)} is not a number; write it without commas")
    return float(text.replace(",", "."))


def _factor(unit: str, number: Number) -> float:
    """How many of the question's unit one of the written unit is."""
    units = {number.unit: 1.0, **number.units} if number.unit else {}
    if not unit and number.unit_required:
        raise NotUnderstood(f"write the unit, too, like '4 {number.unit}'")
    if not unit or unit in units:
        return units.get(unit, 1.0)
    alike = {factor for name, factor in units.items() if name.casefold() == unit.casefold()}
    if len(alike) == 1:
        return alike.pop()
    if units:
        raise NotUnderstood(f"{_quoted(unit)} is not a unit here; write {' or '.join(units)}")
    raise NotUnderstood(f"write the number alone, without {_quoted(unit)}")


def normalised(text: str, ignore: Sequence[Ignore]) -> str:
    """Return a text without what does not count in it."""
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


def _quoted(thing: object) -> str:
    return f"'{str(thing)[:40]}'"


def letter(index: int) -> str:
    """Return the letter of an option: a to z, then aa, ab, …"""
    first, last = divmod(index, 26)
    return (ascii_lowercase[first - 1] if first else "") + ascii_lowercase[last]


def read_typed(variant: Variant, text: str, before: Answer) -> Answer:
    """Return the answer in a line like "b", "a c", "c a b", "1b 2a" or "512". NotUnderstood if it makes no sense.

    `before`: the answer so far, which pairs are added to.
    """
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
    """Return an answer by its letters, in the order in which it was given; of pairs also the numbers: "1b 3a"."""
    known = {thing.id: letter(at) for at, thing in enumerate(things(variant))}
    if isinstance(variant.task, Matching) and isinstance(answer, dict):
        numbered = enumerate(variant.task.lefts, 1)
        return " ".join(f"{number}{known[answer[left.id]]}" for number, left in numbered if left.id in answer)
    return " ".join(known[one] for one in chosen_ids(answer) if one in known)


def _letters(text: str, ids: list[str]) -> list[str]:
    known = {letter(at): one for at, one in enumerate(ids)}
    words = [word for word in re.split(r"[\s,;()]+", text) if word]
    if len(words) == 1 and words[0] not in known:
        words = list(words[0])  # written without spaces
    if not words or any(word not in known for word in words):
        end = letter(len(ids) - 1)
        raise NotUnderstood(f"{_quoted(text.strip())} is not an answer here; type letters from a to {end}")
    for word in words:
        if words.count(word) > 1:
            raise NotUnderstood(f"'{word}' is there twice; type each letter once")
    return [known[word] for word in words]


def _typed_pairs(matching: Matching, text: str, pairs: dict[str, str]) -> Answer:
    lefts = [left.id for left in matching.lefts]
    known = {letter(at): right.id for at, right in enumerate(matching.rights)}
    words = [word for word in re.split(r"[\s,;]+", text.strip()) if word]
    if len(words) == len(lefts) and all(word in known for word in words):  # one letter for each, in their order
        return dict(zip(lefts, (known[word] for word in words), strict=True))
    found = _PAIR.findall(text)
    if not found or _PAIR.sub("", text).strip():
        how = "type pairs of a number and a letter, like 1b"
        raise NotUnderstood(f"{_quoted(text.strip())} is not an answer here; {how}")
    for number, right in found:
        if not 1 <= int(number) <= len(lefts):
            raise NotUnderstood(f"there is no {number} here; the numbers go from 1 to {len(lefts)}")
        if right != "-" and right not in known:
            raise NotUnderstood(f"there is no {right} here; the letters go from a to {letter(len(known) - 1)}")
        pairs.pop(lefts[int(number) - 1], None)
        if right != "-":
            pairs[lefts[int(number) - 1]] = known[right]
    return pairs
