"""From points to marks: items, lateness, the attempt that counts, weights and rounding, all in exact fractions."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

import msgspec

from grader.course import Course
from grader.course.assignments import DEFAULT, Assignment, Extension, PersonFile
from grader.course.policy import ALL, QUIZZES, Attempts, Late, Of, Per, Policy
from grader.course.quiz_model import Purpose, Quiz
from grader.gradebook import Attempt, AttemptState, ItemKind, MarkRow, Override, StudentHistory
from grader.text import counted

__all__ = ["GradedItem", "ItemMark", "Mark", "MarkingRules", "items_of", "marks", "quiz_item"]

SCHEMA = 1
_ITEM_DIGITS = 2
_FINEST = 1_000_000  # a third is stored as 0.3333333333333333; this finds the third again
_UNITS = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}


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


def items_of(course: Course, names: Collection[str]) -> tuple[GradedItem, ...]:
    """The items called so, or in parts called so, in the order of the course.

    "quizzes" stands for the graded ones; practice quizzes count only where they are named.
    """
    wanted, items = {*names}, []
    for folder in course.folders:
        if wanted & {folder.slug, folder.part.folder}:
            exercise = course.find(folder.slug)
            points = exercise.all_points
            items.append(GradedItem(exercise.slug, exercise.title, folder.part.folder, points, sum(points.values())))
    for name in course.quiz_names:
        if wanted & {name, QUIZZES}:
            quiz = course.find_quiz(name)
            if name in wanted or quiz.purpose is Purpose.GRADED:
                items.append(quiz_item(quiz))
    return tuple(items)


def quiz_item(quiz: Quiz) -> GradedItem:
    """A quiz with the points of its questions, without dropped ones, and the maximum of a paper.

    Every student gets the same number of questions from a pool; if these differ in points, their mean counts. The
    maximum is for those who have no graded paper; an attempt that was graded counts out of its own questions.
    """
    kept = [question for question in quiz.questions if not question.dropped]
    maximum = _sum(exact(question.points) for question in kept if not question.pool)
    for pool, count in quiz.pools.items():
        worth = [exact(question.points) for question in kept if question.pool == pool]
        if worth:
            maximum += _sum(worth) / len(worth) * min(count, len(worth))
    points = {question.id: question.points for question in kept}
    return GradedItem(quiz.id, quiz.title, QUIZZES, points, float(maximum), ItemKind.QUIZ)


@dataclass(frozen=True)
class MarkingRules:
    """What counts in a gradebook, and how points become marks.

    `people`: for whom the assignment's file says something else. `earlier`: the rules of assignments that were due
    before, on which late days are spent first.
    """

    items: tuple[GradedItem, ...]
    policy: Policy
    assignment: Assignment = field(default_factory=lambda: Assignment(DEFAULT, Policy()))
    people: Mapping[str, PersonFile] = field(default_factory=dict)
    late_days: int = 0
    earlier: tuple[MarkingRules, ...] = ()

    @cached_property
    def scale(self) -> Scale:
        return Scale(self.policy, self.items)

    @property
    def text(self) -> str:
        """One text for everything that is the same for all students, to detect that it has changed, and how."""
        facts = {"assignment": self.assignment.name, "title": self.assignment.title, "late_days": self.late_days}
        facts |= {"groups": self.assignment.groups} if self.assignment.groups else {}
        return msgspec.json.encode({"policy": self.policy, **facts}, order="sorted").decode()

    def text_for(self, student: str) -> str:
        """The same for what is said of one student; "" if nothing is."""
        person = self.people.get(student)
        return msgspec.json.encode(person, order="sorted").decode() if person else ""

    def extension(self, record: StudentHistory) -> Extension | None:
        """The student's extension: as decided by hand, else as the file says; None without one."""
        override, person = record.overrides.get(self.assignment.name), self.people.get(record.student.id)
        text = override.extension if override and override.extension else ""
        text = text or (person.extensions.get(self.assignment.name, "") if person else "")
        return Extension(text) if text else None

    def excuse(self, record: StudentHistory) -> Override | None:
        """The decision that excuses the student from all of it, by hand or in the file; None if there is none."""
        name, student = self.assignment.name, record.student.id
        override, person = record.overrides.get(name), self.people.get(student)
        if override and override.excused:
            return override
        reason = person.excused.get(name, "") if person else ""
        return Override(student, name, reason, excused=True) if reason else None

    def late_days_of(self, student: str) -> int:
        """How many late days the student has, over all assignments."""
        person = self.people.get(student)
        return self.late_days if person is None or person.late_days is None else person.late_days

    def late_for(self, record: StudentHistory, late_days: int = 0) -> LateForOne | None:
        """The cost of lateness for one student who spends so many late days; None if lateness costs nothing."""
        late = self.policy.late
        return LateForOne(late, self.extension(record), late_days) if late else None


# Exact numbers: marks are computed as fractions, and become decimals only when they are shown.


def exact(number: float) -> Fraction:
    """The decimal number that was written, not the binary one nearest to it."""
    return Fraction(repr(number))


def exact_share(number: float) -> Fraction:
    return Fraction(number).limit_denominator(_FINEST)


def rounded(number: Fraction, digits: int) -> Decimal:
    """Halves are rounded away from zero."""
    above, below = number.as_integer_ratio()
    whole = (abs(above) * 10**digits * 2 + below) // (below * 2)
    return Decimal(whole if above >= 0 else -whole).scaleb(-digits)


def shown(number: Fraction) -> str:
    """ "6", "4.8", "0.33"."""
    if number.denominator == 1:
        return str(number.numerator)
    text = f"{rounded(number, 2):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0))


# Lateness


@dataclass(frozen=True)
class LateForOne:
    """The cost of lateness, with the extension and the late days that one student has."""

    late: Late
    extension: Extension | None = None
    late_days: int = 0

    def seconds(self, item: GradedItem, attempt: Attempt) -> float | None:
        """By how much the attempt is late without any extension; None if it is late by an unknown time.

        The due date decides if there is one and the time of submission is known, otherwise what the LMS says.
        """
        due = next((self.late.due[name] for name in (item.name, item.part, ALL) if name in self.late.due), None)
        if due is None or attempt.submitted is None:
            return attempt.late_seconds
        return (attempt.submitted - due).total_seconds()

    def left(self, seconds: float, attempt: Attempt) -> float:
        """What remains of so many seconds after the extension and the late days."""
        if self.extension and self.extension.until:
            if attempt.submitted is not None:
                seconds = min(seconds, (attempt.submitted - self.extension.until).total_seconds())
        elif self.extension and self.extension.by:
            seconds -= self.extension.by.total_seconds()
        return seconds - self.late_days * _UNITS["day"]

    @property
    def words(self) -> str:
        """ "an extension of 3 days and 2 late days"; "" if there is neither."""
        days = counted(self.late_days, "late day") if self.late_days else ""
        return " and ".join(filter(None, (self.extension.words if self.extension else "", days)))


def after_lateness(
    cost: LateForOne | None, item: GradedItem, attempt: Attempt, earned: Fraction, most: Fraction
) -> tuple[Fraction, str]:
    """The points that lateness leaves of those earned, and why, in words; "" if the attempt was on time.

    An attempt that is late by an unknown time gets the penalty once, or none if there is an extension.
    """
    if cost is None:
        return earned, ""
    late, given, before = cost.late, cost.words, cost.seconds(item, attempt)
    seconds = None if before is None else cost.left(before, attempt)
    if before is None:
        if given:  # by how much is not known
            return earned, f"marked as late, with {given}"
        times, words = 1, "marked as late"
    elif seconds is None or before <= 0:
        return earned, ""
    elif seconds <= 0:
        return earned, f"{about(before)} late, covered by {given}"
    elif seconds <= late.grace.total_seconds():
        return earned, f"{about(seconds)} late, within the grace period of {_length(late.grace.total_seconds())}"
    elif late.no_credit_after is not None and seconds > late.no_credit_after.total_seconds():
        return Fraction(0), f"more than {_length(late.no_credit_after.total_seconds())} late: no credit"
    elif late.per is Per.ONCE:
        times, words = 1, f"{about(seconds)} late"
    else:
        times = ceil(seconds / _UNITS[late.per.value])
        words = f"{counted(times, late.per.value)} late"
    words += f" after {given}" if given and before is not None else ""
    percent = min(exact(late.penalty) * times, exact(late.at_most))
    if not percent:
        return earned, words
    base, of_what = (earned, "") if late.of is Of.EARNED else (most, " of the maximum")
    return max(Fraction(0), earned - base * percent / 100), f"{words}: −{shown(percent)} %{of_what}"


def about(seconds: float) -> str:
    """ "2 days": in the largest unit that there is one of, rounded down."""
    name = next((name for name, unit in _UNITS.items() if seconds >= unit), "second")
    return counted(int(seconds // _UNITS[name]), name)


def _length(seconds: float) -> str:
    """ "90 minutes": in the largest unit that it is a multiple of."""
    name = next(name for name, unit in _UNITS.items() if int(seconds) % unit == 0)
    return counted(int(seconds) // _UNITS[name], name)


# Weights


class Scale:
    """The weights of one policy over one list of items; computed once for a class.

    The total is a mean of parts, a part a mean of its items, each by its weight. What a student is excused from, and
    what is dropped, leaves its weight to the others of its part. Of the sets that may be dropped, the one that is best
    for the student is. With different weights that need not be the lowest scores; only so, it never pays to do worse.
    """

    def __init__(self, policy: Policy, items: Sequence[GradedItem]) -> None:
        self.weights = {item.name: exact(policy.weights.get(item.name, item.maximum)) for item in items}
        self.extra = {item.name for item in items if {item.name, item.part} & {*policy.extra}}
        self._drop = policy.drop
        self._parts: dict[str, list[str]] = {}
        for item in items:
            if item.name not in self.extra:
                self._parts.setdefault(item.part, []).append(item.name)
        self._part_weights = {
            part: exact(policy.weights[part]) if part in policy.weights else _sum(self.weights[name] for name in names)
            for part, names in self._parts.items()
        }
        self.total = _sum(self._part_weights.values())
        self.maximum = self.total if policy.maximum is None else exact(policy.maximum)

    def weigh(self, scores: Mapping[str, Fraction]) -> tuple[dict[str, Fraction], dict[str, str]]:
        """The share of the total that each item has, and the items that are dropped, with why.

        `scores`: for each item that counts for a student, the share of its points that they have.
        """
        shares: dict[str, Fraction] = {}
        dropped: dict[str, str] = {}
        for part, names in self._parts.items():
            weights = {name: self.weights[name] for name in names if name in scores and self.weights[name]}
            if weights and self._part_weights[part]:
                dropped |= _to_drop(weights, scores, self._drop.get(part, 0))
                own = _normal({name: weight for name, weight in weights.items() if name not in dropped})
                shares |= {name: share * self._part_weights[part] for name, share in own.items()}
        shares = _normal(shares)
        if ALL in self._drop:
            dropped |= _to_drop(shares, scores, self._drop[ALL])
            shares = _normal({name: share for name, share in shares.items() if name not in dropped})
        return shares, dropped


def _normal(weights: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The weights, scaled so that they add up to 1."""
    whole = _sum(weights.values())
    return {name: weight / whole for name, weight in weights.items()}


def _to_drop(weights: Mapping[str, Fraction], scores: Mapping[str, Fraction], number: int) -> dict[str, str]:
    """The names without which the mean is the highest; one is always left.

    Against a mean m, an item is worth weight·(score − m): keep those worth the most, take their mean, until it stays.
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
    return {
        name: "dropped as the lowest" if scores[name] <= lowest else "dropped, as it would cost the most"
        for name in weights
        if name not in kept
    }


def _mean(names: Sequence[str], weights: Mapping[str, Fraction], scores: Mapping[str, Fraction]) -> Fraction:
    return _sum(weights[name] * scores[name] for name in names) / _sum(weights[name] for name in names)


# Marks


@dataclass(frozen=True)
class ItemMark:
    """One exercise or quiz of one student: `score` of `maximum` points, and `counts` of `weight` in the total."""

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
    state: AttemptState | None  # None: nothing was submitted
    dropped: bool = False
    excused: bool = False
    extra: bool = False
    overridden: bool = False
    review: bool = False  # the grader failed at a check and gave its points
    comment: str = ""
    steps: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        return f"{self.item}: {', '.join(self.steps)}"


@dataclass(frozen=True)
class Mark:
    """A student's mark. `complete`: everything is graded with the current exercises; `review`: see ItemMark."""

    student: str
    name: str
    total: Decimal
    maximum: Decimal
    items: tuple[ItemMark, ...]
    steps: tuple[str, ...]
    complete: bool
    review: bool
    late_days: int = 0  # spent here

    @property
    def excused(self) -> bool:
        """Excused from everything: there is no mark, and the total is 0."""
        return bool(self.items) and all(item.excused for item in self.items)

    @property
    def percent(self) -> Decimal:
        share = Fraction(self.total) / Fraction(self.maximum) if self.maximum else Fraction(0)
        return rounded(100 * share, 2)

    def to_json(self) -> dict[str, Any]:
        plain = json.loads(json.dumps(asdict(self), default=float))  # decimals become numbers
        return {"schema": SCHEMA, **plain, "percent": float(self.percent)}

    def row(self) -> MarkRow:
        """For the gradebook."""
        why = {"items": [item.sentence for item in self.items], "steps": [*self.steps], "excused": self.excused}
        return MarkRow(self.student, str(self.total), str(self.maximum), why)


def marks(rules: MarkingRules, records: Iterable[StudentHistory]) -> Iterator[Mark]:
    """A mark for each student, in the order of the records. Attempts at what does not count do not count."""
    for record in records:
        yield _mark_of(rules, record)


def _mark_of(rules: MarkingRules, record: StudentHistory) -> Mark:
    """Late days are spent assignment by assignment, in the order in which they were due."""
    left = rules.late_days_of(record.student.id)
    for one in rules.earlier if left else ():
        left -= _with_late_days(one, record, left).late_days
    return _with_late_days(rules, record, left)


def _with_late_days(rules: MarkingRules, record: StudentHistory, left: int) -> Mark:
    """The best mark that the late days left can give, with as few of them as that takes."""
    mark = _mark(rules, record)
    for days in range(1, 1 + min(left, _most_late(rules, record) if left else 0)):
        another = _mark(rules, record, days)
        mark = another if another.total > mark.total else mark
    return mark


def _most_late(rules: MarkingRules, record: StudentHistory) -> int:
    """The days, begun ones included, by which the latest attempt is late; 1 if by how much is not known."""
    cost, items, most = rules.late_for(record), {item.name: item for item in rules.items}, 0
    for attempt in record.attempts if cost else ():
        if cost and attempt.item in items:
            seconds = cost.seconds(items[attempt.item], attempt)
            most = max(most, 1 if seconds is None else ceil(cost.left(seconds, attempt) / _UNITS["day"]))
    return most


@dataclass(frozen=True)
class _Scored:
    """An item before it is weighed. `most` is 0 if there are no points to be had."""

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
    def share(self) -> Fraction:
        return self.score / self.most


def _mark(rules: MarkingRules, record: StudentHistory, late_days: int = 0) -> Mark:
    policy, scale = rules.policy, rules.scale
    cost, excuse = rules.late_for(record, late_days), rules.excuse(record)
    scored = [_scored(policy, cost, item, record, excuse) for item in rules.items]
    counting = {one.item.name: one for one in scored if one.most and not one.excused}
    shares, dropped = scale.weigh({name: one.share for name, one in counting.items() if name not in scale.extra})
    ratio = scale.maximum / scale.total if scale.total else Fraction(0)
    weights = {name: share * scale.maximum for name, share in shares.items()}
    weights |= {name: scale.weights[name] * ratio for name in counting if name in scale.extra}
    item_marks = tuple(
        _item_mark(policy, one, weights.get(one.item.name, Fraction(0)), scale, dropped.get(one.item.name, ""))
        for one in scored
    )
    total, steps = _total(policy, scale, {name: counting[name].share * weight for name, weight in weights.items()})
    if scored and all(one.excused for one in scored):
        steps = ["excused from everything"]
    if late_days:
        steps.append(f"{counted(late_days, 'late day')} of {rules.late_days_of(record.student.id)} spent")
    return Mark(
        student=record.student.id,
        name=record.student.name,
        total=rounded(total, policy.digits),
        maximum=rounded(scale.maximum, policy.digits),
        items=item_marks,
        steps=tuple(steps),
        complete=all(one.complete for one in scored),
        review=any(item.review for item in item_marks),
        late_days=late_days,
    )


def _scored(
    policy: Policy, cost: LateForOne | None, item: GradedItem, record: StudentHistory, excuse: Override | None
) -> _Scored:
    """By the attempt that counts, and then by what an instructor decided: a score by hand is final. `excuse`: from
    everything that nothing else was decided about."""
    attempts = [one for one in record.attempts if (one.item, one.kind) == (item.name, item.kind)]
    tried = [_tried(cost, item, attempt) for attempt in sorted(attempts, key=lambda attempt: attempt.number)]
    if tried:
        scored = _chosen(policy, tried)
    else:
        scored = _Scored(item, Fraction(0), item.exact_maximum, Fraction(0), ("not submitted",))
    waiting = any(attempt.state in (AttemptState.WAITING, AttemptState.OLD) for attempt in attempts)
    override = record.overrides.get(item.name)
    if excuse and not (override and (override.excused or override.score is not None)):
        override = replace(excuse, comment=override.comment if override else excuse.comment)
    scored = replace(scored, attempts=len(attempts), complete=not waiting, override=override)
    if override is None:
        return scored
    by = f"by {override.who or 'hand'}: {override.reason}"
    if override.excused:
        return replace(scored, complete=True, steps=(*scored.steps, f"excused {by}"))
    if override.score is None:
        return scored
    score = exact(override.score)
    return replace(scored, score=score, complete=True, steps=(*scored.steps, f"set to {shown(score)} {by}"))


def _tried(cost: LateForOne | None, item: GradedItem, attempt: Attempt) -> _Scored:
    points, most = item.exact_points, item.exact_maximum
    if attempt.state in (AttemptState.WAITING, AttemptState.UNREADABLE):
        return _Scored(item, Fraction(0), most, Fraction(0), (attempt.problem or "not graded yet",), attempt)
    shares = {name: share for name, share in attempt.shares.items() if name in points}
    if item.kind is ItemKind.QUIZ and attempt.state is AttemptState.GRADED:
        most = _sum(points[name] for name in shares)
    # Most shares are nothing or all: they need no product.
    earned = _sum(points[name] for name, share in shares.items() if share == 1)
    earned += _sum(points[name] * exact_share(share) for name, share in shares.items() if share not in (0, 1))
    earned = max(Fraction(0), earned)
    score, late = after_lateness(cost, item, attempt, earned, most)
    steps = [f"{shown(earned)} of {shown(most)}"]
    if attempt.state is AttemptState.OLD:
        steps.append("by an earlier version of the exercise or the grader")
    if attempt.faulty:
        steps.append("the grader failed at a check and gave its points, to be reviewed")
    if late:
        steps.append(late)
    return _Scored(item, score, most, earned, tuple(steps), attempt)


def _chosen(policy: Policy, tried: Sequence[_Scored]) -> _Scored:
    """The attempt that counts. One that cannot be read counts only if there is no other."""
    readable = [one for one in tried if one.attempt and one.attempt.state is not AttemptState.UNREADABLE] or tried
    best = policy.attempts is Attempts.BEST
    chosen = max(readable, key=lambda one: one.share if one.most else 0) if best else readable[-1]
    if len(tried) == 1 or chosen.attempt is None:
        return chosen
    which = f"attempt {chosen.attempt.number}, the {policy.attempts.value} of {len(tried)}"
    if len(readable) < len(tried):
        which += f", {len(tried) - len(readable)} of which cannot be read"
    return replace(chosen, steps=(*chosen.steps, which))


def _item_mark(policy: Policy, one: _Scored, weight: Fraction, scale: Scale, dropped: str) -> ItemMark:
    item, attempt, digits = one.item, one.attempt, max(policy.digits, _ITEM_DIGITS)
    counts = weight * one.share if weight else Fraction(0)
    overridden = one.override is not None and one.override.score is not None
    steps = list(one.steps)
    if one.excused:
        pass
    elif dropped:
        steps.append(dropped)
    elif not weight:
        steps.append("does not count")
    elif item.name in scale.extra:
        steps.append(f"extra credit of {shown(counts)}")
    elif weight != one.most or one.score != one.earned:
        steps.append(f"counts {shown(counts)} of {shown(weight)}")
    return ItemMark(
        item=item.name,
        title=item.title,
        part=item.part,
        score=rounded(one.score, digits),
        maximum=rounded(one.most, digits),
        earned=rounded(one.earned, digits),
        counts=rounded(counts, digits),
        weight=rounded(weight, digits),
        attempt=attempt.number if attempt else None,
        attempts=one.attempts,
        state=attempt.state if attempt else None,
        dropped=bool(dropped),
        excused=one.excused,
        extra=item.name in scale.extra,
        overridden=overridden,
        review=attempt is not None and attempt.faulty and not overridden,
        comment=one.override.comment if one.override else "",
        steps=tuple(steps),
    )


def _total(policy: Policy, scale: Scale, counts: Mapping[str, Fraction]) -> tuple[Fraction, list[str]]:
    extra = _sum(count for name, count in counts.items() if name in scale.extra)
    plain = _sum(counts.values()) - extra
    most = scale.maximum * (1 + exact(policy.extra_at_most) / 100)
    steps = [f"{shown(plain)} of {shown(scale.maximum)}"]
    if extra:
        steps.append(f"extra credit: +{shown(extra)}")
    total = min(most, plain + extra)
    if total < plain + extra:
        steps.append(f"at most {shown(most)}")
    if Fraction(decimal := rounded(total, policy.digits)) != total:
        steps.append(f"rounded: {decimal}")
    return total, steps
