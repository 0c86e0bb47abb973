"""Changes the reference one place at a time and sees whether the checks notice. A tool for authors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from random import Random

import msgspec

from grader.author.contract import mistake_of, uses_of
from grader.author.mutants import Mutant, mutants
from grader.author.trial import Progress, Round, Trial, quick
from grader.course import Course, Exercise
from grader.diagnose import Mistake, alike, diagnose
from grader.errors import ContentError
from grader.grade.grade import seen
from grader.grade.plan import of_reference, of_source, published
from grader.worker import Implementation, Worker

EQUIVALENT = "equivalent.yaml"
MOST_PAIRS = 120


class Equivalent(msgspec.Struct, forbid_unknown_fields=True):
    """A mutant that computes the same as the reference, with the reason why."""

    mutant: str
    reason: str


@dataclass
class Mutation:
    """What became of an exercise's mutants."""

    exercise: str
    total: int = 0
    killed: int = 0
    equivalent: int = 0
    survivors: list[Mutant] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)  # listed as equivalent, but no such mutant survives
    pairs: int = 0
    pairs_named: int = 0
    wrong_names: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Share of the mutants that are not equivalent which a check notices."""
        return self.killed / max(1, self.total - self.equivalent)


def listed_as_equivalent(exercise: Exercise) -> dict[str, str]:
    """The changed line of each equivalent mutant → why it is one."""
    import yaml

    path = exercise.solution_path / EQUIVALENT
    if not path.is_file():
        return {}
    try:
        entries = msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")) or [], list[Equivalent])
    except (yaml.YAMLError, msgspec.ValidationError, UnicodeDecodeError) as problem:
        first = str(problem).splitlines()[0]
        raise ContentError(path, f"{first}; write a list of entries with 'mutant' and 'reason'") from None
    for entry in entries:
        if not entry.reason.strip():
            raise ContentError(path, f"'{entry.mutant}' has no reason; say why no check can notice it")
    return {" ".join(entry.mutant.split()): entry.reason for entry in entries}


class Mutator:
    def __init__(self, course: Course, worker: Worker, progress: Progress | None = None) -> None:
        self._worker = worker
        worker.allow(course.packages)
        self._progress = progress
        self._setting = published(course.seed)

    def run(self, exercise: Exercise) -> Mutation:
        trial = Trial(exercise, self._worker, of_reference(exercise), [self._setting])
        found = Mutation(exercise.slug)
        mistakes = self._mistakes(trial)
        self._mutants(found, trial, mistakes)
        self._pairs(found, trial, [mistake for mistake, _ in mistakes])
        return found

    def _mistakes(self, trial: Trial) -> list[tuple[Mistake, Round]]:
        wrong = {m.name: of_reference(trial.exercise, m.source) for m in trial.exercise.misconceptions}
        rounds = trial.run(wrong, [self._setting], keep=quick)
        return [(mistake_of(trial, name, rounds[name][0], self._setting), rounds[name][0]) for name in wrong]

    def _mutants(self, found: Mutation, trial: Trial, mistakes: Sequence[tuple[Mistake, Round]]) -> None:
        exercise = trial.exercise
        every = mutants(exercise.solution_source)
        known = listed_as_equivalent(exercise)
        changed = {
            str(number): of_source(exercise, mutant.source, "solution.py") for number, mutant in enumerate(every)
        }
        rounds = trial.run(changed, [self._setting], self._progress, quick)
        met: set[str] = set()
        for number, mutant in enumerate(every):
            reports = rounds[str(number)][0]
            found.total += 1
            if trial.failures(reports, self._setting):
                found.killed += 1
                self._check_name(found, trial, mutant, reports, mistakes)
            elif " ".join(mutant.after.split()) in known:
                found.equivalent += 1
                met.add(" ".join(mutant.after.split()))
            else:
                found.survivors.append(mutant)
        found.stale = [line for line in known if line not in met]

    def _check_name(
        self,
        found: Mutation,
        trial: Trial,
        mutant: Mutant,
        reports: Round,
        mistakes: Sequence[tuple[Mistake, Round]],
    ) -> None:
        """A name is right only if the mutant does the same as that mistake in every check, hidden ones too."""
        failed = mistake_of(trial, "mutant", reports, self._setting).fails
        names = set(diagnose(failed, [mistake for mistake, _ in mistakes], uses_of(trial.exercise)).values())
        for mistake, theirs in mistakes:
            if mistake.name in names and not _is_part_of(mistake, theirs, reports):
                found.wrong_names.append(f"{mutant.name} is called {mistake.name}")

    def _pairs(self, found: Mutation, trial: Trial, mistakes: Sequence[Mistake]) -> None:
        """Two mistakes at once, in different functions: any name given must be one of the two."""
        pairs = list(combinations(trial.exercise.misconceptions, 2))
        Random(0).shuffle(pairs)
        joined = [(one, two) for one, two in pairs if not _defined(one.source) & _defined(two.source)]
        chosen = list(islice(joined, MOST_PAIRS))
        both: dict[str, Implementation] = {
            f"{one.name} + {two.name}": _stacked(trial.exercise, one.source, two.source) for one, two in chosen
        }
        rounds = trial.run(both, [self._setting], self._progress, quick)
        for one, two in chosen:
            pair = f"{one.name} + {two.name}"
            failed = mistake_of(trial, pair, rounds[pair][0], self._setting).fails
            names = set(diagnose(failed, list(mistakes), uses_of(trial.exercise)).values())
            found.pairs += 1
            found.pairs_named += bool(names) and names <= {one.name, two.name}
            found.wrong_names += [f"{pair} is called {name}" for name in sorted(names - {one.name, two.name})]


def _is_part_of(mistake: Mistake, theirs: Round, reports: Round) -> bool:
    return all(alike(seen(theirs[check]), seen(reports[check])) for check in mistake.fails)


def _stacked(exercise: Exercise, *overlays: str) -> Implementation:
    from dataclasses import replace

    first = of_reference(exercise, overlays[0])
    rest = [of_reference(exercise, source).layers[1] for source in overlays[1:]]
    return replace(first, layers=(*first.layers, *rest))


def _defined(source: str) -> set[str]:
    import ast

    return {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
