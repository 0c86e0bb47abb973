"""Quizzes as QTI 1.2 for Canvas: the questions, and the zip that Canvas imports."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from xml.etree.ElementTree import Element

from grader.course.quiz_model import Choice, FeedbackTime, Matching, Purpose, QuestionKind, Quiz, Scheme, Text
from grader.quiz.export.common import Markup, QuestionGroup, clean, decimal, document, node
from grader.quiz.export.writer import ExportNotes, QuestionWriter
from grader.quiz.paper import Number, Variant, draw

_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_MANIFEST = Path(__file__).with_name("imsmanifest.xml")
_RESPONSE = "response1"
_FIRST = 1001  # the number of a question's first answer
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can hold
_TYPES = {
    QuestionKind.SINGLE: "multiple_choice_question",
    QuestionKind.MULTIPLE: "multiple_answers_question",
    QuestionKind.NUMERIC: "numerical_question",
    QuestionKind.TEXT: "short_answer_question",
    QuestionKind.ORDERING: "matching_question",
    QuestionKind.MATCHING: "matching_question",
}


def to_canvas(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes, markup: Markup, best: bool) -> bytes:
    """Return the zip: a manifest, the questions, and the settings of the quiz. `best`: as in `export`."""
    files: dict[str, str | bytes] = {
        "imsmanifest.xml": Template(_MANIFEST.read_text(encoding="utf-8")).substitute(quiz=quiz.id),
        f"{quiz.id}/{quiz.id}.xml": _questions(quiz, groups, notes, markup),
        f"{quiz.id}/assessment_meta.xml": _settings(quiz, markup, best),
    }
    if _shuffles(quiz):
        for variant in (variant for group in groups for variant in group.variants):
            if isinstance(variant.task, Choice) and not variant.task.shuffle:
                notes.add(
                    "Canvas shuffles the options of all questions or of none; it shuffles these", variant.question.id
                )
    if quiz.shuffle_questions:
        notes.add("Canvas cannot shuffle questions per student; they keep the order of the file")
    if quiz.minutes is not None and quiz.minutes != math.ceil(quiz.minutes):
        notes.add(f"Canvas counts whole minutes; the limit of {quiz.minutes:g} becomes {math.ceil(quiz.minutes)}")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:  # compressors differ between versions
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, on every machine
            archive.writestr(entry, content)
    return made.getvalue()


def _questions(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes, markup: Markup) -> bytes:
    root = Element("questestinterop", {"xmlns": _QTI})
    assessment = node(root, "assessment", ident=quiz.id, title=clean(quiz.title))
    _fields(assessment, {"cc_maxattempts": str(quiz.attempts or "unlimited")})
    section = node(assessment, "section", ident="root_section")
    for group in groups:
        parent = section if group.pick is None else _drawn(section, group, notes)
        for variant in group.variants:
            _QtiItem(variant, notes, markup, quiz.id, parent).write()
    return document(root)


def _drawn(section: Element, group: QuestionGroup, notes: ExportNotes) -> Element:
    """A section of which each student gets some questions. All are worth the same in Canvas."""
    inner = node(section, "section", ident=f"group_{group.name}", title=group.name)
    selection = node(node(inner, "selection_ordering"), "selection")
    node(selection, "selection_number", str(group.pick))
    points = [variant.points for variant in group.variants]
    node(node(selection, "selection_extension"), "points_per_item", decimal(points[0]))
    if len(set(points)) > 1:
        notes.add(f"in Canvas all questions of '{group.name}' are worth the same; {points[0]:g} is used")
    names = {variant.question.id for variant in group.variants}
    if 1 < len(names) < len(group.variants):
        notes.add(f"a student may get two versions of one question of '{group.name}'; export with --variants 1")
    return inner


def _fields(parent: Element, entries: Mapping[str, str]) -> None:
    metadata = node(parent, "qtimetadata")
    for label, entry in entries.items():
        field = node(metadata, "qtimetadatafield")
        node(field, "fieldlabel", label)
        node(field, "fieldentry", entry)


class _QtiItem(QuestionWriter):
    """One question as QTI 1.2, the way Canvas writes and reads it.

    Answers are numbered, because Canvas keeps only the digits of an id. HTML is escaped in `mattext`.
    """

    def __init__(self, variant: Variant, notes: ExportNotes, markup: Markup, quiz: str, section: Element) -> None:
        super().__init__(variant, notes, markup)
        ident = f"{quiz}_{variant.id}"
        self._item = node(section, "item", ident=ident, title=variant.id)
        facts = {"question_type": _TYPES[self.variant.kind], "points_possible": decimal(self.variant.points)}
        _fields(node(self._item, "itemmetadata"), facts | {"assessment_question_identifierref": f"{ident}_ref"})
        self._presentation = node(self._item, "presentation")
        self._processing = node(self._item, "resprocessing")

    def write(self) -> None:
        _html(self._presentation, f"<div>{self.prompt_with_unit()}</div>")
        outcomes = node(self._processing, "outcomes")
        node(outcomes, "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
        if self.variant.explanation:
            node(self._feedback("general_fb", self.variant.explanation), "other")
        self.task()

    def choice(self, choice: Choice) -> None:
        several = self.variant.kind is QuestionKind.MULTIPLE
        self.note_scoring(Scheme.NET_CORRECT if several else Scheme.ALL_OR_NOTHING)
        numbered = [(str(number), option) for number, option in enumerate(choice.options, _FIRST)]
        cardinality = "Multiple" if several else "Single"
        lid = node(self._presentation, "response_lid", ident=_RESPONSE, rcardinality=cardinality)
        render = node(lid, "render_choice", shuffle="Yes" if choice.shuffle else "No")
        for number, option in numbered:
            fixed = {"rshuffle": "No", "lock": "Yes"} if option.pin and choice.shuffle else {}
            _html(node(render, "response_label", ident=number, **fixed), self.markup.line(option.text))
            if option.feedback:
                _equals(self._feedback(f"{number}_fb", option.feedback), number)
        condition = self._scored()
        parent = node(condition, "and") if several else condition
        for number, option in numbered:
            if option.correct:
                _equals(parent, number)
            elif several:
                _equals(node(parent, "not"), number)

    def number(self, number: Number) -> None:
        self._note_lost_feedback(number.mistakes)
        self._field(fibtype="Decimal")
        assert number.span is not None
        middle, margin = number.span.middle, number.span.margin
        parent = self._scored()
        if number.answer is not None:
            either = node(parent, "or")
            _equals(either, decimal(middle))
            parent = node(either, "and")
        node(parent, "vargte", decimal(middle - margin), respident=_RESPONSE)
        node(parent, "varlte", decimal(middle + margin), respident=_RESPONSE)

    def text(self, text: Text) -> None:
        self._note_lost_feedback(text.mistakes)
        self._field()
        condition = self._scored()
        for answer in text.accept:
            _equals(condition, clean(answer))

    def matching(self, matching: Matching) -> None:
        """Canvas shows right sides in a list of plain text."""
        numbers = {item.id: str(_FIRST + len(matching.lefts) + at) for at, item in enumerate(matching.rights)}
        for number, left in enumerate(matching.lefts, _FIRST):
            lid = node(self._presentation, "response_lid", ident=f"response_{number}")
            _html(lid, self.markup.line(left.text))
            render = node(lid, "render_choice")
            for item in matching.rights:
                material = node(node(render, "response_label", ident=numbers[item.id]), "material")
                node(material, "mattext", self.markup.plain(item.text), texttype="text/plain")
            condition = node(self._processing, "respcondition")
            _equals(node(condition, "conditionvar"), numbers[matching.right[left.id]], f"response_{number}")
            node(condition, "setvar", f"{100 / len(matching.lefts):.2f}", varname="SCORE", action="Add")

    def _note_lost_feedback(self, mistakes: Sequence[object]) -> None:
        if mistakes:  # Canvas takes every number and text in the file for a right answer
            self.note("Canvas has no feedback on wrong numbers and texts; it is not exported")

    def _field(self, **kind: str) -> None:
        typed = node(self._presentation, "response_str", ident=_RESPONSE, rcardinality="Single")
        node(node(typed, "render_fib", **kind), "response_label", ident="answer1", rshuffle="No")

    def _scored(self) -> Element:
        """The condition for all points."""
        condition = node(self._processing, "respcondition", **{"continue": "No"})
        inner = node(condition, "conditionvar")
        node(condition, "setvar", "100", action="Set", varname="SCORE")
        return inner

    def _feedback(self, name: str, text: str) -> Element:
        """The condition for showing this feedback."""
        _html(node(node(self._item, "itemfeedback", ident=name), "flow_mat"), self.markup.html(text))
        condition = node(self._processing, "respcondition", **{"continue": "Yes"})
        inner = node(condition, "conditionvar")
        node(condition, "displayfeedback", feedbacktype="Response", linkrefid=name)
        return inner


def _html(parent: Element, text: str) -> None:
    node(node(parent, "material"), "mattext", text, texttype="text/html")


def _equals(parent: Element, value: str, response: str = _RESPONSE) -> None:
    node(parent, "varequal", value, respident=response)


def _shuffles(quiz: Quiz) -> bool:
    return any(getattr(question.task, "shuffle", False) for question in quiz.questions)


def _settings(quiz: Quiz, markup: Markup, best: bool) -> bytes:
    root = Element("quiz", {"identifier": quiz.id, "xmlns": _CANVAS})
    practice = quiz.purpose is Purpose.PRACTICE
    settings = {
        "title": clean(quiz.title),
        "description": markup.html(quiz.description),
        "shuffle_answers": str(_shuffles(quiz)).lower(),
        "scoring_policy": "keep_highest" if best else "keep_latest",
        "quiz_type": "practice_quiz" if practice else "assignment",
        "points_possible": decimal(draw(quiz, 0).max_points),
        "show_correct_answers": str(quiz.feedback is not FeedbackTime.NEVER).lower(),
        "allowed_attempts": str(quiz.attempts or -1),
        "available": "false",
    }
    if quiz.minutes is not None:
        settings["time_limit"] = str(math.ceil(quiz.minutes))
    for name, value in settings.items():
        node(root, name, value)
    return document(root)
