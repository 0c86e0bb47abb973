"""The folders of a course: `exercises/N_part/NN_slug`. Their names give parts, order and slugs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from grader.course.model import Part
from grader.errors import ContentError

_NAME = re.compile(r"(\d+)_([a-z][a-z0-9_]*)", re.ASCII)
_FORM = "a number and a name in small letters"
_EXERCISE = {"README.md", "exercise.yaml", "stub.py", "checks.py", "judges.py", "provided.py", "outcomes.bin"}
_SOLUTION = {"solution.py", "hidden_checks.py", "hidden_judges.py", "equivalent.yaml"}
_EXERCISE_FOLDERS = {"pictures": ".svg"}
_SOLUTION_FOLDERS = {"misconceptions": ".py", "accepted": ".py"}


class Folder(msgspec.Struct, frozen=True):
    """Where an exercise is, before any of its files is read."""

    part: Part
    number: int
    slug: str
    path: Path

    @property
    def solution(self) -> Path:
        return self.path.parents[2] / "solutions" / self.part.folder / self.path.name


def exercise_folders(course: Path) -> tuple[Folder, ...]:
    """Every exercise folder with a proper name, in the order of the course."""
    found = []
    for part_path in _subfolders(course / "exercises"):
        if match := _NAME.fullmatch(part_path.name):
            part = Part(int(match[1]), match[2], part_path.name)
            found += [_folder(part, path) for path in _subfolders(part_path) if _NAME.fullmatch(path.name)]
    return tuple(sorted(found, key=lambda f: (f.part.number, f.part.slug, f.number, f.slug)))


def folder_problems(course: Path, folders: tuple[Folder, ...]) -> Iterator[ContentError]:
    """Bad names, names used twice, files and solutions that belong to nothing."""
    yield from _bad_names(course)
    yield from _used_twice(folders)
    for folder in folders:
        yield from _strays(folder.path, _EXERCISE, _EXERCISE_FOLDERS)
        yield from _strays(folder.solution, _SOLUTION, _SOLUTION_FOLDERS)
    yield from _orphans(course, folders)


def same_slug(folders: tuple[Folder, ...]) -> Iterator[ContentError]:
    """Submissions are named after slugs, so two exercises cannot share one."""
    first: dict[str, Folder] = {}
    for folder in folders:
        other = first.setdefault(folder.slug, folder)
        if other is not folder:
            shown = f"{other.part.folder}/{other.path.name}"
            yield ContentError(folder.path, f"{shown} has the slug '{folder.slug}' too; rename one of them")


def _used_twice(folders: tuple[Folder, ...]) -> Iterator[ContentError]:
    yield from same_slug(folders)
    parts: dict[int, Part] = {}
    numbers: dict[tuple[str, int], Folder] = {}
    for folder in folders:
        part = parts.setdefault(folder.part.number, folder.part)
        if part != folder.part:
            problem = f"{part.folder} has the number {part.number} too; renumber one of them"
            parts[folder.part.number] = folder.part
            yield ContentError(folder.path.parent, problem)
        other = numbers.setdefault((folder.part.folder, folder.number), folder)
        if other is not folder:
            problem = f"{other.path.name} has the number {folder.number} too; renumber one of them"
            yield ContentError(folder.path, problem)


def _bad_names(course: Path) -> Iterator[ContentError]:
    for part in _subfolders(course / "exercises"):
        if not _NAME.fullmatch(part.name):
            yield ContentError(part, f"a part's folder is {_FORM}; rename it like 2_attention")
            continue
        for path in _subfolders(part):
            if not _NAME.fullmatch(path.name):
                yield ContentError(path, f"an exercise's folder is {_FORM}; rename it like 06_masking")


def _strays(folder: Path, known: set[str], subfolders: dict[str, str]) -> Iterator[ContentError]:
    """`subfolders`: name → the only suffix of the files in it."""
    for path in _visible(folder):
        if path.is_dir() and path.name in subfolders:
            yield from _other_files(path, subfolders[path.name])
        elif path.is_dir() or path.name not in known:
            names = ", ".join((*sorted(known), *(f"{name}/" for name in subfolders)))
            yield ContentError(path, f"does not belong here; delete or rename it (known: {names})")


def _other_files(folder: Path, suffix: str) -> Iterator[ContentError]:
    for path in _visible(folder):
        if path.is_dir() or path.suffix != suffix:
            yield ContentError(path, f"does not belong here; delete it (only {suffix} files are read)")


def _orphans(course: Path, folders: tuple[Folder, ...]) -> Iterator[ContentError]:
    expected = {folder.solution for folder in folders}
    for part in _subfolders(course / "solutions"):
        for path in _subfolders(part):
            if path not in expected:
                yield ContentError(path, "no exercise has this name; rename the folder like it, or delete it")


def _folder(part: Part, path: Path) -> Folder:
    number, _, slug = path.name.partition("_")
    return Folder(part, int(number), slug, path)


def _subfolders(path: Path) -> list[Path]:
    """Folders that hold something: a left-over __pycache__ alone makes no exercise."""
    return [child for child in _visible(path) if child.is_dir() and _visible(child)]


def _visible(path: Path) -> list[Path]:
    if not path.is_dir():
        return []
    return sorted(child for child in path.iterdir() if child.name[0] != "." and child.name != "__pycache__")
