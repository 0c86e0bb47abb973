"""How far a student is: by part, in points, in days, and what comes next."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from grader.course import Course, Exercise
from grader.student.state import StudentState
from grader.student.workspace import Status, Workspace

SHOWN_MISTAKES = 3


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
    next: str | None  # slug
    started: bool  # has the next one been started?

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
            "next": self.next,
        }


_SUMMED = ("passed", "started", "open", "points", "max_points")


def progress(course: Course, workspace: Workspace, here: Path, today: date) -> CourseProgress:
    """Where the student stands today. `here`: the folder they are in."""
    state = workspace.state.read()
    status = {folder.slug: workspace.status_of(folder, state) for folder in course.folders}
    by_part: dict[int, list[Exercise]] = {}
    for exercise in course.exercises:
        by_part.setdefault(exercise.part.number, []).append(exercise)
    current = workspace.current(course, here)
    passed = [state.record(slug) for slug, found in status.items() if found is Status.PASSED]
    return CourseProgress(
        course=course.title,
        parts=tuple(_part(exercises, state, status) for exercises in by_part.values()),
        streak=state.streak(today),
        days=len(state.days),
        outstanding=sum(record.outstanding for record in passed),
        mistakes=_met_most(state, set(course.slugs)),
        next=current.slug if current else None,
        started=current is not None and status[current.slug] is Status.STARTED,
    )


def _part(exercises: list[Exercise], state: StudentState, status: dict[str, Status]) -> PartProgress:
    counts = Counter(status[exercise.slug] for exercise in exercises)
    return PartProgress(
        number=exercises[0].part.number,
        title=exercises[0].part.title,
        passed=counts[Status.PASSED],
        started=counts[Status.STARTED],
        open=counts[Status.OPEN],
        points=sum(min(state.record(exercise.slug).best, exercise.max_score) for exercise in exercises),
        max_points=sum(exercise.max_score for exercise in exercises),
    )


def _met_most(state: StudentState, known: set[str]) -> tuple[MistakeCount, ...]:
    every = [
        MistakeCount(name, slug, times)
        for slug, record in state.exercises.items()
        for name, times in record.mistakes.items()
        if slug in known
    ]
    return tuple(sorted(every, key=lambda met: (-met.times, met.exercise, met.name))[:SHOWN_MISTAKES])
