"""Names the mistake if it is a known one and nothing else explains the outcomes as well.

A known mistake (a misconception, in one of its spellings) is named if every check it fails fails the same way in the
submission, at least one of them with a distinctive value, and it accounts for every wrong value of the functions it is
about, as the submission itself connects them. Mistakes in different functions are each named on their own checks.

Where a second mistake blurs the rest, a function's first failed check may still show one known mistake and no other:
that is a guess, and worded as one. Checks that call a function not written yet are ignored. A wrong name is worse than
none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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
    """One spelling of a misconception: the checks it fails, with their outcomes."""

    name: str  # "mask_after_softmax.2" is its second spelling
    fails: Mapping[str, Observed]

    @property
    def mistake(self) -> str:
        """The name that all its spellings share."""
        return mistake_of(self.name)


def mistake_of(name: str) -> str:
    """The name of a misconception, given that of one of its spellings."""
    return name.partition(".")[0]


@dataclass(frozen=True)
class Diagnosis:
    """Check → mistake: what is certain, and what is only likely."""

    named: Mapping[str, str] = field(default_factory=dict)
    guessed: Mapping[str, str] = field(default_factory=dict)


def diagnose(
    failed: Mapping[str, Observed],
    mistakes: Iterable[KnownMistake],
    uses: Mapping[str, frozenset[str]],
    calls: Mapping[str, frozenset[str]] | None = None,
) -> Diagnosis:
    """The mistake behind each failed check that a known mistake explains; nothing if none does.

    `failed` holds the submission's failed checks in the order of the exercise, `uses` the functions that each check
    calls, `calls` what each function of the submission names.
    """
    written = [
        KnownMistake(m.name, {check: seen for check, seen in m.fails.items() if failed.get(check) is not UNWRITTEN})
        for m in mistakes
    ]
    reached = {check: _closure(functions, calls or {}) for check, functions in uses.items()}
    fitting = [mistake for mistake in written if _fits(mistake, failed)]
    # Another mistake may explain all of this and more, or some of the same checks: then neither is certain.
    best = [m for m in fitting if not any(m.fails.keys() < other.fails.keys() for other in fitting)]
    sure = [m for m in best if not any(_competes(m, other) for other in best)]
    named = {
        check: mistake.mistake
        for mistake in sure
        if _accounts_for_its_part(mistake, failed, reached)
        for check in mistake.fails
    }
    return Diagnosis(named, _guesses(failed, written, uses, named))


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


def call_graph(source: str) -> dict[str, frozenset[str]]:
    """Each name that a source binds at the left margin → the names in its block. Nothing is parsed: a regular
    expression finds words, in comments and texts too, so that functions may seem connected that are not."""
    found: dict[str, frozenset[str]] = {}
    for block in re.split(r"^(?=\w)", source, flags=re.MULTILINE):
        if head := _BLOCK.match(block):
            found[head[1] or head[2]] = frozenset(_WORD.findall(block))
    return found


_BLOCK = re.compile(r"(?:async +)?(?:def|class) +(\w+)|(\w+) *(?::[^=\n]*)?=")
_WORD = re.compile(r"[A-Za-z_]\w*")


def _closure(names: Iterable[str], calls: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """These functions and all that they reach."""
    found, waiting = set[str](), list(names)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += [name for name in calls.get(one, ()) if name in calls]
    return frozenset(found)


def _fits(mistake: KnownMistake, failed: Mapping[str, Observed]) -> bool:
    """Does the submission fail the same checks in the same way, at least one of them with evidence?"""
    if not mistake.fails.keys() <= failed.keys() or not any(seen.is_evidence for seen in mistake.fails.values()):
        return False
    return all(alike(seen, failed[check]) for check, seen in mistake.fails.items())


def _competes(one: KnownMistake, other: KnownMistake) -> bool:
    return one.mistake != other.mistake and bool(one.fails.keys() & other.fails.keys())


def _accounts_for_its_part(
    mistake: KnownMistake, failed: Mapping[str, Observed], reached: Mapping[str, frozenset[str]]
) -> bool:
    """Does the mistake explain every wrong value of the functions it is about?"""
    part = frozenset[str]().union(*(reached.get(check, frozenset()) for check in mistake.fails))
    return all(
        check in mistake.fails or seen.status != "value" or not part & reached.get(check, frozenset())
        for check, seen in failed.items()
    )


def _guesses(
    failed: Mapping[str, Observed],
    mistakes: list[KnownMistake],
    uses: Mapping[str, frozenset[str]],
    named: Mapping[str, str],
) -> dict[str, str]:
    """The only known mistake that gives the value of a function's first failed check, by check.

    It must fail nothing that the submission passes.
    """
    found: dict[str, str] = {}
    met = set[str]()  # functions of which a check has failed before
    for check, seen in failed.items():
        functions = uses.get(check, frozenset())
        first, met = not functions & met, met | functions
        if not first or check in named or not seen.is_evidence:
            continue
        same = [mistake for mistake in mistakes if check in mistake.fails and alike(mistake.fails[check], seen)]
        if len({mistake.mistake for mistake in same}) == 1 and any(m.fails.keys() <= failed.keys() for m in same):
            found[check] = same[0].mistake
    return found
