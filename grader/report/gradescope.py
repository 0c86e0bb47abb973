"""A student's mark as Gradescope's autograder format, `results.json`.

No test is hidden from the student: that would hide the total, too. A hidden check shows its sentence and how it ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.report.feedback import Feedback, Section
from grader.report.names import readable
from grader.report.terminal import PRINTED_LINES, in_words
from grader.results import CheckResult, Outcome

SCHEMA = 1
_EARNS = (Outcome.PASSED, Outcome.GRADER_ERROR)


def gradescope_json(page: Feedback, seconds: float) -> dict[str, Any]:
    """The score is the mark, whatever the tests sum up to: lateness, weights and overrides are in it."""
    return {
        "score": float(page.total),
        "execution_time": round(seconds, 3),
        "output": "\n".join(_summary(page)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [test for number, section in enumerate(page.sections, 1) for test in _tests(section, number)],
        "extra_data": {"schema": SCHEMA, "student": page.student, "max_score": float(page.maximum)},
    }


def _summary(page: Feedback) -> Iterator[str]:
    yield f"{page.total} of {page.maximum} points ({page.percent} %)"
    yield from map(readable, page.problems)
    for section in page.sections:
        steps = section.steps or (f"{section.score} of {section.maximum}",)
        yield readable(f"{section.title}: {', '.join(steps)}")
        if section.decision and section.decision.comment:
            yield f"  {readable(section.decision.comment)}"


def _tests(section: Section, number: int) -> Iterator[dict[str, Any]]:
    if section.result is None:
        words = ", ".join(section.steps or section.badges)
        score, most = float(section.score), float(section.maximum)
        yield _test(section.title, f"{number}", score, most, score >= most, readable(words))
        return
    for place, check in enumerate(section.result.checks, 1):
        name = f"{section.title}: {check.title}"
        output = "\n".join(_said(check))
        yield _test(name, f"{number}.{place}", check.score, check.max_score, check.outcome in _EARNS, output)


def _test(name: str, number: str, score: float, most: float, passed: bool, output: str) -> dict[str, Any]:
    return {
        "name": readable(name),
        "number": number,
        "score": score,
        "max_score": most,
        "status": "passed" if passed else "failed",
        "output": output,
        "visibility": "visible",
    }


def _said(check: CheckResult) -> Iterator[str]:
    if check.passed:
        return
    if check.hidden or not check.message:
        yield in_words(check)
    if check.hidden:
        return
    yield from (line for line in (check.message, *check.details, check.diagnosis or "") if line)
    if check.advice:
        yield f"→ {check.advice}"
    if check.printed.strip():
        yield from ("printed:", *check.printed.rstrip().split("\n")[:PRINTED_LINES])
