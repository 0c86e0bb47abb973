"""Brings back what was missed: which questions are due, and when one comes again (FSRS).

Cards are kept by "quiz/question". A right answer counts as "good", everything else as "again".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import msgspec

from grader.course.quiz_model import FeedbackTime, Purpose, Question, Quiz
from grader.quiz.cards import Card
from grader.quiz.paper import Paper, draw_question, seed_for
from grader.quiz.scoring import AnswerMark, Score

AGAIN_AFTER = timedelta(minutes=10)


@dataclass(frozen=True)
class ReviewQuestion:
    """A question that may come back."""

    quiz: Quiz
    question: Question

    @property
    def key(self) -> str:
        return f"{self.quiz.id}/{self.question.id}"


def askable(quizzes: Iterable[Quiz], finished: Iterable[str]) -> dict[str, ReviewQuestion]:
    """By key. Of graded quizzes only those that were handed in, and only if their answers may be told."""
    done = set(finished)
    return {
        asked.key: asked
        for quiz in quizzes
        if not quiz.sealed
        and (quiz.purpose is Purpose.PRACTICE or (quiz.id in done and quiz.feedback is not FeedbackTime.NEVER))
        for question in quiz.questions
        if not question.dropped
        for asked in [ReviewQuestion(quiz, question)]
    }


def brought_up(
    cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion], met: Mapping[str, int], now: datetime
) -> dict[str, Card]:
    """The cards, with those due whose misconception was met since. `met`: "exercise/name" → how often."""
    found = dict(cards)
    for key, asked in known.items():
        times = sum(met.get(name, 0) for name in asked.question.misconceptions)
        card = found.get(key)
        if times > (card.met if card else 0):
            found[key] = msgspec.structs.replace(card or Card(now), due=now, met=times)
    return found


def after_answer(cards: Mapping[str, Card], key: str, score: Score, now: datetime) -> dict[str, Card]:
    """The cards after an answer. What was right without ever being missed needs no card, and a repetition before its
    time says nothing."""
    card, right = cards.get(key), score.mark is AnswerMark.RIGHT
    if score.mark is AnswerMark.DROPPED or (right and (card is None or card.due > now)):
        return dict(cards)
    return {**cards, key: rated(card, right, now)}


def rated(card: Card | None, right: bool, now: datetime) -> Card:
    """The card after an answer at this time."""
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
    return Card(
        due=after.due,
        last=now.astimezone(UTC),
        state=int(after.state),
        step=after.step,
        stability=after.stability,
        difficulty=after.difficulty,
        asked=before.asked + 1,
        met=before.met,
    )


def due_now(
    cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion], now: datetime, ahead: bool = False
) -> list[str]:
    """Keys of what should be asked, the longest overdue first. `ahead`: also what is not due yet."""
    found = [key for key, card in cards.items() if key in known and (ahead or card.due <= now)]
    return sorted(found, key=lambda key: (cards[key].due, key))


def next_due(cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion]) -> datetime | None:
    return min((card.due for key, card in cards.items() if key in known), default=None)


def review_paper(
    keys: Iterable[str], cards: Mapping[str, Card], known: Mapping[str, ReviewQuestion], course_seed: int
) -> Paper:
    """The questions as one paper. Each time other numbers and another order of options: it is the idea that counts."""
    return Paper(
        quiz="",
        title="Review",
        description="",
        purpose=Purpose.PRACTICE,
        feedback=FeedbackTime.AT_ONCE,
        minutes=None,
        seed=0,
        questions=tuple(
            replace(
                draw_question(asked.quiz, asked.question, seed_for(course_seed, asked.quiz.id, "review", card.asked)),
                id=asked.key,
            )
            for asked, card in ((known[key], cards[key]) for key in keys)
        ),
    )
