"""Packs a student's work: their files, a manifest, and nothing else. Equal work gives equal bytes, except for times."""

from __future__ import annotations

import hashlib
import io
import json
import platform
import posixpath
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from grader.course import Course, Exercise
from grader.errors import SubmissionError
from grader.files import in_words, write
from grader.results import ExerciseResult
from grader.student.state import StudentState, attempted
from grader.student.workspace import Workspace, digest
from grader.submission import Submission, read_exercises, read_submission

SCHEMA = 1
MANIFEST = "manifest.json"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can hold
_PACKAGES = {"grader": "attention-grader", "numpy": "numpy", "torch": "torch"}


@dataclass(frozen=True)
class SubmittedExercise:
    """One exercise's work."""

    exercise: Exercise
    submission: Submission  # what is checked
    name: str  # of the file in the zip
    content: bytes  # of that file

    @property
    def digest(self) -> str:
        return digest(self.submission.source)


@dataclass(frozen=True)
class SubmittableWork:
    """What there is to submit, and what there is not."""

    pieces: tuple[SubmittedExercise, ...]
    not_started: tuple[str, ...]
    unreadable: tuple[str, ...]  # sentences
    unsaved: tuple[str, ...] = ()  # passed in an open notebook, but the saved file is still the stub
    undone: tuple[str, ...] = ()  # passed in a file that is the stub again


@dataclass(frozen=True)
class PackedSubmission:
    """A submission as it is written, and what is in it."""

    work: SubmittableWork
    files: dict[str, bytes]
    companions: dict[str, str]  # file → the exercise that uses it
    quizzes: tuple[str, ...]  # names of the files of finished attempts
    left_out: tuple[str, ...]  # sentences
    manifest: dict[str, Any]  # its "exercises": see `standings`
    data: bytes  # the zip

    def to_json(self, target: Path) -> dict[str, Any]:
        return {
            "schema": 1,
            "file": str(target),
            "bytes": len(self.data),
            "manifest": self.manifest,
            "not_started": self.work.not_started,
            "warnings": [*self.work.unreadable, *self.left_out],
        }


def collect(course: Course, workspace: Workspace) -> SubmittableWork:
    """Read everything that is started, once: what is checked is what is packed."""
    pieces, problems, started = [], [], workspace.started(course)
    for exercise in started:
        file = workspace.file_of(exercise)
        try:
            if file.suffix == ".ipynb":
                submission = read_submission(file, exercise.slug, exercise.stub_source)
                pieces.append(SubmittedExercise(exercise, submission, file.name, file.read_bytes()))
            else:
                submission = read_submission(file)
                pieces.append(SubmittedExercise(exercise, submission, f"{exercise.slug}.py", submission.source))
        except SubmissionError as problem:
            problems.append(str(problem))
    slugs = {exercise.slug for exercise in started}
    left = {folder.slug: workspace.file_of(folder) for folder in course.folders if folder.slug not in slugs}
    unread = [left[folder.slug] for folder in course.folders if folder.slug in left and not workspace.source_of(folder)]
    for file in dict.fromkeys(unread):  # a file that exists and cannot be read is not the same as one not started
        try:
            if file.suffix == ".ipynb":
                read_exercises(file, course.slugs)
            elif file.exists():
                read_submission(file)
        except SubmissionError as problem:
            problems.append(str(problem))
    state = workspace.state.read()
    passed = {slug: file for slug, file in left.items() if state.record(slug).passed}
    unsaved = tuple(slug for slug, file in passed.items() if file.suffix == ".ipynb")
    undone = tuple(slug for slug in passed if slug not in unsaved)
    return SubmittableWork(tuple(pieces), tuple(left), tuple(problems), unsaved, undone)


def checked(
    state: StudentState, pieces: Sequence[SubmittedExercise], results: Mapping[str, ExerciseResult], now: datetime
) -> StudentState:
    """The state after all pieces were checked."""
    for piece in pieces:
        state = attempted(state, results[piece.exercise.slug], piece.digest, now)
    return state


def standings(
    pieces: Sequence[SubmittedExercise], results: Mapping[str, ExerciseResult], state: StudentState, now: datetime
) -> dict[str, dict[str, Any]]:
    """Slug → result for the manifest: the one in `results`, else that of the last check if the file is the same."""
    found: dict[str, dict[str, Any]] = {}
    for piece in pieces:
        slug, record = piece.exercise.slug, state.record(piece.exercise.slug)
        if result := results.get(slug):
            known: dict[str, Any] = {
                "score": None if result.faulty else result.score,
                "max_score": result.max_score,
                "outstanding": result.outstanding,
                "passed": result.passed,
                "checked": _utc(now),
                "checks": {check.id: check.outcome.value for check in result.checks},
            }
        elif record.source == piece.digest:
            known = {
                "score": record.score,
                "max_score": record.max_score - record.outstanding,
                "outstanding": record.outstanding,
                "passed": not record.failed,
                "checked": record.last,
            }
        else:
            known = {"checked": None}
        if record.gave_up:
            known["gave_up"] = record.gave_up
        found[slug] = {"file": piece.name, **known}
    return found


def packed(
    course: Course, work: SubmittableWork, quizzes: Mapping[str, bytes], how: dict[str, dict[str, Any]], now: datetime
) -> PackedSubmission:
    """The zip of everything there is to submit: the files side by side, and a manifest with the results in `how` (see
    `standings`). Its bytes depend on nothing but the files and the manifest.

    The files that a solution imports are included, unless their name is taken.
    """
    files = {piece.name: piece.content for piece in work.pieces}
    taken = {MANIFEST, *(f"{slug}{suffix}" for slug in course.slugs for suffix in (".py", ".ipynb"))}
    taken |= {name.casefold() for name in files}
    companions: dict[str, str] = {}
    left_out = []
    for piece in work.pieces:
        for path, content in piece.submission.files:
            name = posixpath.normpath(path.replace("\\", "/"))
            is_provided = name == "provided.py" and piece.exercise.provided_source
            if is_provided or (name in companions and files[name] == content):
                continue
            if name.casefold() in taken or name.startswith("../"):
                left_out.append(f"'{name}' beside {piece.name} is left out: its name is taken; rename it")
                continue
            taken.add(name.casefold())
            files[name], companions[name] = content, piece.exercise.slug
    files |= quizzes
    manifest = {
        "schema": SCHEMA,
        "created": _utc(now),
        "course": {"title": course.title, "seed": course.seed},
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}},
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())},
        "exercises": how,
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False).encode() + b"\n"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in [*sorted(files.items()), (MANIFEST, text)]:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, on every machine
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    data = buffer.getvalue()
    return PackedSubmission(work, files, companions, tuple(quizzes), tuple(left_out), manifest, data)


def _utc(now: datetime) -> str:
    return now.astimezone(UTC).isoformat(timespec="seconds")


def _version(name: str) -> str | None:
    try:
        return version(_PACKAGES[name])
    except PackageNotFoundError:
        return None


def save(path: Path, data: bytes) -> None:
    """Write the zip, whole or not at all; UsageError if it cannot be written."""
    with in_words(path, "name another file with --out FILE"):
        write(path, data)
