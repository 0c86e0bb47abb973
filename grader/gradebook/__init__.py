"""The gradebook: deliveries, outcomes, quiz results, overrides, marks and the audit trail, in one SQLite file."""

from __future__ import annotations

from grader.gradebook.database import me
from grader.gradebook.gradebook import Gradebook, Saver
from grader.gradebook.model import (
    GRADEBOOK,
    Attempt,
    AttemptDetail,
    AttemptState,
    AuditEntry,
    AuditEvent,
    ChosenAssignment,
    Decision,
    DecisionKind,
    Delivery,
    Graded,
    GradingSetup,
    HandIn,
    ItemKind,
    MarkChange,
    MarkRow,
    Override,
    QuestionScore,
    QuizResult,
    Student,
    StudentHistory,
    Work,
    file_json,
)
from grader.gradebook.students import KnownStudents

__all__ = [
    "GRADEBOOK",
    "Attempt",
    "AttemptDetail",
    "AttemptState",
    "AuditEntry",
    "AuditEvent",
    "ChosenAssignment",
    "Decision",
    "DecisionKind",
    "Delivery",
    "Gradebook",
    "Graded",
    "GradingSetup",
    "HandIn",
    "ItemKind",
    "KnownStudents",
    "MarkChange",
    "MarkRow",
    "Override",
    "QuestionScore",
    "QuizResult",
    "Saver",
    "Student",
    "StudentHistory",
    "Work",
    "file_json",
    "me",
]
