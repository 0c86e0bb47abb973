"""Reads a quiz from its file: the keys of the file, its problems as errors with a line, and the `Quiz` without any."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from grader.course import yaml as yamlfile
from grader.course.quiz_expressions import RESERVED, objection, slot_objection
from grader.course.quiz_model import (
    IGNORED,
    SCHEMES,
    Choice,
    FeedbackTime,
    ForeseenAnswer,
    Ignore,
    Matching,
    Numeric,
    Option,
    Ordering,
    Parameter,
    Purpose,
    Question,
    QuestionKind,
    Quiz,
    QuizItem,
    Scheme,
    Task,
    Text,
    item_id,
)
from grader.course.yaml import Document
from grader.errors import ContentError
from grader.text import did_you_mean

FOLDER = "quizzes"
SCHEMA = "quiz.schema.json"
MOST_ITEMS = 30
MOST_VALUES = 10_000
_FILE_NAME = re.compile(r"(\d+)_([a-z][a-z0-9_]*)\.yaml", re.ASCII)
_ID = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_PARAMETER = re.compile(r"[A-Za-z]\w*", re.ASCII)
_MISCONCEPTION = re.compile(r"[a-z][a-z0-9_]*/[a-z][a-z0-9_]*", re.ASCII)
_SPAN = ("from", "to", "step")
_SHOWN = ("prompt", "explanation", "options", "mistakes", "pairs", "accept", "items", "extra", "lefts", "rights")

# Type → the keys of which one is required, and its other keys. `lefts` and `rights` replace `pairs` in a sealed quiz.
_KEYS: dict[QuestionKind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    QuestionKind.SINGLE: (("options",), ("shuffle",)),
    QuestionKind.MULTIPLE: (("options",), ("shuffle",)),
    QuestionKind.NUMERIC: (
        ("answer", "range"),
        ("tolerance", "relative", "unit", "units", "unit_required", "mistakes"),
    ),
    QuestionKind.TEXT: (("accept",), ("ignore", "mistakes")),
    QuestionKind.ORDERING: (("items",), ()),
    QuestionKind.MATCHING: (("pairs",), ("extra", "lefts", "rights")),
}
NEEDED = {kind: needed for kind, (needed, _) in _KEYS.items()}
OWN_KEYS = {kind: needed + others for kind, (needed, others) in _KEYS.items()}

# A sentence, then the keys that lead to its line.
Problem: TypeAlias = tuple[str, *tuple[str | int, ...]]


class OptionFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One option of a single or multiple question."""

    text: str
    correct: bool = False
    feedback: str = ""
    pin: bool = False
    weight: float | None = None
    id: str = ""


class ItemFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A text with an id of its own: the one it had before its text was corrected."""

    text: str
    id: str = ""


class PairFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Two texts that belong together."""

    left: str | ItemFile
    right: str | ItemFile


class MistakeFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A wrong answer that students really give, and what to say to it."""

    answer: float | str
    feedback: str


class QuestionFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The keys of a question; which of the later ones it may have depends on its type."""

    id: str
    type: str
    prompt: str
    explanation: str = ""
    points: float = 1.0
    source: str | tuple[str, ...] = ()
    practise: str | tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    difficulty: int = 2
    tags: tuple[str, ...] = ()
    pool: str = ""
    parameters: dict[str, tuple[float | str, ...] | dict[str, float] | str] = msgspec.field(default_factory=dict)
    scoring: str = ""
    negative: float | None = None
    dropped: bool = False
    options: tuple[OptionFile, ...] | None = None
    shuffle: bool | None = None
    answer: float | str | None = None
    range: tuple[float | str, ...] | None = None
    tolerance: float | str | None = None
    relative: float | str | None = None
    unit: str | None = None
    units: dict[str, float] | None = None
    unit_required: bool | None = None
    mistakes: tuple[MistakeFile, ...] | None = None
    accept: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    items: tuple[str | ItemFile, ...] | None = None
    pairs: tuple[PairFile, ...] | None = None
    extra: tuple[str | ItemFile, ...] | None = None
    lefts: tuple[str | ItemFile, ...] | None = None
    rights: tuple[str | ItemFile, ...] | None = None


class ShuffleFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every student sees in an order of their own."""

    questions: bool = False
    options: bool = True


class QuizFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The keys of a quiz file."""

    title: str
    description: str = ""
    kind: str = Purpose.PRACTICE.value
    attempts: int | None = None
    minutes: float | None = None
    feedback: str = ""
    scoring: str = ""
    negative: float = 0.0
    shuffle: ShuffleFile = msgspec.field(default_factory=ShuffleFile)
    pools: dict[str, int] = msgspec.field(default_factory=dict)
    sealed: bool = False
    questions: tuple[QuestionFile, ...]


def quiz_paths(course: Path) -> dict[str, Path]:
    """Return quiz id → file in the order of the course, without reading any file. Empty without quizzes."""
    named = [path for path in _visible(course) if _FILE_NAME.fullmatch(path.name)]
    return {_id(path): path for path in sorted(named, key=lambda path: (_number(path), path.name))}


def load_quiz(path: Path) -> Quiz:
    """Return the quiz in a file. ContentError if something is wrong with it."""
    document = yamlfile.read(path, QuizFile)
    for error in _problems(document):
        raise error
    content = document.value
    purpose = Purpose(content.kind)
    default = FeedbackTime.AT_ONCE if purpose is Purpose.PRACTICE else FeedbackTime.END
    return Quiz(
        id=_id(path),
        number=_number(path),
        path=path,
        title=content.title.strip(),
        description=content.description.strip(),
        purpose=purpose,
        attempts=content.attempts,
        minutes=content.minutes,
        feedback=FeedbackTime(content.feedback) if content.feedback else default,
        shuffle_questions=content.shuffle.questions,
        pools=content.pools,
        sealed=content.sealed,
        questions=tuple(
            _question(content, question, document.line("questions", index))
            for index, question in enumerate(content.questions)
        ),
    )


def file_problems(path: Path) -> list[ContentError]:
    """Return everything that is wrong with a quiz file; empty if it is valid."""
    try:
        return list(_problems(yamlfile.read(path, QuizFile)))
    except ContentError as error:
        return [error]


def quiz_folder_problems(course: Path, slugs: Sequence[str]) -> Iterator[ContentError]:
    """Yield a problem for each file that is not a quiz, and for each id used twice, by quizzes or by an exercise."""
    first: dict[str, Path] = {}
    numbers: dict[int, Path] = {}
    for path in _visible(course):
        if not _FILE_NAME.fullmatch(path.name):
            if path.name != SCHEMA:
                problem = "a quiz file is named with a number and lower-case letters; rename it like 03_attention.yaml"
                yield ContentError(path, problem)
            continue
        name, number = _id(path), _number(path)
        if first.setdefault(name, path) != path:
            yield ContentError(path, f"{first[name].name} has the id '{name}' too; rename one of them")
        elif numbers.setdefault(number, path) != path:
            yield ContentError(path, f"{numbers[number].name} has the number {number} too; renumber one")
        if name in slugs:
            yield ContentError(path, f"'{name}' is also an exercise; rename the quiz")


def _visible(course: Path) -> list[Path]:
    folder = course / FOLDER
    return sorted(path for path in folder.iterdir() if path.name[0] != ".") if folder.is_dir() else []


def _id(path: Path) -> str:
    return path.stem.partition("_")[2]


def _number(path: Path) -> int:
    return int(path.stem.partition("_")[0])


def id_of(item: str | ItemFile | OptionFile) -> str:
    """Return the id that an author gave, or the one made from the text."""
    return item_id(item) if isinstance(item, str) else item.id or item_id(item.text)


def _text_of(item: str | ItemFile | OptionFile) -> str:
    return item if isinstance(item, str) else item.text


def _scheme_of(quiz: QuizFile, question: QuestionFile) -> Scheme:
    """The question's own scheme, else the quiz's where the type knows it, else the type's default."""
    known = SCHEMES[QuestionKind(question.type)]
    return next((Scheme(word) for word in (question.scoring, quiz.scoring) if word in known), known[0])


def _question(quiz: QuizFile, content: QuestionFile, line: int) -> Question:
    kind = QuestionKind(content.type)
    return Question(
        id=content.id,
        kind=kind,
        prompt=content.prompt.strip(),
        task=_task(quiz, content, kind),
        explanation=content.explanation.strip(),
        points=content.points,
        scheme=_scheme_of(quiz, content),
        negative=quiz.negative if content.negative is None else content.negative,
        sources=_several(content.source),
        practise=_several(content.practise),
        misconceptions=content.misconceptions,
        difficulty=content.difficulty,
        tags=content.tags,
        pool=content.pool,
        parameters={name: _parameter(value) for name, value in content.parameters.items()},
        dropped=content.dropped,
        line=line,
    )


def _several(names: str | tuple[str, ...]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names


def _parameter(value: tuple[float | str, ...] | dict[str, float] | str) -> Parameter:
    """A span becomes its values; rounded, so that 0.1 + 0.2 is 0.3."""
    if not isinstance(value, dict):
        return value
    low, step = value["from"], value.get("step", 1.0)
    count = int((value["to"] - low) / step + 1e-9) + 1
    return tuple(round(low + index * step, 12) for index in range(count))


def _task(quiz: QuizFile, content: QuestionFile, kind: QuestionKind) -> Task:
    mistakes = tuple(ForeseenAnswer(mistake.answer, mistake.feedback.strip()) for mistake in content.mistakes or ())
    match kind:
        case QuestionKind.SINGLE | QuestionKind.MULTIPLE:
            shuffle = quiz.shuffle.options if content.shuffle is None else content.shuffle
            return Choice(_options(content.options or ()), shuffle)
        case QuestionKind.NUMERIC:
            low, high = content.range or (None, None)
            return Numeric(
                answer=content.answer,
                low=low,
                high=high,
                tolerance=content.tolerance or 0.0,
                relative=content.relative or 0.0,
                unit=content.unit or "",
                units=content.units or {},
                unit_required=bool(content.unit_required),
                mistakes=mistakes,
            )
        case QuestionKind.TEXT:
            ignore = IGNORED if content.ignore is None else tuple(map(Ignore, content.ignore))
            return Text(tuple(answer.strip() for answer in content.accept or ()), ignore, mistakes)
        case QuestionKind.ORDERING:
            items = _items(content.items or ())
            return Ordering(items, () if quiz.sealed else tuple(item.id for item in items))
        case QuestionKind.MATCHING if quiz.sealed:
            return Matching(_items(content.lefts or ()), _items(content.rights or ()), {})
        case QuestionKind.MATCHING:
            pairs = content.pairs or ()
            rights = {id_of(right): right for right in (*(pair.right for pair in pairs), *(content.extra or ()))}
            key = {id_of(pair.left): id_of(pair.right) for pair in pairs}
            return Matching(_items([pair.left for pair in pairs]), _items(list(rights.values())), key)


def _options(options: Sequence[OptionFile]) -> tuple[Option, ...]:
    """Right options without a weight of their own share 1."""
    share = 1 / max(1, sum(option.correct for option in options))
    made = []
    for option in options:
        weight = share * option.correct if option.weight is None else option.weight
        text, feedback = option.text.strip(), option.feedback.strip()
        made.append(Option(id_of(option), text, option.correct, feedback, option.pin, weight))
    return tuple(made)


def _items(items: Sequence[str | ItemFile]) -> tuple[QuizItem, ...]:
    return tuple(QuizItem(id_of(item), _text_of(item).strip()) for item in items)


def _problems(document: Document[QuizFile]) -> Iterator[ContentError]:
    """Everything that is wrong with the file itself; what it names elsewhere is not checked here."""
    quiz = document.value
    for problem, *where in _quiz_problems(document):
        yield document.error(problem, *where)
    for index, question in enumerate(quiz.questions):
        for problem, *where in _question_problems(quiz, question):
            yield document.error(f"question '{question.id}': {problem}", "questions", index, *where)


def _quiz_problems(document: Document[QuizFile]) -> Iterator[Problem]:
    quiz = document.value
    if not quiz.title.strip():
        yield "the title is empty; write one", "title"
    for key, known in (("kind", Purpose), ("feedback", FeedbackTime), ("scoring", Scheme)):
        word = getattr(quiz, key)
        if (word or key == "kind") and word not in list(known):
            yield f"'{key}' cannot be '{word}'{did_you_mean(word, known)}", key
    if quiz.attempts is not None and quiz.attempts < 1:
        yield "'attempts' must be at least 1; remove it to allow any number", "attempts"
    if quiz.minutes is not None and not 0 < quiz.minutes < math.inf:
        yield "'minutes' must be above 0; remove it for no time limit", "minutes"
    if not 0 <= quiz.negative <= 1:
        yield "'negative' must be from 0 to 1, a share of the points", "negative"
    if not quiz.questions:
        yield "there are no questions; write at least one", "questions"
    first: dict[str, int] = {}
    for index, question in enumerate(quiz.questions):
        before = first.setdefault(question.id, index)
        if before != index:
            line = document.line("questions", before, "id")
            yield f"the id '{question.id}' is already on line {line}; rename one of them", "questions", index, "id"
    sizes = Counter(question.pool for question in quiz.questions)
    for name, wanted in quiz.pools.items():
        if not 1 <= wanted < sizes[name]:
            problem = f"draws {wanted} of the {sizes[name]} questions of pool '{name}'"
            remedy = f"write 'pool: {name}' in more questions, or draw at least 1 and fewer than there are"
            yield f"{problem}; {remedy}", "pools", name


def _question_problems(quiz: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    if not _ID.fullmatch(question.id):
        yield "an id consists of lower-case letters, digits and _, and starts with a letter; rename it", "id"
    if question.type not in list(QuestionKind):
        yield f"the type cannot be '{question.type}'{did_you_mean(question.type, QuestionKind)}", "type"
        return
    kind = QuestionKind(question.type)
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
    if question.negative is not None and not 0 <= question.negative <= 1:
        yield "'negative' must be from 0 to 1, a share of the points", "negative"
    if question.scoring and question.scoring not in SCHEMES[kind]:
        hint = did_you_mean(question.scoring, SCHEMES[kind])
        yield f"a {kind} question cannot be scored by '{question.scoring}'{hint}", "scoring"
    yield from _parameter_problems(question)
    keys = list(_key_problems(quiz, question, kind))
    yield from keys or _task_problems(quiz, question, kind)
    for key in _SHOWN:
        for text, *where in _texts(getattr(question, key), key):
            if problem := slot_objection(text, list(question.parameters)):
                yield problem, *where


def _key_problems(quiz: QuizFile, question: QuestionFile, kind: QuestionKind) -> Iterator[Problem]:
    """Keys of other types, and the type's own that are missing."""
    own = OWN_KEYS[kind]
    for other in sorted({key for keys in OWN_KEYS.values() for key in keys} - set(own)):
        if getattr(question, other) is not None:
            kinds = " and ".join(kind for kind, keys in OWN_KEYS.items() if other in keys)
            yield f"'{other}' belongs to {kinds} questions, not to a {kind} one; remove it or change the type", other
    needed = ("lefts",) if quiz.sealed and kind is QuestionKind.MATCHING else NEEDED[kind]
    keyless = quiz.sealed and kind in (QuestionKind.NUMERIC, QuestionKind.TEXT)
    if not keyless and all(getattr(question, key) is None for key in needed):
        yield f"a {kind} question needs '{needed[0]}'; add '{needed[0]}: …'", "type"
    if not quiz.sealed and kind is QuestionKind.MATCHING and (question.lefts or question.rights):
        yield "'lefts' and 'rights' are for sealed quizzes; write 'pairs'", "lefts"


def _parameter_problems(question: QuestionFile) -> Iterator[Problem]:
    before: list[str] = []
    for name, value in question.parameters.items():
        if name in RESERVED:
            problem = "that is the name of a function or constant; choose another"
        elif not _PARAMETER.fullmatch(name):
            problem = "a name consists of letters, digits and _; choose another"
        elif isinstance(value, str):
            problem = objection(value, before)
        elif isinstance(value, dict):
            problem = _span_objection(value)
        elif not value:
            problem = "the list is empty; write the values to choose from"
        else:
            bad = [item for item in value if isinstance(item, float) and not math.isfinite(item)]
            problem = f"{bad[0]} is not a finite number" if bad else ""
        if problem:
            yield f"parameter '{name}': {problem}", "parameters", name
        before.append(name)


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


def _task_problems(quiz: QuizFile, question: QuestionFile, kind: QuestionKind) -> Iterator[Problem]:
    match kind:
        case QuestionKind.SINGLE | QuestionKind.MULTIPLE:
            yield from _choice_problems(quiz, question)
        case QuestionKind.NUMERIC:
            yield from _numeric_problems(question)
        case QuestionKind.TEXT:
            if not quiz.sealed and not question.accept:
                yield "'accept' is empty; write the answers that are right", "accept"
            for index, answer in enumerate(question.accept or ()):
                if not answer.strip():
                    yield f"answer {index + 1} is empty; write it or remove it", "accept", index
            for index, word in enumerate(question.ignore or ()):
                if word not in list(Ignore):
                    yield f"'ignore' cannot hold '{word}'{did_you_mean(word, Ignore)}", "ignore", index
        case QuestionKind.ORDERING:
            yield from _list_problems("items", question.items or (), at_least=3)
        case QuestionKind.MATCHING if quiz.sealed:
            yield from _list_problems("lefts", question.lefts or (), at_least=2)
            yield from _list_problems("rights", question.rights or (), at_least=2)
        case QuestionKind.MATCHING:
            yield from _matching_problems(question)
    for index, mistake in enumerate(question.mistakes or ()):
        if not mistake.feedback.strip():
            yield "a mistake has no feedback; explain what went wrong", "mistakes", index
        if kind is QuestionKind.NUMERIC and (problem := objection(mistake.answer, list(question.parameters))):
            yield f"mistake {index + 1}: {problem}", "mistakes", index, "answer"
        if kind is QuestionKind.TEXT and not (isinstance(mistake.answer, str) and mistake.answer.strip()):
            yield f"mistake {index + 1} must be text; put it in quotes", "mistakes", index, "answer"


def _choice_problems(quiz: QuizFile, question: QuestionFile) -> Iterator[Problem]:
    options = question.options or ()
    yield from _list_problems("options", options, at_least=2)
    right = [option for option in options if option.correct]
    if not quiz.sealed and not right:
        yield "no option is marked correct; mark at least one with 'correct: true'", "options"
    if question.type == QuestionKind.SINGLE and len(right) > 1:
        yield f"{len(right)} options are marked correct; leave one, or make the type 'multiple'", "options"
    if quiz.sealed or all(option.weight is None for option in options):
        return
    for index, option in enumerate(options):
        if option.weight is not None and not -1 <= option.weight <= 1:
            yield f"the weight {option.weight:g} must be from −1 to 1", "options", index, "weight"
        if option.weight is not None and not option.correct and option.weight >= 1:
            yield "a wrong option cannot be worth all; lower its weight", "options", index, "weight"
    if _scheme_of(quiz, question) is not Scheme.WEIGHTS:
        yield "options have weights, which count only with 'scoring: weights'; add it", "options"
    weights = [option.weight for option in right if option.weight is not None]
    if weights and not math.isclose(sum(weights), 1):
        yield "the weights of the right options must add up to 1", "options"


def _numeric_problems(question: QuestionFile) -> Iterator[Problem]:
    names = list(question.parameters)
    if question.answer is not None and question.range is not None:
        yield "there are both 'answer' and 'range'; remove one", "range"
    for key in ("answer", "tolerance", "relative"):
        value = getattr(question, key)
        if value is not None and (problem := objection(value, names)):
            yield f"{key}: {problem}", key
    for key in ("tolerance", "relative"):
        value = getattr(question, key)
        if isinstance(value, float) and value < 0:
            yield f"{key} is {value:g}; it must not be negative", key
        if value is not None and question.range is not None:
            yield f"'{key}' goes with 'answer', not with 'range'; widen the range instead", key
    match question.range:
        case (low, high):
            for index, end in enumerate((low, high)):
                if problem := objection(end, names):
                    yield f"range: {problem}", "range", index
            if isinstance(low, float) and isinstance(high, float) and low > high:
                yield f"nothing lies between {low:g} and {high:g}; write the lower end first", "range"
        case tuple():
            yield "a range has two ends; write it like [50, 150]", "range"
    units = question.units or {}
    for key in ("units", "unit_required"):
        if getattr(question, key) and not question.unit:
            yield f"'{key}' needs 'unit'; add 'unit: …'", key
    for name, factor in units.items():
        if not 0 < factor < math.inf:
            yield f"the unit '{name}' must be worth more than 0 {question.unit}", "units", name
    for unit in filter(None, (question.unit, *units)):
        if unit[0].isdigit() or unit[0] in "+-−.,/ ":
            yield f"the unit '{unit}' starts like a number; rename it", "unit"


def _matching_problems(question: QuestionFile) -> Iterator[Problem]:
    pairs, extra = question.pairs or (), question.extra or ()
    yield from _list_problems("pairs", [pair.left for pair in pairs], at_least=2)
    rights = {id_of(pair.right): _text_of(pair.right) for pair in pairs}
    for index, pair in enumerate(pairs):
        if not _text_of(pair.right).strip():
            yield "the right side is empty; write it", "pairs", index, "right"
        elif rights[id_of(pair.right)] != _text_of(pair.right):
            yield f"two right sides have the id '{id_of(pair.right)}'; change one", "pairs", index, "right"
    yield from _list_problems("extra", extra)
    for index, item in enumerate(extra):
        if id_of(item) in rights:
            yield f"'{_text_of(item)}' is a right side already; remove it here", "extra", index
    if len(rights) + len(extra) < 2:
        yield "all right sides are the same; add other ones under 'extra'", "pairs"


def _list_problems(
    key: str, items: Sequence[str | ItemFile] | Sequence[OptionFile], at_least: int = 0
) -> Iterator[Problem]:
    if not at_least <= len(items) <= MOST_ITEMS:
        yield f"'{key}' has {len(items)} entries; write {at_least} to {MOST_ITEMS}", key
    texts: dict[str, int] = {}
    ids: dict[str, int] = {}
    for index, item in enumerate(items):
        text, own = " ".join(_text_of(item).split()), id_of(item)
        if not text:
            yield f"entry {index + 1} of '{key}' is empty; write it or remove it", key, index
        elif texts.setdefault(text, index) != index:
            yield f"entries {texts[text] + 1} and {index + 1} of '{key}' are equal; change one", key, index
        elif ids.setdefault(own, index) != index:
            yield f"entries {ids[own] + 1} and {index + 1} of '{key}' have the id '{own}'; change one", key, index
        if not _ID.fullmatch(own):
            yield f"the id '{own}' must consist of lower-case letters, digits and _; rename it", key, index


def _texts(value: object, *where: str | int) -> Iterator[Problem]:
    """Every text in a part of a question, with its keys."""
    if isinstance(value, str):
        yield value, *where
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _texts(item, *where, index)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name), *where, name)
