"""Makes folders of content: a student edition of a course, quizzes without their key, and a new exercise."""

from __future__ import annotations

import keyword
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from grader.author.prove import Progress
from grader.course import Course, Exercise
from grader.course import yaml as yamlfile
from grader.course.quiz_expressions import slot_names
from grader.course.quiz_load import FOLDER as QUIZZES
from grader.course.quiz_load import id_of
from grader.course.quiz_model import Purpose, QuestionFile, QuestionKind, Quiz, QuizFile
from grader.errors import ContentError, UsageError, reason_of
from grader.grade import Grader, write_outcomes
from grader.grade.reference import REFERENCE, ReferenceOutcomes

# ---- Makes a student edition: what a student needs, with outcomes as data in place of the solutions.


PUBLIC = ("README.md", "exercise.yaml", "stub.py", "checks.py", "judges.py", "provided.py")
MARK = "course.yaml"


def release(course: Course, grader: Grader, target: Path, progress: Progress | None = None) -> int:
    """Write the edition to `target` and return how many exercises it has. All or nothing: built beside, then moved."""
    _refuse_bad_target(course, target)
    for exercise in course.exercises:
        if not exercise.has_solution:
            raise UsageError(f"{exercise.slug} has no solution here; make the edition from the full course")
    work = _work_folder(target)
    try:
        shutil.copy2(course.path / MARK, work / MARK)
        for exercise in course.exercises:
            _copy(course, exercise, grader, work)
            if progress is not None:
                progress(1)
        _copy_quizzes(course, work)
        mask = os.umask(0)
        os.umask(mask)
        work.chmod(0o777 & ~mask)
        if target.exists():
            shutil.rmtree(target)
        work.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return len(course.exercises)


def _work_folder(target: Path) -> Path:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=".edition-", dir=target.parent))
    except OSError as problem:
        reason = reason_of(problem, "unknown reason")
        raise UsageError(f"'{target}' cannot be made: {reason}; name another folder") from None


def _refuse_bad_target(course: Course, target: Path) -> None:
    """Only a new or empty folder, or an earlier edition, may be replaced: never anybody's work."""
    if target.is_file():
        raise UsageError(f"'{target}' is a file; name a folder for the edition")
    if target.resolve() == course.path.resolve() or course.path.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"'{target}' holds the course itself; name another folder for the edition")
    if not target.exists() or not any(target.iterdir()):
        return
    if not (target / MARK).is_file() or (target / "solutions").exists():
        raise UsageError(f"'{target}' is not empty and no earlier edition; name a new folder")
    known = {MARK, "exercises", QUIZZES}
    extra = sorted(path.name for path in target.iterdir() if path.name not in known)
    if extra:
        raise UsageError(f"'{target}' holds more than an edition ({extra[0]}); name a new folder")


def _copy(course: Course, exercise: Exercise, grader: Grader, work: Path) -> None:
    folder = work / exercise.path.relative_to(course.path)
    folder.mkdir(parents=True)
    for name in PUBLIC:
        if (exercise.path / name).is_file():
            shutil.copy2(exercise.path / name, folder / name)
    if (exercise.path / "pictures").is_dir():
        shutil.copytree(exercise.path / "pictures", folder / "pictures")
    (folder / exercise.outcomes_path.name).write_bytes(write_outcomes(_outcomes(exercise, grader)))


def _copy_quizzes(course: Course, work: Path) -> None:
    """Practice quizzes with their answers, graded ones without."""
    for quiz in course.quizzes:
        if quiz.sealed:
            raise UsageError(f"the quiz '{quiz.id}' has no key here; make the edition from the full course")
        folder = work / QUIZZES
        folder.mkdir(exist_ok=True)
        if quiz.purpose is Purpose.PRACTICE:
            shutil.copy2(quiz.path, folder / quiz.path.name)
        else:
            (folder / quiz.path.name).write_text(sealed_text(quiz), encoding="utf-8")


def _outcomes(exercise: Exercise, grader: Grader) -> ReferenceOutcomes:
    """ContentError if the reference fails a public check: the edition could not grade it."""
    outcomes = grader.edition(exercise)
    for spec in exercise.checks:
        if outcomes.reports[REFERENCE][spec.id].status != ("raised" if spec.raises else "value"):
            problem = f"does not pass '{spec.id}'; see 'grader author check {exercise.slug}'"
            raise ContentError(exercise.solution_path / "solution.py", problem)
    return outcomes


# ---- A quiz without its key, for the student edition of a graded quiz. It draws the same papers as the full one.


_SHOWN = ("id", "type", "prompt", "points", "scoring", "negative", "pool", "dropped", "shuffle", "ignore")
_UNIT = ("unit", "units", "unit_required")
_HEAD = ("title", "description", "kind", "attempts", "minutes", "feedback", "scoring", "negative", "shuffle", "pools")


def sealed_text(quiz: Quiz) -> str:
    """The file of the sealed quiz."""
    import yaml

    content = yamlfile.read(quiz.path, QuizFile).value
    document = _set(content, _HEAD)
    document |= {"sealed": True, "questions": [_question(content, question) for question in content.questions]}
    return yaml.safe_dump(msgspec.to_builtins(document), allow_unicode=True, sort_keys=False, width=110)


def _question(quiz: QuizFile, question: QuestionFile) -> dict[str, Any]:
    shown = _set(question, (*_SHOWN, *_UNIT))
    match question.type:
        case QuestionKind.SINGLE | QuestionKind.MULTIPLE:
            shuffled = quiz.shuffle.options if question.shuffle is None else question.shuffle
            # Authors like to write the right one first: those that are shuffled anyway stand by their ids.
            options = question.options or ()
            free = iter(sorted((option for option in options if not option.pin), key=id_of))
            told = [next(free) if shuffled and not option.pin else option for option in options]
            shown["options"] = [_set(option, ("text", "pin", "id")) for option in told]
        case QuestionKind.ORDERING:
            shown["items"] = sorted(question.items or (), key=id_of)  # an order that says nothing about the right one
        case QuestionKind.MATCHING:
            shown["lefts"] = [pair.left for pair in question.pairs or ()]
            rights = (*(pair.right for pair in question.pairs or ()), *(question.extra or ()))
            shown["rights"] = sorted({id_of(right): right for right in rights}.values(), key=id_of)
    parameters = _needed(question.parameters, slot_names(str(msgspec.to_builtins(shown))))
    return shown | {"parameters": parameters} if parameters else shown


def _needed(parameters: dict[str, Any], used: set[str]) -> dict[str, Any]:
    """Parameters that the shown texts name, and those that these are computed from: others could tell the answer."""
    kept: dict[str, Any] = {}
    for name, value in reversed(parameters.items()):
        if name in used:
            kept[name] = value
            used = used | (slot_names(f"[[= {value}]]") if isinstance(value, str) else set())
    return dict(reversed(kept.items()))


def _set(struct: msgspec.Struct, keys: Iterable[str]) -> dict[str, Any]:
    """What a file says under these keys, without what it leaves at the default."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(struct)}
    values = {key: getattr(struct, key) for key in keys}
    return {key: value for key, value in values.items() if value != defaults[key] and value not in ({}, ())}


# ---- Starts a new exercise: a small one that works, to be replaced piece by piece.


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
        _copy_template(_TEMPLATE / template, folder, slug)
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


def _copy_template(template: Path, folder: Path, slug: str) -> None:
    title = slug.replace("_", " ").capitalize()
    shutil.copytree(template, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("SLUG_TITLE", title).replace("SLUG", slug), encoding="utf-8")
