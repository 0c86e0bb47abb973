"""Marks from outcomes, by the course's policy: pure, exact, and with every step in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from grader.batch.exact import exact, exact_share, rounded, shown
from grader.batch.items import Item, items_of, points_of
from grader.batch.lateness import after_lateness
from grader.batch.weighing import Scale
from grader.course.policy import Attempts, Policy
from grader.store import Attempt, Kind, MarkRow, Override, Record, State

__all__ = ["Item", "ItemMark", "Mark", "items_of", "marks", "points_of"]

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
    state: State | None  # None: nothing was handed in
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


def marks(policy: Policy, items: Sequence[Item], records: Iterable[Record]) -> Iterator[Mark]:
    """A mark for each student, as their records come. Attempts at what is not in `items` count for nothing."""
    scale = Scale(policy, items)
    for record in records:
        yield _mark(policy, items, scale, record)


@dataclass(frozen=True)
class _Scored:
    """An item before it is weighed. `most` is 0 if there is nothing to be had."""

    item: Item
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


def _mark(policy: Policy, items: Sequence[Item], scale: Scale, record: Record) -> Mark:
    scored = [_scored(policy, item, record) for item in items]
    counted = {one.item.name: one for one in scored if one.most and not one.excused}
    weighed = scale.weigh({name: one.share for name, one in counted.items() if name not in scale.extra})
    ratio = scale.maximum / scale.total if scale.total else Fraction(0)
    weights = {name: share * scale.maximum for name, share in weighed.shares.items()}
    weights |= {name: scale.weights[name] * ratio for name in counted if name in scale.extra}
    told = tuple(
        _item_mark(policy, one, weights.get(one.item.name, Fraction(0)), scale, weighed.dropped.get(one.item.name, ""))
        for one in scored
    )
    total, steps = _total(policy, scale, {name: counted[name].share * weight for name, weight in weights.items()})
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


def _scored(policy: Policy, item: Item, record: Record) -> _Scored:
    """By the attempt that counts, and then by what an instructor says."""
    tries = [one for one in record.attempts if (one.item, one.kind) == (item.name, item.kind)]
    scored = [_tried(policy, item, attempt) for attempt in sorted(tries, key=lambda attempt: attempt.number)]
    if scored:
        chosen = _chosen(policy, scored)
    else:
        chosen = _Scored(item, Fraction(0), item.exact_maximum, Fraction(0), ("not handed in",))
    waiting = any(attempt.state in (State.WAITING, State.OLD) for attempt in tries)
    return _decided(replace(chosen, attempts=len(tries), complete=not waiting), record.overrides.get(item.name))


def _tried(policy: Policy, item: Item, attempt: Attempt) -> _Scored:
    points, most = item.exact_points, item.exact_maximum
    if item.kind is Kind.QUIZ and attempt.state is State.GRADED:
        most = sum((points[name] for name in attempt.shares if name in points), Fraction(0))
    earned = max(Fraction(0), _earned(points, attempt.shares))
    if attempt.state in (State.WAITING, State.UNREADABLE):
        words = attempt.problem or "not graded yet"
        return _Scored(item, Fraction(0), most, Fraction(0), (words,), attempt)
    cost = after_lateness(policy.late, item, attempt, earned, most)
    steps = [f"{shown(earned)} of {shown(most)}"]
    if attempt.state is State.OLD:
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
    readable = [one for one in tried if one.attempt and one.attempt.state is not State.UNREADABLE] or tried
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
