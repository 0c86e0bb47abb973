"""The verdict on one check, and the drawing of one that passed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

from grader.course import CheckSpec
from grader.errors import WireError
from grader.grade.messages import Messages, plain
from grader.grade.plan import Judges
from grader.results import Drawing, Outcome, Panel
from grader.worker import Report

_MOST = 32  # rows or columns: more is no picture for a terminal


def drawn(spec: CheckSpec, report: Report, judges: Judges, seed: int) -> Drawing | None:
    """What judges.py draws of a passed check; None if it draws nothing, or if what came out cannot be drawn."""
    draw = None if spec.hidden else judges.drawing(spec.id)
    if draw is None:
        return None
    try:
        return _drawing(draw(judges.value(spec.id, report, seed), judges.secret(spec.id, seed)))
    except Exception:  # a picture is an extra: a strange value has none
        return None


def _drawing(made: dict[str, Any]) -> Drawing | None:
    values = tuple(tuple(float(value) for value in row) for row in made["values"])
    rows, columns = tuple(map(str, made["rows"])), tuple(map(str, made["columns"]))
    fits = len(values) == len(rows) <= _MOST and all(len(row) == len(columns) <= _MOST for row in values)
    if not fits or not all(isfinite(value) for row in values for value in row):
        return None
    every = [value for row in values for value in row]
    low, high = min([0.0, *every]), max([1.0, *every])
    return Drawing((Panel("", rows, columns, values),), low, high, title=str(made["title"]))


@dataclass(frozen=True)
class Verdict:
    outcome: Outcome
    message: str = ""
    details: tuple[str, ...] = ()
    drawing: Drawing | None = None


_FEW = 3  # names of missing parameters in a message
_SMALL = 1 << 14  # bytes of an outcome that is remembered with what is wrong in it
PASSED = Verdict(Outcome.PASSED)


def judge(
    spec: CheckSpec, report: Report, reference: Report | None, judges: Judges, seed: int, messages: Messages
) -> Verdict:
    """The verdict on one check. A reference that cannot be used is our fault, not the student's."""
    if reference is None or reference.status != ("raised" if spec.raises else "value"):
        return Verdict(Outcome.GRADER_ERROR, "the reference did not run")
    try:
        return _judge(spec, report, reference, judges, seed, messages)
    except WireError:
        return Verdict(*messages.tell(spec, Report(spec.id, b'{"status":"broken"}')))


def _judge(
    spec: CheckSpec, report: Report, reference: Report, judges: Judges, seed: int, messages: Messages
) -> Verdict:
    kinds = report.error.get("kinds") if report.status == "raised" else None
    if spec.raises and isinstance(kinds, list) and spec.raises in kinds:
        return PASSED
    if report.status != "value":
        return Verdict(*messages.tell(spec, report))
    if spec.raises:
        return Verdict(Outcome.FAILED, f"returned a result, expected it to raise {spec.raises}")
    problem = _parameters(report, reference) or _type(spec, report)
    if problem is not None:
        return problem
    own = judges.judge(spec.id)
    if own is not None:
        if judges.has_second_stage(spec.id) and (message := _misfit(_shapes(report.value), _shapes(reference.value))):
            return Verdict(Outcome.FAILED, plain(f"the trained model {message}"))
        return _judge_by(own, report, reference, judges, seed)
    if report.head == reference.head and report.body == reference.body:
        return PASSED  # equal bytes are equal values: no need to load numpy
    # Many in a class make the same mistake: to explain it takes long, to find it again does not.
    small = len(report.head) + len(report.body) < _SMALL
    return _compared(spec, report, reference) if small else _compared.__wrapped__(spec, report, reference)


@lru_cache(512)
def _compared(spec: CheckSpec, report: Report, reference: Report) -> Verdict:
    from grader.compare import DifferenceKind as Kind
    from grader.compare import compare

    try:
        found = compare(reference.value, report.value, axes=spec.axes, half=reference.half)
    except (ValueError, MemoryError, OverflowError, RecursionError):
        return Verdict(Outcome.WRONG_TYPE, "the result has a form that cannot be compared")
    if found is None:
        return PASSED
    outcome = {Kind.RETURNED_NONE: Outcome.RETURNED_NONE, Kind.WRONG_TYPE: Outcome.WRONG_TYPE}
    return Verdict(outcome.get(found.kind, Outcome.FAILED), found.message, found.details, found.drawing)


def _judge_by(own: Any, report: Report, reference: Report, judges: Judges, seed: int) -> Verdict:
    """A judge may stumble over a strange value: that is the value's fault, if it takes the reference's."""
    secret = judges.secret(report.check, seed)
    try:
        sentence = own(judges.value(report.check, report, seed), reference.value, secret)
    except WireError:
        raise
    except Exception:
        try:
            own(judges.value(report.check, reference, seed), reference.value, secret)
        except Exception as problem:
            text = f"the judge of this check failed ({type(problem).__name__})"
            return Verdict(Outcome.GRADER_ERROR, text)
        return Verdict(Outcome.WRONG_TYPE, "the result does not have the form that this check asks for")
    return PASSED if sentence is None else Verdict(Outcome.FAILED, plain(str(sentence)))


def _type(spec: CheckSpec, report: Report) -> Verdict | None:
    """Where the exercise asks for a type: every array in the result must be of it."""
    if not spec.returns or (report.kinds and set(report.kinds) == {spec.returns}):
        return None
    wanted = {"tensor": "a torch tensor", "array": "a numpy array"}.get(spec.returns, spec.returns)
    return Verdict(Outcome.WRONG_TYPE, f"expected {wanted}, got another type")


def _parameters(report: Report, reference: Report) -> Verdict | None:
    """A module must have the parameters that its stub names: values are put into them from outside."""
    for mine, expected in zip(report.notes, reference.notes, strict=False):
        if message := _misfit(mine, expected):
            return Verdict(Outcome.FAILED, plain(f"the module {message}"))
    return None


def _misfit(mine: dict[str, list[int]], expected: dict[str, list[int]]) -> str:
    """What is wrong with the names and shapes of parameters; "" if nothing is."""
    if mine == expected:
        return ""
    missing = [f"'{name}' of shape {_shape(shape)}" for name, shape in expected.items() if name not in mine]
    extra = [f"'{name}'" for name in mine if name not in expected]
    if len(missing) > _FEW:
        missing[_FEW:] = [f"and {len(missing) - _FEW} more"]
    parts = [f"has no parameter {', '.join(missing)}"] if missing else []
    parts += [f"has a parameter {', '.join(extra)} that the stub does not name"] if extra else []
    parts += [
        f"has '{name}' of shape {_shape(mine[name])}, expected {_shape(shape)}"
        for name, shape in expected.items()
        if name in mine and mine[name] != shape
    ]
    return f"{' and '.join(parts)}: keep the names and shapes of the stub"


def _shapes(value: Any) -> dict[str, list[int]]:
    """Of arrays by name. What is not an array has a shape that no reference has."""
    if not isinstance(value, dict):
        return {}
    return {str(name): list(array.shape) if hasattr(array, "shape") else [-1] for name, array in value.items()}


def _shape(shape: list[int]) -> str:
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"
