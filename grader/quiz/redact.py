"""A quiz without its key, for the student edition of a graded quiz. It draws the same papers as the full one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from grader.course import yaml as yamlfile
from grader.course.quiz_expressions import slot_names
from grader.course.quiz_model import QuestionFile, QuestionKind, Quiz, QuizFile
from grader.course.quiz_validate import id_of

_SHOWN = ("id", "type", "prompt", "points", "scoring", "negative", "pool", "dropped", "shuffle", "ignore")
_UNIT = ("unit", "units", "unit_required")
_HEAD = ("title", "description", "kind", "attempts", "minutes", "feedback", "scoring", "negative", "shuffle", "pools")


def sealed_text(quiz: Quiz) -> str:
    """The file of the sealed quiz."""
    import yaml

    content = yamlfile.read(quiz.path, QuizFile).value
    document = _set(content, _HEAD)
    document |= {"sealed": True, "questions": [_question(content, question) for question in content.questions]}
    return yaml.safe_dump(msgspec.to_builtins(document), allow_unicode=True, sort_keys=False, width=110)


def _question(quiz: QuizFile, question: QuestionFile) -> dict[str, Any]:
    shown = _set(question, (*_SHOWN, *_UNIT))
    match question.type:
        case QuestionKind.SINGLE | QuestionKind.MULTIPLE:
            shuffled = quiz.shuffle.options if question.shuffle is None else question.shuffle
            # Authors like to write the right one first: those that are shuffled anyway stand by their ids.
            options = question.options or ()
            free = iter(sorted((option for option in options if not option.pin), key=id_of))
            told = [next(free) if shuffled and not option.pin else option for option in options]
            shown["options"] = [_set(option, ("text", "pin", "id")) for option in told]
        case QuestionKind.ORDERING:
            shown["items"] = sorted(question.items or (), key=id_of)  # an order that says nothing about the right one
        case QuestionKind.MATCHING:
            shown["lefts"] = [pair.left for pair in question.pairs or ()]
            rights = (*(pair.right for pair in question.pairs or ()), *(question.extra or ()))
            shown["rights"] = sorted({id_of(right): right for right in rights}.values(), key=id_of)
    parameters = _needed(question.parameters, slot_names(str(msgspec.to_builtins(shown))))
    return shown | {"parameters": parameters} if parameters else shown


def _needed(parameters: dict[str, Any], used: set[str]) -> dict[str, Any]:
    """Parameters that the shown texts name, and those that these are computed from: others could tell the answer."""
    kept: dict[str, Any] = {}
    for name, value in reversed(parameters.items()):
        if name in used:
            kept[name] = value
            used = used | (slot_names(f"[[= {value}]]") if isinstance(value, str) else set())
    return dict(reversed(kept.items()))


def _set(struct: msgspec.Struct, keys: Iterable[str]) -> dict[str, Any]:
    """What a file says under these keys, without what it leaves at the default."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(struct)}
    values = {key: getattr(struct, key) for key in keys}
    return {key: value for key, value in values.items() if value != defaults[key] and value not in ({}, ())}
