"""What a batch writes: grades.csv, results/STUDENT.json, feedback/STUDENT.html and report.html.

Students are read one after the other and let go. A stamp of all that a student's files are made from is kept, so that
the next time only those are made anew whose stamp is another one, or whose files somebody touched.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.batch import manifest
from grader.batch.class_summary import ClassSummary
from grader.batch.engine import content_of
from grader.batch.manifest import MANIFEST, FileNames, Manifest, ManifestEntry, WrittenFile
from grader.batch.student_files import FEEDBACK, RESULTS, PendingStudent, StudentFileWriter, StudentOutput, Ticket
from grader.batch.student_records import counted_items, quizzes_of
from grader.course import Course
from grader.course.policy import policy_text
from grader.files import digest_of, in_words, lock, make_folder, package_digest, remove_halves, write_pieces
from grader.gradebook import Gradebook, MarkChange, MarkRow, StudentHistory
from grader.gradebook import ItemKind as ItemKind
from grader.marks import GradedItem, marks
from grader.render.classroom import ClassRow, Overview
from grader.render.feedback import HtmlPages
from grader.render.lms import grades_csv

GRADES = "grades.csv"
REPORT = "report.html"
LOCK = ".writing.lock"
_PAGE = 500  # marks that are saved in one go


@dataclass(frozen=True)
class OutputSummary:
    """What came of it. `changes`: marks that are others than before."""

    out: Path
    items: tuple[GradedItem, ...]
    overview: Overview
    changes: tuple[MarkChange, ...]
    written: int
    kept: int
    removed: int

    def rows(self) -> Iterator[ClassRow]:
        """A row a student, in order of their ids."""
        return manifest.rows(self.out)


def write_outputs(
    course: Course, book: Gradebook, out: Path, only_exercises: Collection[str] = (), anew: bool = False
) -> OutputSummary:
    """Write all that is out of date, and save the marks. `anew`: trust no stamp, compare every file.

    `only_exercises`: what counts where the policy does not say; by default all that anybody handed in.
    """
    with alone(out) as held:  # and only then read: who writes last has read what all others did before they wrote
        items = counted_items(course, book, only_exercises)
        book.note_policy(policy_text(course.policy))
        writer = _OutputWriter(course, book, out, items, anew, held)
        overview = writer.write_students()
        writer.count(write_pieces(out / GRADES, grades_csv([item.name for item in items], manifest.rows(out))))
        writer.count(write_pieces(out / REPORT, writer.pages.report(overview, manifest.rows(out))))
    return OutputSummary(out, items, overview, tuple(writer.changes), writer.written, writer.kept, writer.removed)


def preview_changes(course: Course, book: Gradebook) -> list[MarkChange]:
    """The marks that `write_outputs` would change. Nothing is written."""
    before = {row.student: f"{row.total} of {row.maximum}" for row in book.marks()}
    found = []
    for mark in marks(course.policy, counted_items(course, book), book.records()):
        old, new = before.get(mark.student, ""), f"{mark.total} of {mark.maximum}"
        if old and old != new:
            found.append(MarkChange(mark.student, old, new))
    return found


@dataclass(frozen=True)
class _StudentInWork:
    """One whose files are under way; without a ticket they stay as they are."""

    record: StudentHistory
    before: ManifestEntry | None
    ticket: Ticket | None


class _OutputWriter:
    def __init__(
        self, course: Course, book: Gradebook, out: Path, items: Sequence[GradedItem], anew: bool, lock: int
    ) -> None:
        self.changes: list[MarkChange] = []
        self.written = self.kept = self.removed = 0
        self.pages = HtmlPages()
        self._course = course
        self._book = book
        self._out = out
        self._items = items
        self._anew = anew
        self._lock = lock
        self._base = _stamp_of_all(course, items, book)
        self._unsaved: list[MarkRow] = []

    def count(self, is_new: bool) -> None:
        self.written += is_new
        self.kept += not is_new

    def write_students(self) -> Overview:
        for folder in (RESULTS, FEEDBACK):
            make_folder(self._out / folder)
            remove_halves(self._out / folder)
        for name in (MANIFEST, GRADES, REPORT):
            remove_halves(self._out, name)
        names = FileNames(student.id for student in self._book.students())
        summary = ClassSummary(self._course, self._items)
        waiting: deque[_StudentInWork] = deque()
        writer = StudentFileWriter(self._course, self._items, self._book, self._out, self._lock)
        with Manifest(self._out) as notes, writer as maker:
            for record in self._book.records():
                before = notes.take(record.student.id)
                waiting.append(self._begin(maker, record, names.of(record.student.id), before))
                while len(waiting) > maker.depth:
                    self._end(maker, waiting.popleft(), notes, summary, names)
            while waiting:
                self._end(maker, waiting.popleft(), notes, summary, names)
            self._save_marks()
            self._remove(notes.gone(), names)  # before the manifest forgets that they are ours
        return summary.overview(self._book.isolation())

    def _begin(
        self, maker: StudentFileWriter, record: StudentHistory, name: str, before: ManifestEntry | None
    ) -> _StudentInWork:
        stamp = self._stamp(record, name)
        if before is not None and before.stamp == stamp and self._stands(before):
            return _StudentInWork(record, before, None)
        return _StudentInWork(record, before, maker.put(PendingStudent(record, name, stamp)))

    def _end(
        self,
        maker: StudentFileWriter,
        student: _StudentInWork,
        notes: Manifest,
        summary: ClassSummary,
        names: FileNames,
    ) -> None:
        before = student.before
        entry = before if student.ticket is None else self._take(maker.take(student.ticket))
        assert entry is not None  # nothing is left as it was if it never was
        self.kept += len(entry.files) if student.ticket is None else 0
        notes.put(entry)
        summary.add(student.record, entry)
        self._remove(_replaced(before, entry), names)

    def _take(self, made: StudentOutput) -> ManifestEntry:
        self.written += made.new
        self.kept += len(made.entry.files) - made.new
        self._unsaved.append(made.mark)
        if len(self._unsaved) >= _PAGE:
            self._save_marks()
        return made.entry

    def _stamp(self, record: StudentHistory, name: str) -> str:
        quizzes = list(quizzes_of(self._book, record).values())
        return hashlib.sha256(f"{self._base}{name}{record!r}{quizzes!r}".encode("utf-8", "surrogatepass")).hexdigest()

    def _stands(self, entry: ManifestEntry) -> bool:
        return not self._anew and all(file.is_untouched(self._out) for file in entry.files)

    def _save_marks(self) -> None:
        self.changes += self._book.save_marks(self._unsaved)
        self._unsaved = []

    def _remove(self, files: Collection[WrittenFile], names: FileNames) -> None:
        """What we wrote, nobody has touched since, and belongs to no one any more."""
        for file in files:
            path = self._out / file.name
            if file.is_untouched(self._out) and not _is_in_use(path, names):
                path.unlink(missing_ok=True)
                self.removed += 1


def _is_in_use(path: Path, names: FileNames) -> bool:
    """By somebody else, on a file system to which `Ada` and `ada` are the same."""
    name = names.like(path.stem)
    other = path.with_name(f"{name}{path.suffix}")
    return name is not None and other.exists() and other.samefile(path)


def _replaced(before: ManifestEntry | None, now: ManifestEntry) -> list[WrittenFile]:
    names = {file.name for file in now.files}
    return [file for file in before.files if file.name not in names] if before else []


def _stamp_of_all(course: Course, items: Sequence[GradedItem], book: Gradebook) -> str:
    """Of what goes into everybody's files: the course, the policy, this program; and of which gradebook it is."""
    exercises = [course.find(item.name) for item in items if item.kind is ItemKind.EXERCISE]
    parts = [
        course.title,
        policy_text(course.policy),
        package_digest(),
        str(book.salt),
        *(repr((item.name, item.title, item.part, dict(item.points), item.maximum)) for item in items),
        *(f"{exercise.idea} {content_of(exercise)}" for exercise in exercises),
    ]
    return digest_of(parts)


@contextmanager
def alone(folder: Path) -> Iterator[int]:
    """Until the block ends, others who want to write there wait. A process that is given the descriptor holds the
    lock as well, until it ends."""
    with in_words(folder):
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if lock(descriptor, wait=False) is False:
            _say_that_we_wait(folder)
            lock(descriptor)
        yield descriptor
    finally:
        os.close(descriptor)


def _say_that_we_wait(folder: Path) -> None:
    import logging  # seldom needed, and a program that uses us as a library may want the sentence elsewhere

    logging.getLogger("grader").warning("grader: another command is writing to '%s'; waiting until it is done", folder)
