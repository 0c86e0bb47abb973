"""Mutants like students: bad habits, applied by the engine to every function of a reference.

A habit is right on ordinary inputs: results are squeezed, an argument is changed, the first result is kept, an id over
127 does not fit. Whatever survives is an input that no check tries. Wrappers of whole functions are in
`habit_wrappers`; those that change a line are here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
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


def _has_fractions(part: Part) -> bool:
    return part.get("fractions") is True


# Habit → where it can matter. In a public check some must be noticed: those that students meet first.
_RESULTS: dict[str, Callable[[Part], bool]] = {
    "squeezed": _is("fib", 1),
    "transposed_if_square": _is("fib", 2),
    "rows_cut": lambda part: len(part["shape"]) > 1 and part["shape"][-2] > 1,
    "columns_cut": lambda part: len(part["shape"]) > 0 and part["shape"][-1] > 1,
    "rounded": _has_fractions,
    "half_inside": _has_fractions,
    "detached": lambda part: part["kind"] == "f" and part.get("tensor") is True,
    "minus_10000_returned": lambda part: part.get("hidden") is True,
    "minus_a_billion_returned": lambda part: part.get("hidden") is True,
    "narrow_results": _is("i"),
    "whole_result_as_floats": _is("i"),
    "buffer_used_again": _is("fib"),
    "first_result_kept": lambda _: True,
    "result_kept_by_shape": _is("fib"),
}
_ARGUMENTS: dict[str, Callable[[Part], bool]] = {
    "changes_its_argument": _is("fib"),
    "argument_transposed_if_square": _is("fib", 2),
    "zero_is_missing": _is("f", 1),
    "minus_10000_taken": lambda part: part.get("hidden") is True,
    "lowest_taken": lambda part: part.get("hidden") is True,
    "clipped_at_1e4": _is("f"),
    "argument_detached": lambda part: part["kind"] == "f" and part.get("tensor") is True,
    "narrow_ids": _is("i", 1),
    "counted_in_its_own_type": lambda part: part["kind"] == "i" and part.get("tensor") is False,
    "zero_id_is_missing": _is("i", 1),
    "padding_counted": _is("i", 1),
    "mask_counted": _is("b", 1),
    "first_mask_for_all": _is("b", 2),
    "empty_mask_ignored": _is("b", 1),
    "empty_row_ignored": _is("b", 2),
    "lower_rank_ignored": _is("b", 1),
    "two_axes_read_as_batch": _is("b", 2),
    "column_mask_turned": _is("b", 2),
    "contiguous_only": _is("fi", 2),
    "reversed_views_refused": lambda part: part.get("tensor") is False and len(part["shape"]) > 0,
    "called_row_by_row": lambda part: part["kind"] == "callable",
    "called_twice": lambda part: part["kind"] == "callable",
    "ids_compared_by_identity": lambda part: part["kind"] == "i" and part.get("scalar") is True,
    "result_kept_by": lambda _: True,
}
_ALWAYS = frozenset({"whole_result_as_floats"})  # if all results are such: ids always are, dot products now and then
_LARGE = 1e4
IN_PUBLIC = frozenset({"squeezed", "transposed_if_square", "argument_transposed_if_square"})


@dataclass(frozen=True)
class HabitMutant:
    """A reference with one habit: `name` is "squeezed in softmax", `source` an overlay or, if `whole`, all of it, in
    which only the definition `within` is another. `beside` is the source of a second program for the overlay."""

    name: str
    habit: str
    source: str
    whole: bool = False
    within: str = ""
    beside: str = ""


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
    reached = {m.name: _reached(exercise, m) or every for m in mutants}
    changed = {mutant.name: _implementation(exercise, mutant) for mutant in mutants}
    left, noticed = mutants, dict[str, bool]()
    for checks in (_quick(trial), every):  # most habits are noticed by the quick checks
        some = {mutant.name: reached[mutant.name] & checks for mutant in left}
        rounds = trial.run({name: changed[name] for name in some}, trial.settings[:1], touched=some)
        noticed = {m.name: trial.is_noticed(rounds[m.name][0]) for m in left}
        public = {m.name: m.habit in IN_PUBLIC for m in left}
        left = [m for m in left if not trial.is_noticed(rounds[m.name][0], public_only=public[m.name])]
    found = HabitResult(len(mutants))
    for mutant in left:
        if mutant.name in known:
            found.excused[mutant.name] = known[mutant.name]
        else:
            hidden = " (only hidden checks notice)" if noticed[mutant.name] else ""
            found.survivors.append(f"{mutant.name}{hidden}")
    found.stale = [name for name in known if name not in found.excused]
    return found


def _quick(trial: TrialRuns) -> set[str]:
    """The quicker checks that take a quarter of the time of all."""
    seconds = {check: report.seconds for check, report in trial.expected[trial.settings[0]].items()}
    found, left = set[str](), sum(seconds[spec.id] for spec in trial.specs if not spec.slow) / 4
    for check in sorted(seconds, key=lambda check: seconds[check]):
        left -= seconds[check]
        if left >= 0:
            found.add(check)
    return found


def _reached(exercise: Exercise, mutant: HabitMutant) -> set[str]:
    """The checks that may notice; none if all may."""
    if mutant.whole:
        return touched(exercise, f"{mutant.within} = None") if mutant.within else set()
    return touched(exercise, mutant.source)


def habit_mutants(exercise: Exercise, calls: Calls) -> Iterator[HabitMutant]:
    """Every habit that can matter, given the recorded calls of each function."""
    for function, made in calls.items():
        yield from _Function(exercise, function, made).mutants()
    yield from rewritten(exercise.solution_source)


def recorded(trial: TrialRuns) -> Calls:
    """The calls that checks make of each function of the reference: arguments by name, and result."""
    found: Calls = {}
    for report in trial.expected[trial.settings[0]].values():
        for call in report.noted.get("calls", ()):
            found.setdefault(call["function"], []).append(call)
    return found


class _Function:
    """A function of a reference, and what checks hand to it and get from it."""

    def __init__(self, exercise: Exercise, name: str, calls: list[dict[str, Any]]) -> None:
        self.exercise, self.name, self.calls = exercise, name, calls
        self.results: list[Part] = [part for call in calls for part in call.get("result", ())]
        self.given: dict[str, list[Part]] = {}
        for call in calls:
            for key, argument in call["arguments"].items():
                self.given.setdefault(key, []).extend(argument["parts"])
        self.kinds = {key: {p["kind"] for p in parts if not p.get("scalar")} for key, parts in self.given.items()}

    def mutants(self) -> Iterator[HabitMutant]:
        for habit, matters in _RESULTS.items():
            if self.results and (all if habit in _ALWAYS else any)(map(matters, self.results)):
                yield _overlay(habit, self.name)
        for key, parts in self.given.items():
            for habit, matters in _ARGUMENTS.items():
                if any(map(matters, parts)) and self._can_matter(habit, key):
                    yield _overlay(habit, self.name, key)
            yield from self._of_others(key)

    def _can_matter(self, habit: str, key: str) -> bool:
        """Whether a habit about this argument can matter, given the others and what the statement promises."""
        kinds, statement = self.kinds[key], self.exercise.statement
        match habit:
            case "result_kept_by":  # its value, or that of a number such as a width
                numbers = all(part.get("scalar") and part["kind"] == "i" for part in self.given[key])
                return len(self.given) > 1 and (key == next(iter(self.given)) or numbers)
            case "narrow_ids" | "zero_id_is_missing":
                return kinds == {"i"}
            case "counted_in_its_own_type":  # torch takes few types as indices: only where the statement has them all
                return kinds == {"i"} and "integer type" in statement
            case "padding_counted":
                return kinds == {"i"} and any(_has_a_number_beside(key, call) for call in self.calls)
            case "ids_compared_by_identity":
                return {"i"} in self.kinds.values()
            case "lower_rank_ignored":
                return any("f" in found for found in self.kinds.values())
            case "two_axes_read_as_batch":
                return any(_is_under_more_axes(key, call) for call in self.calls)
            case "column_mask_turned":
                return self._promises(key, "broadcasts") and any("f" in found for found in self.kinds.values())
            case "clipped_at_1e4":
                return self._may_be_large(key)
            case "called_row_by_row":
                every = (part for parts in self.given.values() for part in parts)
                return any(part["kind"] == "f" and len(part["shape"]) > 2 for part in every)
            case "argument_detached":  # where nobody asks for a gradient, none is lost
                wanted = f"detached in {self.name}" not in listed_as_equivalent(self.exercise, "habit")
                return wanted and any(map(_RESULTS["detached"], self.results))
            case "reversed_views_refused":  # torch takes no such view, so it matters only where the statement has them
                return "contiguous" in statement
            case "changes_its_argument":
                return key not in self.exercise.may_change.get(self.name, ())
        return True

    def _of_others(self, key: str) -> Iterator[HabitMutant]:
        """Habits that depend on another argument, or on whether this one is given."""
        fractions = any(map(_has_fractions, self.results))
        if any(map(_has_fractions, self.given[key])):
            whole = [other for other, kinds in self.kinds.items() if other != key and kinds >= {"f", "i"}]
            tried = [other for other in whole if any(_meets_whole(key, other, call) for call in self.calls)]
            for other in [*tried[:1], *(other for other in whole if other not in tried)]:  # not all pairs: that is slow
                yield _overlay("argument_in_type_of", self.name, key, other)
        if self.kinds[key] >= {"f", "i"} and fractions:
            yield _overlay("result_in_type_of", self.name, key)
        if any(call["arguments"].get(key, {"text": "None"})["text"] == "None" for call in self.calls):
            if fractions:
                yield _overlay("rounded_without", self.name, key)
            if any(map(self._may_be_large, self.given)):
                yield _overlay("clipped_without", self.name, key)

    def _may_be_large(self, key: str) -> bool:
        """Whether an argument is large in some check, or may be."""
        large = any(part["kind"] == "f" and part.get("largest", 0) > _LARGE for part in self.given[key])
        return large or self._promises(key, "any size")

    def _promises(self, key: str, words: str) -> bool:
        """Whether the statement says this of an argument: names it, and then uses these words, in one sentence."""
        return re.search(rf"\b{key}\b[^.|)]*\b{words}\b", self.exercise.statement) is not None


def _meets_whole(key: str, other: str, call: dict[str, Any]) -> bool:
    """Whether this argument has fractions in a call where the other is an array of whole numbers."""
    whole = any(part["kind"] == "i" and not part.get("scalar") for part in _parts(call, other))
    return whole and any(map(_has_fractions, _parts(call, key)))


def _is_under_more_axes(key: str, call: dict[str, Any]) -> bool:
    """Whether this is a mask of two axes beside scores of three or more."""
    axes = {len(part["shape"]) for part in _parts(call, key)}
    scores = (part for name in call["arguments"] for part in _parts(call, name) if part["kind"] == "f")
    return 2 in axes and any(len(part["shape"]) > 2 for part in scores)


def _has_a_number_beside(key: str, call: dict[str, Any]) -> bool:
    """Whether another argument is one of the numbers in this array, such as the id of the padding."""
    numbers = {text for part in _parts(call, key) for text in part.get("values", ())}
    others = (part for name in call["arguments"] if name != key for part in _parts(call, name))
    return any(part.get("scalar") and part["values"][0] in numbers for part in others)


def _parts(call: dict[str, Any], key: str) -> list[Part]:
    return call["arguments"][key]["parts"] if key in call["arguments"] else []


def _overlay(habit: str, function: str, *names: str) -> HabitMutant:
    owner, _, method = function.partition(".")
    of = " by".join(f" '{name}'" for name in names)
    apply = f"lambda f: habits.{habit}(f, *{names})" if names else f"habits.{habit}"
    wrapped = f"habits.wrapped(solution.{owner}, {(method or 'forward')!r}, {apply})"
    return HabitMutant(f"{habit}{of} in {function}", habit, f"import habits\nimport solution\n{owner} = {wrapped}\n")


def _implementation(exercise: Exercise, mutant: HabitMutant) -> Implementation:
    if mutant.whole:
        return of_source(exercise, mutant.source, "solution.py")
    made = of_reference(exercise, mutant.source)
    added = [Layer("habits", "habits.py", WRAPPERS.read_bytes())]
    if mutant.beside:
        added.append(Layer("beside", "beside.py", mutant.beside.encode()))
    return replace(made, provided=(*made.provided, *added))


# Habits that change a line.


def rewritten(source: str) -> Iterator[HabitMutant]:
    """Every place of a source where such a habit can stand."""
    original = ast.parse(source)
    for habit, rewrite in _REWRITES.items():
        number = 0
        for node in ast.walk(original):
            if rewrite(node) is not None:
                number += 1
                line = getattr(node, "lineno", 0)
                tree = _Rewriter(rewrite, number).visit(ast.parse(source))
                text = ast.unparse(ast.fix_missing_locations(tree))
                what = " ".join(ast.unparse(node).split())[:60]
                name, within = f"{habit} at line {line}: {what}", _within(original, line)
                if habit in _FILLS and within:
                    overlay = _empty_rows_right(*within)
                    yield HabitMutant(name, habit, overlay, beside=text)
                else:
                    yield HabitMutant(name, habit, text, whole=True, within=within[0] if within else "")


def _within(tree: ast.Module, line: int) -> tuple[str, str] | None:
    """The definition, and the method if it is a class, that a line is in."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.lineno <= line <= (node.end_lineno or line):
            inner = node.body if isinstance(node, ast.ClassDef) else []
            methods = [item for item in inner if isinstance(item, ast.FunctionDef)]
            around = (item.name for item in methods if item.lineno <= line <= (item.end_lineno or line))
            return node.name, next(around, "")
    return None


def _empty_rows_right(name: str, method: str) -> str:
    also = f", {method!r}" if method else ""
    made = f"{name} = habits.empty_rows_right(solution.{name}, beside.{name}{also})"
    return f"import beside\nimport habits\nimport solution\n{made}\n"


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


def _guarded_log(addend: float) -> Callable[[ast.AST], ast.AST | None]:
    def rewrite(node: ast.AST) -> ast.AST | None:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "torch" | "math"), attr="log"), args=[argument]):
                return ast.Call(node.func, [ast.BinOp(argument, ast.Add(), ast.Constant(addend))], node.keywords)
        return None

    return rewrite


def _written(text: str, **parts: ast.AST) -> ast.AST:
    """An expression in which names stand for parts."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return parts.get(node.id, node)

    return Fill().visit(ast.parse(text, mode="eval").body)  # type: ignore[no-any-return]


def _log_of_probability(node: ast.AST) -> ast.AST | None:
    """A probability too small for a float becomes 0, and its logarithm -inf."""
    match node:
        case (
            ast.Call(func=ast.Attribute(attr="log_softmax"))
            | ast.BinOp(op=ast.Sub(), right=ast.Call(func=ast.Attribute(attr="logsumexp")))
        ):
            return _written("torch.exp(x).log()", x=node)
    return None


def _one_pass_variance(node: ast.AST) -> ast.AST | None:
    """The mean of the squares minus the square of the mean, in single precision."""
    keywords = {keyword.arg: keyword.value for keyword in getattr(node, "keywords", ())}
    axis = keywords.get("axis") or keywords.get("dim") or ast.Constant(None)
    kept = "keepdims=True" if "keepdims" in keywords else "keepdim=True" if "keepdim" in keywords else ""
    single = "x.float()" if "dim" in keywords else "np.float32(x)"
    match node:
        case ast.Call(func=ast.Attribute(attr="var", value=ast.Name(id="np")), args=[x, *_]):
            pass
        case ast.Call(func=ast.Attribute(attr="mean", value=ast.BinOp(left=ast.BinOp(left=x, op=ast.Sub())))):
            pass
        case _:
            return None
    return _written(f"({single} ** 2).mean(axis, {kept}) - {single}.mean(axis, {kept}) ** 2", x=x, axis=axis)


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
    "1e-4 added inside a log": _guarded_log(1e-4),
    "1e-9 added inside a log": _guarded_log(1e-9),
    "log of a probability": _log_of_probability,
    "variance in one pass": _one_pass_variance,
    "1e-3 added to a denominator": _guarded_division,
    "-inf written as -1e9": _infinity(-1e9),
    "-inf written as -1e30": _infinity(-1e30),
    "train or eval on the top module only": _top_mode_only,
    "no_grad is missing": _gradients_on,
}
_FILLS = ("-inf written as -1e9", "-inf written as -1e30")
