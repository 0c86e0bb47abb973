"""Which quiz does somebody mean? By name, number, file, or the beginning of a name."""

from __future__ import annotations

import re

from grader.course import Course
from grader.course.quizload import quiz_paths
from grader.course.quizmodel import Quiz
from grader.errors import UsageError


def find_quiz(course: Course, text: str) -> Quiz:
    """The quiz called `text`: an id, its number, its file, or the beginning of an id that begins no other."""
    names = course.quiz_names
    if not names:
        raise UsageError("this course has no quizzes yet")
    if text in names:
        return course.find_quiz(text)
    if re.fullmatch(r"\d{1,6}", text, re.ASCII):
        return _numbered(course, int(text))
    word = re.sub(r"^\d+_", "", text.lower().replace("-", "_").replace(" ", "_"))
    begun = [name for name in names if word and name.startswith(word)]
    if len(begun) > 1 and word not in begun:
        raise UsageError(f"'{text}' may be {', '.join(begun[:-1])} or {begun[-1]}; write more of the name")
    return course.find_quiz(word if word in begun else begun[0] if begun else text)  # the last tells what may be meant


def _numbered(course: Course, number: int) -> Quiz:
    known = {int(path.name.partition("_")[0]): name for name, path in quiz_paths(course.path).items()}
    if number not in known:
        listed = ", ".join(map(str, sorted(known)))
        raise UsageError(f"no quiz {number}; their numbers are {listed}, as 'grader quiz list' shows them")
    return course.find_quiz(known[number])
