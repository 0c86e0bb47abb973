"""What the reference and the known mistakes compute, and the cache that this is kept in."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.course import Exercise
from grader.errors import ContentError, WireError
from grader.files import digest_of, package_digest, write
from grader.grade.plan import EXACT, Judges, Setting, forbidden_by, of_reference, request_for
from grader.worker import Report, Request
from grader.worker.wire import Inbox, dump, load_object, pack

VERSION = 2
_MAX_FILE = 256 << 20
_MOST_FILES = 2000  # in the cache; beyond that the oldest go


@dataclass
class ReferenceOutcomes:
    """Reports by implementation and check, and what to tell a student who made a mistake.

    Of a mistake only the checks that it fails are kept: they are what diagnosis looks at.
    """

    reports: dict[str, dict[str, Report]] = field(default_factory=dict)
    advice: dict[str, tuple[str, str]] = field(default_factory=dict)  # mistake → diagnosis, next step


def write_outcomes(outcomes: ReferenceOutcomes) -> bytes:
    """Outcomes as one frame: an index, then all their bytes."""
    index, parts = [], []
    for name, reports in outcomes.reports.items():
        index.append([name, [[check, len(report.head), len(report.body)] for check, report in reports.items()]])
        parts += [part for report in reports.values() for part in (report.head, report.body)]
    head, body = json.dumps({"index": index, "advice": outcomes.advice}).encode(), b"".join(parts)
    return pack(dump({"version": VERSION, "digest": _digest(head, body)}), head, body)


def _digest(head: bytes, body: bytes) -> str:
    """One changed bit would make a right answer wrong, or a wrong one right."""
    return hashlib.sha256(head + body).hexdigest()


def read_outcomes(data: bytes) -> ReferenceOutcomes:
    """The reverse. WireError if the bytes are damaged."""
    frames = list(Inbox(max_head=_MAX_FILE, max_body=_MAX_FILE).feed(data))
    expected = {"version": VERSION, "digest": _digest(frames[0].head, frames[0].body)} if frames else {}
    if len(frames) != 1 or frames[0].info() != expected:
        raise WireError("kept outcomes that cannot be read")
    head, body, at = load_object(frames[0].head), frames[0].body, 0
    outcomes = ReferenceOutcomes()
    try:
        outcomes.advice = {name: (diagnosis, advice) for name, (diagnosis, advice) in head["advice"].items()}
        for name, entries in head["index"]:
            reports = outcomes.reports[name] = {}
            for check, first, second in entries:
                reports[check] = Report(check, body[at : at + first], body[at + first : at + first + second])
                at += first + second
    except (KeyError, ValueError, TypeError, AttributeError) as problem:
        raise WireError("kept outcomes that cannot be read") from problem
    if at != len(body):
        raise WireError("kept outcomes that cannot be read")
    return outcomes


def _cache_folder() -> Path | None:
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "attention-grader"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "attention-grader"
    return None


def from_cache(key: str) -> ReferenceOutcomes | None:
    folder = _cache_folder()
    if folder is not None:
        with suppress(OSError, WireError):
            return read_outcomes((folder / f"{key}.bin").read_bytes())
    return None


def to_cache(key: str, outcomes: ReferenceOutcomes) -> None:
    """A cache that cannot be written is none."""
    folder = _cache_folder()
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / f"{key}.bin", write_outcomes(outcomes))
        # Every change of a solution or a submission leaves files that nothing asks for again.
        files = list(folder.glob("*.bin"))
        if len(files) > _MOST_FILES:
            by_age = sorted(files, key=lambda file: file.stat().st_mtime)
            for file in by_age[: len(files) - _MOST_FILES // 2]:
                file.unlink()


# ---- What the reference and the known mistakes compute.
#
# For the published seed these outcomes never change, so they are kept: in a cache by content, and as data in a
# student edition, which has no solution to run. For any other seed they are computed by running the solution in
# a child.


REFERENCE = ""  # the name under which the reference's outcomes are kept; mistakes use their own


class Reference:
    """Where the outcomes of one exercise under one setting come from."""

    def __init__(self, exercise: Exercise, setting: Setting, judges: Judges, kept: bool) -> None:
        self._exercise = exercise
        self._setting = setting
        self._judges = judges
        self._kept = kept and setting.precision == EXACT
        self._mistakes_known = not exercise.has_solution
        self._known = ReferenceOutcomes()
        if not exercise.has_solution:
            self._known = read_edition(exercise)
        elif self._kept:
            self._known = from_cache(self._key("reference")) or ReferenceOutcomes()

    def requests(self) -> list[Request]:
        """What must run to know the reference's outcomes: nothing if they are kept."""
        if REFERENCE in self._known.reports:
            return []
        specs = (*self._exercise.checks, *self._exercise.hidden_checks)
        return [request_for(self._exercise, of_reference(self._exercise), self._setting, self._judges, specs)]

    def learn(self, reports: list[list[Report]]) -> None:
        found = {report.check: report for group in reports for report in group}
        self._known.reports[REFERENCE] = found
        if self._kept and all(report.status in ("value", "raised") for report in found.values()):
            to_cache(self._key("reference"), ReferenceOutcomes({REFERENCE: found}))

    @property
    def is_sound(self) -> bool:
        """False once the reference has failed in some check: a machine's bad moment, or an author's mistake."""
        found = self._known.reports.get(REFERENCE, {})
        return all(report.status in ("value", "raised") for report in found.values())

    def reference(self, check: str) -> Report | None:
        return self._known.reports.get(REFERENCE, {}).get(check)

    def mistake_requests(self) -> dict[str, Request]:
        """What must run to know the mistakes' outcomes on the public checks: nothing if they are kept."""
        if not self._mistakes_known and self._kept:
            found = from_cache(self._key("mistakes"))
            if found is not None:
                self._take_mistakes(found)
        if self._mistakes_known:
            return {}
        exercise = self._exercise
        specs = [spec for spec in exercise.checks if not spec.slow]
        return {
            m.name: request_for(exercise, of_reference(exercise, m.source), self._setting, self._judges, specs)
            for m in exercise.misconceptions
        }

    def learn_mistakes(self, failures: dict[str, dict[str, Report]]) -> None:
        """`failures`: of each mistake, the reports of the checks that it fails."""
        advice = {mistake.name: (mistake.diagnosis, mistake.advice) for mistake in self._exercise.misconceptions}
        found = ReferenceOutcomes(failures, advice)
        self._take_mistakes(found)
        if self._kept:
            to_cache(self._key("mistakes"), found)

    def mistakes(self) -> dict[str, dict[str, Report]]:
        return {name: reports for name, reports in self._known.reports.items() if name != REFERENCE}

    def advice(self, mistake: str) -> tuple[str, str]:
        return self._known.advice[mistake]

    def public(self) -> ReferenceOutcomes:
        """What a student edition takes along: nothing of the hidden checks."""
        ids = {spec.id for spec in self._exercise.checks}
        shown = {check: report for check, report in self._known.reports[REFERENCE].items() if check in ids}
        return ReferenceOutcomes({**self._known.reports, REFERENCE: shown}, self._known.advice)

    def _take_mistakes(self, found: ReferenceOutcomes) -> None:
        self._known.reports.update(found.reports)
        self._known.advice.update(found.advice)
        self._mistakes_known = True

    def _key(self, what: str) -> str:
        exercise = self._exercise
        setting = self._setting if exercise.needs_device else replace(self._setting, device="")
        parts = [what, str(VERSION), sys.version, package_digest(), str(setting), exercise.slug]
        parts += [exercise.checks_source, exercise.solution_source, exercise.hidden_source or ""]
        parts += [" ".join(forbidden_by(exercise)), exercise.provided_source or ""]
        parts += [path.read_text() for path in (exercise.judges_path, exercise.hidden_judges_path) if path is not None]
        if what == "mistakes":
            parts += [f"{mistake.name}\n{mistake.source}" for mistake in exercise.misconceptions]
        return digest_of(parts)


def read_edition(exercise: Exercise) -> ReferenceOutcomes:
    """The outcomes that came with a student edition."""
    try:
        return read_outcomes(exercise.outcomes_path.read_bytes())
    except FileNotFoundError:
        problem = "there is neither a solution nor kept outcomes to grade against; get the student edition again"
    except (WireError, OSError):
        problem = "these kept outcomes are damaged; get the student edition again"
    raise ContentError(exercise.outcomes_path, problem)
