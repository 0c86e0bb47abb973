"""Packs a student's work: their files, a manifest, and nothing else. Equal work gives equal bytes, but for times."""

from __future__ import annotations

import hashlib
import io
import json
import platform
import posixpath
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from grader.course import Course, Exercise
from grader.errors import SubmissionError, UsageError, reason_of
from grader.files import write
from grader.results import ExerciseResult
from grader.student.state import StudentState, attempted
from grader.student.workspace import Placed, Workspace, digest
from grader.submission import Submission, read_exercises, read_submission

SCHEMA = 1
MANIFEST = "manifest.json"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first time that a zip can hold
_PACKAGES = {"grader": "attention-grader", "numpy": "numpy", "torch": "torch"}


@dataclass(frozen=True)
class SubmittedExercise:
    """One exercise's work."""

    exercise: Exercise
    submission: Submission  # what is checked
    name: str  # of the file in the zip
    content: bytes  # of the file

    @property
    def digest(self) -> str:
        return digest(self.submission.source)


@dataclass(frozen=True)
class SubmittableWork:
    """All that there is to submit."""

    pieces: tuple[SubmittedExercise, ...]
    not_started: tuple[str, ...]
    unreadable: tuple[str, ...]  # sentences
    unsaved: tuple[str, ...] = ()  # passed in an open notebook, but the file is still as the stub has it
    undone: tuple[str, ...] = ()  # passed in a file that is the stub again


@dataclass(frozen=True)
class SubmissionPackage:
    """The files of a submission, by name."""

    files: dict[str, bytes]
    companions: dict[str, str]  # file → the exercise that uses it
    left_out: tuple[str, ...]  # sentences
    quizzes: tuple[str, ...] = ()  # names of the files of finished attempts


@dataclass(frozen=True)
class PackedSubmission:
    """A submission as it is written, and all that is known about it."""

    work: SubmittableWork
    package: SubmissionPackage
    manifest: dict[str, Any]
    data: bytes  # the zip

    @property
    def exercises(self) -> dict[str, dict[str, Any]]:
        """Slug → how it did, see `standings`."""
        found: dict[str, dict[str, Any]] = self.manifest["exercises"]
        return found

    def to_json(self, target: Path) -> dict[str, Any]:
        return {
            "schema": 1,
            "file": str(target),
            "bytes": len(self.data),
            "manifest": self.manifest,
            "not_started": self.work.not_started,
            "warnings": [*self.work.unreadable, *self.package.left_out],
        }


def collect(course: Course, workspace: Workspace) -> SubmittableWork:
    """Read everything that is started, once: what is checked is what is packed."""
    pieces, problems, started = [], [], workspace.started(course)
    for exercise in started:
        try:
            pieces.append(_piece(exercise, workspace.file_of(exercise)))
        except SubmissionError as problem:
            problems.append(str(problem))
    begun = {exercise.slug for exercise in started}
    left = [folder for folder in course.folders if folder.slug not in begun]
    for file in dict.fromkeys(workspace.file_of(folder) for folder in left if not workspace.source_of(folder)):
        problems += _why_unreadable(file, course.slugs)
    state = workspace.state.read()
    passed = [folder for folder in left if state.record(folder.slug).passed]
    unsaved = tuple(folder.slug for folder in passed if _is_notebook(workspace, folder))
    undone = tuple(folder.slug for folder in passed if folder.slug not in unsaved)
    return SubmittableWork(tuple(pieces), tuple(folder.slug for folder in left), tuple(problems), unsaved, undone)


def _is_notebook(workspace: Workspace, folder: Placed) -> bool:
    return workspace.file_of(folder).suffix == ".ipynb"


def _why_unreadable(file: Path, slugs: Sequence[str]) -> list[str]:
    """A file that is there and gives nothing would otherwise pass for one that is not started."""
    try:
        if file.suffix == ".ipynb":
            read_exercises(file, slugs)
        elif file.exists():
            read_submission(file)
    except SubmissionError as problem:
        return [str(problem)]
    return []


def _piece(exercise: Exercise, file: Path) -> SubmittedExercise:
    if file.suffix == ".ipynb":
        submission = read_submission(file, exercise.slug, exercise.stub_source)
        return SubmittedExercise(exercise, submission, file.name, file.read_bytes())
    submission = read_submission(file)
    return SubmittedExercise(exercise, submission, f"{exercise.slug}.py", submission.source)


def checked(
    state: StudentState, pieces: Sequence[SubmittedExercise], results: Mapping[str, ExerciseResult], now: datetime
) -> StudentState:
    """The state after all pieces were checked."""
    for piece in pieces:
        state = attempted(state, results[piece.exercise.slug], piece.digest, now)
    return state


def packed(
    course: Course, work: SubmittableWork, quizzes: Mapping[str, bytes], how: dict[str, dict[str, Any]], now: datetime
) -> PackedSubmission:
    """The zip of all that there is to submit, with how it did (see `standings`)."""
    made = parcel(course, work.pieces)
    made = replace(made, files={**made.files, **quizzes}, quizzes=tuple(quizzes))
    facts = manifest(course, made, how, now)
    return PackedSubmission(work, made, facts, pack(made, facts))


def parcel(course: Course, pieces: tuple[SubmittedExercise, ...]) -> SubmissionPackage:
    """The files side by side. What a solution imports comes along, if no other file has its name."""
    files = {piece.name: piece.content for piece in pieces}
    taken = {MANIFEST, *(f"{slug}{suffix}" for slug in course.slugs for suffix in (".py", ".ipynb"))}
    taken |= {name.casefold() for name in files}
    companions: dict[str, str] = {}
    left_out = []
    for piece in pieces:
        for name, content in _companions(piece):
            if files.get(name) == content and name in companions:
                continue
            if name.casefold() in taken or name.startswith("../"):
                left_out.append(f"'{name}' beside {piece.name} is left out: its name is taken; rename it")
                continue
            taken.add(name.casefold())
            files[name], companions[name] = content, piece.exercise.slug
    return SubmissionPackage(files, companions, tuple(left_out))


def _companions(piece: SubmittedExercise) -> list[tuple[str, bytes]]:
    """Without what the grader provides itself."""
    mine = [(posixpath.normpath(name.replace("\\", "/")), content) for name, content in piece.submission.files]
    return [(name, content) for name, content in mine if name != "provided.py" or not piece.exercise.provided_source]


def manifest(course: Course, work: SubmissionPackage, how: dict[str, dict[str, Any]], now: datetime) -> dict[str, Any]:
    """What is in the parcel, and how it did here (see `standings`)."""
    return {
        "schema": SCHEMA,
        "created": _utc(now),
        "course": {"title": course.title, "seed": course.seed},
        "versions": _versions(),
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(work.files.items())},
        "exercises": how,
    }


def standings(
    pieces: tuple[SubmittedExercise, ...], results: dict[str, ExerciseResult], state: StudentState, now: datetime
) -> dict[str, dict[str, Any]]:
    """Slug → how it did: by the results, which are fresh; without them, by the last check of the same file."""
    return {
        slug: {
            "file": piece.name,
            **(_fresh(results[slug], _utc(now)) if slug in results else _remembered(piece, state)),
        }
        for piece in pieces
        for slug in [piece.exercise.slug]
    }


def _utc(now: datetime) -> str:
    return now.astimezone(UTC).isoformat(timespec="seconds")


def _fresh(result: ExerciseResult, time: str) -> dict[str, Any]:
    return {
        "score": None if result.faulty else result.score,
        "max_score": result.max_score,
        "outstanding": result.outstanding,
        "passed": result.passed,
        "checked": time,
        "checks": {check.id: check.outcome.value for check in result.checks},
    }


def _remembered(piece: SubmittedExercise, state: StudentState) -> dict[str, Any]:
    """Of the last check, if the file is still the same."""
    record = state.record(piece.exercise.slug)
    if record.source != piece.digest:
        return {"checked": None}
    return {
        "score": record.score,
        "max_score": record.max_score - record.outstanding,
        "outstanding": record.outstanding,
        "passed": not record.failed,
        "checked": record.last,
    }


def _versions() -> dict[str, str | None]:
    found: dict[str, str | None] = {"python": platform.python_version()}
    for name, package in _PACKAGES.items():
        try:
            found[name] = version(package)
        except PackageNotFoundError:
            found[name] = None
    return found


def pack(work: SubmissionPackage, facts: dict[str, Any]) -> bytes:
    """A zip whose bytes depend on nothing but the files and the manifest."""
    told = json.dumps(facts, indent=1, ensure_ascii=False).encode() + b"\n"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in [*sorted(work.files.items()), (MANIFEST, told)]:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, wherever it is made
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def save(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    try:
        write(path, data)
    except OSError as problem:
        reason = reason_of(problem)
        raise UsageError(f"'{path}' cannot be written: {reason}; name another file with --out FILE") from None
