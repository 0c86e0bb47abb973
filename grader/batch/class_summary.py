"""What the report shows of a class as a whole, counted student by student."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from statistics import fmean, median

from grader.batch.manifest import ManifestEntry
from grader.course import Course
from grader.gradebook import Attempt, AttemptState, ItemKind, StudentHistory
from grader.marks import GradedItem, MarkingRules
from grader.render.classroom import (
    CheckFacts,
    ClassRow,
    ConcernKind,
    ItemFacts,
    MistakeFacts,
    Overview,
    Review,
    UnusedFiles,
)
from grader.render.files import file_lines
from grader.results import FileStatus

_BINS = 10
_LISTED = 100  # students under one concern
_CHECKS = 15
_MISTAKES = 30


class ClassSummary:
    def __init__(self, course: Course, rules: MarkingRules) -> None:
        self._course = course
        self._assignment = rules.assignment
        self._items = {item.name: item for item in rules.items}
        self._students = 0
        self._handed_in = 0
        self._complete = True
        self._percents: list[float] = []
        self._shares: dict[str, list[float]] = defaultdict(list)
        self._failed: Counter[tuple[str, str]] = Counter()
        self._asked: Counter[tuple[str, str]] = Counter()
        self._mistakes: Counter[tuple[str, str]] = Counter()
        self._diagnoses: dict[tuple[str, str], str] = {}
        self._review = {kind: Review(kind, (), 0) for kind in ConcernKind}
        self._unused = UnusedFiles()
        self._versions: dict[str, set[str]] = defaultdict(set)
        self._graded = ""

    def add(self, history: StudentHistory, entry: ManifestEntry) -> None:
        """Count a student."""
        self._students += 1
        self._complete &= entry.complete
        self._handed_in += bool(history.attempts or history.problems)
        if history.attempts and entry.complete and not entry.row.excused:
            self._percents.append(float(entry.row.percent))
        for attempt in history.attempts:
            if entry.attempts.get(attempt.item) == attempt.number and attempt.item in self._items:
                self._add_attempt(attempt, self._items[attempt.item])
        for mistake in entry.mistakes:
            self._mistakes[mistake.item, mistake.name] += 1
            self._diagnoses[mistake.item, mistake.name] = mistake.diagnosis
        for concern in entry.row.review:
            review = self._review[concern.kind]
            if len(review.students) < _LISTED:
                review = replace(review, students=(*review.students, (entry.row, concern)))
            else:
                review = replace(review, more=review.more + 1)
            self._review[concern.kind] = review
        self._add_files(entry.row)
        for name, values in entry.versions.items():
            self._versions[name].update(values)
        self._graded = max(self._graded, entry.graded)

    def _add_files(self, row: ClassRow) -> None:
        lines = list(file_lines(row.files))
        unused = [(row, line) for line in lines if line.status in (FileStatus.LEFT_OUT, FileStatus.UNREADABLE)]
        room = _LISTED - len(self._unused.lines)
        self._unused = UnusedFiles(
            lines=(*self._unused.lines, *unused[:room]),
            more=self._unused.more + len(unused[room:]),
            of_systems=self._unused.of_systems + sum(line.status is FileStatus.SYSTEM for line in lines),
        )

    def _add_attempt(self, attempt: Attempt, item: GradedItem) -> None:
        if attempt.state not in (AttemptState.GRADED, AttemptState.OLD) or attempt.kind is not item.kind:
            return
        worth = {name: item.points[name] for name in attempt.shares if name in item.points}
        most = sum(worth.values())
        earned = sum(points * attempt.shares[name] for name, points in worth.items())
        self._shares[item.name].append(max(0.0, earned) / most if most else 0.0)
        for name in worth:
            self._asked[item.name, name] += 1
            self._failed[item.name, name] += attempt.shares[name] < 1

    def overview(self, isolation: Mapping[str, int]) -> Overview:
        """The figures of all students that were added. `isolation`: works by level, as the gradebook counts them."""
        bins = Counter(min(_BINS - 1, int(percent * _BINS / 100)) for percent in self._percents)
        mistakes = self._most_frequent(self._mistakes, _MISTAKES)
        return Overview(
            course=self._course.title,
            assignment=self._assignment.shown,
            students=self._students,
            handed_in=self._handed_in,
            complete=self._complete,
            mean=round(fmean(self._percents), 2) if self._percents else None,
            median=round(median(self._percents), 2) if self._percents else None,
            bins=tuple(bins[at] for at in range(_BINS)),
            marked=len(self._percents),
            items=tuple(self._facts()),
            checks=tuple(self._checks()),
            mistakes=tuple(MistakeFacts(*key, self._diagnoses[key], count) for key, count in mistakes),
            review=tuple(review for review in self._review.values() if review.students),
            isolation=dict(sorted(isolation.items())),
            versions={name: tuple(sorted(values)) for name, values in sorted(self._versions.items())},
            graded=self._graded,
            unused=self._unused,
        )

    def _facts(self) -> Iterator[ItemFacts]:
        for item in self._items.values():
            shares = self._shares[item.name]
            full, mean = sum(share >= 1 for share in shares), round(100 * fmean(shares or [0]), 2)
            yield ItemFacts(item.name, item.title, f"{item.maximum:g}", len(shares), full, mean)

    def _checks(self) -> Iterator[CheckFacts]:
        """The checks and questions that most students failed."""
        for (name, check), failed in self._most_frequent(self._failed, _CHECKS):
            title, hidden = check, False
            if self._items[name].kind is ItemKind.EXERCISE:
                exercise = self._course.find(name)
                specs = {spec.id: spec for spec in (*exercise.checks, *exercise.hidden_checks)}
                if check in specs:
                    title, hidden = specs[check].title, specs[check].hidden
            yield CheckFacts(name, title, hidden, failed, self._asked[name, check])

    def _most_frequent(self, counts: Counter[tuple[str, str]], most: int) -> list[tuple[tuple[str, str], int]]:
        """Equally frequent ones in the order of the course."""
        order = {name: at for at, name in enumerate(self._items)}
        met = [(key, count) for key, count in counts.items() if count]
        return sorted(met, key=lambda one: (-one[1], order.get(one[0][0], len(order)), one[0]))[:most]
