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

_MAX_NAMED = 3  # missing parameters in a message
_MAX_DRAWN = 32  # rows or columns: more does not fit on a terminal
_MAX_REMEMBERED = 1 << 14  # bytes of an outcome whose comparison is cached


def drawn(spec: CheckSpec, report: Report, judges: Judges, seed: int) -> Drawing | None:
    """Return what judges.py draws of a passed check; None if it draws nothing, or a value that cannot be drawn."""
    draw = None if spec.hidden else judges.find("drawing", spec.id)
    if draw is None:
        return None
    try:
        return to_drawing(draw(judges.value(spec.id, report, seed), judges.secret(spec.id, seed)))
    except Exception:  # a drawing is an extra: a strange value has none
        return None


def to_drawing(made: dict[str, Any]) -> Drawing:
    """Return `{title, rows, columns, values}` as a drawing, or `{title, panels}` with several of these on one scale. It
    may also have `axes`, the names of rows and columns, and `pattern`, for cells that are on or off.

    ValueError if there are too many rows or columns to read, or numbers that are not finite.
    """
    panels = []
    for one in made.get("panels", [made]):
        values = tuple(tuple(float(value) for value in row) for row in one["values"])
        rows, columns = tuple(map(str, one["rows"])), tuple(map(str, one["columns"]))
        fits = len(values) == len(rows) <= _MAX_DRAWN and all(len(row) == len(columns) <= _MAX_DRAWN for row in values)
        if not fits or not all(isfinite(value) for row in values for value in row):
            raise ValueError("these values cannot be drawn")
        panels.append(Panel(str(one["title"]) if "panels" in made else "", rows, columns, values))
    every = [value for panel in panels for row in panel.values for value in row if value is not None]
    rows_are, columns_are = map(str, made.get("axes", ("", "")))
    return Drawing(
        tuple(panels),
        min([0.0, *every]),
        max([1.0, *every]),
        pattern=bool(made.get("pattern")),
        title=str(made["title"]),
        axes=(rows_are, columns_are),
    )


@dataclass(frozen=True)
class Verdict:
    """How a check ended, and what is shown of it."""

    outcome: Outcome
    message: str = ""
    details: tuple[str, ...] = ()
    drawing: Drawing | None = None


PASSED = Verdict(Outcome.PASSED)


def judge(
    spec: CheckSpec, report: Report, reference: Report | None, judges: Judges, seed: int, messages: Messages
) -> Verdict:
    """Return the verdict on one check. A reference that cannot be used is our fault, not the student's."""
    if reference is None or reference.status != ("raised" if spec.raises else "value"):
        return Verdict(Outcome.GRADER_ERROR, "the reference did not run")
    try:
        kinds = report.error.get("kinds") if report.status == "raised" else None
        if spec.raises and isinstance(kinds, list) and spec.raises in kinds:
            return PASSED
        if report.status != "value":
            return Verdict(*messages.describe(spec, report))
        if spec.raises:
            return Verdict(Outcome.FAILED, f"returned a result, expected it to raise {spec.raises}")
        problem = _parameters(report, reference)
        if problem:
            return Verdict(Outcome.FAILED, plain(f"the module {problem}"))
        if spec.returns and set(report.kinds) != {spec.returns}:  # every array in the result must be of this type
            wanted = {"tensor": "a torch tensor", "array": "a numpy array"}.get(spec.returns, spec.returns)
            return Verdict(Outcome.WRONG_TYPE, f"expected {wanted}, got another type")
        own = judges.find("judge", spec.id)
        if own is not None:
            staged = judges.find("second_stage", spec.id)
            if staged and (problem := _misfit(_shapes(report.value), _shapes(reference.value))):
                return Verdict(Outcome.FAILED, plain(f"the trained model {problem}"))
            return _judge_by(own, report, reference, judges, seed)
        if report.head == reference.head and report.body == reference.body:
            return PASSED  # equal bytes are equal values: no need to load numpy
        # Many students of a class make the same mistake, and explaining it is slow.
        small = len(report.head) + len(report.body) < _MAX_REMEMBERED
        return _compared(spec, report, reference) if small else _compared.__wrapped__(spec, report, reference)
    except WireError:
        return Verdict(*messages.describe(spec, Report(spec.id, b'{"status":"broken"}')))


@lru_cache(512)
def _compared(spec: CheckSpec, report: Report, reference: Report) -> Verdict:
    from grader.compare import DifferenceKind as Kind
    from grader.compare import compare

    try:
        found = compare(reference.value, report.value, axes=spec.axes, parts=spec.parts, half=reference.half)
    except (ValueError, MemoryError, OverflowError, RecursionError):
        return Verdict(Outcome.WRONG_TYPE, "the result has a form that cannot be compared")
    if found is None:
        return PASSED
    outcome = {Kind.RETURNED_NONE: Outcome.RETURNED_NONE, Kind.WRONG_TYPE: Outcome.WRONG_TYPE}
    return Verdict(outcome.get(found.kind, Outcome.FAILED), found.message, found.details, found.drawing)


def _judge_by(own: Any, report: Report, reference: Report, judges: Judges, seed: int) -> Verdict:
    """Return the verdict of an author's judge. If it raises for a value but not for the reference's, that is wrong."""
    secret = judges.secret(report.check, seed)
    try:
        sentence = own(judges.value(report.check, report, seed), reference.value, secret)
    except WireError:
        raise
    except Exception:
        try:
            own(judges.value(report.check, reference, seed), reference.value, secret)
        except Exception as problem:
            return Verdict(Outcome.GRADER_ERROR, f"the judge of this check failed ({type(problem).__name__})")
        return Verdict(Outcome.WRONG_TYPE, "the result does not have the form that this check asks for")
    return PASSED if sentence is None else Verdict(Outcome.FAILED, plain(str(sentence)))


def _parameters(report: Report, reference: Report) -> str:
    """Return how a module's parameters differ from those that its stub names, "" if they do not.

    They must have these names and shapes, as values are put into them from outside.
    """
    pairs = zip(report.notes, reference.notes, strict=False)
    return next(filter(None, (_misfit(mine, expected) for mine, expected in pairs)), "")


def _misfit(mine: dict[str, list[int]], expected: dict[str, list[int]]) -> str:
    missing = [f"'{name}' of shape {tuple(shape)}" for name, shape in expected.items() if name not in mine]
    extra = [f"'{name}'" for name in mine if name not in expected]
    if len(missing) > _MAX_NAMED:
        missing[_MAX_NAMED:] = [f"and {len(missing) - _MAX_NAMED} more"]
    parts = [f"has no parameter {', '.join(missing)}"] if missing else []
    parts += [f"has a parameter {', '.join(extra)} that the stub does not name"] if extra else []
    parts += [
        f"has '{name}' of shape {tuple(mine[name])}, expected {tuple(shape)}"
        for name, shape in expected.items()
        if mine.get(name, shape) != shape
    ]
    return f"{' and '.join(parts)}: keep the names and shapes of the stub" if parts else ""


def _shapes(value: Any) -> dict[str, list[int]]:
    """Return the shapes of the arrays in a dict, by name."""
    items = value.items() if isinstance(value, dict) else ()
    return {str(name): list(array.shape) for name, array in items if hasattr(array, "shape")}
