"""Mutants like students: bad habits, applied by the engine to every function of a reference.

A habit is right on ordinary inputs: results are squeezed, an argument is changed, the first result is kept, an id over
127 does not fit. Whatever survives is an input that no check tries. Wrappers of whole functions are in
`habit_wrappers`; those that change a line are here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.author.mutants import listed_as_equivalent
from grader.author.trial import TrialRuns, touched
from grader.course import Exercise
from grader.grade.plan import of_reference, of_source
from grader.worker import Implementation, Layer

WRAPPERS = Path(__file__).with_name("habit_wrappers.py")

Part = dict[str, Any]  # what `worker.calls` says of one array or number
Calls = dict[str, list[dict[str, Any]]]  # function → the calls that checks make of it


def _is(kinds: str, axes: int = 0) -> Callable[[Part], bool]:
    return lambda part: part["kind"] in kinds and not part.get("scalar") and len(part["shape"]) >= axes


# Habit → where it can matter. In a public check some must be noticed: those that students meet first.
_RESULTS: dict[str, Callable[[Part], bool]] = {
    "squeezed": _is("fib", 1),
    "transposed_if_square": _is("fib", 2),
    "rows_cut": lambda part: len(part["shape"]) > 1 and part["shape"][-2] > 1,
    "columns_cut": lambda part: len(part["shape"]) > 0 and part["shape"][-1] > 1,
    "rounded": lambda part: part.get("fractions") is True,
    "half_inside": lambda part: part.get("fractions") is True,
    "detached": lambda part: part["kind"] == "f" and part.get("tensor") is True,
    "minus_10000_returned": lambda part: part.get("hidden") is True,
    "minus_a_billion_returned": lambda part: part.get("hidden") is True,
    "narrow_results": _is("i"),
    "first_result_kept": lambda _: True,
    "result_kept_by_shape": _is("fib"),
}
_ARGUMENTS: dict[str, Callable[[Part], bool]] = {
    "changes_its_argument": _is("fib"),
    "argument_transposed_if_square": _is("fib", 2),
    "zero_is_missing": _is("f", 1),
    "minus_10000_taken": lambda part: part.get("hidden") is True,
    "narrow_ids": _is("i", 1),
    "empty_mask_ignored": _is("b", 1),
    "empty_row_ignored": _is("b", 2),
    "lower_rank_ignored": _is("b", 1),
    "contiguous_only": _is("fi", 2),
    "ids_compared_by_identity": lambda part: part["kind"] == "i" and part.get("scalar") is True,
    "result_kept_by": lambda _: True,
}
IN_PUBLIC = frozenset({"squeezed", "transposed_if_square", "argument_transposed_if_square"})


@dataclass(frozen=True)
class HabitMutant:
    """A reference with one habit: `name` is "squeezed in softmax", `source` an overlay or, if `whole`, all of it."""

    name: str
    habit: str
    source: str
    whole: bool = False


@dataclass
class HabitResult:
    """The outcome of an exercise's habits: survivors have no reason in equivalent.yaml, `excused` ones do."""

    total: int
    survivors: list[str] = field(default_factory=list)
    excused: dict[str, str] = field(default_factory=dict)
    stale: list[str] = field(default_factory=list)


def try_habits(trial: TrialRuns) -> HabitResult:
    """Apply every habit to every function of the reference that it can matter to."""
    exercise = trial.exercise
    mutants = [*habit_mutants(exercise, recorded(trial))]
    known = listed_as_equivalent(exercise, "habit")
    every = {spec.id for spec in trial.specs}
    reached = {m.name: every if m.whole else touched(exercise, m.source) for m in mutants}
    changed = {mutant.name: _implementation(exercise, mutant) for mutant in mutants}
    rounds = trial.run(changed, trial.settings[:1], touched=reached)
    found = HabitResult(len(mutants))
    for mutant in mutants:
        reports = rounds[mutant.name][0]
        if trial.is_noticed(reports, public_only=mutant.habit in IN_PUBLIC):
            continue
        if mutant.name in known:
            found.excused[mutant.name] = known[mutant.name]
        else:
            hidden = " (only hidden checks notice)" if trial.is_noticed(reports) else ""
            found.survivors.append(f"{mutant.name}{hidden}")
    found.stale = [name for name in known if name not in found.excused]
    return found


def habit_mutants(exercise: Exercise, calls: Calls) -> Iterator[HabitMutant]:
    """Every habit that can matter, given the recorded calls of each function."""
    yield from _wrapped(exercise, calls)
    yield from rewritten(exercise.solution_source)


def recorded(trial: TrialRuns) -> Calls:
    """The calls that checks make of each function of the reference: arguments by name, and result."""
    found: Calls = {}
    for report in trial.expected[trial.settings[0]].values():
        for call in report.noted.get("calls", ()):
            found.setdefault(call["function"], []).append(call)
    return found


def _wrapped(exercise: Exercise, calls: Calls) -> Iterator[HabitMutant]:
    for function, made in calls.items():
        results = [part for call in made for part in call.get("result", ())]
        for habit, matters in _RESULTS.items():
            if any(map(matters, results)):
                yield _overlay(habit, function)
        names = list(dict.fromkeys(name for call in made for name in call["arguments"]))
        for name in names:
            parts = [part for call in made for part in call["arguments"].get(name, {"parts": ()})["parts"]]
            for habit, matters in _ARGUMENTS.items():
                if any(map(matters, parts)) and _can_matter(habit, name, made, exercise.may_change.get(function, ())):
                    yield _overlay(habit, function, name, _position(exercise, function, name, names))


def _can_matter(habit: str, name: str, calls: list[dict[str, Any]], may_change: Iterable[str]) -> bool:
    """Whether a habit about this argument can matter, given the others."""
    parameters: dict[str, list[Part]] = {}
    for call in calls:
        for key, argument in call["arguments"].items():
            parameters.setdefault(key, []).extend(argument["parts"])
    kinds = {key: {part["kind"] for part in parts if not part.get("scalar")} for key, parts in parameters.items()}
    match habit:
        case "result_kept_by":  # its value, or that of a number such as a width
            numbers = all(part.get("scalar") and part["kind"] == "i" for part in parameters.get(name, ()))
            return len(parameters) > 1 and (name == next(iter(parameters)) or numbers)
        case "narrow_ids":
            return kinds.get(name) == {"i"}
        case "ids_compared_by_identity":
            return {"i"} in kinds.values()
        case "lower_rank_ignored":
            return any("f" in found for found in kinds.values())
        case "changes_its_argument":
            return name not in may_change
    return True


def _position(exercise: Exercise, function: str, name: str, names: list[str]) -> int:
    """The position of a parameter in the reference's own definition, `self` counted."""
    owner, _, method = function.partition(".")
    for node in ast.parse(exercise.solution_source).body:
        if isinstance(node, ast.ClassDef) and node.name == owner:
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name == (method or "forward"):
                    return _index(item, name, names)
        elif isinstance(node, ast.FunctionDef) and node.name == function:
            return _index(node, name, names)
    return names.index(name)


def _index(node: ast.FunctionDef, name: str, names: list[str]) -> int:
    parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    return parameters.index(name) if name in parameters else names.index(name)


def _overlay(habit: str, function: str, argument: str = "", position: int = 0) -> HabitMutant:
    owner, _, method = function.partition(".")
    of = f" '{argument}'" if argument else ""
    apply = f"lambda f: habits.{habit}(f, {position})" if argument else f"habits.{habit}"
    wrapped = f"habits.wrapped(solution.{owner}, {(method or 'forward')!r}, {apply})"
    return HabitMutant(f"{habit}{of} in {function}", habit, f"import habits\nimport solution\n{owner} = {wrapped}\n")


def _implementation(exercise: Exercise, mutant: HabitMutant) -> Implementation:
    if mutant.whole:
        return of_source(exercise, mutant.source, "solution.py")
    made = of_reference(exercise, mutant.source)
    habits = Layer("habits", "habits.py", WRAPPERS.read_bytes())
    return replace(made, provided=(*made.provided, habits))


# Habits that change a line.


def rewritten(source: str) -> Iterator[HabitMutant]:
    """Every place of a source where such a habit can stand."""
    for habit, rewrite in _REWRITES.items():
        number = 0
        for node in ast.walk(ast.parse(source)):
            if rewrite(node) is not None:
                number += 1
                line = getattr(node, "lineno", 0)
                tree = _Rewriter(rewrite, number).visit(ast.parse(source))
                text = ast.unparse(ast.fix_missing_locations(tree))
                what = " ".join(ast.unparse(node).split())[:60]
                yield HabitMutant(f"{habit} at line {line}: {what}", habit, text, whole=True)


class _Rewriter(ast.NodeTransformer):
    """Rewrites one of the nodes that a habit changes, counted as `ast.walk` meets them."""

    def __init__(self, rewrite: Callable[[ast.AST], ast.AST | None], number: int) -> None:
        self._rewrite = rewrite
        self._wanted = number

    def visit(self, tree: ast.AST) -> ast.AST:
        candidates = [node for node in ast.walk(tree) if self._rewrite(node) is not None]
        chosen = candidates[self._wanted - 1]

        class Replace(ast.NodeTransformer):
            def visit(inner, node: ast.AST) -> Any:  # noqa: N805
                return self._rewrite(node) if node is chosen else inner.generic_visit(node)

        return Replace().visit(tree)  # type: ignore[no-any-return]


def _guarded_log(node: ast.AST) -> ast.AST | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "torch" | "math"), attr="log"), args=[argument]):
            return ast.Call(node.func, [ast.BinOp(argument, ast.Add(), ast.Constant(1e-4))], node.keywords)
    return None


def _guarded_division(node: ast.AST) -> ast.AST | None:
    match node:
        case ast.BinOp(left=left, op=ast.Div(), right=right) if not isinstance(right, ast.Constant):
            return ast.BinOp(left, ast.Div(), ast.BinOp(right, ast.Add(), ast.Constant(1e-3)))
    return None


def _infinity(fill: float) -> Callable[[ast.AST], ast.AST | None]:
    def rewrite(node: ast.AST) -> ast.AST | None:
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Attribute(attr="inf")):
                return ast.Constant(fill)
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value="-inf")]):
                return ast.Constant(fill)
        return None

    return rewrite


def _top_mode_only(node: ast.AST) -> ast.AST | None:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=model, attr="eval" | "train" as mode), args=args)):
            flag = args[0] if args else ast.Constant(mode == "train")
            return ast.Assign([ast.Attribute(model, "training", ast.Store())], flag)
    return None


_NO_GRAD = ("no_grad", "inference_mode")


def _gradients_on(node: ast.AST) -> ast.AST | None:
    match node:
        case ast.With(
            items=[ast.withitem(context_expr=ast.Call(func=ast.Attribute(attr="no_grad" | "inference_mode")))]
        ):
            return ast.If(ast.Constant(True), node.body, [])
        case ast.FunctionDef(decorator_list=[ast.Call(func=ast.Attribute(attr="no_grad" | "inference_mode"))]):
            return ast.FunctionDef(node.name, node.args, node.body, [], node.returns)
    return None


_REWRITES: dict[str, Callable[[ast.AST], ast.AST | None]] = {
    "1e-4 added inside a log": _guarded_log,
    "1e-3 added to a denominator": _guarded_division,
    "-inf written as -1e4": _infinity(-1e4),
    "-inf written as -1e9": _infinity(-1e9),
    "train or eval on the top module only": _top_mode_only,
    "no_grad is missing": _gradients_on,
}
