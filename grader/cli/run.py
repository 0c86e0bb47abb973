"""The group of commands, and the one place that turns errors into sentences and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from grader import __version__
from grader.errors import GraderError

if TYPE_CHECKING:
    from grader.worker import Worker

VERBS = {
    "init": "Make a workspace, with a stub for every exercise.",
    "list": "All exercises, by part.",
    "show": "The statement of an exercise.",
    "check": "Check your solution of an exercise.",
    "watch": "Check whenever you save.",
    "hint": "The next hint.",
    "reset": "Back to the stub; your version is kept.",
    "progress": "How far you are, and what comes next.",
    "solution": "The reference, once you have passed.",
    "submit": "Pack your files for your instructor.",
    "quiz": "Quizzes: take one, review what you missed.",
    "completion": "Completion of commands and exercises for your shell.",
    "doctor": "What this machine offers, and whether it holds.",
    "batch": "Grade a class.",
    "report": "A graded class: the table, and its files.",
    "override": "Set a score by hand, comment, or excuse.",
    "audit": "Who changed what in a gradebook, and when.",
    "regrade": "Marks by today's points and policy.",
    "export": "Marks for Canvas, Moodle or Gradescope.",
    "release": "Make a student edition of the course.",
    "author": "Commands for those who write exercises.",
}
HOMES = {  # the module of a verb that shares one with others
    **dict.fromkeys(("list", "show", "hint", "reset", "solution", "progress"), "exercises"),
    **dict.fromkeys(("init", "completion", "doctor"), "setup"),
    **dict.fromkeys(("report", "override", "audit", "regrade", "export"), "gradebook"),
    "release": "author",
}


class NobodyReads(Exception):
    """The reader of `grader list | head -1` has gone. click would end with 1 here, which means "failed"."""


@contextmanager
def _readers_may_go() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise NobodyReads from None


class LazyGroup(click.Group):
    """Loads a verb's module only when the verb is used: `--help` must not wait for what it does not need."""

    def __init__(
        self, *args: Any, verbs: dict[str, str], package: str, homes: dict[str, str] | None = None, **kwargs: Any
    ) -> None:
        """`homes`: verb → the module of `package` that has it as VERB_command. By default the module VERB has it as
        `command`."""
        super().__init__(*args, **kwargs)
        self._verbs = verbs
        self._package = package
        self._homes = homes or {}

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _readers_may_go():  # --help prints in here
            return super().make_context(*args, **kwargs)

    def invoke(self, context: click.Context) -> Any:
        with _readers_may_go():
            return super().invoke(context)

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if not args and not context.resilient_parsing:  # a shell that completes parses, too
            click.echo(self.get_help(context))  # asked for nothing: say what there is
            context.exit()
        return super().parse_args(context, args)

    def list_commands(self, _: click.Context) -> list[str]:
        return list(self._verbs)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in self._verbs:
            return None
        home = self._homes.get(name)
        module = import_module(f"{self._package}.{home or name}")
        command: click.Command = getattr(module, f"{name}_command") if home else module.command
        return command

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._verbs.items()))

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(context, args)
        except click.UsageError as problem:
            from grader.text import closest

            near = closest(args[0], self._verbs)
            if near:
                raise click.UsageError(f"{problem.message} Did you mean '{near}'?", context) from None
            raise


@click.group(
    cls=LazyGroup,
    verbs=VERBS,
    package="grader.cli",
    homes=HOMES,
    # color: click must not strip what `style` put in on purpose
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "color": True},
)
@click.version_option(__version__, prog_name="grader")
def grader() -> None:
    """Exercises that teach the Transformer, graded on your machine.

    \b
    Start with:
      grader init
      cd attention-exercises
      grader watch
    """


def run(arguments: list[str], ahead: Worker | None = None) -> int:
    """Run one command and return its exit code: 0 passed, 1 something failed, 2 usage or content, 3 our own fault.

    `ahead`: a worker that `check` can use.
    """
    try:
        result = grader.main(arguments, prog_name="grader", standalone_mode=False, obj=ahead)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.UsageError as problem:
        context = problem.ctx
        hint = f" See '{context.command_path} --help'." if context else ""
        message = problem.format_message()
        return _say(message + ("" if message.endswith((".", "?")) else ".") + hint, 2)
    except click.ClickException as problem:
        return _say(problem.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        return _say("stopped", 130)
    except (NobodyReads, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 128 + 13  # as a command that the pipe's signal ends
    except GraderError as error:
        return _say(str(error), error.exit_code)
    except Exception as fault:
        if isinstance(fault.__cause__, KeyboardInterrupt):  # Ctrl-C while Python 3.11 made a class
            return _say("stopped", 130)
        if os.environ.get("GRADER_DEBUG"):
            raise
        return _say(
            f"the grader itself failed ({type(fault).__name__}: {fault}); "
            "set GRADER_DEBUG=1 to see where, and report it",
            3,
        )


def _say(sentence: str, code: int) -> int:
    with suppress(OSError):  # nobody listens
        click.echo(f"grader: {sentence}", err=True)
    return code
