"""Proves that a quiz keeps the promises of the framework."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from grader.course import Course
from grader.course import yaml as yamlfile
from grader.course.quiz_expressions import number_text, slot_names
from grader.course.quiz_model import Choice, Matching, Numeric, Ordering, Question, QuestionKind, Quiz, Text
from grader.errors import ContentError
from grader.quiz.answers import normalised
from grader.quiz.paper import Number, Span, Variant, draw_question
from grader.text import did_you_mean

SEEDS = 200  # a question must be sound whatever its numbers are
DIGITS = 4  # the most that a student is asked to write

Problem: TypeAlias = tuple[str, *tuple[str | int, ...]]


def variant_problems(quiz: Quiz, question: Question) -> Iterator[Problem]:
    """What is wrong with some variant, with its numbers. Each kind of problem is reported once."""
    reported: set[tuple[str | int, ...]] = set()
    for seed in range(SEEDS if question.parameters else 1):
        try:
            variant = draw_question(quiz, question, seed)
        except ContentError as error:
            yield (error.problem.partition(": ")[2],)
            return
        for problem, *where in _problems(variant):
            if tuple(where) not in reported:
                reported.add(tuple(where))
                values = variant.values.items()
                shown = ", ".join(f"{name} = {v if isinstance(v, str) else number_text(v)}" for name, v in values)
                yield f"{problem} (with {shown})" if shown else problem, *where


def _problems(variant: Variant) -> Iterator[Problem]:
    match variant.task:
        case Choice(options=options):
            yield from _equal_texts((option.text for option in options), "options")
        case Number(span=span) as number if span is not None:
            yield from _number_problems(number, span)
        case Text() as text:
            accepted = {normalised(answer, text.ignore) for answer in text.accept}
            if "" in accepted:
                yield "nothing is left of an accepted answer without what 'ignore' names; change one of them", "accept"
            for index, mistake in enumerate(text.mistakes):
                if normalised(str(mistake.answer), text.ignore) in accepted:
                    yield f"mistake {index + 1} is accepted as right; change it", "mistakes", index
        case Ordering(items=items):
            yield from _equal_texts((item.text for item in items), "items")
        case Matching(lefts=lefts, rights=rights):
            yield from _equal_texts((item.text for item in lefts), "pairs")
            yield from _equal_texts((item.text for item in rights), "pairs")


def _equal_texts(texts: Iterable[str], key: str) -> Iterator[Problem]:
    """Equal as texts, apart from spaces, or as numbers: 0.5 is 0.50."""
    seen: dict[str | float, str] = {}
    for text in texts:
        meaning: str | float = " ".join(text.split())
        with suppress(ValueError):
            meaning = float(text.strip(" $").replace("−", "-"))
        other = seen.setdefault(meaning, text)
        if other is not text:
            yield f"'{other}' and '{text}' under '{key}' are equal; change one", key


def _number_problems(number: Number, span: Span) -> Iterator[Problem]:
    answer = number.answer
    if span.margin < 0:
        low, high = span.middle - span.margin, span.middle + span.margin
        yield f"no number is accepted: {low:g} is above {high:g}; correct the range", "range"
        return
    if answer is not None:
        if round(answer, DIGITS) not in span and float(f"{answer:.{DIGITS}g}") not in span:
            yield f"nobody will write {answer:.10g} exactly; add a 'tolerance' or 'relative'", "answer"
        elif answer and 0.0 in span:
            yield f"the answer is {number_text(answer)}, but 0 is accepted, too; narrow the tolerance", "answer"
    for index, (mistake, _) in enumerate(number.mistakes):
        if mistake.middle in span:
            yield f"mistake {index + 1} is accepted as right; change it", "mistakes", index


MOST_LONGEST = 0.4  # the share of single questions whose correct option may be the longest
FEWEST_LONGEST = 3  # fewer are not a pattern
LONGER, LONGER_BY = 1.1, 4  # a tenth, and this many characters: what a reader sees at a glance


@dataclass
class QuizProof:
    """The outcome of the proof of one quiz."""

    quiz: str
    questions: int
    breaches: list[str] = field(default_factory=list)


def prove_quiz(course: Course, quiz: Quiz) -> QuizProof:
    return QuizProof(quiz.id, len(quiz.questions), [str(error) for error in quiz_breaches(course, quiz)])


def quiz_breaches(course: Course, quiz: Quiz) -> Iterator[ContentError]:
    """Everything that is wrong with a quiz whose file is well formed."""
    first_of_pool: dict[str, Question] = {}
    for index, question in enumerate(quiz.questions):
        problems = list(_question_problems(course, quiz, question))
        other = first_of_pool.setdefault(question.pool, question) if question.pool else question
        if other.points != question.points:  # whichever question is drawn, as much can be earned
            both = f"worth {question.points:g} points, but '{other.id}' of the same pool {other.points:g}"
            problems.append((f"{both}; make them equal", "pool"))
        for problem, *where in problems:
            line = yamlfile.line_of(quiz.path, "questions", index, *where)
            yield ContentError(quiz.path, f"question '{question.id}': {problem}", line)
    single = [question for question in quiz.questions if question.kind is QuestionKind.SINGLE]
    longest = [question.id for question in single if _is_longest(question)]
    if len(longest) >= FEWEST_LONGEST and len(longest) > MOST_LONGEST * len(single):  # length alone answers them
        problem = f"in {len(longest)} of {len(single)} single questions the correct option is the longest"
        remedy = "write longer distractors or shorter correct options"
        yield ContentError(quiz.path, f"{problem} ({', '.join(longest)}); {remedy}", 1)


def _question_problems(course: Course, quiz: Quiz, question: Question) -> Iterator[Problem]:
    if not question.sources:
        yield ("no source; add 'source: …', the document it is based on",)
    for name in question.sources:
        if course.sources and name not in course.sources:
            yield f"the source '{name}' is not in course.yaml{did_you_mean(name, course.sources)}", "source"
    if not question.practise:
        yield ("no exercise; add 'practise: …', the exercise that practises it",)
    for slug in question.practise:
        if slug not in course.slugs:
            yield f"practise '{slug}' is not an exercise{did_you_mean(slug, course.slugs)}", "practise"
    for index, name in enumerate(question.misconceptions):
        slug, _, mistake = name.partition("/")
        if slug not in course.slugs:
            yield f"'{slug}' is not an exercise{did_you_mean(slug, course.slugs)}", "misconceptions", index
            continue
        exercise = course.find(slug)
        known = {path.stem for path in (exercise.solution_path / "misconceptions").glob("*.py")}
        if exercise.has_solution and mistake not in known:
            yield f"{slug} has no misconception '{mistake}'{did_you_mean(mistake, known)}", "misconceptions", index
    # The feedback of an option explains it; other questions need an explanation.
    if isinstance(question.task, Choice):
        for index, option in enumerate(question.task.options):
            if not option.feedback:
                yield f"option {index + 1} has no feedback; explain why it is right or wrong", "options", index
    elif not question.explanation:
        yield "no explanation; explain why the answer is what it is", "type"
    texts = list(_texts(question))
    if not question.parameters and any("[[=" in text for text in texts):
        yield "it computes with [[= …]] but has no parameters; add them, or write the value", "prompt"
    expressions = [value for value in question.parameters.values() if isinstance(value, str)]
    if isinstance(task := question.task, Numeric):
        numbers = (task.answer, task.low, task.high, task.tolerance, task.relative, *(m.answer for m in task.mistakes))
        expressions += [number for number in numbers if isinstance(number, str)]
    used = set[str]().union(*map(slot_names, (*texts, *(f"[[= {expression}]]" for expression in expressions))))
    for name in question.parameters:
        if name not in used:
            yield f"the parameter '{name}' is never used; use it or remove it", "parameters", name
    yield from variant_problems(quiz, question)


def _texts(question: Question) -> Iterator[str]:
    yield from (question.prompt, question.explanation)
    match question.task:
        case Choice(options=options):
            yield from (text for option in options for text in (option.text, option.feedback))
        case Numeric(mistakes=mistakes):
            yield from (mistake.feedback for mistake in mistakes)
        case Text(accept=accept, mistakes=mistakes):
            yield from accept
            yield from (text for mistake in mistakes for text in (str(mistake.answer), mistake.feedback))
        case Ordering(items=items):
            yield from (item.text for item in items)
        case Matching(lefts=lefts, rights=rights):
            yield from (item.text for item in (*lefts, *rights))


def _is_longest(question: Question) -> bool:
    options = question.task.options if isinstance(question.task, Choice) else ()
    right = max((len(option.text) for option in options if option.correct), default=0)
    wrong = max((len(option.text) for option in options if not option.correct), default=0)
    return right > LONGER * wrong and right >= wrong + LONGER_BY
