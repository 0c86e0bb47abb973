"""An exercise's checks run on many implementations, and judged against its reference: what every proof is made of."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

from grader.course import CheckSpec, Course, Exercise
from grader.diagnose import Diagnosis, KnownMistake, call_graph, diagnose
from grader.errors import UsageError
from grader.grade.grader import seen
from grader.grade.messages import Messages
from grader.grade.plan import Judges, Setting, missing_package, modules_for, of_reference, published, salted, task_for
from grader.grade.verdict import PASSED, Verdict, judge
from grader.submission import Submission
from grader.worker import Implementation, Report, Request, Worker

Progress = Callable[[int], object]
Round = dict[str, Report]  # check → report, of one implementation under one setting
_DEVICE_SETTINGS = 3


class TrialRuns:
    """An exercise, the worker that runs it, and the reference's outcomes under each setting.

    The first of `seeds` settings is the published one. `progress` is called for each implementation after the
    reference. UsageError if the exercise needs a package that is not installed.
    """

    def __init__(
        self, course: Course, exercise: Exercise, worker: Worker, seeds: int, progress: Progress | None = None
    ) -> None:
        if missing := missing_package(exercise):
            raise UsageError(missing)
        self.exercise = exercise
        self.specs: tuple[CheckSpec, ...] = (*exercise.checks, *exercise.hidden_checks)
        self.settings = (published(course.seed), *(salted(course.seed, number) for number in range(1, seeds)))
        worker.allow(course.packages)
        self._worker = worker
        self._progress: Progress | None = None
        self.judges = Judges(exercise, worker)
        stub = Submission(Path(f"{exercise.slug}.py"), exercise.stub_source.encode())
        self._messages = Messages(exercise, stub)
        for module in modules_for(exercise, self.settings[0].device, exercise.solution_source.encode()):
            worker.load(module)
        rounds = self.run({"reference": of_reference(exercise)}, self.settings, slow=True, record=True)["reference"]
        self.expected = dict(zip(self.settings, rounds, strict=True))
        self._progress = progress

    def run(
        self,
        implementations: Mapping[str, Implementation],
        settings: Sequence[Setting],
        slow: bool = False,
        touched: Mapping[str, Set[str]] | None = None,
        record: bool = False,
        on_device: int = _DEVICE_SETTINGS,
    ) -> dict[str, list[Round]]:
        """One round of reports per setting, for each implementation. All rounds of one share a child.

        `slow`: run slow checks, too: only the reference, the stub and accepted variants need them. `touched`: for each
        implementation, the checks whose outcome may differ from the reference's; only these run. `record`: report the
        calls of the first round with their arguments. `on_device`: the settings under which device checks run.
        """

        def runs(check: str, name: str) -> bool:
            return touched is None or check in touched[name]

        limits = self.exercise.limits
        tasks = [
            {
                spec.id: replace(task_for(self.exercise, spec, setting, self.judges), record=record and not number)
                for spec in self.specs
                if (slow or not spec.slow) and number < _most_settings(spec, on_device)
            }
            for number, setting in enumerate(settings)
        ]
        requests = [
            Request(made, tuple(task for some in tasks for check, task in some.items() if runs(check, name)), limits)
            for name, made in implementations.items()
        ]
        found = {}
        for name, reports in zip(implementations, self._worker.run(requests, self._progress), strict=True):
            rest = iter(reports)
            found[name] = [
                {check: next(rest) if runs(check, name) else self.expected[setting][check] for check in some}
                for setting, some in zip(settings, tasks, strict=True)
            ]
        return found

    def verdicts(self, reports: Round, setting: Setting | None = None) -> Iterator[tuple[str, Verdict]]:
        """Each check of a round, judged against the reference under the same setting (default: the published one). One
        by one, since explaining every failure takes longer than finding the first."""
        setting = setting or self.settings[0]
        for spec in self.specs:
            if spec.id in reports:
                reference, seed = self.expected[setting].get(spec.id), setting.seed_of(self.exercise)
                yield spec.id, judge(spec, reports[spec.id], reference, self.judges, seed, self._messages)

    def failures(self, reports: Round, setting: Setting | None = None) -> Iterator[tuple[str, Verdict]]:
        """The verdicts that are not a pass."""
        return ((check, verdict) for check, verdict in self.verdicts(reports, setting) if verdict != PASSED)

    def is_noticed(self, reports: Round, public_only: bool = False) -> bool:
        """Does a check fail, or see a changed argument?"""
        public = {spec.id for spec in self.exercise.checks}
        seen_by = (check for check, report in reports.items() if self.changes(report))
        return any(
            check in public or not public_only
            for found in (seen_by, (check for check, _ in self.failures(reports)))
            for check in found
        )

    def changes(self, report: Report) -> list[str]:
        """The arguments that calls of a check changed and should not have: "function: parameter"."""
        may = self.exercise.may_change
        return [f"{function}: {name}" for function, name in report.changed if name not in may.get(function, ())]

    def mistake(self, name: str, reports: Round) -> KnownMistake:
        """The public checks that an implementation fails under the published setting, with their outcomes."""
        public = {spec.id for spec in self.exercise.checks if not spec.slow and not spec.precision}
        failed = [check for check, _ in self.failures(reports) if check in public]
        return KnownMistake(name, {check: seen(reports[check]) for check in failed})

    def diagnosed(self, mistake: KnownMistake, known: list[KnownMistake], source: str = "") -> Diagnosis:
        """What an implementation is diagnosed as, whose source gives its call graph (default: the reference's)."""
        uses = {spec.id: frozenset(spec.uses) for spec in self.exercise.checks if not spec.precision}
        return diagnose(mistake.fails, known, uses, call_graph(source or self.exercise.solution_source))


def _most_settings(spec: CheckSpec, on_device: int) -> float:
    """Slow checks run under the first setting only. Those of a device run under a few: where code runs does not depend
    on the numbers, and the simulated device is slow."""
    if spec.slow:
        return 1
    return on_device if spec.takes_device else math.inf


# Which checks a change affects: the others can only give the same outcome again, so they need not run. Names decide: a
# check reaches what it names, and what that names in turn. If names are not enough to tell, every check counts.
_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOKS_ANYWHERE = {"vars", "dir", "globals", "eval", "exec", "__dict__"}


def touched(exercise: Exercise, overlay: str) -> set[str]:
    """The checks whose outcome may change when the overlay's definitions replace the reference's."""
    specs = (*exercise.checks, *exercise.hidden_checks)
    changed = _defined_by(overlay)
    if changed is None:
        return {spec.id for spec in specs}
    solution = _names(exercise.solution_source)
    sources = {False: _names(exercise.checks_source), True: _names(exercise.hidden_source or "")}
    found = set()
    for spec in specs:
        named = _closure([spec.id], sources[spec.hidden])
        if named & _LOOKS_ANYWHERE or _closure(named & (solution.keys() | changed), solution) & changed:
            found.add(spec.id)
    return found


def _closure(start: Iterable[str], names: dict[str, set[str]]) -> set[str]:
    """All names that can be reached from these."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += names.get(name, ())
    return found


def _defined_by(overlay: str) -> set[str] | None:
    """The names that an overlay defines; None if it does more than define."""
    if "__dict__" in overlay or "setattr" in overlay:
        return None
    found: set[str] = set()
    for node in ast.parse(overlay).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=targets) if all(isinstance(target, ast.Name) for target in targets):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                pass
            case _:
                return None
    return found


def _names(source: str) -> dict[str, set[str]]:
    """Each top-level definition → every name, attribute and string in it."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(source).body:
        nodes = list(ast.walk(node))
        stored = [child.id for child in nodes if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)]
        for name in [node.name] if isinstance(node, _DEFINES) else stored:
            found.setdefault(name, set()).update(word for child in nodes for word in _words(child))
    return found


def _words(node: ast.AST) -> list[str]:
    match node:
        case ast.Attribute(attr="eval"):
            return []  # `model.eval()` is a mode; the function that looks anywhere is a plain name
        case ast.Name(id=word) | ast.Attribute(attr=word) | ast.Constant(value=str(word)):
            return [word]
        case ast.alias():
            return [node.name, node.asname or node.name]
        case ast.Call(func=ast.Name(id="getattr"), args=[_, name, *_]) if not isinstance(name, ast.Constant | ast.Name):
            return ["__dict__"]  # a name that is put together while it runs
    return []
