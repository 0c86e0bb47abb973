"""What the grader sees by itself, whatever the mistake is called: arguments that a call changed, and what is special
about the checks that fail. Only public checks count, but for the one result about hidden ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from grader.course import CheckSpec, Exercise
from grader.errors import WireError
from grader.results import CheckResult, Outcome
from grader.text import counted
from grader.values import HIDDEN_INPUTS, INPUTS, OWN_WORK
from grader.worker import Report

TITLES = {  # of the engine's own checks
    INPUTS: "arguments are left as they were",
    HIDDEN_INPUTS: "arguments are left as they were, in hidden checks too",
    OWN_WORK: "does the work itself",
}
_LONG_CALL = 72  # characters: a longer call would not fit on a line
_FEW = 2  # checks of a function that must pass before anything is special about the others
_MANY_TIMES = 3.0  # how much longer an axis, or larger a number, must be to be special
_LONG_AXIS = 24
_NAMES = 3


def inputs_unchanged(
    exercise: Exercise, specs: Sequence[CheckSpec], reports: Mapping[str, Report], passed: frozenset[str]
) -> Iterator[CheckResult]:
    """Yield the results for leaving arguments alone: one for public checks, one for hidden ones if there are any.

    Points are earned once a check has passed: code that does nothing changes nothing. This is evidence, not proof.
    """
    for hidden in (False, True):
        group = [spec for spec in specs if spec.hidden is hidden]
        if not group:
            continue
        most, outcome, message = exercise.inputs_unchanged, Outcome.PASSED, ""
        found = {
            (function, parameter): spec.title
            for spec in reversed(group)
            for function, parameter in reports[spec.id].changed
            if parameter not in exercise.may_change.get(function, ())
        }
        if found:
            (function, parameter), title = list(found.items())[-1]
            others = f", and {counted(len(found) - 1, 'more argument')}" if len(found) > 1 else ""
            outcome = Outcome.FAILED
            message = f"{function} changes its argument '{parameter}' (in '{title}'){others}: work on a copy"
        elif not any(spec.id in passed for spec in group):
            outcome, message = (Outcome.FAILED, "") if hidden else (Outcome.NOT_ATTEMPTED, "no check passes yet")
        score = most if outcome is Outcome.PASSED else 0.0
        name = HIDDEN_INPUTS if hidden else INPUTS
        yield CheckResult(name, TITLES[name], outcome, score, most, hidden=hidden, message="" if hidden else message)


def own_work(exercise: Exercise, reports: Mapping[str, Report], messages: Mapping[str, str]) -> CheckResult:
    """Return the points for not calling what the exercise forbids, given the reports and messages of public checks.

    The child refuses such a call as it happens (`worker.library_shims`). Code of which nothing runs earns none.
    """
    assert exercise.forbids is not None
    statuses = {}
    for check, report in reports.items():
        with suppress(WireError):  # a broken report is neither a value nor a refusal
            statuses[check] = report.status
    refused = [check for check, status in statuses.items() if status == "refused"]
    most, outcome, message = exercise.forbids.points, Outcome.PASSED, ""
    if refused:
        outcome, message = Outcome.FAILED, messages[refused[0]]
    elif "value" not in statuses.values():
        outcome, message = Outcome.NOT_ATTEMPTED, "nothing runs yet"
    score = most if outcome is Outcome.PASSED else 0.0
    return CheckResult(OWN_WORK, TITLES[OWN_WORK], outcome, score, most, message=message)


def call_of(reference: Report | None) -> str:
    """Return the only call that a check makes, as Python would write it; "" if it makes several, or a long one.

    It is the reference's: the same inputs for everybody.
    """
    calls = _calls(reference)
    if len(calls) != 1:
        return ""
    texts = [f"{name}={text}" for name, text in _texts(calls[0]) if name]
    text = f"{calls[0].get('function')}({', '.join(texts)})"
    return text if all(text for _, text in _texts(calls[0])) and len(text) <= _LONG_CALL else ""


def effects(report: Report, reference: Report | None) -> Iterator[str]:
    """Yield what the calls of a failed check left behind that those of the reference did not, in sentences."""
    if reference is None:
        return
    for function, parameter in dict.fromkeys(report.echoed):
        if (function, parameter) not in reference.echoed:
            yield f"{function} returned its argument '{parameter}' as it was."
    for mine, theirs in zip(report.modules, reference.modules, strict=False):
        if mine.get("function") != theirs.get("function"):
            continue
        where = f"{mine.get('function')} left"
        parameters = mine.get("parameters")
        for key, every, some in (
            ("unchanged", "every parameter as it was: nothing was updated", "{} as they were"),
            ("without_gradient", "no parameter with a gradient", "no gradient on {}"),
        ):
            names = _more(mine, theirs, key)
            if names:
                yield f"{where} {every if len(_names(mine, key)) == parameters else some.format(_few(names))}."
        for one, other, mode in ((mine, theirs, "eval"), (theirs, mine, "training")):
            if names := _more(one, other, "eval"):
                yield f"{where} {_few(names)} in {mode} mode."


def circumstances(
    failed: Sequence[CheckSpec], passed: Sequence[CheckSpec], references: Mapping[str, Report]
) -> dict[str, str]:
    """Return for failed checks what none of the passed checks of the same functions has in its inputs, by check.

    Nothing is said where it is not one thing that tells them apart.
    """
    features = {spec.id: _features(references.get(spec.id)) for spec in (*failed, *passed)}
    found = {}
    for spec in failed:
        functions = set(spec.uses)
        good = [features[other.id] for other in passed if functions & set(other.uses) and features[other.id]]
        bad = [features[other.id] for other in failed if functions & set(other.uses) and features[other.id]]
        if len(good) < _FEW or not features[spec.id]:
            continue
        sentences = [
            sentence
            for name in features[spec.id]
            if all(name in one for one in bad)
            and (sentence := _special(name, min(one[name] for one in bad), [one.get(name) for one in good]))
        ]
        if len(sentences) == 1:
            called = " and ".join(dict.fromkeys(spec.uses))
            found[spec.id] = f"{called} passes {counted(len(good), 'other check')}; {sentences[0]}."
    return found


_SENTENCES = {
    "equal axes": "in none of them do two axes have the same length",
    "axis of one": "in none of them does an axis have length 1",
    "zero": "in none of them is a number exactly 0",
    "minus infinity": "in none of them is a number -inf",
    "hides everything": "in none of them does a mask hide everything",
    "hides a row": "in none of them does a mask hide a whole row",
    "strided": "in none of them is an array a view that is not contiguous in memory",
    "half precision": "in none of them are the numbers in half precision",
    "single precision": "in none of them are the numbers in single precision",
    "zero id": "in none of them is a whole number 0",
    "several calls": "in none of them is it called more than once",
}


def _special(name: str, here: float, there: list[float | None]) -> str:
    """What is special about a feature that no passed check has, or has far less of; "" if nothing is."""
    known = [value for value in there if value is not None]
    if sentence := _SENTENCES.get(name):
        return "" if known else sentence
    most = max(known, default=0.0)
    if here < _MANY_TIMES * most:
        return ""
    if name == "length":
        return f"in none of them is an axis longer than {most:g}, here it is {here:g}" if here >= _LONG_AXIS else ""
    if name == "id":
        return f"in none of them is a whole number over {most:g}, here it is {here:g}" if here > 256 else ""
    return f"in none of them is a number over {most:.3g}, here it is {here:.3g}" if here >= 1000 else ""


def _features(reference: Report | None) -> dict[str, float]:
    """What may be special about the inputs of a check, from the recorded calls of the reference."""
    found: dict[str, float] = {}

    def note(name: str, value: float = 1.0) -> None:
        found[name] = max(value, found.get(name, value))

    calls = _calls(reference)
    for call in calls:
        for part in parts_of(call):
            shape = [side for side in part.get("shape", ()) if isinstance(side, int)]
            note("length", float(max(shape, default=0)))
            sides = [side for side in shape if side > 1]
            flags = {
                "equal axes": len(set(sides)) < len(sides),
                "axis of one": 1 in shape,
                "strided": part.get("contiguous") is False,
                "hides everything": part.get("none") is True,
                "hides a row": part.get("empty_row") is True,
                "minus infinity": part.get("hidden") is True,
            }
            if part.get("kind") == "f" and not part.get("scalar"):
                flags["zero"] = part.get("zero") is True
                flags["half precision"], flags["single precision"] = part["itemsize"] == 2, part["itemsize"] == 4
                note("magnitude", float(part.get("largest", 0.0)))
            elif part.get("kind") == "i" and not part.get("scalar"):
                flags["zero id"] = part.get("zero") is True
                note("id", float(part.get("largest", 0.0)))
            for name, there in flags.items():
                if there:
                    note(name)
    functions = [call.get("function") for call in calls]
    if len(set(functions)) < len(functions):
        note("several calls")
    return found


def parts_of(call: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the description of every array and number in the arguments of a recorded call."""
    for argument in call.get("arguments", {}).values():
        yield from argument["parts"]


def _calls(reference: Report | None) -> list[dict[str, Any]]:
    return list(reference.noted.get("calls", ())) if reference else []


def _texts(call: dict[str, Any]) -> list[tuple[str, str]]:
    return [(name, argument["text"]) for name, argument in call.get("arguments", {}).items()]


def _names(left: Mapping[str, Any], key: str) -> list[str]:
    names = left.get(key)
    return [str(name) for name in names] if isinstance(names, list) else []


def _more(mine: Mapping[str, Any], theirs: Mapping[str, Any], key: str) -> list[str]:
    return [name for name in _names(mine, key) if name not in _names(theirs, key)]


def _few(names: list[str]) -> str:
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return ", ".join(f"'{name}'" for name in names[:_NAMES]) + more
