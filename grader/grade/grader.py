"""Grades a submission: run its checks, judge what came out, name the mistake."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from grader.course import CheckSpec, Course, Exercise
from grader.diagnose import UNWRITTEN, KnownMistake, Observed, diagnose
from grader.errors import GraderFault, UsageError, WireError
from grader.files import digest_of, package_digest
from grader.grade.messages import Messages, own_work
from grader.grade.plan import Judges, Setting, forbidden_by, modules_for, of_submission, published, request_for
from grader.grade.reference import VERSION, Reference, ReferenceOutcomes, from_cache, to_cache
from grader.grade.verdict import PASSED, Verdict, drawn, judge
from grader.results import CheckResult, Drawing, ExerciseResult, Outcome
from grader.submission import Submission
from grader.worker import Report, Worker
from grader.worker.devices import SIMULATED

Hear = Callable[[str, str], object]  # a check, and what it has printed now

_OWN = "submission"  # the name under which outcomes of a submission are kept


class SlowChecks:
    """Listens to a submission of one exercise. Its slow checks are kept as soon as they end, so that nobody waits twice
    for the same training."""

    def __init__(
        self,
        exercise: Exercise,
        submission: Submission,
        setting: Setting,
        specs: Sequence[CheckSpec],
        kept: bool,
        hear: Hear | None,
    ) -> None:
        self._exercise = exercise
        self._submission = submission
        self._setting = setting
        self._titles = {spec.id: spec.title for spec in specs if kept and spec.slow and not spec.hidden}
        self._known: dict[str, Report] = {}
        self._hear = hear

    @property
    def listens(self) -> bool:
        return self._hear is not None or bool(self._titles)

    def known(self) -> dict[str, Report]:
        """The reports of slow checks that ended in an earlier run of the same code."""
        for check in self._titles:
            outcomes = from_cache(self._key(check))
            if outcomes is not None:
                self._known[check] = outcomes.reports[_OWN][check]
        return self._known

    def notes(self) -> tuple[str, ...]:
        return tuple(
            f"Not run again, for the code is the same as before: '{self._titles[check]}'." for check in self._known
        )

    def printed(self, check: str, text: bytes) -> None:
        if self._hear is not None:
            self._hear(check, text.decode("utf-8", "replace"))

    def finished(self, report: Report) -> None:
        """Only values are kept: on another day a timeout may not happen."""
        with suppress(WireError):
            if report.check in self._titles and report.status == "value":
                to_cache(self._key(report.check), ReferenceOutcomes({_OWN: {report.check: report}}))

    def _key(self, check: str) -> str:
        exercise, mine = self._exercise, self._submission
        setting = self._setting if exercise.needs_device else replace(self._setting, device="")
        judges = exercise.judges_path
        files = [f"{name} {hashlib.sha256(content).hexdigest()}" for name, content in mine.files]
        parts = [_OWN, str(VERSION), sys.version, package_digest(), str(setting), exercise.slug, check]
        parts += [exercise.checks_source, exercise.provided_source or "", judges.read_text() if judges else ""]
        parts += [" ".join(forbidden_by(exercise))]
        return digest_of([*parts, hashlib.sha256(mine.source).hexdigest(), mine.filename, *files])


FAULT = "the grader failed here"
_NOT_BEGUN = (Outcome.NOT_ATTEMPTED, Outcome.MISSING_FUNCTION)


@dataclass(frozen=True)
class _GradingCase:
    """A submission of an exercise under one setting, with everything that judging it needs."""

    exercise: Exercise
    submission: Submission
    setting: Setting
    judges: Judges
    expected: Reference
    messages: Messages

    def judge(self, spec: CheckSpec, report: Report) -> Verdict:
        reference = self.expected.reference(spec.id)
        return judge(spec, report, reference, self.judges, self.setting.seed_of(self.exercise), self.messages)

    def draw(self, spec: CheckSpec, report: Report) -> Drawing | None:
        return drawn(spec, report, self.judges, self.setting.seed_of(self.exercise))


class Grader:
    """Grades submissions of a course, one after the other, on one worker."""

    def __init__(self, course: Course, worker: Worker, keep: bool = True, device: str = SIMULATED) -> None:
        self._course = course
        self._worker = worker
        self._keep = keep
        worker.allow(course.packages)
        self._published = published(course.seed, device)
        self._loaded: set[str] = set()
        self._known: dict[tuple[Exercise, Setting], tuple[Judges, Reference]] = {}

    def grade(
        self,
        exercise: Exercise,
        submission: Submission,
        *,
        only: Sequence[str] = (),
        setting: Setting | None = None,
        hear: Hear | None = None,
    ) -> ExerciseResult:
        """The result of every check, or of those in `only`. Raises for bad content, never for a bad submission.

        `hear` is told what public checks print, as they print it.
        """
        setting = setting or self._published
        specs = _chosen(exercise, only)
        try:
            self._prepare(exercise, submission, setting)
            kept = self._keep and setting == self._published
            judges, expected = self._expected(exercise, setting, kept)
            case = _GradingCase(exercise, submission, setting, judges, expected, Messages(exercise, submission))
            slow = SlowChecks(exercise, submission, setting, specs, kept, hear)
            result = self._result(case, specs, self._run(case, specs, slow), whole=not only)
            where = setting.device if exercise.needs_device else ""
            notes = (*submission.notes, *result.notes, *ran_on(where), *slow.notes())
            placed = tuple(
                replace(check, printed=submission.placed(check.printed)) if check.printed else check
                for check in result.checks
            )
            return replace(result, checks=placed, notes=notes, device=where)
        except GraderFault as fault:
            checks = _all_alike(exercise, specs, Verdict(Outcome.GRADER_ERROR, FAULT))
            return _summed(exercise, checks, self._level(), notes=(str(fault),))

    def edition(self, exercise: Exercise) -> ReferenceOutcomes:
        """The outcomes of reference and mistakes on the public checks, fresh, for a student edition."""
        setting, judges = self._published, Judges(exercise, self._worker)
        stub = Submission(Path(f"{exercise.slug}.py"), exercise.stub_source.encode())
        self._prepare(exercise, stub, setting)
        expected = Reference(exercise, setting, judges, kept=False)
        case = _GradingCase(exercise, stub, setting, judges, expected, Messages(exercise, stub))
        expected.learn(self._worker.run(expected.requests()))
        self._learn_mistakes(case)
        return expected.public()

    def _expected(self, exercise: Exercise, setting: Setting, kept: bool) -> tuple[Judges, Reference]:
        """What an exercise's submissions are judged by, found out once. A reference that failed is tried again."""
        known = self._known.get((exercise, setting))
        if known is None or not known[1].is_sound:
            judges = Judges(exercise, self._worker)
            known = self._known[exercise, setting] = judges, Reference(exercise, setting, judges, kept)
        return known

    def _prepare(self, exercise: Exercise, submission: Submission, setting: Setting) -> None:
        """Import torch once in the server rather than in every child, where it will be needed; a device, too."""
        mentioned = b"torch" if submission.mentions(b"torch") else b""
        for module in modules_for(exercise, setting.device, mentioned):
            if module not in self._loaded:
                self._worker.load(module)
                self._loaded.add(module)

    def _run(self, case: _GradingCase, specs: Sequence[CheckSpec], slow: SlowChecks) -> dict[str, Report]:
        """Submission and reference, side by side; without slow checks that ran on the same code before."""
        known = slow.known()
        implementation = of_submission(case.exercise, case.submission)
        rest = [spec for spec in specs if spec.id not in known]
        listener = slow if slow.listens else None
        mine = request_for(case.exercise, implementation, case.setting, case.judges, rest, listener)
        own, *theirs = self._worker.run([mine, *case.expected.requests()])
        if theirs:
            case.expected.learn(theirs)
        return known | {report.check: report for report in own}

    def _result(
        self, case: _GradingCase, specs: Sequence[CheckSpec], reports: dict[str, Report], whole: bool
    ) -> ExerciseResult:
        verdicts = {spec.id: case.judge(spec, reports[spec.id]) for spec in specs}
        names = self._names(case, specs, reports, verdicts)
        checks = [_check_result(case.exercise, spec, reports[spec.id], verdicts[spec.id]) for spec in specs]
        checks = [
            replace(check, drawing=picture)
            if check.passed and (picture := case.draw(spec, reports[spec.id]))
            else check
            for check, spec in zip(checks, specs, strict=True)
        ]
        checks = [_name(check, names.get(check.id), case.expected) for check in _follow(checks, specs)]
        if whole and case.exercise.forbids is not None:
            public = {spec.id: reports[spec.id] for spec in specs if not spec.hidden}
            checks.append(own_work(case.exercise, public, {check.id: check.message for check in checks}))
        outstanding = case.exercise.outstanding_points if whole else 0.0
        return _summed(case.exercise, checks, self._level(), outstanding)

    def _level(self) -> str:
        """What isolation the submission had. If nothing ran, it had none."""
        try:
            return self._worker.level
        except GraderFault:
            return "L0"

    def _names(
        self,
        case: _GradingCase,
        specs: Sequence[CheckSpec],
        reports: dict[str, Report],
        verdicts: dict[str, Verdict],
    ) -> dict[str, str]:
        """Check → misconception. Only public checks speak: a name must not tell what a hidden check saw."""
        public = {spec.id: spec for spec in specs if not spec.hidden and not spec.slow}
        failed = {
            check: UNWRITTEN if verdicts[check].outcome in _NOT_BEGUN else seen(reports[check])
            for check in public
            if verdicts[check].outcome not in (Outcome.PASSED, Outcome.GRADER_ERROR)
        }
        if not any(outcome.status == "value" for outcome in failed.values()):
            return {}
        self._learn_mistakes(case)
        mistakes = [
            KnownMistake(name, {check: seen(report) for check, report in reports.items() if check in public})
            for name, reports in case.expected.mistakes().items()
        ]
        return diagnose(failed, mistakes, {spec.id: frozenset(spec.uses) for spec in public.values()})

    def _learn_mistakes(self, case: _GradingCase) -> None:
        requests = case.expected.mistake_requests()
        if not requests:
            return
        specs = {spec.id: spec for spec in case.exercise.checks}
        reports = dict(zip(requests, self._worker.run(list(requests.values())), strict=True))
        case.expected.learn_mistakes(
            {
                name: {r.check: r for r in group if case.judge(specs[r.check], r) != PASSED}
                for name, group in reports.items()
            }
        )


def ran_on(device: str) -> tuple[str, ...]:
    """A sentence about where checks of device code ran; nothing if there were none."""
    where = {SIMULATED: "the simulated accelerator", "cpu": "the CPU, which cannot tell devices apart"}
    return (f"Checks of device code ran on {where.get(device, device.upper())}.",) if device else ()


def nothing_ran(exercise: Exercise, outcome: Outcome, message: str, note: str = "") -> ExerciseResult:
    """The result of a submission whose checks could not even begin, all with the same outcome."""
    checks = _all_alike(exercise, _chosen(exercise, ()), Verdict(outcome, message))
    return _summed(exercise, checks, "L0", notes=(note,) if note else ())


def _all_alike(exercise: Exercise, specs: Sequence[CheckSpec], verdict: Verdict) -> list[CheckResult]:
    return [_check_result(exercise, spec, Report(spec.id, b"{}"), verdict) for spec in specs]


def _summed(
    exercise: Exercise,
    checks: Sequence[CheckResult],
    level: str,
    outstanding: float = 0.0,
    notes: tuple[str, ...] = (),
) -> ExerciseResult:
    score, most = sum(check.score for check in checks), sum(check.max_score for check in checks)
    return ExerciseResult(exercise.slug, exercise.title, score, most, level, tuple(checks), outstanding, notes)


def seen(report: Report) -> Observed:
    """A report as diagnosis looks at it."""
    if report.status == "value":
        try:
            return Observed("value", report.value, "", report.half, report.head + b"\0" + report.body)
        except WireError:  # the child's doing, not ours: it must not end as a grader's fault, which gives points
            return Observed("broken")
    return Observed(report.status, kind=str(report.error.get("type", "")))


def _chosen(exercise: Exercise, only: Sequence[str]) -> list[CheckSpec]:
    every = [*exercise.checks, *exercise.hidden_checks]
    known = {spec.id for spec in exercise.checks}
    for name in only:
        if name not in known:
            raise UsageError(
                f"{exercise.slug} has no check '{name}'; it has: {', '.join(spec.id for spec in exercise.checks)}"
            )
    return [spec for spec in every if not only or spec.id in only]


def _check_result(exercise: Exercise, spec: CheckSpec, report: Report, verdict: Verdict) -> CheckResult:
    most = exercise.points[spec.id]
    given = most if verdict.outcome in (Outcome.PASSED, Outcome.GRADER_ERROR) else 0.0
    faulty = verdict.outcome is Outcome.GRADER_ERROR
    message = (FAULT if faulty else "") if spec.hidden else verdict.message
    return CheckResult(
        id=spec.id,
        title=spec.title,
        outcome=verdict.outcome,
        score=given,
        max_score=most,
        hidden=spec.hidden,
        seconds=0.0 if spec.hidden else round(report.seconds, 4),  # measured by the child: it could tell tales
        message=message,
        details=() if spec.hidden else verdict.details,
        printed="" if spec.hidden else report.printed,
        drawing=None if spec.hidden else verdict.drawing,
        kind=verdict.outcome if spec.hidden and not given else None,
    )


def _follow(checks: list[CheckResult], specs: Sequence[CheckSpec]) -> list[CheckResult]:
    """Where the check that this one builds on failed too, point there instead of explaining twice."""
    failed = {check.id: check for check in checks if not check.passed}
    first = {spec.id: spec.follows for spec in specs if spec.follows in failed and spec.id in failed}
    return [replace(check, follows=first[check.id]) if check.id in first else check for check in checks]


def _name(check: CheckResult, name: str | None, expected: Reference) -> CheckResult:
    if name is None:
        return check
    diagnosis, next_step = expected.advice(name)
    return replace(check, misconception=name, diagnosis=diagnosis, advice=next_step)
