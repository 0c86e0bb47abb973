"""Answers as they are typed: "b", "a c", "c a b", "1b 2a", "512". Letters stand for what is shown, in its order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from grader.course.quizfile import Kind
from grader.course.quizmodel import Choice, Item, Matching, Option, Ordering
from grader.quiz.answers import Answer
from grader.quiz.draw import Variant

_PAIR = re.compile(r"(\d{1,3})\s*[=:.)→-]?\s*([a-z]{1,2}|-)[\s,;]*")


class NotUnderstood(ValueError):
    """A sentence for whoever typed it."""


def letter(index: int) -> str:
    """a to z, then aa, ab, …"""
    first, last = divmod(index, 26)
    return (ascii_lowercase[first - 1] if first else "") + ascii_lowercase[last]


def things(variant: Variant) -> Sequence[Item | Option]:
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
            return _pairs(matching, text.lower(), dict(before) if isinstance(before, dict) else {})
        case Choice() | Ordering():
            chosen = _letters(text.lower(), [thing.id for thing in things(variant)])
            return _checked(variant, chosen)
    return text.strip()


def as_letters(variant: Variant, answer: Answer) -> str:
    """An answer by its letters, in the order in which it was given."""
    known = {thing.id: letter(at) for at, thing in enumerate(things(variant))}
    chosen = answer if isinstance(answer, list) else [answer] if isinstance(answer, str) else []
    return " ".join(known[one] for one in chosen if one in known)


def _checked(variant: Variant, chosen: list[str]) -> Answer:
    if variant.kind is Kind.SINGLE:
        if len(chosen) > 1:
            raise NotUnderstood("only one is right here; type one letter")
        return chosen[0]
    missing = len(things(variant)) - len(chosen)
    if variant.kind is Kind.ORDERING and missing:
        raise NotUnderstood(f"{missing} of the letters {'is' if missing == 1 else 'are'} missing; type all, in order")
    return chosen


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


def _pairs(matching: Matching, text: str, pairs: dict[str, str]) -> Answer:
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
