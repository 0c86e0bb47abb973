"""Commands that decide what a batch does not guess: `grader match` and `grader alias`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from grader.cli import common
from grader.errors import UsageError
from grader.gradebook import Decision, DecisionKind
from grader.text import closest

if TYPE_CHECKING:
    from grader.gradebook import Gradebook, HandIn
    from grader.render.files import FileLine

remove_option = click.option("--remove", is_flag=True, help="Take the decision back.")
reason_option = click.option("--reason", default="", metavar="TEXT", help="Why. Kept in the audit trail.")


@click.command(name="match")
@click.argument("out", type=common.PATH)
@click.argument("file", required=False)
@click.argument("exercises", metavar="[EXERCISE]...", nargs=-1)
@click.option("--leave-out", is_flag=True, help="The file answers no exercise.")
@remove_option
@reason_option
@common.standard_options
def match_command(
    out: Path,
    file: str | None,
    exercises: Sequence[str],
    leave_out: bool,
    remove: bool,
    reason: str,
    course_folder: str | None,
    as_json: bool,
) -> None:
    """Decide that FILE, named as 'grader batch' lists it, answers EXERCISE, or these exercises and no others. The next
    batch follows. Without a file, list what was decided, and the files that are still to be decided.

    \b
    Example:
      grader match graded "ada/my work.py" masking
      grader match graded ada/notes.txt --leave-out
      grader match graded ada/notes.txt --remove
      grader match graded
    """
    with common.open_book(out) as book:
        if file is None:
            _list_matches(book, as_json)
            return
        if sum((bool(exercises), leave_out, remove)) != 1:
            raise UsageError("name the exercise that the file answers, or use --leave-out or --remove")
        course = common.open_course(course_folder)
        chosen = None if remove else [course.find(name).slug for name in exercises]
        _decide(book, DecisionKind.MATCH, file, chosen, reason, _files_in(book))
    _confirm(out, DecisionKind.MATCH, file, chosen, as_json)


@click.command(name="alias")
@click.argument("out", type=common.PATH)
@click.argument("folder", required=False)
@click.argument("students", metavar="[STUDENT]...", nargs=-1)
@remove_option
@reason_option
@common.standard_options
def alias_command(
    out: Path, folder: str | None, students: Sequence[str], remove: bool, reason: str, as_json: bool, **_: object
) -> None:
    """Decide that what came under the name FOLDER belongs to STUDENT, or to each of these students. The next batch
    follows. Without a folder, list what was decided.

    \b
    Example:
      grader alias graded "Jane Doe" s1001
      grader alias graded team7 s1001 s1002
      grader alias graded team7 --remove
      grader alias graded
    """
    with common.open_book(out) as book:
        if folder is None:
            _list_aliases(book, as_json)
            return
        if bool(students) == remove:
            raise UsageError("name the student, or the students, that the folder belongs to, or use --remove")
        chosen = None if remove else list(dict.fromkeys(book.student(student).id for student in students))
        folders = {hand_in.folder: "" for hand_in in _hand_ins(book)}
        _decide(book, DecisionKind.ALIAS, folder, chosen, reason, folders)
    _confirm(out, DecisionKind.ALIAS, folder, chosen, as_json)


def _decide(
    book: Gradebook, kind: DecisionKind, name: str, chosen: list[str] | None, reason: str, known: Mapping[str, str]
) -> None:
    """Save a decision. UsageError if there is nothing of that name: a slip would be found by nobody. `known`: name →
    digest of the content."""
    if name not in known and name not in book.decisions(kind):
        what = "file" if kind is DecisionKind.MATCH else "folder"
        meant = closest(name, known)
        hint = f"did you mean {quote(meant)}?" if meant else f"'grader {kind.value} OUT' lists what is to be decided"
        raise UsageError(f"no submission has the {what} '{name}'; {hint}")
    wanted = None if chosen is None else Decision(tuple(chosen), known.get(name, ""))
    book.decide(kind, name, wanted, reason)


def _confirm(out: Path, kind: DecisionKind, name: str, chosen: list[str] | None, as_json: bool) -> None:
    if as_json:
        common.print_json({"schema": 1, "name": name, "chosen": chosen})
        return
    paint = common.style()
    common.print_wrapped(f"{paint.accent(paint.clean(name))} {paint.clean(_words(kind, chosen))}.")
    common.print_wrapped(f"It takes effect with the next batch: grader batch SUBMISSIONS --out {quote(str(out))}")


def _words(kind: DecisionKind, chosen: Sequence[str] | None) -> str:
    if chosen is None:
        return "is undecided again"
    names = ", ".join(chosen)
    return f"belongs to {names}" if kind is DecisionKind.ALIAS else f"answers {names}" if chosen else "is left out"


def _hand_ins(book: Gradebook) -> Iterator[HandIn]:
    return (hand_in for record in book.records() for hand_in in record.hand_ins)


def _files_in(book: Gradebook) -> dict[str, str]:
    return {file.name: file.digest for hand_in in _hand_ins(book) for file in hand_in.keyed() if file.name}


def _list_matches(book: Gradebook, as_json: bool) -> None:
    from grader.render.files import file_lines
    from grader.results import FileStatus

    decided = book.decisions(DecisionKind.MATCH)
    records = dict.fromkeys(file for hand_in in _hand_ins(book) for file in hand_in.keyed())
    digests = {one.name: one.digest for one in records}

    def is_decided(name: str) -> bool:
        return name in decided and decided[name].content == digests[name]

    offered = [line for line in file_lines(records) if line.status is FileStatus.OFFERED and not is_decided(line.name)]
    if as_json:
        open_cases = [{"file": one.name, "exercises": one.exercises, "reason": one.words} for one in offered]
        matches = {name: decision.chosen for name, decision in decided.items()}
        common.print_json({"schema": 1, "matches": matches, "offered": open_cases})
        return

    def line_of(one: FileLine) -> str:
        paint = common.style()
        return f"{paint.accent(paint.clean(quote(one.name)))} {paint.clean(one.words)}"

    _print_decisions(DecisionKind.MATCH, decided)
    if offered:
        click.echo("To be decided:")
        common.print_some([line_of(one) for one in offered], "    ")


def _list_aliases(book: Gradebook, as_json: bool) -> None:
    decided = book.decisions(DecisionKind.ALIAS)
    if as_json:
        common.print_json({"schema": 1, "aliases": {name: decision.chosen for name, decision in decided.items()}})
    else:
        _print_decisions(DecisionKind.ALIAS, decided)


def _print_decisions(kind: DecisionKind, decided: Mapping[str, Decision]) -> None:
    paint = common.style()
    if not decided:
        click.echo("Nothing was decided.")
    for name, decision in decided.items():
        words = _words(kind, decision.chosen)
        common.print_wrapped(f"{paint.accent(paint.clean(quote(name)))} {paint.clean(words)}", "  ", "")
