"""Moodle XML. Texts are HTML; answers that students type or pick from a list are plain text."""

from __future__ import annotations

import html
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from grader.course.quiz_model import Choice, Ignore, Matching, Ordering, QuestionKind, Quiz, Scheme, Text
from grader.quiz.export.common import (
    ExportedQuestion,
    Letters,
    Markup,
    QuestionGroup,
    clean,
    decimal,
    document,
    for_moodle,
    mistakes,
    node,
    right_range,
)
from grader.quiz.export.gift import percent, tell_weights, wildcards
from grader.quiz.export.points import (
    ExportNotes,
    all_or_nothing,
    by_weights,
    each_in_place,
    has_pins,
    is_shuffled,
    moodle_weights,
)
from grader.quiz.paper import Number

_TYPES = {
    QuestionKind.SINGLE: "multichoice",
    QuestionKind.MULTIPLE: "multichoice",
    QuestionKind.NUMERIC: "numerical",
    QuestionKind.TEXT: "shortanswer",
    QuestionKind.ORDERING: "ordering",
    QuestionKind.MATCHING: "matching",
}


def to_moodle(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes, letters: Letters) -> bytes:
    return document(_MoodleWriter(quiz, notes, for_moodle(letters)).file(groups))


class _MoodleWriter:
    def __init__(self, quiz: Quiz, notes: ExportNotes, markup: Markup) -> None:
        self._quiz = quiz
        self._notes = notes
        self._markup = markup
        self._root = Element("quiz")

    def file(self, groups: Sequence[QuestionGroup]) -> Element:
        """Questions that all students get, then each group in a category of its own, to draw from."""
        self._category()
        for piece in (piece for group in groups if group.pick is None for piece in group.pieces):
            self._question(piece)
        for group in groups:
            if group.pick is not None:
                self._category(group.name)
                for piece in group.pieces:
                    self._question(piece)
                self._notes.category(group)
        self._notes.settings(self._quiz)
        return self._root

    def _category(self, name: str = "") -> None:
        path = [self._quiz.title, *([name] if name else [])]
        folders = "/".join(" ".join(clean(part).split()).replace("/", "//") for part in path)
        category = node(node(self._root, "question", type="category"), "category")
        node(category, "text", f"$course$/top/{folders}")

    def _question(self, piece: ExportedQuestion) -> None:
        variant = piece.variant
        made = node(self._root, "question", type=_TYPES[variant.kind])
        node(node(made, "name"), "text", piece.name)
        self._rich(made, "questiontext", variant.prompt, blocks=True)
        self._rich(made, "generalfeedback", variant.explanation, blocks=True)
        node(made, "defaultgrade", decimal(variant.points))
        node(made, "penalty", "0")
        node(made, "hidden", "0")
        node(made, "idnumber", f"{self._quiz.id}-{piece.name}")
        match variant.task:
            case Choice() as choice:
                self._choice(made, piece, choice)
            case Number() as number:
                self._number(made, piece, number)
            case Text() as text:
                self._text(made, piece, text)
            case Ordering() as ordering:
                self._ordering(made, piece, ordering)
            case Matching() as matching:
                self._matching(made, piece, matching)
        if variant.question.tags:
            tags = node(made, "tags")
            for tag in variant.question.tags:
                node(node(tags, "tag"), "text", clean(tag))

    def _choice(self, made: Element, piece: ExportedQuestion, choice: Choice) -> None:
        variant = piece.variant
        weights = moodle_weights(variant)
        tell_weights(self._notes, piece)
        self._notes.scoring(piece, by_weights(weights))
        if has_pins(variant):
            self._notes.of(piece, "Moodle has no pinned options; all options keep the order that was drawn now")
        node(made, "single", _bool(variant.kind is QuestionKind.SINGLE))
        node(made, "shuffleanswers", _bool(is_shuffled(variant) and not has_pins(variant)))
        node(made, "answernumbering", "abc")
        for option in choice.options:
            answer = node(made, "answer", fraction=percent(weights[option.id]), format="html")
            node(answer, "text", self._markup.line(option.text))
            self._rich(answer, "feedback", option.feedback)

    def _number(self, made: Element, piece: ExportedQuestion, number: Number) -> None:
        """Moodle's multiplier says how many of a unit make one of the first."""
        self._notes.scoring(piece, None)
        for numbers, fraction, feedback in (
            (right_range(piece.variant), "100", ""),
            *((wrong, "0", said) for wrong, said in mistakes(piece.variant)),
        ):
            answer = node(made, "answer", fraction=fraction, format="plain_text")
            node(answer, "text", decimal(numbers.middle))
            node(answer, "tolerance", decimal(numbers.margin))
            self._rich(answer, "feedback", feedback)
        if number.unit:
            units = node(made, "units")
            for name, factor in {number.unit: 1.0, **number.units}.items():
                unit = node(units, "unit")
                node(unit, "multiplier", decimal(1 / factor))
                node(unit, "unit_name", clean(name))
        node(made, "unitgradingtype", "1" if number.unit and number.unit_required else "0")
        node(made, "unitpenalty", "1")
        node(made, "showunits", "0" if number.unit else "3")
        node(made, "unitsleft", "0")

    def _text(self, made: Element, piece: ExportedQuestion, text: Text) -> None:
        self._notes.scoring(piece, None)
        self._notes.spelling(piece, case=True)
        node(made, "usecase", "0" if Ignore.CASE in text.ignore else "1")
        for written, fraction, feedback in (
            *((answer, "100", "") for answer in text.accept),
            *((str(mistake.answer), "0", mistake.feedback) for mistake in text.mistakes),
        ):
            answer = node(made, "answer", fraction=fraction, format="plain_text")
            node(answer, "text", clean(wildcards(written)))
            self._rich(answer, "feedback", feedback)

    def _ordering(self, made: Element, piece: ExportedQuestion, ordering: Ordering) -> None:
        whole = piece.variant.scheme is Scheme.ALL_OR_NOTHING
        self._notes.tell("ordering questions need Moodle 4.4 or later")
        self._notes.scoring(piece, (all_or_nothing if whole else each_in_place)(piece.variant))
        node(made, "layouttype", "VERTICAL")
        node(made, "selecttype", "ALL")
        node(made, "selectcount", str(len(ordering.items)))
        node(made, "gradingtype", "ALL_OR_NOTHING" if whole else "ABSOLUTE_POSITION")
        node(made, "showgrading", "SHOW")
        node(made, "numberingstyle", "none")
        texts = {item.id: item.text for item in ordering.items}
        for place, item in enumerate(ordering.right, 1):
            answer = node(made, "answer", fraction=str(place), format="html")
            node(answer, "text", self._markup.line(texts[item]))

    def _matching(self, made: Element, piece: ExportedQuestion, matching: Matching) -> None:
        """A right side that matches nothing belongs to an empty left one."""
        self._notes.scoring(piece, each_in_place(piece.variant))
        node(made, "shuffleanswers", "true")
        texts = {item.id: item.text for item in matching.rights}
        pairs = [(left.text, matching.right[left.id]) for left in matching.lefts]
        used = set(matching.right.values())
        for left, right in [*pairs, *(("", item.id) for item in matching.rights if item.id not in used)]:
            sub = node(made, "subquestion", format="html")
            node(sub, "text", self._markup.line(left) if left else "")
            node(node(sub, "answer"), "text", html.escape(self._markup.plain(texts[right]), quote=False))

    def _rich(self, parent: Element, tag: str, text: str, blocks: bool = False) -> None:
        made = self._markup.html(text) if blocks else self._markup.line(text)
        node(node(parent, tag, format="html"), "text", made)


def _bool(value: bool) -> str:
    return "true" if value else "false"
