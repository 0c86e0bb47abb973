"""A quiz while it is taken: finding it, its questions, what was answered so far."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from msgspec.structs import replace

from grader.course import Course
from grader.course.quiz_load import quiz_paths
from grader.course.quiz_model import FeedbackTime, Quiz
from grader.errors import UsageError
from grader.quiz.answers import Answer, answer_problem, is_blank
from grader.quiz.attempt import Ended, QuizAttempt, utc
from grader.quiz.paper import Paper, Variant, draw, seed_for
from grader.quiz.scoring import PaperScore, Score, score, score_paper


def find_quiz(course: Course, text: str) -> Quiz:
    """The quiz called `text`: an id, its number, its file, or the beginning of an id that begins no other."""
    names = course.quiz_names
    if not names:
        raise UsageError("this course has no quizzes yet")
    if text in names:
        return course.find_quiz(text)
    if re.fullmatch(r"\d{1,6}", text, re.ASCII):
        known = {int(path.name.partition("_")[0]): name for name, path in quiz_paths(course.path).items()}
        if int(text) not in known:
            listed = ", ".join(map(str, sorted(known)))
            raise UsageError(f"no quiz {int(text)}; their numbers are {listed}, as 'grader quiz list' shows them")
        return course.find_quiz(known[int(text)])
    word = re.sub(r"^\d+_", "", text.lower().replace("-", "_").replace(" ", "_"))
    begun = [name for name in names if word and name.startswith(word)]
    if len(begun) > 1 and word not in begun:
        raise UsageError(f"'{text}' may be {', '.join(begun[:-1])} or {begun[-1]}; write more of the name")
    return course.find_quiz(word if word in begun else begun[0] if begun else text)  # the last tells what may be meant


# ---- One student at one paper: where they are, what they have answered, how much time is left.
#
# Every change is kept at once, so that a closed terminal loses nothing. Nothing here shows anything.


Clock: TypeAlias = Callable[[], datetime]


def begin(quiz: Quiz, course_seed: int, student: str, number: int, seed: int, now: datetime) -> QuizAttempt:
    """A new attempt. `seed` counts only where no student is named: a named one has a paper of their own."""
    chosen = seed_for(course_seed, quiz.id, student, number) if student else seed
    return QuizAttempt(
        course=course_seed,
        quiz=quiz.id,
        student=student,
        attempt=number,
        seed=chosen,
        paper=draw(quiz, chosen).digest,
        started=utc(now),
        minutes=quiz.minutes,
    )


def adapted(attempt: QuizAttempt, paper: Paper) -> tuple[QuizAttempt, list[str]]:
    """An attempt whose quiz has changed since, and the ids of questions whose answer no longer fits and is gone."""
    if attempt.paper == paper.digest:
        return attempt, []
    variants = {variant.id: variant for variant in paper.questions}
    kept = {
        key: answer
        for key, answer in attempt.answers.items()
        if key in variants and not answer_problem(variants[key], answer)
    }
    gone = [key for key in attempt.answers if key not in kept]
    return replace(attempt, paper=paper.digest, answers=kept, explained=tuple(set(attempt.explained) & set(kept))), gone


class QuizSession:
    """`keep` saves an attempt; `tell` hears how an answer did when that is known; `now` is the clock.

    `hands_in`: False for a review, which may be left at any time and leaves nothing to grade.
    """

    def __init__(
        self,
        paper: Paper,
        attempt: QuizAttempt,
        keep: Callable[[QuizAttempt], None],
        now: Clock,
        tell: Callable[[Variant, Score], None] = lambda _, __: None,
        hands_in: bool = True,
    ) -> None:
        self.paper = paper
        self.attempt = attempt
        self.hands_in = hands_in
        self._keep, self._now, self._tell = keep, now, tell
        ids = [variant.id for variant in paper.questions]
        self.index = ids.index(attempt.at) if attempt.at in ids else 0
        self._since = now()

    @property
    def variant(self) -> Variant:
        return self.paper.questions[self.index]

    @property
    def explains_at_once(self) -> bool:
        return self.paper.feedback is FeedbackTime.AT_ONCE and not self.variant.sealed

    @property
    def is_over(self) -> bool:
        return self.attempt.is_finished

    @property
    def seconds_left(self) -> float | None:
        """None without a limit. The clock runs on while the terminal is closed."""
        end = self._end()
        return None if end is None else max(0.0, (end - self._now()).total_seconds())

    def answer_to(self, variant: Variant) -> Answer:
        return self.attempt.answers.get(variant.id)

    def is_answered(self, variant: Variant) -> bool:
        return not is_blank(self.answer_to(variant))

    def is_flagged(self, variant: Variant) -> bool:
        return variant.id in self.attempt.flags

    def is_explained(self, variant: Variant) -> bool:
        return variant.id in self.attempt.explained

    def is_open(self, variant: Variant) -> bool:
        """May it still be answered?"""
        return not self.is_over and not self.is_explained(variant)

    @property
    def unanswered(self) -> list[int]:
        return [at for at, v in enumerate(self.paper.questions) if not (self.is_answered(v) or self.is_explained(v))]

    @property
    def flagged(self) -> list[int]:
        return [at for at, variant in enumerate(self.paper.questions) if self.is_flagged(variant)]

    def answer(self, answer: Answer) -> str:
        """Save the answer to this question; None takes it back. A sentence if it can be none: nothing changes then."""
        if not self.is_in_time() or not self.is_open(self.variant):
            return "this question can no longer be answered"
        problem = answer_problem(self.variant, answer)
        if problem:
            return problem
        here = self.variant.id
        answers = {key: value for key, value in self.attempt.answers.items() if key != here}
        drafts = {key: value for key, value in self.attempt.drafts.items() if key != here}
        self._change(answers=answers if is_blank(answer) else {**answers, here: answer}, drafts=drafts)
        return ""

    def draft(self, text: str) -> None:
        """Keep what was typed and is no answer yet, in place of one."""
        if self.is_in_time() and self.is_open(self.variant):
            here = self.variant.id
            answers = {key: value for key, value in self.attempt.answers.items() if key != here}
            self._change(answers=answers, drafts={**self.attempt.drafts, here: text})

    def flag(self) -> None:
        """Mark the question to come back to, or take the mark away."""
        here, flags = self.variant.id, self.attempt.flags
        if self.is_in_time():
            self._change(flags=tuple(f for f in flags if f != here) if here in flags else (*flags, here))

    def go(self, index: int) -> None:
        """To another question; numbers beyond the ends stay at the ends."""
        if self.is_in_time():
            seconds = self._seconds()  # spent on the question that is left
            self.index = max(0, min(index, len(self.paper.questions) - 1))
            self._change(seconds=seconds, at=self.variant.id)

    def explain(self) -> None:
        """Show the feedback of this question now; from then on its answer stands."""
        if self.explains_at_once and self.is_in_time() and self.is_open(self.variant):
            self._change(explained=(*self.attempt.explained, self.variant.id))
            self._tell(self.variant, self.score())

    def score(self, variant: Variant | None = None) -> Score:
        asked = variant or self.variant
        return score(asked, self.answer_to(asked))

    def total(self) -> PaperScore:
        return score_paper(self.paper, self.attempt.answers)

    def submit(self) -> None:
        if self.is_in_time():
            self._finish(Ended.SUBMITTED, self._now())

    def is_in_time(self) -> bool:
        """False when it is over. At the limit it ends with what is there, whoever asks first."""
        end = self._end()
        if not self.is_over and end is not None and self._now() >= end:
            self._finish(Ended.TIME, end)
        return not self.is_over

    def _finish(self, how: Ended, time: datetime) -> None:
        self._change(ended=how, finished=utc(time))
        for variant in self.paper.questions:
            if not variant.sealed and not self.is_explained(variant):
                self._tell(variant, self.score(variant))

    def _end(self) -> datetime | None:
        minutes = self.attempt.minutes
        return None if minutes is None else self.attempt.started_at + timedelta(minutes=minutes)

    def _seconds(self) -> dict[str, float]:
        """Time on each question, up to now."""
        now, here = self._now(), self.variant.id
        spent = max(0.0, (now - self._since).total_seconds())
        self._since = now
        return {**self.attempt.seconds, here: round(self.attempt.seconds.get(here, 0.0) + spent, 1)}

    def _change(self, **fields: Any) -> None:
        """In memory first: what cannot be saved is not lost while the terminal is open."""
        self.attempt = replace(self.attempt, **{"seconds": self._seconds(), **fields})
        self._keep(self.attempt)
