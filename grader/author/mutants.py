"""Mutants of a reference: programs with one small change each, and whether the checks notice them."""

from __future__ import annotations

import ast
import copy
import difflib
import itertools
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

import msgspec

from grader.author.mutations import Replacement, changes, number
from grader.author.trial import Progress, TrialRuns
from grader.course import Course, Exercise
from grader.diagnose import KnownMistake, alike, mistake_of
from grader.errors import ContentError
from grader.grade.grader import seen
from grader.grade.plan import of_reference, of_source
from grader.text import unix_lines
from grader.worker import Implementation, Worker

Function = ast.FunctionDef | ast.AsyncFunctionDef
# Parts of a node that compute nothing, or only the text of a message.
UNSEEN = frozenset({"annotation", "returns", "decorator_list", "type_params", "bases", "msg", "type", "pattern"})


@dataclass(frozen=True)
class Mutant:
    """One changed module."""

    name: str  # "line 12: + → -", different for each mutant
    line: int
    source: str
    before: str  # the changed statement, or the header of a compound one
    after: str  # the same after the change; "pass instead of x += 1" if it was removed
    diff: tuple[str, ...]


def mutants(source: str) -> list[Mutant]:
    """Every change of the module, in the order of its lines. No two have the same syntax tree."""
    source = unix_lines(source)
    tree = ast.parse(source)
    seen = {ast.dump(tree)}
    count: Counter[str] = Counter()
    found = []
    for change, statement in sorted(_all_changes(tree), key=lambda f: (f[0].old.lineno, f[0].old.col_offset)):
        before = _header(statement)
        after = f"pass instead of {before}"
        _Replacing(change.old, change.new).visit(tree)
        expected = ast.dump(tree)
        if not isinstance(change.new, ast.Pass):
            after = _header(change.new if isinstance(change.new, ast.stmt) else statement)
        _Replacing(change.new, change.old).visit(tree)
        text = None if expected in seen else _rewritten(source, change, expected)
        if text is None:
            continue
        seen.add(expected)
        line = change.old.lineno
        name = f"line {line}: {change.label}"
        count[name] += 1
        nth = f" ({count[name]})" if count[name] > 1 else ""  # the second "line 12: + → -" gets a (2)
        diff = tuple(difflib.unified_diff(source.split("\n"), text.split("\n"), n=1, lineterm=""))
        found.append(Mutant(f"{name}{nth}", line, text, before, after, diff[2:]))  # without the file names
    return found


def _all_changes(tree: ast.Module) -> Iterator[tuple[Replacement, ast.stmt]]:
    """Each change with the innermost statement around it."""
    aliases = [a for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) for a in node.names]
    modules = frozenset((alias.asname or alias.name).split(".")[0] for alias in aliases)
    for node, statement in _places(tree, None):
        for change in changes(node, modules):
            yield change, statement
    for statement in _removable(tree.body, set(), ""):
        yield Replacement("statement removed", statement, ast.Pass()), statement


def _places(node: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """Each node that may be changed, with the innermost statement around it."""
    if _is_left_out(node):
        return
    statement = node if isinstance(node, ast.stmt) else statement
    if statement is not None:
        yield node, statement
    if number(node) is not None:  # -1 is one number, not the negative of another
        return
    for part, value in ast.iter_fields(node):
        if part not in UNSEEN and not (isinstance(node, ast.ClassDef) and part == "keywords"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _places(child, statement)


def _is_left_out(node: ast.AST) -> bool:
    match node:
        case (
            ast.Import() | ast.ImportFrom() | ast.Raise() | ast.JoinedStr() | ast.Expr(value=ast.Constant())
            | ast.Assign(targets=[ast.Name(id="__all__")]) | ast.If(test=ast.Compare(left=ast.Name(id="__name__")))
        ):  # fmt: skip
            return True
    return False


def _removable(body: list[ast.stmt], bound: set[str], function: str) -> Iterator[ast.stmt]:
    """Statements without which every name still has a value. `bound`: the names that have one before."""
    for statement in body:
        match statement:
            case _ if _is_left_out(statement):
                continue
            case ast.Expr() | ast.AugAssign():
                yield statement
            case ast.Assign(targets=targets) if all(_stays_defined(target, bound, function) for target in targets):
                yield statement
            case ast.AnnAssign(value=ast.expr(), target=target) if _stays_defined(target, bound, function):
                yield statement
        if isinstance(statement, Function):
            parameters = {node.arg for node in ast.walk(statement.args) if isinstance(node, ast.arg)}
            yield from _removable(statement.body, parameters, statement.name)
        elif isinstance(statement, ast.ClassDef):
            yield from _removable(statement.body, set(), "")
        else:
            names = (node for node in ast.walk(_alone(statement)) if isinstance(node, ast.Name))
            bound |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
            for holder in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                for part in ("body", "orelse", "finalbody"):
                    yield from _removable(getattr(holder, part, []), bound, function)


def _stays_defined(target: ast.expr, bound: set[str], function: str) -> bool:
    stored = [node for node in ast.walk(target) if isinstance(getattr(node, "ctx", None), ast.Store)]
    if function == "__init__" and any(isinstance(node, ast.Attribute) for node in stored):
        return False
    return all(node.id in bound for node in stored if isinstance(node, ast.Name))


def _alone(statement: ast.stmt) -> ast.stmt:
    """The statement without the statements inside it and without its decorators."""
    alone = copy.copy(statement)
    for part in {"body", "orelse", "finalbody", "handlers", "decorator_list"} & set(statement._fields):
        setattr(alone, part, [])
    if isinstance(alone, ast.Match):
        alone.cases = [ast.match_case(case.pattern, case.guard, []) for case in alone.cases]
    return alone


def _header(statement: ast.stmt) -> str:
    return ast.unparse(_alone(statement)).strip()


class _Replacing(ast.NodeTransformer):
    """Replaces one node, found by identity."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def _rewritten(source: str, change: Replacement, expected: str) -> str | None:
    """The source with only the changed node rewritten, in parentheses if it would mean something else without."""
    raw, old = source.encode(), change.old  # columns of a syntax tree count bytes
    assert old.end_lineno is not None
    assert old.end_col_offset is not None
    starts = [0, *itertools.accumulate(len(line) + 1 for line in raw.split(b"\n"))]
    head = raw[: starts[old.lineno - 1] + old.col_offset].decode()
    tail = raw[starts[old.end_lineno - 1] + old.end_col_offset :].decode()
    code = ast.unparse(change.new)
    for text in (f"{head}{code}{tail}", f"{head}({code}){tail}"):
        with suppress(SyntaxError):
            if ast.dump(ast.parse(text)) == expected:
                return text
    return None


EQUIVALENT = "equivalent.yaml"
MOST_PAIRS = 80  # and triples
MOST_OF_ONE = 1  # mutation of each misconception


class Equivalent(msgspec.Struct, forbid_unknown_fields=True):
    """A mutant, or one or more habits, that no check needs to notice, with the reason why."""

    reason: str
    mutant: str = ""
    habit: str | list[str] = ""
    constant: str = ""  # a check whose outcome does not depend on the seed


@dataclass
class Mutation:
    """The outcome of an exercise's mutants."""

    exercise: str
    total: int = 0
    killed: int = 0
    equivalent: int = 0
    survivors: list[Mutant] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)  # listed as equivalent, but no such mutant survives
    groups: int = 0  # of two or three mistakes
    groups_named: int = 0
    groups_guessed: int = 0
    wrong_names: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The share of mutants, without equivalent ones, that a check notices."""
        return self.killed / max(1, self.total - self.equivalent)


def listed_as_equivalent(exercise: Exercise, kind: str = "mutant") -> dict[str, str]:
    """What equivalent.yaml lists as a "mutant" (its changed line), "habit" or "constant" → the reason; ContentError if
    the file is wrong."""
    import yaml

    path = exercise.solution_path / EQUIVALENT
    if not path.is_file():
        return {}
    try:
        entries = msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")) or [], list[Equivalent])
    except (yaml.YAMLError, msgspec.ValidationError, UnicodeDecodeError) as problem:
        first = str(problem).splitlines()[0]
        raise ContentError(path, f"{first}; write a list of entries with 'mutant' or 'habit', and 'reason'") from None
    found: dict[str, str] = {}
    for entry in entries:
        habits = [entry.habit] if isinstance(entry.habit, str) else entry.habit
        names = {"mutant": [entry.mutant], "habit": habits, "constant": [entry.constant]}
        if not any(name for group in names.values() for name in group):
            raise ContentError(path, "an entry names no 'mutant', 'habit' or 'constant'; add one of them")
        if not entry.reason.strip():
            named = entry.mutant or ", ".join(habits) or entry.constant
            raise ContentError(path, f"'{named}' has no reason; explain why no check can notice it")
        found |= {" ".join(name.split()): entry.reason for name in names[kind] if name}
    return found


def run_mutants(course: Course, exercise: Exercise, worker: Worker, progress: Progress) -> Mutation:
    """Run every mutant of the exercise, and pairs of its misconceptions."""
    trial = TrialRuns(course, exercise, worker, 1, progress)
    found = Mutation(exercise.slug)
    overlays = {m.name: of_reference(exercise, m.source) for m in exercise.misconceptions}
    mistakes = [trial.mistake(name, rounds[0]) for name, rounds in trial.run(overlays, trial.settings).items()]
    _try_mutants(found, trial, mistakes)
    _try_groups(found, trial, mistakes)
    return found


def _try_mutants(found: Mutation, trial: TrialRuns, mistakes: list[KnownMistake]) -> None:
    """A name is right only if the mutant does the same as that mistake in every check that the mistake fails."""
    exercise = trial.exercise
    every = mutants(exercise.solution_source)
    known = listed_as_equivalent(exercise)
    changed = {mutant.name: of_source(exercise, mutant.source, "solution.py") for mutant in every}
    rounds = trial.run(changed, trial.settings)
    found.total = len(every)
    met: set[str] = set()
    for mutant in every:
        reports, after = rounds[mutant.name][0], " ".join(mutant.after.split())
        if any(trial.failures(reports)):
            found.killed += 1
            diagnosis = trial.diagnosed(trial.mistake(mutant.name, reports), mistakes, mutant.source)
            for name in sorted({*diagnosis.named.values()}):
                spellings = [m for m in mistakes if m.mistake == name]
                if not any(
                    all(alike(outcome, seen(reports[check])) for check, outcome in mistake.fails.items())
                    for mistake in spellings
                ):
                    found.wrong_names.append(f"{mutant.name} is called {name}")
        elif after in known:
            found.equivalent += 1
            met.add(after)
        else:
            found.survivors.append(mutant)
    found.stale = [line for line in known if line not in met]


def _try_groups(found: Mutation, trial: TrialRuns, mistakes: list[KnownMistake]) -> None:
    """Two or three mistakes at once: any name or guess must be one of them.

    Mistakes in different functions are put together as they are. In one function, a mistake is joined by a mutation.
    """
    exercise, random = trial.exercise, Random(0)
    sources = {m.name: m.source for m in exercise.misconceptions}
    groups: dict[str, tuple[set[str], Implementation, str]] = {}
    for size in (2, 3):
        apart = [
            group
            for group in combinations(sources, size)
            if sum(len(_defined(sources[name])) for name in group)
            == len(set[str]().union(*(_defined(sources[name]) for name in group)))
        ]
        for group in random.sample(apart, min(MOST_PAIRS, len(apart))):
            made = [of_reference(exercise, sources[name]) for name in group]
            layers = (*made[0].layers, *(one.layers[1] for one in made[1:]))
            names = {mistake_of(name) for name in group}
            groups[" + ".join(group)] = names, replace(made[0], layers=layers), "".join(sources[name] for name in group)
    for name, source in sources.items():
        for mutant in random.sample(every := mutants(source), min(MOST_OF_ONE, len(every))):
            overlay = of_reference(exercise, mutant.source)
            groups[f"{name} + {mutant.name}"] = {mistake_of(name)}, overlay, mutant.source
    rounds = trial.run({name: made for name, (_, made, _) in groups.items()}, trial.settings)
    for title, (names, _, source) in groups.items():
        reports = rounds[title][0]
        diagnosis = trial.diagnosed(trial.mistake(title, reports), mistakes, f"{exercise.solution_source}\n{source}")
        given = {**diagnosis.guessed, **diagnosis.named}
        found.groups += 1
        found.groups_named += bool(diagnosis.named)
        found.groups_guessed += bool(diagnosis.guessed)
        for check, name in given.items():
            # A mutation may turn one mistake into another: then the other name is right.
            fails = [m.fails[check] for m in mistakes if m.mistake == name and check in m.fails]
            same = any(alike(outcome, seen(reports[check])) for outcome in fails)
            certain = name in names or (same and " + line " in title)
            if not certain:
                found.wrong_names.append(f"{title} is called {name}{'' if check in diagnosis.named else ' (a guess)'}")


def _defined(source: str) -> set[str]:
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
