"""What an answer earns, and the feedback on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from grader.course.quiz_model import Choice, Matching, Ordering, QuestionKind, Scheme, Text
from grader.errors import UsageError
from grader.quiz.answers import Answer, NotUnderstood, answer_problem, chosen_ids, is_blank, normalised, read_number
from grader.quiz.paper import Number, Paper, Variant


class AnswerMark(StrEnum):
    """Whether an answer is right. No answer is not a wrong one."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    BLANK = "blank"
    DROPPED = "dropped"


@dataclass(frozen=True)
class Score:
    """What an answer earns; `share` of the points is from −1 to 1. `note`: why a number could not be read."""

    mark: AnswerMark
    share: float
    points: float
    max_points: float
    note: str = ""


@dataclass(frozen=True)
class PaperScore:
    """All answers of one paper. The total never falls below 0."""

    points: float
    max_points: float
    scores: Mapping[str, Score]

    @property
    def share(self) -> float:
        return self.points / self.max_points if self.max_points else 0.0


def score_paper(paper: Paper, answers: Mapping[str, Answer]) -> PaperScore:
    """Return the scores of a paper. `answers` by question id; a question that is missing there has no answer."""
    scores = {variant.id: score(variant, answers.get(variant.id)) for variant in paper.questions}
    return PaperScore(max(0.0, sum(s.points for s in scores.values())), paper.max_points, scores)


def score(variant: Variant, answer: Answer) -> Score:
    """Return what an answer earns. UsageError if it cannot be an answer to this question, or the quiz has no key."""
    if variant.sealed:
        raise UsageError(f"question '{variant.id}' has no key here; grade it with the full course")
    if variant.question.dropped:
        return Score(AnswerMark.DROPPED, 0.0, 0.0, 0.0)
    if is_blank(answer):
        return Score(AnswerMark.BLANK, 0.0, 0.0, variant.points)
    problem = answer_problem(variant, answer)
    if problem and not (isinstance(variant.task, Number) and isinstance(answer, str)):
        raise UsageError(f"question '{variant.id}': {problem}")
    share = (-variant.question.negative if problem else _share(variant, answer)) + 0.0  # minus zero becomes zero
    mark = AnswerMark.RIGHT if share == 1 else AnswerMark.PARTLY if share > 0 else AnswerMark.WRONG
    return Score(mark, share, share * variant.points, variant.points, problem)


def _share(variant: Variant, answer: Answer) -> float:
    match variant.task, answer:
        case Choice() as choice, _:
            return _choice(variant, choice, set(chosen_ids(answer)))
        case Number() as number, str():
            return _all_or(variant, number.span is not None and read_number(answer, number) in number.span)
        case Text() as text, str():
            accepted = {normalised(right, text.ignore) for right in text.accept}
            return _all_or(variant, normalised(answer, text.ignore) in accepted)
        case Ordering(right=right), list():
            if variant.question.scheme is Scheme.ALL_OR_NOTHING:
                return _all_or(variant, answer == list(right))
            if variant.question.scheme is Scheme.PLACES:
                return sum(a == b for a, b in zip(answer, right, strict=True)) / len(right)
            place = {item: index for index, item in enumerate(right)}
            signs = [1 if place[a] < place[b] else -1 for a, b in combinations(answer, 2)]
            return max(-variant.question.negative, sum(signs) / len(signs))
        case Matching(right=key), dict():  # left sides without an answer are blank: neither right nor wrong
            hits = sum(key[left] == chosen for left, chosen in answer.items())
            if variant.question.scheme is Scheme.ALL_OR_NOTHING:
                return _all_or(variant, hits == len(key))
            if variant.question.scheme is Scheme.NET_CORRECT:
                return max(-variant.question.negative, (2 * hits - len(answer)) / len(key))
            return hits / len(key)
    raise UsageError(f"question '{variant.id}' cannot be answered like this")


def _all_or(variant: Variant, right: bool) -> float:
    return 1.0 if right else -variant.question.negative


def _choice(variant: Variant, choice: Choice, chosen: set[str]) -> float:
    right = {option.id for option in choice.options if option.correct}
    tp, fp, fn = len(chosen & right), len(chosen - right), len(right - chosen)
    match variant.question.scheme:
        case Scheme.ALL_OR_NOTHING:
            return _all_or(variant, chosen == right)
        case Scheme.EVERY_DECISION:
            return 1 - (fp + fn) / len(choice.options)
        case Scheme.COVERAGE:
            return (tp / len(right)) * (tp / len(chosen))
        case Scheme.WEIGHTS:
            # As Moodle: one option counts as it is, several are kept between the floor and 1.
            total = 1.0 if chosen == right else sum(option.weight for option in choice.options if option.id in chosen)
            return total if variant.kind is QuestionKind.SINGLE else min(1.0, max(-variant.question.negative, total))
        case Scheme.NET_CORRECT:
            return max(-variant.question.negative, (tp - fp) / len(right))
    cost = exams_cost(variant.question.scheme, len(right), len(choice.options) - len(right))
    return 1.0 if chosen == right else max(-variant.question.negative, tp / len(right) - fp * cost)


def exams_cost(scheme: Scheme, right: int, wrong: int) -> float:
    """Return what a wrongly chosen option costs in R/exams, as a share of the points."""
    costs = {
        Scheme.EXAMS_FALSE: 1 / max(wrong, 1),
        Scheme.EXAMS_FALSE2: 1 / max(wrong, 2),
        Scheme.EXAMS_TRUE: 1 / right,
        Scheme.EXAMS_ALL: 1.0,
        Scheme.EXAMS_NONE: 0.0,
    }
    return costs[scheme]


@dataclass(frozen=True)
class OptionFeedback:
    """One part of an answer. `chosen` is False for a right option that was missed; `text` may be empty."""

    right: bool
    chosen: bool
    text: str
    feedback: str = ""


def remarks(variant: Variant, answer: Answer) -> tuple[OptionFeedback, ...]:
    """Return the feedback on each part of an answer; empty without an answer, or if the quiz has no key."""
    return () if variant.sealed or is_blank(answer) else tuple(_remarks(variant, answer))


def _remarks(variant: Variant, answer: Answer) -> Iterator[OptionFeedback]:
    match variant.task, answer:
        case Choice() as choice, _:
            chosen = chosen_ids(answer)
            for option in choice.options:
                if option.id in chosen or option.correct:
                    yield OptionFeedback(option.correct, option.id in chosen, option.text, option.feedback)
        case Number() as number, str():
            try:
                value = read_number(answer, number)
                known = [(number.span, ""), *number.mistakes]
                feedback = next((text for span, text in known if span and value in span), "")
            except NotUnderstood as problem:
                feedback = str(problem)
            if feedback:
                yield OptionFeedback(False, True, "", feedback)
        case Text() as text, str():
            given = normalised(answer, text.ignore)
            if given not in {normalised(right, text.ignore) for right in text.accept}:
                for mistake in text.mistakes:
                    if given == normalised(str(mistake.answer), text.ignore):
                        yield OptionFeedback(False, True, "", mistake.feedback)
                        return
        case Ordering() as ordering, list():
            texts = {item.id: item.text for item in ordering.items}
            for mine, right in zip(answer, ordering.right, strict=True):
                yield OptionFeedback(mine == right, True, texts[mine])
        case Matching() as matching, dict():
            texts = {item.id: item.text for item in matching.rights}
            for left in matching.lefts:
                if left.id in answer:
                    match_id = answer[left.id]
                    yield OptionFeedback(match_id == matching.right[left.id], True, f"{left.text} → {texts[match_id]}")
