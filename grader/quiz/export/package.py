"""The zip that Canvas imports: a manifest, the questions, and the settings of the quiz."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from grader.course.quizfile import Feedback, Purpose
from grader.course.quizmodel import Choice, Quiz
from grader.quiz.draw import draw
from grader.quiz.export.markup import Letters, clean, for_canvas
from grader.quiz.export.notes import Notes, is_shuffled
from grader.quiz.export.numbers import decimal
from grader.quiz.export.pieces import Group
from grader.quiz.export.qti import to_qti
from grader.quiz.export.tree import document, node

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first time that a zip can hold
_CONTENT = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_SETTINGS = "associatedcontent/imscc_xmlv1p1/learning-application-resource"


def to_canvas(quiz: Quiz, groups: Sequence[Group], notes: Notes, letters: Letters, best: bool) -> bytes:
    """`best`: of several attempts the best counts, else the last."""
    files = {
        "imsmanifest.xml": _manifest(quiz),
        f"{quiz.id}/{quiz.id}.xml": to_qti(quiz, groups, notes, letters),
        f"{quiz.id}/assessment_meta.xml": _settings(quiz, letters, best),
    }
    _say_what_is_lost(quiz, groups, notes)
    return _zipped(files)


def _say_what_is_lost(quiz: Quiz, groups: Sequence[Group], notes: Notes) -> None:
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
        "show_correct_answers": _bool(quiz.feedback is not Feedback.NEVER),
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
