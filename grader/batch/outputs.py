"""What a batch writes: grades.csv, results/STUDENT.json, feedback/STUDENT.html and report.html.

Students are read one after the other and let go. A stamp of everything that a student's files are made from is kept, so
that the next time only those are written whose stamp is different, or whose files somebody changed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.batch import manifest
from grader.batch.class_summary import ClassSummary
from grader.batch.engine import content_of
from grader.batch.manifest import MANIFEST, FileNames, Manifest, WrittenFile
from grader.batch.student_files import FEEDBACK, RESULTS, PendingStudent, StudentFileWriter
from grader.batch.student_records import counted_items, quizzes_of
from grader.course import Course
from grader.course.policy import policy_text
from grader.files import digest_of, in_words, lock, make_folder, package_digest, remove_halves, write_pieces
from grader.gradebook import Gradebook, ItemKind, MarkChange, MarkRow
from grader.marks import GradedItem, marks
from grader.render.classroom import ClassRow, Overview
from grader.render.feedback import class_report
from grader.render.lms import grades_csv

GRADES = "grades.csv"
REPORT = "report.html"
LOCK = ".writing.lock"
_PAGE = 500  # marks that are saved in one transaction


@dataclass(frozen=True)
class OutputSummary:
    """What was written. `changes`: marks that are different from before; the rest are numbers of files."""

    out: Path
    items: tuple[GradedItem, ...]
    overview: Overview
    changes: tuple[MarkChange, ...]
    written: int
    kept: int
    removed: int

    def rows(self) -> Iterator[ClassRow]:
        """A row for each student, in order of their ids."""
        return manifest.rows(self.out)


def write_outputs(course: Course, book: Gradebook, out: Path, anew: bool = False) -> OutputSummary:
    """Write everything that is out of date, and save the marks. `anew`: trust no stamp, compare every file.

    UsageError if a file cannot be written, or the gradebook is of another course.
    """
    with alone(out) as held:  # read only then: the last one to write has read what all others had saved before
        items = counted_items(course, book)
        book.note_policy(policy_text(course.policy))
        writer = _OutputWriter(course, book, out, items, anew)
        overview = writer.write_students(held)
        writer.count(write_pieces(out / GRADES, grades_csv([item.name for item in items], manifest.rows(out))))
        writer.count(write_pieces(out / REPORT, class_report(overview, manifest.rows(out))))
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


class _OutputWriter:
    def __init__(self, course: Course, book: Gradebook, out: Path, items: Sequence[GradedItem], anew: bool) -> None:
        self.changes: list[MarkChange] = []
        self.written = self.kept = self.removed = 0
        self._course = course
        self._book = book
        self._out = out
        self._items = items
        self._anew = anew
        self._names = FileNames(student.id for student in book.students())

    def count(self, new: int, files: int = 1) -> None:
        """Some files are current, and `new` of them had to be written for that."""
        self.written += new
        self.kept += files - new

    def write_students(self, lock: int) -> Overview:
        """The files of students, their marks and the manifest. `lock`: the descriptor of the folder's lock."""
        for folder in (RESULTS, FEEDBACK):
            make_folder(self._out / folder)
            remove_halves(self._out / folder)
        for name in (MANIFEST, GRADES, REPORT):
            remove_halves(self._out, name)
        summary = ClassSummary(self._course, self._items)
        marks: list[MarkRow] = []
        files = StudentFileWriter(self._course, self._items, self._book, self._out, lock)
        with Manifest(self._out) as notes, files as writer:
            for student, made in writer.write(self._students(notes)):
                entry = student.before if made is None else made.entry
                assert entry is not None  # only files that have an entry are current
                self.count(made.new if made else 0, len(entry.files))
                if made is not None:
                    marks.append(made.mark)
                if len(marks) >= _PAGE:
                    self.changes += self._book.save_marks(marks)
                    marks = []
                notes.put(entry)
                summary.add(student.history, entry)
                used = {file.name for file in entry.files}
                self._remove(file for file in (student.before or entry).files if file.name not in used)
            self.changes += self._book.save_marks(marks)
            self._remove(notes.gone())  # before the manifest forgets that they are ours
        return summary.overview(self._book.isolation())

    def _students(self, notes: Manifest) -> Iterator[PendingStudent]:
        """Every student, with the stamp of all that their files are made from."""
        everybody = self._common_stamp()
        for history in self._book.records():
            name = self._names.of(history.student.id)
            quizzes = list(quizzes_of(self._book, history).values())
            text = f"{everybody}{name}{history!r}{quizzes!r}"
            stamp = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
            before = notes.take(history.student.id)
            is_current = before is not None and before.stamp == stamp and before.is_untouched(self._out)
            yield PendingStudent(history, name, stamp, before, is_current and not self._anew)

    def _common_stamp(self) -> str:
        """Of what goes into everybody's files: the course, the policy, this program and the gradebook."""
        exercises = [self._course.find(item.name) for item in self._items if item.kind is ItemKind.EXERCISE]
        parts = [
            self._course.title,
            policy_text(self._course.policy),
            package_digest(),
            str(self._book.salt),
            *(repr((item.name, item.title, item.part, dict(item.points), item.maximum)) for item in self._items),
            *(f"{exercise.idea} {content_of(exercise)}" for exercise in exercises),
        ]
        return digest_of(parts)

    def _remove(self, files: Iterable[WrittenFile]) -> None:
        """Remove files that we wrote, nobody has changed since, and no student has any more."""
        for file in files:
            path = self._out / file.name
            if not file.is_untouched(self._out):
                continue
            name = self._names.like(path.stem)  # it may be another student's where `Ada` and `ada` are one file
            other = path.with_name(f"{name}{path.suffix}")
            if name is None or not other.exists() or not other.samefile(path):
                path.unlink(missing_ok=True)
                self.removed += 1


@contextmanager
def alone(folder: Path) -> Iterator[int]:
    """Lock a folder until the block ends: others who want to write there wait, and the user is told so.

    A process that gets the descriptor holds the lock as well, until it ends.
    """
    with in_words(folder):
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if lock(descriptor, wait=False) is False:
            import logging  # seldom needed; a program that uses the library may show the warning elsewhere

            logger = logging.getLogger("grader")
            logger.warning("grader: another command is writing to '%s'; waiting for it to finish", folder)
            lock(descriptor)
        yield descriptor
    finally:
        os.close(descriptor)
