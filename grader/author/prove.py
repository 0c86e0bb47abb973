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
from grader.grade.plan import Judges, Setting, modules_for, of_reference, of_source, published, salted, task_for
from grader.grade.verdict import PASSED, Verdict, judge
from grader.results import Outcome
from grader.submission import Submission
from grader.text import fill_template
from grader.worker import Implementation, Report, Request, Worker, start_worker

Progress = Callable[[int], object]
Round = dict[str, Report]  # check → report, of one implementation under one setting
_DEVICE_SETTINGS = 3
_MANY = 4  # exercises: for fewer, starting processes does not pay


class TrialRuns:
    """An exercise, the worker that runs it, and the reference's outcomes under each setting.

    The first of `seeds` settings is the published one. `progress` is called for each implementation after the
    reference.
    """

    def __init__(
        self, course: Course, exercise: Exercise, worker: Worker, seeds: int, progress: Progress | None = None
    ) -> None:
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
        rounds = self.run({"reference": of_reference(exercise)}, self.settings, slow=True)["reference"]
        self.expected = dict(zip(self.settings, rounds, strict=True))
        self._progress = progress

    def run(
        self,
        implementations: Mapping[str, Implementation],
        settings: Sequence[Setting],
        slow: bool = False,
        touched: Mapping[str, Set[str]] | None = None,
    ) -> dict[str, list[Round]]:
        """One round of reports per setting, for each implementation. All rounds of one share a child.

        `slow`: run slow checks, too: only the reference, the stub and accepted variants need them. `touched`: for each
        implementation, the checks whose outcome may differ from the reference's; only these run.
        """

        def runs(check: str, name: str) -> bool:
            return touched is None or check in touched[name]

        limits = self.exercise.limits
        tasks = [
            {
                spec.id: task_for(self.exercise, spec, setting, self.judges)
                for spec in self.specs
                if (slow or not spec.slow) and number < _most_settings(spec)
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

    def mistake(self, name: str, reports: Round) -> KnownMistake:
        """The public checks that an implementation fails under the published setting, with their outcomes."""
        public = {spec.id for spec in self.exercise.checks if not spec.slow}
        failed = [check for check, _ in self.failures(reports) if check in public]
        return KnownMistake(name, {check: seen(reports[check]) for check in failed})

    def diagnosed(self, mistake: KnownMistake, known: list[KnownMistake]) -> set[str]:
        """The names of the known mistakes that it is diagnosed as."""
        uses = {spec.id: frozenset(spec.uses) for spec in self.exercise.checks}
        return set(diagnose(mistake.fails, known, uses).values())


def _most_settings(spec: CheckSpec) -> float:
    """Slow checks run under the first setting only. Those of a device run under a few: where code runs does not depend
    on the numbers, and the simulated device is slow."""
    if spec.slow:
        return 1
    return _DEVICE_SETTINGS if spec.takes_device else math.inf


# Trivial implementations, which must not earn a substantial grade: they return the output's shape without computing it.
KINDS = ("its input", "zeros", "ones", "None", "a constant", "random numbers")


def overlays(stub: str) -> dict[str, str]:
    """Kind → source that replaces every function and module of the reference by one that does no work."""
    nodes, template = ast.parse(stub).body, Path(__file__).with_name("trivial.py.j2")
    functions = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    modules = [node.name for node in classes if "forward" in (getattr(item, "name", "") for item in node.body)]
    return {kind: fill_template(template, kind=kind, functions=functions, modules=modules) for kind in KINDS}


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
    """The outcome of the proof of one exercise."""

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


def steps(exercise: Exercise) -> int:
    """How many implementations `prove` runs: the length of a progress bar."""
    if not exercise.has_solution:
        return 0
    return len(exercise.accepted) + len(exercise.misconceptions) + len(KINDS) + 3


def prove(course: Course, exercise: Exercise, worker: Worker, progress: Progress | None = None) -> Proof:
    """Run everything that the exercise promises; broken promises are listed in `breaches`."""
    start = time.perf_counter()
    proof = Proof(exercise.slug, len(exercise.checks), len(exercise.hidden_checks))
    if not exercise.has_solution:
        proof.breaches.append(f"{exercise.slug}: there is no solution in {exercise.solution_path}; write one")
        return proof
    if not exercise.sources:
        proof.breaches.append("exercise.yaml names no sources; add the documents it teaches from, such as [S0]")
    trial = TrialRuns(course, exercise, worker, SEEDS, progress)
    failures = (failure for setting, reports in trial.expected.items() for failure in trial.failures(reports, setting))
    if failure := next(failures, None):
        check, verdict = failure
        proof.breaches.append(f"solution.py does not pass '{check}' ({verdict.message}); correct one of them")
    else:
        for step in (_prove_reference, _prove_stub, _prove_accepted, _prove_misconceptions, _prove_trivial):
            step(proof, trial)
    proof.seconds = time.perf_counter() - start
    return proof


def _prove_reference(proof: Proof, trial: TrialRuns) -> None:
    """It stays close in single precision, and decisions survive a change of a millionth in the inputs."""
    reference = {"reference": of_reference(trial.exercise)}
    for kind in ("float32", "nudged"):
        settings = [replace(setting, precision=kind) for setting in trial.settings]
        rounds = trial.run(reference, settings)["reference"]
        for setting, reports in zip(trial.settings, rounds, strict=True):
            for check, report in reports.items():
                problem = _imprecision(trial, kind, check, trial.expected[setting][check], report)
                same_problem = problem.partition(":")[0]  # the numbers after it differ from seed to seed
                if problem and not any(breach.startswith(same_problem) for breach in proof.breaches):
                    proof.breaches.append(problem)


def _prove_stub(proof: Proof, trial: TrialRuns) -> None:
    stub = of_source(trial.exercise, trial.exercise.stub_source, f"{trial.exercise.slug}.py")
    reports = trial.run({"stub": stub}, trial.settings[:1], slow=True)["stub"][0]
    for check, verdict in trial.verdicts(reports):
        if verdict.outcome is not Outcome.NOT_ATTEMPTED:
            proof.breaches.append(
                f"stub.py in '{check}' ends as '{verdict.outcome.value}', expected 'not_attempted': "
                f"{verdict.message or 'it passes'}"
            )


def _prove_accepted(proof: Proof, trial: TrialRuns) -> None:
    exercise, paths = trial.exercise, trial.exercise.accepted
    proof.variants = len(paths)
    if len(paths) < MIN_ACCEPTED:
        proof.breaches.append(f"only {len(paths)} accepted variants; write at least {MIN_ACCEPTED}")
    for word, what in (("library", "built on a library's own operator"), ("float32", "in float32")):
        if not any(word in path.stem for path in paths):
            proof.breaches.append(f"no accepted variant {what}; add one with '{word}' in its name")
    variants = {path.stem: of_source(exercise, path.read_text(encoding="utf-8"), path.name) for path in paths}
    for name, found in trial.run(variants, trial.settings, slow=True).items():
        breaches = [
            f"accepted/{name}.py fails '{check}' (seed {number}): {verdict.message or verdict.outcome.value}"
            for number, (setting, reports) in enumerate(zip(trial.settings, found, strict=True))
            for check, verdict in trial.failures(reports, setting)
        ]
        proof.accepted += not breaches
        proof.breaches += breaches[:2]


def _prove_misconceptions(proof: Proof, trial: TrialRuns) -> None:
    """Each is caught under every setting, and diagnosed as itself."""
    exercise = trial.exercise
    proof.misconceptions = len(exercise.misconceptions)
    if proof.misconceptions < MIN_MISCONCEPTIONS:
        proof.breaches.append(f"only {proof.misconceptions} misconceptions; write at least {MIN_MISCONCEPTIONS}")
    wrong = {m.name: of_reference(exercise, m.source) for m in exercise.misconceptions}
    reached = {m.name: touched(exercise, m.source) for m in exercise.misconceptions}
    rounds = trial.run(wrong, trial.settings, touched=reached)
    mistakes = [trial.mistake(name, found[0]) for name, found in rounds.items()]
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


def _prove_trivial(proof: Proof, trial: TrialRuns) -> None:
    exercise = trial.exercise
    trivial = {kind: of_reference(exercise, source) for kind, source in overlays(exercise.stub_source).items()}
    points = {spec.id: exercise.points[spec.id] for spec in trial.specs if not spec.slow}
    for kind, rounds in trial.run(trivial, trial.settings[:1]).items():
        failed = dict(trial.failures(rounds[0]))
        share = 1 - sum(points[check] for check in failed) / sum(points.values())
        if share >= MOST_TRIVIAL:
            passed = ", ".join(check for check in points if check not in failed)
            proof.breaches.append(f"an implementation that returns {kind} earns {share:.0%} (passes {passed})")


def _imprecision(trial: TrialRuns, kind: str, check: str, exact: Report, report: Report) -> str:
    """What is wrong with the reference's outcome on inputs of this precision; "" if nothing is."""
    if trial.judges.find("judge", check) or exact.status != "value":
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
            if report.status != "value" or trial.judges.find("judge", check) or expected.status != "value":
                break
            if excess(expected.value, report.value, half=report.half) >= CLEAR:
                break
        else:
            return f"is not caught clearly under seed {number}; no check differs {CLEAR:g} times the tolerance"
    return ""


def prove_all(course: Course, exercises: Sequence[Exercise], progress: Progress) -> list[Proof]:
    """Prove exercises, and return the proofs in the same order. Four or more are proved in parallel processes.

    `progress` is called with the number of steps done; see `steps`.
    """
    if len(exercises) < _MANY:
        with start_worker() as worker:
            return [prove(course, exercise, worker, progress) for exercise in exercises]
    longest_first = sorted(exercises, key=lambda e: (not e.needs_device, not e.needs_torch, -len(e.misconceptions)))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        proofs = {exercise.slug: pool.submit(_prove_one, course.path, exercise.slug) for exercise in longest_first}
        for done in as_completed(proofs.values()):
            progress(steps(course.find(done.result().exercise)))
    return [proofs[exercise.slug].result() for exercise in exercises]


def _prove_one(course: Path, slug: str) -> Proof:
    """In a process of the pool, with a worker of its own."""
    loaded = load_course(course)
    with start_worker(at_once=1) as worker:
        return prove(loaded, loaded.find(slug), worker)


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
