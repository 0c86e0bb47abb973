"""The gradebook: hand-ins, outcomes, quiz results, overrides, marks and the audit trail, in one SQLite file."""

from __future__ import annotations

from grader.gradebook.database import me
from grader.gradebook.gradebook import Gradebook, Saver
from grader.gradebook.model import (
    GRADEBOOK,
    Attempt,
    Change,
    Counts,
    Detail,
    Entry,
    Graded,
    HandIn,
    Kind,
    MarkRow,
    Override,
    QuestionScore,
    QuizResult,
    Received,
    Record,
    Setup,
    State,
    Student,
    What,
    Work,
)
from grader.gradebook.outcomes import rescored

__all__ = [
    "GRADEBOOK",
    "Attempt",
    "Change",
    "Counts",
    "Detail",
    "Entry",
    "Gradebook",
    "Graded",
    "HandIn",
    "Kind",
    "MarkRow",
    "Override",
    "QuestionScore",
    "QuizResult",
    "Received",
    "Record",
    "Saver",
    "Setup",
    "State",
    "Student",
    "What",
    "Work",
    "me",
    "rescored",
]
