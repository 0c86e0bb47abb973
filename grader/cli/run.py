"""The group of commands, and the one place that turns errors into messages and exit codes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from grader import __version__
from grader.errors import GraderError

if TYPE_CHECKING:
    from grader.worker import Worker

VERBS = {  # command → its module, its line in `--help`
    "init": ("setup", "Create a workspace with a stub for every exercise."),
    "list": ("exercises", "List the exercises by part."),
    "show": ("exercises", "Show the statement of an exercise."),
    "check": ("check", "Check your solution of an exercise."),
    "watch": ("watch", "Check your solution whenever you save it."),
    "try": ("check", "Run your solution on input of your own."),
    "hint": ("exercises", "Show the next hint."),
    "reset": ("exercises", "Restore the stub; your version is kept."),
    "progress": ("exercises", "Show your progress and what comes next."),
    "solution": ("exercises", "Show the reference once you have passed."),
    "submit": ("exercises", "Pack your files for your instructor."),
    "quiz": ("quiz", "Take quizzes and review what you missed."),
    "completion": ("setup", "Print a completion script for your shell."),
    "doctor": ("setup", "Check this machine: versions and isolation."),
    "batch": ("batch", "Grade a class."),
    "match": ("decisions", "Say which exercise a file answers."),
    "alias": ("decisions", "Say whose a folder of the submissions is."),
    "report": ("gradebook", "Show a graded class and update its files."),
    "override": ("gradebook", "Set a score by hand, comment, or excuse."),
    "audit": ("gradebook", "Show who changed what in a gradebook, and when."),
    "regrade": ("gradebook", "Recompute marks from current points and policy."),
    "export": ("gradebook", "Export marks to Canvas, Moodle or Gradescope."),
    "release": ("author", "Create a student edition of the course."),
    "author": ("author", "Create exercises and verify them."),
}


class LazyGroup(click.Group):
    """Imports the module of a command only when it is used: `--help` must not wait for what it does not need."""

    def __init__(self, *args: Any, verbs: dict[str, tuple[str, str]], **kwargs: Any) -> None:
        """`verbs`: command → the module of `grader.cli` that defines it as VERB_command, and its line in `--help`."""
        super().__init__(*args, **kwargs)
        self._verbs = verbs

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if not args and not context.resilient_parsing:  # a shell that completes parses, too
            click.echo(self.get_help(context))
            context.exit()
        return super().parse_args(context, args)

    def list_commands(self, _: click.Context) -> list[str]:
        return list(self._verbs)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        if name not in self._verbs:
            return None
        command: click.Command = getattr(
            import_module(f"grader.cli.{self._verbs[name][0]}"), f"{name.replace('-', '_')}_command"
        )
        return command

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._verbs.items()])

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
    """Run one command and return its exit code: what the command returns (nothing means 0), 2 for wrong usage or
    content, 3 for an internal error, 130 for Ctrl-C.

    `ahead`: a worker that `check` can use.
    """
    try:
        if instruction := os.environ.get("_GRADER_COMPLETE"):
            from click.shell_completion import shell_complete

            return shell_complete(grader, {}, "grader", "_GRADER_COMPLETE", instruction)
        # Not `grader.main`: it exits with 1, which means "failed", when the reader of a pipe has gone.
        with grader.make_context("grader", arguments, obj=ahead) as context:
            result = grader.invoke(context)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as problem:
        hint = f" See '{problem.ctx.command_path} --help'." if problem.ctx else ""
        message = problem.format_message()
        return _fail(message + ("" if message.endswith((".", "?")) else ".") + hint, 2)
    except click.ClickException as problem:
        return _fail(problem.format_message(), 2)
    except click.Abort:
        return _fail("stopped", 130)
    except (EOFError, KeyboardInterrupt):
        return _fail("stopped", 130, before="\n")  # ends the line on which the terminal echoes ^C
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 128 + 13  # like a command that SIGPIPE ends
    except GraderError as error:
        return _fail(str(error), error.exit_code)
    except Exception as fault:
        if isinstance(fault.__cause__, KeyboardInterrupt):  # Ctrl-C while Python 3.11 made a class
            return _fail("stopped", 130)
        if os.environ.get("GRADER_DEBUG"):
            raise
        what = f"the grader itself failed ({type(fault).__name__}: {fault})"
        return _fail(f"{what}; set GRADER_DEBUG=1 to see where, and please report it", 3)


def _fail(sentence: str, code: int, before: str = "") -> int:
    with suppress(OSError):  # standard error may be closed
        click.echo(f"{before}grader: {sentence}", err=True)
    return code
