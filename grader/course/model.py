"""What a course holds. An exercise reads its files when asked, so one broken exercise breaks no other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path

import msgspec

from grader.course import yaml as yamlfile
from grader.course.checkfile import CheckSpec, docstring, imports_module, parse, read_checks, without_other_checks
from grader.errors import ContentError
from grader.text import did_you_mean, read_text
from grader.values import Limits

_LONGEST_IDEA = 110
_PICTURE = r"pictures/[a-z0-9_]+\.svg"
_IMAGE = r"!\[[^\]]*\]\(([^)]*)\)"


class Forbids(msgspec.Struct, frozen=True):
    """Names that would make an exercise trivial, and the points that using one costs."""

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
    """A mistake that students make, as code that makes it."""

    name: str
    path: Path
    source: str
    diagnosis: str
    advice: str


class ExerciseKeys(msgspec.Struct, frozen=True, kw_only=True):
    """What exercise.yaml says and an exercise has."""

    title: str
    minutes: int
    difficulty: int
    importance: int = 3
    needs: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    points: dict[str, float]
    hints: tuple[str, ...]
    idea: str = ""  # the reference's, in a sentence, for those who passed
    forbids: Forbids | None = None


class Exercise(ExerciseKeys, frozen=True, dict=True, eq=False, kw_only=True):
    """One folder of `exercises/`, and the folder of `solutions/` that mirrors it."""

    slug: str
    number: int
    part: Part
    path: Path
    limits: Limits

    @cached_property
    def statement(self) -> str:
        return read_text(self.path / "README.md", "write the statement there")

    def picture(self, name: str) -> str | None:
        """The SVG that a statement shows as `pictures/NAME.svg`, or None."""
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

    @cached_property
    def try_source(self) -> str | None:
        """What `grader try` runs, None if the exercise has nothing to try."""
        return _text_if_there(self.path / "try.py")

    @cached_property
    def checks(self) -> tuple[CheckSpec, ...]:
        """The public checks; ContentError if one has no points."""
        specs = read_checks(self.path / "checks.py", self.checks_source)
        return self._worth_points(self.path / "checks.py", specs)

    @cached_property
    def hidden_checks(self) -> tuple[CheckSpec, ...]:
        """() in a student edition, which does not hold them."""
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
        """Each hidden check → its file without the others."""
        source = self.hidden_source or ""
        return {spec.id: without_other_checks(source, spec.id).encode() for spec in self.hidden_checks}

    @cached_property
    def misconceptions(self) -> tuple[Misconception, ...]:
        return tuple(read_misconception(path) for path in self._python_files("misconceptions"))

    @cached_property
    def accepted(self) -> tuple[Path, ...]:
        """Right answers in other styles than the reference's."""
        return self._python_files("accepted")

    @property
    def max_score(self) -> float:
        return sum(self.points.values())

    @cached_property
    def outstanding_points(self) -> float:
        """Points of checks that are not here: in a student edition, those of the hidden ones."""
        here = {spec.id for spec in (*self.checks, *self.hidden_checks)}
        return sum(points for check_id, points in self.points.items() if check_id not in here)

    @cached_property
    def needs_torch(self) -> bool:
        sources = {
            "stub.py": self.stub_source,
            "checks.py": self.checks_source,
            "provided.py": self.provided_source or "",
        }
        return any(imports_module(self.path / name, source, "torch") for name, source in sources.items())

    @cached_property
    def needs_device(self) -> bool:
        return any(spec.takes_device for spec in (*self.checks, *self.hidden_checks))

    @property
    def outcomes_path(self) -> Path:
        """What reference and misconceptions computed: shipped with a student edition in place of their code."""
        return self.path / "outcomes.bin"

    def validate(self) -> list[ContentError]:
        """Everything that is wrong with the exercise's own files."""
        return list({str(error): error for error in self._problems()}.values())

    def _problems(self) -> Iterator[ContentError]:
        for read in (self._read_statement, lambda: self.checks, lambda: self.hidden_checks):
            yield from _raised_by(read)
        # The checks were read above; the other files must at least parse.
        code = [self.path / "stub.py", *([self.solution_path / "solution.py"] if self.solution_path.is_dir() else [])]
        optional = (
            *map(_if_there, (self.path / "provided.py", self.path / "try.py")),
            self.judges_path,
            self.hidden_judges_path,
            *self.accepted,
        )
        for path in (*code, *filter(None, optional)):
            yield from _raised_by(partial(_parse_file, path))
        for path in self._python_files("misconceptions"):
            yield from _raised_by(partial(read_misconception, path))
        yield from self._points_without_check()
        path, length = self.path / "exercise.yaml", len(self.idea.strip())
        if not length:
            problem = "no idea; add 'idea: …', what the reference teaches in one sentence, for those who pass"
            yield ContentError(path, problem, 1)
        elif length > _LONGEST_IDEA:
            problem = f"the idea has {length} characters; say it in one sentence of at most {_LONGEST_IDEA}"
            yield ContentError(path, problem, yamlfile.line_of(path, "idea"))
        yield from self._wrong_pictures()

    def _read_statement(self) -> None:
        if not self.statement.strip():
            raise ContentError(self.path / "README.md", "the statement is empty; write it", 1)

    def _wrong_pictures(self) -> Iterator[ContentError]:
        """Pictures that the statement shows and the folder lacks, and the reverse."""
        if any(_raised_by(self._read_statement)):
            return
        shown = set()
        for number, line in enumerate(self.statement.splitlines(), 1):
            for name in re.findall(_IMAGE, line):
                shown.add(name)
                if self.picture(name) is None:
                    problem = f"shows '{name}', which is not there; make it, under pictures/ and as SVG"
                    yield ContentError(self.path / "README.md", problem, number)
        for path in sorted((self.path / "pictures").glob("*.svg")):
            if f"pictures/{path.name}" not in shown:
                yield ContentError(
                    path, f"the statement does not show it; add ![…](pictures/{path.name}), or delete it"
                )

    def _points_without_check(self) -> Iterator[ContentError]:
        """Without the solution such points are a hidden check's, and no mistake."""
        if not self.has_solution or any(_raised_by(lambda: self.hidden_checks)):
            return
        known = [spec.id for spec in (*self.checks, *self.hidden_checks)]
        path = self.path / "exercise.yaml"
        for check_id in self.points:
            if check_id not in known:
                problem = f"points for '{check_id}', which is no check{did_you_mean(check_id, known)}"
                yield ContentError(path, problem, yamlfile.line_of(path, "points", check_id))

    def _worth_points(self, path: Path, specs: tuple[CheckSpec, ...]) -> tuple[CheckSpec, ...]:
        for spec in specs:
            if spec.id not in self.points:
                problem = f"check '{spec.id}' has no points; add '{spec.id}: 1' to the points in exercise.yaml"
                raise ContentError(path, problem, spec.line)
        return specs

    def _python_files(self, folder: str) -> tuple[Path, ...]:
        return tuple(sorted(p for p in (self.solution_path / folder).glob("[!.]*.py") if p.is_file()))


def read_misconception(path: Path) -> Misconception:
    """The docstring's first line is the diagnosis, the rest the advice."""
    source = read_text(path)
    text, line = docstring(path, source)
    diagnosis, _, rest = text.partition("\n")
    advice = "\n\n".join(" ".join(paragraph.split()) for paragraph in rest.strip().split("\n\n"))
    if not diagnosis.strip():
        raise ContentError(path, "no docstring; begin with the diagnosis the student reads", line)
    if not advice:
        problem = "the docstring has no advice; after the diagnosis and a blank line, say what to do"
        raise ContentError(path, problem, line)
    return Misconception(path.stem, path, source, diagnosis.strip(), advice)


def _parse_file(path: Path) -> None:
    parse(path, read_text(path))


def _raised_by(read: Callable[[], object]) -> Iterator[ContentError]:
    try:
        read()
    except ContentError as error:
        yield error


def _if_there(path: Path) -> Path | None:
    return path if path.is_file() else None


def _text_if_there(path: Path) -> str | None:
    return read_text(path) if path.is_file() else None
