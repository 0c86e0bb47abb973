"""`grader author`: the commands of those who write exercises."""

from __future__ import annotations

import click

from grader.cli.run import LazyGroup

VERBS = {
    "check": "Prove that exercises keep their promises.",
    "new": "Start a new exercise from a working example.",
}


@click.group(name="author", cls=LazyGroup, verbs=VERBS, package="grader.cli.author")
def command() -> None:
    """Write exercises and prove them right.

    \b
    Example:
      grader author new attention_span --part 2_attention
      grader author check attention_span
    """
