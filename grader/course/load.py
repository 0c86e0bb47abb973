"""A course from its folder. Names of folders (`exercises/N_part/NN_slug`) give parts, order and slugs and are read at
once, an exercise's YAML when it is asked for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import msgspec.structs

from grader.course import yaml as yamlfile
from grader.course.model import Exercise, ExerciseKeys, Forbids, Part
from grader.course.policy import Policy, PolicyFile
from grader.errors import ContentError, UsageError
from grader.text import closest, did_you_mean
from grader.values import Limits

if TYPE_CHECKING:
    from grader.course.quiz_model import Quiz

_NAME = re.compile(r"(\d+)_([a-z][a-z0-9_]*)", re.ASCII)
_FORM = "a number and a name in small letters"
_EXERCISE = {
    "README.md", "exercise.yaml", "stub.py", "checks.py", "judges.py", "provided.py", "try.py", "outcomes.bin",
}  # fmt: skip
_SOLUTION = {"solution.py", "hidden_checks.py", "hidden_judges.py", "equivalent.yaml"}
_EXERCISE_FOLDERS = {"pictures": ".svg"}
_SOLUTION_FOLDERS = {"misconceptions": ".py", "accepted": ".py"}
_PACKAGE = re.compile(r"\w[\w.-]*")  # its name, without a version


class ExerciseFolder(msgspec.Struct, frozen=True):
    """Where an exercise is, before any of its files is read."""

    part: Part
    number: int
    slug: str
    path: Path

    @property
    def solution(self) -> Path:
        return self.path.parents[2] / "solutions" / self.part.folder / self.path.name


def exercise_folders(course: Path) -> tuple[ExerciseFolder, ...]:
    """Every exercise folder with a proper name, in the order of the course."""
    found = []
    for part_path in _subfolders(course / "exercises"):
        if match := _NAME.fullmatch(part_path.name):
            part = Part(int(match[1]), match[2], part_path.name)
            named = ((path, _NAME.fullmatch(path.name)) for path in _subfolders(part_path))
            found += [ExerciseFolder(part, int(name[1]), name[2], path) for path, name in named if name]
    return tuple(sorted(found, key=lambda f: (f.part.number, f.part.slug, f.number, f.slug)))


def folder_problems(course: Path, folders: tuple[ExerciseFolder, ...]) -> Iterator[ContentError]:
    """Bad names, names used twice, files and solutions that belong to nothing."""
    for part in _subfolders(course / "exercises"):
        if not _NAME.fullmatch(part.name):
            yield ContentError(part, f"a part's folder is {_FORM}; rename it like 2_attention")
            continue
        for path in _subfolders(part):
            if not _NAME.fullmatch(path.name):
                yield ContentError(path, f"an exercise's folder is {_FORM}; rename it like 06_masking")
    yield from same_slug(folders)
    yield from _same_number(folders)
    for folder in folders:
        yield from _strays(folder.path, _EXERCISE, _EXERCISE_FOLDERS)
        yield from _strays(folder.solution, _SOLUTION, _SOLUTION_FOLDERS)
    expected = {folder.solution for folder in folders}
    for part in _subfolders(course / "solutions"):
        for path in _subfolders(part):
            if path not in expected:
                yield ContentError(path, "no exercise has this name; rename the folder like it, or delete it")


def same_slug(folders: tuple[ExerciseFolder, ...]) -> Iterator[ContentError]:
    """Submissions are named after slugs, so two exercises cannot share one."""
    first: dict[str, ExerciseFolder] = {}
    for folder in folders:
        other = first.setdefault(folder.slug, folder)
        if other is not folder:
            shown = f"{other.part.folder}/{other.path.name}"
            yield ContentError(folder.path, f"{shown} has the slug '{folder.slug}' too; rename one of them")


def _same_number(folders: tuple[ExerciseFolder, ...]) -> Iterator[ContentError]:
    parts: dict[int, Part] = {}
    numbers: dict[tuple[str, int], ExerciseFolder] = {}
    for folder in folders:
        part = parts.setdefault(folder.part.number, folder.part)
        if part != folder.part:
            problem = f"{part.folder} has the number {part.number} too; renumber one of them"
            parts[folder.part.number] = folder.part
            yield ContentError(folder.path.parent, problem)
        other = numbers.setdefault((folder.part.folder, folder.number), folder)
        if other is not folder:
            problem = f"{other.path.name} has the number {folder.number} too; renumber one of them"
            yield ContentError(folder.path, problem)


def _strays(folder: Path, known: set[str], subfolders: dict[str, str]) -> Iterator[ContentError]:
    """`subfolders`: name → the only suffix of the files in it."""
    for path in _visible(folder):
        if path.is_dir() and path.name in subfolders:
            suffix = subfolders[path.name]
            for inner in _visible(path):
                if inner.is_dir() or inner.suffix != suffix:
                    yield ContentError(inner, f"does not belong here; delete it (only {suffix} files are read)")
        elif path.is_dir() or path.name not in known:
            names = ", ".join((*sorted(known), *(f"{name}/" for name in subfolders)))
            yield ContentError(path, f"does not belong here; delete or rename it (known: {names})")


def _subfolders(path: Path) -> list[Path]:
    """Folders that hold something: a left-over __pycache__ alone makes no exercise."""
    return [child for child in _visible(path) if child.is_dir() and _visible(child)]


def _visible(path: Path) -> list[Path]:
    if not path.is_dir():
        return []
    return sorted(child for child in path.iterdir() if child.name[0] != "." and child.name != "__pycache__")


class LimitsFile(msgspec.Struct):
    """The limits that a file sets; the others come from the file above it."""

    seconds: float | None = None
    wall_seconds: float | None = None
    memory_mb: int | None = None
    output_mb: float | None = None
    processes: int | None = None
    scratch_mb: int | None = None


class ExerciseFile(ExerciseKeys, frozen=True, kw_only=True):
    """All keys of exercise.yaml."""

    limits: LimitsFile = msgspec.field(default_factory=LimitsFile)


class CourseFile(msgspec.Struct, kw_only=True):
    """The keys of course.yaml."""

    title: str
    seed: int
    limits: LimitsFile = msgspec.field(default_factory=LimitsFile)
    sources: dict[str, str] = msgspec.field(default_factory=dict)
    policy: PolicyFile = msgspec.field(default_factory=PolicyFile)
    packages: tuple[str, ...] | None = None


class Course(msgspec.Struct, frozen=True, dict=True, eq=False, kw_only=True):
    """A folder with course.yaml and exercises/."""

    path: Path
    title: str
    seed: int
    limits: Limits
    sources: dict[str, str]  # short name → what it is
    folders: tuple[ExerciseFolder, ...]
    policy_file: PolicyFile = msgspec.field(default_factory=PolicyFile)
    packages: tuple[str, ...] | None = None  # that submissions may import; None: the worker's own list

    @cached_property
    def policy(self) -> Policy:
        """How points become marks; ContentError if course.yaml says something impossible about it."""
        from grader.course.policy import read_policy

        return read_policy(self)

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        """All of them, in order; ContentError if one cannot be read."""
        for error in same_slug(self.folders):
            raise error
        return tuple(self._exercise(folder) for folder in self.folders)

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(dict.fromkeys(folder.part for folder in self.folders))

    @property
    def slugs(self) -> tuple[str, ...]:
        """Names of the exercises, without reading any."""
        return tuple(folder.slug for folder in self.folders)

    def find(self, name: str) -> Exercise:
        """The exercise called "masking", "06_masking" or "2_attention/06_masking"; reads no other. UsageError if there
        is none."""
        wanted = name.strip("/").split("/")
        found = [f for f in self.folders if name == f.slug or list(f.path.parts[-len(wanted) :]) == wanted]
        for error in same_slug(tuple(found)):
            raise error
        if not found:
            hint = _meant(wanted[-1], self.slugs)
            raise UsageError(f"no exercise '{name}'; {hint}'grader list' shows them all")
        return self._exercise(found[0])

    @cached_property
    def quizzes(self) -> tuple[Quiz, ...]:
        """All of them, in order; ContentError if one cannot be read."""
        return tuple(self.find_quiz(name) for name in self.quiz_names)

    @property
    def quiz_names(self) -> tuple[str, ...]:
        """Names of the quizzes, without reading any."""
        from grader.course.quiz_load import quiz_paths

        return tuple(quiz_paths(self.path))

    def find_quiz(self, name: str) -> Quiz:
        """The quiz called "attention", "03_attention" or "quizzes/03_attention.yaml"; reads no other. UsageError if
        there is none."""
        from grader.course.quiz_load import load_quiz, quiz_paths

        paths = quiz_paths(self.path)
        wanted = Path(name).stem
        path = paths.get(name) or next((path for path in paths.values() if path.stem == wanted), None)
        if path is None:
            raise UsageError(f"no quiz '{name}'; {_meant(wanted, paths)}'grader quiz list' shows them all")
        return load_quiz(path)

    def validate(self, names: Sequence[str] = ()) -> list[ContentError]:
        """Everything that is wrong with the course's files, or with those of some exercises. An empty list is a course
        without fault."""
        if names:
            wanted = {self.find(name).path for name in names}
            return [error for folder in self.folders if folder.path in wanted for error in self._problems(folder)]
        from grader.course.coverage import coverage_problems
        from grader.course.policy import policy_problems
        from grader.course.quiz_load import file_problems, quiz_folder_problems, quiz_paths

        errors = list(folder_problems(self.path, self.folders))
        if not self.folders:
            errors.append(ContentError(self.path / "exercises", "no exercises; add a folder like 1_basics/01_softmax"))
        for folder in self.folders:
            errors += self._problems(folder)
        errors += quiz_folder_problems(self.path, self.slugs)
        for path in quiz_paths(self.path).values():
            errors += file_problems(path)
        errors += policy_problems(self)
        return errors or list(coverage_problems(self))

    def _problems(self, folder: ExerciseFolder) -> Iterator[ContentError]:
        try:
            exercise = self._exercise(folder)
        except ContentError as error:
            yield error
            return
        yield from exercise.validate()
        path = exercise.path / "exercise.yaml"
        others = set(self.slugs) - {exercise.slug}
        for index, slug in enumerate(exercise.needs):
            if slug not in others:
                problem = f"needs '{slug}', which is no other exercise{did_you_mean(slug, others)}"
                yield ContentError(path, problem, yamlfile.line_of(path, "needs", index))
        for index, name in enumerate(exercise.sources if self.sources else ()):
            if name not in self.sources:
                problem = f"the source '{name}' is not in course.yaml{did_you_mean(name, self.sources)}"
                yield ContentError(path, problem, yamlfile.line_of(path, "sources", index))

    def _exercise(self, folder: ExerciseFolder) -> Exercise:
        if folder.path not in self._read:
            self._read[folder.path] = load_exercise(folder, self.limits)
        return self._read[folder.path]

    @cached_property
    def _read(self) -> dict[Path, Exercise]:
        return {}


def _meant(word: str, known: Iterable[str]) -> str:
    meant = closest(word.lstrip("0123456789_"), known)
    return f"did you mean '{meant}'? " if meant else ""


def load_course(path: Path) -> Course:
    """The course in a folder; ContentError if course.yaml is wrong."""
    document = yamlfile.read(path / "course.yaml", CourseFile, "a course needs one, with title and seed")
    for error in _course_problems(document):
        raise error
    content = document.value
    return Course(
        path=path,
        title=content.title,
        seed=content.seed,
        packages=content.packages,
        limits=_merged(Limits(), content.limits),
        sources=content.sources,
        folders=exercise_folders(path),
        policy_file=content.policy,
    )


def find_course(start: Path) -> Path | None:
    """The course around a folder or file: the nearest parent that holds course.yaml and exercises/."""
    start = start.resolve()
    around = (start, *start.parents)
    return next((p for p in around if (p / "course.yaml").is_file() and (p / "exercises").is_dir()), None)


def load_exercise(folder: ExerciseFolder, limits: Limits) -> Exercise:
    """One exercise from its exercise.yaml; ContentError if that is wrong. Its other files are read when needed."""
    remedy = "an exercise needs one, with title, minutes, difficulty, points and hints"
    document = yamlfile.read(folder.path / "exercise.yaml", ExerciseFile, remedy)
    for error in _exercise_problems(document):
        raise error
    content = msgspec.structs.asdict(document.value)
    content["limits"] = _merged(limits, document.value.limits)
    return Exercise(slug=folder.slug, number=folder.number, part=folder.part, path=folder.path, **content)


def _merged(base: Limits, own: LimitsFile) -> Limits:
    return base._replace(**_set(own))  # type: ignore[arg-type]  # the keys of LimitsFile are fields of Limits


def _set(limits: LimitsFile) -> dict[str, float]:
    return {name: value for name, value in msgspec.structs.asdict(limits).items() if value is not None}


def _course_problems(document: yamlfile.Document[CourseFile]) -> Iterator[ContentError]:
    if not document.value.title.strip():
        yield document.error("the title is empty; write one", "title")
    if not 0 <= document.value.seed < 2**32:
        yield document.error("seed must be from 0 to 4294967295; write one like 20260101", "seed")
    for index, name in enumerate(document.value.packages or ()):
        if not _PACKAGE.fullmatch(name):
            problem = f"'{name}' is no name of a package; write the name alone, such as numpy"
            yield document.error(problem, "packages", index)
    yield from _not_positive(document, _set(document.value.limits), "limits")


def _exercise_problems(document: yamlfile.Document[ExerciseFile]) -> Iterator[ContentError]:
    content = document.value
    if not content.title.strip():
        yield document.error("the title is empty; write one", "title")
    if content.minutes <= 0:
        yield document.error("minutes must be above 0; say how long a student needs", "minutes")
    for key in ("difficulty", "importance"):
        if not 1 <= getattr(content, key) <= 5:
            yield document.error(f"{key} is {getattr(content, key)}; choose 1 to 5", key)
    if not content.points:
        yield document.error("points is empty; give every check its points", "points")
    yield from _not_positive(document, content.points, "points")
    yield from _not_positive(document, _set(content.limits), "limits")
    count = len(content.hints)
    if count < 3:
        yield document.error(f"{count} hints; write at least 3: a nudge, the formula, almost the code", "hints")
    for index, hint in enumerate(content.hints):
        if not hint.strip():
            yield document.error(f"hint {index + 1} is empty; write it or remove it", "hints", index)
    if content.forbids is not None:
        yield from _wrong_forbids(document, content.forbids)


def _not_positive(
    document: yamlfile.Document[ExerciseFile] | yamlfile.Document[CourseFile], numbers: dict[str, float], key: str
) -> Iterator[ContentError]:
    for name, number in numbers.items():
        if not 0 < number < math.inf:
            yield document.error(f"'{name}' in '{key}' is {number:g}; it must be a number above 0", key, name)


def _wrong_forbids(document: yamlfile.Document[ExerciseFile], forbids: Forbids) -> Iterator[ContentError]:
    yield from _not_positive(document, {"points": forbids.points}, "forbids")
    if not forbids.names:
        yield document.error("'names' is empty; name what is forbidden, or remove 'forbids'", "forbids", "names")
    for index, name in enumerate(forbids.names):
        if not all(word.isidentifier() for word in name.split(".")):
            problem = f"'{name}' is no Python name; write it like torch.nn.MultiheadAttention"
            yield document.error(problem, "forbids", "names", index)
