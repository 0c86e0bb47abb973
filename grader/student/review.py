"""Review: which missed questions are due, and when each is asked again (FSRS).

Cards are stored by "quiz/question". A right answer counts as "good", everything else as "again".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec

from grader.course.quiz_model import FeedbackTime, Purpose, Question, Quiz
from grader.quiz.paper import Paper, draw_question, seed_for
from grader.quiz.scoring import AnswerMark, Score
from grader.student.state import Card

AGAIN_AFTER = timedelta(minutes=10)


class ReviewQuestion(NamedTuple):
    """A question that may be asked again."""

    quiz: Quiz
    question: Question


def askable(quizzes: Iterable[Quiz], finished: Iterable[str]) -> dict[str, ReviewQuestion]:
    """Return questions by key: of a graded quiz only if it was submitted and its answers may be shown."""
    done = set(finished)
    found: dict[str, ReviewQuestion] = {}
    for quiz in quizzes:
        shown = quiz.purpose is Purpose.PRACTICE or (quiz.id in done and quiz.feedback is not FeedbackTime.NEVER)
        if shown and not quiz.sealed:
            asked = [question for question in quiz.questions if not question.dropped]
            found |= {f"{quiz.id}/{question.id}": ReviewQuestion(quiz, question) for question in asked}
    return found


def brought_up(
    cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion], met: Mapping[str, int], now: datetime
) -> dict[str, Card]:
    """Return the cards; questions about a misconception met since are due now. `met`: "exercise/name" → how often."""
    found = dict(cards)
    for key, asked in known.items():
        times = sum(met.get(name, 0) for name in asked.question.misconceptions)
        card = found.get(key)
        if times > (card.met if card else 0):
            found[key] = msgspec.structs.replace(card or Card(now), due=now, met=times)
    return found


def after_answer(cards: Mapping[str, Card], key: str, score: Score, now: datetime) -> dict[str, Card]:
    """Return the cards after an answer.

    A question that was never missed needs no card, and a right answer before the card is due changes nothing.
    """
    card, right = cards.get(key), score.mark is AnswerMark.RIGHT
    if score.mark is AnswerMark.DROPPED or (right and (card is None or card.due > now)):
        return dict(cards)
    return {**cards, key: rated(card, right, now)}


def rated(card: Card | None, right: bool, now: datetime) -> Card:
    """Return the card after an answer at this time."""
    import fsrs

    before = card or Card(now)
    scheduler = fsrs.Scheduler(learning_steps=(AGAIN_AFTER,), relearning_steps=(AGAIN_AFTER,), enable_fuzzing=False)
    after, _ = scheduler.review_card(
        fsrs.Card(
            card_id=0,
            state=fsrs.State(before.state),
            step=before.step,
            stability=before.stability,
            difficulty=before.difficulty,
            due=before.due,
            last_review=before.last,
        ),
        fsrs.Rating.Good if right else fsrs.Rating.Again,
        now.astimezone(UTC),
    )
    return msgspec.structs.replace(
        before,
        due=after.due,
        last=now.astimezone(UTC),
        state=int(after.state),
        step=after.step,
        stability=after.stability,
        difficulty=after.difficulty,
        asked=before.asked + 1,
    )


def due_now(
    cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion], now: datetime, ahead: bool = False
) -> list[str]:
    """Return the keys of questions to ask, the longest overdue first. `ahead`: also those not due yet."""
    found = [key for key, card in cards.items() if key in known and (ahead or card.due <= now)]
    return sorted(found, key=lambda key: (cards[key].due, key))


def next_due(cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion]) -> datetime | None:
    """Return when the next question is due; None without cards."""
    return min((card.due for key, card in cards.items() if key in known), default=None)


def review_paper(
    keys: Iterable[str], cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion], course_seed: int
) -> Paper:
    """Return the questions as one paper. Numbers and the order of options change each time: the idea is what counts."""
    variants = []
    for key in keys:
        quiz, question = known[key]
        seed = seed_for(course_seed, quiz.id, "review", cards[key].asked)
        variants.append(replace(draw_question(quiz, question, seed), id=key))
    return Paper("", "Review", "", FeedbackTime.AT_ONCE, tuple(variants))
