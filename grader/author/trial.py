"""Runs many implementations of one exercise under many settings, and judges them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from grader.course import CheckSpec, Exercise
from grader.grade.judges import Judges
from grader.grade.judging import PASSED, Verdict, judge
from grader.grade.plan import Setting, hidden_task, limits_of, modules_for, public_tasks
from grader.grade.sentences import Narrator
from grader.submission import Submission
from grader.worker import Implementation, Report, Request, Task, Worker

Progress = Callable[[int], object]
Round = dict[str, Report]  # check → report, of one implementation under one setting
_DEVICE_SETTINGS = 3


def quick(spec: CheckSpec) -> bool:
    """Slow checks are for the reference and for accepted variants, once each."""
    return not spec.slow


class Trial:
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
        self._narrator = Narrator(exercise, stub)
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
        specs = {setting: self._specs(keep, number) for number, setting in enumerate(settings)}
        tasks = {setting: dict(self._tasks(specs[setting], setting)) for setting in settings}
        limits = limits_of(self.exercise)
        requests = [
            Request(
                what,
                tuple(task for s in settings for check, task in tasks[s].items() if _runs(check, name, touched)),
                limits,
            )
            for name, what in implementations.items()
        ]
        found = {}
        for name, reports in zip(implementations, self._worker.run(requests, progress), strict=True):
            rest = iter(reports)
            found[name] = [
                {
                    check: next(rest) if _runs(check, name, touched) else self.expected[setting][check]
                    for check in tasks[setting]
                }
                for setting in settings
            ]
        return found

    def _specs(self, keep: Callable[[CheckSpec], bool], number: int) -> list[CheckSpec]:
        return [spec for spec in self.specs if keep(spec) and number < _most_settings(spec)]

    def _tasks(self, specs: Sequence[CheckSpec], setting: Setting) -> Iterator[tuple[str, Task]]:
        for spec in specs:
            if spec.hidden:
                yield spec.id, hidden_task(self.exercise, spec, setting, self._judges)
            else:
                yield spec.id, public_tasks(self.exercise, [spec], setting, self._judges)[0]

    def verdicts(self, reports: Round, setting: Setting) -> dict[str, Verdict]:
        """Each check of a round, judged against the reference under the same setting."""
        return dict(self._judged(reports, setting))

    def _judged(self, reports: Round, setting: Setting) -> Iterator[tuple[str, Verdict]]:
        expected, narrator = self.expected[setting], self._narrator
        for spec in self.specs:
            if spec.id in reports:
                reference, seed = expected.get(spec.id), setting.seed_of(self.exercise)
                yield spec.id, judge(spec, reports[spec.id], reference, self._judges, seed, narrator)

    def failures(self, reports: Round, setting: Setting) -> dict[str, Verdict]:
        return {check: verdict for check, verdict in self._judged(reports, setting) if verdict != PASSED}

    def failing(self, reports: Round, setting: Setting) -> Iterator[str]:
        """The checks that fail, one by one: to explain each of them takes longer than to look at the first."""
        return (check for check, verdict in self._judged(reports, setting) if verdict != PASSED)

    def has_judge(self, check: str) -> bool:
        return self._judges.judge(check) is not None


def _runs(check: str, implementation: str, touched: Mapping[str, Set[str]] | None) -> bool:
    return touched is None or check in touched[implementation]


def _most_settings(spec: CheckSpec) -> float:
    """Slow checks run under the first setting only. Those of a device run under a few: where code runs does not hang
    on the numbers, and the simulated device is slow."""
    if spec.slow:
        return 1
    return _DEVICE_SETTINGS if spec.takes_device else math.inf
