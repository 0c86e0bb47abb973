"""The contents of a course. An exercise reads its files on demand, so that one broken exercise breaks no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import msgspec

from grader.course import yaml as yamlfile
from grader.course.checkfile import CheckSpec, imports_module, parse, read_checks, without_other_checks
from grader.errors import ContentError
from grader.text import did_you_mean, read_text
from grader.values import HIDDEN_INPUTS, INPUTS, OWN_WORK, Limits

_LONGEST_IDEA = 110
_PICTURE = r"pictures/[a-z0-9_]+\.svg"
_IMAGE = r"!\[[^\]]*\]\(([^)]*)\)"


class Forbids(msgspec.Struct, frozen=True):
    """Names that would make an exercise trivial, and the points lost by using one."""

    names: tuple[str, ...]
    points: float


class Part(msgspec.Struct, frozen=True):
    """A folder of exercises: "2_attention"."""

    number: int
    slug: str
    folder: str

    @property
    def title(self) -> str:
        """The slug's words, capitalised."""
        return " ".join(word.capitalize() for word in self.slug.split("_"))


class Misconception(msgspec.Struct, frozen=True):
    """A typical mistake, as a program that makes it."""

    name: str
    path: Path
    source: str
    diagnosis: str
    advice: str


Ladder: TypeAlias = tuple[str | dict[str, str], ...]  # hints: each a text, or a text for each function


class ExerciseKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of exercise.yaml that an exercise takes over as they are."""

    title: str
    minutes: int
    difficulty: int
    importance: int = 3
    needs: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    points: dict[str, float]
    idea: str = ""  # of the reference, in one sentence, for students who passed
    forbids: Forbids | None = None
    # Points for leaving the arguments alone, in public checks and again in hidden ones; 0 if nobody looks.
    inputs_unchanged: float = 1.0
    may_change: dict[str, tuple[str, ...]] = {}  # function → parameters that it is asked to change


class Exercise(ExerciseKeys, frozen=True, dict=True, eq=False, kw_only=True):
    """One folder of `exercises/`, and the folder of `solutions/` that mirrors it."""

    ladder: Ladder
    slug: str
    number: int
    part: Part
    path: Path
    limits: Limits

    @cached_property
    def statement(self) -> str:
        return read_text(self.path / "README.md", "write the statement there")

    def picture(self, name: str) -> str | None:
        """The SVG that the statement includes as `pictures/NAME.svg`, None if there is none."""
        return _text_if_there(self.path / name) if re.fullmatch(_PICTURE, name) else None

    @cached_property
    def stub_source(self) -> str:
        return read_text(self.path / "stub.py", "write what the student starts from")

    @cached_property
    def checks_source(self) -> str:
        return read_text(self.path / "checks.py", "write the public checks there")

    @cached_property
    def provided_source(self) -> str | None:
        return _text_if_there(self.path / "provided.py")

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints from a nudge to almost the code, each with what it says about every function."""
        return self.hints_for("")

    def hints_for(self, function: str) -> tuple[str, ...]:
        """The hints of the ladder that are about `function`; where there is none, all of it."""
        about = any(isinstance(step, dict) and function in step for step in self.ladder)
        found = []
        for step in self.ladder:
            if isinstance(step, str):
                found.append(step.strip())
            elif not about:
                found.append("\n".join(f"{name}: {text.strip()}" for name, text in step.items()))
            elif function in step:
                found.append(step[function].strip())
        return tuple(found)

    @cached_property
    def try_source(self) -> str | None:
        """What `grader try` runs, None if the exercise has nothing to try."""
        return _text_if_there(self.path / "try.py")

    @cached_property
    def checks(self) -> tuple[CheckSpec, ...]:
        """The public checks; ContentError if one has no points."""
        path = self.path / "checks.py"
        return self._worth_points(path, read_checks(path, self.checks_source))

    @cached_property
    def hidden_checks(self) -> tuple[CheckSpec, ...]:
        """Empty in a student edition, which does not contain them. ContentError if one has no points."""
        if self.hidden_source is None:
            return ()
        path = self.solution_path / "hidden_checks.py"
        return self._worth_points(path, read_checks(path, self.hidden_source, self.checks))

    @property
    def judges_path(self) -> Path | None:
        return _if_there(self.path / "judges.py")

    @property
    def hidden_judges_path(self) -> Path | None:
        return _if_there(self.solution_path / "hidden_judges.py")

    @property
    def solution_path(self) -> Path:
        """The folder of the reference; derived, never configured."""
        return self.path.parents[2] / "solutions" / self.part.folder / self.path.name

    @property
    def has_solution(self) -> bool:
        return (self.solution_path / "solution.py").is_file()

    @cached_property
    def solution_source(self) -> str:
        return read_text(self.solution_path / "solution.py", "write the reference there")

    @cached_property
    def hidden_source(self) -> str | None:
        return _text_if_there(self.solution_path / "hidden_checks.py")

    @cached_property
    def hidden_sources(self) -> dict[str, bytes]:
        """For each hidden check, the source of its file without the others."""
        source = self.hidden_source or ""
        return {spec.id: without_other_checks(source, spec.id).encode() for spec in self.hidden_checks}

    @cached_property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """Typical mistakes, each in one or more spellings: `name.2.py` shares the words of `name.py`."""
        paths = {path.stem: path for path in self._python_files("misconceptions")}
        return tuple(read_misconception(path, paths.get(name.partition(".")[0])) for name, path in paths.items())

    @cached_property
    def accepted(self) -> tuple[Path, ...]:
        """Correct solutions in other styles than the reference."""
        return self._python_files("accepted")

    @cached_property
    def all_points(self) -> dict[str, float]:
        """The points of every check, those of the engine's own included."""
        points = dict(self.points)
        if self.inputs_unchanged:
            points[INPUTS] = self.inputs_unchanged
            public = _text_if_there(self.path / "checks.py") or ""
            if any(f"def {check_id}(" not in public for check_id in self.points):  # the file need not be parsed
                points[HIDDEN_INPUTS] = self.inputs_unchanged
        return points | ({OWN_WORK: self.forbids.points} if self.forbids else {})

    @property
    def max_score(self) -> float:
        return sum(self.all_points.values())

    @cached_property
    def outstanding_points(self) -> float:
        """Points of checks that are not available: in a student edition, those of the hidden ones."""
        here = {spec.id for spec in (*self.checks, *self.hidden_checks)} | {INPUTS, OWN_WORK}
        here |= {HIDDEN_INPUTS} if self.hidden_checks else set()
        return sum(points for check_id, points in self.all_points.items() if check_id not in here)

    @cached_property
    def needs_torch(self) -> bool:
        provided = self.provided_source or ""
        sources = {"stub.py": self.stub_source, "checks.py": self.checks_source, "provided.py": provided}
        return any(imports_module(self.path / name, source, "torch") for name, source in sources.items())

    @cached_property
    def needs_device(self) -> bool:
        return any(spec.takes_device for spec in (*self.checks, *self.hidden_checks))

    @property
    def outcomes_path(self) -> Path:
        """The outcomes of reference and misconceptions, which a student edition contains instead of their code."""
        return self.path / "outcomes.bin"

    def validate(self) -> list[ContentError]:
        """Return everything that is wrong with the exercise's own files; empty if nothing is."""
        errors: list[ContentError] = []

        def succeeds(read: Callable[..., object], *arguments: object) -> bool:
            try:
                read(*arguments)
            except ContentError as error:
                errors.append(error)
                return False
            return True

        has_statement = succeeds(getattr, self, "statement")
        if has_statement and not self.statement.strip():
            errors.append(ContentError(self.path / "README.md", "the statement is empty; write it", 1))
        succeeds(getattr, self, "checks")
        has_checks = succeeds(getattr, self, "hidden_checks")
        # The checks were read above; the other files must at least parse.
        optional = [self.path / "provided.py", self.path / "try.py", self.judges_path, self.hidden_judges_path]
        code = [self.path / "stub.py", *(path for path in optional if path and path.is_file()), *self.accepted]
        if self.solution_path.is_dir():
            code.append(self.solution_path / "solution.py")
        for path in code:
            succeeds(lambda file: parse(file, read_text(file)), path)
        succeeds(getattr, self, "misconceptions")
        if has_checks:
            errors += self._points_without_check()
        path, length = self.path / "exercise.yaml", len(self.idea.strip())
        if not length:
            problem = "no idea; add 'idea: …', what the reference teaches in one sentence, for students who pass"
            errors.append(ContentError(path, problem, 1))
        elif length > _LONGEST_IDEA:
            problem = f"the idea has {length} characters; write one sentence of at most {_LONGEST_IDEA}"
            errors.append(ContentError(path, problem, yamlfile.line_of(path, "idea")))
        if has_statement:
            errors += self._wrong_pictures()
        return list({str(error): error for error in errors}.values())

    def _wrong_pictures(self) -> Iterator[ContentError]:
        """Yield pictures that the statement includes but that do not exist, and the reverse."""
        included = set()
        for number, line in enumerate(self.statement.splitlines(), 1):
            for name in re.findall(_IMAGE, line):
                included.add(name)
                if self.picture(name) is None:
                    problem = f"includes '{name}', which does not exist; create it under pictures/, as SVG"
                    yield ContentError(self.path / "README.md", problem, number)
        for path in sorted((self.path / "pictures").glob("*.svg")):
            if f"pictures/{path.name}" not in included:
                problem = f"the statement does not include it; add ![…](pictures/{path.name}), or delete it"
                yield ContentError(path, problem)

    def _points_without_check(self) -> Iterator[ContentError]:
        """Yield points that belong to no check. Without the solution they may belong to a hidden one."""
        known = [spec.id for spec in (*self.checks, *self.hidden_checks)]
        path = self.path / "exercise.yaml"
        for check_id in self.points if self.has_solution else ():
            if check_id not in known:
                problem = f"points for '{check_id}', which is not a check{did_you_mean(check_id, known)}"
                yield ContentError(path, problem, yamlfile.line_of(path, "points", check_id))

    def _worth_points(self, path: Path, specs: tuple[CheckSpec, ...]) -> tuple[CheckSpec, ...]:
        for spec in specs:
            if spec.id in (INPUTS, HIDDEN_INPUTS, OWN_WORK):
                problem = f"'{spec.id}' is a check that every exercise has anyway; rename this one, or remove it"
                raise ContentError(path, problem, spec.line)
            if spec.id not in self.points:
                problem = f"check '{spec.id}' has no points; add '{spec.id}: 1' to the points in exercise.yaml"
                raise ContentError(path, problem, spec.line)
        return specs

    def _python_files(self, folder: str) -> tuple[Path, ...]:
        return tuple(sorted(p for p in (self.solution_path / folder).glob("[!.]*.py") if p.is_file()))


def read_misconception(path: Path, first: Path | None) -> Misconception:
    """Read a misconception. The first line of its docstring is the diagnosis, the rest the advice; further spellings
    (`name.2.py`) have those of the `first`, `name.py`.

    ContentError if one of them is missing.
    """
    source = read_text(path)
    tree = parse(path, source)
    if first is None:
        name = path.stem.partition(".")[0]
        raise ContentError(path, f"there is no {name}.py, whose words it should share; rename it")
    if first != path:
        words = read_misconception(first, first)
        return Misconception(path.stem, path, source, words.diagnosis, words.advice)
    line = tree.body[0].lineno if tree.body else 1
    diagnosis, _, rest = (ast.get_docstring(tree) or "").partition("\n")
    advice = "\n\n".join(" ".join(paragraph.split()) for paragraph in rest.strip().split("\n\n"))
    if not diagnosis.strip():
        raise ContentError(path, "no docstring; start with the diagnosis that the student reads", line)
    if not advice:
        problem = "the docstring has no advice; after the diagnosis and a blank line, write what to do"
        raise ContentError(path, problem, line)
    return Misconception(path.stem, path, source, diagnosis.strip(), advice)


def _if_there(path: Path) -> Path | None:
    return path if path.is_file() else None


def _text_if_there(path: Path) -> str | None:
    return read_text(path) if path.is_file() else None
