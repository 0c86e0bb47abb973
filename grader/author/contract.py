"""The promises that every exercise keeps, each proved by running it. `author check` is this."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.author import trivial
from grader.author.reach import touched
from grader.author.trial import Progress, Round, Trial, quick
from grader.compare import excess, same
from grader.course import Course, Exercise, load_course
from grader.diagnose import Mistake, diagnose
from grader.grade.grade import seen
from grader.grade.judging import PASSED
from grader.grade.plan import Setting, of_reference, of_source, published, salted
from grader.results import Outcome
from grader.worker import Implementation, Worker, start_worker

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
        trial = Trial(exercise, self._worker, of_reference(exercise), self.settings)
        if self._reference_runs(proof, trial):
            self._prove_reference(proof, trial)
            self._prove_stub(proof, trial)
            self._prove_accepted(proof, trial)
            self._prove_misconceptions(proof, trial)
            self._prove_trivial(proof, trial)
        proof.seconds = time.perf_counter() - began
        return proof

    def steps(self, exercise: Exercise) -> int:
        """How many implementations `prove` runs: the length of a progress bar."""
        if not exercise.has_solution:
            return 0
        return len(exercise.accepted) + len(exercise.misconceptions) + len(trivial.KINDS) + 3

    def _reference_runs(self, proof: Proof, trial: Trial) -> bool:
        for setting in trial.settings:
            for check, verdict in trial.verdicts(trial.expected[setting], setting).items():
                if verdict != PASSED:
                    proof.breaches.append(f"solution.py does not pass '{check}' ({verdict.message}); mend one of them")
                    return False
        return True

    def _prove_reference(self, proof: Proof, trial: Trial) -> None:
        """In single precision it stays close; decisions survive a millionth of change in the inputs."""
        rough = [replace(setting, precision="float32") for setting in trial.settings]
        nudged = [replace(setting, precision="nudged") for setting in trial.settings]
        reference = {"reference": of_reference(trial.exercise)}
        for kind, settings in (("float32", rough), ("nudged", nudged)):
            rounds = trial.run(reference, settings, self._progress, quick)["reference"]
            for setting, reports in zip(trial.settings, rounds, strict=True):
                self._compare_rounds(proof, trial, kind, trial.expected[setting], reports)

    def _compare_rounds(self, proof: Proof, trial: Trial, kind: str, exact: Round, other: Round) -> None:
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

    def _prove_stub(self, proof: Proof, trial: Trial) -> None:
        stub = of_source(trial.exercise, trial.exercise.stub_source, f"{trial.exercise.slug}.py")
        reports = trial.run({"stub": stub}, [self.published], self._progress)["stub"][0]
        for check, verdict in trial.verdicts(reports, self.published).items():
            if verdict.outcome is not Outcome.NOT_ATTEMPTED:
                proof.breaches.append(
                    f"stub.py in '{check}' ends as '{verdict.outcome.value}', expected 'not_attempted': "
                    f"{verdict.message or 'it passes'}"
                )

    def _prove_accepted(self, proof: Proof, trial: Trial) -> None:
        paths = trial.exercise.accepted
        proof.variants = len(paths)
        self._enough_variants(proof, paths)
        rounds = trial.run(_sources(trial.exercise, paths), trial.settings, self._progress)
        for name, found in rounds.items():
            breaches = [
                f"accepted/{name}.py fails '{check}' (seed {number}): {verdict.message or verdict.outcome.value}"
                for number, (setting, reports) in enumerate(zip(trial.settings, found, strict=True))
                for check, verdict in trial.failures(reports, setting).items()
            ]
            proof.accepted += not breaches
            proof.breaches += breaches[:2]

    def _enough_variants(self, proof: Proof, paths: Sequence[Path]) -> None:
        if len(paths) < MIN_ACCEPTED:
            proof.breaches.append(f"only {len(paths)} accepted variants; write at least {MIN_ACCEPTED}")
        for word, what in (("library", "built on a library's own operator"), ("float32", "in float32")):
            if not any(word in path.stem for path in paths):
                proof.breaches.append(f"no accepted variant {what}; add one with '{word}' in its name")

    def _prove_misconceptions(self, proof: Proof, trial: Trial) -> None:
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

    def _is_caught(self, proof: Proof, trial: Trial, name: str, rounds: list[Round]) -> bool:
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

    def _is_clear(self, trial: Trial, check: str, reports: Round, setting: Setting) -> bool:
        report, expected = reports[check], trial.expected[setting][check]
        if report.status != "value" or trial.has_judge(check) or expected.status != "value":
            return True
        return excess(expected.value, report.value, half=report.half) >= CLEAR

    def _is_named(self, proof: Proof, trial: Trial, mistake: Mistake, mistakes: list[Mistake]) -> bool:
        names = set(diagnose(mistake.fails, mistakes, uses_of(trial.exercise)).values())
        if names == {mistake.name}:
            return True
        found = ", ".join(sorted(names)) or "nothing"
        twins = [m.name for m in mistakes if m is not mistake and m.fails.keys() == mistake.fails.keys()]
        hint = f"; it fails the same checks as {', '.join(twins)}" if twins else ""
        proof.breaches.append(f"misconceptions/{mistake.name}.py is diagnosed as {found}, not as itself{hint}")
        return False

    def _prove_trivial(self, proof: Proof, trial: Trial) -> None:
        exercise = trial.exercise
        lazy = {kind: of_reference(exercise, source) for kind, source in trivial.overlays(exercise.stub_source).items()}
        points = {spec.id: exercise.points[spec.id] for spec in trial.specs if quick(spec)}
        for kind, rounds in trial.run(lazy, [self.published], self._progress, quick).items():
            failed = trial.failures(rounds[0], self.published)
            share = 1 - sum(points[check] for check in failed) / sum(points.values())
            if share >= MOST_TRIVIAL:
                passed = ", ".join(check for check in points if check not in failed)
                proof.breaches.append(f"an implementation that returns {kind} earns {share:.0%} (passes {passed})")


def prove_one(course: Path, slug: str) -> Proof:
    """One exercise, with a worker of its own: for a process that proves beside others."""
    loaded = load_course(course)
    with start_worker(at_once=1) as worker:
        return Prover(loaded, worker).prove(loaded.find(slug))


def mistake_of(trial: Trial, name: str, reports: Round, setting: Setting) -> Mistake:
    """The public checks that an implementation fails, with what came out."""
    public = {spec.id for spec in trial.exercise.checks if not spec.slow}
    failed = trial.failures(reports, setting)
    return Mistake(name, {check: seen(reports[check]) for check in failed if check in public})


def uses_of(exercise: Exercise) -> dict[str, frozenset[str]]:
    return {spec.id: frozenset(spec.uses) for spec in exercise.checks}


def _sources(exercise: Exercise, paths: Sequence[Path]) -> dict[str, Implementation]:
    return {path.stem: of_source(exercise, path.read_text(encoding="utf-8"), path.name) for path in paths}


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
