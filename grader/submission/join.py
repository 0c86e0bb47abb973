"""Joins the cells of a notebook, or of a session, into one Python source for one exercise.

A cell belongs to an exercise if its first line is `# exercise: masking`, or if its metadata names it. Cells of other
exercises are left out. From the exercise's own cells and those that belong to none, this is kept:

- what the exercise asks for: the names that its stub defines;
- whatever that uses, directly or indirectly: imports, functions, classes, variables, and the loops, method calls and
  item assignments that fill these variables.

Everything else is left out: demo calls, plots, prints, asserts, training loops, and the imports that only they need.
This way a correct solution does not fail because of the code around it. If a name is defined more than once, the last
definition counts, but one in a marked cell before any other, and the untouched stub last of all. Statements keep the
order of the cells, except that a definition from a later cell moves up if it is needed earlier.

Runs in the helper process (`processes`).
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from grader.errors import SubmissionError
from grader.submission.cell_code import ParsedCell, Statement, StatementKind

MAX_NOTES = 6
MAX_CODE = 1 << 20
MAX_LINES = 20_000
MAX_CELLS = 2000
_ANY_NAME = frozenset(("eval", "exec", "globals"))  # code with these may use any name
_BUILT_IN = {*dir(builtins), "__name__", "__file__", "__doc__"}
Place = tuple[str, int]  # a cell's label, and a line in it


@dataclass(frozen=True)
class ExerciseNames:
    """What an exercise asks for, empty without its stub."""

    slug: str
    names: frozenset[str]  # all that the stub binds, imports included
    definitions: frozenset[str]
    untouched: frozenset[str]  # the forms of the stub's definitions


def joined(
    cells: list[list[str]], slug: str, stub: str, name: str, session: bool
) -> tuple[str, Sequence[Place], Sequence[str]]:
    """Return the source for the exercise `slug`, the place of each of its lines, and notes for the student.

    `cells`: label, source and exercise of each. `stub`: the exercise's stub, "" if it is not known: then every import,
    definition and literal constant is kept. `name`: the notebook's name in messages. `session`: the cells are those
    that were run, some of them again and again. SubmissionError if no cell is for the exercise.
    """
    every = [ParsedCell(*cell) for cell in cells]
    in_stub = ParsedCell("the stub", stub).statements
    defined = [one for one in in_stub if one.kind is StatementKind.DEFINITION]
    asked = ExerciseNames(slug, _bound(in_stub), _bound(defined), frozenset(one.form for one in defined))
    own = _own(every, asked, name, session)
    left = [cell for at, cell in enumerate(own) if not _is_replaced(cell, own[at + 1 :], asked)]
    broken = next((cell for cell in left if cell.exercise and cell.problem is not None), None)
    if broken is not None:  # alone, so that the child reports what is wrong with it
        lines = broken.cleaned.lines
        return "\n".join(lines) + "\n", [(broken.label, number) for number in range(1, len(lines) + 1)], ()
    pieces = [piece for cell in left for piece in cell.statements]
    chosen = _needed(_candidates(pieces, asked), asked)
    ordered = _ordered(chosen)
    source = [line for piece in ordered for line in piece.lines] or ["# no cell defines anything"]
    places = [(piece.cell.label, piece.first + n) for piece in ordered for n in range(len(piece.lines))]
    others = [cell for cell in every if cell.exercise not in ("", slug)]
    notes = islice(_notes(slug, own, others, pieces, chosen, session), MAX_NOTES)
    return "\n".join(source) + "\n", places or [(own[-1].label, 1)], tuple(notes)


def _bound(found: Iterable[Statement]) -> frozenset[str]:
    return frozenset(name for one in found for name in one.binds)


def _own(cells: Sequence[ParsedCell], asked: ExerciseNames, name: str, session: bool) -> list[ParsedCell]:
    """Return the exercise's cells and those of none. If none is marked, those that define what is asked for count."""
    slug = asked.slug
    own = [cell for cell in cells if cell.exercise in ("", slug)]
    if not any(cell.exercise for cell in own):
        own = [replace(cell, exercise=slug) if cell.defines & asked.definitions else cell for cell in own]
    if not any(cell.exercise for cell in own):
        if session:
            remedy = f"run the cell that starts with '# exercise: {slug}', then check again"
            raise SubmissionError(f"no cell for {slug} has been run yet; {remedy}")
        others = ", ".join(dict.fromkeys(cell.exercise for cell in cells if cell.exercise))
        has = f" (it has cells for {others})" if others else ""
        remedy = f"start the cell that solves it with the line '# exercise: {slug}'"
        raise SubmissionError(f"{name} has no cell for {slug}{has}; {remedy}")
    # All of it is parsed, and no honest notebook comes near these limits.
    if sum(len(cell.source) for cell in own) > MAX_CODE:
        raise SubmissionError(f"the code of {name} has over {MAX_CODE >> 20} MB; keep data out of its cells")
    lines = sum(cell.source.count("\n") + cell.source.count(";") + 1 for cell in own)
    if lines > MAX_LINES or len(own) > MAX_CELLS:
        raise SubmissionError(f"{name} has over {MAX_LINES} lines or {MAX_CELLS} cells of code; keep data in files")
    return own


def _is_replaced(cell: ParsedCell, later: Sequence[ParsedCell], asked: ExerciseNames) -> bool:
    """Whether a later cell, marked or unmarked like this one, binds the same names without building on this one."""
    rivals = [other for other in later if other.exercise == cell.exercise]
    if cell.problem is not None:
        return any(cell.defines <= other.defines for other in rivals)

    def is_stub(other: ParsedCell) -> bool:  # a copy of the stub below the solution replaces nothing
        return any(one.form in asked.untouched and one.binds & cell.binds for one in other.statements)

    return bool(cell.binds) and any(
        cell.binds <= other.binds and not cell.binds & other.builds_on and not is_stub(other) for other in rivals
    )


def _candidates(pieces: list[Statement], asked: ExerciseNames) -> list[Statement]:
    """Return every statement that may count: not the stub's if there is another definition, nor an unmarked cell's if a
    marked one binds the name."""
    written = {name for piece in pieces if piece.form not in asked.untouched for name in piece.defines}
    touched = [piece for piece in pieces if piece.form not in asked.untouched or not piece.defines & written]
    own = _bound(piece for piece in touched if piece.cell.exercise)
    return [piece for piece in touched if piece.cell.exercise or not piece.binds or not piece.binds <= own]


def _needed(pieces: list[Statement], asked: ExerciseNames) -> list[Statement]:
    """Return what is asked for and what that needs; if some of it is missing, also all other definitions in the
    exercise's cells."""
    givers = _givers(pieces)
    kinds = (StatementKind.DEFINITION, StatementKind.IMPORT, StatementKind.LITERAL)
    missing = asked.definitions - _bound(piece for piece in pieces if piece.may_give)
    waiting, kept, seen = list[int](), set[int](), set[str]()
    for at, piece in enumerate(pieces):
        given = piece.binds | piece.fills
        is_asked = bool(given & asked.names) if asked.names else piece.kind in kinds
        is_own = bool(missing and piece.cell.exercise and piece.defines)
        if piece.is_always_kept or (piece.may_give and (is_asked or is_own)):
            waiting.append(at)
    while waiting:
        at = waiting.pop()
        if at in kept:
            continue
        kept.add(at)
        reads = givers.keys() if pieces[at].reads & _ANY_NAME else pieces[at].reads
        for name in reads - seen:
            waiting += givers.get(name, ())
        seen |= reads
    return [pieces[at] for at in sorted(kept)]


def _givers(pieces: list[Statement]) -> dict[str, list[int]]:
    """Return for each name the statements that bind it, store something in it, or call a method of the variable."""
    kinds = (StatementKind.LITERAL, StatementKind.BINDING)
    variables = _bound(piece for piece in pieces if piece.kind in kinds)
    found: dict[str, list[int]] = {}
    for at, piece in enumerate(pieces):
        if piece.may_give:
            for name in piece.binds | piece.fills | (piece.changes & variables):
                found.setdefault(name, []).append(at)
    return found


def _ordered(pieces: list[Statement]) -> list[Statement]:
    """Keep the order of the cells, but put nothing before what it needs as it runs."""
    all_givers, seen = _givers(pieces), set[int]()
    found: list[Statement] = []

    def emit(at: int, top: int, reads: Iterable[str]) -> None:
        """Everything before `top` is there already. Whatever is called on the way needs all that it reads."""
        if at in seen:
            return
        seen.add(at)
        for name in sorted(reads):
            givers = all_givers.get(name, [top])
            if givers[0] >= top:
                for giver in givers:
                    emit(giver, top, pieces[giver].reads)
        found.append(pieces[at])

    try:
        for top, piece in enumerate(pieces):
            emit(top, top, piece.at_once)
    except RecursionError:  # a hostile chain of thousands
        found = pieces
    return sorted(found, key=lambda piece: piece.kind is not StatementKind.FUTURE)


def _notes(
    slug: str,
    own: list[ParsedCell],
    others: list[ParsedCell],
    pieces: list[Statement],
    chosen: list[Statement],
    session: bool,
) -> Iterator[str]:
    """Yield sentences for the student about definitions that do not count, and lines that were left out."""
    counting = {name: piece for piece in chosen for name in piece.defines}  # the last definition of each name
    if not session:  # where cells are run again all the time
        for name, counts in counting.items():
            where = [cell.label for cell in own if cell.exercise and name in cell.defines]
            if len(where) > 1:
                listed = f"{', '.join(where[:-1])} and {where[-1]}"
                yield f"{name} is defined in {listed}: {counts.cell.label} counts."
        for cell in own:  # a single line may be a command that Jupyter accepts without its %, like `pip install`
            if isinstance(cell.problem, SyntaxError) and len(cell.source.strip().splitlines()) > 1:
                where_and_what = f"line {cell.problem.lineno}, {cell.problem.msg}"
                yield f"{cell.label} is left out: it has a syntax error in {where_and_what}."
    for piece in pieces:
        for name in sorted(piece.defines & counting.keys()) if not piece.cell.exercise else ():
            counts = counting[name]
            if counts.cell.exercise and counts.form != piece.form:
                mark = f"is not marked '# exercise: {slug}'"
                yield f"{piece.cell.label} defines {name} too, but {mark}: {counts.cell.label} counts."
    for cell in own:
        if cell.exercise and cell.cleaned.foreign:
            yield f"{cell.label} is left out: it starts with %%{cell.cleaned.foreign}."
    for piece in chosen:
        lines = range(piece.first, piece.first + len(piece.lines))
        magics = [line for line in lines if line in piece.cell.cleaned.magics]
        if magics:
            yield f"{piece.cell.label}, line {magics[0]} is left out: it is a Jupyter command, not Python."
    # Exercises are graded alone, but in the notebook the definitions of other exercises were available.
    missing = {name for piece in chosen for name in piece.reads} - _BUILT_IN
    missing -= _bound(chosen)
    for cell in others if missing else ():
        for name in sorted(missing & cell.binds):
            missing.discard(name)
            alone = f"exercises are graded alone, so define it for {slug}, too"
            yield f"{name} comes from {cell.label}, which is for {cell.exercise}: {alone}."
