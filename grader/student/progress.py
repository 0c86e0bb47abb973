"""How far a student is: exercise by exercise, by part, in points, in days, and what comes next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from grader.course import Course, Exercise
from grader.errors import UsageError
from grader.student.state import StudentState
from grader.student.workspace import Status, Workspace

SHOWN_MISTAKES = 3


@dataclass(frozen=True)
class ListedExercise:
    """An exercise, its number in the whole course, and how far it is: None outside a workspace."""

    exercise: Exercise
    number: int
    status: Status | None = None

    def to_json(self) -> dict[str, Any]:
        exercise = self.exercise
        return {
            "part": exercise.part.number,
            "slug": exercise.slug,
            "title": exercise.title,
            "minutes": exercise.minutes,
            "difficulty": exercise.difficulty,
            "importance": exercise.importance,
            "points": exercise.max_score,
            "needs": exercise.needs,
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
    """The exercises of a part, or of all, with one of the wanted statuses, or any, that match the words: all of them
    in its name or title; if no exercise has them there, in its statement. UsageError if there is no such part, or
    statuses are wanted and there is no workspace: that is looked for once the part is known to be right."""
    known = {part.number for part in course.parts}
    if part is not None and part not in known:
        raise UsageError(f"there is no part {part}; the course has parts {', '.join(map(str, sorted(known)))}")
    workspace = find_workspace()
    if workspace is None and wanted:
        raise UsageError("there is no workspace here that knows what you have passed; make one with 'grader init'")
    words = [word.casefold() for word in words]
    found = [
        one
        for one in listed(course, workspace)
        if part in (None, one.exercise.part.number) and (not wanted or one.status in wanted)
    ]
    if any(_is_named(exercise, words) for exercise in course.exercises):
        return [one for one in found if _is_named(one.exercise, words)]
    patterns = [rf"(?<!\w){re.escape(word)}" for word in words]  # the beginning of a word
    texts = [(one, f"{_name(one.exercise)} {one.exercise.statement}".casefold()) for one in found]
    return [one for one, text in texts if all(re.search(pattern, text) for pattern in patterns)]


def listed(course: Course, workspace: Workspace | None) -> list[ListedExercise]:
    """All exercises of the course."""
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

    @property
    def exercises(self) -> int:
        return self.passed + self.started + self.open


@dataclass(frozen=True)
class MistakeCount:
    """A mistake that was named, and how often it was met."""

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
    mistakes: tuple[MistakeCount, ...]
    next: ListedExercise | None  # the one to work on now; None if all are passed

    @property
    def total(self) -> PartProgress:
        sums = {key: sum(getattr(part, key) for part in self.parts) for key in _SUMMED}
        return PartProgress(0, "", **sums)

    def to_json(self) -> dict[str, Any]:
        total = {key: getattr(self.total, key) for key in (*_SUMMED, "exercises")}
        return {
            "schema": 1,
            "course": self.course,
            **total,
            "outstanding": self.outstanding,
            "streak": self.streak,
            "days": self.days,
            "parts": [asdict(part) for part in self.parts],
            "mistakes": [asdict(mistake) for mistake in self.mistakes],
            "next": self.next.exercise.slug if self.next else None,
        }


_SUMMED = ("passed", "started", "open", "points", "max_points")


def progress(course: Course, workspace: Workspace, here: Path, today: date) -> CourseProgress:
    """Where the student stands today. `here`: the folder they are in."""
    state, every = workspace.state.read(), listed(course, workspace)
    by_part: dict[int, list[ListedExercise]] = {}
    for one in every:
        by_part.setdefault(one.exercise.part.number, []).append(one)
    current = workspace.current(course, here)
    passed = [state.record(one.exercise.slug) for one in every if one.status is Status.PASSED]
    return CourseProgress(
        course=course.title,
        parts=tuple(_part(exercises, state) for exercises in by_part.values()),
        streak=state.streak(today),
        days=len(state.days),
        outstanding=sum(record.outstanding for record in passed),
        mistakes=_met_most(state, set(course.slugs)),
        next=next((one for one in every if current and one.exercise.slug == current.slug), None),
    )


def _part(exercises: list[ListedExercise], state: StudentState) -> PartProgress:
    counts, part = Counter(one.status for one in exercises), exercises[0].exercise.part
    return PartProgress(
        number=part.number,
        title=part.title,
        passed=counts[Status.PASSED],
        started=counts[Status.STARTED],
        open=counts[Status.OPEN],
        points=sum(min(state.record(one.exercise.slug).best, one.exercise.max_score) for one in exercises),
        max_points=sum(one.exercise.max_score for one in exercises),
    )


def _met_most(state: StudentState, known: set[str]) -> tuple[MistakeCount, ...]:
    every = [
        MistakeCount(name, slug, times)
        for slug, record in state.exercises.items()
        for name, times in record.mistakes.items()
        if slug in known
    ]
    return tuple(sorted(every, key=lambda met: (-met.times, met.exercise, met.name))[:SHOWN_MISTAKES])
