"""What an answer earns on a learning platform, beside what it earns here: an export tells where they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from grader.course.quizfile import EXAMS, Kind, Scheme
from grader.course.quizmodel import Choice, Matching, Ordering
from grader.quiz.answers import Answer, right_answer
from grader.quiz.draw import Variant
from grader.quiz.scoring import score

Theirs = Callable[[Answer], float]  # share of the points

# The weights that Moodle knows; others are refused on import, or moved to the nearest.
_MOODLE = (1, 0.9, 5 / 6, 0.8, 0.75, 0.7, 2 / 3, 0.6, 0.5, 0.4, 1 / 3, 0.3, 0.25, 0.2, 1 / 6, 1 / 7, 0.125, 1 / 9)
_KNOWN = (*_MOODLE, 0.1, 0.05, 0.0)
SAME = 1e-4  # differences below this are rounding


def moodle_weights(variant: Variant) -> dict[str, float]:
    """Of each option, by id, such that their sum is the score where it can be one, rounded to what Moodle knows."""
    return {option: _nearest(weight) for option, weight in _weights(variant).items()}


def rounded_weights(variant: Variant) -> tuple[float, float] | None:
    """The weight that Moodle does not know, and the one that stands in; None if it knows all."""
    for weight in _weights(variant).values():
        if abs(weight - _nearest(weight)) > SAME / 10:
            return weight, _nearest(weight)
    return None


def _weights(variant: Variant) -> dict[str, float]:
    assert isinstance(variant.task, Choice)
    options = variant.task.options
    right = sum(option.correct for option in options)
    if variant.scheme is Scheme.WEIGHTS:
        alone = variant.kind is Kind.SINGLE
        return {option.id: 1.0 if alone and option.correct else option.weight for option in options}
    wrong = -_cost(variant, right, len(options) - right)
    return {option.id: 1 / right if option.correct else wrong for option in options}


def _cost(variant: Variant, right: int, wrong: int) -> float:
    """What a wrong option takes away."""
    if variant.kind is Kind.SINGLE:
        return variant.negative
    if variant.scheme in EXAMS:
        costs = {
            Scheme.EXAMS_FALSE: 1 / max(wrong, 1),
            Scheme.EXAMS_FALSE2: 1 / max(wrong, 2),
            Scheme.EXAMS_ALL: 1.0,
            Scheme.EXAMS_NONE: 0.0,
        }
        return costs.get(variant.scheme, 1 / right)
    return 1 / right  # as net-correct; the nearest to what has no weights


def _nearest(weight: float) -> float:
    size = min(_KNOWN, key=lambda known: abs(known - abs(weight)))
    return -size if weight < 0 else size


def by_weights(weights: Mapping[str, float]) -> Theirs:
    """As Moodle: a single option counts as it is, several are kept between 0 and 1."""

    def theirs(answer: Answer) -> float:
        if isinstance(answer, str):
            return weights[answer]
        return min(1.0, max(0.0, sum(weights[option] for option in answer or ())))

    return theirs


def net_correct(variant: Variant) -> Theirs:
    """As Canvas: right ones minus wrong ones, nothing below 0, and all or nothing for a single option."""
    assert isinstance(variant.task, Choice)
    right = {option.id for option in variant.task.options if option.correct}

    def theirs(answer: Answer) -> float:
        if isinstance(answer, str):
            return float(answer in right)
        hits = sum(1 if option in right else -1 for option in answer or ())
        return max(0.0, hits / len(right))

    return theirs


def all_or_nothing(variant: Variant) -> Theirs:
    right = right_answer(variant)
    return lambda answer: float(answer == right)


def each_in_place(variant: Variant) -> Theirs:
    """The share of pairs that are right, or of items at their place."""
    right = right_answer(variant)

    def theirs(answer: Answer) -> float:
        if isinstance(answer, dict) and isinstance(right, dict):
            return sum(answer.get(left) == wanted for left, wanted in right.items()) / len(right)
        assert isinstance(answer, list)
        assert isinstance(right, list)
        return sum(a == b for a, b in zip(answer, right, strict=True)) / len(right)

    return theirs


def difference(variant: Variant, theirs: Theirs) -> float:
    """The largest difference, as a share of the points, over answers of every sort."""
    return max((abs(score(variant, answer).share - theirs(answer)) for answer in _answers(variant)), default=0.0)


def _answers(variant: Variant) -> Iterator[Answer]:
    match variant.task:
        case Choice(options=options) if variant.kind is Kind.SINGLE:
            yield from (option.id for option in options)
        case Choice(options=options):
            right = [option.id for option in options if option.correct]
            wrong = [option.id for option in options if not option.correct]
            counts = ((hits, misses) for hits in range(len(right) + 1) for misses in range(len(wrong) + 1))
            yield from ([*right[:hits], *wrong[:misses]] for hits, misses in counts if hits or misses)
            yield from ([option] for option in right + wrong)  # options may have weights of their own
            yield from ([*right, option] for option in wrong)
        case Ordering(right=order):
            yield from (list(order[at:] + order[:at]) for at in range(len(order)))
            yield list(reversed(order))
        case Matching() as matching:
            yield from _matched(matching)


def _matched(matching: Matching) -> Iterator[dict[str, str]]:
    """So many right, so many wrong, the others left out."""
    lefts = list(matching.right)
    other = {left: next((r.id for r in matching.rights if r.id != right), "") for left, right in matching.right.items()}
    for hits in range(len(lefts) + 1):
        for end in range(hits, len(lefts) + 1):
            answer = {left: matching.right[left] for left in lefts[:hits]}
            answer |= {left: other[left] for left in lefts[hits:end] if other[left]}
            if answer:
                yield answer
