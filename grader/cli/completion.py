"""`grader completion`: completion for a shell."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")


@click.command(name="completion", short_help="Completion of commands and exercises for your shell.")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
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
