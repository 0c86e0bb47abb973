"""One submission × one exercise → a result."""

from grader.grade.expected import write_outcomes
from grader.grade.grade import Grader
from grader.grade.plan import EXACT, Setting, published, salted

__all__ = ["EXACT", "Grader", "Setting", "published", "salted", "write_outcomes"]
