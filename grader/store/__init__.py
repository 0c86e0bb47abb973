"""The gradebook: hand-ins, outcomes, quiz results, overrides, marks and the audit trail, in one SQLite file."""

from grader.store.book import Gradebook
from grader.store.model import (
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
from grader.store.opening import me
from grader.store.records import rescored
from grader.store.saver import Saver

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
