"""A student's progress: by exercise, by part, in points and in days, and what comes next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any

from grader.course import Course, Exercise
from grader.errors import UsageError
from grader.student.state import StudentState
from grader.student.workspace import Status, Workspace

SHOWN_MISTAKES = 3


@dataclass(frozen=True)
class ListedExercise:
    """An exercise, its number in the whole course, and its status: None outside a workspace."""

    exercise: Exercise
    number: int
    status: Status | None = None

    def to_json(self) -> dict[str, Any]:
        exercise = self.exercise
        keys = ("slug", "title", "minutes", "difficulty", "importance", "needs")
        return {key: getattr(exercise, key) for key in keys} | {
            "part": exercise.part.number,
            "points": exercise.max_score,
            "number": self.number,
            "status": self.status,
        }


def search(
    course: Course,
    find_workspace: Callable[[], Workspace | None],
    words: Sequence[str],
    part: int | None,
    wanted: Collection[str],
) -> list[ListedExercise]:
    """The exercises of `part` (None: of all parts) whose status is `wanted` (empty: any) and that match all `words`, in
    name or title; if no exercise of the course does, those whose statement matches. May be empty.

    UsageError if there is no such part, or if statuses are wanted and there is no workspace. `find_workspace` may
    repair a damaged state, so it is called once the part is known to exist.
    """
    known = {part.number for part in course.parts}
    if part is not None and part not in known:
        raise UsageError(f"there is no part {part}; the course has parts {', '.join(map(str, sorted(known)))}")
    workspace = find_workspace()
    if workspace is None and wanted:
        raise UsageError("there is no workspace here, so your progress is not known; make one with 'grader init'")
    words = [word.casefold() for word in words]
    found = [
        one
        for one in listed(course, workspace)
        if part in (None, one.exercise.part.number) and (not wanted or one.status in wanted)
    ]
    if any(_is_named(exercise, words) for exercise in course.exercises):
        return [one for one in found if _is_named(one.exercise, words)]
    patterns = [rf"(?<!\w){re.escape(word)}" for word in words]  # where a word starts
    texts = [(one, f"{_name(one.exercise)} {one.exercise.statement}".casefold()) for one in found]
    return [one for one, text in texts if all(re.search(pattern, text) for pattern in patterns)]


def listed(course: Course, workspace: Workspace | None) -> list[ListedExercise]:
    """All exercises of the course, with their status if there is a workspace."""
    state = workspace.state.read() if workspace else StudentState()
    return [
        ListedExercise(exercise, number, workspace.status_of(exercise, state) if workspace else None)
        for number, exercise in enumerate(course.exercises, 1)
    ]


def _is_named(exercise: Exercise, words: Sequence[str]) -> bool:
    return all(word in _name(exercise) for word in words)


def _name(exercise: Exercise) -> str:
    return f"{exercise.slug} {exercise.slug.replace('_', ' ')} {exercise.title}".casefold()


@dataclass(frozen=True)
class PartProgress:
    """One part of the course. Points are those of the best attempts."""

    number: int
    title: str
    passed: int
    started: int
    open: int
    points: float
    max_points: float
    changed: int = 0  # of those passed: changed since

    @property
    def exercises(self) -> int:
        return self.passed + self.started + self.open


@dataclass(frozen=True)
class MistakeCount:
    """A mistake, and how often checks have named it."""

    name: str
    exercise: str
    times: int


@dataclass(frozen=True)
class CourseProgress:
    """The whole course."""

    course: str
    parts: tuple[PartProgress, ...]
    streak: int  # days in a row
    days: int
    outstanding: float  # points of passed exercises that hidden checks decide
    mistakes: tuple[MistakeCount, ...]  # the most frequent ones
    next: ListedExercise | None  # the one to work on now; None if all are passed

    @property
    def total(self) -> PartProgress:
        return PartProgress(0, "", *(sum(getattr(part, key) for part in self.parts) for key in _SUMMED))

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": 1,
            **{key: getattr(self.total, key) for key in (*_SUMMED, "exercises")},
            **{key: getattr(self, key) for key in ("course", "outstanding", "streak", "days")},
            "parts": [asdict(part) for part in self.parts],
            "mistakes": [asdict(mistake) for mistake in self.mistakes],
            "next": self.next.exercise.slug if self.next else None,
        }


_SUMMED = ("passed", "started", "open", "points", "max_points", "changed")


def progress(course: Course, workspace: Workspace, here: Path, today: date) -> CourseProgress:
    """The student's progress up to today. `here`: the folder they are in."""
    state, every = workspace.state.read(), listed(course, workspace)
    parts = []
    for part, group in groupby(every, lambda one: one.exercise.part):
        members = list(group)
        status = Counter(one.status for one in members)
        points = sum(min(state.record(one.exercise.slug).best, one.exercise.max_score) for one in members)
        most = sum(one.exercise.max_score for one in members)
        passed = status[Status.PASSED] + status[Status.CHANGED]
        counts = (passed, status[Status.STARTED], status[Status.OPEN])
        parts.append(PartProgress(part.number, part.title, *counts, points, most, status[Status.CHANGED]))
    mistakes = [
        MistakeCount(name, slug, times) for slug in course.slugs for name, times in state.record(slug).mistakes.items()
    ]
    mistakes.sort(key=lambda mistake: (-mistake.times, mistake.exercise, mistake.name))
    current = workspace.current(course, here)
    done = [state.record(one.exercise.slug) for one in every if one.status in (Status.PASSED, Status.CHANGED)]
    return CourseProgress(
        course=course.title,
        parts=tuple(parts),
        streak=state.streak(today),
        days=len(state.days),
        outstanding=sum(record.outstanding for record in done),
        mistakes=tuple(mistakes[:SHOWN_MISTAKES]),
        next=next((one for one in every if current and one.exercise.slug == current.slug), None),
    )
