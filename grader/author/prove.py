"""Proves that an exercise keeps the promises of the framework, each by running it. `author check` is this."""

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
    limits_of,
    modules_for,
    of_reference,
    of_source,
    published,
    salted,
    task_for,
)
from grader.grade.verdict import PASSED, Verdict, judge
from grader.results import Outcome
from grader.submission import Submission
from grader.worker import Implementation, Report, Request, Worker, start_worker

Progress = Callable[[int], object]
Round = dict[str, Report]  # check → report, of one implementation under one setting
_DEVICE_SETTINGS = 3
_MANY = 4  # exercises: for fewer, starting processes does not pay


class TrialRuns:
    """An exercise, the worker that runs it, and the reference's outcomes under each setting."""

    def __init__(self, exercise: Exercise, worker: Worker, settings: Sequence[Setting]) -> None:
        self.exercise = exercise
        self.specs: tuple[CheckSpec, ...] = (*exercise.checks, *exercise.hidden_checks)
        self.settings = tuple(settings)
        self._worker = worker
        self._judges = Judges(exercise, worker)
        stub = Submission(Path(f"{exercise.slug}.py"), exercise.stub_source.encode())
        self._messages = Messages(exercise, stub)
        for module in modules_for(exercise, self.settings[0].device, exercise.solution_source.encode()):
            worker.load(module)
        rounds = self.run({"reference": of_reference(exercise)}, self.settings, slow=True)["reference"]
        self.expected = dict(zip(self.settings, rounds, strict=True))

    def run(
        self,
        implementations: Mapping[str, Implementation],
        settings: Sequence[Setting],
        progress: Progress | None = None,
        slow: bool = False,
        touched: Mapping[str, Set[str]] | None = None,
    ) -> dict[str, list[Round]]:
        """One round of reports per setting, for each implementation. All rounds of one share a child.

        `slow`: run slow checks, too: only the reference, the stub and accepted variants need them. `touched`: for each
        implementation, the checks whose outcome may differ from the reference's; only these run.
        """

        def runs(check: str, name: str) -> bool:
            return touched is None or check in touched[name]

        tasks = [
            {
                spec.id: task_for(self.exercise, spec, setting, self._judges)
                for spec in self.specs
                if (slow or not spec.slow) and number < _most_settings(spec)
            }
            for number, setting in enumerate(settings)
        ]
        requests = [
            Request(
                implementation,
                tuple(task for some in tasks for check, task in some.items() if runs(check, name)),
                limits_of(self.exercise),
            )
            for name, implementation in implementations.items()
        ]
        found = {}
        for name, reports in zip(implementations, self._worker.run(requests, progress), strict=True):
            rest = iter(reports)
            found[name] = [
                {check: next(rest) if runs(check, name) else self.expected[setting][check] for check in some}
                for setting, some in zip(settings, tasks, strict=True)
            ]
        return found

    def verdicts(self, reports: Round, setting: Setting) -> Iterator[tuple[str, Verdict]]:
        """Each check of a round, judged against the reference under the same setting. One by one, since explaining
        every failure takes longer than finding the first."""
        for spec in self.specs:
            if spec.id in reports:
                reference, seed = self.expected[setting].get(spec.id), setting.seed_of(self.exercise)
                yield spec.id, judge(spec, reports[spec.id], reference, self._judges, seed, self._messages)

    def failures(self, reports: Round, setting: Setting) -> Iterator[tuple[str, Verdict]]:
        """The verdicts that are not a pass."""
        return ((check, verdict) for check, verdict in self.verdicts(reports, setting) if verdict != PASSED)

    def mistake(self, name: str, reports: Round, setting: Setting) -> KnownMistake:
        """The public checks that an implementation fails, with their outcomes."""
        public = {spec.id for spec in self.exercise.checks if not spec.slow}
        failures = self.failures(reports, setting)
        return KnownMistake(name, {check: seen(reports[check]) for check, _ in failures if check in public})

    def diagnosed(self, mistake: KnownMistake, known: list[KnownMistake]) -> set[str]:
        """The names of the known mistakes that it is diagnosed as."""
        uses = {spec.id: frozenset(spec.uses) for spec in self.exercise.checks}
        return set(diagnose(mistake.fails, known, uses).values())

    def has_judge(self, check: str) -> bool:
        return self._judges.find("judge", check) is not None


def _most_settings(spec: CheckSpec) -> float:
    """Slow checks run under the first setting only. Those of a device run under a few: where code runs does not depend
    on the numbers, and the simulated device is slow."""
    if spec.slow:
        return 1
    return _DEVICE_SETTINGS if spec.takes_device else math.inf


# Trivial implementations, which must not earn a substantial grade: they return the output's shape without computing it.
KINDS = ("its input", "zeros", "ones", "None", "a constant", "random numbers")

_TRIVIAL = """
import numpy as np
import solution

KIND = {kind!r}


def _without_work(right):
    def trivial(*args, **kwargs):
        value = right(*args, **kwargs)
        return next(iter((*args, *kwargs.values())), None) if KIND == "its input" else _trivial(value)
    return trivial


def _trivial(value):
    if type(value).__module__.partition(".")[0] == "torch" and hasattr(value, "detach"):
        import torch
        return torch.as_tensor(_trivial(value.detach().cpu().numpy()), dtype=value.dtype) + 0 * value
    if isinstance(value, (list, tuple)):
        return type(value)(_trivial(item) for item in value)
    if isinstance(value, dict):
        return {{key: _trivial(item) for key, item in value.items()}}
    if KIND == "None" or isinstance(value, str) or value is None:
        return None
    array = np.asarray(value)
    if KIND == "random numbers":
        return np.random.rand(*array.shape).astype(array.dtype)
    return np.full(array.shape, {{"zeros": 0, "ones": 1, "a constant": 0.5}}[KIND]).astype(array.dtype)
"""
_FUNCTION = """
{name} = _without_work(solution.{name})
"""
_CLASS = """
class {name}(solution.{name}):
    def forward(self, *args, **kwargs):
        return _without_work(super().forward)(*args, **kwargs)
"""


def overlays(stub: str) -> dict[str, str]:
    """Kind → source that replaces every function and module of the reference by one that does no work."""
    text = ""
    for node in ast.parse(stub).body:
        if isinstance(node, ast.FunctionDef):
            text += _FUNCTION.format(name=node.name)
        elif isinstance(node, ast.ClassDef) and "forward" in (getattr(item, "name", "") for item in node.body):
            text += _CLASS.format(name=node.name)
    return {kind: _TRIVIAL.format(kind=kind) + text for kind in KINDS}


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
        case ast.Name(id=word) | ast.Attribute(attr=word) | ast.Constant(value=str(word)):
            return [word]
        case ast.alias():
            return [node.name, node.asname or node.name]
        case ast.Call(func=ast.Name(id="getattr"), args=[_, name, *_]) if not isinstance(name, ast.Constant | ast.Name):
            return ["__dict__"]  # a name that is put together while it runs
    return []


SEEDS = 10
MIN_MISCONCEPTIONS = 6
MIN_ACCEPTED = 3
MOST_TRIVIAL = 0.15
CLEAR = 10.0  # somewhere a misconception must exceed the tolerance this many times
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
        self._worker = worker
        worker.allow(course.packages)
        self._progress = progress
        self.published = published(course.seed)
        self.settings = (self.published, *(salted(course.seed, number) for number in range(1, seeds)))

    def prove(self, exercise: Exercise) -> Proof:
        """Run everything that the exercise promises; broken promises are listed in `breaches`."""
        start = time.perf_counter()
        proof = Proof(exercise.slug, len(exercise.checks), len(exercise.hidden_checks))
        if not exercise.has_solution:
            proof.breaches.append(f"{exercise.slug}: there is no solution in {exercise.solution_path}; write one")
            return proof
        if not exercise.sources:
            proof.breaches.append("exercise.yaml names no sources; add the documents it teaches from, such as [S0]")
        trial = TrialRuns(exercise, self._worker, self.settings)
        failures = (
            failure for setting in self.settings for failure in trial.failures(trial.expected[setting], setting)
        )
        if failure := next(failures, None):
            check, verdict = failure
            proof.breaches.append(f"solution.py does not pass '{check}' ({verdict.message}); correct one of them")
        else:
            self._prove_reference(proof, trial)
            self._prove_stub(proof, trial)
            self._prove_accepted(proof, trial)
            self._prove_misconceptions(proof, trial)
            self._prove_trivial(proof, trial)
        proof.seconds = time.perf_counter() - start
        return proof

    @staticmethod
    def steps(exercise: Exercise) -> int:
        """How many implementations `prove` runs: the length of a progress bar."""
        if not exercise.has_solution:
            return 0
        return len(exercise.accepted) + len(exercise.misconceptions) + len(KINDS) + 3

    def _prove_reference(self, proof: Proof, trial: TrialRuns) -> None:
        """It stays close in single precision, and decisions survive a change of a millionth in the inputs."""
        reference = {"reference": of_reference(trial.exercise)}
        for kind in ("float32", "nudged"):
            settings = [replace(setting, precision=kind) for setting in trial.settings]
            rounds = trial.run(reference, settings, self._progress)["reference"]
            for setting, reports in zip(trial.settings, rounds, strict=True):
                for check, report in reports.items():
                    problem = _imprecision(trial, kind, check, trial.expected[setting][check], report)
                    same_problem = problem.partition(":")[0]  # the numbers after it differ from seed to seed
                    if problem and not any(breach.startswith(same_problem) for breach in proof.breaches):
                        proof.breaches.append(problem)

    def _prove_stub(self, proof: Proof, trial: TrialRuns) -> None:
        stub = of_source(trial.exercise, trial.exercise.stub_source, f"{trial.exercise.slug}.py")
        reports = trial.run({"stub": stub}, [self.published], self._progress, slow=True)["stub"][0]
        for check, verdict in trial.verdicts(reports, self.published):
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
        for name, found in trial.run(variants, trial.settings, self._progress, slow=True).items():
            breaches = [
                f"accepted/{name}.py fails '{check}' (seed {number}): {verdict.message or verdict.outcome.value}"
                for number, (setting, reports) in enumerate(zip(trial.settings, found, strict=True))
                for check, verdict in trial.failures(reports, setting)
            ]
            proof.accepted += not breaches
            proof.breaches += breaches[:2]

    def _prove_misconceptions(self, proof: Proof, trial: TrialRuns) -> None:
        """Each is caught under every setting, and diagnosed as itself."""
        exercise = trial.exercise
        proof.misconceptions = len(exercise.misconceptions)
        if proof.misconceptions < MIN_MISCONCEPTIONS:
            proof.breaches.append(f"only {proof.misconceptions} misconceptions; write at least {MIN_MISCONCEPTIONS}")
        wrong = {m.name: of_reference(exercise, m.source) for m in exercise.misconceptions}
        reached = {m.name: touched(exercise, m.source) for m in exercise.misconceptions}
        rounds = trial.run(wrong, trial.settings, self._progress, touched=reached)
        mistakes = [trial.mistake(name, found[0], self.published) for name, found in rounds.items()]
        for mistake in mistakes:
            file = f"misconceptions/{mistake.name}.py"
            if problem := _not_caught(trial, rounds[mistake.name]):
                proof.breaches.append(f"{file} {problem}")
                continue
            proof.caught += 1
            names = trial.diagnosed(mistake, mistakes)
            if names == {mistake.name}:
                proof.named += 1
                continue
            found = ", ".join(sorted(names)) or "nothing"
            twins = [m.name for m in mistakes if m is not mistake and m.fails.keys() == mistake.fails.keys()]
            hint = f"; it fails the same checks as {', '.join(twins)}" if twins else ""
            proof.breaches.append(f"{file} is diagnosed as {found}, not as itself{hint}")

    def _prove_trivial(self, proof: Proof, trial: TrialRuns) -> None:
        exercise = trial.exercise
        trivial = {kind: of_reference(exercise, source) for kind, source in overlays(exercise.stub_source).items()}
        points = {spec.id: exercise.points[spec.id] for spec in trial.specs if not spec.slow}
        for kind, rounds in trial.run(trivial, [self.published], self._progress).items():
            failed = dict(trial.failures(rounds[0], self.published))
            share = 1 - sum(points[check] for check in failed) / sum(points.values())
            if share >= MOST_TRIVIAL:
                passed = ", ".join(check for check in points if check not in failed)
                proof.breaches.append(f"an implementation that returns {kind} earns {share:.0%} (passes {passed})")


def _imprecision(trial: TrialRuns, kind: str, check: str, exact: Report, report: Report) -> str:
    """What is wrong with the reference's outcome on inputs of this precision; "" if nothing is."""
    if trial.has_judge(check) or exact.status != "value":
        return ""
    if report.status != "value":
        return f"the reference fails on {kind} inputs in '{check}': {report.error.get('message')}"
    if kind == "nudged" and not same(_decisions(exact.value), _decisions(report.value)):
        return f"a decision in '{check}' changes if inputs move by a millionth; give it a margin"
    if kind == "float32" and (worst := excess(exact.value, report.value, half=exact.half)) > CLOSE:
        return f"'{check}' is too fine: float32 inputs use {worst:.2g} of the tolerance, {CLOSE:g} is allowed"
    return ""


def _not_caught(trial: TrialRuns, rounds: list[Round]) -> str:
    """Why a misconception is not caught under every setting in which the checks that catch it run; "" if it is."""
    catch = {check for check, _ in trial.failures(rounds[0], trial.settings[0])}
    for number, (setting, reports) in enumerate(zip(trial.settings, rounds, strict=True)):
        for report in reports.values():
            if report.facts.get("loading") or report.status == "syntax":
                return f"cannot be loaded: {report.error.get('message')}"
        if catch and not catch & reports.keys():
            continue
        for check, _ in trial.failures(reports, setting):
            report, expected = reports[check], trial.expected[setting][check]
            if report.status != "value" or trial.has_judge(check) or expected.status != "value":
                break
            if excess(expected.value, report.value, half=report.half) >= CLEAR:
                break
        else:
            return f"is not caught clearly under seed {number}; no check differs {CLEAR:g} times the tolerance"
    return ""


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


def _decisions(value: Any) -> Any:
    """The integers, booleans and strings of a value: what a small change of the inputs must not change."""
    if isinstance(value, list | tuple):
        return [_decisions(item) for item in value]
    if isinstance(value, dict):
        return {key: _decisions(item) for key, item in value.items()}
    if isinstance(value, bool | int | str):
        return value
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    return value if kind in "biu" else None
