"""The rule that an exercise may set: do not call the library function that does it all.

The child refuses such a call as it happens (`worker.forbidden`); here it costs its points.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.course import Exercise
from grader.errors import WireError
from grader.results import CheckResult, Outcome
from grader.worker import Report

OWN_WORK = "own_work"
_TITLE = "does the work itself"


def own_work(exercise: Exercise, reports: Mapping[str, Report], messages: Mapping[str, str]) -> CheckResult:
    """Points for not calling what the exercise forbids, by the reports of the public checks and what is said of them.
    Code of which nothing runs earns none."""
    assert exercise.forbids is not None
    most = exercise.forbids.points
    statuses = {check: _status(report) for check, report in reports.items()}
    refused = next((check for check, status in statuses.items() if status == "refused"), None)
    if refused is not None:
        return CheckResult(OWN_WORK, _TITLE, Outcome.FAILED, 0.0, most, message=messages[refused])
    if "value" not in statuses.values():
        return CheckResult(OWN_WORK, _TITLE, Outcome.NOT_ATTEMPTED, 0.0, most, message="nothing runs yet")
    return CheckResult(OWN_WORK, _TITLE, Outcome.PASSED, most, most)


def _status(report: Report) -> str:
    try:
        return report.status
    except WireError:
        return "broken"
