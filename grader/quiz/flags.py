"""Which questions of a quiz need a look, and how sure that is.

A flag says that chance alone, as when everybody guesses, would hardly ever look like this: in at most 1 % of quizzes is
any question flagged by chance. All tests are one-sided, hold for any number of attempts, and are corrected for the
number of questions and of wrong answers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate, pairwise
from statistics import fmean

import numpy as np

from grader.text import counted


class FlagKind(StrEnum):
    """Why a question needs a look."""

    TOO_EASY = "too-easy"
    TOO_HARD = "too-hard"
    NEGATIVE_DISCRIMINATION = "negative-discrimination"
    LIKELY_WRONG_KEY = "likely-wrong-key"
    NEVER_CHOSEN = "never-chosen"


class Sureness(StrEnum):
    """How sure a flag is. POSSIBLE: it is not chance, but has another explanation, too."""

    SURE = "sure"
    LIKELY = "likely"
    POSSIBLE = "possible"


# The share of quizzes in which chance may raise a flag of this kind: together 1 %, and most of it where it helps most.
ALLOWED: Mapping[FlagKind, float] = {
    FlagKind.LIKELY_WRONG_KEY: 0.008,
    FlagKind.NEGATIVE_DISCRIMINATION: 0.001,
    FlagKind.NEVER_CHOSEN: 0.0004,
    FlagKind.TOO_EASY: 0.0003,
    FlagKind.TOO_HARD: 0.0003,
}
_SURE = 1e-4  # the share of quizzes below which a flag is sure
EASY, HARD = 0.95, 0.1  # the facility from which a question is too easy, or too hard
_USUAL_EASY, _USUAL_HARD = 0.6, 0.4  # facilities that worry nobody, and that chance must not turn into those above
_GUESSED = 0.2  # instead of the last, where guessing earns points
_MUCH_BETTER, _BETTER, _WORSE = 0.01, 0.1, 0.9  # the share of random groups that do as well elsewhere
_ALIKE = 0.05  # the share in which an answer that attracts as much as the key would outnumber it so far
_MOST_WAYS = 5  # of more answers, some attract more than others: they are taken for five
_EXACT = 4e6  # additions; a rank-sum test that needs more is approximated


@dataclass(frozen=True)
class ItemFlag:
    """Why one question needs a look. `chance`: the share of quizzes, at most, in which chance alone would raise it."""

    worry: FlagKind
    sureness: Sureness
    chance: float
    sentence: str


@dataclass(frozen=True)
class ItemAnswers:
    """What every attempt that had a question answered, and its marks on the rest of the quiz.

    `answers`: in words; "" for none, or if answers cannot be compared. `ways`: how many answers a guess is taken from;
    0 if it is typed. `options` and `chosen`: of a choice.
    """

    shares: Sequence[float]
    answers: Sequence[str]
    elsewhere: Sequence[float]
    ways: int = 0
    options: Mapping[str, bool] = field(default_factory=dict)  # option → whether it is right
    chosen: Sequence[Collection[str]] = ()


def flags(item: ItemAnswers, questions: int) -> tuple[ItemFlag, ...]:
    """Return why a question needs a look; empty if chance explains everything. `questions`: how many the quiz has."""
    found = (*_facility(item), *_discrimination(item), *_key(item), *_never_chosen(item))
    return tuple(flag for one in found if (flag := _corrected(one, questions)) is not None)


def _corrected(flag: ItemFlag, questions: int) -> ItemFlag | None:
    """For the number of questions, each of which chance may hit; None if it does so too often."""
    chance = min(1.0, flag.chance * questions)
    if chance > ALLOWED[flag.worry]:
        return None
    sureness = Sureness.LIKELY if flag.sureness is Sureness.SURE and chance > _SURE else flag.sureness
    by_chance = f"Chance alone does this in fewer than 1 of {_one_of(chance):,} quizzes."
    return ItemFlag(flag.worry, sureness, chance, f"{sureness.value.capitalize()}: {flag.sentence} {by_chance}")


def _one_of(chance: float) -> int:
    """The round number N of which 1 of N is no less than the chance."""
    rounds = (digit * 10**power for power in range(5, -1, -1) for digit in (5, 2, 1))
    return next((number for number in (1_000_000, *rounds) if chance * number <= 1), 1)


def _facility(item: ItemAnswers) -> Iterator[ItemFlag]:
    if not item.shares:
        return
    facility = fmean(max(0.0, share) for share in item.shares)
    earned = f"{counted(len(item.shares), 'student')} earned {100 * facility:.0f} % of its points"
    if facility >= EASY:
        sentence = (
            f"too easy to tell students apart. {earned}; an ordinary question gives at most {100 * _USUAL_EASY:.0f} %."
        )
        chance = _mean_tail(facility, _USUAL_EASY, len(item.shares))
        yield ItemFlag(FlagKind.TOO_EASY, Sureness.SURE, chance, sentence)
    if facility <= HARD:
        usual, other = (_GUESSED, "guessing") if item.ways else (_USUAL_HARD, "an ordinary question")
        sentence = f"too hard. {earned}; {other} gives at least {100 * usual:.0f} %."
        yield ItemFlag(FlagKind.TOO_HARD, Sureness.SURE, _mean_tail(facility, usual, len(item.shares)), sentence)


def _discrimination(item: ItemAnswers) -> Iterator[ItemFlag]:
    """Those who earned less than the mean did better elsewhere."""
    mean = fmean(item.shares) if item.shares else 0.0
    below: list[float] = []
    above: list[float] = []
    for share, rest in zip(item.shares, item.elsewhere, strict=True):
        (below if share < mean - 1e-9 else above).append(rest)
    if below and above and fmean(below) > fmean(above):
        sentence = "it misleads those who know more, or its key is wrong. Those who earned less here earned "
        sentence += f"{fmean(below):.1f} points elsewhere, the others {fmean(above):.1f}."
        yield ItemFlag(FlagKind.NEGATIVE_DISCRIMINATION, Sureness.SURE, rank_sum(below, above), sentence)


def _key(item: ItemAnswers) -> Iterator[ItemFlag]:
    """A wrong answer that many more gave than the right one, and not those who did clearly worse elsewhere.

    Two things are looked at that have nothing to do with each other if everybody guesses: how many gave the most
    frequent wrong answer, and how well they did elsewhere.
    """
    wrong = Counter(text for text, share in zip(item.answers, item.shares, strict=True) if text and share < 1)
    if not wrong:
        return
    rival, gave = min(wrong.items(), key=lambda pair: (-pair[1], pair[0]))
    answered = [(text == rival, rest) for text, rest in zip(item.answers, item.elsewhere, strict=True) if text]
    right = len(answered) - wrong.total()
    these, others = ([rest for same, rest in answered if same is which] for which in (True, False))
    if binomial_tails(gave + right, 2)[gave] > _ALIKE or (better := rank_sum(these, others)) > _WORSE:
        return
    rivals = sum(count > 1 for count in wrong.values()) or 1  # what one alone answered cannot be it
    if item.ways:  # as if everybody guessed
        guesses = binomial_tails(len(answered), min(item.ways, _MOST_WAYS))
        rivals = max(rivals, min(item.ways, _MOST_WAYS) - 1)
    else:  # as if it came to mind as often as the right one
        guesses = binomial_tails(gave + right, 2)
    chance = rivals * _both(gave, guesses, better)
    sureness = Sureness.SURE if better <= _MUCH_BETTER else Sureness.LIKELY if better <= _BETTER else Sureness.POSSIBLE
    counts = f"{gave} of {len(answered)} answered '{_short(rival)}', and {right} what the key says"
    points = f"{fmean(these):.1f} points" + (f", the others {fmean(others):.1f}" if others else "")
    what = "the key is wrong" + ", or most share a misconception" * (sureness is Sureness.POSSIBLE)
    sentence = f"{what}. {counts}; elsewhere they earned {points}."
    yield ItemFlag(FlagKind.LIKELY_WRONG_KEY, sureness, chance, sentence)


def _never_chosen(item: ItemAnswers) -> Iterator[ItemFlag]:
    """As if every wrong option were as likely to those who chose one."""
    wrong = [option for option, right in item.options.items() if not right]
    picked = Counter(option for mine in item.chosen for option in mine if option in wrong)
    sizes = [size for mine in item.chosen if (size := sum(option in wrong for option in mine))]
    chance = len(wrong) * math.prod(1 - size / len(wrong) for size in sizes)
    for option in wrong:
        if not picked[option]:
            sentence = f"'{option}' distracts nobody. {len(sizes)} chose a wrong option, and none of them this one."
            yield ItemFlag(FlagKind.NEVER_CHOSEN, Sureness.SURE, chance, sentence)


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def binomial_tails(trials: int, sides: int) -> list[float]:
    """Return the chances of at least 0, 1, … hits in so many trials, each a hit with chance 1/sides."""
    ways = [
        math.lgamma(trials + 1) - math.lgamma(hits + 1) - math.lgamma(trials - hits + 1) for hits in range(trials + 1)
    ]
    miss = math.log1p(-1 / sides)
    chances = [math.exp(log + (trials - hits) * miss - hits * math.log(sides)) for hits, log in enumerate(ways)]
    return list(accumulate(reversed(chances)))[::-1]


def rank_sum(these: Sequence[float], others: Sequence[float]) -> float:
    """Return the share of random groups that would do as well as `these`: the one-sided rank-sum test, with ties.

    Exact; for large groups the normal distribution, which errs on the side of chance.
    """
    if len(these) > len(others):
        return rank_sum([-value for value in others], [-value for value in these])
    ranks = _doubled_ranks([round(value, 9) for value in (*these, *others)])
    size, count, reached = len(these), len(ranks), sum(ranks[: len(these)])
    most = sum(sorted(ranks)[count - size :])
    if size * count * most > _EXACT:
        mean = fmean(ranks)
        variance = math.fsum((rank - mean) ** 2 for rank in ranks) * size * (count - size) / count / (count - 1)
        return math.erfc((reached - 1 - size * mean) / math.sqrt(2 * variance)) / 2
    ways = np.zeros((size + 1, most + 1))  # to take so many of them with this sum
    ways[0, 0] = 1
    for rank in ranks:
        ways[1:, rank:] += ways[:-1, : most + 1 - rank]
    return float(ways[size, reached:].sum() / ways[size].sum())


def _doubled_ranks(values: Sequence[float]) -> list[int]:
    """From 0, in the smallest steps; doubled, because equal values share the mean of their ranks."""
    ranks: dict[float, int] = {}
    first = 0
    for value, many in sorted(Counter(values).items()):
        ranks[value] = 2 * first + many
        first += many
    lowest = min(ranks.values())
    step = math.gcd(*(rank - lowest for rank in ranks.values())) or 1
    return [(ranks[value] - lowest) // step for value in values]


def _both(gave: int, tails: Sequence[float], better: float) -> float:
    """The chance that two independent things together are so extreme: so many gave an answer, and they are so good."""
    extreme = tails[gave] * better
    steps = ((tail, tail - above) for tail, above in pairwise((*tails, 0.0)) if tail)
    return math.fsum(exactly * min(1.0, extreme / tail) for tail, exactly in steps)


def _mean_tail(mean: float, usual: float, count: int) -> float:
    """At most the chance of so extreme a mean of values from 0 to 1, `usual` on average (Chernoff's bound)."""
    parts = ((share, of) for share, of in ((mean, usual), (1 - mean, 1 - usual)) if share > 0)
    return math.exp(-count * math.fsum(share * math.log(share / of) for share, of in parts))
