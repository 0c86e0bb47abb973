"""The library: `from grader import grade_submission, grade_batch, grade_quiz` grades as the commands do."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from grader.batch.engine import EngineOptions
from grader.batch.manifest import FileNames
from grader.batch.outputs import write_outputs
from grader.batch.rules import accept_proposal, named_items, rules_of, settle
from grader.batch.run import BatchOptions, Summary, Watch, grade_class
from grader.course import Course, load_course
from grader.course.quiz_model import Quiz
from grader.files import make_folder, write_if_changed, write_pieces
from grader.grade import Grader
from grader.gradebook import GRADEBOOK, Attempt, Gradebook, ItemKind, KnownStudents, Student, me
from grader.marks import GradedItem, Mark, MarkingRules, marks, quiz_item
from grader.quiz.grading import GradedAttempt, QuizGrading, feedback_data, grade_attempts
from grader.quiz.session import find_quiz
from grader.render.lms import quiz_csv
from grader.results import ExerciseResult
from grader.submission import from_bytes, read_submission
from grader.submission.names import identity, shown
from grader.submission.roster import Identity, read_roster
from grader.submission.tree import find_files
from grader.worker.start import choose_device, needs_fresh, start_worker


def grade_submission(
    course: Course | Path | str,
    exercise: str,
    submission: Path | str | bytes,
    *,
    device: str = "auto",
    isolation: str = "auto",
) -> ExerciseResult:
    """Grade one submission, as `grader check` does, and return its result.

    `submission`: the path of a Python file or notebook, or the code itself as str or bytes. UsageError if there is no
    such exercise or device; SubmissionError if the file cannot be read. Each call starts and ends its own processes: to
    grade many submissions, use `grade_batch`, or a `Grader` with one worker.

        result = grade_submission("course", "softmax", Path("softmax.py"))
        print(result.score, "of", result.max_score)
    """
    opened = _course(course)
    wanted = opened.find(exercise)
    if isinstance(submission, Path):
        read = read_submission(submission, wanted.slug, wanted.stub_source)
    else:
        source = submission.encode() if isinstance(submission, str) else submission
        read = from_bytes(Path(f"{wanted.slug}.py"), source)
    chosen = choose_device(device)
    kind = "fresh" if wanted.needs_device and needs_fresh(chosen) else "auto"
    with start_worker(kind, isolation=isolation) as worker:
        return Grader(opened, worker, device=chosen).grade(wanted, read)


def grade_batch(
    course: Course | Path | str,
    submissions: Path | str,
    out: Path | str,
    *,
    layout: str = "auto",
    roster: Path | str | None = None,
    students: Sequence[str] = (),
    exercises: Sequence[str] = (),
    assignment: str = "",
    force: bool = False,
    jobs: int = 0,
    scheduler: str = "",
    tls: tuple[str, str, str] | None = None,
    device: str = "auto",
    isolation: str = "auto",
    who: str = "",
    watch: Watch | None = None,
) -> Summary:
    """Grade what is new in `submissions` and write all files in `out`, as `grader batch` does with the same options.

    `assignment`: what counts, of those in `assignments.yaml`. `students`, `exercises`: only these; in the first batch
    into `out`, the exercises are also what counts. `jobs`: the number of processes, 0 for one per core; with
    `scheduler`, the workers of that cluster are used instead. `watch` is called with a `Progress` at the start and
    after every result. Ctrl-C stops early: what was graded is saved, and the summary that is returned has `interrupted`
    set. UsageError if the submissions or the roster cannot be read.

        summary = grade_batch("course", "downloads/submissions.zip", "graded", roster="roster.csv")
    """
    opened = _course(course)
    options = BatchOptions(
        layout=layout,
        roster=Path(roster) if roster else None,
        students=tuple(students),
        exercises=named_items(opened, exercises),
        assignment=assignment,
        force=force,
        device=choose_device(device),
        isolation=isolation,
        who=who or me(),
        plan=EngineOptions(jobs, scheduler, tls),
    )
    summary = grade_class(opened, Path(submissions), Path(out), options, watch)
    start = time.perf_counter()
    with Gradebook.open(Path(out) / GRADEBOOK, who=options.who, create=False) as book:
        written = write_outputs(opened, book, Path(out))
    seconds = {**summary.seconds, "write": time.perf_counter() - start}
    return replace(summary, changed=len(written.changes), seconds=seconds)


@dataclass(frozen=True)
class QuizSummary:
    """The result of grading a class's attempts at a quiz."""

    quiz: Quiz
    grading: QuizGrading
    students: int  # in the gradebook, with an attempt at this quiz
    unread: tuple[str, ...]  # a sentence for each file that could not be read, and each name that several students have
    missing: tuple[str, ...]  # on the roster, but without an attempt
    assignment: str = ""
    counts: bool = True  # is the quiz part of that assignment?
    note: str = ""  # about the assignment, if people may not expect it


def grade_quiz(
    course: Course | Path | str,
    quiz: str,
    attempts: Path | str,
    out: Path | str,
    *,
    roster: Path | str | None = None,
    assignment: str = "",
    who: str = "",
) -> QuizSummary:
    """Grade all attempts at `quiz` in `attempts`, a folder, a zip or one file, as `grader quiz grade` does.

    Scores go into the gradebook in `out`, grades into `out`/quiz_QUIZ.csv and feedback into `out`/quizzes/QUIZ. Every
    attempt is graded again, by the rules of `assignment` on attempts and lateness; in the summary that is returned,
    `grading.changes` lists the attempts with changed scores, and `grading.problems` what a person should look at.
    UsageError if there is no such quiz, no attempt at it among the files, if the quiz has no key here, or if the roster
    cannot be read.

        summary = grade_quiz("course", "attention", "downloads/attempts.zip", "graded", roster="roster.csv")
        for problem in summary.grading.problems:
            print(problem)
    """
    opened, out = _course(course), Path(out)
    found = find_quiz(opened, quiz)
    listed = read_roster(Path(roster)) if roster else None
    unread: list[str] = []
    files = list(find_files(Path(attempts), ".json", unread.append))
    make_folder(out)
    with Gradebook.open(out / GRADEBOOK, who=who or me(), create=True) as book:
        note = settle(opened, book, assignment)
        before, students = list(book.quiz_results(found.id)), list(book.students())
        known, doubts = KnownStudents(students, typed=True), dict[str, str]()

        def student_of(name: str) -> str:
            """The id in the roster or the gradebook for the name that a student typed, if it fits one alone."""
            wanted = Identity(name, name, student=name, email=name, anything=name)
            fits = [one.student for one in listed.find_all([wanted])[0]] if listed else []
            fits = fits or known.called(name)
            if len(fits) > 1:
                doubts[name] = f"{shown(name)} could be {' or '.join(map(shown, fits))}; graded under its own name"
            return fits[0] if len(fits) == 1 else identity(name)

        grading = grade_attempts(found, opened.seed, files, before, opened.quiz_names, student_of)
        book.describe(opened.title)
        if listed:
            there = {student.id for student in students}
            new = [one for one in listed.students if one.student not in there]
            book.add_students(Student(one.student, one.name, {"email": one.email} if one.email else {}) for one in new)
        book.save_quiz(grading.results)
        if not before:
            accept_proposal(opened, book, [found.id])
        rules = rules_of(opened, book)
        rows = list(_quiz_marks(rules, quiz_item(found), book))
    write_pieces(out / f"quiz_{found.id}.csv", quiz_csv(quiz_item(found).points, rows))
    _write_quiz_feedback(found, out / "quizzes" / found.id, [mark for mark, _ in rows], grading.attempts)
    graded = {result.student for result in grading.results}
    missing = tuple(one.student for one in listed.students if one.student not in graded) if listed else ()
    counts = found.id in {item.name for item in rules.items}
    unclear = (*unread, *doubts.values())
    return QuizSummary(found, grading, len(rows), unclear, missing, rules.assignment.name, counts, note)


def _quiz_marks(rules: MarkingRules, item: GradedItem, book: Gradebook) -> Iterator[tuple[Mark, Attempt | None]]:
    """For every student with an attempt: the mark in this quiz alone, by the rules on attempts and lateness, and the
    attempt that counts."""
    policy = msgspec.structs.replace(rules.policy, weights={}, maximum=None, drop={}, extra=())
    rules = replace(rules, items=(item,), policy=policy)
    students = sorted({result.student for result in book.quiz_results(item.name)})
    for record in book.records(students):
        (mark,) = marks(rules, [record])
        tries = [one for one in record.attempts if one.kind is ItemKind.QUIZ and one.item == item.name]
        yield mark, next((one for one in tries if one.number == mark.items[0].attempt), None)


def _write_quiz_feedback(quiz: Quiz, folder: Path, found: Sequence[Mark], attempts: Sequence[GradedAttempt]) -> None:
    make_folder(folder)
    names = FileNames(mark.student for mark in found)
    by_student = defaultdict(list)
    for attempt in attempts:
        by_student[attempt.submitted.student].append(attempt)
    for mark in found:
        if mine := by_student[mark.student]:
            (earned,) = mark.items
            head = {"schema": 1, "quiz": quiz.id, "title": quiz.title, "student": mark.student, "name": mark.name}
            head |= {"score": float(earned.score), "max_score": float(earned.maximum), "how": ", ".join(earned.steps)}
            data = msgspec.json.encode({**head, "attempts": list(feedback_data(mine))})
            write_if_changed(folder / f"{names.of(mark.student)}.json", msgspec.json.format(data, indent=1) + b"\n")


def _course(course: Course | Path | str) -> Course:
    return course if isinstance(course, Course) else load_course(Path(course))
