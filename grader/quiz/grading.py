"""Grading a class's attempts: which ones were handed in, which count, what each earned, what changed."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
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

# ---- Files that were handed in: which are attempts at a quiz, and what is wrong with the others. A bad one stops
# none.


_MARKS = (b'"schema"', b'"quiz"', b'"seed"', b'"started"')  # what an attempt holds before anything long


class ProblemKind(StrEnum):
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
class AttemptProblem:
    """One thing for a person to look at; `label` is the file, "" where it is about several."""

    trouble: ProblemKind
    label: str
    sentence: str
    student: str = ""

    def __str__(self) -> str:
        return f"{self.label}: {self.sentence}" if self.label else self.sentence


@dataclass(frozen=True)
class SubmittedAttempt:
    """An attempt as it was saved, and whose it is."""

    label: str
    student: str
    attempt: QuizAttempt
    digest: str


@dataclass
class AttemptFiles:
    """What was found."""

    attempts: list[SubmittedAttempt] = field(default_factory=list)
    problems: list[AttemptProblem] = field(default_factory=list)
    broken: list[tuple[str, str, AttemptProblem]] = field(
        default_factory=list
    )  # student, digest: files that were altered
    elsewhere: Counter[str] = field(default_factory=Counter)  # attempts at other quizzes
    others: int = 0  # files that are no attempts

    def tell(self, trouble: ProblemKind, handed: SubmittedAttempt, sentence: str) -> None:
        self.problems.append(AttemptProblem(trouble, handed.label, sentence, handed.student))


Whose = Callable[[str], str]  # from the name that a student gave to their id


def sort_files(
    files: Iterable[tuple[str, bytes]], quiz: Quiz, course_seed: int, quizzes: Collection[str], whose: Whose
) -> AttemptFiles:
    """`quizzes`: the ids of all quizzes of the course, whose attempts may lie among these."""
    found = AttemptFiles()
    for label, data in files:
        try:
            attempt = decode(data)
        except AttemptError as problem:
            _keep_broken(found, label, data, str(problem), quiz, whose)
            continue
        if attempt.course == course_seed and attempt.quiz != quiz.id and attempt.quiz in quizzes:
            found.elsewhere[attempt.quiz] += 1
        else:
            _keep(found, label, attempt, foreign(attempt, quiz, course_seed), whose)
    return found


def _keep(found: AttemptFiles, label: str, attempt: QuizAttempt, strange: str, whose: Whose) -> None:
    if strange:
        found.problems.append(AttemptProblem(ProblemKind.FOREIGN, label, f"{strange}; it is left out", attempt.student))
    elif not attempt.student:
        sentence = "it names no student, so nobody gets its points; ask whose it is, and for a new attempt"
        found.problems.append(AttemptProblem(ProblemKind.NAMELESS, label, sentence))
    else:
        digest = hashlib.sha256(encode(attempt)).hexdigest()
        found.attempts.append(SubmittedAttempt(label, whose(attempt.student), attempt, digest))


def _keep_broken(found: AttemptFiles, label: str, data: bytes, reason: str, quiz: Quiz, whose: Whose) -> None:
    """A file that was never an attempt is nobody's concern."""
    if not all(mark in data for mark in _MARKS):
        found.others += 1
        return
    named, student = _claims(data)
    if named in ("", quiz.id):
        problem = AttemptProblem(ProblemKind.ALTERED, label, f"{reason}; it is left out: ask for the original", student)
        found.problems.append(problem)
        if student:
            found.broken.append((whose(student), hashlib.sha256(data).hexdigest(), problem))


def _claims(data: bytes) -> tuple[str, str]:
    """The quiz and the student that a file claims to be of; "" where it cannot be told."""
    try:
        content = json.loads(data.decode("utf-8-sig"))
        told = content.get("quiz"), content.get("student")
    except (ValueError, RecursionError, AttributeError):
        return "", ""
    return tuple(text if isinstance(text, str) else "" for text in told)  # type: ignore[return-value]  # it has two


# ---- Which of a class's attempts count: each once, the first version of each, no more than are allowed.


_SLACK = timedelta(seconds=1)  # times are kept to the second


def settled(quiz: Quiz, found: AttemptFiles, known: Sequence[QuizResult]) -> Iterator[tuple[SubmittedAttempt, str]]:
    """Each attempt once, and why it does not count; "" if it does. `known`: what was graded before."""
    together: dict[tuple[str, int], list[SubmittedAttempt]] = defaultdict(list)
    for handed in found.attempts:
        together[handed.student, handed.attempt.attempt].append(handed)
    before = {(result.student, result.attempt): result for result in known if result.submitted and not result.problem}
    for place, versions in sorted(together.items()):
        different = _without_copies(found, versions)
        chosen = _chosen(different, before.get(place))
        for handed in different:
            yield handed, _why_not(quiz, found, handed, chosen)


def _without_copies(found: AttemptFiles, versions: Sequence[SubmittedAttempt]) -> list[SubmittedAttempt]:
    by_digest: dict[str, SubmittedAttempt] = {}
    for handed in versions:
        first = by_digest.setdefault(handed.digest, handed)
        if first is not handed:
            sentence = f"it is the same attempt of '{handed.student}' as {first.label}; it counts once"
            found.tell(ProblemKind.DUPLICATE, handed, sentence)
    return list(by_digest.values())


def _chosen(versions: Sequence[SubmittedAttempt], before: QuizResult | None) -> SubmittedAttempt | None:
    """Submitted before open; of several, the one that was submitted first: afterwards the paper was known.

    None if that is one that was graded before, and is not among these.
    """
    first = min(versions, key=lambda one: (not one.attempt.is_finished, one.attempt.finished, one.digest))
    if before is None or before.submitted is None or before.digest in {one.digest for one in versions}:
        return first
    finished = first.attempt.finished_at
    return None if finished is None or before.submitted <= finished else first


def _why_not(quiz: Quiz, found: AttemptFiles, handed: SubmittedAttempt, chosen: SubmittedAttempt | None) -> str:
    number, student = handed.attempt.attempt, handed.student
    if handed is not chosen:
        which = f"{chosen.label} was submitted first" if chosen else "it was graded before, and submitted first"
        found.tell(ProblemKind.DUPLICATE, handed, f"another version of attempt {number} of '{student}' counts: {which}")
        return f"another version of attempt {number} counts"
    if quiz.attempts is not None and number > quiz.attempts:
        allowed = f"{quiz.attempts} {'is' if quiz.attempts == 1 else 'are'} allowed"
        found.tell(ProblemKind.OVER_LIMIT, handed, f"attempt {number} of '{student}' does not count, for {allowed}")
        return f"attempt {number}, and {allowed}"
    _look_at_times(quiz, found, handed)
    return ""


def _look_at_times(quiz: Quiz, found: AttemptFiles, handed: SubmittedAttempt) -> None:
    """Told, but graded: a person decides."""
    attempt, student = handed.attempt, handed.student
    if attempt.finished_at is None:
        found.tell(ProblemKind.OPEN, handed, f"'{student}' never submitted it; it is graded as it is")
        return
    if quiz.minutes is None:
        return
    took = attempt.finished_at - attempt.started_at
    if took < timedelta(0):
        found.tell(
            ProblemKind.OVER_TIME, handed, f"the clock of '{student}' was set back meanwhile; it is graded as it is"
        )
    elif took > timedelta(minutes=quiz.minutes) + _SLACK:
        minutes = f"{took.total_seconds() / 60:.0f} minutes, and {quiz.minutes:g} are allowed"
        found.tell(ProblemKind.OVER_TIME, handed, f"'{student}' took {minutes}; it is graded as it is")


# ---- What a new key changes: the key of a quiz, and attempts that earn something else than before.


@dataclass(frozen=True)
class RegradedAttempt:
    """An attempt that was graded before, and earns something else now."""

    student: str
    attempt: int
    old: float
    old_maximum: float
    new: float
    new_maximum: float
    questions: tuple[str, ...]


def key_of(quiz: Quiz) -> str:
    """Another one whenever an answer could earn something else; points do not matter."""
    parts = [(q.id, q.task, q.scheme, q.negative, q.dropped, q.parameters) for q in quiz.questions]
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()


def changes(quiz: Quiz, known: Iterable[QuizResult], results: Iterable[QuizResult]) -> Iterator[RegradedAttempt]:
    """`known`: as they were graded before."""
    before = {(result.student, result.digest): result for result in known if not result.problem}
    for result in results:
        old = before.get((result.student, result.digest))
        if old is None or result.problem:
            continue
        then, now = _shares(old), _shares(result)
        other = tuple(name for name in {**then, **now} if then.get(name) != now.get(name))
        if other:
            yield RegradedAttempt(result.student, result.attempt, *total(quiz, old), *total(quiz, result), other)


def total(quiz: Quiz, result: QuizResult) -> tuple[float, float]:
    """Points and maximum, by the points of today."""
    points = {question.id: question.points for question in quiz.questions}
    counted = [one for one in result.questions if one.mark != AnswerMark.DROPPED and one.id in points]
    return max(0.0, sum(one.share * points[one.id] for one in counted)), sum(points[one.id] for one in counted)


def _shares(result: QuizResult) -> dict[str, tuple[float, bool]]:
    return {one.id: (one.share, one.mark == AnswerMark.DROPPED) for one in result.questions}


# ---- A class's attempts at one quiz, graded: from files to results for the gradebook.


@dataclass(frozen=True)
class GradedAttempt:
    """One attempt, graded. `why_not`: why it does not count; "" if it does. `lost`: answers that no longer fit."""

    handed: SubmittedAttempt
    paper: Paper
    answers: Mapping[str, Answer]
    score: PaperScore
    why_not: str = ""
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class QuizGrading:
    sheets: tuple[GradedAttempt, ...]
    results: tuple[QuizResult, ...]  # for the gradebook
    problems: tuple[AttemptProblem, ...]
    changes: tuple[RegradedAttempt, ...]
    elsewhere: Mapping[str, int]  # attempts at other quizzes
    stale: int  # graded before by another key, and not among the files


def grade_attempts(
    quiz: Quiz,
    course_seed: int,
    files: Iterable[tuple[str, bytes]],
    known: Sequence[QuizResult] = (),
    quizzes: Collection[str] = (),
    whose: Whose = str,
) -> QuizGrading:
    """`known`: what the gradebook holds of this quiz. UsageError if the quiz has no key, or no file is an attempt."""
    if quiz.sealed:
        raise UsageError(f"quiz '{quiz.id}' has no key here; grade it with the full course")
    found = sort_files(files, quiz, course_seed, quizzes, whose)
    if not (found.attempts or found.problems):
        raise UsageError(f"there is no attempt at '{quiz.id}' there{_but(found)}; look for '{quiz.id}.attempt1.json'")
    sheets = tuple(_graded(quiz, handed, why_not) for handed, why_not in settled(quiz, found, known))
    key = key_of(quiz)
    results = (*(_result(key, sheet) for sheet in sheets), *_broken(quiz, key, found), *_overtaken(known, sheets))
    digests = {result.digest for result in results}
    return QuizGrading(
        sheets=sheets,
        results=results,
        problems=(*found.problems, *_about_the_quiz(quiz, sheets)),
        changes=tuple(changes(quiz, known, results)),
        elsewhere=dict(found.elsewhere),
        stale=sum(result.key != key and not result.problem and result.digest not in digests for result in known),
    )


def _but(found: AttemptFiles) -> str:
    if found.elsewhere:
        return ", but at " + ", ".join(f"'{name}'" for name in found.elsewhere)
    return f" among {found.others} other files" if found.others else ""


def _graded(quiz: Quiz, handed: SubmittedAttempt, why_not: str) -> GradedAttempt:
    """By the quiz of today: an answer that no longer fits counts as none."""
    paper = draw(quiz, handed.attempt.seed)
    misfits = {name: _misfit(paper, name, answer) for name, answer in handed.attempt.answers.items()}
    kept = {name: answer for name, answer in handed.attempt.answers.items() if not misfits[name]}
    lost = tuple(sentence for sentence in misfits.values() if sentence)
    return GradedAttempt(handed, paper, kept, score_paper(paper, kept), why_not, lost)


def _misfit(paper: Paper, name: str, answer: Answer) -> str:
    variant = paper.find(name)
    if variant is None:
        return f"question '{name}' is on no such paper now"
    try:
        score(variant, answer)
    except UsageError as problem:
        return f"{problem} now; if its text was corrected, give it its old id"
    return ""


def _about_the_quiz(quiz: Quiz, sheets: Sequence[GradedAttempt]) -> Iterator[AttemptProblem]:
    """What holds of many attempts is told once."""
    changed = sum(sheet.handed.attempt.paper != sheet.paper.digest for sheet in sheets)
    if changed:
        drawn = ", and maybe the numbers that it draws," * any(question.parameters for question in quiz.questions)
        since = f"the texts of '{quiz.id}'{drawn} have changed since {_attempts(changed)}"
        yield AttemptProblem(ProblemKind.CHANGED, "", f"{since}; those of today are graded by")
    counting = [sheet for sheet in sheets if not sheet.why_not]
    for sentence in dict.fromkeys(sentence for sheet in counting for sentence in sheet.lost):
        count = sum(sentence in sheet.lost for sheet in counting)
        yield AttemptProblem(ProblemKind.LOST_ANSWER, "", f"{sentence} ({_attempts(count)}: no answer there)")


def _attempts(count: int) -> str:
    return f"{count} attempt{'s' * (count != 1)}"


def _result(key: str, sheet: GradedAttempt) -> QuizResult:
    handed = sheet.handed
    return QuizResult(
        student=handed.student,
        quiz=sheet.paper.quiz,
        digest=handed.digest,
        questions=() if sheet.why_not else tuple(_questions(sheet)),
        key=key,
        submitted=handed.attempt.finished_at,
        attempt=handed.attempt.attempt,
        label=handed.label,
        problem=sheet.why_not,
    )


def _questions(sheet: GradedAttempt) -> Iterator[QuestionScore]:
    for variant in sheet.paper.questions:
        earned = sheet.score.scores[variant.id]
        yield QuestionScore(
            id=variant.id,
            share=earned.share,
            mark=earned.mark.value,
            scheme=variant.scheme.value,
            note=earned.note,
            answer=sheet.answers.get(variant.id),
        )


def _broken(quiz: Quiz, key: str, found: AttemptFiles) -> Iterator[QuizResult]:
    """So that the gradebook says why a student has no points."""
    for student, digest, problem in found.broken:
        why = problem.sentence.partition(";")[0]
        yield QuizResult(student, quiz.id, digest, (), key, label=problem.label, problem=why)


def _overtaken(known: Sequence[QuizResult], sheets: Sequence[GradedAttempt]) -> Iterator[QuizResult]:
    """Versions graded before that count no longer: another version of the same attempt does."""
    counts = {(sheet.handed.student, sheet.handed.attempt.attempt) for sheet in sheets if not sheet.why_not}
    digests = {sheet.handed.digest for sheet in sheets}
    for result in known:
        if (result.student, result.attempt) in counts and result.digest not in digests and not result.problem:
            yield replace(result, questions=(), problem=f"another version of attempt {result.attempt} counts")


# ---- What a student may be told about a graded attempt, as data.


def told_to(sheets: Iterable[GradedAttempt]) -> Iterator[dict[str, Any]]:
    """Each attempt. Where the quiz never tells what was right, only points are told."""
    for sheet in sheets:
        attempt, counts = sheet.handed.attempt, not sheet.why_not
        yield {
            "attempt": attempt.attempt,
            "submitted": attempt.finished or None,
            "problem": sheet.why_not,
            "points": sheet.score.points if counts else 0.0,
            "max_points": sheet.score.max_points,
            "questions": [_question(sheet, variant) for variant in sheet.paper.questions] if counts else [],
        }


def _question(sheet: GradedAttempt, variant: Variant) -> dict[str, Any]:
    earned, answer = sheet.score.scores[variant.id], sheet.answers.get(variant.id)
    told = {
        "id": variant.id,
        "prompt": variant.prompt,
        "mark": earned.mark.value,
        "points": earned.points,
        "max_points": earned.max_points,
        "answer": in_words(variant, answer),
        "note": earned.note,
    }
    if sheet.paper.feedback is FeedbackTime.NEVER:
        return told
    return told | {
        "right_answer": in_words(variant, right_answer(variant)),
        "remarks": [asdict(remark) for remark in remarks(variant, answer)],
        "explanation": variant.explanation,
        "practise": list(variant.question.practise),
    }
