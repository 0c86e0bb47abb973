"""A quiz while a student takes it: position, answers, time left. Every change is saved at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from msgspec.structs import replace

from grader.course import Course
from grader.course.quiz_load import quiz_paths
from grader.course.quiz_model import Choice, FeedbackTime, Matching, QuestionKind, Quiz
from grader.errors import UsageError
from grader.quiz.answers import (
    Answer,
    answer_problem,
    as_letters,
    chosen_ids,
    in_words,
    is_blank,
    is_half_filled,
    letter,
    read_typed,
    right_answer,
)
from grader.quiz.attempt import Ended, QuizAttempt, utc
from grader.quiz.paper import Paper, Variant, draw, seed_for, things
from grader.quiz.scoring import OptionFeedback, PaperScore, Score, remarks, score, score_paper

T = TypeVar("T")


def find_quiz(course: Course, text: str) -> Quiz:
    """Return the quiz called `text`: an id, a number, a file, or the start of exactly one id. UsageError otherwise."""
    names = course.quiz_names
    if not names:
        raise UsageError("this course has no quizzes yet")
    if re.fullmatch(r"\d{1,6}", text, re.ASCII):
        known = {int(path.name.partition("_")[0]): name for name, path in quiz_paths(course.path).items()}
        if int(text) not in known:
            listed = ", ".join(map(str, sorted(known)))
            raise UsageError(f"no quiz {int(text)}; their numbers are {listed}, as 'grader quiz list' shows them")
        return course.find_quiz(known[int(text)])
    word = re.sub(r"^\d+_", "", text.lower().replace("-", "_").replace(" ", "_"))
    starting = [name for name in names if word and name.startswith(word)]
    if word in names or not starting:
        return course.find_quiz(word if word in names else text)  # for any other, the error suggests one
    if len(starting) > 1:
        raise UsageError(f"'{text}' may be {', '.join(starting[:-1])} or {starting[-1]}; write more of the name")
    return course.find_quiz(starting[0])


def start_attempt(quiz: Quiz, course_seed: int, student: str, number: int, seed: int, now: datetime) -> QuizAttempt:
    """Return a new attempt. `seed` counts only without a name: a named student has a paper of their own."""
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
    """Return the attempt for the current paper, and the ids of questions that lost an answer that no longer fits."""
    if attempt.paper == paper.digest:
        return attempt, []
    variants = {variant.id: variant for variant in paper.questions}
    kept = {
        key: answer
        for key, answer in attempt.answers.items()
        if key in variants and not answer_problem(variants[key], answer)
    }
    drafts = {
        key: text
        for key, text in attempt.drafts.items()
        if key in variants
        and variants[key].kind is not QuestionKind.MATCHING  # its letters may mean something else now
    }
    gone = [key for key in (*attempt.answers, *attempt.drafts) if key not in kept and key not in drafts]
    explained = tuple(set(attempt.explained) & set(kept))
    return replace(attempt, paper=paper.digest, answers=kept, drafts=drafts, explained=explained), gone


class QuizSession:
    """One student at one paper. `keep` saves an attempt; `report` gets the score of each answer that is final.

    `submits`: False for a review, which may be left at any time and leaves nothing to grade. A closed terminal loses
    nothing.
    """

    def __init__(
        self,
        paper: Paper,
        attempt: QuizAttempt,
        keep: Callable[[QuizAttempt], None],
        now: Callable[[], datetime],
        report: Callable[[Variant, Score], None] = lambda _, __: None,
        submits: bool = True,
    ) -> None:
        self.paper = paper
        self.attempt = attempt
        self.submits = submits
        self._keep, self._now, self._report = keep, now, report
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
    def seconds_left(self) -> float | None:
        """None without a limit. The clock runs on while the terminal is closed."""
        end = self._end()
        return None if end is None else max(0.0, (end - self._now()).total_seconds())

    def answer_to(self, variant: Variant) -> Answer:
        return self.attempt.answers.get(variant.id)

    def so_far(self, variant: Variant) -> Answer:
        """The answer, or the pairs that are not one yet."""
        draft = self.attempt.drafts.get(variant.id, "")
        return (
            read_typed(variant, draft, None)
            if draft and isinstance(variant.task, Matching)
            else self.answer_to(variant)
        )

    def is_answered(self, variant: Variant) -> bool:
        """Attempts of earlier versions may hold half-filled answers."""
        answer = self.answer_to(variant)
        return not (is_blank(answer) or (self.is_open(variant) and is_half_filled(variant, answer)))

    def is_begun(self, variant: Variant) -> bool:
        """Whether something was typed or paired that is not an answer yet."""
        unfinished = variant.id in self.attempt.drafts or is_half_filled(variant, self.answer_to(variant))
        return unfinished and self.is_open(variant)

    def is_flagged(self, variant: Variant) -> bool:
        return variant.id in self.attempt.flags

    def is_explained(self, variant: Variant) -> bool:
        return variant.id in self.attempt.explained

    def is_open(self, variant: Variant) -> bool:
        """Whether it may still be answered."""
        return not self.attempt.is_finished and not self.is_explained(variant)

    @property
    def unanswered(self) -> list[int]:
        return [at for at, v in enumerate(self.paper.questions) if not (self.is_answered(v) or self.is_explained(v))]

    @property
    def begun(self) -> list[int]:
        return [at for at, variant in enumerate(self.paper.questions) if self.is_begun(variant)]

    @property
    def flagged(self) -> list[int]:
        return [at for at, variant in enumerate(self.paper.questions) if self.is_flagged(variant)]

    @property
    def may_reveal(self) -> bool:
        """Whether there is a key, and its answers may be shown at the end."""
        return self.paper.feedback is not FeedbackTime.NEVER and not any(v.sealed for v in self.paper.questions)

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """What letters stand for in this question: letter, text, and whether it was chosen."""
        chosen = chosen_ids(self.answer_to(self.variant)) if isinstance(self.variant.task, Choice) else []
        return [(letter(at), thing.text, thing.id in chosen) for at, thing in enumerate(things(self.variant))]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each left side of this question, and the letter of the right side that was chosen for it, else ""."""
        task, answer = self.variant.task, self.so_far(self.variant)
        if not isinstance(task, Matching):
            return []
        chosen = answer if isinstance(answer, dict) else {}
        letters = {right.id: letter(at) for at, right in enumerate(task.rights)}
        return [(left.text, letters.get(chosen.get(left.id, ""), "")) for left in task.lefts]

    @property
    def unpaired(self) -> list[int]:
        """The indices of left sides without a choice."""
        return [at for at, (_, chosen) in enumerate(self.pairs) if not chosen]

    @property
    def typed(self) -> str:
        """The answer to this question so far, where neither options nor pairs show it."""
        variant, answer = self.variant, self.answer_to(self.variant)
        if variant.kind is QuestionKind.ORDERING:
            return as_letters(variant, answer)
        if variant.kind in (QuestionKind.NUMERIC, QuestionKind.TEXT):
            return answer if isinstance(answer, str) else self.attempt.drafts.get(variant.id, "")
        return ""

    def answer_lines(self, variant: Variant) -> list[str]:
        """The answer, or the pairs so far, as a person reads them; nothing if there are none."""
        given = in_words(variant, self.so_far(variant))
        return given.split("\n") if given else []

    def right_lines(self, variant: Variant) -> list[str]:
        """The right answer as a person reads it; nothing for options, because their feedback shows it."""
        return [] if isinstance(variant.task, Choice) else in_words(variant, right_answer(variant)).split("\n")

    def feedback(self, variant: Variant) -> tuple[OptionFeedback, ...]:
        """The feedback on each part of the answer; the right options if there is no answer."""
        answer = self.answer_to(variant)
        if isinstance(variant.task, Choice) and is_blank(answer):
            answer = right_answer(variant)
        return remarks(variant, answer)

    @property
    def problem(self) -> str:
        """Why what was typed for this question is not an answer yet; "" if it is one, or nothing was typed."""
        draft = self.attempt.drafts.get(self.variant.id)
        typed = draft is not None and self.variant.kind is not QuestionKind.MATCHING
        return answer_problem(self.variant, draft) if typed else ""

    def answer(self, answer: Answer) -> str:
        """Save the answer to this question; None removes it. Return why it cannot be one: nothing changes then.

        Some pairs of a matching are saved as a draft, in place of an answer.
        """
        if not self.is_in_time() or not self.is_open(self.variant):
            return "this question can no longer be answered"
        problem = answer_problem(self.variant, answer)
        if not problem and is_half_filled(self.variant, answer):
            self.draft(as_letters(self.variant, answer))
        elif not problem:
            given = {} if is_blank(answer) else {self.variant.id: answer}
            self._change(answers=self._others(self.attempt.answers) | given, drafts=self._others(self.attempt.drafts))
        return problem

    def draft(self, text: str) -> None:
        """Save what was typed and is not an answer yet, in place of one."""
        if self.is_in_time() and self.is_open(self.variant):
            drafts = {**self.attempt.drafts, self.variant.id: text}
            self._change(answers=self._others(self.attempt.answers), drafts=drafts)

    def flag(self) -> None:
        """Flag the question to come back to, or remove the flag."""
        here, flags = self.variant.id, self.attempt.flags
        if self.is_in_time():
            self._change(flags=tuple(f for f in flags if f != here) if here in flags else (*flags, here))

    def go(self, index: int) -> None:
        """Go to another question; an index beyond the ends means the nearest end."""
        if self.is_in_time():
            seconds = self._seconds()  # spent on the question that is left
            self.index = max(0, min(index, len(self.paper.questions) - 1))
            self._change(seconds=seconds, at=self.variant.id)

    def explain(self) -> None:
        """Show the feedback of this question now; from then on its answer stands."""
        if self.explains_at_once and self.is_in_time() and self.is_open(self.variant):
            self._change(explained=(*self.attempt.explained, self.variant.id))
            self._report(self.variant, self.score())

    def score(self, variant: Variant | None = None) -> Score:
        asked = variant or self.variant
        return score(asked, self.answer_to(asked))

    def total(self) -> PaperScore:
        return score_paper(self.paper, self.attempt.answers)

    def submit(self) -> None:
        if self.is_in_time():
            self._finish(Ended.SUBMITTED, self._now())

    def is_in_time(self) -> bool:
        """Whether it is not over. At the time limit the attempt ends with the answers that are there."""
        end = self._end()
        if not self.attempt.is_finished and end is not None and self._now() >= end:
            self._finish(Ended.TIME, end)
        return not self.attempt.is_finished

    def _finish(self, how: Ended, time: datetime) -> None:
        self._change(ended=how, finished=utc(time))
        for variant in self.paper.questions:
            if not variant.sealed and not self.is_explained(variant):
                self._report(variant, self.score(variant))

    def _end(self) -> datetime | None:
        minutes = self.attempt.minutes
        return None if minutes is None else self.attempt.started_at + timedelta(minutes=minutes)

    def _others(self, entries: Mapping[str, T]) -> dict[str, T]:
        """Without the entry of this question."""
        return {key: value for key, value in entries.items() if key != self.variant.id}

    def _seconds(self) -> dict[str, float]:
        """Time on each question, up to now."""
        now, here = self._now(), self.variant.id
        spent = max(0.0, (now - self._since).total_seconds())
        self._since = now
        return {**self.attempt.seconds, here: round(self.attempt.seconds.get(here, 0.0) + spent, 1)}

    def _change(self, **fields: Any) -> None:
        """In memory first: what cannot be saved stays while the terminal is open."""
        self.attempt = replace(self.attempt, **{"seconds": self._seconds(), **fields})
        self._keep(self.attempt)
