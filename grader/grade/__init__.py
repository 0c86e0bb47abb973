"""One submission × one exercise → a result."""

from grader.grade.grader import FAULT, Grader, nothing_ran
from grader.grade.plan import EXACT, Setting, missing_package, published, salted
from grader.grade.reference import write_outcomes

__all__ = [
    "EXACT", "FAULT", "Grader", "Setting", "missing_package", "nothing_ran", "published", "salted", "write_outcomes",
]  # fmt: skip
