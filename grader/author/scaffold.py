"""Starts a new exercise: a small one that works, to be replaced piece by piece."""

from __future__ import annotations

import keyword
import re
import shutil
from pathlib import Path

from grader.course import Course
from grader.errors import UsageError

_TEMPLATE = Path(__file__).parent / "template"
_SLUG = re.compile(r"[a-z][a-z0-9_]*")
_PART = re.compile(r"\d+_[a-z][a-z0-9_]*")


def new_exercise(course: Course, slug: str, part: str) -> list[Path]:
    """Write a complete exercise into `part` and return its two folders."""
    _refuse_bad_names(course, slug, part)
    taken = [int(name.partition("_")[0]) for name in _folders(course.path / "exercises" / part)]
    name = f"{max(taken, default=0) + 1:02d}_{slug}"
    folders = [course.path / top / part / name for top in ("exercises", "solutions")]
    for folder, template in zip(folders, ("exercise", "solution"), strict=True):
        _copy(_TEMPLATE / template, folder, slug)
    return folders


def _refuse_bad_names(course: Course, slug: str, part: str) -> None:
    if not _SLUG.fullmatch(slug) or keyword.iskeyword(slug):
        raise UsageError(
            f"'{slug}' cannot name an exercise; use lower-case letters, digits and _, such as 'attention_span'"
        )
    if not _PART.fullmatch(part):
        raise UsageError(f"'{part}' cannot name a part; use a number and a word, such as '2_attention'")
    if any(exercise.slug == slug for exercise in course.exercises):
        raise UsageError(f"there is an exercise '{slug}' already; choose another name")


def _folders(part: Path) -> list[str]:
    return [path.name for path in part.iterdir() if path.name[:1].isdigit()] if part.is_dir() else []


def _copy(template: Path, folder: Path, slug: str) -> None:
    title = slug.replace("_", " ").capitalize()
    shutil.copytree(template, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("SLUG_TITLE", title).replace("SLUG", slug), encoding="utf-8")
