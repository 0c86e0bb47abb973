"""Grades a submission: runs its checks, judges the outcomes, names the mistake."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.course import CheckSpec, Course, Exercise
from grader.diagnose import UNWRITTEN, Diagnosis, KnownMistake, Observed, call_graph, diagnose
from grader.errors import GraderFault, UsageError, WireError
from grader.grade.facts import call_of, circumstances, effects, inputs_unchanged, own_work
from grader.grade.messages import Messages, plain
from grader.grade.plan import (
    Setting,
    limits_of,
    missing_package,
    modules_for,
    of_submission,
    of_try,
    published,
    request_for,
)
from grader.grade.reference import Reference, ReferenceOutcomes, cache_key, from_cache, to_cache
from grader.grade.verdict import Verdict, drawn
from grader.results import CheckResult, ExerciseResult, Outcome
from grader.submission import Submission
from grader.text import counted
from grader.worker import Report, Request, Task, Worker, encode_value
from grader.worker.devices import SIMULATED

Hear = Callable[[str, str], object]  # a check, and what it has printed now: "" when it starts

FAULT = "the grader failed here"
TRY = "run"  # the function of a try.py
_TRY_SECONDS = 180.0
_OWN = "submission"  # the name under which outcomes of a submission are cached


class _CheckProgress:
    """Passes on which of the `checks` starts, and what code prints, as it prints it."""

    def __init__(self, hear: Hear | None, checks: Sequence[str] = ()) -> None:
        self._hear = hear
        self._waiting = list(checks)
        self._start_next()

    def printed(self, check: str, text: bytes) -> None:
        if self._hear is not None:
            self._hear(check, text.decode("utf-8", "replace"))

    def finished(self, _: Report) -> None:
        self._start_next()

    def _start_next(self) -> None:
        if self._hear is not None:
            self._hear(self._waiting.pop(0) if self._waiting else "", "")


class SlowChecks(_CheckProgress):
    """Caches the outcomes of a submission's slow checks, those of `specs` where `cached`, as soon as they end, so that
    nobody waits twice for the same training."""

    def __init__(
        self, expected: Reference, mine: Submission, specs: Sequence[CheckSpec], cached: bool, hear: Hear | None
    ) -> None:
        self._expected = expected
        self._mine = mine
        self._titles = {spec.id: spec.title for spec in specs if cached and spec.slow and not spec.hidden}
        found = {check: from_cache(self._key(check)) for check in self._titles}
        self.known = {check: outcomes.reports[_OWN][check] for check, outcomes in found.items() if outcomes}
        self.notes = [f"Not run again, as the code has not changed: '{self._titles[check]}'." for check in self.known]
        super().__init__(hear, [spec.id for spec in specs if not spec.hidden and spec.id not in self.known])

    def finished(self, report: Report) -> None:
        """Cache a value. A timeout is not cached: it may not happen again."""
        with suppress(WireError):
            if report.check in self._titles and report.status == "value":
                to_cache(self._key(report.check), ReferenceOutcomes({_OWN: {report.check: report}}))
        super().finished(report)

    def _key(self, check: str) -> str:
        mine, expected = self._mine, self._expected
        files = [f"{name} {hashlib.sha256(content).hexdigest()}" for name, content in mine.files]
        source = hashlib.sha256(mine.source).hexdigest()
        return cache_key(expected.exercise, expected.setting, _OWN, check, source, mine.filename, *files)


class Grader:
    """Grades submissions of a course, one after the other, on one worker."""

    def __init__(self, course: Course, worker: Worker, keep: bool = True, device: str = SIMULATED) -> None:
        self._worker = worker
        self._keep = keep
        worker.allow(course.packages)
        self._published = published(course.seed, device)
        self._loaded: set[str] = set()
        self._references: dict[tuple[Exercise, Setting], Reference] = {}

    def grade(
        self,
        exercise: Exercise,
        submission: Submission,
        *,
        only: Sequence[str] = (),
        setting: Setting | None = None,
        hear: Hear | None = None,
    ) -> ExerciseResult:
        """Return the result of every check, or of those in `only`. Raises for bad content, never for a bad submission.

        `hear` is called when a public check starts, and with what it prints, as it prints it; with "" for the check
        when all public ones are done.
        """
        setting = setting or self._published
        specs = _chosen(exercise, only)
        try:
            self._prepare(exercise, submission, setting)
            kept = self._keep and setting == self._published
            expected = self._references.get((exercise, setting))
            if expected is None or not expected.is_sound:  # a reference that failed is tried again
                expected = self._references[exercise, setting] = Reference(exercise, setting, self._worker, kept)
            slow = SlowChecks(expected, submission, specs, kept, hear)
            # Submission and reference run side by side, without the slow checks that ran on the same code before.
            rest = [spec for spec in specs if spec.id not in slow.known]
            mine = of_submission(exercise, submission)
            request = request_for(exercise, mine, setting, expected.judges, rest, slow)
            own, *theirs = self._worker.run([request, *expected.requests()])
            if theirs:
                expected.learn(theirs)
            reports = slow.known | {report.check: report for report in own}
            checks = _judge(expected, Messages(exercise, submission), specs, reports)
            checks += () if only else _by_the_engine(exercise, specs, reports, checks)
            checks.sort(key=lambda check: check.hidden)
            device = setting.device if exercise.needs_device else ""
            notes = (*submission.notes, *_ran_on(device, specs), *_waits(expected, specs, reports), *slow.notes)
            return replace(
                _summed(exercise, checks, self._level(), notes),
                outstanding=0.0 if only else exercise.outstanding_points,
                device=device,
            )
        except GraderFault as fault:
            checks = _all_alike(exercise, specs, Verdict(Outcome.GRADER_ERROR, FAULT), whole=not only)
            return _summed(exercise, checks, self._level(), (str(fault),))

    def expected_value(self, exercise: Exercise, check: str) -> Any:
        """Return what a public check of an exercise graded before gets from the reference; None where the author's own
        judge decides, so that no single value is right."""
        expected = self._references[exercise, self._published]
        report = expected.reference(check)
        judged = expected.judges.find("judge", check) is not None
        return None if report is None or judged or report.status != "value" else report.value

    def run_try(
        self,
        exercise: Exercise,
        submission: Submission,
        text: str,
        blocks: Sequence[tuple[Exercise, Submission]] = (),
        hear: Hear | None = None,
    ) -> tuple[Any, str]:
        """Run the exercise's try.py on a submission and a text. Return what it returned, and "", or None and a sentence
        about what went wrong."""
        source = (exercise.try_source or "").encode()
        self._prepare(exercise, submission, replace(self._published, device="cpu"))
        task = Task(TRY, source, self._published.seed, seconds=_TRY_SECONDS, given=encode_value({"text": text}))
        request = Request(of_try(exercise, submission, blocks), (task,), limits_of(exercise), (), _CheckProgress(hear))
        report = self._worker.run([request])[0][0]
        if report.status == "value":
            return report.value, ""
        _, sentence, details = Messages(exercise, submission).describe(CheckSpec(TRY, "try"), report)
        return None, "\n".join((sentence, *details))

    def edition(self, exercise: Exercise) -> ReferenceOutcomes:
        """Return the outcomes of reference and mistakes on the public checks, computed again, for a student edition."""
        stub = Submission(Path(f"{exercise.slug}.py"), exercise.stub_source.encode())
        self._prepare(exercise, stub, self._published)
        expected = Reference(exercise, self._published, self._worker, kept=False)
        expected.learn(self._worker.run(expected.requests()))
        expected.mistakes(Messages(exercise, stub))
        return expected.public()

    def _prepare(self, exercise: Exercise, submission: Submission, setting: Setting) -> None:
        """Import torch once in the server rather than in every child, where it will be needed; a device, too.

        UsageError if it is needed and not installed.
        """
        if missing := missing_package(exercise):
            raise UsageError(missing)
        mentioned = b"torch" if submission.mentions(b"torch") else b""
        for module in modules_for(exercise, setting.device, mentioned):
            if module not in self._loaded:
                self._worker.load(module)
                self._loaded.add(module)

    def _level(self) -> str:
        """The isolation that the submission had. If nothing ran, it had none."""
        try:
            return self._worker.level
        except GraderFault:
            return "L0"


def _judge(
    expected: Reference, messages: Messages, specs: Sequence[CheckSpec], reports: Mapping[str, Report]
) -> list[CheckResult]:
    """Return the result of each check, with its drawing or its diagnosis if it has one."""
    verdicts = {spec.id: expected.judge(spec, reports[spec.id], messages) for spec in specs}
    mistakes = _diagnose(expected, messages, specs, reports, verdicts)
    failed = {check for check, verdict in verdicts.items() if verdict.outcome is not Outcome.PASSED}
    seen_by_itself = _facts(expected, specs, reports, verdicts, mistakes.named)
    checks = []
    for spec in specs:
        result = _check_result(expected.exercise, spec, reports[spec.id], verdicts[spec.id])
        if result.printed:
            result = replace(result, printed=messages.submission.placed(result.printed))
        if result.passed:
            result = replace(result, drawing=drawn(spec, reports[spec.id], expected.judges, expected.seed))
        if mistake := mistakes.named.get(spec.id):
            diagnosis, advice = expected.advice(mistake)
            result = replace(result, misconception=mistake, diagnosis=diagnosis, advice=advice)
        elif likely := mistakes.guessed.get(spec.id):
            diagnosis, advice = expected.advice(likely)
            result = replace(result, diagnosis=f"This looks like a known mistake: {diagnosis}", advice=advice)
        if facts := seen_by_itself.get(spec.id):
            result = replace(result, details=(*result.details, *map(plain, facts)))
        if spec.id in failed and spec.follows in failed:  # point there instead of explaining twice
            result = replace(result, follows=spec.follows)
        checks.append(result)
    return checks


def _facts(
    expected: Reference,
    specs: Sequence[CheckSpec],
    reports: Mapping[str, Report],
    verdicts: Mapping[str, Verdict],
    named: Mapping[str, object],
) -> dict[str, list[str]]:
    """Return, for each public check that a student's code failed, what the grader sees without knowing the mistake."""
    ours = (Outcome.PASSED, Outcome.GRADER_ERROR, Outcome.NOT_ATTEMPTED, Outcome.MISSING_FUNCTION)
    public = [spec for spec in specs if not spec.hidden]
    failed = [spec for spec in public if verdicts[spec.id].outcome not in ours and reports[spec.id].error == {}]
    references = {spec.id: found for spec in public if (found := expected.reference(spec.id)) is not None}
    passed = [spec for spec in public if verdicts[spec.id].outcome is Outcome.PASSED]
    special = circumstances([spec for spec in failed if spec.id not in named], passed, references)
    return {
        spec.id: [
            *effects(reports[spec.id], references.get(spec.id)),
            *([special[spec.id]] if spec.id in special else []),
            *([f"    {call}"] if (call := call_of(references.get(spec.id))) else []),
        ]
        for spec in failed
    }


def _diagnose(
    expected: Reference,
    messages: Messages,
    specs: Sequence[CheckSpec],
    reports: Mapping[str, Report],
    verdicts: Mapping[str, Verdict],
) -> Diagnosis:
    """Return the mistakes behind failed checks. Only public checks count: a name must not reveal what a hidden check
    saw; those of precision are no evidence."""
    public = {spec.id: frozenset(spec.uses) for spec in specs if not (spec.hidden or spec.slow or spec.precision)}
    failed = {}
    for check in public:
        outcome = verdicts[check].outcome
        if outcome in (Outcome.NOT_ATTEMPTED, Outcome.MISSING_FUNCTION):
            failed[check] = UNWRITTEN
        elif outcome not in (Outcome.PASSED, Outcome.GRADER_ERROR):
            failed[check] = seen(reports[check])
    if not any(observed.status == "value" for observed in failed.values()):
        return Diagnosis()
    mistakes = [
        KnownMistake(name, {check: seen(report) for check, report in fails.items() if check in public})
        for name, fails in expected.mistakes(messages).items()
    ]
    return diagnose(failed, mistakes, public, call_graph(messages.submission.source.decode("utf-8", "replace")))


def nothing_ran(exercise: Exercise, outcome: Outcome, message: str, note: str = "") -> ExerciseResult:
    """Return the result of a submission whose checks could not start, all with the same outcome."""
    checks = _all_alike(exercise, _chosen(exercise, ()), Verdict(outcome, message), whole=True)
    return _summed(exercise, checks, "L0", (note,) if note else ())


def seen(report: Report) -> Observed:
    """Return a report in the form that diagnosis takes."""
    if report.status == "value":
        try:
            return Observed("value", report.value, "", report.half, report.head + b"\0" + report.body)
        except WireError:  # the child's fault, not ours: it must not become a fault of the grader, which gives points
            return Observed("broken")
    return Observed(report.status, kind=str(report.error.get("type", "")))


def _waits(expected: Reference, specs: Sequence[CheckSpec], reports: Mapping[str, Report]) -> Iterator[str]:
    """Yield advice about code that makes the CPU wait for the accelerator more often than the reference does."""
    for spec in specs:
        reference = expected.reference(spec.id)
        mine, theirs = reports[spec.id].waits, reference.waits if reference else 0
        if not spec.hidden and reports[spec.id].status == "value" and mine > theirs:
            yield (
                f"'{spec.title}': the CPU waited {counted(mine, 'time')} for the accelerator, in the reference "
                f"{counted(theirs, 'time')}. .item(), .tolist(), .cpu(), printing a tensor and 'if tensor' wait: keep "
                "them out of loops. This costs no points."
            )


def _ran_on(device: str, specs: Sequence[CheckSpec]) -> tuple[str, ...]:
    """Return a sentence about where checks of device code ran; nothing if there were none."""
    slow = ", long trainings on the CPU" if any(spec.slow and spec.takes_device for spec in specs) else ""
    where = {SIMULATED: f"the simulated accelerator{slow}", "cpu": "the CPU, which cannot tell devices apart"}
    return (f"Checks of device code ran on {where.get(device, device.upper())}.",) if device else ()


def _by_the_engine(
    exercise: Exercise, specs: Sequence[CheckSpec], reports: Mapping[str, Report], checks: Sequence[CheckResult]
) -> Iterator[CheckResult]:
    """Yield the results of the engine's own checks, given those of the exercise's. Those with a fault of the grader may
    have passed."""
    if exercise.inputs_unchanged:
        passed = frozenset(check.id for check in checks if check.passed or check.outcome is Outcome.GRADER_ERROR)
        yield from inputs_unchanged(exercise, specs, reports, passed)
    if exercise.forbids is not None:
        public = {spec.id: reports[spec.id] for spec in specs if not spec.hidden}
        yield own_work(exercise, public, {check.id: check.message for check in checks})


def _all_alike(exercise: Exercise, specs: Sequence[CheckSpec], verdict: Verdict, whole: bool) -> list[CheckResult]:
    """Return the results of checks that did not run. `whole`: with those of the engine, so that the maximum is the same
    as ever; a fault of the grader gives their points, too."""
    reports = {spec.id: Report(spec.id, b"{}") for spec in specs}
    checks = [_check_result(exercise, spec, reports[spec.id], verdict) for spec in specs]
    for own in _by_the_engine(exercise, specs, reports, checks) if whole else ():
        if verdict.outcome is Outcome.GRADER_ERROR:
            own = replace(own, outcome=verdict.outcome, score=own.max_score, message=verdict.message)
        checks.append(own)
    return sorted(checks, key=lambda check: check.hidden)


def _summed(exercise: Exercise, checks: list[CheckResult], level: str, notes: tuple[str, ...]) -> ExerciseResult:
    score, most = sum(check.score for check in checks), sum(check.max_score for check in checks)
    return ExerciseResult(exercise.slug, exercise.title, score, most, level, tuple(checks), notes=notes)


def _chosen(exercise: Exercise, only: Sequence[str]) -> list[CheckSpec]:
    """Return all checks, or the public ones in `only`. UsageError if there is no such check."""
    known = [spec.id for spec in exercise.checks]
    for name in only:
        if name not in known:
            raise UsageError(f"{exercise.slug} has no check '{name}'; it has: {', '.join(known)}")
    return [spec for spec in (*exercise.checks, *exercise.hidden_checks) if not only or spec.id in only]


def _check_result(exercise: Exercise, spec: CheckSpec, report: Report, verdict: Verdict) -> CheckResult:
    """Return the result of one check: of a hidden one nothing that the submission or a judge says."""
    most, faulty = exercise.points[spec.id], verdict.outcome is Outcome.GRADER_ERROR
    score = most if faulty or verdict.outcome is Outcome.PASSED else 0.0
    result = CheckResult(spec.id, spec.title, verdict.outcome, score, most)
    if spec.hidden:
        kind = None if score else verdict.outcome
        return replace(result, hidden=True, message=FAULT if faulty else "", kind=kind)
    return replace(
        result,
        seconds=round(report.seconds, 4),
        message=verdict.message,
        details=verdict.details,
        printed=report.printed,
        drawing=verdict.drawing,
    )
