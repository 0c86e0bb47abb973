"""What goes into an export: every question, drawn; those of a pool, and the variants of one question, in groups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from grader.course.quizmodel import Item, Ordering, Question, Quiz
from grader.quiz.draw import Variant, draw_question, seed_for

_TRIES = 50  # seeds for each variant that is wanted: few parameters give few variants


@dataclass(frozen=True)
class Piece:
    """One question as it is exported."""

    name: str
    variant: Variant


@dataclass(frozen=True)
class Group:
    """Questions of which each student gets `pick`; None: all of them, in their place."""

    name: str
    pieces: tuple[Piece, ...]
    pick: int | None = None


def groups(quiz: Quiz, variants: int) -> Iterator[Group]:
    """In the order of the quiz; a pool stands where its first question does. Dropped questions are left out."""
    seen: set[str] = set()
    for question in quiz.questions:
        if question.dropped or (question.pool and question.pool in seen):
            continue
        if question.pool:
            seen.add(question.pool)
            pool = [other for other in quiz.questions if other.pool == question.pool and not other.dropped]
            pieces = tuple(piece for other in pool for piece in _pieces(quiz, other, variants))
            pick = quiz.pools[question.pool]
            yield Group(question.pool, pieces, pick if pick < len(pieces) else None)
        else:
            pieces = tuple(_pieces(quiz, question, variants))
            yield Group(question.id, pieces, 1 if len(pieces) > 1 else None)


def _pieces(quiz: Quiz, question: Question, count: int) -> Iterator[Piece]:
    found = list(islice(_different(quiz, question), count if question.parameters else 1))
    for number, variant in enumerate(found, 1):
        yield Piece(f"{question.id}-{number}" if len(found) > 1 else question.id, variant)


def _different(quiz: Quiz, question: Question) -> Iterator[Variant]:
    """Variants with other numbers each, the same ones on every machine. Options stand in the order drawn, for authors
    like to write the right one first."""
    seen: list[object] = []
    tries = 0
    while tries < _TRIES * (len(seen) + 1):
        variant = draw_question(quiz, question, seed_for(0, quiz.id, "export", tries))
        tries += 1
        if variant.values not in seen:
            seen.append(variant.values)
            yield variant


def places(ordering: Ordering) -> list[Item]:
    """What items are matched with where there is no ordering. "1." alone would begin a list in Markdown."""
    return [Item(str(place), f"{place}\\.") for place in range(1, len(ordering.right) + 1)]
