"""Makes the command reference from the commands themselves, so that it cannot be out of date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from textwrap import dedent

import click

from grader.cli.run import grader

START = """# Command reference

Every command, with its options, made from the code of this version; `grader COMMAND --help` prints the same. Square
brackets mark what may be left out, `...` what may be repeated. `python -m grader` is the same as `grader`.

Every command exits with `0` if all went well, `2` if the command or a file of the course is wrong, and `3` if the
grader itself failed; Ctrl-C ends it with `130`. Where an exit code means something else, the command says so; see also
[Formats](formats.md#exit-codes).
"""
WORDS = re.compile(
    r"'(?P<command>grader [^']+)'"  # a command in quotes
    r"|(?<![\w`-])(?P<code>--[a-z][a-z-]*"  # an option
    r"|[\w./-]*[\w/]\.(?:py|md|yaml|csv|json|db|html|zip)(?!\w)"  # a file
    r"|[A-Z]{2,}_?[A-Z]+=\w+|\./[A-Z]+\.py)"  # a variable
)
NAME = re.compile(r"(?<![\w`./])[A-Z]{2,}(?![\w`=])")


def command_reference() -> str:
    """The page as Markdown: an overview, then every command with its usage, help, options and examples."""
    found = list(commands(click.Context(grader, info_name="grader"), grader))
    overview = ["| command | what it does |", "|---|---|"]
    for context, command in found:
        path, line = context.command_path, marked(command.get_short_help_str(limit=200), argument_names(command))
        overview.append(f"| [`{path}`](#{path.replace(' ', '-')}) | {line} |")
    return "\n".join([START, *overview, *(section(context, command) for context, command in found)])


def commands(context: click.Context, command: click.Command) -> Iterator[tuple[click.Context, click.Command]]:
    """A command, or all commands of a group, in the order of `--help`."""
    if not isinstance(command, click.Group):
        yield context, command
        return
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from commands(click.Context(inner, parent=context, info_name=name), inner)


def section(context: click.Context, command: click.Command) -> str:
    """One command: usage, help, options, examples."""
    names = argument_names(command)
    parts = [f"\n## {context.command_path}\n", f"```text\n{command.get_usage(context).partition(': ')[2]}\n```\n"]
    options, examples = [], []
    for option in command.params:
        if isinstance(option, click.Option) and (record := option.get_help_record(context)):
            options.append(f"`{record[0]}`\n:   {marked(option.help or '', names)}{facts(option, context)}\n")
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        block = paragraph.lstrip("\b\n")
        if not paragraph.startswith("\b"):
            parts.append(marked(" ".join(block.split()), names) + "\n")
        elif block.startswith("Example"):
            examples.append(f"**Example**\n\n```shell\n{dedent(block.partition(chr(10))[2])}\n```\n")
        else:
            parts.append(f"```text\n{block}\n```\n")
    return "\n".join([*parts, *examples, *(["**Options**\n", *options] if options else [])])


def argument_names(command: click.Command) -> set[str]:
    """What stands for a value in the usage and the options of the command: EXERCISE, DIR, …"""
    arguments = {(one.name or "").upper() for one in command.params if isinstance(one, click.Argument)}
    return arguments.union(*(re.findall(r"[A-Z]{2,}", one.metavar or "") for one in command.params))


def facts(option: click.Option, context: click.Context) -> str:
    """What click adds to the help of an option: its default and range, and whether it is required."""
    extra = option.get_help_extra(context)
    found = [f"default `{extra['default']}`"] if "default" in extra else []
    if low := re.match(r"x>=(\d+)$|(\d+)<=x<=(\d+)$", extra.get("range", "")):
        found.append(f"at least {low[1]}" if low[1] else f"{low[2]} to {low[3]}")
    if "required" in extra:
        found.append("required")
    return f" *({', '.join(found)})*" if found else ""


def marked(text: str, names: set[str]) -> str:
    """The text with commands, options, files and the names of arguments marked as code."""
    text = WORDS.sub(lambda found: f"`{found['command'] or found['code']}`", text)
    return NAME.sub(lambda word: f"`{word[0]}`" if word[0] in names else word[0], text)
