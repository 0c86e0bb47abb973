"""What the reference and the known mistakes compute, and the cache of these outcomes."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

from grader.course import CheckSpec, Exercise
from grader.errors import ContentError, WireError
from grader.files import digest_of, package_digest, write
from grader.grade.messages import Messages
from grader.grade.plan import EXACT, Judges, Setting, forbidden_by, of_reference, request_for
from grader.grade.verdict import PASSED, Verdict, judge
from grader.worker import Report, Request, Worker
from grader.worker.wire import Inbox, dump, load_object, pack

VERSION = 4
_MAX_FILE = 256 << 20
_MAX_FILES = 2000  # in the cache; beyond that the oldest are removed
REFERENCE = ""  # the name of the reference's outcomes; mistakes use their own
_SOUND = ("value", "raised")  # how a check of a reference may end


@dataclass
class ReferenceOutcomes:
    """Reports by implementation and check, and what a student who made a mistake is shown.

    Of a mistake only the checks that it fails are stored: diagnosis uses no others.
    """

    reports: dict[str, dict[str, Report]] = field(default_factory=dict)
    advice: dict[str, tuple[str, str]] = field(default_factory=dict)  # mistake → diagnosis, next step


def write_outcomes(outcomes: ReferenceOutcomes) -> bytes:
    """Return outcomes as one frame: an index, then all their bytes."""
    index, parts = [], []
    for name, reports in outcomes.reports.items():
        index.append([name, [[c, len(r.head), len(r.body), r.waits, r.noted] for c, r in reports.items()]])
        parts += [part for report in reports.values() for part in (report.head, report.body)]
    head, body = json.dumps({"index": index, "advice": outcomes.advice}).encode(), b"".join(parts)
    return pack(dump({"version": VERSION, "digest": _digest(head, body)}), head, body)


def _digest(head: bytes, body: bytes) -> str:
    """Return a digest, as one changed bit would make a right answer wrong, or a wrong one right."""
    return hashlib.sha256(head + body).hexdigest()


def read_outcomes(data: bytes) -> ReferenceOutcomes:
    """Return what `write_outcomes` wrote. WireError if the bytes are damaged."""
    frames = list(Inbox(max_head=_MAX_FILE, max_body=_MAX_FILE).feed(data))
    if len(frames) != 1:
        raise WireError("these outcomes cannot be read")
    info, index, parts = frames[0]
    if info != {"version": VERSION, "digest": _digest(index, parts)}:
        raise WireError("these outcomes cannot be read")
    head, body, outcomes = load_object(index), BytesIO(parts), ReferenceOutcomes()
    try:
        outcomes.advice = {name: (diagnosis, advice) for name, (diagnosis, advice) in head["advice"].items()}
        for name, entries in head["index"]:
            outcomes.reports[name] = {
                check: Report(check, body.read(first), body.read(second), waits=int(waits), noted=dict(noted))
                for check, first, second, waits, noted in entries
            }
    except (KeyError, ValueError, TypeError, AttributeError) as problem:
        raise WireError("these outcomes cannot be read") from problem
    if body.read():
        raise WireError("these outcomes cannot be read")
    return outcomes


def _cache_folder() -> Path:
    """Return the folder of the cache. RuntimeError if there is no home folder."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "attention-grader"


def from_cache(key: str) -> ReferenceOutcomes | None:
    """Return cached outcomes, None if there are none that can be read."""
    with suppress(OSError, RuntimeError, WireError):
        return read_outcomes((_cache_folder() / f"{key}.bin").read_bytes())
    return None


def to_cache(key: str, outcomes: ReferenceOutcomes) -> None:
    """Cache outcomes, where that is possible."""
    with suppress(OSError, RuntimeError):
        folder = _cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / f"{key}.bin", write_outcomes(outcomes))
        # Every change of a solution or a submission leaves files that are never used again.
        files = list(folder.glob("*.bin"))
        if len(files) > _MAX_FILES:
            files.sort(key=lambda file: file.stat().st_mtime)
            for file in files[: len(files) - _MAX_FILES // 2]:
                file.unlink()


def cache_key(exercise: Exercise, setting: Setting, *parts: str) -> str:
    """Return the key of outcomes in the cache: a digest of all that they depend on, `parts` included."""
    setting = setting if exercise.needs_device else replace(setting, device="")
    sources = [exercise.checks_source, exercise.provided_source or "", " ".join(forbidden_by(exercise))]
    paths = (exercise.judges_path, exercise.hidden_judges_path)
    judges = [path.read_text(encoding="utf-8") if path else "" for path in paths]
    version = [str(VERSION), sys.version, package_digest()]
    return digest_of([*version, str(setting), exercise.slug, *sources, *judges, *parts])


class Reference:
    """The outcomes of one exercise under one setting.

    For the published seed they never change, so they are stored: in a cache by content (if `kept`), and as data in a
    student edition, which has no solution to run. For any other seed the solution is run in a child.
    """

    def __init__(self, exercise: Exercise, setting: Setting, worker: Worker, kept: bool) -> None:
        self.exercise = exercise
        self.setting = setting
        self.judges = Judges(exercise, worker)
        self.seed = setting.seed_of(exercise)
        self._worker = worker
        self._kept = kept and setting.precision == EXACT
        self._mistakes_known = not exercise.has_solution or not exercise.misconceptions
        self._known = ReferenceOutcomes()
        if not exercise.has_solution:
            self._known = read_edition(exercise)
        elif self._kept:
            self._known = from_cache(self._key("reference")) or ReferenceOutcomes()

    def _key(self, what: str) -> str:
        parts = [self.exercise.solution_source, self.exercise.hidden_source or ""]
        if what == "mistakes":
            parts += [f"{mistake.name}\n{mistake.source}" for mistake in self.exercise.misconceptions]
        return cache_key(self.exercise, self.setting, what, *parts)

    def requests(self) -> list[Request]:
        """Return what must run to know the reference's outcomes: nothing if they are stored."""
        if REFERENCE in self._known.reports:
            return []
        specs = (*self.exercise.checks, *self.exercise.hidden_checks)
        request = request_for(self.exercise, of_reference(self.exercise), self.setting, self.judges, specs)
        recorded = tuple(replace(task, record=True) for task in request.tasks)  # of the hidden ones nothing is told
        return [replace(request, tasks=recorded)]

    def learn(self, reports: list[list[Report]]) -> None:
        """Take the reports of `requests`."""
        found = {report.check: report for group in reports for report in group}
        self._known.reports[REFERENCE] = found
        if self._kept and self.is_sound:
            to_cache(self._key("reference"), ReferenceOutcomes({REFERENCE: found}))

    @property
    def is_sound(self) -> bool:
        """False once the reference has failed a check: a passing problem of the machine, or an author's mistake."""
        return all(report.status in _SOUND for report in self._known.reports.get(REFERENCE, {}).values())

    def reference(self, check: str) -> Report | None:
        """Return the reference's report of a check, None if it has none."""
        return self._known.reports.get(REFERENCE, {}).get(check)

    def judge(self, spec: CheckSpec, report: Report, messages: Messages) -> Verdict:
        """Return the verdict on a check that ran under this setting."""
        return judge(spec, report, self.reference(spec.id), self.judges, self.seed, messages)

    def mistakes(self, messages: Messages) -> dict[str, dict[str, Report]]:
        """Return the reports of the public checks that each mistake fails. The mistakes run if they are not stored."""
        if not self._mistakes_known:
            found = from_cache(self._key("mistakes")) if self._kept else None
            if found is None:
                found = self._run_mistakes(messages)
                if self._kept:
                    to_cache(self._key("mistakes"), found)
            self._known.reports |= found.reports
            self._known.advice |= found.advice
            self._mistakes_known = True
        return {name: reports for name, reports in self._known.reports.items() if name != REFERENCE}

    def _run_mistakes(self, messages: Messages) -> ReferenceOutcomes:
        exercise, found = self.exercise, ReferenceOutcomes()
        specs = {spec.id: spec for spec in exercise.checks if not spec.slow}
        requests = [
            request_for(exercise, of_reference(exercise, mistake.source), self.setting, self.judges, specs.values())
            for mistake in exercise.misconceptions
        ]
        for mistake, reports in zip(exercise.misconceptions, self._worker.run(requests), strict=True):
            failed = {r.check: r for r in reports if self.judge(specs[r.check], r, messages) != PASSED}
            found.reports[mistake.name] = failed
            found.advice[mistake.name] = mistake.diagnosis, mistake.advice
        return found

    def advice(self, mistake: str) -> tuple[str, str]:
        """Return the diagnosis of a mistake and the next step."""
        return self._known.advice[mistake]

    def public(self) -> ReferenceOutcomes:
        """Return what a student edition contains: nothing of the hidden checks."""
        ids = {spec.id for spec in self.exercise.checks}
        shown = {check: report for check, report in self._known.reports[REFERENCE].items() if check in ids}
        return ReferenceOutcomes({**self._known.reports, REFERENCE: shown}, self._known.advice)


def read_edition(exercise: Exercise) -> ReferenceOutcomes:
    """Return the outcomes that came with a student edition. ContentError if they are missing or damaged."""
    try:
        return read_outcomes(exercise.outcomes_path.read_bytes())
    except FileNotFoundError:
        problem = "there is neither a solution nor reference outcomes to grade against; get the student edition again"
    except (WireError, OSError):
        problem = "these reference outcomes are damaged; get the student edition again"
    raise ContentError(exercise.outcomes_path, problem)
