"""Outcome against outcome: do two values agree, and if not, what would a teacher point at?"""

from grader.compare.compare import Difference, DifferenceKind, compare, excess, is_evidence, read_parts, same, unnamed

__all__ = ["Difference", "DifferenceKind", "compare", "excess", "is_evidence", "read_parts", "same", "unnamed"]
