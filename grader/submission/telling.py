"""What a student is told about the cells of a notebook: which one counts, and what was left out."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grader.submission.cells import Cell

if TYPE_CHECKING:
    from grader.submission.join import Piece

MAX_NOTES = 6
_BUILT_IN = {*dir(builtins), "__name__", "__file__", "__doc__"}


def notes_for(
    slug: str, own: list[Cell], others: list[Cell], pieces: list[Piece], chosen: list[Piece], session: bool
) -> tuple[str, ...]:
    """One sentence each. In a session cells are run again all the time, so that nobody is told of that."""
    notes = [
        *(() if session else _defined_twice(own, chosen)),
        *(() if session else _unreadable(own)),
        *_passed_over(slug, pieces, chosen),
        *_foreign(own),
        *_magics(chosen),
        *_borrowed(slug, others, chosen),
    ]
    return tuple(notes[:MAX_NOTES])


def _defined_twice(own: list[Cell], chosen: list[Piece]) -> Iterator[str]:
    for name, counts in _counting(chosen).items():
        where = [cell.label for cell in own if cell.exercise and name in cell.defines]
        if len(where) > 1:
            yield f"{name} is defined in {_listed(where)}: {counts.cell.label} counts."


def _passed_over(slug: str, pieces: list[Piece], chosen: list[Piece]) -> Iterator[str]:
    """Other versions in unmarked cells."""
    counting = _counting(chosen)
    for piece in pieces:
        for name in sorted(piece.defines & counting.keys()) if not piece.cell.exercise else ():
            counts = counting[name]
            if counts.cell.exercise and counts.one.form != piece.one.form:
                mark = f"is not marked '# exercise: {slug}'"
                yield f"{piece.cell.label} defines {name} too, but {mark}: {counts.cell.label} counts."


def _unreadable(own: list[Cell]) -> Iterator[str]:
    """A single line is no slip, but a command that Jupyter takes without its %: `pip install`."""
    for cell in own:
        if isinstance(cell.problem, SyntaxError) and len(cell.source.strip().splitlines()) > 1:
            yield f"{cell.label} is left out: it has a syntax error in line {cell.problem.lineno}, {cell.problem.msg}."


def _foreign(own: list[Cell]) -> Iterator[str]:
    for cell in own:
        if cell.exercise and cell.cleaned.foreign:
            yield f"{cell.label} is left out: it begins with %%{cell.cleaned.foreign}."


def _magics(chosen: list[Piece]) -> Iterator[str]:
    for piece in chosen:
        lines = range(piece.one.first, piece.one.first + len(piece.one.lines))
        inside = [line for line in lines if line in piece.cell.cleaned.magics]
        if inside:
            yield f"{piece.cell.label}, line {inside[0]} is left out: it speaks to Jupyter, not to Python."


def _borrowed(slug: str, others: list[Cell], chosen: list[Piece]) -> Iterator[str]:
    """Exercises stand alone, but in the notebook what another one's cell defines was there to be used."""
    there = {name for piece in chosen for name in piece.one.binds}
    missing = {name for piece in chosen for name in piece.one.reads} - there - _BUILT_IN
    for cell in others if missing else ():
        for name in sorted(missing & cell.binds):
            missing.discard(name)
            alone = f"exercises are graded alone, so give {slug} its own"
            yield f"{name} comes from {cell.label}, which is for {cell.exercise}: {alone}."


def _counting(chosen: list[Piece]) -> dict[str, Piece]:
    """Name → its last definition, which is the one that counts."""
    return {name: piece for piece in chosen for name in piece.defines}


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
