"""One submission × one exercise → a result."""

from grader.grade.grade import FAULT, Grader, nothing_ran
from grader.grade.kept import write_outcomes
from grader.grade.plan import EXACT, Setting, published, salted

__all__ = ["EXACT", "FAULT", "Grader", "Setting", "nothing_ran", "published", "salted", "write_outcomes"]
