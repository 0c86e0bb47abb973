"""One student's paper: which questions, in which order, with which numbers.

Everything is derived from SHA-256 of the seed and of names. A seed gives the same paper on every machine and in every
version, and a change to one question leaves the others as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from grader.course.quiz_expressions import ExpressionError, evaluate, fill, number_text
from grader.course.quiz_model import (
    Choice,
    FeedbackTime,
    ForeseenAnswer,
    Matching,
    Numeric,
    Option,
    Ordering,
    Question,
    QuestionKind,
    Quiz,
    QuizItem,
    Text,
)
from grader.errors import ContentError

Values: TypeAlias = Mapping[str, float | str]
T = TypeVar("T", QuizItem, Option, Question)

SLACK = 1e-9  # of a number's size: what binary fractions may lose at the edge of a range


@dataclass(frozen=True)
class Span:
    """Numbers from `middle` − `margin` to `middle` + `margin`; both ends count, in spite of binary fractions."""

    middle: float
    margin: float

    def __contains__(self, number: float) -> bool:
        slack = SLACK * (abs(self.middle) + abs(self.margin))
        return abs(number - self.middle) <= self.margin + slack


@dataclass(frozen=True)
class Number:
    """A numeric question with its numbers. `span` is None without a key, `answer` with a range."""

    span: Span | None
    answer: float | None = None
    unit: str = ""
    units: Mapping[str, float] = field(default_factory=dict)
    unit_required: bool = False
    mistakes: tuple[tuple[Span, str], ...] = ()


Shown: TypeAlias = Choice | Number | Text | Ordering | Matching


@dataclass(frozen=True)
class Variant:
    """A question as one student sees it: slots filled, options in their order."""

    id: str
    kind: QuestionKind
    prompt: str
    task: Shown
    explanation: str
    points: float
    sealed: bool
    values: Values
    question: Question  # what it was drawn from: scoring, sources, exercises to practise, tags

    @property
    def unit(self) -> str:
        """The unit of a number; "" if there is none."""
        return self.task.unit if isinstance(self.task, Number) else ""


def things(variant: Variant) -> Sequence[QuizItem | Option]:
    """Return what letters stand for, in the order shown; empty if an answer is written."""
    match variant.task:
        case Choice(options=options):
            return options
        case Ordering(items=items):
            return items
        case Matching(rights=rights):
            return rights
    return ()


@dataclass(frozen=True)
class Paper:
    """What one student is shown."""

    quiz: str
    title: str
    description: str
    feedback: FeedbackTime
    questions: tuple[Variant, ...]

    @property
    def max_points(self) -> float:
        return sum(variant.points for variant in self.questions if not variant.question.dropped)

    def find(self, question_id: str) -> Variant | None:
        return next((variant for variant in self.questions if variant.id == question_id), None)

    @cached_property
    def digest(self) -> str:
        """The digest of all that is shown, with or without the key: it differs between papers."""
        shown = []
        for variant in self.questions:
            lefts = variant.task.lefts if isinstance(variant.task, Matching) else ()
            texts = [part for item in (*lefts, *things(variant)) for part in (item.id, item.text)]
            if isinstance(variant.task, Number):
                texts = [variant.task.unit]
            shown.append("\x1f".join((variant.id, variant.kind, variant.prompt, *texts)))
        return sha256("\x1e".join(shown).encode()).hexdigest()[:32]


def seed_for(course_seed: int, quiz: str, student: str, attempt: int) -> int:
    """Return a student's seed for one attempt: below 2⁵³, so that every JSON reader keeps it."""
    return _number(course_seed, quiz, student, attempt) >> 11


def draw(quiz: Quiz, seed: int) -> Paper:
    """Return the paper of a seed. ContentError if an expression has no value with these parameters."""
    drawn = set()
    for pool, count in quiz.pools.items():
        members = [question for question in quiz.questions if question.pool == pool]
        drawn |= {question.id for question in _shuffled(members, seed, quiz.id, "pool", pool)[:count]}
    questions = [question for question in quiz.questions if not question.pool or question.id in drawn]
    if quiz.shuffle_questions:
        questions = _shuffled(questions, seed, quiz.id, "questions")
    variants = tuple(draw_question(quiz, question, seed) for question in questions)
    return Paper(quiz.id, quiz.title, quiz.description, quiz.feedback, variants)


def draw_question(quiz: Quiz, question: Question, seed: int) -> Variant:
    """Return one question of the paper of a seed. ContentError if an expression has no value with these parameters."""
    values: dict[str, float | str] = {}
    try:
        for name, parameter in question.parameters.items():  # an expression is over those before it
            if isinstance(parameter, str):
                values[name] = evaluate(parameter, values)
            else:
                values[name] = parameter[_number(seed, quiz.id, question.id, "parameter", name) % len(parameter)]
        return Variant(
            id=question.id,
            kind=question.kind,
            prompt=fill(question.prompt, values),
            task=_task(quiz, question, values, seed),
            explanation=fill(question.explanation, values),
            points=question.points,
            sealed=quiz.sealed,
            values=values,
            question=question,
        )
    except ExpressionError as problem:
        drawn = ", ".join(f"{name} = {v if isinstance(v, str) else number_text(v)}" for name, v in values.items())
        with_values = f" (with {drawn})" if drawn else ""
        raise ContentError(quiz.path, f"question '{question.id}': {problem}{with_values}", question.line) from None


def _task(quiz: Quiz, question: Question, values: Values, seed: int) -> Shown:
    place = (seed, quiz.id, question.id)
    match question.task:
        case Choice() as choice:
            options = [
                replace(option, text=fill(option.text, values), feedback=fill(option.feedback, values))
                for option in choice.options
            ]
            if choice.shuffle:  # but each pinned option stays where it was written
                free = iter(_shuffled([option for option in options if not option.pin], *place, "options"))
                options = [option if option.pin else next(free) for option in options]
            return replace(choice, options=tuple(options))
        case Numeric() as numeric:
            return _numbers(numeric, values)
        case Text() as text:
            filled = [(fill(str(mistake.answer), values), fill(mistake.feedback, values)) for mistake in text.mistakes]
            accept = tuple(fill(answer, values) for answer in text.accept)
            return replace(text, accept=accept, mistakes=tuple(ForeseenAnswer(*both) for both in filled))
        case Ordering() as ordering:
            return replace(ordering, items=tuple(_shuffled(_filled(ordering.items, values), *place, "items")))
        case Matching() as matching:
            rights = _shuffled(_filled(matching.rights, values), *place, "rights")
            return replace(matching, lefts=tuple(_filled(matching.lefts, values)), rights=tuple(rights))


def _numbers(numeric: Numeric, values: Values) -> Number:
    tolerance, relative = evaluate(numeric.tolerance, values), evaluate(numeric.relative, values)
    if min(tolerance, relative) < 0:
        raise ExpressionError(f"the tolerance is {min(tolerance, relative):g}; it must not be negative")

    def around(answer: float) -> Span:
        return Span(answer, max(tolerance, relative * abs(answer)))

    answer, span = None, None
    if numeric.answer is not None:
        answer = evaluate(numeric.answer, values)
        span = around(answer)
    elif numeric.low is not None and numeric.high is not None:
        low, high = evaluate(numeric.low, values), evaluate(numeric.high, values)
        span = Span((low + high) / 2, (high - low) / 2)
    mistakes = tuple((around(evaluate(m.answer, values)), fill(m.feedback, values)) for m in numeric.mistakes)
    return Number(span, answer, numeric.unit, numeric.units, numeric.unit_required, mistakes)


def _filled(items: Iterable[QuizItem], values: Values) -> list[QuizItem]:
    return [QuizItem(item.id, fill(item.text, values)) for item in items]


def _shuffled(things: Iterable[T], *place: object) -> list[T]:
    return sorted(things, key=lambda thing: _digest(*place, thing.id))


def _number(*place: object) -> int:
    return int.from_bytes(_digest(*place)[:8], "big")


def _digest(*place: object) -> bytes:
    return sha256("\x1f".join(map(str, place)).encode()).digest()
