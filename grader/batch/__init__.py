"""Grading a whole class: from submissions to marks."""
