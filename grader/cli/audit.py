"""`grader audit`: who changed what in a gradebook, and when."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.books import open_book, out_argument
from grader.cli.common import course_option, json_option, style
from grader.report.style import counted, wrap

if TYPE_CHECKING:
    from grader.store import Entry

_FIELDS = {"submitted": "its time", "late_seconds": "whether it is late", "attempt": "its number", "label": "its name"}


@click.command(name="audit", short_help="Who changed what in a gradebook, and when.")
@out_argument
@click.argument("student", required=False)
@course_option
@json_option
def command(out: Path, student: str | None, as_json: bool, **_: object) -> int:
    """Show the audit trail of the class that 'grader batch' graded into OUT, oldest first: what was handed in, graded
    and decided by hand, and every mark that changed. With STUDENT, what concerns one of them.

    \b
    Example:
      grader audit graded
      grader audit graded ada
    """
    with open_book(out) as book:
        if student is not None and next(book.audit(student), None) is None:
            book.student(student)  # it says so if there is nobody of that name
        if as_json:
            found = [_as_json(entry) for entry in book.audit(student)]
            click.echo(json.dumps({"schema": 1, "entries": found}, ensure_ascii=False))
            return 0
        for entry in book.audit(student):
            click.echo(_line(entry))
    return 0


def _line(entry: Entry) -> str:
    paint = style()
    whose = " ".join(filter(None, (paint.accent(paint.clean(entry.student)), paint.clean(entry.item))))
    said = " ".join(filter(None, (whose, paint.dot if whose else "", paint.clean(_words(entry)))))
    when = paint.dim(f"{entry.at:%Y-%m-%d %H:%M} UTC")
    return "\n".join(wrap(f"{when} {said} {paint.dim(paint.clean(f'({entry.who})'))}", paint.width, "  ", ""))


def _words(entry: Entry) -> str:
    from grader.store import What

    detail = entry.detail
    if entry.what is What.SUBMITTED:
        return f"handed in: {detail['label']}" if detail.get("label") else "handed in"
    if entry.what is What.CHANGED:
        fields = [words for name, words in _FIELDS.items() if name in detail]
        return f"of a hand-in, {' and '.join(fields) or 'what is known'} changed"
    if entry.what is What.GRADED:
        return f"graded, {detail['score']:g} of {detail['max_score']:g}"
    if entry.what is What.REGRADED:
        return _regraded(detail)
    if entry.what in (What.OVERRIDE, What.OVERRIDE_REMOVED):
        decided = _decision(detail) if entry.what is What.OVERRIDE else f"taken back: {_decision(detail['old'])}"
        return f"{decided}; {detail['reason']}"
    if entry.what is What.MARK:
        return f"mark {detail['old']} → {detail['new']}" if detail["old"] else f"mark {detail['new']}"
    return _about_the_book(entry)


def _regraded(detail: Any) -> str:
    if "questions" in detail:
        return f"graded again, {counted(len(detail['questions']), 'question')} changed"
    return f"graded again, {detail['old_score']:g} → {detail['score']:g} of {detail['max_score']:g}"


def _decision(told: Any) -> str:
    parts = ["excused"] if told["excused"] else []
    parts += [f"{told['score']:g} points by hand"] if told["score"] is not None else []
    parts += [f"comment “{told['comment']}”"] if told["comment"] else []
    return ", ".join(parts)


def _about_the_book(entry: Entry) -> str:
    from grader.store import What

    detail = entry.detail
    if entry.what is What.RENAMED:
        return f"is '{detail['new']}' from now on" if "new" in detail else f"was '{detail['old']}' before"
    if entry.what is What.REMOVED:
        return f"taken out of the gradebook; {detail['reason']}"
    return {What.QUIZ_GRADED: "graded", What.POLICY: "another policy"}[entry.what]


def _as_json(entry: Entry) -> dict[str, Any]:
    return {**vars(entry), "at": entry.at.isoformat(), "what": entry.what.value, "detail": dict(entry.detail)}
