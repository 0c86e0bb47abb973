"""Writes quizzes/quiz.schema.json, with which editors complete and check quiz files: `python tools/quiz_schema.py`.

The schema is made from the structs that the reader uses.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from grader.course.quiz_load import NEEDED, OWN_KEYS, OptionFile, QuestionFile, QuizFile
from grader.course.quiz_model import IGNORED, SCHEMES, FeedbackTime, Ignore, Purpose, QuestionKind, Scheme

_ID = "^[a-z][a-z0-9_]*$"
_SEALED = ("sealed", "lefts", "rights")  # only in files that `grader release` writes

# What an editor shows on a key, and what narrows the key's type.
_QUIZ: dict[str, tuple[str, dict[str, Any]]] = {
    "title": ("What the quiz is called.", {"minLength": 1}),
    "description": ("What it is about. Markdown.", {}),
    "kind": ("practice: may hold its key. graded: the student edition holds no key.", {"enum": list(Purpose)}),
    "attempts": ("How often a student may take it. Left out: any number of times.", {"minimum": 1}),
    "minutes": ("Time limit. Left out: none.", {"exclusiveMinimum": 0}),
    "feedback": (
        "When students are told what was right: by default at-once, or end if graded.",
        {"enum": list(FeedbackTime)},
    ),
    "scoring": ("For every question whose type knows the scheme.", {"enum": list(Scheme)}),
    "negative": ("What a wrong answer costs, as a share of the points.", {"minimum": 0, "maximum": 1}),
    "shuffle": ("What each student sees in an order of their own.", {}),
    "pools": ("Pool → how many of its questions each student gets.", {}),
    "questions": ("At least one.", {"minItems": 1}),
}
_QUESTION: dict[str, tuple[str, dict[str, Any]]] = {
    "id": ("Small letters, digits and _. Unique in the quiz; never change it once used.", {"pattern": _ID}),
    "type": ("How the question is answered.", {"enum": list(QuestionKind)}),
    "prompt": ("Markdown with $LaTeX$ and code blocks.", {"minLength": 1}),
    "explanation": ("Shown with the feedback: why the answer is what it is.", {}),
    "points": ("Above 0.", {"exclusiveMinimum": 0}),
    "source": ("One or more sources of course.yaml.", {}),
    "practise": ("One or more exercises that practise it.", {}),
    "misconceptions": ("EXERCISE/NAME: mistakes in exercises that bring up this question.", {}),
    "difficulty": ("1 to 5.", {"minimum": 1, "maximum": 5}),
    "tags": ("Words to find it by.", {}),
    "pool": ("The pool it is drawn from.", {}),
    "parameters": ("Name → [values], {from, to, step}, or an expression over those above. Texts show [[name]].", {}),
    "scoring": ("How a partly right answer is scored.", {}),
    "negative": ("What a wrong answer costs, as a share of the points.", {"minimum": 0, "maximum": 1}),
    "dropped": ("After the quiz was given: still shown, counts for nothing.", {}),
    "options": ("At least two, with feedback each.", {"minItems": 2}),
    "shuffle": ("false: options stay as written.", {}),
    "answer": ("A number or an expression.", {}),
    "range": ("[low, high]: both ends count. In place of answer.", {"minItems": 2, "maxItems": 2}),
    "tolerance": ("Absolute: |x − answer| ≤ tolerance.", {}),
    "relative": ("Relative: |x − answer| ≤ relative · |answer|.", {}),
    "unit": ("Shown beside the field. Students may write it.", {}),
    "units": ("Other units they may write → how many of `unit` one of them is.", {}),
    "unit_required": ("true: a number without a unit is wrong.", {}),
    "mistakes": ("Wrong answers that really happen, and what to say to them.", {}),
    "accept": ("Right answers; the first is shown.", {"minItems": 1}),
    "ignore": (f"What does not count; by default {', '.join(IGNORED)}.", {"items": {"enum": list(Ignore)}}),
    "items": ("In the right order.", {"minItems": 3}),
    "pairs": ("What belongs together.", {"minItems": 2}),
    "extra": ("Right sides that match nothing.", {}),
}
_OPTION: dict[str, tuple[str, dict[str, Any]]] = {
    "text": ("Markdown with $LaTeX$.", {"minLength": 1}),
    "correct": ("true for a right option.", {}),
    "feedback": ("Why it is right or wrong.", {}),
    "pin": ("true: stays at its place when options are shuffled.", {}),
    "weight": ("Share of the points, with 'scoring: weights'.", {"minimum": -1, "maximum": 1}),
    "id": ("The id it had before its text was corrected.", {"pattern": _ID}),
}
_SPAN = {
    "type": "object",
    "properties": {"from": {"type": "number"}, "to": {"type": "number"}, "step": {"type": "number"}},
    "required": ["from", "to"],
    "additionalProperties": False,
}


def schema_text() -> str:
    """Return the content of `quizzes/quiz.schema.json`."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def schema() -> dict[str, Any]:
    """Return the schema of quiz files. Files without a key, which `grader release` writes, are not covered."""
    parts = _clean(msgspec.json.schema(QuizFile))["$defs"]
    for struct, texts in ((QuizFile, _QUIZ), (QuestionFile, _QUESTION), (OptionFile, _OPTION)):
        properties = parts[struct.__name__]["properties"]
        for key in _SEALED:
            properties.pop(key, None)
        for key, (description, narrowed) in texts.items():
            properties[key] = {"description": description, **properties[key], **narrowed}
    question = parts[QuestionFile.__name__]
    question["properties"]["parameters"]["additionalProperties"]["anyOf"][1] = _SPAN
    question["allOf"] = [_rule(kind) for kind in QuestionKind]
    whole = parts.pop(QuizFile.__name__)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A quiz"}
    return head | {key: value for key, value in whole.items() if key != "title"} | {"$defs": parts}


def _rule(kind: QuestionKind) -> dict[str, Any]:
    """What the type decides: which keys must be there, which may not, and which schemes there are."""
    others = sorted({key for keys in OWN_KEYS.values() for key in keys} - {*OWN_KEYS[kind], *_SEALED})
    then: dict[str, Any] = {"properties": dict.fromkeys(others, False)}
    then["properties"]["scoring"] = {"enum": list(SCHEMES[kind])}
    then["oneOf"] = [{"required": [key]} for key in NEEDED[kind]]
    return {"if": {"properties": {"type": {"const": kind.value}}}, "then": then}


def _clean(node: Any) -> Any:
    """Without null (a key is left out, not empty), and without empty defaults."""
    if isinstance(node, list):
        return [_clean(item) for item in node]
    if not isinstance(node, dict):
        return node
    empty: tuple[Any, ...] = (None, "", (), [], {})
    node = {key: _clean(value) for key, value in node.items() if key != "default" or value not in empty}
    if {"type": "null"} in node.get("anyOf", ()):
        rest = [item for item in node.pop("anyOf") if item != {"type": "null"}]
        node |= rest[0] if len(rest) == 1 else {"anyOf": rest}
    return node


if __name__ == "__main__":
    target = Path(__file__).parents[1] / "quizzes" / "quiz.schema.json"
    target.write_text(schema_text(), encoding="utf-8")
