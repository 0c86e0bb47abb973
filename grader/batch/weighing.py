"""What each item counts in the whole, and which are dropped.

The whole is a mean of parts, a part a mean of its items, each by its weight. What a student is excused from, and what
is dropped, leaves its weight to the others of its part. Of the sets that may be dropped the one that is best for the
student is: with different weights that need not be the lowest share, and only so it never pays to do worse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.batch.exact import exact
from grader.batch.items import Item
from grader.course.policy import ALL, Policy

_LOWEST = "dropped as the lowest"
_COSTLY = "dropped, as it would cost the most"


@dataclass(frozen=True)
class Weighed:
    """The share of the whole that each item has, and those that were dropped, with why."""

    shares: Mapping[str, Fraction]
    dropped: Mapping[str, str]


class Scale:
    """The weights of one policy over one list of items; made once for a class."""

    def __init__(self, policy: Policy, items: Sequence[Item]) -> None:
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

    def weigh(self, scores: Mapping[str, Fraction]) -> Weighed:
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
        return Weighed(shares, dropped)

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
