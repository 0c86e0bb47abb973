"""Quizzes as QTI 1.2 for Canvas: the items, and the package around them."""

from __future__ import annotations

import html
import io
import math
import zipfile
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from grader.course.quiz_model import (
    Choice,
    FeedbackTime,
    Matching,
    Ordering,
    Purpose,
    QuestionKind,
    Quiz,
    QuizItem,
    Text,
)
from grader.quiz.export.common import (
    ExportedQuestion,
    Letters,
    Markup,
    QuestionGroup,
    clean,
    decimal,
    document,
    for_canvas,
    has_margins,
    node,
    places,
    right_range,
)
from grader.quiz.export.points import ExportNotes, each_in_place, is_shuffled, net_correct
from grader.quiz.paper import Number, draw

# ---- QTI 1.2 as Canvas writes and reads it: the questions of a quiz in one XML file.
#
# Answers are numbered: of an id, Canvas keeps the digits alone. HTML stands escaped in `mattext`.


NAMESPACE = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_RESPONSE = "response1"
_GENERAL = "general_fb"
_FIRST = 1001  # of the answers of a question
_TYPES = {
    QuestionKind.SINGLE: "multiple_choice_question",
    QuestionKind.MULTIPLE: "multiple_answers_question",
    QuestionKind.NUMERIC: "numerical_question",
    QuestionKind.TEXT: "short_answer_question",
    QuestionKind.ORDERING: "matching_question",
    QuestionKind.MATCHING: "matching_question",
}


def to_qti(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes, letters: Letters) -> bytes:
    root = Element("questestinterop", {"xmlns": NAMESPACE})
    assessment = node(root, "assessment", ident=quiz.id, title=clean(quiz.title))
    _fields(assessment, {"cc_maxattempts": str(quiz.attempts or "unlimited")})
    section = node(assessment, "section", ident="root_section")
    writer = _QtiWriter(quiz, notes, for_canvas(letters))
    for group in groups:
        place = section if group.pick is None else _drawn(section, group, notes)
        for piece in group.pieces:
            writer.item(place, piece)
    return document(root)


def _drawn(section: Element, group: QuestionGroup, notes: ExportNotes) -> Element:
    """A group of which each student gets some. All are worth the same in Canvas."""
    inner = node(section, "section", ident=f"group_{group.name}", title=group.name)
    selection = node(node(inner, "selection_ordering"), "selection")
    node(selection, "selection_number", str(group.pick))
    points = [piece.variant.points for piece in group.pieces]
    node(node(selection, "selection_extension"), "points_per_item", decimal(points[0]))
    if len(set(points)) > 1:
        notes.tell(f"in Canvas all questions of '{group.name}' are worth the same; {points[0]:g} was taken")
    names = {piece.variant.id for piece in group.pieces}
    if 1 < len(names) < len(group.pieces):
        notes.tell(f"of '{group.name}' a student may get two versions of one question; export with --variants 1")
    return inner


def _fields(parent: Element, entries: Mapping[str, str]) -> None:
    metadata = node(parent, "qtimetadata")
    for label, entry in entries.items():
        field = node(metadata, "qtimetadatafield")
        node(field, "fieldlabel", label)
        node(field, "fieldentry", entry)


class _QtiWriter:
    def __init__(self, quiz: Quiz, notes: ExportNotes, markup: Markup) -> None:
        self._quiz = quiz
        self._notes = notes
        self._markup = markup

    def item(self, section: Element, piece: ExportedQuestion) -> None:
        variant = piece.variant
        ident = f"{self._quiz.id}_{piece.name}"
        made = node(section, "item", ident=ident, title=piece.name)
        facts = {"question_type": _TYPES[variant.kind], "points_possible": decimal(variant.points)}
        _fields(node(made, "itemmetadata"), facts | {"assessment_question_identifierref": f"{ident}_ref"})
        presentation = node(made, "presentation")
        self._material(presentation, self._prompt(piece))
        processing = node(made, "resprocessing")
        node(node(processing, "outcomes"), "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
        feedback = self._general(processing, variant.explanation)
        feedback |= self._task(presentation, processing, piece)
        for name, text in feedback.items():
            self._material(node(node(made, "itemfeedback", ident=name), "flow_mat"), self._markup.html(text))

    def _prompt(self, piece: ExportedQuestion) -> str:
        task = piece.variant.task
        unit = f"\n<p>Unit: {html.escape(task.unit)}</p>" if isinstance(task, Number) and task.unit else ""
        return f"<div>{self._markup.html(piece.variant.prompt)}{clean(unit)}</div>"

    def _general(self, processing: Element, explanation: str) -> dict[str, str]:
        if not explanation:
            return {}
        condition = node(processing, "respcondition", **{"continue": "Yes"})
        node(node(condition, "conditionvar"), "other")
        node(condition, "displayfeedback", feedbacktype="Response", linkrefid=_GENERAL)
        return {_GENERAL: explanation}

    def _task(self, presentation: Element, processing: Element, piece: ExportedQuestion) -> dict[str, str]:
        """The answers, and feedback to them by its name."""
        match piece.variant.task:
            case Choice() as choice:
                return self._choice(presentation, processing, piece, choice)
            case Number() as number:
                self._number(presentation, processing, piece, number)
            case Text() as text:
                self._text(presentation, processing, piece, text)
            case Matching() as matching:
                self._notes.scoring(piece, each_in_place(piece.variant))
                self._pairs(presentation, processing, matching.lefts, matching.rights, matching.right)
            case Ordering() as ordering:
                self._notes.of(piece, "Canvas has no ordering; it becomes a matching of places and items")
                self._notes.scoring(piece, each_in_place(piece.variant))
                lefts = places(ordering)
                right = {place.id: item for place, item in zip(lefts, ordering.right, strict=True)}
                self._pairs(presentation, processing, lefts, ordering.items, right)
        return {}

    def _choice(
        self, presentation: Element, processing: Element, piece: ExportedQuestion, choice: Choice
    ) -> dict[str, str]:
        self._notes.scoring(piece, net_correct(piece.variant))
        several = piece.variant.kind is QuestionKind.MULTIPLE
        numbers = {option.id: str(_FIRST + at) for at, option in enumerate(choice.options)}
        lid = node(presentation, "response_lid", ident=_RESPONSE, rcardinality="Multiple" if several else "Single")
        shuffled = is_shuffled(piece.variant)
        render = node(lid, "render_choice", shuffle="Yes" if shuffled else "No")
        for option in choice.options:
            fixed = {"rshuffle": "No", "lock": "Yes"} if option.pin and shuffled else {}
            label = node(render, "response_label", ident=numbers[option.id], **fixed)
            self._material(label, self._markup.line(option.text))
        for option in choice.options:
            if option.feedback:
                condition = node(processing, "respcondition", **{"continue": "Yes"})
                _equals(node(condition, "conditionvar"), numbers[option.id])
                node(condition, "displayfeedback", feedbacktype="Response", linkrefid=f"{numbers[option.id]}_fb")
        condition = _scored(processing)
        place = node(condition, "and") if several else condition
        for option in choice.options:
            if option.correct:
                _equals(place, numbers[option.id])
            elif several:
                _equals(node(place, "not"), numbers[option.id])
        return {f"{numbers[option.id]}_fb": option.feedback for option in choice.options if option.feedback}

    def _number(self, presentation: Element, processing: Element, piece: ExportedQuestion, number: Number) -> None:
        self._notes.scoring(piece, None)
        self._notes.unit(piece)
        self._say_mistakes_are_lost(piece, bool(number.mistakes))
        _field(presentation, fibtype="Decimal")
        right = right_range(piece.variant)
        place = _scored(processing)
        if has_margins(piece.variant):
            either = node(place, "or")
            _equals(either, decimal(right.middle))
            place = node(either, "and")
        node(place, "vargte", decimal(right.low), respident=_RESPONSE)
        node(place, "varlte", decimal(right.high), respident=_RESPONSE)

    def _text(self, presentation: Element, processing: Element, piece: ExportedQuestion, text: Text) -> None:
        self._notes.scoring(piece, None)
        self._notes.spelling(piece, case=False)
        self._say_mistakes_are_lost(piece, bool(text.mistakes))
        _field(presentation)
        place = _scored(processing)
        for answer in text.accept:
            _equals(place, clean(answer))

    def _pairs(
        self,
        presentation: Element,
        processing: Element,
        lefts: Sequence[QuizItem],
        rights: Sequence[QuizItem],
        right: Mapping[str, str],
    ) -> None:
        """Canvas shows the right side in a list of plain text."""
        numbers = {item.id: str(_FIRST + len(lefts) + at) for at, item in enumerate(rights)}
        for at, left in enumerate(lefts):
            name = f"response_{_FIRST + at}"
            lid = node(presentation, "response_lid", ident=name)
            self._material(lid, self._markup.line(left.text))
            render = node(lid, "render_choice")
            for item in rights:
                material = node(node(render, "response_label", ident=numbers[item.id]), "material")
                node(material, "mattext", self._markup.plain(item.text), texttype="text/plain")
            condition = node(processing, "respcondition")
            node(node(condition, "conditionvar"), "varequal", numbers[right[left.id]], respident=name)
            node(condition, "setvar", f"{100 / len(lefts):.2f}", varname="SCORE", action="Add")

    def _say_mistakes_are_lost(self, piece: ExportedQuestion, there: bool) -> None:
        """Canvas takes every number and text that stands in the file for a right one."""
        if there:
            self._notes.of(piece, "Canvas has no feedback to wrong numbers and texts; it is left out")

    def _material(self, parent: Element, text: str) -> None:
        node(node(parent, "material"), "mattext", text, texttype="text/html")


def _field(presentation: Element, **kind: str) -> None:
    typed = node(presentation, "response_str", ident=_RESPONSE, rcardinality="Single")
    node(node(typed, "render_fib", **kind), "response_label", ident="answer1", rshuffle="No")


def _scored(processing: Element) -> Element:
    """The condition for all points."""
    condition = node(processing, "respcondition", **{"continue": "No"})
    place = node(condition, "conditionvar")
    node(condition, "setvar", "100", action="Set", varname="SCORE")
    return place


def _equals(parent: Element, value: str) -> None:
    node(parent, "varequal", value, respident=_RESPONSE)


# ---- The zip that Canvas imports: a manifest, the questions, and the settings of the quiz.


_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first time that a zip can hold
_CONTENT = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_SETTINGS = "associatedcontent/imscc_xmlv1p1/learning-application-resource"


def to_canvas(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes, letters: Letters, best: bool) -> bytes:
    """`best`: of several attempts the best counts, else the last."""
    files = {
        "imsmanifest.xml": _manifest(quiz),
        f"{quiz.id}/{quiz.id}.xml": to_qti(quiz, groups, notes, letters),
        f"{quiz.id}/assessment_meta.xml": _settings(quiz, letters, best),
    }
    _say_what_is_lost(quiz, groups, notes)
    return _zipped(files)


def _say_what_is_lost(quiz: Quiz, groups: Sequence[QuestionGroup], notes: ExportNotes) -> None:
    choices = [piece for group in groups for piece in group.pieces if isinstance(piece.variant.task, Choice)]
    if _shuffles(quiz):
        for piece in (piece for piece in choices if not is_shuffled(piece.variant)):
            notes.of(piece, "Canvas shuffles the options of all questions or of none, and so shuffles these")
    if quiz.shuffle_questions:
        notes.tell("Canvas has no other order of questions for each student; they keep the order of the file")
    if quiz.minutes is not None and quiz.minutes != math.ceil(quiz.minutes):
        notes.tell(f"Canvas counts whole minutes; the limit of {quiz.minutes:g} becomes {math.ceil(quiz.minutes)}")


def _shuffles(quiz: Quiz) -> bool:
    return any(getattr(question.task, "shuffle", False) for question in quiz.questions)


def _manifest(quiz: Quiz) -> bytes:
    root = Element("manifest", {"identifier": f"{quiz.id}_package", "xmlns": _CONTENT})
    metadata = node(root, "metadata")
    node(metadata, "schema", "IMS Content")
    node(metadata, "schemaversion", "1.1.3")
    node(root, "organizations")
    resources = node(root, "resources")
    questions = node(resources, "resource", identifier=quiz.id, type="imsqti_xmlv1p2")
    node(questions, "file", href=f"{quiz.id}/{quiz.id}.xml")
    node(questions, "dependency", identifierref=f"{quiz.id}_meta")
    place = f"{quiz.id}/assessment_meta.xml"
    settings = node(resources, "resource", identifier=f"{quiz.id}_meta", type=_SETTINGS, href=place)
    node(settings, "file", href=place)
    return document(root)


def _settings(quiz: Quiz, letters: Letters, best: bool) -> bytes:
    root = Element("quiz", {"identifier": quiz.id, "xmlns": _CANVAS})
    practice = quiz.purpose is Purpose.PRACTICE
    told = {
        "title": clean(quiz.title),
        "description": for_canvas(letters).html(quiz.description),
        "shuffle_answers": _bool(_shuffles(quiz)),
        "scoring_policy": "keep_highest" if best else "keep_latest",
        "quiz_type": "practice_quiz" if practice else "assignment",
        "points_possible": decimal(draw(quiz, 0).max_points),
        "show_correct_answers": _bool(quiz.feedback is not FeedbackTime.NEVER),
        "allowed_attempts": str(quiz.attempts or -1),
        "available": "false",
    }
    if quiz.minutes is not None:
        told["time_limit"] = str(math.ceil(quiz.minutes))
    for name, value in told.items():
        node(root, name, value)
    return document(root)


def _zipped(files: dict[str, bytes]) -> bytes:
    """Not compressed: what a compressor makes differs from version to version."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, wherever it is made
            archive.writestr(entry, content)
    return made.getvalue()


def _bool(value: bool) -> str:
    return "true" if value else "false"
