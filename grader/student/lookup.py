"""Which exercise does somebody mean? By name, number, file, folder, or the beginning of a name."""

from __future__ import annotations

import re
from pathlib import Path

from grader.course import Course, Exercise, Part
from grader.errors import UsageError
from grader.student.workspace import Workspace
from grader.text import closest

_SUFFIXES = (".py", ".ipynb")


def find_exercise(course: Course, text: str, workspace: Workspace | None = None) -> Exercise:
    """The exercise called `text`: a slug, "4.7" (part and number), the number that `list` shows, a file or folder of a
    workspace or named after the exercise, or the beginning of a slug that begins no other."""
    slug = _exact(course, text) or _numbered(course, text)
    if slug:
        return course.find(slug)
    if _is_path(course, text):
        return _of_path(course, text, workspace)
    word = re.sub(r"^\d+_", "", text.lower().replace("-", "_").replace(" ", "_"))
    begun = [slug for slug in course.slugs if word and slug.startswith(word)]
    if len(begun) > 1 and word not in begun:
        raise UsageError(f"'{text}' may be {_listed(begun)}; write more of the name")
    return course.find(word if word in begun else begun[0] if begun else text)  # the last tells what may be meant


def _exact(course: Course, text: str) -> str | None:
    """By the names that `Course.find` knows."""
    wanted = _names(text)
    found = [f.slug for f in course.folders if text == f.slug or (wanted and _ends_in(f.path, wanted))]
    return found[0] if len(set(found)) == 1 else None


def _numbered(course: Course, text: str) -> str | None:
    if re.fullmatch(r"\d{1,6}", text, re.ASCII):
        number, most = int(text), len(course.slugs)
        if not 1 <= number <= most:
            raise UsageError(f"no exercise {text}; they go from 1 to {most}, as 'grader list' shows them")
        return course.slugs[number - 1]
    if not (found := re.fullmatch(r"(\d{1,6})\.(\d{1,6})", text, re.ASCII)):
        return None
    inside = {f.number: f.slug for f in course.folders if f.part.number == int(found[1])}
    if not inside:
        raise UsageError(f"no exercise {text}; there is no part {found[1]}: 'grader list' shows the parts")
    if int(found[2]) not in inside:
        first, last = f"{found[1]}.{min(inside)}", f"{found[1]}.{max(inside)}"
        raise UsageError(f"no exercise {text}; part {found[1]} has {first} to {last}: 'grader list' shows them")
    return inside[int(found[2])]


def _is_path(course: Course, text: str) -> bool:
    known = (".", "..", *(part.folder for part in course.parts))
    return bool(re.search(r"[/\\]", text)) or text.lower().endswith(_SUFFIXES) or text in known


def _of_path(course: Course, text: str, workspace: Workspace | None) -> Exercise:
    """By the folder of the workspace, else by the nearest name on the way that is an exercise's, else by the part."""
    names, place = _names(text), _place(text)
    inside = [f.slug for f in course.folders if workspace and place.is_relative_to(workspace.folder_of(f).resolve())]
    if place.exists():
        names = list(place.parts)
    called = [slug for name in reversed(names) if (slug := _called(course, name))]
    for slug in (*inside, *called, *(slug for slug in course.slugs if slug in names[-1:])):
        return course.find(slug)
    for part in course.parts:
        if names and names[-1] in (part.folder, f"{part.folder}.ipynb"):
            return _in_part(course, part, workspace)
    if not text.lower().endswith(_SUFFIXES):
        return course.find(text)  # tells what may be meant
    meant = closest(names[-1].rpartition(".")[0], course.slugs)
    guess = f"did you mean '{meant}'? Else write" if meant else "write"
    raise UsageError(f"'{text}' is named after no exercise; {guess} the exercise's name and --submission FILE")


def _place(text: str) -> Path:
    """With separators of another system, too; a file's name may hold a backslash here."""
    try:
        literal = Path(text).resolve()
        return literal if literal.exists() else Path(text.replace("\\", "/")).resolve()
    except OSError:  # the current folder is gone, or a name is too long
        return Path(text)


def _called(course: Course, name: str) -> str | None:
    """What "masking.py", "masking.ipynb" and "06_masking" are called after."""
    stem, dot, suffix = name.rpartition(".")
    is_file = f"{dot}{suffix}".lower() in _SUFFIXES
    return next((f.slug for f in course.folders if name == f.path.name or (is_file and stem == f.slug)), None)


def _in_part(course: Course, part: Part, workspace: Workspace | None) -> Exercise:
    first = next(folder.slug for folder in course.folders if folder.part == part)
    if workspace is None:
        return course.find(first)
    touched = workspace.touched(course, part)
    if touched:
        return course.find(touched.slug)
    return workspace.next_after(course, None, part) or course.find(first)


def _names(text: str) -> list[str]:
    """Of a path, with the separators of any system."""
    return [name for name in re.split(r"[/\\]", text) if name not in ("", ".")]


def _ends_in(path: Path, names: list[str]) -> bool:
    return list(path.parts[-len(names) :]) == names


def _listed(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}"
