"""Files that were handed in: which are attempts at a quiz, and what is wrong with the others. A bad one stops none."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from grader.course.quizmodel import Quiz
from grader.quiz.attempt import Attempt, AttemptError, decode, encode, foreign

_MARKS = (b'"schema"', b'"quiz"', b'"seed"', b'"started"')  # what an attempt holds before anything long


class Trouble(StrEnum):
    """What can be wrong."""

    ALTERED = "altered"  # not as it was saved
    FOREIGN = "foreign"  # of another course, a quiz that is not here, or with another student's paper
    NAMELESS = "nameless"
    DUPLICATE = "duplicate"
    OVER_LIMIT = "over-limit"
    OVER_TIME = "over-time"
    OPEN = "open"  # never submitted
    CHANGED = "changed"  # the quiz has changed since
    LOST_ANSWER = "lost-answer"


@dataclass(frozen=True)
class Problem:
    """One thing for a person to look at; `label` is the file, "" where it is about several."""

    trouble: Trouble
    label: str
    sentence: str
    student: str = ""

    def __str__(self) -> str:
        return f"{self.label}: {self.sentence}" if self.label else self.sentence


@dataclass(frozen=True)
class Handed:
    """An attempt as it was saved, and whose it is."""

    label: str
    student: str
    attempt: Attempt
    digest: str


@dataclass
class Pile:
    """What was found."""

    attempts: list[Handed] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    broken: list[tuple[str, str, Problem]] = field(default_factory=list)  # student, digest: files that were altered
    elsewhere: Counter[str] = field(default_factory=Counter)  # attempts at other quizzes
    others: int = 0  # files that are no attempts

    def tell(self, trouble: Trouble, handed: Handed, sentence: str) -> None:
        self.problems.append(Problem(trouble, handed.label, sentence, handed.student))


Whose = Callable[[str], str]  # from the name that a student gave to their id


def sort_files(
    files: Iterable[tuple[str, bytes]], quiz: Quiz, course_seed: int, quizzes: Collection[str], whose: Whose
) -> Pile:
    """`quizzes`: the ids of all quizzes of the course, whose attempts may lie among these."""
    pile = Pile()
    for label, data in files:
        try:
            attempt = decode(data)
        except AttemptError as problem:
            _keep_broken(pile, label, data, str(problem), quiz, whose)
            continue
        if attempt.course == course_seed and attempt.quiz != quiz.id and attempt.quiz in quizzes:
            pile.elsewhere[attempt.quiz] += 1
        else:
            _keep(pile, label, attempt, foreign(attempt, quiz, course_seed), whose)
    return pile


def _keep(pile: Pile, label: str, attempt: Attempt, strange: str, whose: Whose) -> None:
    if strange:
        pile.problems.append(Problem(Trouble.FOREIGN, label, f"{strange}; it is left out", attempt.student))
    elif not attempt.student:
        sentence = "it names no student, so nobody gets its points; ask whose it is, and for a new attempt"
        pile.problems.append(Problem(Trouble.NAMELESS, label, sentence))
    else:
        digest = hashlib.sha256(encode(attempt)).hexdigest()
        pile.attempts.append(Handed(label, whose(attempt.student), attempt, digest))


def _keep_broken(pile: Pile, label: str, data: bytes, reason: str, quiz: Quiz, whose: Whose) -> None:
    """A file that was never an attempt is nobody's concern."""
    if not all(mark in data for mark in _MARKS):
        pile.others += 1
        return
    named, student = _claims(data)
    if named in ("", quiz.id):
        problem = Problem(Trouble.ALTERED, label, f"{reason}; it is left out: ask for the original", student)
        pile.problems.append(problem)
        if student:
            pile.broken.append((whose(student), hashlib.sha256(data).hexdigest(), problem))


def _claims(data: bytes) -> tuple[str, str]:
    """The quiz and the student that a file claims to be of; "" where it cannot be told."""
    try:
        content = json.loads(data.decode("utf-8-sig"))
        told = content.get("quiz"), content.get("student")
    except (ValueError, RecursionError, AttributeError):
        return "", ""
    return tuple(text if isinstance(text, str) else "" for text in told)  # type: ignore[return-value]  # it has two
