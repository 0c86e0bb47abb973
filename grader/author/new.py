"""Starts content from working examples: a course, an exercise, a quiz."""

from __future__ import annotations

import keyword
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

from grader.course import Course, load_course
from grader.course.quiz_load import FOLDER as QUIZZES
from grader.course.quiz_load import quiz_paths
from grader.errors import UsageError
from grader.files import in_words

_TEMPLATE = Path(__file__).parent / "template"
_PACKAGE = Path(__file__).parents[1]
_FIRST_PART = "1_basics"
_FIRST = "weighted_mean"  # what the template is about
_NAME = r"[a-z][a-z0-9_]*"


def new_course(folder: Path) -> list[Path]:
    """Write a course with one exercise and one quiz that work, and return the paths of what was made.

    UsageError unless the folder is new or empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"'{folder}' is not an empty folder; name a new one for the course")
    name = folder.resolve().name
    _refuse_package(folder)
    with in_words(folder, "name another folder"):
        (folder / "exercises").mkdir(parents=True)
        text = (_TEMPLATE / "course.yaml").read_text(encoding="utf-8")
        text = text.replace("TITLE", f'"{_title(name)}"').replace("SEED", str(crc32(name.encode())))
        (folder / "course.yaml").write_text(text, encoding="utf-8")
    made = new_exercise(load_course(folder), _FIRST, _FIRST_PART)
    return [folder / "course.yaml", *made, new_quiz(load_course(folder), "basics")]


def new_exercise(course: Course, slug: str, part: str) -> list[Path]:
    """Write a small exercise that works into `part`, to be replaced piece by piece, and return its two folders.

    UsageError if the names cannot be used, or the course is one that nobody should write in.
    """
    _refuse_name(course, slug, "an exercise", "attention_span")
    if not re.fullmatch(rf"\d+_{_NAME}", part):
        raise UsageError(f"'{part}' cannot name a part; use a number and a word, such as '2_attention'")
    name = f"{_next(course.path.glob(f'exercises/{part}/[0-9]*')):02d}_{slug}"
    folders = [course.path / top / part / name for top in ("exercises", "solutions")]
    for folder, template in zip(folders, ("exercise", "solution"), strict=True):
        shutil.copytree(_TEMPLATE / template, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in folder.rglob("*.*"):
            _fill(path, course, slug)
    return folders


def new_quiz(course: Course, name: str) -> Path:
    """Write a small quiz that works, to be replaced question by question, and return its path.

    UsageError if the name cannot be used, or the course has no exercise that a question could practise.
    """
    _refuse_name(course, name, "a quiz", "attention_basics")
    if not course.folders:
        raise UsageError("a question names the exercise that practises it; start one first: grader author new exercise")
    folder = course.path / QUIZZES
    folder.mkdir(exist_ok=True)
    path = folder / f"{_next(folder.glob('[0-9]*')):02d}_{name}.yaml"
    shutil.copyfile(_TEMPLATE / "quiz.yaml", path)
    _fill(path, course, name)
    return path


def _refuse_name(course: Course, name: str, kind: str, example: str) -> None:
    _refuse_package(course.path)
    if any((folder.path / "outcomes.bin").is_file() for folder in course.folders):
        raise UsageError(f"'{course.path}' is a student edition; name the complete course with --course DIR")
    if not re.fullmatch(_NAME, name) or keyword.iskeyword(name):
        raise UsageError(f"'{name}' cannot name {kind}; use lower-case letters, digits and _, such as '{example}'")
    for known, what in ((course.slugs, "an exercise"), (quiz_paths(course.path), "a quiz")):
        if name in known:
            raise UsageError(f"there is already {what} '{name}'; choose another name")


def _refuse_package(folder: Path) -> None:
    if folder.resolve().is_relative_to(_PACKAGE.resolve()):
        raise UsageError(f"'{folder}' is inside the installed grader; name a folder of your own")


def _next(paths: Iterable[Path]) -> int:
    """The number after those that the names start with."""
    return max((int(path.name.partition("_")[0]) for path in paths), default=0) + 1


def _title(slug: str) -> str:
    return re.sub(r"[\W_]+", " ", slug).strip().capitalize() or "A course"


def _fill(path: Path, course: Course, slug: str) -> None:
    source = next(iter(course.sources), "S0")
    words = {
        "SLUG_TITLE": _title(slug),
        "SLUG": slug,
        "SOURCE": source,
        "TITLE_OF_IT": course.sources.get(source, "name the document"),
        "PRACTISE": next(iter(course.slugs), ""),
    }
    text = path.read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(word, value)
    path.write_text(text, encoding="utf-8")
