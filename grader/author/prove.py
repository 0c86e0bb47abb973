"""Proves that an exercise keeps the promises of the framework."""

from __future__ import annotations

import ast
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.compare import excess, same
from grader.course import CheckSpec, Course, Exercise, load_course
from grader.diagnose import KnownMistake, diagnose
from grader.grade.grader import seen
from grader.grade.messages import Messages
from grader.grade.plan import (
    Judges,
    Setting,
    hidden_task,
    limits_of,
    modules_for,
    of_reference,
    of_source,
    public_tasks,
    published,
    salted,
)
from grader.grade.verdict import PASSED, Verdict, judge
from grader.results import Outcome
from grader.submission import Submission
from grader.worker import Implementation, Report, Request, Task, Worker, start_worker

Progress = Callable[[int], object]
Round = dict[str, Report]  # check → report, of one implementation under one setting
_DEVICE_SETTINGS = 3
_MANY = 4  # exercises: for fewer, starting processes does not pay


def quick(spec: CheckSpec) -> bool:
    """Slow checks are for the reference and for accepted variants, once each."""
    return not spec.slow


class TrialRuns:
    """An exercise, the worker that runs it, and the reference's outcomes under each setting."""

    def __init__(
        self, exercise: Exercise, worker: Worker, reference: Implementation, settings: Sequence[Setting]
    ) -> None:
        self.exercise = exercise
        self.specs: tuple[CheckSpec, ...] = (*exercise.checks, *exercise.hidden_checks)
        self.settings = tuple(settings)
        self._worker = worker
        self._judges = Judges(exercise)
        stub = Submission(Path(f"{exercise.slug}.py"), exercise.stub_source.encode())
        self._messages = Messages(exercise, stub)
        sources = b"".join(layer.source for layer in reference.layers)
        for module in modules_for(exercise, self.settings[0].device, sources):
            worker.load(module)
        rounds = self.run({"reference": reference}, self.settings)["reference"]
        self.expected = dict(zip(self.settings, rounds, strict=True))

    def run(
        self,
        implementations: Mapping[str, Implementation],
        settings: Sequence[Setting],
        progress: Progress | None = None,
        keep: Callable[[CheckSpec], bool] = lambda _: True,
        touched: Mapping[str, Set[str]] | None = None,
    ) -> dict[str, list[Round]]:
        """One round of reports a setting, for each implementation. All rounds of one share a child.

        `touched`: the checks that an implementation can give another outcome than the reference's; only these run.
        """

        def runs(check: str, name: str) -> bool:
            return touched is None or check in touched[name]

        tasks = {
            setting: {
                spec.id: self._task(spec, setting)
                for spec in self.specs
                if keep(spec) and number < _most_settings(spec)
            }
            for number, setting in enumerate(settings)
        }
        requests = [
            Request(
                what,
                tuple(task for s in settings for check, task in tasks[s].items() if runs(check, name)),
                limits_of(self.exercise),
            )
            for name, what in implementations.items()
        ]
        found = {}
        for name, reports in zip(implementations, self._worker.run(requests, progress), strict=True):
            rest = iter(reports)
            found[name] = [
                {check: next(rest) if runs(check, name) else self.expected[s][check] for check in tasks[s]}
                for s in settings
            ]
        return found

    def _task(self, spec: CheckSpec, setting: Setting) -> Task:
        if spec.hidden:
            return hidden_task(self.exercise, spec, setting, self._judges)
        return public_tasks(self.exercise, [spec], setting, self._judges)[0]

    def verdicts(self, reports: Round, setting: Setting) -> dict[str, Verdict]:
        """Each check of a round, judged against the reference under the same setting."""
        return dict(self._judged(reports, setting))

    def _judged(self, reports: Round, setting: Setting) -> Iterator[tuple[str, Verdict]]:
        expected, messages = self.expected[setting], self._messages
        for spec in self.specs:
            if spec.id in reports:
                reference, seed = expected.get(spec.id), setting.seed_of(self.exercise)
                yield spec.id, judge(spec, reports[spec.id], reference, self._judges, seed, messages)

    def failures(self, reports: Round, setting: Setting) -> dict[str, Verdict]:
        return {check: verdict for check, verdict in self._judged(reports, setting) if verdict != PASSED}

    def failing(self, reports: Round, setting: Setting) -> Iterator[str]:
        """The checks that fail, one by one: to explain each of them takes longer than to look at the first."""
        return (check for check, verdict in self._judged(reports, setting) if verdict != PASSED)

    def has_judge(self, check: str) -> bool:
        return self._judges.judge(check) is not None


def _most_settings(spec: CheckSpec) -> float:
    """Slow checks run under the first setting only. Those of a device run under a few: where code runs does not hang
    on the numbers, and the simulated device is slow."""
    if spec.slow:
        return 1
    return _DEVICE_SETTINGS if spec.takes_device else math.inf


# ---- Implementations that do no work: none may earn a grade worth the name.


KINDS = ("its input", "zeros", "ones", "None", "a constant", "random numbers")

_HELPERS = """
import numpy as np
import solution


def _trivial(kind, value):
    if type(value).__module__.partition(".")[0] == "torch" and hasattr(value, "detach"):
        import torch
        return torch.as_tensor(_trivial(kind, value.detach().cpu().numpy()), dtype=value.dtype) + 0 * value
    if isinstance(value, (list, tuple)):
        return type(value)(_trivial(kind, item) for item in value)
    if isinstance(value, dict):
        return {key: _trivial(kind, item) for key, item in value.items()}
    if kind == "None" or isinstance(value, str) or value is None:
        return None
    array = np.asarray(value)
    made = {
        "zeros": np.zeros, "ones": np.ones,
        "a constant": lambda shape: np.full(shape, 0.5), "random numbers": lambda shape: np.random.rand(*shape),
    }[kind](array.shape)
    return made.astype(array.dtype)


def _input(args, kwargs, value):
    return next(iter((*args, *kwargs.values())), None)
"""
_FUNCTION = """
_right_{name} = solution.{name}


def {name}(*args, **kwargs):
    value = _right_{name}(*args, **kwargs)
    return _input(args, kwargs, value) if {kind!r} == "its input" else _trivial({kind!r}, value)
"""
_CLASS = """
_Right{name} = solution.{name}


class {name}(_Right{name}):
    def forward(self, *args, **kwargs):
        value = super().forward(*args, **kwargs)
        return _input(args, kwargs, value) if {kind!r} == "its input" else _trivial({kind!r}, value)
"""


def overlays(stub: str) -> dict[str, str]:
    """Kind → source that replaces every function and module of the reference by one that does no work."""
    forms = []
    for node in ast.parse(stub).body:
        if isinstance(node, ast.FunctionDef):
            forms.append((_FUNCTION, node.name))
        elif isinstance(node, ast.ClassDef) and any(
            isinstance(item, ast.FunctionDef) and item.name == "forward" for item in node.body
        ):
            forms.append((_CLASS, node.name))
    return {kind: _HELPERS + "".join(form.format(name=name, kind=kind) for form, name in forms) for kind in KINDS}


# ---- Which checks a change can reach: the others need not be run again, for they can only give what they gave
# before.
#
# Names decide: a check reaches what it names, and what that names in turn. Where names do not tell, everything
# counts.


_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_HARMLESS = (ast.Import, ast.ImportFrom)
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
        said = _closure([spec.id], sources[spec.hidden])
        if said & _LOOKS_ANYWHERE or _closure(said & (solution.keys() | changed), solution) & changed:
            found.add(spec.id)
    return found


def _closure(start: Iterable[str], names: dict[str, set[str]]) -> set[str]:
    """All names that lead on from these."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += names.get(name, ())
    return found


def _defined_by(overlay: str) -> set[str] | None:
    """What an overlay puts in place of the reference's; None if it does more than define."""
    found: set[str] = set()
    for node in ast.parse(overlay).body:
        if isinstance(node, _DEFINES):
            found.add(node.name)
        elif isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif not isinstance(node, _HARMLESS) and not _is_text(node):
            return None
    return None if "__dict__" in overlay or "setattr" in overlay else found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _names(source: str) -> dict[str, set[str]]:
    """Each top-level definition → every name, attribute and word in it."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(source).body:
        said = {word for child in ast.walk(node) for word in _words(child)}
        for name in _bound(node):
            found.setdefault(name, set()).update(said)
    return found


def _bound(node: ast.stmt) -> list[str]:
    if isinstance(node, _DEFINES):
        return [node.name]
    return [child.id for child in ast.walk(node) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)]


def _words(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.alias):
        return [node.name, node.asname or node.name]
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
        return [] if isinstance(node.args[1], ast.Constant | ast.Name) else ["__dict__"]  # put together while it runs
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


# ---- The promises that every exercise keeps, each proved by running it. `author check` is this.


SEEDS = 10
MIN_MISCONCEPTIONS = 6
MIN_ACCEPTED = 3
MOST_TRIVIAL = 0.15
CLEAR = 10.0  # a mistake must exceed the tolerance this many times somewhere
CLOSE = 0.1  # the reference in single precision must stay under this share of it


@dataclass
class Proof:
    """What was proved of one exercise, and what was not."""

    exercise: str
    checks: int = 0
    hidden: int = 0
    misconceptions: int = 0
    caught: int = 0
    named: int = 0
    variants: int = 0
    accepted: int = 0
    seconds: float = 0.0
    breaches: list[str] = field(default_factory=list)


class Prover:
    """Proves one exercise at a time."""

    def __init__(self, course: Course, worker: Worker, seeds: int = SEEDS, progress: Progress | None = None) -> None:
        self._course = course
        self._worker = worker
        worker.allow(course.packages)
        self._progress = progress
        self.published = published(course.seed)
        self.settings = (self.published, *(salted(course.seed, number) for number in range(1, seeds)))

    def prove(self, exercise: Exercise) -> Proof:
        began = time.perf_counter()
        proof = Proof(exercise.slug, len(exercise.checks), len(exercise.hidden_checks))
        if not exercise.has_solution:
            proof.breaches.append(f"{exercise.slug}: there is no solution in {exercise.solution_path}; write one")
            return proof
        if not exercise.sources:
            proof.breaches.append("exercise.yaml names no sources; add the documents it teaches from, such as [S0]")
        trial = TrialRuns(exercise, self._worker, of_reference(exercise), self.settings)
        if self._reference_runs(proof, trial):
            self._prove_reference(proof, trial)
            self._prove_stub(proof, trial)
            self._prove_accepted(proof, trial)
            self._prove_misconceptions(proof, trial)
            self._prove_trivial(proof, trial)
        proof.seconds = time.perf_counter() - began
        return proof

    @staticmethod
    def steps(exercise: Exercise) -> int:
        """How many implementations `prove` runs: the length of a progress bar."""
        if not exercise.has_solution:
            return 0
        return len(exercise.accepted) + len(exercise.misconceptions) + len(KINDS) + 3

    def _reference_runs(self, proof: Proof, trial: TrialRuns) -> bool:
        for setting in trial.settings:
            for check, verdict in trial.verdicts(trial.expected[setting], setting).items():
                if verdict != PASSED:
                    proof.breaches.append(f"solution.py does not pass '{check}' ({verdict.message}); mend one of them")
                    return False
        return True

    def _prove_reference(self, proof: Proof, trial: TrialRuns) -> None:
        """In single precision it stays close; decisions survive a millionth of change in the inputs."""
        rough = [replace(setting, precision="float32") for setting in trial.settings]
        nudged = [replace(setting, precision="nudged") for setting in trial.settings]
        reference = {"reference": of_reference(trial.exercise)}
        for kind, settings in (("float32", rough), ("nudged", nudged)):
            rounds = trial.run(reference, settings, self._progress, quick)["reference"]
            for setting, reports in zip(trial.settings, rounds, strict=True):
                self._compare_rounds(proof, trial, kind, trial.expected[setting], reports)

    def _compare_rounds(self, proof: Proof, trial: TrialRuns, kind: str, exact: Round, other: Round) -> None:
        for check, report in other.items():
            before = exact[check]
            if trial.has_judge(check) or before.status != "value":
                continue
            if report.status != "value":
                problem = f"the reference fails on {kind} inputs in '{check}': {report.error.get('message')}"
            elif kind == "nudged" and not same(_decisions(before.value), _decisions(report.value)):
                problem = f"a decision in '{check}' changes if inputs move by a millionth; give it a margin"
            elif kind == "float32" and (worst := excess(before.value, report.value, half=before.half)) > CLOSE:
                problem = (
                    f"'{check}' is too fine: float32 inputs use {worst:.2g} of the tolerance, {CLOSE:g} is allowed"
                )
            else:
                continue
            told = problem.partition(":")[0]  # the numbers after it differ from seed to seed
            if not any(breach.startswith(told) for breach in proof.breaches):
                proof.breaches.append(problem)

    def _prove_stub(self, proof: Proof, trial: TrialRuns) -> None:
        stub = of_source(trial.exercise, trial.exercise.stub_source, f"{trial.exercise.slug}.py")
        reports = trial.run({"stub": stub}, [self.published], self._progress)["stub"][0]
        for check, verdict in trial.verdicts(reports, self.published).items():
            if verdict.outcome is not Outcome.NOT_ATTEMPTED:
                proof.breaches.append(
                    f"stub.py in '{check}' ends as '{verdict.outcome.value}', expected 'not_attempted': "
                    f"{verdict.message or 'it passes'}"
                )

    def _prove_accepted(self, proof: Proof, trial: TrialRuns) -> None:
        exercise, paths = trial.exercise, trial.exercise.accepted
        proof.variants = len(paths)
        if len(paths) < MIN_ACCEPTED:
            proof.breaches.append(f"only {len(paths)} accepted variants; write at least {MIN_ACCEPTED}")
        for word, what in (("library", "built on a library's own operator"), ("float32", "in float32")):
            if not any(word in path.stem for path in paths):
                proof.breaches.append(f"no accepted variant {what}; add one with '{word}' in its name")
        variants = {path.stem: of_source(exercise, path.read_text(encoding="utf-8"), path.name) for path in paths}
        for name, found in trial.run(variants, trial.settings, self._progress).items():
            breaches = [
                f"accepted/{name}.py fails '{check}' (seed {number}): {verdict.message or verdict.outcome.value}"
                for number, (setting, reports) in enumerate(zip(trial.settings, found, strict=True))
                for check, verdict in trial.failures(reports, setting).items()
            ]
            proof.accepted += not breaches
            proof.breaches += breaches[:2]

    def _prove_misconceptions(self, proof: Proof, trial: TrialRuns) -> None:
        exercise = trial.exercise
        proof.misconceptions = len(exercise.misconceptions)
        if proof.misconceptions < MIN_MISCONCEPTIONS:
            proof.breaches.append(f"only {proof.misconceptions} misconceptions; write at least {MIN_MISCONCEPTIONS}")
        wrong = {m.name: of_reference(exercise, m.source) for m in exercise.misconceptions}
        reached = {m.name: touched(exercise, m.source) for m in exercise.misconceptions}
        rounds = trial.run(wrong, trial.settings, self._progress, quick, reached)
        mistakes = [mistake_of(trial, name, found[0], self.published) for name, found in rounds.items()]
        for mistake in mistakes:
            caught = self._is_caught(proof, trial, mistake.name, rounds[mistake.name])
            proof.caught += caught
            proof.named += caught and self._is_named(proof, trial, mistake, mistakes)

    def _is_caught(self, proof: Proof, trial: TrialRuns, name: str, rounds: list[Round]) -> bool:
        """Under every setting, as far as the checks that catch it run there."""
        catch = set(trial.failing(rounds[0], trial.settings[0]))
        for number, (setting, reports) in enumerate(zip(trial.settings, rounds, strict=True)):
            loading = next((r for r in reports.values() if r.facts.get("loading") or r.status == "syntax"), None)
            if loading is not None:
                proof.breaches.append(f"misconceptions/{name}.py cannot be loaded: {loading.error.get('message')}")
                return False
            if catch and not catch & reports.keys():
                continue
            if not any(self._is_clear(trial, check, reports, setting) for check in trial.failing(reports, setting)):
                proof.breaches.append(
                    f"misconceptions/{name}.py is not caught clearly under seed {number}; "
                    f"no check differs {CLEAR:g} times the tolerance"
                )
                return False
        return True

    def _is_clear(self, trial: TrialRuns, check: str, reports: Round, setting: Setting) -> bool:
        report, expected = reports[check], trial.expected[setting][check]
        if report.status != "value" or trial.has_judge(check) or expected.status != "value":
            return True
        return excess(expected.value, report.value, half=report.half) >= CLEAR

    def _is_named(self, proof: Proof, trial: TrialRuns, mistake: KnownMistake, mistakes: list[KnownMistake]) -> bool:
        names = set(diagnose(mistake.fails, mistakes, uses_of(trial.exercise)).values())
        if names == {mistake.name}:
            return True
        found = ", ".join(sorted(names)) or "nothing"
        twins = [m.name for m in mistakes if m is not mistake and m.fails.keys() == mistake.fails.keys()]
        hint = f"; it fails the same checks as {', '.join(twins)}" if twins else ""
        proof.breaches.append(f"misconceptions/{mistake.name}.py is diagnosed as {found}, not as itself{hint}")
        return False

    def _prove_trivial(self, proof: Proof, trial: TrialRuns) -> None:
        exercise = trial.exercise
        lazy = {kind: of_reference(exercise, source) for kind, source in overlays(exercise.stub_source).items()}
        points = {spec.id: exercise.points[spec.id] for spec in trial.specs if quick(spec)}
        for kind, rounds in trial.run(lazy, [self.published], self._progress, quick).items():
            failed = trial.failures(rounds[0], self.published)
            share = 1 - sum(points[check] for check in failed) / sum(points.values())
            if share >= MOST_TRIVIAL:
                passed = ", ".join(check for check in points if check not in failed)
                proof.breaches.append(f"an implementation that returns {kind} earns {share:.0%} (passes {passed})")


def prove_all(course: Course, exercises: Sequence[Exercise], progress: Progress) -> list[Proof]:
    """Prove exercises, and return the proofs in the same order. Four or more are proved in parallel processes.

    `progress` is called with the number of steps done; see `Prover.steps`.
    """
    if len(exercises) < _MANY:
        with start_worker() as worker:
            prover = Prover(course, worker, progress=progress)
            return [prover.prove(exercise) for exercise in exercises]
    longest_first = sorted(exercises, key=lambda e: (not e.needs_device, not e.needs_torch, -len(e.misconceptions)))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        proofs = {exercise.slug: pool.submit(_prove_one, course.path, exercise.slug) for exercise in longest_first}
        for done in as_completed(proofs.values()):
            progress(Prover.steps(course.find(done.result().exercise)))
    return [proofs[exercise.slug].result() for exercise in exercises]


def _prove_one(course: Path, slug: str) -> Proof:
    """In a process of the pool, with a worker of its own."""
    loaded = load_course(course)
    with start_worker(at_once=1) as worker:
        return Prover(loaded, worker).prove(loaded.find(slug))


def mistake_of(trial: TrialRuns, name: str, reports: Round, setting: Setting) -> KnownMistake:
    """The public checks that an implementation fails, with what came out."""
    public = {spec.id for spec in trial.exercise.checks if not spec.slow}
    failed = trial.failures(reports, setting)
    return KnownMistake(name, {check: seen(reports[check]) for check in failed if check in public})


def uses_of(exercise: Exercise) -> dict[str, frozenset[str]]:
    return {spec.id: frozenset(spec.uses) for spec in exercise.checks}


def _decisions(value: Any) -> Any:
    """The whole numbers, booleans and strings of a value: what a small change must not turn over."""
    if isinstance(value, list | tuple):
        return [_decisions(item) for item in value]
    if isinstance(value, dict):
        return {key: _decisions(item) for key, item in value.items()}
    if isinstance(value, bool | int | str):
        return value
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    return value if kind in "biu" else None
