"""Names the mistake if it is a known one and nothing else explains the outcomes as well.

A known mistake (a misconception) is named if every check it fails fails the same way in the submission, at least one
of them with a distinctive value, and it accounts for every wrong value of the functions it is about. Mistakes in
different functions are each named on their own checks. Checks that call a function not written yet are ignored. A
wrong name is worse than none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Observed:
    """The outcome of one check: a value, or how it ended instead."""

    status: str
    value: Any = None
    kind: str = ""  # of an exception
    half: bool = False
    key: bytes = b""  # equal keys are equal outcomes

    @property
    def is_evidence(self) -> bool:
        """Can this outcome identify a mistake? Exceptions, constants and all-NaN come from many."""
        from grader.compare import is_evidence  # loads numpy, which a submission that passes never needs

        return self.status == "value" and is_evidence(self.value)


UNWRITTEN = Observed("unwritten")  # the check calls a function that the student has not started


@dataclass(frozen=True)
class KnownMistake:
    """A misconception: the checks it fails, with their outcomes."""

    name: str
    fails: Mapping[str, Observed]


def diagnose(
    failed: Mapping[str, Observed], mistakes: list[KnownMistake], uses: Mapping[str, frozenset[str]]
) -> dict[str, str]:
    """The mistake behind each failed check that a known mistake explains, by check; empty if none does.

    `failed` holds the submission's failed checks, `uses` the functions that each check calls.
    """
    written = [
        KnownMistake(m.name, {check: seen for check, seen in m.fails.items() if failed.get(check) is not UNWRITTEN})
        for m in mistakes
    ]
    fitting = [mistake for mistake in written if _fits(mistake, failed)]
    # Another mistake may explain all of this and more, or some of the same checks: then neither is certain.
    best = [m for m in fitting if not any(m.fails.keys() < other.fails.keys() for other in fitting)]
    sure = [m for m in best if not any(other is not m and m.fails.keys() & other.fails.keys() for other in best)]
    named = [mistake for mistake in sure if _accounts_for_its_part(mistake, failed, uses)]
    return {check: mistake.name for mistake in named for check in mistake.fails}


def alike(one: Observed, other: Observed) -> bool:
    """Did two implementations do the same in a check?"""
    if one.status != other.status or one.status != "value":
        return (one.status, one.kind) == (other.status, other.kind)
    if one.key and one.key == other.key:
        return True
    from grader.compare import same  # as above

    try:
        return same(one.value, other.value, half=one.half and other.half)
    except (ValueError, MemoryError, OverflowError, RecursionError):  # a value of impossible form
        return False


def _fits(mistake: KnownMistake, failed: Mapping[str, Observed]) -> bool:
    """Does the submission fail the same checks in the same way, at least one of them with evidence?"""
    if not mistake.fails.keys() <= failed.keys() or not any(seen.is_evidence for seen in mistake.fails.values()):
        return False
    return all(alike(seen, failed[check]) for check, seen in mistake.fails.items())


def _accounts_for_its_part(
    mistake: KnownMistake, failed: Mapping[str, Observed], uses: Mapping[str, frozenset[str]]
) -> bool:
    """Does the mistake explain every wrong value of the functions it is about?"""
    part = frozenset[str]().union(*(uses.get(check, frozenset()) for check in mistake.fails))
    return all(
        check in mistake.fails or seen.status != "value" or not part & uses.get(check, frozenset())
        for check, seen in failed.items()
    )
