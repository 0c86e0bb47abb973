"""A student's work in the words of a page of feedback, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from grader.batch.collect import Marked, Piece, lateness, points, without_secrets
from grader.batch.marks import ItemMark, points_of
from grader.course import Course
from grader.report.feedback import Decision, Feedback, Question, Section, Try
from grader.report.roll import EXCUSED
from grader.store import Attempt, Detail, Override, State, rescored

SCHEMA = 1
_STATES = {State.UNREADABLE: "cannot be read", State.WAITING: "not graded yet", State.OLD: "not graded yet"}


def feedback(course: Course, marked: Marked) -> Feedback:
    mark, student = marked.mark, marked.record.student
    return Feedback(
        course=course.title,
        student=student.id,
        name=student.name,
        total=points(mark.total),
        maximum=points(mark.maximum),
        percent=points(mark.percent),
        share=min(100.0, float(mark.percent)),
        steps=mark.steps,
        sections=tuple(_section(course, piece) for piece in marked.pieces),
        others=tuple(_other(course, detail) for detail in marked.others),
        problems=tuple(f"A hand-in could not be opened: {problem}" for problem in marked.record.problems),
        complete=mark.complete,
        review=mark.review,
        excused=mark.excused,
    )


def _section(course: Course, piece: Piece) -> Section:
    mark = piece.mark
    return Section(
        name=mark.item,
        title=mark.title,
        score=points(mark.score),
        maximum=points(mark.maximum),
        share=min(100.0, float(100 * mark.score / mark.maximum)) if mark.maximum else 0.0,
        steps=_steps(mark),
        badges=tuple(_badges(course, piece)),
        decision=_decision(piece.override) if piece.override else None,
        tries=tuple(_try(course, piece, attempt) for attempt in piece.attempts),
        result=without_secrets(piece.result) if piece.result else None,
        idea=course.find(mark.item).idea if piece.result else "",
        questions=tuple(Question(one.id, one.mark, one.note) for one in piece.quiz.questions) if piece.quiz else (),
    )


def _steps(mark: ItemMark) -> tuple[str, ...]:
    """Nothing where they only say the score again."""
    return () if mark.steps == (f"{points(mark.score)} of {points(mark.maximum)}",) else mark.steps


def _badges(course: Course, piece: Piece) -> Iterator[str]:
    mark = piece.mark
    if mark.state is None:
        yield "not handed in"
    elif mark.state in _STATES:
        yield _STATES[mark.state]
    if piece.attempt is not None and lateness(course, piece.item, piece.attempt):
        yield "late"
    words = {
        "set by hand": mark.overridden,
        "excused": mark.excused,
        "dropped": mark.dropped,
        "extra": mark.extra,
        "to be reviewed": mark.review,
    }
    yield from (word for word, holds in words.items() if holds)


def _decision(override: Override) -> Decision:
    words = "excused, so that it does not count" if override.excused else ""
    if override.score is not None:
        words = f"{override.score:g} point{'' if override.score == 1 else 's'}"
    when = moment(override.at)
    return Decision(words, override.reason, override.comment, override.who, when)


def _try(course: Course, piece: Piece, attempt: Attempt) -> Try:
    worth = piece.item.points
    earned = sum(worth[name] * share for name, share in attempt.shares.items() if name in worth)
    words = f"{round(max(0.0, earned), 2):g} of {round(sum(worth.values()), 2):g} points"
    if attempt.state in (State.UNREADABLE, State.WAITING):
        words = attempt.problem or _STATES[attempt.state]
    late = lateness(course, piece.item, attempt)
    counts = attempt.number == piece.mark.attempt
    return Try(attempt.number, words, moment(attempt.submitted), late, attempt.label, counts)


def _other(course: Course, detail: Detail) -> Section:
    name, result = detail.attempt.item, detail.result
    exercise = course.find(name) if name in course.slugs else None
    title = exercise.title if exercise else name
    if result is None:
        return Section(name, title, "0", "0", 0.0, (detail.attempt.problem or _STATES[State.WAITING],))
    result = rescored(result, points_of(exercise)) if exercise else result
    share = 100 * result.score / result.max_score if result.max_score else 0.0
    score, most = f"{result.score:g}", f"{result.max_score:g}"
    return Section(name, title, score, most, share, result=without_secrets(result))


def moment(time: datetime | None) -> str:
    return "" if time is None else f"{time:%Y-%m-%d %H:%M} UTC"


def results_json(course: Course, marked: Marked) -> dict[str, Any]:
    """results/STUDENT.json, schema 1: the mark, and each exercise and quiz with the result that counts."""
    whole = {key: value for key, value in marked.mark.to_json().items() if key != "schema"}
    items = [_item_json(course, piece, told) for piece, told in zip(marked.pieces, whole["items"], strict=True)]
    others = [without_secrets(detail.result).to_json() for detail in marked.others if detail.result is not None]
    return {"schema": SCHEMA, **whole, "items": items, "others": others, "problems": list(marked.record.problems)}


def _item_json(course: Course, piece: Piece, told: dict[str, Any]) -> dict[str, Any]:
    return {
        **told,
        "kind": piece.item.kind.value,
        "override": _override_json(piece.override) if piece.override else None,
        "hand_ins": [_attempt_json(course, piece, attempt) for attempt in piece.attempts],
        "graded": piece.detail.graded.isoformat() if piece.detail and piece.detail.graded else None,
        "versions": dict(piece.detail.versions) if piece.detail else {},
        "result": without_secrets(piece.result).to_json() if piece.result else None,
        "questions": [dict(vars(one)) for one in piece.quiz.questions] if piece.quiz else [],
    }


def _override_json(override: Override) -> dict[str, Any]:
    names = ("score", "excused", "comment", "reason", "who")
    at = override.at.isoformat() if override.at else None
    return {**{name: getattr(override, name) for name in names}, "at": at}


def _attempt_json(course: Course, piece: Piece, attempt: Attempt) -> dict[str, Any]:
    return {
        "attempt": attempt.number,
        "label": attempt.label,
        "submitted": attempt.submitted.isoformat() if attempt.submitted else None,
        "late_seconds": attempt.late_seconds,
        "late": lateness(course, piece.item, attempt),
        "state": attempt.state.value,
        "problem": attempt.problem,
    }


def score_of(mark: ItemMark) -> str:
    """For a table: "" where nothing is graded."""
    if mark.excused:
        return EXCUSED
    graded = mark.state in (State.GRADED, State.OLD)
    return points(mark.score) if graded or mark.overridden else ""
