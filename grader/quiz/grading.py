"""A class's attempts at one quiz, graded: from files to results for the gradebook."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.course.quizmodel import Quiz
from grader.errors import UsageError
from grader.quiz.answers import Answer
from grader.quiz.draw import Paper, draw
from grader.quiz.handed import Handed, Pile, Problem, Trouble, Whose, sort_files
from grader.quiz.regrade import Change, changes, key_of
from grader.quiz.scoring import PaperScore, score, score_paper
from grader.quiz.settle import settled
from grader.store import QuestionScore, QuizResult


@dataclass(frozen=True)
class Sheet:
    """One attempt, graded. `why_not`: why it does not count; "" if it does. `lost`: answers that no longer fit."""

    handed: Handed
    paper: Paper
    answers: Mapping[str, Answer]
    score: PaperScore
    why_not: str = ""
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class Grading:
    sheets: tuple[Sheet, ...]
    results: tuple[QuizResult, ...]  # for the gradebook
    problems: tuple[Problem, ...]
    changes: tuple[Change, ...]
    elsewhere: Mapping[str, int]  # attempts at other quizzes
    stale: int  # graded before by another key, and not among the files


def grade_attempts(
    quiz: Quiz,
    course_seed: int,
    files: Iterable[tuple[str, bytes]],
    known: Sequence[QuizResult] = (),
    quizzes: Collection[str] = (),
    whose: Whose = str,
) -> Grading:
    """`known`: what the gradebook holds of this quiz. UsageError if the quiz has no key, or no file is an attempt."""
    if quiz.sealed:
        raise UsageError(f"quiz '{quiz.id}' has no key here; grade it with the full course")
    pile = sort_files(files, quiz, course_seed, quizzes, whose)
    if not (pile.attempts or pile.problems):
        raise UsageError(f"there is no attempt at '{quiz.id}' there{_but(pile)}; look for '{quiz.id}.attempt1.json'")
    sheets = tuple(_graded(quiz, handed, why_not) for handed, why_not in settled(quiz, pile, known))
    key = key_of(quiz)
    results = (*(_result(key, sheet) for sheet in sheets), *_broken(quiz, key, pile), *_overtaken(known, sheets))
    digests = {result.digest for result in results}
    return Grading(
        sheets=sheets,
        results=results,
        problems=(*pile.problems, *_about_the_quiz(quiz, sheets)),
        changes=tuple(changes(quiz, known, results)),
        elsewhere=dict(pile.elsewhere),
        stale=sum(result.key != key and not result.problem and result.digest not in digests for result in known),
    )


def _but(pile: Pile) -> str:
    if pile.elsewhere:
        return ", but at " + ", ".join(f"'{name}'" for name in pile.elsewhere)
    return f" among {pile.others} other files" if pile.others else ""


def _graded(quiz: Quiz, handed: Handed, why_not: str) -> Sheet:
    """By the quiz of today: an answer that no longer fits counts as none."""
    paper = draw(quiz, handed.attempt.seed)
    misfits = {name: _misfit(paper, name, answer) for name, answer in handed.attempt.answers.items()}
    kept = {name: answer for name, answer in handed.attempt.answers.items() if not misfits[name]}
    lost = tuple(sentence for sentence in misfits.values() if sentence)
    return Sheet(handed, paper, kept, score_paper(paper, kept), why_not, lost)


def _misfit(paper: Paper, name: str, answer: Answer) -> str:
    variant = paper.find(name)
    if variant is None:
        return f"question '{name}' is on no such paper now"
    try:
        score(variant, answer)
    except UsageError as problem:
        return f"{problem} now; if its text was corrected, give it its old id"
    return ""


def _about_the_quiz(quiz: Quiz, sheets: Sequence[Sheet]) -> Iterator[Problem]:
    """What holds of many attempts is told once."""
    changed = sum(sheet.handed.attempt.paper != sheet.paper.digest for sheet in sheets)
    if changed:
        drawn = ", and maybe the numbers that it draws," * any(question.parameters for question in quiz.questions)
        since = f"the texts of '{quiz.id}'{drawn} have changed since {_attempts(changed)}"
        yield Problem(Trouble.CHANGED, "", f"{since}; those of today are graded by")
    counting = [sheet for sheet in sheets if not sheet.why_not]
    for sentence in dict.fromkeys(sentence for sheet in counting for sentence in sheet.lost):
        count = sum(sentence in sheet.lost for sheet in counting)
        yield Problem(Trouble.LOST_ANSWER, "", f"{sentence} ({_attempts(count)}: no answer there)")


def _attempts(count: int) -> str:
    return f"{count} attempt{'s' * (count != 1)}"


def _result(key: str, sheet: Sheet) -> QuizResult:
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


def _questions(sheet: Sheet) -> Iterator[QuestionScore]:
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


def _broken(quiz: Quiz, key: str, pile: Pile) -> Iterator[QuizResult]:
    """So that the gradebook says why a student has no points."""
    for student, digest, problem in pile.broken:
        why = problem.sentence.partition(";")[0]
        yield QuizResult(student, quiz.id, digest, (), key, label=problem.label, problem=why)


def _overtaken(known: Sequence[QuizResult], sheets: Sequence[Sheet]) -> Iterator[QuizResult]:
    """Versions graded before that count no longer: another version of the same attempt does."""
    counts = {(sheet.handed.student, sheet.handed.attempt.attempt) for sheet in sheets if not sheet.why_not}
    digests = {sheet.handed.digest for sheet in sheets}
    for result in known:
        if (result.student, result.attempt) in counts and result.digest not in digests and not result.problem:
            yield replace(result, questions=(), problem=f"another version of attempt {result.attempt} counts")
