"""A course: folders, YAML and check files read into validated objects. Its code is never run here."""

from grader.course.checkfile import CheckSpec, read_checks, without_other_checks
from grader.course.load import Course, find_course, load_course
from grader.course.model import Exercise, Forbids, Misconception, Part

__all__ = [
    "CheckSpec", "Course", "Exercise", "Forbids", "Misconception", "Part",
    "find_course", "load_course", "read_checks", "without_other_checks",
]  # fmt: skip
