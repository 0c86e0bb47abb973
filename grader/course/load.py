"""Loads a course from its folder. The names of folders (`exercises/N_part/NN_slug`) give parts, order and slugs and are
read immediately, an exercise's YAML on demand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import msgspec.structs

from grader.course import yaml as yamlfile
from grader.course.model import Exercise, ExerciseKeys, Ladder, Part
from grader.course.policy import Policy, PolicyFile
from grader.errors import ContentError, UsageError
from grader.text import closest, did_you_mean, read_text
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
    """Return every exercise folder with a valid name, in the order of the course."""
    found = []
    for part_path in _subfolders(course / "exercises"):
        if match := _NAME.fullmatch(part_path.name):
            part = Part(int(match[1]), match[2], part_path.name)
            named = ((path, _NAME.fullmatch(path.name)) for path in _subfolders(part_path))
            found += [ExerciseFolder(part, int(name[1]), name[2], path) for path, name in named if name]
    return tuple(sorted(found, key=lambda f: (f.part.number, f.part.slug, f.number, f.slug)))


def folder_problems(course: Path, folders: tuple[ExerciseFolder, ...]) -> Iterator[ContentError]:
    """Yield invalid names, names used twice, files and solutions that belong to nothing."""
    for part in _subfolders(course / "exercises"):
        if not _NAME.fullmatch(part.name):
            yield ContentError(part, f"a part's folder is {_FORM}; rename it like 2_attention")
            continue
        for path in _subfolders(part):
            if not _NAME.fullmatch(path.name):
                yield ContentError(path, f"an exercise's folder is {_FORM}; rename it like 06_masking")
    yield from same_slug(folders)
    parts = {folder.path.parent: folder.part.number for folder in folders}
    first: dict[tuple[Path, int], Path] = {}
    for path, number in (*parts.items(), *((folder.path, folder.number) for folder in folders)):
        other = first.setdefault((path.parent, number), path)
        if other != path:
            yield ContentError(path, f"{other.name} also has the number {number}; renumber one of them")
    for folder in folders:
        yield from _strays(folder.path, _EXERCISE, _EXERCISE_FOLDERS)
        yield from _strays(folder.solution, _SOLUTION, _SOLUTION_FOLDERS)
    expected = {folder.solution for folder in folders}
    for path in (path for part in _subfolders(course / "solutions") for path in _subfolders(part)):
        if path not in expected:
            yield ContentError(path, "no exercise has this name; rename the folder like it, or delete it")


def same_slug(folders: Iterable[ExerciseFolder]) -> Iterator[ContentError]:
    """Yield slugs used twice: submissions are named after slugs."""
    first: dict[str, ExerciseFolder] = {}
    for folder in folders:
        other = first.setdefault(folder.slug, folder)
        if other is not folder:
            shown = f"{other.part.folder}/{other.path.name}"
            yield ContentError(folder.path, f"{shown} also has the slug '{folder.slug}'; rename one of them")


def _strays(folder: Path, known: set[str], subfolders: dict[str, str]) -> Iterator[ContentError]:
    """Yield files that are never read. `subfolders`: the only suffix of the files in each."""
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
    """Return the folders that are not empty: a left-over __pycache__ is not an exercise."""
    return [child for child in _visible(path) if child.is_dir() and _visible(child)]


def _visible(path: Path) -> list[Path]:
    if not path.is_dir():
        return []
    return sorted(child for child in path.iterdir() if child.name[0] != "." and child.name != "__pycache__")


class LimitsFile(msgspec.Struct):
    """The limits in a file; the others come from the file above it."""

    seconds: float | None = None
    wall_seconds: float | None = None
    memory_mb: int | None = None
    output_mb: float | None = None
    processes: int | None = None
    scratch_mb: int | None = None

    def given(self) -> dict[str, Any]:
        """Return the limits that the file sets."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value is not None}


class ExerciseFile(ExerciseKeys, frozen=True, kw_only=True):
    """All keys of exercise.yaml."""

    hints: Ladder  # from a nudge to almost the code
    limits: LimitsFile = msgspec.field(default_factory=LimitsFile)


class CourseKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of course.yaml that a course takes over as they are."""

    title: str
    seed: int
    sources: dict[str, str] = {}  # short name → what it is
    packages: tuple[str, ...] | None = None  # that submissions may import; None: the worker's own list


class CourseFile(CourseKeys, frozen=True, kw_only=True):
    """All keys of course.yaml."""

    limits: LimitsFile = msgspec.field(default_factory=LimitsFile)
    policy: PolicyFile = msgspec.field(default_factory=PolicyFile)


class Course(CourseKeys, frozen=True, dict=True, eq=False, kw_only=True):
    """A folder with course.yaml and exercises/."""

    path: Path
    limits: Limits
    folders: tuple[ExerciseFolder, ...]
    policy_file: PolicyFile = msgspec.field(default_factory=PolicyFile)

    @cached_property
    def policy(self) -> Policy:
        """How points become marks; ContentError if the policy in course.yaml is impossible."""
        from grader.course.policy import read_policy

        return read_policy(self)

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        """All exercises, in order; ContentError if one cannot be read."""
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
        """Return the exercise called "masking", "06_masking" or "2_attention/06_masking"; reads no other. UsageError if
        there is none."""
        wanted = name.strip("/").split("/")
        found = [f for f in self.folders if name == f.slug or list(f.path.parts[-len(wanted) :]) == wanted]
        for error in same_slug(found):
            raise error
        if not found:
            raise UsageError(f"no exercise '{name}'; {_meant(wanted[-1], self.slugs)}'grader list' shows them all")
        return self._exercise(found[0])

    @cached_property
    def quizzes(self) -> tuple[Quiz, ...]:
        """All quizzes, in order; ContentError if one cannot be read."""
        return tuple(self.find_quiz(name) for name in self.quiz_names)

    @property
    def quiz_names(self) -> tuple[str, ...]:
        """Names of the quizzes, without reading any."""
        from grader.course.quiz_load import quiz_paths

        return tuple(quiz_paths(self.path))

    def find_quiz(self, name: str) -> Quiz:
        """Return the quiz called "attention", "03_attention" or "quizzes/03_attention.yaml"; reads no other. UsageError
        if there is none."""
        from grader.course.quiz_load import load_quiz, quiz_paths

        paths = quiz_paths(self.path)
        wanted = Path(name).stem
        path = paths.get(name) or next((path for path in paths.values() if path.stem == wanted), None)
        if path is None:
            raise UsageError(f"no quiz '{name}'; {_meant(wanted, paths)}'grader quiz list' shows them all")
        return load_quiz(path)

    def validate(self, names: Sequence[str] = ()) -> list[ContentError]:
        """Return everything that is wrong with the course's files, or with those of the named exercises; empty if
        nothing is."""
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
                problem = f"needs '{slug}', which is not another exercise{did_you_mean(slug, others)}"
                yield ContentError(path, problem, yamlfile.line_of(path, "needs", index))
        for index, name in enumerate(exercise.sources if self.sources else ()):
            if name not in self.sources:
                problem = f"the source '{name}' is not in course.yaml{did_you_mean(name, self.sources)}"
                yield ContentError(path, problem, yamlfile.line_of(path, "sources", index))
            elif (line := f"- {name}: {self.sources[name]}") not in exercise.statement.splitlines():
                problem = f"the statement does not say what {name} is; add the line '{line}' at its end"
                yield ContentError(exercise.path / "README.md", problem)

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


def find_course(start: Path) -> Path | None:
    """Return the nearest folder around a folder or file that has course.yaml and exercises/, None if there is none."""
    start = start.resolve()
    around = (start, *start.parents)
    return next((p for p in around if (p / "course.yaml").is_file() and (p / "exercises").is_dir()), None)


def load_course(path: Path) -> Course:
    """Load the course in a folder; ContentError if course.yaml is wrong."""
    document = yamlfile.read(path / "course.yaml", CourseFile, "a course needs one, with title and seed")
    content = document.value
    document.require(content.title.strip(), "the title is empty; write one", "title")
    document.require(0 <= content.seed < 2**32, "seed must be from 0 to 4294967295; write one like 20260101", "seed")
    for index, name in enumerate(content.packages or ()):
        problem = f"'{name}' is not the name of a package; write the name alone, such as numpy"
        document.require(_PACKAGE.fullmatch(name), problem, "packages", index)
    _require_positive(document, content.limits.given(), "limits")
    keys = msgspec.structs.asdict(content)
    keys |= {"limits": Limits()._replace(**content.limits.given()), "policy_file": keys.pop("policy")}
    return Course(path=path, folders=exercise_folders(path), **keys)


def load_exercise(folder: ExerciseFolder, limits: Limits) -> Exercise:
    """Load an exercise from its exercise.yaml; ContentError if that is wrong. Its other files are read on demand."""
    remedy = "an exercise needs one, with title, minutes, difficulty, points and hints"
    document = yamlfile.read(folder.path / "exercise.yaml", ExerciseFile, remedy)
    content = document.value
    require = document.require
    require(content.title.strip(), "the title is empty; write one", "title")
    require(content.minutes > 0, "minutes must be above 0; estimate the time that a student needs", "minutes")
    for key in ("difficulty", "importance"):
        require(1 <= getattr(content, key) <= 5, f"{key} is {getattr(content, key)}; choose 1 to 5", key)
    require(content.points, "points is empty; give every check its points", "points")
    _require_positive(document, content.points, "points")
    problem = (
        f"inputs_unchanged is {content.inputs_unchanged:g}; write the points for leaving arguments alone, or 0 for none"
    )
    require(0 <= content.inputs_unchanged < math.inf, problem, "inputs_unchanged")
    _require_positive(document, content.limits.given(), "limits")
    problem = f"{len(content.hints)} hints; write at least 3: a nudge, the formula, almost the code"
    require(len(content.hints) >= 3, problem, "hints")
    for index, hint in enumerate(content.hints):
        texts = [hint] if isinstance(hint, str) else hint.values()
        written = texts and all(map(str.strip, texts))
        require(written, f"hint {index + 1} is empty; write it or remove it", "hints", index)
        for name in () if isinstance(hint, str) else hint:
            stub = read_text(folder.path / "stub.py", "write what the student starts from")
            problem = f"hint {index + 1} is about '{name}', which stub.py does not define; {yamlfile.QUOTE}"
            defined = re.search(rf"^(def|class) {re.escape(name)}\b", stub, re.MULTILINE)
            require(defined, problem, "hints", index, name)
    if forbids := content.forbids:
        _require_positive(document, {"points": forbids.points}, "forbids")
        require(forbids.names, "'names' is empty; name what is forbidden, or remove 'forbids'", "forbids", "names")
        for index, name in enumerate(forbids.names):
            problem = f"'{name}' is not a Python name; write it like torch.nn.MultiheadAttention"
            require(all(map(str.isidentifier, name.split("."))), problem, "forbids", "names", index)
    keys = msgspec.structs.asdict(content) | {"limits": limits._replace(**content.limits.given())}
    keys["ladder"] = keys.pop("hints")
    return Exercise(**msgspec.structs.asdict(folder), **keys)


def _require_positive(document: yamlfile.Document[Any], numbers: dict[str, float], key: str) -> None:
    for name, number in numbers.items():
        problem = f"'{name}' in '{key}' is {number:g}; it must be a number above 0"
        document.require(0 < number < math.inf, problem, key, name)
