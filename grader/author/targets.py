"""What `grader release --for` makes: one table of targets, whose files are in `target_files/`.

A target is either a student edition with files that a service needs, or the complete course with the program that
grades, for machines of instructors only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from grader.course import Course
from grader.text import fill_template

_FILES = Path(__file__).with_name("target_files")
_TEMPLATE = ".j2"
WORK = "work"  # the folder for a workspace that comes with an edition


@dataclass(frozen=True)
class Target:
    """Where a release is used. `files`: where each of `target_files/` goes.

    `grades`: it holds the complete course and the program; `is_flat`: it is an archive with no folder around its files,
    and about one assignment. `workspace`: the edition comes with one; `notebooks`: of notebooks.
    """

    name: str
    use: str  # a sentence for those who made it
    files: Mapping[str, str] = field(default_factory=dict)
    grades: bool = False
    is_flat: bool = False
    workspace: bool = False
    notebooks: bool = False

    @property
    def tops(self) -> set[str]:
        """The names that its files have at the top of the release."""
        return {place.partition("/")[0] for place in self.files.values()}


_EDITION = {"edition.md.j2": "README.md"}
STUDENTS = Target("", "Give this {kind} to students; it contains no solutions.", _EDITION)
TARGETS = {
    target.name: target
    for target in (
        Target(
            "gradescope",
            "Upload this {kind} in Gradescope, under 'Configure Autograder'. It contains the solutions.",
            {"setup.sh.j2": "setup.sh", "run_autograder": "run_autograder", "gradescope.md.j2": "README.md"},
            grades=True,
            is_flat=True,
        ),
        Target(
            "github",
            "Make this {kind} the template repository of a classroom; it contains no solutions.",
            {
                **_EDITION,
                "classroom.yml.j2": ".github/workflows/classroom.yml",
                "devcontainer.json.j2": ".devcontainer/devcontainer.json",
                "requirements.txt.j2": "requirements.txt",
            },
            workspace=True,
        ),
        Target(
            "colab",
            "Publish this {kind} as a repository on GitHub; it contains no solutions.",
            _EDITION,
            workspace=True,
            notebooks=True,
        ),
        Target(
            "docker",
            "README.md in this {kind} has the commands. It contains the solutions.",
            {
                "Dockerfile.j2": "Dockerfile",
                "dockerignore": ".dockerignore",
                "seccomp.json": "seccomp.json",
                "docker.md.j2": "README.md",
            },
            grades=True,
        ),
    )
}


@dataclass(frozen=True)
class WorkspaceInside:
    """The workspace that comes with an edition. `badges`: a link for each part, which opens its notebook on Colab."""

    make: Callable[[Course, Path], object]  # in a folder
    notebooks: bool = False
    badges: Mapping[str, str] = field(default_factory=dict)


def add_files(
    target: Target, folder: Path, course: Course, *, workspace: WorkspaceInside | None = None, wheel: str = ""
) -> None:
    """Write the files of a target into the release in `folder`. `course`: what it holds; `wheel`: the program in it."""
    facts = {
        "course": course,
        "target": target.name,
        "quizzes": course.quizzes,
        "names": ", ".join(f"`{slug}`" for slug in course.slugs),
        "torch": any(exercise.needs_torch for exercise in course.exercises),
        "version": version("attention-grader"),
        "wheel": wheel,
        "work": WORK if workspace else "",
        "notebooks": workspace is not None and workspace.notebooks,
        "badges": {part.folder: workspace.badges.get(part.folder) for part in course.parts} if workspace else {},
    }
    for name, place in target.files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        template = _FILES / name
        text = fill_template(template, **facts) if name.endswith(_TEMPLATE) else template.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8", newline="\n")
