"""Outcome against outcome: do two values agree, and if not, what would a teacher point at?"""

from grader.compare.compare import Difference, Verdict, compare, excess, is_evidence, same

__all__ = ["Difference", "Verdict", "compare", "excess", "is_evidence", "same"]
