"""Grades the attempts of a class at one quiz: which files are attempts, which count, what each earned, what changed."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any

import msgspec

from grader.course.quiz_model import FeedbackTime, Quiz
from grader.errors import UsageError
from grader.gradebook import QuestionScore, QuizResult
from grader.quiz.answers import Answer, in_words, right_answer
from grader.quiz.attempt import AttemptError, QuizAttempt, decode, encode, foreign
from grader.quiz.paper import Paper, Variant, draw
from grader.quiz.scoring import AnswerMark, PaperScore, remarks, score, score_paper
from grader.text import counted

_MARKS = (b'"schema"', b'"quiz"', b'"seed"', b'"started"')  # what an attempt has before anything long
_SLACK = timedelta(seconds=1)  # times are saved to the second

StudentOf = Callable[[str], str]  # the name that a student gave → their id


class ProblemKind(StrEnum):
    """What can be wrong with attempts."""

    ALTERED = "altered"  # not as it was saved
    FOREIGN = "foreign"  # of another course, an unknown quiz, or with another student's paper
    NAMELESS = "nameless"
    DUPLICATE = "duplicate"
    OVER_LIMIT = "over-limit"
    OVER_TIME = "over-time"
    OPEN = "open"  # never submitted
    CHANGED = "changed"  # the quiz has changed since
    LOST_ANSWER = "lost-answer"


@dataclass(frozen=True)
class AttemptProblem:
    """Something for a person to look at; `label` is the file, "" if it concerns several."""

    trouble: ProblemKind
    label: str
    sentence: str
    student: str = ""

    def __str__(self) -> str:
        return f"{self.label}: {self.sentence}" if self.label else self.sentence


@dataclass(frozen=True)
class SubmittedAttempt:
    """An attempt as it was saved, and the student's id."""

    label: str
    student: str
    attempt: QuizAttempt
    digest: str


@dataclass(frozen=True)
class RegradedAttempt:
    """An attempt that was graded before and earns a different score now."""

    student: str
    attempt: int
    old: float
    old_maximum: float
    new: float
    new_maximum: float
    questions: tuple[str, ...]


@dataclass(frozen=True)
class GradedAttempt:
    """One attempt, graded. `why_not`: why it does not count; "" if it does. `lost`: answers that no longer fit."""

    submitted: SubmittedAttempt
    paper: Paper
    answers: Mapping[str, Answer]
    score: PaperScore
    why_not: str = ""
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class QuizGrading:
    """A class graded. `results` go to the gradebook; `stale` counts those graded before by another key, without a file
    now; `elsewhere` counts attempts at other quizzes."""

    attempts: tuple[GradedAttempt, ...]
    results: tuple[QuizResult, ...]
    problems: tuple[AttemptProblem, ...]
    changes: tuple[RegradedAttempt, ...]
    elsewhere: Mapping[str, int]
    stale: int


def grade_attempts(
    quiz: Quiz,
    course_seed: int,
    files: Iterable[tuple[str, bytes]],
    known: Sequence[QuizResult] = (),
    quizzes: Collection[str] = (),
    student_of: StudentOf = str,
) -> QuizGrading:
    """Return the graded attempts among `files`. UsageError if the quiz has no key, or no file is an attempt at it.

    `known`: the results of this quiz in the gradebook. `quizzes`: the ids of all quizzes of the course, because
    attempts at others may be among the files.
    """
    if quiz.sealed:
        raise UsageError(f"quiz '{quiz.id}' has no key here; grade it with the full course")
    key = key_of(quiz)
    submitted: list[SubmittedAttempt] = []
    problems: list[AttemptProblem] = []
    broken: list[QuizResult] = []  # so that the gradebook shows why there are no points
    elsewhere: Counter[str] = Counter()  # "" counts files that are not attempts
    for label, data in files:
        match _sorted(quiz, course_seed, quizzes, label, data):
            case QuizAttempt() as attempt:
                digest = hashlib.sha256(encode(attempt)).hexdigest()
                submitted.append(SubmittedAttempt(label, student_of(attempt.student), attempt, digest))
            case AttemptProblem(trouble=trouble, student=student) as problem:
                problems.append(problem)
                if student and trouble is ProblemKind.ALTERED:
                    digest, why = hashlib.sha256(data).hexdigest(), problem.sentence.partition(";")[0]
                    broken.append(QuizResult(student_of(student), quiz.id, digest, (), key, label=label, problem=why))
            case str() as other:
                elsewhere[other] += 1
    others = elsewhere.pop("", 0)
    if not (submitted or problems):
        but = f" among {others} other files" if others else ""
        if elsewhere:
            but = ", but at " + ", ".join(f"'{name}'" for name in elsewhere)
        raise UsageError(f"there is no attempt at '{quiz.id}' there{but}; look for '{quiz.id}.attempt1.json'")
    attempts = tuple(_graded(quiz, one, why_not) for one, why_not in _settled(quiz, submitted, known, problems))
    results = (*(_result(key, one) for one in attempts), *broken, *_replaced(known, attempts))
    digests = {result.digest for result in results}
    return QuizGrading(
        attempts=attempts,
        results=results,
        problems=(*problems, *_quiz_problems(quiz, attempts)),
        changes=tuple(_changes(quiz, known, results)),
        elsewhere=elsewhere,
        stale=sum(result.key != key and not result.problem and result.digest not in digests for result in known),
    )


def key_of(quiz: Quiz) -> str:
    """Return a digest that changes whenever an answer could earn a different share; points do not matter."""
    parts = [(q.id, q.task, q.scheme, q.negative, q.dropped, q.parameters) for q in quiz.questions]
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()


def total(quiz: Quiz, result: QuizResult) -> tuple[float, float]:
    """Return score and maximum, by the current points of the questions."""
    points = {question.id: question.points for question in quiz.questions}
    counts = [one for one in result.questions if one.mark != AnswerMark.DROPPED and one.id in points]
    return max(0.0, sum(one.share * points[one.id] for one in counts)), sum(points[one.id] for one in counts)


def _sorted(
    quiz: Quiz, course_seed: int, quizzes: Collection[str], label: str, data: bytes
) -> QuizAttempt | AttemptProblem | str | None:
    """The attempt in a file, or what is wrong with it: a bad file stops nothing.

    For an attempt at another quiz, its id; "" for a file that was never an attempt; None for a broken one elsewhere.
    """
    try:
        attempt = decode(data)
    except AttemptError as reason:
        if not all(mark in data for mark in _MARKS):
            return ""
        named, student = "", ""
        try:
            content = json.loads(data.decode("utf-8-sig"))
            named, student = (text if isinstance(text := content.get(key), str) else "" for key in ("quiz", "student"))
        except (ValueError, RecursionError, AttributeError):
            pass  # it may be an attempt at this quiz, by anybody
        if named not in ("", quiz.id):
            return None
        sentence = f"{reason}; it is not graded: ask for the original"
        return AttemptProblem(ProblemKind.ALTERED, label, sentence, student)
    if attempt.course == course_seed and attempt.quiz != quiz.id and attempt.quiz in quizzes:
        return attempt.quiz
    if why := foreign(attempt, quiz, course_seed):
        return AttemptProblem(ProblemKind.FOREIGN, label, f"{why}; it is not graded", attempt.student)
    if not attempt.student:
        sentence = "it names no student, so nobody gets its points; ask who submitted it, and for a new attempt"
        return AttemptProblem(ProblemKind.NAMELESS, label, sentence)
    return attempt


def _settled(
    quiz: Quiz, submitted: Sequence[SubmittedAttempt], known: Sequence[QuizResult], problems: list[AttemptProblem]
) -> Iterator[tuple[SubmittedAttempt, str]]:
    """Each attempt once, with the reason why it does not count; "" if it does. Adds to `problems`."""
    versions: dict[tuple[str, int], dict[str, SubmittedAttempt]] = defaultdict(dict)
    for one in submitted:
        first = versions[one.student, one.attempt.attempt].setdefault(one.digest, one)
        if first is not one:
            same = f"it is the same attempt of '{one.student}' as {first.label}; it counts once"
            problems.append(AttemptProblem(ProblemKind.DUPLICATE, one.label, same, one.student))
    before = {(old.student, old.attempt): old for old in known if old.submitted and not old.problem}
    for attempt, by_digest in sorted(versions.items()):
        chosen = _chosen(by_digest, before.get(attempt))
        for one in by_digest.values():
            kind, why, sentence = _why_not(quiz, one, chosen)
            if sentence:
                problems.append(AttemptProblem(kind, one.label, sentence, one.student))
            yield one, why


def _why_not(quiz: Quiz, one: SubmittedAttempt, chosen: SubmittedAttempt | None) -> tuple[ProblemKind, str, str]:
    """Why it does not count, "" if it does; and a sentence to report. What only a person can decide is graded."""
    attempt, student = one.attempt, f"'{one.student}'"
    number, finished = attempt.attempt, attempt.finished_at
    if one is not chosen:
        which = f"{chosen.label} was submitted first" if chosen else "it was graded before, and submitted first"
        sentence = f"another version of attempt {number} of {student} counts: {which}"
        return ProblemKind.DUPLICATE, f"another version of attempt {number} counts", sentence
    if quiz.attempts is not None and number > quiz.attempts:
        allowed = f"{quiz.attempts} {'is' if quiz.attempts == 1 else 'are'} allowed"
        sentence = f"attempt {number} of {student} does not count: {allowed}"
        return ProblemKind.OVER_LIMIT, f"attempt {number}, and {allowed}", sentence
    if finished is None:
        return ProblemKind.OPEN, "", f"{student} never submitted it; it is graded as it is"
    took, sentence = finished - attempt.started_at, ""
    if quiz.minutes is not None and took < timedelta(0):
        sentence = f"the clock of {student} was set back during the attempt; it is graded as it is"
    elif quiz.minutes is not None and took > timedelta(minutes=quiz.minutes) + _SLACK:
        minutes = f"{took.total_seconds() / 60:.0f} minutes, and {quiz.minutes:g} are allowed"
        sentence = f"{student} took {minutes}; it is graded as it is"
    return ProblemKind.OVER_TIME, "", sentence


def _chosen(by_digest: Mapping[str, SubmittedAttempt], before: QuizResult | None) -> SubmittedAttempt | None:
    """The version submitted first, because the paper was known afterwards; an open one only if there is no other.

    None if that is a version that was graded before and is not among these.
    """
    versions = by_digest.values()
    first = min(versions, key=lambda one: (not one.attempt.is_finished, one.attempt.finished, one.digest))
    if before is None or before.submitted is None or before.digest in by_digest:
        return first
    finished = first.attempt.finished_at
    return None if finished is None or before.submitted <= finished else first


def _graded(quiz: Quiz, submitted: SubmittedAttempt, why_not: str) -> GradedAttempt:
    """By the current quiz: an answer that no longer fits counts as none."""
    paper = draw(quiz, submitted.attempt.seed)
    kept: dict[str, Answer] = {}
    lost = []
    for name, answer in submitted.attempt.answers.items():
        variant = paper.find(name)
        if variant is None:
            lost.append(f"question '{name}' is no longer on the paper")
            continue
        try:
            score(variant, answer)
            kept[name] = answer
        except UsageError as problem:
            lost.append(f"{problem} now; if its text was corrected, give it its old id")
    return GradedAttempt(submitted, paper, kept, score_paper(paper, kept), why_not, tuple(lost))


def _quiz_problems(quiz: Quiz, attempts: Sequence[GradedAttempt]) -> Iterator[AttemptProblem]:
    """What concerns many attempts is reported once."""
    changed = sum(one.submitted.attempt.paper != one.paper.digest for one in attempts)
    if changed:
        drawn = ", and maybe the numbers that it draws," * any(question.parameters for question in quiz.questions)
        since = f"the texts of '{quiz.id}'{drawn} have changed since {counted(changed, 'attempt')}"
        yield AttemptProblem(ProblemKind.CHANGED, "", f"{since}; the current ones are used for grading")
    lost = Counter(sentence for one in attempts if not one.why_not for sentence in dict.fromkeys(one.lost))
    for sentence, count in lost.items():
        there = f"({counted(count, 'attempt')}: no answer there)"
        yield AttemptProblem(ProblemKind.LOST_ANSWER, "", f"{sentence} {there}")


def _result(key: str, graded: GradedAttempt) -> QuizResult:
    """The attempt as the gradebook saves it."""
    submitted = graded.submitted
    questions = []
    for variant in graded.paper.questions:
        earned, answer = graded.score.scores[variant.id], graded.answers.get(variant.id)
        scheme = variant.question.scheme.value
        questions.append(QuestionScore(variant.id, earned.share, earned.mark.value, scheme, earned.note, answer))
    return QuizResult(
        student=submitted.student,
        quiz=graded.paper.quiz,
        digest=submitted.digest,
        questions=() if graded.why_not else tuple(questions),
        key=key,
        submitted=submitted.attempt.finished_at,
        attempt=submitted.attempt.attempt,
        label=submitted.label,
        problem=graded.why_not,
    )


def _replaced(known: Sequence[QuizResult], attempts: Sequence[GradedAttempt]) -> Iterator[QuizResult]:
    """Versions graded before that no longer count, because another version of the same attempt does."""
    counting = {(one.submitted.student, one.submitted.attempt.attempt) for one in attempts if not one.why_not}
    digests = {one.submitted.digest for one in attempts}
    for result in known:
        if (result.student, result.attempt) in counting and result.digest not in digests and not result.problem:
            yield replace(result, questions=(), problem=f"another version of attempt {result.attempt} counts")


def _changes(quiz: Quiz, known: Iterable[QuizResult], results: Iterable[QuizResult]) -> Iterator[RegradedAttempt]:
    before = {(result.student, result.digest): result for result in known if not result.problem}
    for result in results:
        old = before.get((result.student, result.digest))
        if old is None or result.problem:
            continue
        then, now = (
            {one.id: (one.share, one.mark == AnswerMark.DROPPED) for one in graded.questions}
            for graded in (old, result)
        )
        other = tuple(name for name in {**then, **now} if then.get(name) != now.get(name))
        if other:
            yield RegradedAttempt(result.student, result.attempt, *total(quiz, old), *total(quiz, result), other)


def feedback_data(attempts: Iterable[GradedAttempt]) -> Iterator[dict[str, Any]]:
    """Yield what a student may see of each attempt: only points if the quiz never reveals what was right."""
    for graded in attempts:
        attempt, counts = graded.submitted.attempt, not graded.why_not
        yield {
            "attempt": attempt.attempt,
            "submitted": attempt.finished or None,
            "problem": graded.why_not,
            "points": graded.score.points if counts else 0.0,
            "max_points": graded.score.max_points,
            "questions": [_question(graded, variant) for variant in graded.paper.questions] if counts else [],
        }


def _question(graded: GradedAttempt, variant: Variant) -> dict[str, Any]:
    earned, answer = graded.score.scores[variant.id], graded.answers.get(variant.id)
    shown = {
        "id": variant.id,
        "prompt": variant.prompt,
        "mark": earned.mark.value,
        "points": earned.points,
        "max_points": earned.max_points,
        "answer": in_words(variant, answer),
        "note": earned.note,
    }
    if graded.paper.feedback is FeedbackTime.NEVER:
        return shown
    return shown | {
        "right_answer": in_words(variant, right_answer(variant)),
        "remarks": [asdict(remark) for remark in remarks(variant, answer)],
        "explanation": variant.explanation,
        "practise": list(variant.question.practise),
    }
