"""Writes a student edition of a course: a folder or an archive without solutions, hidden checks and keys of quizzes."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grader.author.trial import Progress
from grader.course import Course, Exercise, load_course
from grader.course import yaml as yamlfile
from grader.course.policy import CourseNames
from grader.course.quiz_expressions import slot_names
from grader.course.quiz_load import FOLDER as QUIZZES
from grader.course.quiz_load import QuestionFile, QuizFile, id_of
from grader.course.quiz_model import Purpose, QuestionKind, Quiz
from grader.errors import ContentError, UsageError, reason_of
from grader.files import in_words, write
from grader.grade import Grader, write_outcomes
from grader.grade.reference import REFERENCE
from grader.text import fill_template

PUBLIC = ("README.md", "exercise.yaml", "stub.py", "checks.py", "judges.py", "provided.py", "try.py")
MARK = "course.yaml"
README = "README.md"
WORK = "work"  # the folder for a workspace that comes with the edition
ARCHIVE = ".zip"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that an archive can hold


def release(
    course: Course,
    grader: Grader,
    target: Path,
    progress: Progress,
    items: Collection[str] = (),
    make_workspace: Callable[[Course, Path], object] | None = None,
) -> int:
    """Write a student edition to `target`, of these exercises and quizzes or else of all, and return how many exercises
    it has. If `target` ends in .zip, it is an archive with the folder in it.

    It has what a student needs, with outcomes as data in place of the solutions, and names nothing that it lacks. It is
    built in a folder beside the target and then moved, so the target is complete or unchanged. `make_workspace` adds a
    workspace, in a folder of the edition.

    UsageError if the course lacks solutions, or the target may not be replaced; ContentError if a reference does not
    pass its own checks.
    """
    _refuse_bad_target(course, target)
    exercises = [exercise for exercise in course.exercises if not items or exercise.slug in items]
    quizzes = [quiz for quiz in course.quizzes if not items or quiz.id in items]
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
        (work / "exercises").mkdir()  # a course has one, even with quizzes only
        for exercise in exercises:
            _copy_exercise(exercise, grader, work / exercise.path.relative_to(course.path))
            progress(1)
        _copy_quizzes(quizzes, work / QUIZZES)
        _copy_facts(course, work, {exercise.slug for exercise in exercises}, is_part=bool(items))
        made = load_course(work)
        needs_torch = any(exercise.needs_torch for exercise in made.exercises)
        has_work = make_workspace is not None
        text = fill_template(_README, course=made, quizzes=quizzes, torch=needs_torch, work=WORK if has_work else "")
        (work / README).write_text(text, encoding="utf-8", newline="\n")
        if make_workspace is not None:
            make_workspace(made, work / WORK)
            for lock in (work / WORK).glob(".*.lock"):
                lock.unlink()
        _put(work, target)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return len(exercises)


_README = Path(__file__).with_name("edition.md.j2")


def chosen_items(course: Course, names: Sequence[str]) -> set[str]:
    """Return the exercises and quizzes that names stand for: their own, or those of parts. UsageError for a name that
    stands for nothing."""
    known = CourseNames(course)
    for name in names:
        if problem := known.problem(name):
            raise UsageError(problem)
    return known.of(names)


def _put(folder: Path, target: Path) -> None:
    """Move the finished edition to where it belongs, in place of an earlier one."""
    if target.suffix == ARCHIVE:
        with in_words(target, "name another file"):
            write(target, _packed(folder, target.stem))
        return
    mask = os.umask(0)
    os.umask(mask)
    folder.chmod(0o777 & ~mask)
    if target.exists():
        shutil.rmtree(target)
    folder.rename(target)


def _packed(folder: Path, top: str) -> bytes:
    """The archive of a folder. Equal files give equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(folder.rglob("*")):
            name = f"{top}/{path.relative_to(folder).as_posix()}"
            entry = zipfile.ZipInfo(f"{name}/" if path.is_dir() else name, _EPOCH)
            entry.external_attr = (0o40755 if path.is_dir() else 0o100644) << 16
            entry.create_system = 3  # Unix, on every machine
            archive.writestr(entry, b"" if path.is_dir() else path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def _refuse_bad_target(course: Course, target: Path) -> None:
    """Only a new or empty folder, or an earlier edition, may be replaced: never anybody's work."""
    if target.suffix == ARCHIVE:
        if target.exists() and not _is_packed_edition(target):
            raise UsageError(f"'{target}' is not an earlier edition; name a new file")
        return
    if target.is_file():
        raise UsageError(f"'{target}' is a file; name a folder for the edition")
    if course.path.resolve().is_relative_to(target.resolve()):
        raise UsageError(f"'{target}' contains the course itself; name another folder for the edition")
    names = sorted(path.name for path in target.iterdir()) if target.exists() else []
    unmade = any(not path.with_name("outcomes.bin").is_file() for path in target.glob("exercises/*/*/exercise.yaml"))
    if names and (not (target / MARK).is_file() or "solutions" in names or unmade):
        raise UsageError(f"'{target}' is not empty and not an earlier edition; name a new folder")
    for name in names:
        if name not in (MARK, README, "exercises", QUIZZES):
            raise UsageError(f"'{target}' contains more than an edition ({name}); name a new folder")


def _is_packed_edition(file: Path) -> bool:
    try:
        with zipfile.ZipFile(file) as archive:
            inner = {name.partition("/")[2] for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile):
        return False
    return {MARK, README} <= inner and not any(name.startswith("solutions/") for name in inner)


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


def _copy_facts(course: Course, work: Path, slugs: Collection[str], is_part: bool) -> None:
    """Write course.yaml, and leave out of all files the names of exercises that the edition lacks. The policy of a
    course is about all of it, so an edition of a part has none."""
    shutil.copy2(course.path / MARK, work / MARK)
    if is_part:
        _rewrite(work / MARK, lambda content: {key: value for key, value in content.items() if key != "policy"})

    def without_needs(content: dict[str, Any]) -> dict[str, Any]:
        return _only(content, "needs", slugs)

    def without_practise(content: dict[str, Any]) -> dict[str, Any]:
        questions = [_only(question, "practise", slugs) for question in content["questions"]]
        return {**content, "questions": [_only(question, "misconceptions", slugs) for question in questions]}

    for path in work.glob("exercises/*/*/exercise.yaml"):
        _rewrite(path, without_needs)
    for path in work.glob(f"{QUIZZES}/*.yaml"):
        _rewrite(path, without_practise)


def _only(content: dict[str, Any], key: str, known: Collection[str]) -> dict[str, Any]:
    """The mapping with only known exercises in the list at `key`; without the key if none is left. "masking/name" is
    something of an exercise."""
    names = [content[key]] if isinstance(content.get(key), str) else content.get(key, [])
    left = [name for name in names if name.partition("/")[0] in known]
    if left == names:
        return content
    return {**content, key: left} if left else {name: value for name, value in content.items() if name != key}


def _rewrite(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Change the content of a YAML file. If there is nothing to change, it keeps its form and its comments."""
    import yaml

    content = yamlfile.plain(path)
    changed = change(content)
    if changed != content:
        path.write_text(yaml.safe_dump(changed, allow_unicode=True, sort_keys=False, width=110), encoding="utf-8")


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
