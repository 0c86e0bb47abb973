"""What checks and the numbers in a statement must be, seen in the recorded runs of the reference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from grader.author.mutants import listed_as_equivalent
from grader.author.trial import TrialRuns
from grader.compare import read_parts, unnamed
from grader.course import CheckSpec

Numbers = np.ndarray[Any, np.dtype[np.float64]]
_EXAMPLE = re.compile(r"^```example\n(.*?)^```", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.])[-−]?(?:\d+\.\d+|\d+|\.\d+)(?:e-?\d+)?(?![\w]|\.\d)")
_FEW_SETTINGS = 2


def broken_rules(trial: TrialRuns) -> Iterator[str]:
    """Yield every breach of a rule, in words for the author."""
    yield from _unnamed_parts(trial)
    yield from _examples_without_check(trial)
    yield from _constant_points(trial)


def _unnamed_parts(trial: TrialRuns) -> Iterator[str]:
    """Results of several values whose parts have no names: messages could only count them."""
    for spec in trial.specs:
        report = trial.expected[trial.settings[0]].get(spec.id)
        if ";" in spec.axes:
            yield f"'{spec.id}' names axes of several parts; write parts=\"name: axes; name: axes\" instead"
        elif (
            report
            and report.status == "value"
            and not trial.judges.find("judge", spec.id)
            and unnamed(report.value, read_parts(spec.parts))
        ):
            yield f"'{spec.id}' returns several values; name them, as in parts=\"weights: query key; output\""


def _examples_without_check(trial: TrialRuns) -> Iterator[str]:
    """Numbers of a worked example, a code block marked `example`, that are in no public check."""
    blocks = _EXAMPLE.findall(trial.exercise.statement)
    if not blocks:
        yield "README.md marks no worked example; write ```example above its numbers, which then must be in a check"
        return
    tried = np.array([*_tried(trial, trial.exercise.checks)], float)
    for block in blocks:
        missing = [text for text in _NUMBER.findall(block) if not _is_in(text, tried)]
        if missing:
            few, first = ", ".join(dict.fromkeys(missing[:5])), block.strip().splitlines()[0].strip()[:40]
            yield f"the worked example '{first}…' has numbers that are in no public check: {few}"


def _constant_points(trial: TrialRuns) -> Iterator[str]:
    """Checks whose outcome is the same for every seed, though the statement does not print its numbers."""
    known = listed_as_equivalent(trial.exercise, "constant")
    printed = np.array([_number(text) for text in _NUMBER.findall(trial.exercise.statement)], float)
    for spec in trial.specs:
        reports = [reports[spec.id] for reports in trial.expected.values() if spec.id in reports]
        if len(reports) < _FEW_SETTINGS or reports[0].status != "value" or trial.judges.find("judge", spec.id):
            continue
        if any((report.head, report.body) != (reports[0].head, reports[0].body) for report in reports):
            if spec.id in known:
                yield f"equivalent.yaml lists '{spec.id}' as constant, but its outcome depends on the seed"
            continue
        numbers = [*_numbers(reports[0].value)]
        shown = numbers and all(np.any(np.abs(printed - number) <= 1e-6 + 0.01 * abs(number)) for number in numbers)
        if not shown and spec.id not in known:
            yield (
                f"'{spec.id}' has the same outcome under every seed, so an answer can be written down; draw its inputs "
                "from rng, print its numbers in the statement, or list it in equivalent.yaml as 'constant'"
            )


def _tried(trial: TrialRuns, specs: Sequence[CheckSpec]) -> Iterator[float]:
    """Yield every number that these checks hand to the reference or get from it."""
    for spec in specs:
        report = trial.expected[trial.settings[0]].get(spec.id)
        if report is None:
            continue
        for call in report.noted.get("calls", ()):
            for part in (*(p for a in call["arguments"].values() for p in a["parts"]), *call.get("result", ())):
                yield from (float(text) for text in part.get("values", ()) if text not in ("True", "False"))
                yield from map(float, part["shape"])
        if report.status == "value":
            yield from _numbers(report.value)


def _numbers(value: Any) -> Iterator[float]:
    """Yield the finite numbers in a value; booleans are none."""
    if isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _numbers(item)
    elif isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
        yield from _finite(value.ravel().tolist())
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _finite([value])


def _finite(numbers: Iterable[float]) -> Iterator[float]:
    return (float(number) for number in numbers if abs(number) < float("inf"))


def _number(text: str) -> float:
    return float(text.replace("−", "-"))


def _is_in(text: str, numbers: Numbers) -> bool:
    """Is a printed number among these, rounded or cut off to its digits?"""
    mantissa = text.partition("e")[0]
    unit = 10.0 ** -len(mantissa.partition(".")[2])
    return bool(np.any(np.abs(numbers - _number(text)) < unit if "." in text else numbers == _number(text)))
