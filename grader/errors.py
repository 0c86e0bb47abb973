"""All errors, as one tree:

GraderError                a sentence for people, never a traceback
├── UsageError             the command or its arguments (exit 2)
│   └── SubmissionError    the file to grade cannot be read (exit 2)
├── ContentError           a course's own files: says file, line and remedy (exit 2)
└── GraderFault            our own failure, never the student's (exit 3)
    └── WireError          a child sent bytes that are no outcome
"""

from __future__ import annotations

from pathlib import Path


class GraderError(Exception):
    """Base of every error this package raises on purpose."""

    exit_code = 3


class UsageError(GraderError):
    """The command or its arguments are wrong, or something does not exist."""

    exit_code = 2


class SubmissionError(UsageError):
    """The submission cannot be read at all."""


class ContentError(GraderError):
    """A course file is wrong. The message names the file, the line and the remedy."""

    exit_code = 2

    def __init__(self, path: Path | str, problem: str, line: int | None = None) -> None:
        self.path = Path(path)
        self.line = line
        self.problem = problem
        place = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{place}: {problem}")


class GraderFault(GraderError):
    """The grader failed. Never costs a student points."""


class WireError(GraderFault):
    """Bytes from a child that do not follow the format."""


def reason_of(problem: OSError, otherwise: str = "no reason given") -> str:
    """The reason of the operating system, in lower case for the middle of a sentence."""
    return (problem.strerror or otherwise).lower()
