"""What is wrong with a quiz file whose keys have the right types: all of it, each with its line and a remedy."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from grader.course.quizfile import NEEDED, OWN_KEYS, SCHEMES, Feedback, Kind, Purpose, QuestionFile, QuizFile, Scheme
from grader.course.quizmath import RESERVED, objection
from grader.course.quiztasks import TASK_PROBLEMS, Problem, text_of
from grader.course.quiztext import slot_objection
from grader.course.textfile import did_you_mean
from grader.course.yamlfile import Document
from grader.errors import ContentError

_ID = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_MISCONCEPTION = re.compile(r"[a-z][a-z0-9_]*/[a-z][a-z0-9_]*", re.ASCII)
_SPAN = ("from", "to", "step")
MOST_VALUES = 10_000


def quiz_problems(document: Document[QuizFile]) -> Iterator[ContentError]:
    """Everything that is wrong with the file itself; what it names elsewhere is not looked at."""
    quiz = document.value
    if not quiz.title.strip():
        yield document.error("the title is empty; write one", "title")
    yield from _quiz_words(document)
    yield from _quiz_numbers(document)
    if not quiz.questions:
        yield document.error("there are no questions; write at least one", "questions")
    yield from _same_ids(document)
    yield from _wrong_pools(document)
    for index, question in enumerate(quiz.questions):
        for problem, *where in _question_problems(quiz, question):
            yield document.error(f"question '{question.id}': {problem}", "questions", index, *where)


def _quiz_words(document: Document[QuizFile]) -> Iterator[ContentError]:
    quiz = document.value
    for key, word, known in (
        ("kind", quiz.kind, Purpose),
        ("feedback", quiz.feedback, Feedback),
        ("scoring", quiz.scoring, Scheme),
    ):
        if (word or key == "kind") and word not in list(known):
            yield document.error(f"'{key}' cannot be '{word}'{did_you_mean(word, known)}", key)


def _quiz_numbers(document: Document[QuizFile]) -> Iterator[ContentError]:
    quiz = document.value
    if quiz.attempts is not None and quiz.attempts < 1:
        yield document.error("'attempts' must be at least 1; remove it to allow any number", "attempts")
    if quiz.minutes is not None and not 0 < quiz.minutes < math.inf:
        yield document.error("'minutes' must be above 0; remove it for no time limit", "minutes")
    if not 0 <= quiz.negative <= 1:
        yield document.error("'negative' must be from 0 to 1, a share of the points", "negative")


def _same_ids(document: Document[QuizFile]) -> Iterator[ContentError]:
    first: dict[str, int] = {}
    for index, question in enumerate(document.value.questions):
        before = first.setdefault(question.id, index)
        if before != index:
            line = document.line("questions", before, "id")
            yield document.error(
                f"the id '{question.id}' is already on line {line}; rename one of them", "questions", index, "id"
            )


def _wrong_pools(document: Document[QuizFile]) -> Iterator[ContentError]:
    sizes = Counter(question.pool for question in document.value.questions)
    for name, wanted in document.value.pools.items():
        if not 1 <= wanted < sizes[name]:
            problem = f"draws {wanted} of the {sizes[name]} questions of pool '{name}'"
            remedy = f"say 'pool: {name}' in more questions, or draw at least 1 and fewer than there are"
            yield document.error(f"{problem}; {remedy}", "pools", name)


def _question_problems(quiz: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    if not _ID.fullmatch(question.id):
        yield "an id is made of small letters, digits and _, and begins with a letter; rename it", "id"
    if question.type not in list(Kind):
        yield f"the type cannot be '{question.type}'{did_you_mean(question.type, Kind)}", "type"
        return
    kind = Kind(question.type)
    yield from _common_problems(quiz, question)
    yield from _scoring_problems(question, kind)
    yield from _parameter_problems(question)
    keys = list(_key_problems(quiz, question, kind))
    yield from keys or TASK_PROBLEMS[kind](quiz, question)
    for text, *where in _texts(question):
        problem = slot_objection(text, list(question.parameters))
        if problem:
            yield problem, *where


def _common_problems(quiz: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    if not question.prompt.strip():
        yield "the prompt is empty; ask something", "prompt"
    if not 0 < question.points < math.inf:
        yield f"points is {question.points:g}; it must be a number above 0", "points"
    if not 1 <= question.difficulty <= 5:
        yield f"difficulty is {question.difficulty}; choose 1 to 5", "difficulty"
    if question.pool and question.pool not in quiz.pools:
        hint = did_you_mean(question.pool, quiz.pools) or f"; add 'pools: {{{question.pool}: 1}}' above the questions"
        yield f"there is no pool '{question.pool}'{hint}", "pool"
    for index, name in enumerate(question.misconceptions):
        if not _MISCONCEPTION.fullmatch(name):
            yield f"write the misconception '{name}' as EXERCISE/NAME", "misconceptions", index


def _scoring_problems(question: QuestionFile, kind: Kind) -> Iterator[Problem]:
    if question.negative is not None and not 0 <= question.negative <= 1:
        yield "'negative' must be from 0 to 1, a share of the points", "negative"
    if question.scoring and question.scoring not in SCHEMES[kind]:
        hint = did_you_mean(question.scoring, SCHEMES[kind])
        yield f"a {kind} question cannot be scored by '{question.scoring}'{hint}", "scoring"


def _key_problems(quiz: QuizFile, question: QuestionFile, kind: Kind) -> Iterator[Problem]:
    """Keys of other types, and the type's own that are missing."""
    own = OWN_KEYS[kind]
    for other in sorted({key for keys in OWN_KEYS.values() for key in keys} - set(own)):
        if getattr(question, other) is not None:
            kinds = " and ".join(kind for kind, keys in OWN_KEYS.items() if other in keys)
            yield f"'{other}' belongs to {kinds} questions, not to a {kind} one; remove it or change the type", other
    needed = ("lefts",) if quiz.sealed and kind is Kind.MATCHING else NEEDED[kind]
    keyless = quiz.sealed and kind in (Kind.NUMERIC, Kind.TEXT)
    if not keyless and all(getattr(question, key) is None for key in needed):
        yield f"a {kind} question needs '{needed[0]}'; add '{needed[0]}: …'", "type"
    if not quiz.sealed and kind is Kind.MATCHING and (question.lefts or question.rights):
        yield "'lefts' and 'rights' are for sealed quizzes; write 'pairs'", "lefts"


def _parameter_problems(question: QuestionFile) -> Iterator[Problem]:
    before: list[str] = []
    for name, value in question.parameters.items():
        problem = _name_objection(name) or _value_objection(value, before)
        if problem:
            yield f"parameter '{name}': {problem}", "parameters", name
        before.append(name)


def _name_objection(name: str) -> str:
    if name in RESERVED:
        return "that is the name of a function or constant; choose another"
    return "" if _NAME.fullmatch(name) else "a name is made of letters, digits and _; choose another"


def _value_objection(value: Sequence[float | str] | dict[str, float] | str, before: list[str]) -> str:
    if isinstance(value, str):
        return objection(value, before)
    if isinstance(value, dict):
        return _span_objection(value)
    if not value:
        return "the list is empty; write the values to choose from"
    bad = next((item for item in value if isinstance(item, float) and not math.isfinite(item)), None)
    return "" if bad is None else f"{bad} is no finite number"


def _span_objection(span: dict[str, float]) -> str:
    for key in span:
        if key not in _SPAN:
            return f"unknown key '{key}'{did_you_mean(key, _SPAN)}"
    if "from" not in span or "to" not in span:
        return "write it like {from: 2, to: 9}, or {from: 0, to: 1, step: 0.1}"
    if not all(math.isfinite(number) for number in span.values()):
        return "'from', 'to' and 'step' must be finite numbers"
    step = span.get("step", 1.0)
    if step <= 0 or span["from"] > span["to"]:
        return "'from' must not be above 'to', and 'step' must be above 0"
    return "" if (span["to"] - span["from"]) / step < MOST_VALUES else f"over {MOST_VALUES} values; use a larger step"


def _texts(question: QuestionFile) -> Iterator[Problem]:
    """Every text that a student may read, each with its place."""
    yield question.prompt, "prompt"
    yield question.explanation, "explanation"
    for index, option in enumerate(question.options or ()):
        yield option.text, "options", index, "text"
        yield option.feedback, "options", index, "feedback"
    for index, mistake in enumerate(question.mistakes or ()):
        yield mistake.feedback, "mistakes", index, "feedback"
        if question.type == Kind.TEXT:
            yield str(mistake.answer), "mistakes", index, "answer"
    for index, pair in enumerate(question.pairs or ()):
        yield text_of(pair.left), "pairs", index, "left"
        yield text_of(pair.right), "pairs", index, "right"
    for key in ("accept", "items", "extra", "lefts", "rights"):
        for index, item in enumerate(getattr(question, key) or ()):
            yield text_of(item), key, index
