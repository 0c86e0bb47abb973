"""From the cells of a notebook, or of a session, to one Python source for one exercise.

A cell belongs to an exercise if its first line says `# exercise: masking`, or its metadata does. Cells of other
exercises are left out. Of the exercise's own cells and of those that belong to none, this is kept:

- what the exercise asks for: the names that its stub defines;
- whatever that uses, directly or through more of the same: imports, functions, classes, variables, and the loops,
  method calls and item assignments that fill these variables.

Everything else is left out: demo calls, plots, prints, asserts, training loops, and the imports that only they need. So
a right solution does not fail because of what stands around it. Where a name is defined more than once, the last
definition counts, but one in a marked cell before any other, and the untouched stub last of all. Statements keep the
order of the cells, except that what one needs as it runs, and only a later cell gives, is moved before it.

Runs in the helper process (`processes`).
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from grader.errors import SubmissionError
from grader.submission.cell_code import Cell, Statement, StatementKind, statements

MAX_NOTES = 6
_BUILT_IN = {*dir(builtins), "__name__", "__file__", "__doc__"}


def notes_for(
    slug: str,
    own: list[Cell],
    others: list[Cell],
    pieces: list[PlacedStatement],
    chosen: list[PlacedStatement],
    session: bool,
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


def _defined_twice(own: list[Cell], chosen: list[PlacedStatement]) -> Iterator[str]:
    for name, counts in _counting(chosen).items():
        where = [cell.label for cell in own if cell.exercise and name in cell.defines]
        if len(where) > 1:
            yield f"{name} is defined in {_listed(where)}: {counts.cell.label} counts."


def _passed_over(slug: str, pieces: list[PlacedStatement], chosen: list[PlacedStatement]) -> Iterator[str]:
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


def _magics(chosen: list[PlacedStatement]) -> Iterator[str]:
    for piece in chosen:
        lines = range(piece.one.first, piece.one.first + len(piece.one.lines))
        inside = [line for line in lines if line in piece.cell.cleaned.magics]
        if inside:
            yield f"{piece.cell.label}, line {inside[0]} is left out: it speaks to Jupyter, not to Python."


def _borrowed(slug: str, others: list[Cell], chosen: list[PlacedStatement]) -> Iterator[str]:
    """Exercises stand alone, but in the notebook what another one's cell defines was there to be used."""
    there = {name for piece in chosen for name in piece.one.binds}
    missing = {name for piece in chosen for name in piece.one.reads} - there - _BUILT_IN
    for cell in others if missing else ():
        for name in sorted(missing & cell.binds):
            missing.discard(name)
            alone = f"exercises are graded alone, so give {slug} its own"
            yield f"{name} comes from {cell.label}, which is for {cell.exercise}: {alone}."


def _counting(chosen: list[PlacedStatement]) -> dict[str, PlacedStatement]:
    """Name → its last definition, which is the one that counts."""
    return {name: piece for piece in chosen for name in piece.defines}


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


MAX_CODE = 1 << 20
MAX_LINES = 20_000
MAX_CELLS = 2000
_ANY_NAME = frozenset(("eval", "exec", "globals"))  # who uses these may use names that cannot be seen
Place = tuple[str, int]  # a cell's label, and a line in it


@dataclass(frozen=True)
class Joined:
    """The source for one exercise, where each of its lines comes from, and what to tell the student."""

    source: str
    places: tuple[Place, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExerciseNames:
    """What an exercise asks for. Nothing is known of it without its stub."""

    slug: str
    names: frozenset[str]  # all that the stub binds, imports included
    definitions: frozenset[str]
    untouched: frozenset[str]  # the forms of the stub's definitions

    @classmethod
    def read(cls, slug: str, stub: str) -> ExerciseNames:
        found = statements(stub.split("\n"))
        defined = [one for one in found if one.kind is StatementKind.DEFINITION]
        return cls(slug, _bound(found), _bound(defined), frozenset(one.form for one in defined))


def _bound(found: Iterable[Statement]) -> frozenset[str]:
    return frozenset(name for one in found for name in one.binds)


@dataclass(frozen=True)
class PlacedStatement:
    """A statement in its cell."""

    cell: Cell
    one: Statement

    @property
    def defines(self) -> frozenset[str]:
        return self.one.binds if self.one.kind is StatementKind.DEFINITION else frozenset()

    @property
    def may_give(self) -> bool:
        return self.one.kind not in (StatementKind.IDLE, StatementKind.TEXT, StatementKind.FUTURE)

    @property
    def has_no_name(self) -> bool:
        """Kept whatever is needed: future imports, `import *`, and docstrings of the exercise's own."""
        if self.one.kind is StatementKind.TEXT:
            return bool(self.cell.exercise)
        return self.one.kind is StatementKind.FUTURE or (
            self.one.kind is StatementKind.IMPORT and "name='*'" in self.one.form
        )


def join(cells: Sequence[Cell], slug: str, stub: str, name: str, *, session: bool = False) -> Joined:
    """The source for the exercise `slug`. SubmissionError if no cell is for it.

    `stub`: the exercise's stub, "" if it is not known: then every import, definition and literal constant is kept.
    `name`: what the notebook is called. `session`: the cells are those that were run, some of them again and again.
    """
    asked = ExerciseNames.read(slug, stub)
    own = _own(cells, asked, name, session)
    left = [cell for at, cell in enumerate(own) if not _is_replaced(cell, own[at + 1 :], asked)]
    broken = next((cell for cell in left if cell.exercise and cell.problem is not None), None)
    if broken is not None:
        return _whole(broken)
    pieces = [PlacedStatement(cell, one) for cell in left for one in cell.statements]
    chosen = _needed(list(_candidates(pieces, asked)), asked)
    others = [cell for cell in cells if cell.exercise not in ("", slug)]
    return _written(_ordered(chosen), own[-1], notes_for(slug, own, others, pieces, chosen, session))


def joined(
    cells: list[list[str]], slug: str, stub: str, name: str, session: bool
) -> tuple[str, tuple[Place, ...], tuple[str, ...]]:
    """`join` for a helper process, where no types go in or out."""
    found = join([Cell(*cell) for cell in cells], slug, stub, name, session=session)
    return found.source, found.places, found.notes


def _own(cells: Sequence[Cell], asked: ExerciseNames, name: str, session: bool) -> list[Cell]:
    """The exercise's cells and those of none. Without any mark, those that define what is asked for are its own."""
    own = [cell for cell in cells if cell.exercise in ("", asked.slug)]
    if not any(cell.exercise for cell in own):
        own = [replace(cell, exercise=asked.slug) if cell.defines & asked.definitions else cell for cell in own]
    if not any(cell.exercise for cell in own):
        raise SubmissionError(_not_run(asked.slug) if session else _no_cell(cells, asked.slug, name))
    _refuse_too_much(own, name)
    return own


def _refuse_too_much(cells: Sequence[Cell], name: str) -> None:
    """A student's notebook is far from this, and all of it is parsed."""
    count = sum(cell.source.count("\n") + cell.source.count(";") + 1 for cell in cells)
    if sum(len(cell.source) for cell in cells) > MAX_CODE:
        raise SubmissionError(f"the code of {name} has over {MAX_CODE >> 20} MB; keep data out of its cells")
    if count > MAX_LINES or len(cells) > MAX_CELLS:
        raise SubmissionError(f"{name} has over {MAX_LINES} lines or {MAX_CELLS} cells of code; keep data in files")


def _no_cell(cells: Sequence[Cell], slug: str, name: str) -> str:
    others = ", ".join(dict.fromkeys(cell.exercise for cell in cells if cell.exercise))
    has = f" (it has cells for {others})" if others else ""
    return f"{name} has no cell for {slug}{has}; begin the cell that solves it with the line '# exercise: {slug}'"


def _not_run(slug: str) -> str:
    return f"no cell for {slug} has been run yet; run the cell that begins with '# exercise: {slug}', then check again"


def _is_replaced(cell: Cell, later: Sequence[Cell], asked: ExerciseNames) -> bool:
    """Does a later cell of the same standing give all that this one gave, without building on it?"""
    rivals = [other for other in later if other.exercise == cell.exercise]
    if cell.problem is not None:
        return any(cell.defines <= other.defines for other in rivals)
    return bool(cell.binds) and any(
        cell.binds <= other.binds and not cell.binds & other.builds_on and not _is_stub_of(other, cell, asked)
        for other in rivals
    )


def _is_stub_of(cell: Cell, other: Cell, asked: ExerciseNames) -> bool:
    """A copy of the stub below the solution replaces nothing."""
    return any(one.form in asked.untouched and one.binds & other.binds for one in cell.statements)


def _candidates(pieces: list[PlacedStatement], asked: ExerciseNames) -> Iterator[PlacedStatement]:
    """Every statement that may count: not the stub's where there is more, nor an unmarked cell's where a marked one
    has the name."""
    written = {name for piece in pieces if piece.one.form not in asked.untouched for name in piece.defines}
    touched = [piece for piece in pieces if piece.one.form not in asked.untouched or not piece.defines & written]
    own = _bound(piece.one for piece in touched if piece.cell.exercise)
    for piece in touched:
        if piece.cell.exercise or not piece.one.binds or not piece.one.binds <= own:
            yield piece


def _needed(pieces: list[PlacedStatement], asked: ExerciseNames) -> list[PlacedStatement]:
    """The roots, and what they need."""
    givers = _givers(pieces)
    waiting, kept, seen = list(_roots(pieces, asked)), set[int](), set[str]()
    while waiting:
        at = waiting.pop()
        if at in kept:
            continue
        kept.add(at)
        reads = givers.keys() if pieces[at].one.reads & _ANY_NAME else pieces[at].one.reads
        for name in reads - seen:
            waiting += givers.get(name, ())
        seen |= reads
    return [pieces[at] for at in sorted(kept)]


def _givers(pieces: list[PlacedStatement]) -> dict[str, list[int]]:
    """Name → the statements that bind it, store something in it, or call a method of the variable it is."""
    variables = _bound(
        piece.one for piece in pieces if piece.one.kind in (StatementKind.LITERAL, StatementKind.BINDING)
    )
    found: dict[str, list[int]] = {}
    for at, piece in enumerate(pieces):
        if piece.may_give:
            for name in piece.one.binds | piece.one.fills | (piece.one.changes & variables):
                found.setdefault(name, []).append(at)
    return found


def _roots(pieces: list[PlacedStatement], asked: ExerciseNames) -> Iterator[int]:
    """What is asked for; where something of it is missing, all that the exercise's cells define."""
    kinds = (StatementKind.DEFINITION, StatementKind.IMPORT, StatementKind.LITERAL)
    missing = asked.definitions - _bound(piece.one for piece in pieces if piece.may_give)
    for at, piece in enumerate(pieces):
        given = piece.one.binds | piece.one.fills
        is_asked = bool(given & asked.names) if asked.names else piece.one.kind in kinds
        is_told = bool(missing and piece.cell.exercise and piece.defines)
        if piece.has_no_name or (piece.may_give and (is_asked or is_told)):
            yield at


def _ordered(pieces: list[PlacedStatement]) -> list[PlacedStatement]:
    """As the cells stand, but nothing before what it needs as it runs."""
    try:
        found = _StatementOrder(pieces).found
    except RecursionError:  # a chain of thousands, made to be hard
        found = pieces
    return sorted(found, key=lambda piece: piece.one.kind is not StatementKind.FUTURE)


class _StatementOrder:
    def __init__(self, pieces: list[PlacedStatement]) -> None:
        self._pieces = pieces
        self._givers = _givers(pieces)
        self._seen: set[int] = set()
        self.found: list[PlacedStatement] = []
        for top, piece in enumerate(pieces):
            self._emit(top, top, piece.one.at_once)

    def _emit(self, at: int, top: int, reads: Iterable[str]) -> None:
        """All before `top` is there already. What is called on the way needs all that it reads."""
        if at in self._seen:
            return
        self._seen.add(at)
        for name in sorted(reads):
            givers = self._givers.get(name, [top])
            if givers[0] >= top:
                for giver in givers:
                    self._emit(giver, top, self._pieces[giver].one.reads)
        self.found.append(self._pieces[at])


def _whole(cell: Cell) -> Joined:
    """A cell that Python cannot read, alone: the child will say what is wrong with it."""
    lines = cell.cleaned.lines
    return Joined("\n".join(lines) + "\n", tuple((cell.label, number) for number in range(1, len(lines) + 1)))


def _written(pieces: list[PlacedStatement], last: Cell, notes: tuple[str, ...]) -> Joined:
    lines = [line for piece in pieces for line in piece.one.lines]
    places = [(piece.cell.label, piece.one.first + n) for piece in pieces for n in range(len(piece.one.lines))]
    if not lines:
        lines, places = ["# no cell defines anything"], [(last.label, 1)]
    return Joined("\n".join(lines) + "\n", tuple(places), notes)
