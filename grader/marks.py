"""From points to marks: items, lateness, the attempt that counts, weights and rounding, all in exact fractions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

from grader.course import Course, Exercise
from grader.course.policy import ALL, QUIZZES, Attempts, Late, Of, Per, Policy
from grader.course.quiz_model import Purpose, Quiz
from grader.gradebook import Attempt, AttemptState, ItemKind, MarkRow, Override, StudentHistory
from grader.text import counted

# ---- What a mark is made of: the exercises and quizzes that count, with the points of today.


@dataclass(frozen=True)
class GradedItem:
    """One exercise or quiz. `points` by check or question; `part` is the folder's name, or "quizzes"."""

    name: str
    title: str
    part: str
    points: Mapping[str, float]
    maximum: float
    kind: ItemKind = ItemKind.EXERCISE

    @cached_property
    def exact_maximum(self) -> Fraction:
        return exact(self.maximum)

    @cached_property
    def exact_points(self) -> Mapping[str, Fraction]:
        return {name: exact(points) for name, points in self.points.items()}


def items_of(course: Course, only: Collection[str] = ()) -> tuple[GradedItem, ...]:
    """What counts, in the order of the course: what the policy lists, else those in `only`, else everything.

    Practice quizzes count only where they are named.
    """
    wanted = {*(course.policy.counts or only)}
    return (*_exercises(course, wanted), *_quizzes(course, wanted))


def _exercises(course: Course, wanted: Collection[str]) -> Iterator[GradedItem]:
    for folder in course.folders:
        if not wanted or folder.slug in wanted or folder.part.folder in wanted:
            exercise = course.find(folder.slug)
            points = points_of(exercise)
            yield GradedItem(exercise.slug, exercise.title, folder.part.folder, points, sum(points.values()))


def _quizzes(course: Course, wanted: Collection[str]) -> Iterator[GradedItem]:
    for name in course.quiz_names:
        if name in wanted or not wanted or QUIZZES in wanted:
            quiz = course.find_quiz(name)
            if name in wanted or quiz.purpose is Purpose.GRADED:
                yield quiz_item(quiz)


def points_of(exercise: Exercise) -> dict[str, float]:
    """Of every check, and of the rule on doing the work oneself, where there is one."""
    from grader.grade.messages import OWN_WORK

    rule = {OWN_WORK: exercise.forbids.points} if exercise.forbids else {}
    return {**exercise.points, **rule}


def quiz_item(quiz: Quiz) -> GradedItem:
    """A quiz with the points of its questions, without dropped ones, and the maximum of a paper.

    Every student gets the same number of questions from a pool; where these differ in points, their mean counts. The
    maximum is for those who have no graded paper; an attempt that was graded counts out of its own questions.
    """
    kept = [question for question in quiz.questions if not question.dropped]
    maximum = sum((exact(question.points) for question in kept if not question.pool), Fraction())
    for pool, count in quiz.pools.items():
        worth = [exact(question.points) for question in kept if question.pool == pool]
        if worth:
            maximum += sum(worth, Fraction()) / len(worth) * min(count, len(worth))
    points = {question.id: question.points for question in kept}
    return GradedItem(quiz.id, quiz.title, QUIZZES, points, float(maximum), ItemKind.QUIZ)


# ---- Exact numbers: marks are computed as fractions, and become decimals only when they are told.


_FINEST = 1_000_000  # a third is stored as 0.3333333333333333; this finds the third again


def exact(number: float) -> Fraction:
    """The decimal number that was written, not the binary one nearest to it."""
    return Fraction(repr(number))


def exact_share(number: float) -> Fraction:
    return Fraction(int(number)) if number in (0, 1) else Fraction(number).limit_denominator(_FINEST)


def rounded(number: Fraction, digits: int) -> Decimal:
    """Halves go up, away from zero."""
    above, below = number.as_integer_ratio()
    whole = (abs(above) * 10**digits * 2 + below) // (below * 2)
    return Decimal(whole if above >= 0 else -whole).scaleb(-digits)


def shown(number: Fraction, digits: int = 2) -> str:
    """ "6", "4.8", "0.33"."""
    if number.denominator == 1:
        return str(number.numerator)
    text = f"{rounded(number, digits):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


# ---- What lateness takes off the points of one attempt.


_UNITS = {Per.DAY: 86400, Per.HOUR: 3600}
_NAMES = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


@dataclass(frozen=True)
class LateCost:
    """What is left, and why, in words; "" if nothing was late."""

    score: Fraction
    words: str = ""


def after_lateness(late: Late | None, item: GradedItem, attempt: Attempt, earned: Fraction, most: Fraction) -> LateCost:
    if late is None:
        return LateCost(earned)
    seconds = _seconds(late, item, attempt)
    if seconds is not None and seconds <= 0:
        return LateCost(earned)
    if seconds is not None and seconds <= late.grace.total_seconds():
        return LateCost(earned, f"{about(seconds)} late, within the grace of {_length(late.grace)}")
    end = late.no_credit_after
    if seconds is not None and end is not None and seconds > end.total_seconds():
        return LateCost(Fraction(0), f"more than {_length(end)} late: no credit")
    times, words = _times(late, seconds)
    percent = min(exact(late.penalty) * times, exact(late.at_most))
    base = earned if late.of is Of.EARNED else most
    of_what = "" if late.of is Of.EARNED else " of the maximum"
    return LateCost(max(Fraction(0), earned - base * percent / 100), f"{words}: −{shown(percent)} %{of_what}")


def _seconds(late: Late, item: GradedItem, attempt: Attempt) -> float | None:
    """After the due date if there is one and the time is known, else what the LMS says. None: late, not by how much."""
    due = next((late.due[name] for name in (item.name, item.part, ALL) if name in late.due), None)
    if due is not None and attempt.submitted is not None:
        return (attempt.submitted - due).total_seconds()
    return attempt.late_seconds


def _times(late: Late, seconds: float | None) -> tuple[int, str]:
    """How often the penalty is taken off. Who is late by nobody knows how much gets it once."""
    if seconds is None:
        return 1, "marked as late"
    if late.per is Per.ONCE:
        return 1, f"{about(seconds)} late"
    times = ceil(seconds / _UNITS[late.per])
    return times, f"{counted(times, late.per.value)} late"


def about(seconds: float) -> str:
    """ "2 days": in the largest unit that there is one of, rounded down."""
    name, unit = next(((name, unit) for name, unit in _NAMES if seconds >= unit), _NAMES[-1])
    return counted(int(seconds // unit), name)


def _length(time: timedelta) -> str:
    """ "90 minutes": in the largest unit that it is a multiple of."""
    seconds = int(time.total_seconds())
    name, unit = next((name, unit) for name, unit in _NAMES if seconds % unit == 0)
    return counted(seconds // unit, name)


# ---- What each item counts in the whole, and which are dropped.
#
# The whole is a mean of parts, a part a mean of its items, each by its weight. What a student is excused from,
# and what is dropped, leaves its weight to the others of its part. Of the sets that may be dropped the one that
# is best for the student is: with different weights that need not be the lowest share, and only so it never
# pays to do worse.


_LOWEST = "dropped as the lowest"
_COSTLY = "dropped, as it would cost the most"


@dataclass(frozen=True)
class Weights:
    """The share of the whole that each item has, and those that were dropped, with why."""

    shares: Mapping[str, Fraction]
    dropped: Mapping[str, str]


class Scale:
    """The weights of one policy over one list of items; made once for a class."""

    def __init__(self, policy: Policy, items: Sequence[GradedItem]) -> None:
        self.weights = {item.name: exact(policy.weights.get(item.name, item.maximum)) for item in items}
        self.extra = {item.name for item in items if {item.name, item.part} & {*policy.extra}}
        self._drop = policy.drop
        self._parts: dict[str, list[str]] = {}
        for item in items:
            if item.name not in self.extra:
                self._parts.setdefault(item.part, []).append(item.name)
        self._part_weights = {part: self._part_weight(policy, part) for part in self._parts}
        self.total = sum(self._part_weights.values(), Fraction(0))
        self.maximum = self.total if policy.maximum is None else exact(policy.maximum)

    def _part_weight(self, policy: Policy, part: str) -> Fraction:
        if part in policy.weights:
            return exact(policy.weights[part])
        return sum((self.weights[name] for name in self._parts[part]), Fraction(0))

    def weigh(self, scores: Mapping[str, Fraction]) -> Weights:
        """`scores`: of the items that count for a student, the share of their own points."""
        parts = {part: [n for n in names if n in scores and self.weights[n]] for part, names in self._parts.items()}
        parts = {part: names for part, names in parts.items() if names and self._part_weights[part]}
        dropped: dict[str, str] = {}
        for part, names in parts.items():
            dropped |= _to_drop({name: self.weights[name] for name in names}, scores, self._drop.get(part, 0))
        kept = {part: [name for name in names if name not in dropped] for part, names in parts.items()}
        shares = self._shares(kept)
        if ALL in self._drop:
            dropped |= _to_drop(shares, scores, self._drop[ALL])
            shares = _normal({name: share for name, share in shares.items() if name not in dropped})
        return Weights(shares, dropped)

    def _shares(self, parts: Mapping[str, Sequence[str]]) -> dict[str, Fraction]:
        shares: dict[str, Fraction] = {}
        for part, names in parts.items():
            own = _normal({name: self.weights[name] for name in names})
            shares |= {name: share * self._part_weights[part] for name, share in own.items()}
        return _normal(shares)


def _normal(weights: Mapping[str, Fraction]) -> dict[str, Fraction]:
    whole = sum(weights.values(), Fraction(0))
    return {name: weight / whole for name, weight in weights.items()}


def _to_drop(weights: Mapping[str, Fraction], scores: Mapping[str, Fraction], number: int) -> dict[str, str]:
    """The names without which the mean is the highest; one is always left.

    Against a mean m, an item is worth weight·(score − m): keep the worthiest, take their mean, until it stays.
    """
    keep = max(1, len(weights) - number)
    if keep >= len(weights):
        return {}
    mean, kept = Fraction(-1), list(weights)
    while (better := _mean(kept, weights, scores)) > mean:
        mean = better
        by_worth = sorted(weights, key=lambda name: (weights[name] * (scores[name] - mean), scores[name]), reverse=True)
        kept = by_worth[:keep]
    lowest = min(scores[name] for name in kept)
    return {name: _LOWEST if scores[name] <= lowest else _COSTLY for name in weights if name not in kept}


def _mean(names: Sequence[str], weights: Mapping[str, Fraction], scores: Mapping[str, Fraction]) -> Fraction:
    whole = sum((weights[name] for name in names), Fraction(0))
    return sum((weights[name] * scores[name] for name in names), Fraction(0)) / whole


# ---- Marks from outcomes, by the course's policy: pure, exact, and with every step in words.


__all__ = ["GradedItem", "ItemMark", "Mark", "items_of", "marks", "points_of", "quiz_item"]

SCHEMA = 1
_ITEM_DIGITS = 2


@dataclass(frozen=True)
class ItemMark:
    """One exercise or quiz of one student: `score` of `maximum` points, and `counts` of `weight` in the whole."""

    item: str
    title: str
    part: str
    score: Decimal
    maximum: Decimal
    earned: Decimal  # before lateness and overrides
    counts: Decimal
    weight: Decimal
    attempt: int | None  # the one that counts
    attempts: int
    state: AttemptState | None  # None: nothing was handed in
    dropped: bool = False
    excused: bool = False
    extra: bool = False
    overridden: bool = False
    review: bool = False  # the grader failed somewhere, and gave the points
    comment: str = ""
    steps: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        return f"{self.item}: {', '.join(self.steps)}"


@dataclass(frozen=True)
class Mark:
    """`complete` is False while something is not graded by the exercises of today; `review`: see ItemMark."""

    student: str
    name: str
    total: Decimal
    maximum: Decimal
    items: tuple[ItemMark, ...]
    steps: tuple[str, ...]
    complete: bool
    review: bool

    @property
    def excused(self) -> bool:
        """From everything: there is no mark, and 0 stands for none."""
        return bool(self.items) and all(item.excused for item in self.items)

    @property
    def percent(self) -> Decimal:
        share = Fraction(self.total) / Fraction(self.maximum) if self.maximum else Fraction(0)
        return rounded(100 * share, 2)

    def to_json(self) -> dict[str, Any]:
        return {"schema": SCHEMA, **_plain(asdict(self)), "percent": float(self.percent)}

    def row(self) -> MarkRow:
        """For the gradebook."""
        why = {"items": [item.sentence for item in self.items], "steps": list(self.steps)}
        return MarkRow(self.student, str(self.total), str(self.maximum), why)


def marks(policy: Policy, items: Sequence[GradedItem], records: Iterable[StudentHistory]) -> Iterator[Mark]:
    """A mark for each student, as their records come. Attempts at what is not in `items` count for nothing."""
    scale = Scale(policy, items)
    for record in records:
        yield _mark(policy, items, scale, record)


@dataclass(frozen=True)
class _Scored:
    """An item before it is weighed. `most` is 0 if there is nothing to be had."""

    item: GradedItem
    score: Fraction
    most: Fraction
    earned: Fraction
    steps: tuple[str, ...]
    attempt: Attempt | None = None
    attempts: int = 0
    override: Override | None = None
    complete: bool = True

    @property
    def excused(self) -> bool:
        return self.override is not None and self.override.excused

    @property
    def overridden(self) -> bool:
        return self.override is not None and self.override.score is not None

    @property
    def share(self) -> Fraction:
        return self.score / self.most


def _mark(policy: Policy, items: Sequence[GradedItem], scale: Scale, record: StudentHistory) -> Mark:
    scored = [_scored(policy, item, record) for item in items]
    counting = {one.item.name: one for one in scored if one.most and not one.excused}
    weighed = scale.weigh({name: one.share for name, one in counting.items() if name not in scale.extra})
    ratio = scale.maximum / scale.total if scale.total else Fraction(0)
    weights = {name: share * scale.maximum for name, share in weighed.shares.items()}
    weights |= {name: scale.weights[name] * ratio for name in counting if name in scale.extra}
    told = tuple(
        _item_mark(policy, one, weights.get(one.item.name, Fraction(0)), scale, weighed.dropped.get(one.item.name, ""))
        for one in scored
    )
    total, steps = _total(policy, scale, {name: counting[name].share * weight for name, weight in weights.items()})
    if scored and all(one.excused for one in scored):
        steps = ("excused from everything",)
    return Mark(
        student=record.student.id,
        name=record.student.name,
        total=rounded(total, policy.digits),
        maximum=rounded(scale.maximum, policy.digits),
        items=told,
        steps=steps,
        complete=all(one.complete for one in scored),
        review=any(item.review for item in told),
    )


def _scored(policy: Policy, item: GradedItem, record: StudentHistory) -> _Scored:
    """By the attempt that counts, and then by what an instructor says."""
    tries = [one for one in record.attempts if (one.item, one.kind) == (item.name, item.kind)]
    scored = [_tried(policy, item, attempt) for attempt in sorted(tries, key=lambda attempt: attempt.number)]
    if scored:
        chosen = _chosen(policy, scored)
    else:
        chosen = _Scored(item, Fraction(0), item.exact_maximum, Fraction(0), ("not handed in",))
    waiting = any(attempt.state in (AttemptState.WAITING, AttemptState.OLD) for attempt in tries)
    return _decided(replace(chosen, attempts=len(tries), complete=not waiting), record.overrides.get(item.name))


def _tried(policy: Policy, item: GradedItem, attempt: Attempt) -> _Scored:
    points, most = item.exact_points, item.exact_maximum
    if item.kind is ItemKind.QUIZ and attempt.state is AttemptState.GRADED:
        most = sum((points[name] for name in attempt.shares if name in points), Fraction(0))
    earned = max(Fraction(0), _earned(points, attempt.shares))
    if attempt.state in (AttemptState.WAITING, AttemptState.UNREADABLE):
        words = attempt.problem or "not graded yet"
        return _Scored(item, Fraction(0), most, Fraction(0), (words,), attempt)
    cost = after_lateness(policy.late, item, attempt, earned, most)
    steps = [f"{shown(earned)} of {shown(most)}"]
    if attempt.state is AttemptState.OLD:
        steps.append("by an earlier version of the exercise or the grader")
    if attempt.faulty:
        steps.append("the grader failed at a check and gave its points, to be reviewed")
    if cost.words:
        steps.append(cost.words)
    return _Scored(item, cost.score, most, earned, tuple(steps), attempt)


def _earned(points: Mapping[str, Fraction], shares: Mapping[str, float]) -> Fraction:
    """Most shares are nothing or all: they need no product."""
    whole = sum((points[name] for name, share in shares.items() if share == 1 and name in points), Fraction(0))
    parts = ((points[name], share) for name, share in shares.items() if share not in (0, 1) and name in points)
    return sum((worth * exact_share(share) for worth, share in parts), whole)


def _chosen(policy: Policy, tried: Sequence[_Scored]) -> _Scored:
    """What cannot be read counts only if nothing else is there."""
    readable = [one for one in tried if one.attempt and one.attempt.state is not AttemptState.UNREADABLE] or tried
    best = policy.attempts is Attempts.BEST
    chosen = max(readable, key=lambda one: one.share if one.most else 0) if best else readable[-1]
    if len(tried) == 1 or chosen.attempt is None:
        return chosen
    which = f"attempt {chosen.attempt.number}, the {policy.attempts.value} of {len(tried)}"
    if len(readable) < len(tried):
        which += f", {len(tried) - len(readable)} of which cannot be read"
    return replace(chosen, steps=(*chosen.steps, which))


def _decided(scored: _Scored, override: Override | None) -> _Scored:
    """A score by hand is final: lateness takes nothing off it."""
    if override is None:
        return scored
    scored = replace(scored, override=override)
    by = f"by {override.who}: {override.reason}" if override.who else f"by hand: {override.reason}"
    if override.excused:
        return replace(scored, complete=True, steps=(*scored.steps, f"excused {by}"))
    if override.score is None:
        return scored
    score = exact(override.score)
    return replace(scored, score=score, complete=True, steps=(*scored.steps, f"set to {shown(score)} {by}"))


def _item_mark(policy: Policy, one: _Scored, weight: Fraction, scale: Scale, dropped: str) -> ItemMark:
    item, name, digits = one.item, one.item.name, max(policy.digits, _ITEM_DIGITS)
    counts = weight * one.share if weight else Fraction(0)
    return ItemMark(
        item=name,
        title=item.title,
        part=item.part,
        score=rounded(one.score, digits),
        maximum=rounded(one.most, digits),
        earned=rounded(one.earned, digits),
        counts=rounded(counts, digits),
        weight=rounded(weight, digits),
        attempt=one.attempt.number if one.attempt else None,
        attempts=one.attempts,
        state=one.attempt.state if one.attempt else None,
        dropped=bool(dropped),
        excused=one.excused,
        extra=name in scale.extra,
        overridden=one.overridden,
        review=one.attempt is not None and one.attempt.faulty and not one.overridden,
        comment=one.override.comment if one.override else "",
        steps=(*one.steps, *_weighed_steps(one, weight, scale, dropped)),
    )


def _weighed_steps(one: _Scored, weight: Fraction, scale: Scale, dropped: str) -> Iterator[str]:
    if one.excused:
        return
    if dropped:
        yield dropped
    elif not weight:
        yield "does not count"
    elif one.item.name in scale.extra:
        yield f"extra credit of {shown(weight * one.share)}"
    elif weight != one.most or one.score != one.earned:
        yield f"counts {shown(weight * one.share)} of {shown(weight)}"


def _total(policy: Policy, scale: Scale, counts: Mapping[str, Fraction]) -> tuple[Fraction, tuple[str, ...]]:
    extra = sum((count for name, count in counts.items() if name in scale.extra), Fraction(0))
    plain = sum(counts.values(), Fraction(0)) - extra
    most = scale.maximum * (1 + exact(policy.extra_at_most) / 100)
    steps = [f"{shown(plain)} of {shown(scale.maximum)}"]
    if extra:
        steps.append(f"extra credit: +{shown(extra)}")
    total = min(most, plain + extra)
    if total < plain + extra:
        steps.append(f"at most {shown(most)}")
    told = rounded(total, policy.digits)
    if Fraction(told) != total:
        steps.append(f"rounded: {told}")
    return total, tuple(steps)


def _plain(value: Any) -> Any:
    """As JSON knows it."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, Decimal) else value
