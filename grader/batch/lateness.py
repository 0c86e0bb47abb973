"""What lateness takes off the points of one attempt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from math import ceil

from grader.batch.exact import exact, shown
from grader.batch.items import Item
from grader.course.policy import ALL, Late, Of, Per
from grader.store import Attempt

_UNITS = {Per.DAY: 86400, Per.HOUR: 3600}
_NAMES = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


@dataclass(frozen=True)
class Cost:
    """What is left, and why, in words; "" if nothing was late."""

    score: Fraction
    words: str = ""


def after_lateness(late: Late | None, item: Item, attempt: Attempt, earned: Fraction, most: Fraction) -> Cost:
    if late is None:
        return Cost(earned)
    seconds = _seconds(late, item, attempt)
    if seconds is not None and seconds <= 0:
        return Cost(earned)
    if seconds is not None and seconds <= late.grace.total_seconds():
        return Cost(earned, f"{_about(seconds)} late, within the grace of {_length(late.grace)}")
    end = late.no_credit_after
    if seconds is not None and end is not None and seconds > end.total_seconds():
        return Cost(Fraction(0), f"more than {_length(end)} late: no credit")
    times, words = _times(late, seconds)
    percent = min(exact(late.penalty) * times, exact(late.at_most))
    base = earned if late.of is Of.EARNED else most
    of_what = "" if late.of is Of.EARNED else " of the maximum"
    return Cost(max(Fraction(0), earned - base * percent / 100), f"{words}: −{shown(percent)} %{of_what}")


def _seconds(late: Late, item: Item, attempt: Attempt) -> float | None:
    """After the due date if there is one and the time is known, else what the LMS says. None: late, not by how much."""
    due = next((late.due[name] for name in (item.name, item.part, ALL) if name in late.due), None)
    if due is not None and attempt.submitted is not None:
        return (attempt.submitted - due).total_seconds()
    return attempt.late_seconds


def _times(late: Late, seconds: float | None) -> tuple[int, str]:
    """How often the penalty is taken off. Who is late by nobody knows how much gets it once."""
    if seconds is None:
        return 1, "marked as late"
    if late.per is Per.ONCE:
        return 1, f"{_about(seconds)} late"
    times = ceil(seconds / _UNITS[late.per])
    return times, f"{_counted(times, late.per.value)} late"


def _about(seconds: float) -> str:
    """ "2 days": in the largest unit that there is one of, rounded down."""
    name, unit = next(((name, unit) for name, unit in _NAMES if seconds >= unit), _NAMES[-1])
    return _counted(int(seconds // unit), name)


def _length(time: timedelta) -> str:
    """ "90 minutes": in the largest unit that it is a multiple of."""
    seconds = int(time.total_seconds())
    name, unit = next((name, unit) for name, unit in _NAMES if seconds % unit == 0)
    return _counted(seconds // unit, name)


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"
