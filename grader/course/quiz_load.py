"""A quiz from its file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.course import yaml as yamlfile
from grader.course.quiz_model import (
    IGNORED,
    Choice,
    FeedbackTime,
    ForeseenAnswer,
    Ignore,
    ItemFile,
    Matching,
    Numeric,
    Option,
    OptionFile,
    Ordering,
    Parameter,
    Purpose,
    Question,
    QuestionFile,
    QuestionKind,
    Quiz,
    QuizFile,
    QuizItem,
    Task,
    Text,
)
from grader.course.quiz_validate import id_of, quiz_problems, scheme_of, text_of
from grader.errors import ContentError

FOLDER = "quizzes"
SCHEMA = "quiz.schema.json"
_NAME = re.compile(r"(\d+)_([a-z][a-z0-9_]*)\.yaml", re.ASCII)


def quiz_paths(course: Path) -> dict[str, Path]:
    """Quiz id → file, in the order of the course, without reading any."""
    named = [path for path in _visible(course) if _NAME.fullmatch(path.name)]
    return {_id(path): path for path in sorted(named, key=lambda path: (_number(path), path.name))}


def load_quiz(path: Path) -> Quiz:
    """The quiz in a file; ContentError if something is wrong with it."""
    document = yamlfile.read(path, QuizFile)
    for error in quiz_problems(document):
        raise error
    return _quiz(document)


def file_problems(path: Path) -> list[ContentError]:
    """Everything that is wrong with one quiz file."""
    try:
        document = yamlfile.read(path, QuizFile)
    except ContentError as error:
        return [error]
    return list(quiz_problems(document))


def quiz_folder_problems(course: Path, slugs: Sequence[str]) -> Iterator[ContentError]:
    """Files that are no quizzes, and ids used twice: by two quizzes, or by a quiz and an exercise."""
    first: dict[str, Path] = {}
    numbers: dict[int, Path] = {}
    for path in _visible(course):
        if not _NAME.fullmatch(path.name):
            if path.name != SCHEMA:
                yield ContentError(
                    path, "a quiz file is a number and a name in small letters; rename it like 03_attention.yaml"
                )
            continue
        if first.setdefault(_id(path), path) != path:
            yield ContentError(path, f"{first[_id(path)].name} has the id '{_id(path)}' too; rename one of them")
        elif numbers.setdefault(_number(path), path) != path:
            yield ContentError(path, f"{numbers[_number(path)].name} has the number {_number(path)} too; renumber one")
        if _id(path) in slugs:
            yield ContentError(path, f"'{_id(path)}' is an exercise, too; rename the quiz")


def _quiz(document: yamlfile.Document[QuizFile]) -> Quiz:
    content = document.value
    purpose = Purpose(content.kind)
    default = FeedbackTime.AT_ONCE if purpose is Purpose.PRACTICE else FeedbackTime.END
    return Quiz(
        id=_id(document.path),
        number=_number(document.path),
        path=document.path,
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


def _question(quiz: QuizFile, content: QuestionFile, line: int) -> Question:
    kind = QuestionKind(content.type)
    return Question(
        id=content.id,
        kind=kind,
        prompt=content.prompt.strip(),
        task=_task(quiz, content, kind),
        explanation=content.explanation.strip(),
        points=content.points,
        scheme=scheme_of(quiz, content),
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
    """A span as the values in it; rounded, so that 0.1 + 0.2 is 0.3."""
    if not isinstance(value, dict):
        return value
    low, step = value["from"], value.get("step", 1.0)
    count = int((value["to"] - low) / step + 1e-9) + 1
    return tuple(round(low + index * step, 12) for index in range(count))


def _task(quiz: QuizFile, content: QuestionFile, kind: QuestionKind) -> Task:
    match kind:
        case QuestionKind.SINGLE | QuestionKind.MULTIPLE:
            options = content.options or ()
            shuffle = quiz.shuffle.options if content.shuffle is None else content.shuffle
            return Choice(tuple(_option(option, options) for option in options), shuffle)
        case QuestionKind.NUMERIC:
            return _numeric(content)
        case QuestionKind.TEXT:
            ignore = IGNORED if content.ignore is None else tuple(map(Ignore, content.ignore))
            return Text(tuple(answer.strip() for answer in content.accept or ()), ignore, _mistakes(content))
        case QuestionKind.ORDERING:
            items = _items(content.items or ())
            return Ordering(items, () if quiz.sealed else tuple(item.id for item in items))
        case QuestionKind.MATCHING:
            return _matching(content, quiz.sealed)


def _option(option: OptionFile, options: Sequence[OptionFile]) -> Option:
    """Without a weight of their own, right options share 1."""
    share = 1 / sum(other.correct for other in options) if option.correct else 0.0
    weight = share if option.weight is None else option.weight
    text = option.text.strip()
    return Option(id_of(option), text, option.correct, option.feedback.strip(), option.pin, weight)


def _numeric(content: QuestionFile) -> Numeric:
    low, high = content.range or (None, None)
    return Numeric(
        answer=content.answer,
        low=low,
        high=high,
        tolerance=0.0 if content.tolerance is None else content.tolerance,
        relative=0.0 if content.relative is None else content.relative,
        unit=content.unit or "",
        units=content.units or {},
        unit_required=bool(content.unit_required),
        mistakes=_mistakes(content),
    )


def _mistakes(content: QuestionFile) -> tuple[ForeseenAnswer, ...]:
    return tuple(ForeseenAnswer(mistake.answer, mistake.feedback.strip()) for mistake in content.mistakes or ())


def _matching(content: QuestionFile, sealed: bool) -> Matching:
    if sealed:
        return Matching(_items(content.lefts or ()), _items(content.rights or ()), {})
    pairs = content.pairs or ()
    rights = {id_of(right): right for right in (*(pair.right for pair in pairs), *(content.extra or ()))}
    key = {id_of(pair.left): id_of(pair.right) for pair in pairs}
    return Matching(_items([pair.left for pair in pairs]), _items(list(rights.values())), key)


def _items(items: Sequence[str | ItemFile]) -> tuple[QuizItem, ...]:
    return tuple(QuizItem(id_of(item), text_of(item).strip()) for item in items)


def _visible(course: Path) -> list[Path]:
    folder = course / FOLDER
    return sorted(path for path in folder.iterdir() if path.name[0] != ".") if folder.is_dir() else []


def _id(path: Path) -> str:
    return path.stem.partition("_")[2]


def _number(path: Path) -> int:
    return int(path.stem.partition("_")[0])
