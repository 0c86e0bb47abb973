"""Writes a student edition of a course: a folder or an archive without solutions, hidden checks and keys of quizzes.

`release_for_grading` writes the opposite, for machines of instructors: the complete exercises, with the program.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from grader.author.packing import pack_folder, pack_program
from grader.author.targets import STUDENTS, WORK, Target, WorkspaceInside, add_files
from grader.author.trial import Progress
from grader.course import Course, Exercise, load_course
from grader.course import yaml as yamlfile
from grader.course.assignments import ASSIGNMENTS, Assignment
from grader.course.policy import CourseNames
from grader.course.quiz_expressions import slot_names
from grader.course.quiz_load import FOLDER as QUIZZES
from grader.course.quiz_load import QuestionFile, QuizFile, id_of
from grader.course.quiz_model import Purpose, QuestionKind, Quiz
from grader.errors import ContentError, UsageError, reason_of
from grader.files import in_words, write
from grader.grade import Grader, write_outcomes
from grader.grade.reference import REFERENCE

PUBLIC = ("README.md", "exercise.yaml", "stub.py", "checks.py", "judges.py", "provided.py", "try.py")
MARK = "course.yaml"
README = "README.md"
COURSE = "course"  # the folder of the complete course, beside what uses it
ARCHIVE = ".zip"


def release(
    course: Course,
    grader: Grader,
    out: Path,
    progress: Progress,
    items: Collection[str] = (),
    workspace: WorkspaceInside | None = None,
    target: Target = STUDENTS,
) -> int:
    """Write a student edition to `out`, of these exercises and quizzes or else of all, and return how many exercises
    it has. If `out` ends in .zip, it is an archive with the folder in it.

    It has what a student needs, with outcomes as data in place of the solutions, and names nothing that it lacks.
    `target` adds files of its own.

    UsageError if the course lacks solutions, or `out` may not be replaced; ContentError if a reference does not
    pass its own checks.
    """
    exercises = _complete(course, items)
    quizzes = [quiz for quiz in course.quizzes if not items or quiz.id in items]
    with _building(course, out, target) as work:
        (work / "exercises").mkdir()  # a course has one, even with quizzes only
        for exercise in exercises:
            _copy_exercise(exercise, grader, work / exercise.path.relative_to(course.path))
            progress(1)
        _copy_quizzes(quizzes, work / QUIZZES)
        # The policy of a course is about all of it.
        shutil.copy2(course.path / MARK, work / MARK)
        if items:
            _rewrite(work / MARK, lambda content: _without(content, "policy"))
        _leave_out_others(work, {exercise.slug for exercise in exercises})
        made = load_course(work)
        if workspace is not None:
            workspace.make(made, work / WORK)
            for lock in (work / WORK).glob(".*.lock"):
                lock.unlink()
        add_files(target, work, made, workspace=workspace)
    return len(exercises)


def release_for_grading(course: Course, out: Path, target: Target, items: Collection[str], about: Assignment) -> int:
    """Write the complete course to `out`, or these of its exercises, with this program and what `target` needs to run
    it, and return how many exercises it has. Never give this to students.

    Where only some things are graded, they are the only assignment, with the title and the points of `about`. What the
    policy says about lateness, attempts and dropped work is left to the service.

    UsageError if the course lacks solutions, or `out` may not be replaced.
    """
    exercises = _complete(course, items)
    with _building(course, out, target) as work:
        inside = work / COURSE
        inside.mkdir()
        for exercise in exercises:
            for folder in (exercise.path, exercise.solution_path):
                place = inside / folder.relative_to(course.path)
                shutil.copytree(folder, place, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy2(course.path / MARK, inside / MARK)
        if items:
            _leave_out_others(inside, {exercise.slug for exercise in exercises})
            _declare(inside, exercises, about)
        else:
            for name in (QUIZZES, ASSIGNMENTS):
                if (course.path / name).is_dir():
                    shutil.copytree(course.path / name, inside / name)
                elif (course.path / name).is_file():
                    shutil.copy2(course.path / name, inside / name)
        wheel, program = pack_program()
        (work / wheel).write_bytes(program)
        add_files(target, work, load_course(inside), wheel=wheel)
    return len(exercises)


def _complete(course: Course, items: Collection[str]) -> list[Exercise]:
    """These exercises or else all, each with its solution."""
    exercises = [exercise for exercise in course.exercises if not items or exercise.slug in items]
    for exercise in exercises:
        if not exercise.has_solution:
            raise UsageError(f"{exercise.slug} has no solution here; make the edition from the full course")
    return exercises


@contextmanager
def _building(course: Course, out: Path, target: Target) -> Iterator[Path]:
    """A folder beside `out` that is moved there when the block ends, so `out` is complete or unchanged."""
    _refuse_bad_place(course, out, target)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".edition-", dir=out.parent))
    except OSError as problem:
        reason = reason_of(problem, "unknown reason")
        raise UsageError(f"'{out}' cannot be created: {reason}; name another folder") from None
    try:
        yield work
        _put(work, out, "" if target.is_flat else out.stem)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def chosen_items(course: Course, names: Sequence[str]) -> set[str]:
    """Return the exercises and quizzes that names stand for: their own, or those of parts. UsageError for a name that
    stands for nothing."""
    known = CourseNames(course)
    for name in names:
        if problem := known.problem(name):
            raise UsageError(problem)
    return known.of(names)


def _put(folder: Path, out: Path, top: str) -> None:
    """Move the finished edition to where it belongs, in place of an earlier one."""
    if out.suffix == ARCHIVE:
        with in_words(out, "name another file"):
            write(out, pack_folder(folder, top))
        return
    mask = os.umask(0)
    os.umask(mask)
    folder.chmod(0o777 & ~mask)
    with in_words(out, "name another folder"):
        if out.exists():
            shutil.rmtree(out)
        folder.rename(out)


def _refuse_bad_place(course: Course, out: Path, target: Target) -> None:
    """Only a new or empty folder, or an earlier edition, may be replaced: never anybody's work."""
    if out.suffix == ARCHIVE:
        if out.exists() and not _is_packed(out, target):
            raise UsageError(f"'{out}' is not an earlier edition; name a new file")
        return
    if out.is_file():
        raise UsageError(f"'{out}' is a file; name a folder for the edition")
    if course.path.resolve().is_relative_to(out.resolve()):
        raise UsageError(f"'{out}' contains the course itself; name another folder for the edition")
    names = {path.name for path in out.iterdir()} if out.exists() else set()
    inside = out / COURSE if target.grades else out
    unmade = any(not path.with_name("outcomes.bin").is_file() for path in inside.glob("exercises/*/*/exercise.yaml"))
    is_edition = (inside / MARK).is_file() and ({README, *target.tops} <= names if target.grades else not unmade)
    if names and (not is_edition or "solutions" in names):
        raise UsageError(f"'{out}' is not empty and not an earlier edition; name a new folder")
    made = {README, *target.tops, *([COURSE] if target.grades else [MARK, "exercises", QUIZZES])}
    for name in sorted(names - made):
        if not (target.grades and name.endswith(".whl")):
            raise UsageError(f"'{out}' contains more than an edition ({name}); name a new folder")


def _is_packed(file: Path, target: Target) -> bool:
    """Is this an archive that an earlier release for the same target wrote?"""
    try:
        with zipfile.ZipFile(file) as archive:
            inner = {name if target.is_flat else name.partition("/")[2] for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile):
        return False
    if target.grades:
        return {f"{COURSE}/{MARK}", *target.files.values()} <= inner
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


def _leave_out_others(work: Path, slugs: Collection[str]) -> None:
    """Leave out of all files the names of exercises that are not there."""

    def without_needs(content: dict[str, Any]) -> dict[str, Any]:
        return _only(content, "needs", slugs)

    def without_practise(content: dict[str, Any]) -> dict[str, Any]:
        questions = [_only(question, "practise", slugs) for question in content["questions"]]
        return {**content, "questions": [_only(question, "misconceptions", slugs) for question in questions]}

    for path in work.glob("exercises/*/*/exercise.yaml"):
        _rewrite(path, without_needs)
    for path in work.glob(f"{QUIZZES}/*.yaml"):
        _rewrite(path, without_practise)


def _declare(folder: Path, exercises: Sequence[Exercise], about: Assignment) -> None:
    """Make these exercises the only assignment of the course in `folder`. Of the policy stays what says how much each
    counts: of a single submission, nothing else can be said."""
    import yaml

    slugs = [exercise.slug for exercise in exercises]
    known = {*slugs, *(exercise.part.folder for exercise in exercises)}

    def only_weights(content: dict[str, Any]) -> dict[str, Any]:
        policy = content.get("policy") or {}
        extra = [name for name in policy.get("extra", ()) if name in known]
        kept = {key: policy[key] for key in ("extra_at_most", "round") if key in policy}
        kept["weights"] = {name: weight for name, weight in policy.get("weights", {}).items() if name in known}
        if any(not {exercise.slug, exercise.part.folder} & {*extra} for exercise in exercises):  # a maximum is left
            kept["extra"] = extra
        kept = {key: value for key, value in kept.items() if value}
        return {**_without(content, "policy"), **({"policy": kept} if kept else {})}

    _rewrite(folder / MARK, only_weights)
    entry: dict[str, Any] = {"title": about.title, "exercises": slugs, "points": about.policy.maximum}
    declared = {"assignments": {about.name: {key: value for key, value in entry.items() if value}}}
    text = yaml.safe_dump(declared, allow_unicode=True, sort_keys=False, width=110)
    (folder / ASSIGNMENTS).write_text(text, encoding="utf-8")


def _without(content: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in content.items() if name != key}


def _only(content: dict[str, Any], key: str, known: Collection[str]) -> dict[str, Any]:
    """The mapping with only known exercises in the list at `key`; without the key if none is left. "masking/name" is
    something of an exercise."""
    names = [content[key]] if isinstance(content.get(key), str) else content.get(key, [])
    left = [name for name in names if name.partition("/")[0] in known]
    if left == names:
        return content
    return {**content, key: left} if left else _without(content, key)


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
