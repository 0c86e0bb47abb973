"""Item analysis: statistics about each question of a quiz, and which questions need a look.

The statistics are those of Moodle, as pure functions of a table of marks: x is an item's mark, T an attempt's total,
o = T − x, and variances are over s − 1. What has no value (one attempt, a zero denominator) is None, never an error.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from statistics import fmean, median
from typing import Any

from grader.course.quiz_model import Choice, Matching, Ordering, Question, QuestionKind, Quiz, Text
from grader.gradebook import QuestionScore, QuizResult
from grader.quiz.answers import is_blank, normalised
from grader.quiz.flags import ItemAnswers, ItemFlag, flags
from grader.quiz.grading import key_of, total
from grader.quiz.scoring import AnswerMark

NOTHING = 1e-12  # a denominator below this is only rounding
MOST_ANSWERS = 5
_LONGEST = 60  # characters of an option's text

Marks = Mapping[str, float | None]  # item → mark; None, or missing: not on this paper. A blank answer has mark 0.
Plain = Callable[[str], str]  # Markdown as plain text


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


def analyse(attempts: Sequence[Marks], max_marks: Mapping[str, float]) -> tuple[QuizStats, list[ItemStats]]:
    """Return the statistics of the quiz, and of every item of `max_marks`."""
    totals = [math.fsum(mark for mark in marks.values() if mark is not None) for marks in attempts]
    columns: dict[str, tuple[list[float], list[float]]] = {}  # an item's marks, and the totals of the same attempts
    for item in max_marks:
        had = [(marks.get(item), total) for marks, total in zip(attempts, totals, strict=True)]
        pairs = [(mark, total) for mark, total in had if mark is not None]
        columns[item] = [mark for mark, _ in pairs], [total for _, total in pairs]
    shares = {item: _root(covariance(*column)) for item, column in columns.items()}
    whole = sum(share for share in shares.values() if share is not None)
    full = sum(max_marks.values())
    items = []
    for item, (x, here) in columns.items():
        others = [total - mark for mark, total in zip(x, here, strict=True)]
        joint = covariance(x, others)
        items.append(
            ItemStats(
                item=item,
                attempts=len(x),
                max_mark=max_marks[item],
                facility=_over(fmean(x), max_marks[item]) if x else None,
                sd=_root(covariance(x, x)),
                intended_weight=_percent(max_marks[item], full),
                effective_weight=_percent(shares[item], whole),
                discrimination=_percent(joint, _root(_product(covariance(x, x), covariance(others, others)))),
                efficiency=_percent(joint, covariance(sorted(x), sorted(others))),
            )
        )
    consistency = _consistency([x for x, _ in columns.values()], totals)
    sd = _root(covariance(totals, totals))
    error_ratio = None if consistency is None else _product(100, _root(1 - consistency / 100))
    quiz = QuizStats(
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
    return quiz, items


def _consistency(columns: Sequence[Sequence[float]], totals: Sequence[float]) -> float | None:
    """Only if every attempt had the same items: it has no meaning with pools."""
    variances = [covariance(x, x) for x in columns if len(x) == len(totals)]
    known = [variance for variance in variances if variance is not None]
    if len(known) < len(columns):
        return None
    left = _over(math.fsum(known), covariance(totals, totals))
    return None if left is None else _product(100 * (1 - left), _over(len(columns), len(columns) - 1))


def covariance(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Return the covariance over s − 1; None for fewer than two values."""
    if len(a) < 2:
        return None
    mean_a, mean_b = fmean(a), fmean(b)
    return math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True)) / (len(a) - 1)


def skewness(totals: Sequence[float]) -> float | None:
    """Return the skewness; None for fewer than three values, or if all are equal."""
    s, k2 = len(totals), covariance(totals, totals)
    if s < 3 or k2 is None or k2 < NOTHING:
        return None
    return s**2 * _moment(totals, 3) / ((s - 1) * (s - 2)) / math.pow(k2, 1.5)


def kurtosis(totals: Sequence[float]) -> float | None:
    """Return the kurtosis; None for fewer than four values, or if all are equal."""
    s, k2 = len(totals), covariance(totals, totals)
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


@dataclass(frozen=True)
class OptionStats:
    """One option. `best` and `worst`: the share that chose it in the third that did best, and worst, in the rest."""

    option: str
    right: bool
    chosen: int
    share: float | None
    mean_elsewhere: float | None
    best: float | None
    worst: float | None


def distractors(
    options: Mapping[str, bool], chosen: Sequence[Collection[str]], elsewhere: Sequence[float]
) -> tuple[OptionStats, ...]:
    """Return who chose which option.

    `options`: id → whether it is right. `chosen`: the ids each attempt chose. `elsewhere`: its marks on the rest.
    """
    order = sorted(range(len(chosen)), key=lambda attempt: elsewhere[attempt])
    third = len(order) // 3
    worst, best = order[:third], order[len(order) - third :]

    def share(option: str, attempts: Collection[int]) -> float | None:
        return sum(option in chosen[attempt] for attempt in attempts) / len(attempts) if attempts else None

    found = []
    for option, right in options.items():
        who = [elsewhere[attempt] for attempt in order if option in chosen[attempt]]
        mean, (everyone, top, bottom) = fmean(who) if who else None, (share(option, a) for a in (order, best, worst))
        found.append(OptionStats(option, right, len(who), everyone, mean, top, bottom))
    return tuple(found)


class WhichAttempts(StrEnum):
    """Which attempts of each student are analysed."""

    FIRST = "first"
    LAST = "last"
    BEST = "best"
    ALL = "all"


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong answer, and how many students gave it."""

    text: str
    count: int


@dataclass(frozen=True)
class QuestionAnalysis:
    """One question: statistics, answers and flags."""

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
            "flags": [asdict(flag) for flag in self.flags],
        }


@dataclass(frozen=True)
class ItemAnalysis:
    """The questions of a quiz in the attempts that were chosen."""

    quiz: Quiz
    which: WhichAttempts
    students: int
    whole: QuizStats
    questions: tuple[QuestionAnalysis, ...]
    shares: tuple[float, ...]  # of the points, per attempt
    dropped: tuple[str, ...]
    stale: int  # attempts graded by another key

    def to_json(self) -> dict[str, Any]:
        """`grader quiz stats --json`, schema 1."""
        return {
            "schema": 1,
            "quiz": self.quiz.id,
            "attempts": self.which.value,
            "students": self.students,
            "whole": asdict(self.whole),
            "questions": [question.to_json() for question in self.questions],
            "dropped": list(self.dropped),
            "stale": self.stale,
        }


def study(quiz: Quiz, results: Iterable[QuizResult], which: WhichAttempts, plain: Plain) -> ItemAnalysis:
    """Return the item analysis of a quiz, without dropped questions and without attempts that do not count."""
    counting = [result for result in results if result.questions and not result.problem]
    chosen = counting if which is WhichAttempts.ALL else _one_per_student(quiz, counting, which)
    points = {question.id: question.points for question in quiz.questions if not question.dropped}
    marks = [{one.id: one.share * points[one.id] for one in result.questions if one.id in points} for result in chosen]
    whole, items = analyse(marks, points)
    by_name = {question.id: question for question in quiz.questions}
    key = key_of(quiz)
    return ItemAnalysis(
        quiz=quiz,
        which=which,
        students=len({result.student for result in chosen}),
        whole=whole,
        questions=tuple(_question(by_name[item.item], item, chosen, marks, len(items), plain) for item in items),
        shares=tuple(earned / most if most else 0.0 for earned, most in (total(quiz, result) for result in chosen)),
        dropped=tuple(question.id for question in quiz.questions if question.dropped),
        stale=sum(result.key != key for result in chosen),
    )


def _one_per_student(quiz: Quiz, results: Sequence[QuizResult], which: WhichAttempts) -> list[QuizResult]:
    attempts: dict[str, list[QuizResult]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.attempt):
        attempts[result.student].append(result)
    if which is WhichAttempts.BEST:
        return [max(mine, key=lambda result: total(quiz, result)[0]) for mine in attempts.values()]
    return [mine[0 if which is WhichAttempts.FIRST else -1] for mine in attempts.values()]


def _question(
    question: Question,
    item: ItemStats,
    results: Sequence[QuizResult],
    marks: Sequence[dict[str, float]],
    questions: int,
    plain: Plain,
) -> QuestionAnalysis:
    asked = [
        (result, one, sum(mine.values()) - mine[question.id])
        for result, mine in zip(results, marks, strict=True)
        for one in result.questions
        if one.id == question.id
    ]
    scores = [one for _, one, _ in asked]
    everybody = _answers(question, [(one, rest) for _, one, rest in asked], plain)
    wrong: Counter[str] = Counter()
    if not (everybody.options or question.parameters):  # drawn numbers differ, so answers cannot be counted together
        missed = [one.answer for one in scores if one.mark in (AnswerMark.WRONG, AnswerMark.PARTLY)]
        wrong.update(text for answer in missed for text in _texts(question, answer, plain))
    most_frequent = sorted(wrong.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_ANSWERS]
    # Of one student only the first of several attempts says something about chance.
    once = {result.student: (one, rest) for result, one, rest in sorted(asked, key=lambda row: -row[0].attempt)}
    return QuestionAnalysis(
        question=question,
        prompt=plain(question.prompt),
        stats=item,
        blank=sum(is_blank(one.answer) for one in scores),
        options=distractors(everybody.options, everybody.chosen, everybody.elsewhere),
        wrong=tuple(WrongAnswer(text, count) for text, count in most_frequent),
        flags=flags(_answers(question, tuple(once.values()), plain), questions),
    )


def _answers(question: Question, asked: Sequence[tuple[QuestionScore, float]], plain: Plain) -> ItemAnswers:
    """By the texts of options, because an id means nothing to a person."""
    shares, elsewhere = [one.share for one, _ in asked], [rest for _, rest in asked]
    if not isinstance(question.task, Choice):
        texts = ["" if question.parameters else ", ".join(_texts(question, one.answer, plain)) for one, _ in asked]
        texts = [text or "right" * (share == 1) for text, share in zip(texts, shares, strict=True)]
        return ItemAnswers(shares, texts, elsewhere, _ways(question))
    names = {option.id: _short(plain(option.text)) for option in question.task.options}
    if len(set(names.values())) < len(names):
        names = {name: f"{text} [{name}]" for name, text in names.items()}
    chosen = [_picked(one.answer, names) for one, _ in asked]
    return ItemAnswers(
        shares=shares,
        answers=[", ".join(mine) for mine in chosen],
        elsewhere=elsewhere,
        ways=_ways(question),
        options={names[option.id]: option.correct for option in question.task.options},
        chosen=chosen,
    )


def _ways(question: Question) -> int:
    """How many answers a guess is taken from; 0 if it is typed."""
    match question.task:
        case Choice(options=options):
            return len(options) if question.kind is QuestionKind.SINGLE else (1 << len(options)) - 1
        case Ordering(items=items):
            return math.factorial(len(items))
        case Matching(lefts=lefts, rights=rights):
            return int(len(rights) ** len(lefts))
    return 0


def _picked(answer: object, names: Mapping[str, str]) -> list[str]:
    chosen = [answer] if isinstance(answer, str) else answer if isinstance(answer, list) else []
    return [text for name, text in names.items() if name in chosen]


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
