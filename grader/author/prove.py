"""Proves that an exercise keeps the promises of the framework, each by running it. `author check` is this."""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.author.habits import habit_mutants, try_habits
from grader.author.rules import broken_rules
from grader.author.trial import Progress, Round, TrialRuns, touched
from grader.compare import excess, same
from grader.course import Course, Exercise, load_course
from grader.grade.plan import Setting, has_torch, of_reference, of_source
from grader.results import Outcome
from grader.text import fill_template
from grader.worker import Report, Worker, start_worker

_MANY = 4  # exercises: for fewer, starting processes does not pay
# Trivial implementations, which must not earn a substantial grade: they return the output's shape without computing it.
KINDS = ("its input", "zeros", "ones", "None", "a constant", "random numbers")


def overlays(stub: str) -> dict[str, str]:
    """Kind → source that replaces every function and module of the reference by one that does no work."""
    nodes, template = ast.parse(stub).body, Path(__file__).with_name("trivial.py.j2")
    functions = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    modules = [node.name for node in classes if "forward" in (getattr(item, "name", "") for item in node.body)]
    return {kind: fill_template(template, kind=kind, functions=functions, modules=modules) for kind in KINDS}


SEEDS = 10  # for what must pass; what must not, of which there is far more, has two
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
    habits: int = 0
    excused: int = 0  # habits that equivalent.yaml lists with a reason
    seconds: float = 0.0
    breaches: list[str] = field(default_factory=list)


def steps(exercise: Exercise) -> int:
    """How many implementations `prove` runs: the length of a progress bar."""
    if not exercise.has_solution:
        return 0
    habits = sum(1 for _ in habit_mutants(exercise, {}))
    return len(exercise.accepted) + 2 * len(exercise.misconceptions) + len(KINDS) + habits + 3


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
    changes = (change for reports in trial.expected[trial.settings[0]].values() for change in trial.changes(reports))
    if failure := next(failures, None):
        check, verdict = failure
        proof.breaches.append(f"solution.py does not pass '{check}' ({verdict.message}); correct one of them")
    elif change := next(changes, ""):
        proof.breaches.append(
            f"solution.py changes an argument ({change}); let it work on a copy, or list it in may_change"
        )
    else:
        proof.breaches += broken_rules(trial)
        for step in (
            _prove_reference,
            _prove_stub,
            _prove_accepted,
            _prove_misconceptions,
            _prove_trivial,
            _prove_habits,
        ):
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
    sources = {path: path.read_text(encoding="utf-8") for path in paths}
    if not has_torch():  # those that use it prove nothing here
        sources = {path: source for path, source in sources.items() if "torch" not in source}
        proof.variants = len(sources)
    variants = {path.stem: of_source(exercise, source, path.name) for path, source in sources.items()}
    for name, found in trial.run(variants, trial.settings, slow=True).items():
        breaches = [
            f"accepted/{name}.py fails '{check}' (seed {number}): {verdict.message or verdict.outcome.value}"
            for number, (setting, reports) in enumerate(zip(trial.settings, found, strict=True))
            for check, verdict in trial.failures(reports, setting)
        ]
        breaches += [
            f"accepted/{name}.py changes an argument ({c})" for r in found[0].values() for c in trial.changes(r)
        ]
        proof.accepted += not breaches
        proof.breaches += breaches[:2]


def _prove_misconceptions(proof: Proof, trial: TrialRuns) -> None:
    """Each is caught, by one of the same checks under another setting, and diagnosed as itself."""
    exercise = trial.exercise
    proof.misconceptions = len(exercise.misconceptions)
    if proof.misconceptions < MIN_MISCONCEPTIONS:
        proof.breaches.append(f"only {proof.misconceptions} misconceptions; write at least {MIN_MISCONCEPTIONS}")
    wrong = {m.name: of_reference(exercise, m.source) for m in exercise.misconceptions}
    public = {spec.id for spec in exercise.checks}  # a mistake that only hidden checks see has no name
    reached = {m.name: touched(exercise, m.source) & public for m in exercise.misconceptions}
    rounds = {name: found[0] for name, found in trial.run(wrong, trial.settings[:1], touched=reached).items()}
    problems = {name: _not_caught(trial, trial.settings[0], reports) for name, reports in rounds.items()}
    failed = {name: {check for check, _ in trial.failures(reports)} for name, reports in rounds.items()}
    on_device = {spec.id for spec in exercise.checks if spec.takes_device}  # slow, and the device draws no numbers
    left = {name for name, problem in problems.items() if not problem and failed[name] - on_device}
    for reach in (failed, reached):  # a mistake that keeps something between checks may need them all to show
        again = trial.run({name: wrong[name] for name in left}, [trial.settings[1]], touched=reach, on_device=0)
        problems |= {name: _not_caught(trial, trial.settings[1], found[0]) for name, found in again.items()}
        left = {name for name in left if problems[name]}
    mistakes = [trial.mistake(name, reports) for name, reports in rounds.items()]
    for mistake in mistakes:
        file = f"misconceptions/{mistake.name}.py"
        if problem := problems[mistake.name]:
            proof.breaches.append(f"{file} {problem}")
            continue
        proof.caught += 1
        source = next(m.source for m in exercise.misconceptions if m.name == mistake.name)
        names = set(trial.diagnosed(mistake, mistakes, f"{exercise.solution_source}\n{source}").named.values())
        if names == {mistake.mistake}:
            proof.named += 1
            continue
        found = ", ".join(sorted(names)) or "nothing"
        others = [m for m in mistakes if m.mistake != mistake.mistake]
        twins = [m.name for m in others if m.fails.keys() == mistake.fails.keys()]
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


def _prove_habits(proof: Proof, trial: TrialRuns) -> None:
    """No bad habit, applied to the reference, goes unnoticed."""
    found = try_habits(trial)
    proof.habits, proof.excused = found.total, len(found.excused)
    proof.breaches += [f"no check notices the habit: {name}" for name in found.survivors]
    proof.breaches += [f"equivalent.yaml lists a habit that does not survive: {name}" for name in found.stale]


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


def _not_caught(trial: TrialRuns, setting: Setting, reports: Round) -> str:
    """Why a misconception is not caught under a setting; "" if it is, clearly."""
    for report in reports.values():
        if report.facts.get("loading") or report.status == "syntax":
            return f"cannot be loaded: {report.error.get('message')}"
    for check, _ in trial.failures(reports, setting):
        report, expected = reports[check], trial.expected[setting][check]
        if report.status != "value" or trial.judges.find("judge", check) or expected.status != "value":
            return ""
        if excess(expected.value, report.value, half=report.half) >= CLEAR:
            return ""
    number = trial.settings.index(setting)
    return f"is not caught clearly under seed {number}; no check differs {CLEAR:g} times the tolerance"


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
