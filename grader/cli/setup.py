"""Commands around an installation: `grader init`, `completion`, `doctor`."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.common import (
    bundled_course,
    course_option,
    course_path,
    here,
    isolation_option,
    json_option,
    print_json,
    style,
)
from grader.text import counted

if TYPE_CHECKING:
    from grader.course import Course
    from grader.student.workspace import CreatedWorkspace

# ---- `grader init`: a workspace.


DEFAULT = "attention-exercises"
NAMED = 5


@click.command(name="init", short_help="Make a workspace, with a stub for every exercise.")
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--notebook", is_flag=True, help="A notebook for each part, in place of Python files.")
@course_option
def init_command(folder: str | None, notebook: bool, course_folder: str | None) -> int:
    """Make a workspace in DIR, by default in the one you are in, else in ./attention-exercises.

    Nothing is ever overwritten: run it again to get back what is missing.

    \b
    Example:
      grader init
      grader init my-work --notebook
    """
    from grader.course import find_course, load_course
    from grader.student.workspace import STATE, find_workspace, has_notebooks, make, without_state

    around = find_workspace(here())
    target = Path(folder) if folder else around.path if around else None
    is_workspace = target is not None and (target / STATE).is_file()
    course = load_course(course_path(course_folder, target if is_workspace else None))
    target = target or without_state(course, here()) or Path(DEFAULT)
    notebook = notebook or has_notebooks(course, target)
    known = {place.resolve() for place in (find_course(target), bundled_course()) if place}
    made = make(course, target, notebook, remember=course.path.resolve() not in known)
    click.echo("\n".join(_page(course, made, target, notebook)))
    return 0


def _page(course: Course, made: CreatedWorkspace, target: Path, notebook: bool) -> list[str]:
    from grader.render.style import wrap

    paint, count = style(), len(course.folders)
    place = "this folder" if _is_here(target) else f"'{target}'"
    title = paint.bold(paint.clean(f"{course.title}: {counted(count, 'exercise')} in {place}."))
    lines = wrap(title, paint.width)
    lines += wrap(paint.clean(_kept(made)), paint.width) if made.kept else []
    lines += ["", "Now:"]
    if not _is_here(target):
        lines.append(f"  {paint.accent(paint.clean(f'cd {_quoted(target)}'))}")
    if notebook and course.parts:
        first = paint.accent(paint.clean(f"{course.parts[0].folder}.ipynb"))
        return [*lines, *wrap(f"open {first} in Jupyter or VS Code, and do what it says at the top", paint.width, "  ")]
    return [*lines, f"  {paint.accent('grader watch')}   checks whenever you save; README.md says what else there is"]


def _is_here(target: Path) -> bool:
    return target.resolve() == here().resolve()


def _kept(made: CreatedWorkspace) -> str:
    new, kept = len(made.written), f"{len(made.kept)} files were there and stay as they are"
    if not new:
        return f"Nothing was missing: {kept}."
    names = ", ".join(made.written[:NAMED]) + (f" and {new - NAMED} more" if new > NAMED else "")
    return f"Added {names}; {kept}."


def _quoted(path: Path) -> str:
    import shlex

    return shlex.quote(str(path))


# ---- `grader completion`: completion for a shell.


SHELLS = ("bash", "zsh", "fish")


@click.command(name="completion", short_help="Completion of commands and exercises for your shell.")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion_command(context: click.Context, shell: str) -> int:
    """Print a script that teaches SHELL to complete commands, options and names of exercises.

    \b
    Example:
      grader completion bash >> ~/.bashrc
      grader completion zsh >> ~/.zshrc
      grader completion fish > ~/.config/fish/completions/grader.fish
    """
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    assert made is not None  # click has all three
    click.echo(made(context.find_root().command, {}, "grader", "_GRADER_COMPLETE").source())
    return 0


# ---- `grader doctor`: what this machine offers, and whether it holds.


LEVELS = {
    "L3": "root: namespaces, a file system of its own, Landlock, seccomp, limits",
    "L2": "user namespace: the same without root",
    "L1": "Landlock, seccomp, limits; no cap on disk space",
    "L0": "a process of its own and limits: protects against accidents only",
}


@click.command(name="doctor", short_help="What this machine offers, and whether it holds.")
@isolation_option
@json_option
def doctor_command(isolation: str, as_json: bool) -> int:
    """Show versions, the isolation that submissions get here, and what probing it gives.

    Exits with 3 if a probe gets through.

    \b
    Example:
      grader doctor
    """
    facts = _facts(isolation)
    if as_json:
        print_json({"schema": 1, **facts})
    else:
        click.echo(_doctor_page(facts))
    return 0 if all(probe["holds"] for probe in facts["probes"]) else 3


def _facts(isolation: str) -> dict[str, Any]:
    from grader.worker import self_test, start_worker
    from grader.worker.start import primitives

    with start_worker(isolation=isolation) as worker:
        probes = [{"what": probe.what, "found": probe.found, "holds": probe.holds} for probe in self_test(worker)]
        return {
            "versions": _versions(),
            "accelerator": _accelerator(),
            "isolation": worker.level,
            "primitives": primitives(worker),
            "probes": probes,
        }


def _versions() -> dict[str, str]:
    found = {"system": f"{platform.system()} {platform.release()} {platform.machine()}"}
    found["python"] = platform.python_version()
    for package in ("attention-grader", "numpy", "torch", "click", "msgspec", "pyyaml"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def _accelerator() -> str:
    """Asked in a process of its own: loading torch here would make every other command slower."""
    import subprocess

    code = (
        "import torch; print('cuda: ' + torch.cuda.get_device_name() if torch.cuda.is_available() else "
        "'mps' if torch.backends.mps.is_available() else '')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "none; device checks run on the simulated accelerator"


def _doctor_page(facts: dict[str, Any]) -> str:
    paint = style()
    lines = [paint.bold("Versions")]
    lines += [f"  {name:18}{value}" for name, value in facts["versions"].items()]
    lines += [f"  {'accelerator':18}{facts['accelerator']}", "", paint.bold("What isolation is made of")]
    for name, problem in facts["primitives"].items():
        mark = paint.good(paint.tick) if problem == "works" else paint.dim(paint.dot)
        lines.append(f"{mark} {name:18}{problem}")
    level = facts["isolation"]
    lines += [
        "",
        paint.bold(f"Submissions run at {level}"),
        f"  {LEVELS[level]}",
        "",
        paint.bold("Probes, from inside a child"),
    ]
    for probe in facts["probes"]:
        mark = paint.good(paint.tick) if probe["holds"] else paint.bad(paint.cross)
        lines.append(f"{mark} {probe['what']}: {probe['found']}")
    return "\n".join(lines)
