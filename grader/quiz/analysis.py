"""Item analysis: figures about each question of a quiz, and which questions need a look."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from statistics import fmean, median
from typing import Any

from grader.course.quiz_model import Choice, Matching, Ordering, Question, Quiz, Text
from grader.gradebook import QuestionScore, QuizResult
from grader.quiz.answers import is_blank, normalised
from grader.quiz.grading import key_of, total
from grader.quiz.scoring import AnswerMark

# ---- Item analysis as Moodle does it: pure functions of a table of marks.
#
# x is an item's mark, T an attempt's total, o = T − x. Variances are over s − 1. What has no value (one
# attempt, a zero denominator) is None, never an error.


NOTHING = 1e-12  # a denominator below this is only rounding


@dataclass(frozen=True)
class ItemStats:
    """One question over all attempts that had it. Everything but facility, SD and counts is in percent."""

    item: str
    attempts: int
    max_mark: float
    facility: float | None
    sd: float | None
    intended_weight: float | None
    effective_weight: float | None
    discrimination: float | None
    efficiency: float | None


@dataclass(frozen=True)
class QuizStats:
    """All attempts together. Marks, not percents, but for consistency and error ratio."""

    attempts: int
    mean: float | None
    median: float | None
    sd: float | None
    skewness: float | None
    kurtosis: float | None
    consistency: float | None  # coefficient of internal consistency (Cronbach's α in percent)
    error_ratio: float | None
    standard_error: float | None


@dataclass(frozen=True)
class ClassicalStatistics:
    quiz: QuizStats
    items: tuple[ItemStats, ...]


Marks = Mapping[str, float | None]  # item → mark; None, or missing: not on this paper. A blank answer has mark 0.


def analyse(
    attempts: Sequence[Marks], max_marks: Mapping[str, float], totals: Sequence[float] | None = None
) -> ClassicalStatistics:
    """Every item of `max_marks`, and the quiz. `totals` of the attempts are by default the sums of their marks."""
    if totals is None:
        totals = [math.fsum(mark for mark in marks.values() if mark is not None) for marks in attempts]
    # √cov(x, T); None where that is negative
    shares = {item: _root(covariance(*_columns(attempts, totals, item))) for item in max_marks}
    whole = sum(share for share in shares.values() if share is not None)
    full = sum(max_marks.values())
    items = tuple(
        _item(item, *_columns(attempts, totals, item), max_marks[item], full, _percent(shares[item], whole))
        for item in max_marks
    )
    return ClassicalStatistics(_quiz(attempts, totals, list(max_marks)), items)


def _item(
    item: str, x: list[float], totals: list[float], max_mark: float, full: float, effective: float | None
) -> ItemStats:
    others = [total - mark for mark, total in zip(x, totals, strict=True)]
    joint = covariance(x, others)
    return ItemStats(
        item=item,
        attempts=len(x),
        max_mark=max_mark,
        facility=_over(fmean(x), max_mark) if x else None,
        sd=_root(covariance(x, x)),
        intended_weight=_percent(max_mark, full),
        effective_weight=effective,
        discrimination=_percent(joint, _root(_product(covariance(x, x), covariance(others, others)))),
        efficiency=_percent(joint, covariance(sorted(x), sorted(others))),
    )


def _columns(attempts: Sequence[Marks], totals: Sequence[float], item: str) -> tuple[list[float], list[float]]:
    """The item's marks, and the totals of the attempts that had it."""
    pairs = [(marks.get(item), total) for marks, total in zip(attempts, totals, strict=True)]
    had = [(mark, total) for mark, total in pairs if mark is not None]
    return [mark for mark, _ in had], [total for _, total in had]


def _quiz(attempts: Sequence[Marks], totals: Sequence[float], items: Sequence[str]) -> QuizStats:
    consistency = _consistency(attempts, totals, items)
    sd = _root(covariance(totals, totals))
    error_ratio = None if consistency is None else _product(100, _root(1 - consistency / 100))
    return QuizStats(
        attempts=len(totals),
        mean=fmean(totals) if totals else None,
        median=median(totals) if totals else None,
        sd=sd,
        skewness=skewness(totals),
        kurtosis=kurtosis(totals),
        consistency=consistency,
        error_ratio=error_ratio,
        standard_error=_over(_product(error_ratio, sd), 100),
    )


def _consistency(attempts: Sequence[Marks], totals: Sequence[float], items: Sequence[str]) -> float | None:
    """Only where everybody had the same items: with pools it has no meaning."""
    if any(marks.get(item) is None for marks in attempts for item in items):
        return None
    single = [covariance(x, x) for x in (_columns(attempts, totals, item)[0] for item in items)]
    if any(variance is None for variance in single):
        return None
    left = _over(math.fsum(variance for variance in single if variance is not None), covariance(totals, totals))
    factor = _over(len(items), len(items) - 1)
    return None if left is None else _product(100 * (1 - left), factor)


def covariance(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Over s − 1; None for fewer than two."""
    if len(a) < 2:
        return None
    mean_a, mean_b = fmean(a), fmean(b)
    return math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True)) / (len(a) - 1)


def skewness(totals: Sequence[float]) -> float | None:
    s = len(totals)
    k2 = covariance(totals, totals)
    if s < 3 or k2 is None or k2 < NOTHING:
        return None
    return s**2 * _moment(totals, 3) / ((s - 1) * (s - 2)) / math.pow(k2, 1.5)


def kurtosis(totals: Sequence[float]) -> float | None:
    s = len(totals)
    k2 = covariance(totals, totals)
    if s < 4 or k2 is None or k2 < NOTHING:
        return None
    m2, m4 = _moment(totals, 2), _moment(totals, 4)
    return s**2 * ((s + 1) * m4 - 3 * (s - 1) * m2**2) / ((s - 1) * (s - 2) * (s - 3)) / k2**2


def _moment(totals: Sequence[float], power: int) -> float:
    mean = fmean(totals)
    return fmean((total - mean) ** power for total in totals)


def _root(value: float | None) -> float | None:
    return None if value is None or value < 0 else math.sqrt(value)


def _product(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a * b


def _over(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None or abs(b) < NOTHING else a / b


def _percent(a: float | None, b: float | None) -> float | None:
    return _product(100, _over(a, b))


# ---- Which options were chosen by whom, and what that says about a question, in words.


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


class FlagKind(StrEnum):
    TOO_EASY = "too-easy"
    TOO_HARD = "too-hard"
    NEGATIVE_DISCRIMINATION = "negative-discrimination"
    LIKELY_WRONG_KEY = "likely-wrong-key"
    NEVER_CHOSEN = "never-chosen"


@dataclass(frozen=True)
class ItemFlag:
    worry: FlagKind
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


def flags(item: ItemStats, options: Sequence[OptionStats] = ()) -> tuple[ItemFlag, ...]:
    """What an author should look at; nothing on few attempts."""
    return tuple(_flags(item, options)) if item.attempts >= FEWEST else ()


def _flags(item: ItemStats, options: Sequence[OptionStats]) -> Iterator[ItemFlag]:
    if item.facility is not None and item.facility >= EASY:
        yield ItemFlag(
            FlagKind.TOO_EASY, f"Too easy: {item.facility:.0%} of its points were earned, so it tells nobody apart."
        )
    if item.facility is not None and item.facility <= HARD:
        yield ItemFlag(FlagKind.TOO_HARD, f"Too hard: only {max(item.facility, 0):.0%} of its points were earned.")
    if item.discrimination is not None and item.discrimination < 0:
        yield ItemFlag(
            FlagKind.NEGATIVE_DISCRIMINATION,
            f"Those who did well elsewhere did worse here (discrimination {item.discrimination:.0f} %): "
            "the question may mislead, or its key may be wrong.",
        )
    yield from _option_flags(options)


def _option_flags(options: Sequence[OptionStats]) -> Iterator[ItemFlag]:
    """The key is in doubt if the best chose a wrong option more often than any right one, and than the worst did."""
    right = max((option.best or 0.0 for option in options if option.right), default=0.0)
    for option in options:
        if option.right or option.best is None or option.worst is None:
            continue
        if option.best > right and option.best > option.worst:
            yield ItemFlag(
                FlagKind.LIKELY_WRONG_KEY,
                f"The key is likely wrong: of the best third, {option.best:.0%} chose '{option.option}' "
                f"and {right:.0%} the option marked right.",
            )
        if not option.chosen:
            yield ItemFlag(FlagKind.NEVER_CHOSEN, f"Nobody chose '{option.option}': it distracts nobody.")


# ---- How the questions of a quiz did, from what the gradebook holds: item analysis, who chose what, worries in
# words.


MOST_ANSWERS = 5
_LONGEST = 60  # characters of an option's text

Plain = Callable[[str], str]  # Markdown as plain text


class WhichAttempts(StrEnum):
    """Which attempts of each student are looked at."""

    FIRST = "first"
    LAST = "last"
    BEST = "best"
    ALL = "all"


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong answer, and how many gave it."""

    text: str
    count: int


@dataclass(frozen=True)
class QuestionAnalysis:
    question: Question
    prompt: str  # as plain text
    stats: ItemStats
    blank: int
    options: tuple[OptionStats, ...]  # of single and multiple questions, in the order of the quiz
    wrong: tuple[WrongAnswer, ...]  # of the others, the most frequent first
    flags: tuple[ItemFlag, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.question.id,
            "type": self.question.kind.value,
            **{name: value for name, value in asdict(self.stats).items() if name != "item"},
            "blank": self.blank,
            "options": [asdict(option) for option in self.options],
            "wrong": [asdict(answer) for answer in self.wrong],
            "flags": [{"worry": flag.worry.value, "sentence": flag.sentence} for flag in self.flags],
        }


@dataclass(frozen=True)
class ItemAnalysis:
    quiz: Quiz
    which: WhichAttempts
    students: int
    analysis: ClassicalStatistics
    questions: tuple[QuestionAnalysis, ...]
    shares: tuple[float, ...]  # of each attempt, what share of the points it earned
    dropped: tuple[str, ...]
    stale: int  # attempts that were graded by another key

    def to_json(self) -> dict[str, Any]:
        """`grader quiz stats --json`, schema 1."""
        return {
            "schema": 1,
            "quiz": self.quiz.id,
            "attempts": self.which.value,
            "students": self.students,
            "whole": asdict(self.analysis.quiz),
            "questions": [question.to_json() for question in self.questions],
            "dropped": list(self.dropped),
            "stale": self.stale,
        }


def study(quiz: Quiz, results: Iterable[QuizResult], which: WhichAttempts, plain: Plain) -> ItemAnalysis:
    """Attempts that do not count are left out, and so are dropped questions."""
    counting = [result for result in results if result.questions and not result.problem]
    chosen = list(_chosen(quiz, counting, which))
    points = {question.id: question.points for question in quiz.questions if not question.dropped}
    marks = [{one.id: one.share * points[one.id] for one in result.questions if one.id in points} for result in chosen]
    analysis = analyse(marks, points)
    by_name = {question.id: question for question in quiz.questions}
    key = key_of(quiz)
    return ItemAnalysis(
        quiz=quiz,
        which=which,
        students=len({result.student for result in chosen}),
        analysis=analysis,
        questions=tuple(_question(by_name[item.item], item, chosen, marks, plain) for item in analysis.items),
        shares=tuple(earned / most if most else 0.0 for earned, most in (total(quiz, result) for result in chosen)),
        dropped=tuple(question.id for question in quiz.questions if question.dropped),
        stale=sum(result.key != key for result in chosen),
    )


def _chosen(quiz: Quiz, results: Sequence[QuizResult], which: WhichAttempts) -> Iterator[QuizResult]:
    if which is WhichAttempts.ALL:
        yield from results
        return
    mine: dict[str, list[QuizResult]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.attempt):
        mine[result.student].append(result)
    for tries in mine.values():
        if which is WhichAttempts.BEST:
            yield max(tries, key=lambda result: total(quiz, result)[0])
        else:
            yield tries[0 if which is WhichAttempts.FIRST else -1]


def _question(
    question: Question,
    item: ItemStats,
    results: Sequence[QuizResult],
    marks: Sequence[dict[str, float]],
    plain: Plain,
) -> QuestionAnalysis:
    asked = [(_score(result, question.id), mine) for result, mine in zip(results, marks, strict=True)]
    here = [(found, sum(mine.values()) - mine[question.id]) for found, mine in asked if found is not None]
    options = _options(question, here, plain)
    return QuestionAnalysis(
        question=question,
        prompt=plain(question.prompt),
        stats=item,
        blank=sum(is_blank(found.answer) for found, _ in here),
        options=options,
        wrong=tuple(_wrong(question, [found for found, _ in here], plain)),
        flags=flags(item, options),
    )


def _score(result: QuizResult, question: str) -> QuestionScore | None:
    return next((one for one in result.questions if one.id == question), None)


def _options(question: Question, here: Sequence[tuple[QuestionScore, float]], plain: Plain) -> tuple[OptionStats, ...]:
    """By their texts: an id says nothing to a person."""
    if not isinstance(question.task, Choice):
        return ()
    texts = {option.id: _short(plain(option.text)) for option in question.task.options}
    if len(set(texts.values())) < len(texts):
        texts = {name: f"{text} [{name}]" for name, text in texts.items()}
    right = {texts[option.id]: option.correct for option in question.task.options}
    chosen = [_ids(found.answer) for found, _ in here]
    elsewhere = [rest for _, rest in here]
    return distractors(right, [{texts[name] for name in ids if name in texts} for ids in chosen], elsewhere)


def _ids(answer: object) -> list[str]:
    if isinstance(answer, str):
        return [answer]
    return list(answer) if isinstance(answer, list) else []


def _wrong(question: Question, scores: Sequence[QuestionScore], plain: Plain) -> Iterator[WrongAnswer]:
    """Numbers that were drawn differ from paper to paper, so their answers cannot be counted together."""
    if isinstance(question.task, Choice) or question.parameters:
        return
    missed = [one.answer for one in scores if one.mark in (AnswerMark.WRONG, AnswerMark.PARTLY)]
    counted = Counter(text for answer in missed for text in _texts(question, answer, plain))
    for text, count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_ANSWERS]:
        yield WrongAnswer(text, count)


def _texts(question: Question, answer: object, plain: Plain) -> Iterator[str]:
    match question.task, answer:
        case Ordering(items=items), list():
            texts = {item.id: _short(plain(item.text), 30) for item in items}
            yield " → ".join(texts.get(name, "?") for name in answer)
        case Matching(lefts=lefts, rights=rights, right=right), dict():
            texts = {item.id: _short(plain(item.text)) for item in (*lefts, *rights)}
            yield from (f"{texts[a]} → {texts.get(b, '?')}" for a, b in answer.items() if a in right and right[a] != b)
        case Text(ignore=ignore), str():
            yield _short(normalised(answer, ignore))
        case _, str():
            yield _short(" ".join(answer.split()))


def _short(text: str, most: int = _LONGEST) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
