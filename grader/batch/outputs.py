"""What a batch writes: grades.csv, results/STUDENT.json, feedback/STUDENT.html and report.html.

Students are read one after the other and let go. A stamp of everything that a student's files are made from is kept, so
that the next time only those are written whose stamp is different, or whose files somebody changed.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from grader.batch import manifest
from grader.batch.class_summary import ClassSummary
from grader.batch.engine import content_of
from grader.batch.manifest import MANIFEST, Manifest
from grader.batch.rules import rules_of
from grader.batch.student_files import FEEDBACK, RESULTS, PendingStudent, file_writer, write_files, write_students
from grader.course import Course
from grader.files import digest_of, in_words, lock, make_folder, package_digest, remove_halves, write_pieces
from grader.gradebook import Gradebook, ItemKind, MarkChange, MarkRow
from grader.marks import MarkingRules, marks
from grader.processes import Process
from grader.render.classroom import ClassRow, Overview
from grader.render.feedback import class_report
from grader.render.lms import grades_csv

GRADES = "grades.csv"
REPORT = "report.html"
LOCK = ".writing.lock"


@dataclass(frozen=True)
class OutputSummary:
    """What was written. `changes`: marks that are different from before; the rest are numbers of files."""

    out: Path
    rules: MarkingRules
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
        rules = rules_of(course, book)
        book.note_policy(rules.text)
        for folder in (RESULTS, FEEDBACK):
            make_folder(out / folder)
            remove_halves(out / folder)
        for name in (MANIFEST, GRADES, REPORT):
            remove_halves(out, name)
        summary, counts = ClassSummary(course, rules), Counter(files=2)  # grades.csv and report.html

        def new_marks() -> Iterator[MarkRow]:
            for student, made in outputs:
                counts.update(written=made.new, files=len(made.entry.files))
                notes.put(made.entry, student.before)
                summary.add(student.history, made.entry)
                if made.mark is not None:
                    yield made.mark

        # Processes that outlive this one for a moment hold the lock until they end.
        helper = partial(Process, file_writer, course, rules, book.path, out, keep=(held,))
        with Manifest(out, (student.id for student in book.students())) as notes:
            students = _pending(book, notes, rules, _common_stamp(course, rules, book), anew)
            with closing(write_students(students, partial(write_files, course, rules, book, out), helper)) as outputs:
                changes = book.save_marks(new_marks())  # before the manifest says that everything is current
            notes.remove_gone()
        overview = summary.overview(book.isolation())
        table = write_pieces(out / GRADES, grades_csv([item.name for item in rules.items], manifest.rows(out)))
        report = write_pieces(out / REPORT, class_report(overview, manifest.rows(out)))
    written = counts["written"] + table + report
    return OutputSummary(out, rules, overview, tuple(changes), written, counts["files"] - written, notes.removed)


def preview_changes(book: Gradebook, rules: MarkingRules) -> list[MarkChange]:
    """The marks that `write_outputs` would change, if these were the rules. Nothing is written."""
    before = {row.student: row.words for row in book.marks()}
    found = []
    for mark in marks(rules, book.records()):
        old, new = before.get(mark.student, ""), mark.row().words
        if old and old != new:
            found.append(MarkChange(mark.student, old, new))
    return found


def _common_stamp(course: Course, rules: MarkingRules, book: Gradebook) -> str:
    """Of what goes into everybody's files: the course, the policy, this program and the gradebook."""
    exercises = [course.find(item.name) for item in rules.items if item.kind is ItemKind.EXERCISE]
    parts = [course.title, rules.text, package_digest(), str(book.salt)]
    parts += [repr((item.name, item.title, item.part, dict(item.points), item.maximum)) for item in rules.items]
    return digest_of([*parts, *(f"{exercise.idea} {content_of(exercise)}" for exercise in exercises)])


def _pending(
    book: Gradebook, notes: Manifest, rules: MarkingRules, common: str, anew: bool
) -> Iterator[PendingStudent]:
    """Every student, with the stamp of all that their files are made from."""
    for history in book.records():
        name = notes.names.of(history.student.id)
        quizzes = list(book.quiz_results(student=history.student.id))
        text = f"{common}{name}{history!r}{quizzes!r}{rules.text_for(history.student.id)}"
        stamp = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        before = notes.take(history.student.id)
        is_current = not anew and before is not None and before.stamp == stamp and before.is_untouched(notes.folder)
        yield PendingStudent(history, name, stamp, before, before if is_current else None)


@contextmanager
def alone(folder: Path) -> Iterator[int]:
    """Lock a folder until the block ends: others who want to write there wait, after a warning.

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
