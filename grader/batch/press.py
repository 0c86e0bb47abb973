"""Makes the files of students, their results and their page: for a large class in several processes, for to make them
takes longer than to write them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Self

from grader.batch.collect import Marked, collect, late_items, points
from grader.batch.items import Item
from grader.batch.ledger import Entry, File, Mistake
from grader.batch.process import Process
from grader.batch.telling import feedback, moment, results_json, score_of
from grader.course import Course
from grader.errors import UsageError
from grader.files import write_if_changed
from grader.report.pages import Pages
from grader.report.roll import Concern, Kind, Row
from grader.store import Gradebook, MarkRow, Record, State

RESULTS, FEEDBACK = "results", "feedback"
_FEW = 30  # students that are not worth the start of more processes
_AHEAD = 2  # of them that each process has to do


@dataclass(frozen=True)
class Sheet:
    """A student whose files are to be made, and the stamp of what they are made from."""

    record: Record
    name: str
    stamp: str


@dataclass(frozen=True)
class Made:
    """`new`: how many of the files are not what they were before."""

    entry: Entry
    mark: MarkRow
    new: int


Ticket = tuple[Sheet, Process | None]  # whom to ask for it, if it is not made here


class Desk:
    """Makes the files of one student after the other."""

    def __init__(self, course: Course, items: Sequence[Item], book: Gradebook, out: Path) -> None:
        self._course = course
        self._items = items
        self._book = book
        self._out = out
        self._pages = Pages()

    def make(self, sheet: Sheet) -> Made:
        marked = collect(self._course, self._items, self._book, sheet.record)
        told = json.dumps(results_json(self._course, marked), ensure_ascii=False)
        page = self._pages.feedback(feedback(self._course, marked))
        files, new = [], 0
        for path, text in ((f"{RESULTS}/{sheet.name}.json", f"{told}\n"), (f"{FEEDBACK}/{sheet.name}.html", page)):
            data = text.encode("utf-8", "backslashreplace")  # which JSON reads, too
            new += write_if_changed(self._out / path, data)
            files.append(File.at(self._out, path))
        return Made(_noted(self._course, marked, sheet.stamp, tuple(files)), marked.mark.row(), new)


@dataclass(frozen=True)
class _Order:
    """What another process needs to know."""

    course: Course
    items: tuple[Item, ...]
    book: str
    out: str


class Press:
    """Takes sheets and gives back, in the same order, what was made of them.

    `lock`: of the folder, by its descriptor. Processes that outlive this one for a moment hold it until they end.
    """

    def __init__(self, course: Course, items: Sequence[Item], book: Gradebook, out: Path, lock: int) -> None:
        self._here = Desk(course, items, book, out)
        self._order = _Order(course, tuple(items), str(book.path), str(out))
        self._lock = lock
        self._helpers: list[Process] = []
        self._cores = os.cpu_count() or 1
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for helper in self._helpers:
            helper.close()

    @property
    def depth(self) -> int:
        """How many sheets to put in before the first is asked for."""
        return _AHEAD * self._cores

    def put(self, sheet: Sheet) -> Ticket:
        """A ticket for it."""
        self._count += 1
        if self._count <= _FEW or self._cores == 1:
            return sheet, None
        if len(self._helpers) < self._cores:
            self._helpers.append(Process(__name__, self._order, keep=(self._lock,)))
        helper = self._helpers[self._count % len(self._helpers)]
        with suppress(OSError):  # noticed when its answer is asked for
            helper.link.send(sheet)
        return sheet, helper

    def take(self, ticket: Ticket) -> Made:
        """Tickets must be given back in the order in which they were got."""
        sheet, helper = ticket
        if helper is None:
            return self._here.make(sheet)
        try:
            made: Made | str = helper.link.recv()
        except (EOFError, OSError):  # it has died
            return self._here.make(sheet)
        if isinstance(made, str):
            raise UsageError(made)
        return made


def serve(descriptor: int) -> None:
    """What another process runs: a sheet comes, and what was made of it goes."""
    link: Connection = Connection(descriptor)
    with suppress(EOFError, OSError):
        order: _Order = link.recv()
        with Gradebook.open(Path(order.book), create=False) as book:
            desk = Desk(order.course, order.items, book, Path(order.out))
            while True:
                link.send(_answer(desk, link.recv()))
    os._exit(0)


def _answer(desk: Desk, sheet: Sheet) -> Made | str:
    try:
        return desk.make(sheet)
    except UsageError as problem:
        return str(problem)


def _noted(course: Course, marked: Marked, stamp: str, files: tuple[File, ...]) -> Entry:
    details = [piece.detail for piece in marked.pieces if piece.detail is not None]
    versions: dict[str, set[str]] = {}
    for detail in details:
        for name, version in detail.versions.items():
            versions.setdefault(name, set()).add(version)
    return Entry(
        stamp=stamp,
        files=files,
        row=_row(course, marked, files[1].name),
        attempts={piece.item.name: piece.mark.attempt for piece in marked.pieces if piece.mark.attempt is not None},
        complete=marked.mark.complete,
        mistakes=tuple(_mistakes(marked)),
        versions={name: tuple(sorted(found)) for name, found in versions.items()},
        graded=max((moment(detail.graded) for detail in details), default=""),
    )


def _row(course: Course, marked: Marked, page: str) -> Row:
    mark, student = marked.mark, marked.record.student
    return Row(
        student=student.id,
        name=student.name,
        page=page,
        total=points(mark.total),
        maximum=points(mark.maximum),
        percent=points(mark.percent),
        scores=tuple(score_of(piece.mark) for piece in marked.pieces),
        late=tuple(late_items(course, marked.pieces)),
        review=tuple(_concerns(marked)),
    )


def _mistakes(marked: Marked) -> Iterator[Mistake]:
    for piece in marked.pieces:
        checks = piece.result.checks if piece.result else ()
        named = {check.misconception: check.diagnosis or "" for check in checks if check.misconception}
        yield from (Mistake(piece.item.name, name, diagnosis) for name, diagnosis in named.items())


def _concerns(marked: Marked) -> Iterator[Concern]:
    """What a person should look at; what was decided by hand has been looked at."""
    yield from (Concern(Kind.UNREADABLE, words=problem) for problem in marked.record.problems)
    if not marked.record.attempts and not marked.record.problems:
        yield Concern(Kind.NOTHING)
    for piece in marked.pieces:
        mark, name = piece.mark, piece.item.name
        if mark.overridden or mark.excused:
            continue
        if mark.review:
            yield Concern(Kind.FAULT, name)
        elif mark.state is State.UNREADABLE:
            yield Concern(Kind.UNREADABLE, name, piece.attempt.problem if piece.attempt else "")
        elif mark.state in (State.WAITING, State.OLD):
            yield Concern(Kind.WAITING, name)
