"""Commands around an installation: `grader init`, `completion`, `doctor`."""

from __future__ import annotations

import platform
import shlex
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click

from grader.cli import common
from grader.text import counted

DEFAULT = "attention-exercises"
NAMED = 5
LEVELS = {
    "L3": "root: namespaces, a separate file system, Landlock, seccomp, limits",
    "L2": "user namespace: the same without root",
    "L1": "Landlock, seccomp, limits; disk space is not limited",
    "L0": "a separate process with limits: protects against accidents only",
}
_FIND_ACCELERATOR = (
    "import torch; print('cuda: ' + torch.cuda.get_device_name() if torch.cuda.is_available() else "
    "'mps' if torch.backends.mps.is_available() else '')"
)


@click.command(name="init")
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--notebook", is_flag=True, help="Create a notebook for each part instead of Python files.")
@common.course_option
def init_command(folder: str | None, notebook: bool, course_folder: str | None) -> None:
    """Create a workspace in DIR. Default: the workspace you are in, else ./attention-exercises.

    Nothing is ever overwritten: run it again to restore missing files.

    \b
    Example:
      grader init
      grader init my-work --notebook
    """
    from grader.course import find_course, load_course
    from grader.student.workspace import STATE, find_workspace, has_notebooks, make, without_state

    around = find_workspace(common.here())
    target = Path(folder) if folder else around.path if around else None
    is_workspace = target is not None and (target / STATE).is_file()
    course = load_course(common.course_path(course_folder, target if is_workspace else None))
    target = target or without_state(course, common.here()) or Path(DEFAULT)
    notebook = notebook or has_notebooks(course, target)
    known = {place.resolve() for place in (find_course(target), common.bundled_course()) if place}
    made = make(course, target, notebook, remember=course.path.resolve() not in known)
    paint, is_here = common.style(), target.resolve() == common.here().resolve()
    place = "this folder" if is_here else f"'{target}'"
    common.print_wrapped(
        paint.bold(paint.clean(f"{course.title}: {counted(len(course.folders), 'exercise')} in {place}."))
    )
    if made.kept:
        added = "Nothing was missing"
        if made.written:
            more = len(made.written) - NAMED
            added = f"Added {', '.join(made.written[:NAMED])}{f' and {more} more' if more > 0 else ''}"
        common.print_wrapped(paint.clean(f"{added}; {len(made.kept)} existing files were left unchanged."))
    click.echo("\nNext:")
    if not is_here:
        click.echo(f"  {paint.accent(paint.clean(f'cd {shlex.quote(str(target))}'))}")
    if notebook and course.parts:
        first = paint.accent(paint.clean(f"{course.parts[0].folder}.ipynb"))
        common.print_wrapped(f"open {first} in Jupyter or VS Code, and follow the instructions at the top", "  ")
    else:
        click.echo(f"  {paint.accent('grader watch')}   checks whenever you save; README.md lists the other commands")


@click.command(name="completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion_command(context: click.Context, shell: str) -> None:
    """Print a script that makes SHELL complete commands, options and names of exercises.

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


@click.command(name="doctor")
@common.isolation_option
@common.json_option
def doctor_command(isolation: str, as_json: bool) -> int:
    """Check this machine: versions, the isolation that submissions get, and probes that try to break it.

    Exits with 3 if a probe succeeds.

    \b
    Example:
      grader doctor
    """
    from grader.worker import self_test, start_worker
    from grader.worker.start import primitives

    versions = {"system": f"{platform.system()} {platform.release()} {platform.machine()}"}
    versions["python"] = platform.python_version()
    for package in ("attention-grader", "numpy", "torch", "click", "msgspec", "pyyaml"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    # In a separate process: loading torch here would make every other command slower.
    found = subprocess.run([sys.executable, "-c", _FIND_ACCELERATOR], capture_output=True, text=True, check=False)
    with start_worker(isolation=isolation) as worker:
        probes = self_test(worker)
        facts = {
            "versions": versions,
            "accelerator": found.stdout.strip() or "none; device checks run on the simulated accelerator",
            "isolation": worker.level,
            "primitives": primitives(worker),
            "probes": probes,
        }
    if as_json:
        common.print_json({"schema": 1, **facts})
    else:
        click.echo(_render_doctor(facts))
    return 0 if all(probe["holds"] for probe in probes) else 3


def _render_doctor(facts: dict[str, Any]) -> str:
    paint, level = common.style(), facts["isolation"]
    lines = [paint.bold("Versions")]
    lines += [f"  {name:18}{value}" for name, value in facts["versions"].items()]
    lines += [f"  {'accelerator':18}{facts['accelerator']}", "", paint.bold("Building blocks of isolation")]
    for name, problem in facts["primitives"].items():
        mark = paint.good(paint.tick) if problem == "works" else paint.dim(paint.dot)
        lines.append(f"{mark} {name:18}{problem}")
    lines += ["", paint.bold(f"Submissions run at level {level}"), f"  {LEVELS[level]}"]
    lines += ["", paint.bold("Probes, from inside a child process")]
    for probe in facts["probes"]:
        mark = paint.good(paint.tick) if probe["holds"] else paint.bad(paint.cross)
        lines.append(f"{mark} {probe['what']}: {probe['found']}")
    return "\n".join(lines)
