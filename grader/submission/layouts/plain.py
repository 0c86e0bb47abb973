"""Layouts that people make by hand: one student's files, a folder or archive each, all files side by side."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from grader.submission.layouts.model import Problem, Reading, Root, Seen, left_out, named_by_folder
from grader.submission.names import (
    exercise_of,
    is_archive,
    printable,
    reading_order,
    shown,
    without_archive_suffix,
    without_copy_mark,
)
from grader.submission.places import Kind, Part, join

_NUMBER = re.compile(r"(?P<student>.+?)[_\-. ]+(?P<number>\d{1,3})", re.DOTALL)
_ATTEMPT = re.compile(r"attempt[ _-]?(\d{1,4})", re.IGNORECASE)


def single(root: Root) -> Reading:
    """All of it is one student's."""
    yield Seen(named_by_folder(root.title), (Part(root.base),))


def folders(root: Root) -> Reading:
    """A folder or an archive each."""
    children = root.children()
    taken = {child.name for child in children if child.kind is Kind.FOLDER}
    for child in children:
        if child.kind is Kind.FOLDER:
            yield from _attempts(root, child.name)
        elif child.kind is Kind.FILE and is_archive(child.name):
            student, copy = without_copy_mark(without_archive_suffix(child.name))
            if student in taken:
                why = f"the folder {shown(student)} is there as well, and was taken instead"
                yield Problem(printable(child.name), why)
            else:
                yield Seen(named_by_folder(student), (Part(root.at(child.name)),), copy + 1)
        else:
            yield left_out(child, "it lies beside the students' folders, and belongs to nobody")


def _attempts(root: Root, student: str) -> Reading:
    """The folder, or those in it if all of them are attempts."""
    inside = root.children(student)
    numbers = [_ATTEMPT.fullmatch(child.name) for child in inside if child.kind is Kind.FOLDER]
    who = named_by_folder(student)
    if not inside or len(numbers) < len(inside) or None in numbers:
        yield Seen(who, (Part(root.at(student)),))
        return
    for number in filter(None, numbers):
        yield Seen(who, (Part(root.at(join(student, number[0]))),), int(number[1]))


def flat(root: Root) -> Reading:
    """Files of all students side by side."""
    pattern = flat_pattern(root.slugs)
    files: list[tuple[str, Part]] = []
    for child in root.children():
        split = split_flat(child.name, pattern, root.slugs) if child.kind is Kind.FILE else None
        if split:
            files.append((split[0], Part(root.at(child.name), split[1])))
        else:
            yield left_out(child, "its name does not tell student and exercise, as STUDENT__EXERCISE.py does")
    numbered = _numbered(files, root.slugs)
    parts: dict[str, list[Part]] = {}
    for student, part in files:
        found = _NUMBER.fullmatch(student) if _slug(part, root.slugs) in numbered else None
        parts.setdefault(found["student"] if found else student, []).append(part)
    for student, own in parts.items():
        yield Seen(named_by_folder(student), tuple(sorted(own, key=lambda part: reading_order(part.name))))


def _numbered(files: Sequence[tuple[str, Part]], slugs: Collection[str]) -> set[str]:
    """Exercises whose number stands before their name, as in `ada_06_masking.py`: several have it, all the same.

    In `student_06_masking.py` it may be the student's.
    """
    names: dict[str, set[str]] = {}
    numbers: dict[str, set[str]] = {}
    for student, part in files:
        if found := _NUMBER.fullmatch(student):
            slug = _slug(part, slugs)
            names.setdefault(slug, set()).add(found["student"])
            numbers.setdefault(slug, set()).add(found["number"])
    return {slug for slug in names if slug and len(numbers[slug]) == 1 < len(names[slug])}


def _slug(part: Part, slugs: Collection[str]) -> str:
    meant = exercise_of(part.name, slugs)
    return meant.slug if meant else ""


def flat_pattern(slugs: Collection[str]) -> re.Pattern[str]:
    """`STUDENT_exercise`: the shortest student, so that the longest exercise is meant."""
    names = "|".join(sorted(map(re.escape, slugs), key=len, reverse=True)) or r"(?!)"
    return re.compile(rf"(?P<student>.+?)(?:__|[_\-. ])(?P<slug>{names})", re.IGNORECASE | re.DOTALL)


def split_flat(name: str, pattern: re.Pattern[str], slugs: Collection[str]) -> tuple[str, str] | None:
    """Student, and what the file is called without them."""
    student, apart, rest = name.partition("__")
    if exercise_of(name, slugs):
        return None
    if student and apart and not rest.startswith("."):
        return (student, rest) if rest else None
    if is_archive(name):
        return without_copy_mark(without_archive_suffix(name))[0], name
    stem, _, suffix = name.rpartition(".")
    bare, copy = without_copy_mark(stem)
    ending = f" ({copy}).{suffix}" if copy else f".{suffix}"
    return _split_code(bare, ending, pattern, slugs) if bare and suffix.lower() in ("py", "ipynb") else None


def _split_code(stem: str, ending: str, pattern: re.Pattern[str], slugs: Collection[str]) -> tuple[str, str] | None:
    bare = re.sub(r"-\d{1,4}\Z", "", stem)  # `masking-2`: handed in again
    if found := pattern.fullmatch(bare):
        return found["student"], found["slug"] + stem[len(bare) :] + ending
    if ending.lower().endswith(".ipynb"):  # it may hold several exercises
        return stem, stem + ending
    return (stem, next(iter(slugs)) + ending) if len(slugs) == 1 else None
