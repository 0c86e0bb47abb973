"""Which options were chosen by whom, and what that says about a question, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from grader.quiz.stats import ItemStats

FEWEST = 10  # attempts; fewer say nothing
EASY, HARD = 0.95, 0.1


@dataclass(frozen=True)
class OptionStats:
    """One option. `best` and `worst`: the share that chose it among the third that did best, and worst, elsewhere."""

    option: str
    right: bool
    chosen: int
    share: float | None
    mean_elsewhere: float | None
    best: float | None
    worst: float | None


class Worry(StrEnum):
    TOO_EASY = "too-easy"
    TOO_HARD = "too-hard"
    NEGATIVE_DISCRIMINATION = "negative-discrimination"
    LIKELY_WRONG_KEY = "likely-wrong-key"
    NEVER_CHOSEN = "never-chosen"


@dataclass(frozen=True)
class Flag:
    worry: Worry
    sentence: str


def distractors(
    options: Mapping[str, bool], chosen: Sequence[Collection[str]], elsewhere: Sequence[float]
) -> tuple[OptionStats, ...]:
    """`options`: id → whether it is right. `chosen`: the ids each attempt chose. `elsewhere`: its marks on the rest."""
    order = sorted(range(len(chosen)), key=lambda attempt: elsewhere[attempt])
    third = len(order) // 3
    worst, best = order[:third], order[len(order) - third :]

    def share(option: str, attempts: Collection[int]) -> float | None:
        return sum(option in chosen[attempt] for attempt in attempts) / len(attempts) if attempts else None

    def one(option: str, right: bool) -> OptionStats:
        who = [attempt for attempt in order if option in chosen[attempt]]
        mean = fmean(elsewhere[attempt] for attempt in who) if who else None
        return OptionStats(
            option, right, len(who), share(option, order), mean, share(option, best), share(option, worst)
        )

    return tuple(one(option, right) for option, right in options.items())


def flags(item: ItemStats, options: Sequence[OptionStats] = ()) -> tuple[Flag, ...]:
    """What an author should look at; nothing on few attempts."""
    return tuple(_flags(item, options)) if item.attempts >= FEWEST else ()


def _flags(item: ItemStats, options: Sequence[OptionStats]) -> Iterator[Flag]:
    if item.facility is not None and item.facility >= EASY:
        yield Flag(
            Worry.TOO_EASY, f"Too easy: {item.facility:.0%} of its points were earned, so it tells nobody apart."
        )
    if item.facility is not None and item.facility <= HARD:
        yield Flag(Worry.TOO_HARD, f"Too hard: only {max(item.facility, 0):.0%} of its points were earned.")
    if item.discrimination is not None and item.discrimination < 0:
        yield Flag(
            Worry.NEGATIVE_DISCRIMINATION,
            f"Those who did well elsewhere did worse here (discrimination {item.discrimination:.0f} %): "
            "the question may mislead, or its key may be wrong.",
        )
    yield from _option_flags(options)


def _option_flags(options: Sequence[OptionStats]) -> Iterator[Flag]:
    """The key is in doubt if the best chose a wrong option more often than any right one, and than the worst did."""
    right = max((option.best or 0.0 for option in options if option.right), default=0.0)
    for option in options:
        if option.right or option.best is None or option.worst is None:
            continue
        if option.best > right and option.best > option.worst:
            yield Flag(
                Worry.LIKELY_WRONG_KEY,
                f"The key is likely wrong: of the best third, {option.best:.0%} chose '{option.option}' "
                f"and {right:.0%} the option marked right.",
            )
        if not option.chosen:
            yield Flag(Worry.NEVER_CHOSEN, f"Nobody chose '{option.option}': it distracts nobody.")
