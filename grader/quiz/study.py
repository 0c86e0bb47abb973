"""How the questions of a quiz did, from what the gradebook holds: item analysis, who chose what, worries in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from grader.course.quizmodel import Choice, Matching, Ordering, Question, Quiz, Text
from grader.quiz.answers import is_blank, normalised
from grader.quiz.flags import Flag, OptionStats, distractors, flags
from grader.quiz.regrade import key_of, total
from grader.quiz.scoring import Mark
from grader.quiz.stats import Analysis, ItemStats, analyse
from grader.store import QuestionScore, QuizResult

MOST_ANSWERS = 5
_LONGEST = 60  # characters of an option's text

Plain = Callable[[str], str]  # Markdown as plain text


class Which(StrEnum):
    """Which attempts of each student are looked at."""

    FIRST = "first"
    LAST = "last"
    BEST = "best"
    ALL = "all"


@dataclass(frozen=True)
class Answered:
    """A wrong answer, and how many gave it."""

    text: str
    count: int


@dataclass(frozen=True)
class QuestionStudy:
    question: Question
    stats: ItemStats
    blank: int
    options: tuple[OptionStats, ...]  # of single and multiple questions, in the order of the quiz
    wrong: tuple[Answered, ...]  # of the others, the most frequent first
    flags: tuple[Flag, ...]


@dataclass(frozen=True)
class Study:
    quiz: Quiz
    which: Which
    students: int
    analysis: Analysis
    questions: tuple[QuestionStudy, ...]
    shares: tuple[float, ...]  # of each attempt, what share of the points it earned
    dropped: tuple[str, ...]
    stale: int  # attempts that were graded by another key


def study(quiz: Quiz, results: Iterable[QuizResult], which: Which, plain: Plain) -> Study:
    """Attempts that do not count are left out, and so are dropped questions."""
    counting = [result for result in results if result.questions and not result.problem]
    chosen = list(_chosen(quiz, counting, which))
    points = {question.id: question.points for question in quiz.questions if not question.dropped}
    marks = [{one.id: one.share * points[one.id] for one in result.questions if one.id in points} for result in chosen]
    analysis = analyse(marks, points)
    by_name = {question.id: question for question in quiz.questions}
    key = key_of(quiz)
    return Study(
        quiz=quiz,
        which=which,
        students=len({result.student for result in chosen}),
        analysis=analysis,
        questions=tuple(_question(by_name[item.item], item, chosen, marks, plain) for item in analysis.items),
        shares=tuple(earned / most if most else 0.0 for earned, most in (total(quiz, result) for result in chosen)),
        dropped=tuple(question.id for question in quiz.questions if question.dropped),
        stale=sum(result.key != key for result in chosen),
    )


def _chosen(quiz: Quiz, results: Sequence[QuizResult], which: Which) -> Iterator[QuizResult]:
    if which is Which.ALL:
        yield from results
        return
    mine: dict[str, list[QuizResult]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.attempt):
        mine[result.student].append(result)
    for tries in mine.values():
        if which is Which.BEST:
            yield max(tries, key=lambda result: total(quiz, result)[0])
        else:
            yield tries[0 if which is Which.FIRST else -1]


def _question(
    question: Question,
    item: ItemStats,
    results: Sequence[QuizResult],
    marks: Sequence[dict[str, float]],
    plain: Plain,
) -> QuestionStudy:
    asked = [(_score(result, question.id), mine) for result, mine in zip(results, marks, strict=True)]
    here = [(found, sum(mine.values()) - mine[question.id]) for found, mine in asked if found is not None]
    options = _options(question, here, plain)
    return QuestionStudy(
        question=question,
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


def _wrong(question: Question, scores: Sequence[QuestionScore], plain: Plain) -> Iterator[Answered]:
    """Numbers that were drawn differ from paper to paper, so their answers cannot be counted together."""
    if isinstance(question.task, Choice) or question.parameters:
        return
    missed = [one.answer for one in scores if one.mark in (Mark.WRONG, Mark.PARTLY)]
    counted = Counter(text for answer in missed for text in _texts(question, answer, plain))
    for text, count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_ANSWERS]:
        yield Answered(text, count)


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
