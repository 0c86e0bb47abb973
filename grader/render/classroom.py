"""A class: the types that hold its figures, and its report in a terminal.

`ClassRow` is what the manifest keeps of a student, so that tables need no gradebook; the other types are what
`batch.class_summary` counts and `report --json` prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Any

from grader.render.files import FileLine
from grader.render.style import Style, cut, display_width, pad, readable, table, widths_of, wrap
from grader.results import FileRecord
from grader.text import counted

if TYPE_CHECKING:
    from grader.gradebook import AuditEntry

SCHEMA = 1
EXCUSED = "excused"  # in place of a score


class ConcernKind(StrEnum):
    """Why a person should look."""

    FAULT = "the grader failed and gave the points"
    UNREADABLE = "cannot be read"
    OFFERED = "not graded but could be: decide with 'grader match'"
    WAITING = "not graded yet"
    NOTHING = "submitted nothing"

    @property
    def word(self) -> str:
        """For a narrow column."""
        words = {"FAULT": "review", "OFFERED": "to match", "WAITING": "not graded", "NOTHING": "nothing"}
        return words.get(self.name, self.name.lower())


@dataclass(frozen=True)
class Concern:
    """`item`: the exercise or quiz, "" if it concerns all of them. `words`: details beyond the kind."""

    kind: ConcernKind
    item: str = ""
    words: str = ""

    @property
    def sentence(self) -> str:
        item = f"{self.item}: " if self.item else ""
        return f"{item}{self.words or self.kind.value}"


@dataclass(frozen=True)
class ClassRow:
    """A student. `scores` in the order of the items, "" where nothing is graded; numbers are decimal texts."""

    student: str
    name: str
    page: str  # of feedback, relative to the report
    total: str
    maximum: str
    percent: str
    scores: tuple[str, ...]
    late: tuple[str, ...] = ()
    review: tuple[Concern, ...] = ()
    files: tuple[FileRecord, ...] = ()  # under their names among all files of the class

    @property
    def excused(self) -> bool:
        """Is the student excused from everything, so that the total means nothing?"""
        return bool(self.scores) and all(score == EXCUSED for score in self.scores)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class ItemFacts:
    """An exercise or quiz. `graded` attempts count, one per student; `full` of them have all points."""

    name: str
    title: str
    maximum: str
    graded: int
    full: int
    mean: float  # percent of its points, over those graded


@dataclass(frozen=True)
class CheckFacts:
    """A check that somebody failed, or a question."""

    item: str
    title: str
    hidden: bool
    failed: int
    graded: int


@dataclass(frozen=True)
class MistakeFacts:
    """A named mistake, and how many students made it."""

    item: str
    name: str
    diagnosis: str
    students: int


@dataclass(frozen=True)
class Review:
    """The students that one kind of concern is about; `more` of them are not listed."""

    kind: ConcernKind
    students: tuple[tuple[ClassRow, Concern], ...]
    more: int


@dataclass(frozen=True)
class UnusedFiles:
    """Files that are left out or cannot be read, each with its student; `more` of them are not listed. `of_systems`:
    how many nobody wrote."""

    lines: tuple[tuple[ClassRow, FileLine], ...] = ()
    more: int = 0
    of_systems: int = 0


@dataclass(frozen=True)
class Overview:
    """The class. Mean, median and `bins` are over the `marked` students who submitted, are completely graded and not
    excused: the bins count those with up to 10, 20, … percent, the last one all above 90."""

    course: str
    assignment: str  # its title or name
    students: int
    handed_in: int
    complete: bool
    mean: float | None  # percent
    median: float | None
    bins: tuple[int, ...]
    marked: int = 0
    items: tuple[ItemFacts, ...] = ()
    checks: tuple[CheckFacts, ...] = ()
    mistakes: tuple[MistakeFacts, ...] = ()
    review: tuple[Review, ...] = ()
    isolation: Mapping[str, int] = field(default_factory=dict)
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    graded: str = ""  # when the last of it was
    unused: UnusedFiles = field(default_factory=UnusedFiles)

    def to_json(self) -> dict[str, Any]:
        """Without the unused files: `rows` have them all."""
        review = [
            {"kind": one.kind.name.lower(), "students": [row.student for row, _ in one.students], "more": one.more}
            for one in self.review
        ]
        facts = {"schema": SCHEMA, **asdict(replace(self, unused=UnusedFiles())), "review": review}
        del facts["unused"]
        return facts


_NAME = 24  # columns that a name may take
_NOTES = 12
_LISTED = 3
_MISTAKES = 5


def render_class(overview: Overview, rows: Iterable[ClassRow], style: Style, most: int = 40) -> str:
    """The report of a class in short, with the first `most` rows."""
    counts = f"{counted(overview.students, 'student')}, {overview.handed_in} submitted."
    if overview.mean is not None and overview.median is not None:
        counts += f" Mean {overview.mean:.1f} %, median {overview.median:.1f} %, over {overview.marked} with a mark."
    parts = [
        [
            style.bold(style.clean(readable(" · ".join(filter(None, (overview.course, overview.assignment)))))),
            *wrap(counts, style.width),
        ],
        _students(overview, list(islice(rows, most)), style),
        _items(overview, style),
        list(_mistakes(overview, style)),
        [line for review in overview.review for line in _review(review, style)],
    ]
    if not overview.complete:
        parts.append(wrap(style.warn("Not everything is graded yet; run 'grader batch' to continue."), style.width))
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part)


def render_changes(changes: Sequence[tuple[str, str, str]], style: Style, most: int = 40) -> list[str]:
    """Old → new, one line per change: who, the old value, the new one. At most `most` lines."""
    names = [style.clean(readable(who)) for who, _, _ in changes[:most]]
    wide = max(map(display_width, names), default=0)
    lines = [
        f"{style.accent(pad(name, wide))}  {old} {style.arrow} {style.bold(new)}"
        for name, (_, old, new) in zip(names, changes, strict=False)
    ]
    more = len(changes) - most
    return [*lines, *([style.dim(f"{style.ellipsis} and {more} more")] if more > 0 else [])]


def _students(overview: Overview, rows: Sequence[ClassRow], style: Style) -> list[str]:
    """Scores of single exercises only if there is room for all of them."""
    if not rows:
        return []
    head = ["student", "name", *(item.name for item in overview.items), "total", "percent"]
    body, notes = [], []
    for row in rows:
        named = [cut(style.clean(readable(text)), _NAME, style.ellipsis) for text in (row.student, row.name)]
        total = [EXCUSED, ""] if row.excused else [f"{row.total} / {row.maximum}", row.percent]
        body.append([*named, *row.scores, *total])
        words = [*(["late"] if row.late else []), *dict.fromkeys(concern.kind.word for concern in row.review)]
        notes.append(style.warn(", ".join(words)))
    if sum(width + 2 for width in widths_of([head, *body])) - 2 + _NOTES > style.width:
        head, *body = [[*line[:2], *line[-2:]] for line in (head, *body)]
    first, *lines = table(head, body, style, left=2)
    more = overview.students - len(rows)
    rest = [style.dim(f"{style.ellipsis} and {more} more: see grades.csv")] if more > 0 else []
    return [first, *(f"{line}  {note}" for line, note in zip(lines, notes, strict=True)), *rest]


def _items(overview: Overview, style: Style) -> list[str]:
    body = [
        [item.name, str(item.graded), f"{100 * (item.full / item.graded):.0f} %", f"{item.mean:.0f} %"]
        for item in overview.items
        if item.graded
    ]
    return table(["exercise", "graded", "all points", "mean"], body, style) if body else []


def _mistakes(overview: Overview, style: Style) -> Iterator[str]:
    if overview.mistakes:
        yield style.dim("most frequent mistakes")
    for one in overview.mistakes[:_MISTAKES]:
        count = f"{one.students}{'×' if style.unicode else 'x'} "
        text = f"{style.clean(one.diagnosis)} {style.dim(f'({one.item})')}"
        yield from wrap(text, style.width, " " * display_width(count), count)


def _review(review: Review, style: Style) -> list[str]:
    count = len(review.students) + review.more
    names = []
    for row, concern in review.students[:_LISTED]:
        name = style.clean(readable(row.name or row.student))
        names.append(f"{cut(name, _NAME, style.ellipsis)}{f' ({concern.item})' if concern.item else ''}")
    more = count - len(names)
    listed = ", ".join(names) + (f" and {more} more" if more > 0 else "")
    return wrap(f"{style.warn(f'{count} {review.kind.value}:')} {listed}", style.width, "  ", "")


_FIELDS = {"submitted": "time", "late_seconds": "lateness", "attempt": "number", "label": "file name"}


def render_audit_entry(entry: AuditEntry, style: Style) -> str:
    """One line of the audit trail, wrapped: when, who is concerned, what happened, and who did it."""
    about = " ".join(filter(None, (style.accent(style.clean(entry.student)), style.clean(entry.item))))
    words = f"{about} {style.dot} {style.clean(_event(entry))}" if about else style.clean(_event(entry))
    when, who = style.dim(f"{entry.at:%Y-%m-%d %H:%M} UTC"), style.dim(style.clean(f"({entry.who})"))
    return "\n".join(wrap(f"{when} {words} {who}", style.width, "  ", ""))


def _event(entry: AuditEntry) -> str:
    detail = entry.detail
    match entry.what.value:
        case "submitted":
            return f"submitted: {detail['label']}" if detail.get("label") else "submitted"
        case "changed":
            fields = [words for name, words in _FIELDS.items() if name in detail]
            return f"{' and '.join(fields) or 'details'} of a submission changed"
        case "graded":
            return f"graded, {detail['score']:g} of {detail['max_score']:g}"
        case "regraded" if "questions" in detail:
            return f"graded again, {counted(len(detail['questions']), 'question')} changed"
        case "regraded":
            return f"graded again, {detail['old_score']:g} → {detail['score']:g} of {detail['max_score']:g}"
        case "override":
            return f"{_decision(detail)}; {detail['reason']}"
        case "override-removed":
            return f"override removed: {_decision(detail['old'])}; {detail['reason']}"
        case "mark":
            return f"mark {detail['old']} → {detail['new']}" if detail["old"] else f"mark {detail['new']}"
        case "renamed":
            return f"renamed to '{detail['new']}'" if "new" in detail else f"renamed from '{detail['old']}'"
        case "alias" | "match":
            return _decided(detail, is_alias=entry.what.value == "alias")
        case "moved":
            return f"a submission counts for {' and '.join(detail['to'])} instead: {detail['label']}"
        case "removed":
            return f"removed from the gradebook; {detail['reason']}"
        case "policy":
            return "policy changed"
        case "assignment":
            new = detail["new"]
            return f"assignment '{new['name']}'" + (f": {', '.join(new['items'])}" if new["name"] == "default" else "")
        case "quiz-graded":
            return "graded"
        case other:
            return other


def _decided(detail: Mapping[str, Any], is_alias: bool) -> str:
    chosen = None if detail["chosen"] is None else " and ".join(detail["chosen"])
    verb = "belongs to" if is_alias else "answers"
    words = f"{verb} {chosen}" if chosen else "is left out" if chosen == "" else "is as it was found again"
    return f"'{detail['name']}' {words}{'; ' if detail['reason'] else ''}{detail['reason']}"


def _decision(override: Mapping[str, Any]) -> str:
    parts = ["excused"] if override["excused"] else []
    parts += [f"{override['score']:g} points by hand"] if override["score"] is not None else []
    parts += [f"comment “{override['comment']}”"] if override["comment"] else []
    parts += [f"extension: {override['extension']}"] if override.get("extension") else []
    return ", ".join(parts)
