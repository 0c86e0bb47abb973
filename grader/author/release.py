"""Creates folders of content: a student edition of a course, quizzes without their key, and a new exercise."""

from __future__ import annotations

import keyword
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec

from grader.author.trial import Progress
from grader.course import Course, Exercise
from grader.course import yaml as yamlfile
from grader.course.quiz_expressions import slot_names
from grader.course.quiz_load import FOLDER as QUIZZES
from grader.course.quiz_load import QuestionFile, QuizFile, id_of
from grader.course.quiz_model import Purpose, QuestionKind, Quiz
from grader.errors import ContentError, UsageError, reason_of
from grader.grade import Grader, write_outcomes
from grader.grade.reference import REFERENCE

PUBLIC = ("README.md", "exercise.yaml", "stub.py", "checks.py", "judges.py", "provided.py", "try.py")
MARK = "course.yaml"


def release(course: Course, grader: Grader, target: Path, progress: Progress, items: Collection[str] = ()) -> int:
    """Write a student edition to `target`, of these exercises and quizzes or else of all, and return how many exercises
    it has.

    It has what a student needs, with outcomes as data in place of the solutions. It is built in a folder beside the
    target and then moved, so the target is complete or unchanged. UsageError if the course lacks solutions, or the
    target may not be replaced; ContentError if a reference does not pass its own checks.
    """
    _refuse_bad_target(course, target)
    exercises = [exercise for exercise in course.exercises if not items or exercise.slug in items]
    for exercise in exercises:
        if not exercise.has_solution:
            raise UsageError(f"{exercise.slug} has no solution here; make the edition from the full course")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".edition-", dir=target.parent))
    except OSError as problem:
        reason = reason_of(problem, "unknown reason")
        raise UsageError(f"'{target}' cannot be created: {reason}; name another folder") from None
    try:
        shutil.copy2(course.path / MARK, work / MARK)
        for exercise in exercises:
            _copy_exercise(exercise, grader, work / exercise.path.relative_to(course.path))
            progress(1)
        _copy_quizzes([quiz for quiz in course.quizzes if not items or quiz.id in items], work / QUIZZES)
        mask = os.umask(0)
        os.umask(mask)
        work.chmod(0o777 & ~mask)
        if target.exists():
            shutil.rmtree(target)
        work.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return len(exercises)


def _refuse_bad_target(course: Course, target: Path) -> None:
    """Only a new or empty folder, or an earlier edition, may be replaced: never anybody's work."""
    if target.is_file():
        raise UsageError(f"'{target}' is a file; name a folder for the edition")
    if course.path.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"'{target}' contains the course itself; name another folder for the edition")
    names = sorted(path.name for path in target.iterdir()) if target.exists() else []
    if names and (not (target / MARK).is_file() or "solutions" in names):
        raise UsageError(f"'{target}' is not empty and not an earlier edition; name a new folder")
    for name in names:
        if name not in (MARK, "exercises", QUIZZES):
            raise UsageError(f"'{target}' contains more than an edition ({name}); name a new folder")


def _copy_exercise(exercise: Exercise, grader: Grader, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in PUBLIC:
        if (exercise.path / name).is_file():
            shutil.copy2(exercise.path / name, folder / name)
    if (exercise.path / "pictures").is_dir():
        shutil.copytree(exercise.path / "pictures", folder / "pictures")
    outcomes = grader.edition(exercise)
    for spec in exercise.checks:
        if outcomes.reports[REFERENCE][spec.id].status != ("raised" if spec.raises else "value"):
            problem = f"does not pass '{spec.id}'; see 'grader author check {exercise.slug}'"
            raise ContentError(exercise.solution_path / "solution.py", problem)
    (folder / exercise.outcomes_path.name).write_bytes(write_outcomes(outcomes))


def _copy_quizzes(quizzes: Iterable[Quiz], folder: Path) -> None:
    """Practice quizzes with their answers, graded ones without."""
    for quiz in quizzes:
        if quiz.sealed:
            raise UsageError(f"the quiz '{quiz.id}' has no key here; make the edition from the full course")
        folder.mkdir(exist_ok=True)
        if quiz.purpose is Purpose.PRACTICE:
            shutil.copy2(quiz.path, folder / quiz.path.name)
        else:
            (folder / quiz.path.name).write_text(sealed_text(quiz), encoding="utf-8")


_SHOWN = (
    "id", "type", "prompt", "points", "scoring", "negative", "pool", "dropped", "shuffle", "ignore",
    "unit", "units", "unit_required",
)  # fmt: skip
_HEAD = ("title", "description", "kind", "attempts", "minutes", "feedback", "scoring", "negative", "shuffle", "pools")


def sealed_text(quiz: Quiz) -> str:
    """The file of a graded quiz without its key. It draws the same papers as the full one."""
    import yaml

    content = yamlfile.read(quiz.path, QuizFile).value
    document = _set(content, _HEAD)
    document |= {"sealed": True, "questions": [_question(content, question) for question in content.questions]}
    return yaml.safe_dump(msgspec.to_builtins(document), allow_unicode=True, sort_keys=False, width=110)


def _question(quiz: QuizFile, question: QuestionFile) -> dict[str, Any]:
    shown = _set(question, _SHOWN)
    match question.type:
        case QuestionKind.SINGLE | QuestionKind.MULTIPLE:
            shuffled = quiz.shuffle.options if question.shuffle is None else question.shuffle
            # Authors often write the correct option first, so options that are shuffled anyway are sorted by id.
            options = question.options or ()
            free = iter(sorted((option for option in options if not option.pin), key=id_of))
            ordered = [next(free) if shuffled and not option.pin else option for option in options]
            shown["options"] = [_set(option, ("text", "pin", "id")) for option in ordered]
        case QuestionKind.ORDERING:
            shown["items"] = sorted(question.items or (), key=id_of)  # not in the order of the answer
        case QuestionKind.MATCHING:
            shown["lefts"] = [pair.left for pair in question.pairs or ()]
            rights = (*(pair.right for pair in question.pairs or ()), *(question.extra or ()))
            shown["rights"] = sorted({id_of(right): right for right in rights}.values(), key=id_of)
    # Parameters that the shown texts name, and those that these are computed from: others could reveal the answer.
    used, parameters = slot_names(str(msgspec.to_builtins(shown))), dict[str, Any]()
    for name, value in reversed(question.parameters.items()):
        if name in used:
            parameters = {name: value, **parameters}
            used |= slot_names(f"[[= {value}]]") if isinstance(value, str) else set()
    return shown | {"parameters": parameters} if parameters else shown


def _set(struct: msgspec.Struct, keys: Iterable[str]) -> dict[str, Any]:
    """The values of these keys, without those that have their default."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(struct)}
    values = {key: getattr(struct, key) for key in keys}
    return {key: value for key, value in values.items() if value != defaults[key] and value not in ({}, ())}


_TEMPLATE = Path(__file__).parent / "template"


def new_exercise(course: Course, slug: str, part: str) -> list[Path]:
    """Write a small exercise that works into `part`, to be replaced piece by piece, and return its two folders.

    UsageError if the names cannot be used.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", slug) or keyword.iskeyword(slug):
        rule = "use lower-case letters, digits and _, such as 'attention_span'"
        raise UsageError(f"'{slug}' cannot name an exercise; {rule}")
    if not re.fullmatch(r"\d+_[a-z][a-z0-9_]*", part):
        raise UsageError(f"'{part}' cannot name a part; use a number and a word, such as '2_attention'")
    if any(exercise.slug == slug for exercise in course.exercises):
        raise UsageError(f"there is already an exercise '{slug}'; choose another name")
    taken = [int(path.name.partition("_")[0]) for path in (course.path / "exercises" / part).glob("[0-9]*")]
    name = f"{max(taken, default=0) + 1:02d}_{slug}"
    title = slug.replace("_", " ").capitalize()
    folders = [course.path / top / part / name for top in ("exercises", "solutions")]
    for folder, template in zip(folders, ("exercise", "solution"), strict=True):
        shutil.copytree(_TEMPLATE / template, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in folder.rglob("*.*"):
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("SLUG_TITLE", title).replace("SLUG", slug), encoding="utf-8")
    return folders
