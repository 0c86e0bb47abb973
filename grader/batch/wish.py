"""What is wanted of an export, the marks that go into it, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from grader.batch.collect import counted_items
from grader.batch.items import Item
from grader.batch.marks import Mark, marks
from grader.course import Course
from grader.course.textfile import did_you_mean
from grader.errors import UsageError
from grader.store import Gradebook, Record, Student


class Format(StrEnum):
    CANVAS = "canvas"
    MOODLE = "moodle"
    GRADESCOPE = "gradescope"


@dataclass(frozen=True)
class Wish:
    """What to export. `item`: its points in place of the total; `column`: where Canvas is to have them."""

    format: Format
    out: Path
    template: Path | None = None
    item: str = ""
    column: str = ""
    student: str = ""
    comments: bool = True


@dataclass
class Exported:
    """`unmatched`: students whom the LMS's table does not have; `unfinished`: those who wait for a result."""

    students: int = 0
    files: int = 1
    unmatched: list[Student] = field(default_factory=list)
    unfinished: list[Student] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Marks:
    """The marks to be exported, student by student; whose work is not graded yet is told instead."""

    def __init__(self, course: Course, book: Gradebook, wish: Wish) -> None:
        self.course = course
        self.book = book
        self.wish = wish
        self.items = counted_items(course, book)
        self.done = Exported()

    def __iter__(self) -> Iterator[tuple[Record, Mark]]:
        wanted = [self.book.student(self.wish.student).id] if self.wish.student else None
        for record in self.book.records(wanted):
            mark = self._mark(record, self.items)
            if (self._mark(record, [self.item]) if self.item else mark).complete:
                yield record, mark
            else:
                self.done.unfinished.append(record.student)

    def _mark(self, record: Record, items: Sequence[Item]) -> Mark:
        return next(marks(self.course.policy, items, [record]))

    @property
    def item(self) -> Item | None:
        """None: the total."""
        name, known = self.wish.item, {item.name: item for item in self.items}
        if name and name not in known:
            raise UsageError(f"'{name}' does not count in this gradebook{did_you_mean(name, known)}")
        return known.get(name)
