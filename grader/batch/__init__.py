"""Grading a whole class: from what students handed in to marks."""
