"""A course from its folder. Folder names are read at once, an exercise's YAML when it is asked for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import msgspec.structs

from grader.course import yamlfile
from grader.course.folders import Folder, exercise_folders, folder_problems, same_slug
from grader.course.model import Exercise, Forbids, Limits, Part
from grader.course.policy import Policy, PolicyFile
from grader.course.textfile import closest, did_you_mean
from grader.errors import ContentError, UsageError

if TYPE_CHECKING:
    from grader.course.quizmodel import Quiz

_PACKAGE = re.compile(r"\w[\w.-]*")  # its name, without a version


class LimitsFile(msgspec.Struct):
    """The limits that a file sets; the others come from the file above it."""

    seconds: float | None = None
    wall_seconds: float | None = None
    memory_mb: int | None = None
    output_mb: float | None = None
    processes: int | None = None
    scratch_mb: int | None = None


class ExerciseFile(msgspec.Struct, kw_only=True):
    """The keys of exercise.yaml."""

    title: str
    minutes: int
    difficulty: int
    importance: int = 3
    needs: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    points: dict[str, float]
    limits: LimitsFile = msgspec.field(default_factory=LimitsFile)
    hints: tuple[str, ...]
    idea: str = ""
    forbids: Forbids | None = None


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
    folders: tuple[Folder, ...]
    policy_file: PolicyFile = msgspec.field(default_factory=PolicyFile)
    packages: tuple[str, ...] | None = None  # that submissions may import; None: the worker's own list

    @cached_property
    def policy(self) -> Policy:
        """How points become marks; ContentError if course.yaml says something impossible about it."""
        from grader.course.policycheck import read_policy

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
        """The exercise called "masking", "06_masking" or "2_attention/06_masking"; reads no other."""
        wanted = name.strip("/").split("/")
        found = [f for f in self.folders if name == f.slug or list(f.path.parts[-len(wanted) :]) == wanted]
        for error in same_slug(tuple(found)):
            raise error
        if not found:
            raise UsageError(f"no exercise '{name}'; {self._meant(name)}'grader list' shows them all")
        return self._exercise(found[0])

    @cached_property
    def quizzes(self) -> tuple[Quiz, ...]:
        """All of them, in order; ContentError if one cannot be read."""
        return tuple(self.find_quiz(name) for name in self.quiz_names)

    @property
    def quiz_names(self) -> tuple[str, ...]:
        """Names of the quizzes, without reading any."""
        from grader.course.quizload import quiz_paths

        return tuple(quiz_paths(self.path))

    def find_quiz(self, name: str) -> Quiz:
        """The quiz called "attention", "03_attention" or "quizzes/03_attention.yaml"; reads no other."""
        from grader.course.quizload import load_quiz, quiz_paths

        paths = quiz_paths(self.path)
        wanted = Path(name).stem
        path = paths.get(name) or next((path for path in paths.values() if path.stem == wanted), None)
        if path is None:
            meant = closest(wanted.lstrip("0123456789_"), paths)
            hint = f"did you mean '{meant}'? " if meant else ""
            raise UsageError(f"no quiz '{name}'; {hint}'grader quiz list' shows them all")
        return load_quiz(path)

    def validate(self, names: Sequence[str] = ()) -> list[ContentError]:
        """Everything that is wrong with the course's files, or with those of some exercises. An empty list is a course
        without fault."""
        if names:
            wanted = {self.find(name).path for name in names}
            return [error for folder in self.folders if folder.path in wanted for error in self._problems(folder)]
        from grader.course.coverage import coverage_problems
        from grader.course.policycheck import policy_problems

        errors = list(folder_problems(self.path, self.folders))
        if not self.folders:
            errors.append(ContentError(self.path / "exercises", "no exercises; add a folder like 1_basics/01_softmax"))
        for folder in self.folders:
            errors += self._problems(folder)
        errors += self._quiz_problems()
        errors += policy_problems(self)
        return errors or list(coverage_problems(self))

    def _quiz_problems(self) -> Iterator[ContentError]:
        from grader.course.quizload import file_problems, quiz_folder_problems, quiz_paths

        yield from quiz_folder_problems(self.path, self.slugs)
        for path in quiz_paths(self.path).values():
            yield from file_problems(path)

    def _problems(self, folder: Folder) -> Iterator[ContentError]:
        try:
            exercise = self._exercise(folder)
        except ContentError as error:
            yield error
            return
        yield from exercise.validate()
        yield from self._wrong_needs(exercise)
        yield from self._wrong_sources(exercise)

    def _wrong_needs(self, exercise: Exercise) -> Iterator[ContentError]:
        path = exercise.path / "exercise.yaml"
        others = set(self.slugs) - {exercise.slug}
        for index, slug in enumerate(exercise.needs):
            if slug not in others:
                problem = f"needs '{slug}', which is no other exercise{did_you_mean(slug, others)}"
                yield ContentError(path, problem, yamlfile.line_of(path, "needs", index))

    def _wrong_sources(self, exercise: Exercise) -> Iterator[ContentError]:
        path = exercise.path / "exercise.yaml"
        for index, name in enumerate(exercise.sources if self.sources else ()):
            if name not in self.sources:
                problem = f"the source '{name}' is not in course.yaml{did_you_mean(name, self.sources)}"
                yield ContentError(path, problem, yamlfile.line_of(path, "sources", index))

    def _meant(self, name: str) -> str:
        meant = closest(name.strip("/").rpartition("/")[2].lstrip("0123456789_"), self.slugs)
        return f"did you mean '{meant}'? " if meant else ""

    def _exercise(self, folder: Folder) -> Exercise:
        if folder.path not in self._read:
            self._read[folder.path] = load_exercise(folder, self.limits)
        return self._read[folder.path]

    @cached_property
    def _read(self) -> dict[Path, Exercise]:
        return {}


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


def load_exercise(folder: Folder, limits: Limits) -> Exercise:
    """One exercise from its exercise.yaml; ContentError if that is wrong. Its other files are read when needed."""
    remedy = "an exercise needs one, with title, minutes, difficulty, points and hints"
    document = yamlfile.read(folder.path / "exercise.yaml", ExerciseFile, remedy)
    for error in _exercise_problems(document):
        raise error
    content = msgspec.structs.asdict(document.value)
    content["limits"] = _merged(limits, document.value.limits)
    return Exercise(slug=folder.slug, number=folder.number, part=folder.part, path=folder.path, **content)


def _merged(base: Limits, own: LimitsFile) -> Limits:
    return msgspec.structs.replace(base, **_set(own))


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
    yield from _wrong_hints(document)
    yield from _wrong_forbids(document)


def _not_positive(
    document: yamlfile.Document[ExerciseFile] | yamlfile.Document[CourseFile],
    numbers: dict[str, float],
    *where: str,
) -> Iterator[ContentError]:
    for name, number in numbers.items():
        if not 0 < number < math.inf:
            problem = f"'{name}' in '{where[-1]}' is {number:g}; it must be a number above 0"
            yield document.error(problem, *where, name)


def _wrong_hints(document: yamlfile.Document[ExerciseFile]) -> Iterator[ContentError]:
    hints = document.value.hints
    if len(hints) < 3:
        yield document.error(f"{len(hints)} hints; write at least 3: a nudge, the formula, almost the code", "hints")
    for index, hint in enumerate(hints):
        if not hint.strip():
            yield document.error(f"hint {index + 1} is empty; write it or remove it", "hints", index)


def _wrong_forbids(document: yamlfile.Document[ExerciseFile]) -> Iterator[ContentError]:
    forbids = document.value.forbids
    if forbids is None:
        return
    yield from _not_positive(document, {"points": forbids.points}, "forbids")
    if not forbids.names:
        problem = "'names' is empty; name what is forbidden, or remove 'forbids'"
        yield document.error(problem, "forbids", "names")
    for index, name in enumerate(forbids.names):
        if not all(word.isidentifier() for word in name.split(".")):
            problem = f"'{name}' is no Python name; write it like torch.nn.MultiheadAttention"
            yield document.error(problem, "forbids", "names", index)
