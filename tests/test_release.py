"""The student edition: it grades and diagnoses as the full course does, and gives no solution away."""

from __future__ import annotations

import ast
import fcntl
import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from grader.course import Course, Exercise, load_course
from grader.course.model import Misconception
from grader.grade import Grader
from grader.grade.reference import REFERENCE, read_outcomes
from grader.quiz.paper import draw
from grader.results import CheckResult, ExerciseResult
from grader.submission import Submission
from grader.worker import Worker, start_worker
from tests import quiz_samples
from tests.conftest import COMMAND, HAS_TORCH, RIGHT, ROOT, TRIPLE, GraderCommand, MiniCourse

SQUARED = RIGHT.replace("np.add(x, x)", "np.multiply(x, x)")
SOME = [  # a slow check, forbidden names, torch, devices
    name
    for name in ("markov", "softmax", "scaled_dot_product_attention", "multi_head", "train_step", "architectures")
    if HAS_TORCH or not load_course(ROOT).find(name).needs_torch
]
EDITION_FILES = {"README.md", "exercise.yaml", "stub.py", "checks.py", "outcomes.bin"}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The real course with some of its exercises; `author check` proves them all."""
    path = tmp_path_factory.mktemp("course")
    shutil.copy(ROOT / "course.yaml", path)
    shutil.copytree(ROOT / "quizzes", path / "quizzes")
    for exercise in map(load_course(ROOT).find, SOME):
        for folder in (exercise.path, exercise.solution_path):
            shutil.copytree(folder, path / folder.relative_to(ROOT))
    return load_course(path)


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory, course: Course) -> Path:
    """Its edition, made once, also where several processes share the tests."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    target = shared / "edition"
    with (shared / "edition.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.is_dir():
            subprocess.run(
                [COMMAND, "release", str(target), "--course", str(course.path)], check=True, capture_output=True
            )
    return target


@pytest.fixture(scope="module")
def one_worker(cache: Path) -> Iterator[Worker]:
    with pytest.MonkeyPatch.context() as patch, start_worker() as made:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        yield made


@pytest.fixture
def small(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> Path:
    """The edition of the small course, without that course beside it."""
    assert grader("release", "edition", "--course", mini.path).code == 0
    shutil.rmtree(mini.path)
    return tmp_path / "edition"


def corpus(exercise: Exercise) -> Iterator[Submission]:
    """The stub, the reference, every accepted variant, some misconceptions; `author check` names them all."""
    reference = exercise.solution_source
    yield _submission(exercise, exercise.stub_source)
    yield _submission(exercise, reference)
    for path in exercise.accepted:
        yield _submission(exercise, path.read_text(encoding="utf-8"))
    for mistake in some_mistakes(exercise):  # what it takes `from solution` is the reference, in a file beside it
        yield _submission(exercise, f"{reference}\n\n{mistake.source}", ("solution.py", reference.encode()))


def some_mistakes(exercise: Exercise) -> Sequence[Misconception]:
    return exercise.misconceptions[:: max(1, len(exercise.misconceptions) // 6)]


def _submission(exercise: Exercise, source: str, *files: tuple[str, bytes]) -> Submission:
    return Submission(Path(f"{exercise.slug}.py"), source.encode(), files)


def told(check: CheckResult) -> tuple[object, ...]:
    """All that a student is told of a check; its seconds differ from run to run."""
    return (
        check.id, check.title, check.outcome, check.score, check.max_score, check.hidden, check.message, check.details,
        check.misconception, check.diagnosis, check.advice, check.follows, check.printed,
    )  # fmt: skip


def graded(course: Course, worker: Worker, slug: str, submissions: list[Submission]) -> list[ExerciseResult]:
    grader, exercise = Grader(course, worker), course.find(slug)
    public = [spec.id for spec in exercise.checks if not spec.slow]
    return [grader.grade(exercise, submission, only=public) for submission in submissions]


@pytest.mark.torch  # some of the accepted variants use it
@pytest.mark.parametrize("slug", SOME)
def test_an_edition_grades_and_diagnoses_as_the_full_course_does(
    course: Course, edition: Path, one_worker: Worker, slug: str
) -> None:
    exercise = course.find(slug)
    submissions = list(corpus(exercise))
    full = graded(course, one_worker, slug, submissions)
    alone = graded(load_course(edition), one_worker, slug, submissions)
    assert len(full) == 2 + len(exercise.accepted) + len(some_mistakes(exercise))
    for mine, theirs in zip(alone, full, strict=True):
        assert [told(check) for check in mine.checks] == [told(check) for check in theirs.checks]
    stub, *right = alone[: 2 + len(exercise.accepted)]
    assert {check.outcome for check in stub.checks} == {"not_attempted"}
    assert all(result.passed for result in right)
    names = [m.name.partition(".")[0] for m in some_mistakes(exercise)]  # of the mistake, not of its spelling
    for name, result in zip(names, alone[-len(names) :], strict=True):
        assert not result.passed, name
        assert {check.misconception for check in result.checks} <= {name, None}
    named = sum(any(check.misconception for check in result.checks) for result in alone)
    assert named >= 0.8 * len(names)


def test_an_edition_holds_no_line_of_a_solution(course: Course, edition: Path) -> None:
    assert not (edition / "solutions").exists()
    files = {path: path.read_bytes() for path in edition.rglob("*") if path.is_file()}
    others = {path.name for path in files if path.parent.name not in ("pictures", "quizzes")}
    assert others <= EDITION_FILES | {"course.yaml", "judges.py", "provided.py", "try.py"}
    assert {path.suffix for path in files if path.parent.name == "pictures"} <= {".svg"}
    looked_for = 0
    for exercise in course.exercises:
        own = [content for path, content in files.items() if exercise.path.name in path.parts]
        for line in secret_lines(exercise):  # another exercise may show as much in a hint, or have a check of that name
            looked_for += 1
            assert not any(line.encode() in content for content in own), line
        for spec in exercise.hidden_checks:
            for needle in (f"def {spec.id}(", spec.title):
                assert not any(needle.encode() in content for content in own), needle
    assert looked_for > 100


def secret_lines(exercise: Exercise) -> set[str]:
    """Code of more than 30 letters of reference, hidden checks, misconceptions and variants; not what students read
    anyway: statement, stub, checks, hints, what is provided or tried, and the advice in a misconception's docstring."""
    given = f"{exercise.provided_source or ''}\n{exercise.try_source or ''}"
    read = [exercise.statement, exercise.stub_source, exercise.checks_source, given, *exercise.hints]
    public = "\n".join([*read, *(mistake.advice for mistake in exercise.misconceptions)])
    sources = [exercise.solution_source, exercise.hidden_source or "", *(m.source for m in exercise.misconceptions)]
    sources += [path.read_text(encoding="utf-8") for path in exercise.accepted]
    lines = {line.strip() for source in sources for line in code_lines(source)}
    return {line for line in lines if len(line) > 30 and line not in public}


def code_lines(source: str) -> list[str]:
    words = {
        number
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return [line for number, line in enumerate(source.splitlines(), 1) if number not in words]


def test_an_edition_holds_outcomes_of_public_checks_only(edition: Path) -> None:
    for exercise in load_course(edition).exercises:
        kept = read_outcomes(exercise.outcomes_path.read_bytes()).reports
        public = {spec.id for spec in exercise.checks}
        assert kept[REFERENCE].keys() == public
        assert len(kept) > 6
        assert all(reports.keys() <= public for reports in kept.values())


def test_an_edition_has_the_files_a_student_needs(course: Course, edition: Path) -> None:
    for exercise in course.exercises:
        folder = edition / exercise.path.relative_to(course.path)
        assert {path.name for path in folder.iterdir()} >= EDITION_FILES
        for name in EDITION_FILES - {"outcomes.bin", "exercise.yaml"}:
            assert (folder / name).read_bytes() == (exercise.path / name).read_bytes()
        same = load_course(edition).find(exercise.slug)
        assert (same.points, same.hints, same.idea) == (exercise.points, exercise.hints, exercise.idea)
    assert load_course(edition).validate() == []  # it names no exercise that was left out


# Quizzes


PRACTICE = """
title: Practice
questions:
  - {id: twice, type: numeric, prompt: What is twice two?, answer: 4, explanation: Two and two.}
"""


def test_an_edition_has_practice_quizzes_as_they_are_and_graded_ones_without_their_key(
    grader: GraderCommand, mini: MiniCourse, tmp_path: Path
) -> None:
    graded = quiz_samples.full(mini.path)
    practice = quiz_samples.write(mini.path, PRACTICE, "02_practice.yaml")
    assert grader("release", "edition", "--course", mini.path).code == 0
    edition = tmp_path / "edition" / "quizzes"
    assert sorted(path.name for path in edition.iterdir()) == ["01_doubling.yaml", "02_practice.yaml"]
    assert (edition / "02_practice.yaml").read_bytes() == practice.read_bytes()
    text = (edition / "01_doubling.yaml").read_text(encoding="utf-8")
    for secret in ("correct: true", "feedback: Twice", "4 bytes each", "explanation", "mistakes", "pairs"):
        assert secret in graded.path.read_text(encoding="utf-8")
        assert secret not in text
    sealed = load_course(tmp_path / "edition").find_quiz("doubling")
    assert sealed.sealed
    assert draw(sealed, 5).digest == draw(graded, 5).digest
    assert load_course(tmp_path / "edition").validate() == []
    again = grader("release", "edition", "--course", mini.path)
    assert again.code == 0  # an edition with quizzes is still known as one


# An edition of some exercises


@pytest.fixture
def three(mini: MiniCourse) -> MiniCourse:
    """`double`, `triple` which needs it, a policy about both, and a practice quiz about both."""
    mini.add_triple()
    path = mini.path / "exercises/1_basics/02_triple/exercise.yaml"
    path.write_text(path.read_text().replace("needs: []", "needs: [double]"))
    policy = "policy: {counts: [double, triple], weights: {double: 2}, drop: {all: 1}}"
    mini.write("course.yaml", f"title: A small course\nseed: 7\n{policy}\n")
    both = PRACTICE.replace("{id: twice,", "{id: twice, practise: [double, triple], source: S0,")
    one = "  - {id: half, type: numeric, prompt: Half of 4?, answer: 2, explanation: Two., practise: double}"
    mini.write("quizzes/02_practice.yaml", f"{both}{one}\n")
    return mini


def test_an_edition_of_some_exercises_names_no_others(grader: GraderCommand, three: MiniCourse, tmp_path: Path) -> None:
    made = grader("release", "hw", "triple", "practice", "--course", three.path)
    assert (made.code, made.err) == (0, "")
    shutil.rmtree(three.path)
    assert load_course(tmp_path / "hw").validate() == []
    assert load_course(tmp_path / "hw").policy.counts == ()
    assert not any("double" in path.read_text() for path in (tmp_path / "hw").rglob("*.yaml"))
    assert "after double" not in grader("list", cwd=tmp_path / "hw").out
    assert grader("init", "work", cwd=tmp_path / "hw").code == 0
    work = tmp_path / "hw/work"
    (work / "1_basics/02_triple/triple.py").write_text(TRIPLE)
    assert grader("check", cwd=work).code == 0
    wrong = grader("quiz", "take", "practice", "--plain", cwd=work, input="5\n5\n", stdin=None)
    assert "grader show triple" in wrong.out
    assert "double" not in wrong.out
    assert grader("progress", cwd=work).code == 0
    assert grader("submit", cwd=work).code == 0


def test_an_edition_of_quizzes_alone_can_be_used(grader: GraderCommand, three: MiniCourse, tmp_path: Path) -> None:
    assert grader("release", "hw", "practice", "--course", three.path).code == 0
    assert grader("init", "work", cwd=tmp_path / "hw").code == 0
    for command in ("list", "progress", ("quiz", "list")):
        run = grader(*([command] if isinstance(command, str) else command), cwd=tmp_path / "hw/work")
        assert (run.code, run.err) == (0, "")


def test_the_readme_of_an_edition_says_how_to_install_start_and_submit(
    grader: GraderCommand, three: MiniCourse, tmp_path: Path
) -> None:
    """Its commands work as written, in the folder of the README."""
    assert grader("release", "hw", "--course", three.path).code == 0
    text = (tmp_path / "hw/README.md").read_text()
    assert "    pip install attention-grader\n" in text
    assert "`triple`: Double (5 min, 4 points)" in text
    assert "`practice`: Practice" in text
    assert [line.strip() for line in text.splitlines() if line.startswith("    ")][1:] == [
        "grader init work", "cd work", "grader watch", "grader submit",
    ]  # fmt: skip
    assert grader("init", "work", cwd=tmp_path / "hw").code == 0
    assert grader("list", cwd=tmp_path / "hw/work").out.count("triple") == 1


def test_equal_courses_give_equal_archives_and_editions_with_notebooks(
    grader: GraderCommand, three: MiniCourse, tmp_path: Path
) -> None:
    for name in ("hw.zip", "again/hw.zip"):
        run = grader("release", name, "--zip", "--notebook", "--course", three.path)
        assert (run.code, run.err) == (0, "")
        assert run.out == f"2 exercises in {name}. Give this file to students; it contains no solutions.\n"
    data = (tmp_path / "hw.zip").read_bytes()
    assert (tmp_path / "again/hw.zip").read_bytes() == data
    shutil.unpack_archive(tmp_path / "hw.zip", tmp_path / "unpacked")
    assert grader("release", "plain", "--notebook", "--course", three.path).code == 0
    assert snapshot(tmp_path / "unpacked/hw") == snapshot(tmp_path / "plain")
    work = tmp_path / "plain/work"
    assert "`work/1_basics.ipynb`" in (tmp_path / "plain/README.md").read_text()
    notebook = (work / "1_basics.ipynb").read_text()
    assert "# exercise: triple" in notebook
    (work / "1_basics.ipynb").write_text(notebook.replace("raise NotImplementedError", "return 3 * x"))
    assert grader("check", "triple", cwd=work).code == 0


def test_names_that_stand_for_nothing_and_both_choices_at_once_are_refused(
    grader: GraderCommand, three: MiniCourse, tmp_path: Path
) -> None:
    wrong = grader("release", "hw", "trible", "--course", three.path)
    assert (wrong.code, wrong.out) == (2, "")
    assert "'trible' is not an exercise, quiz or part; did you mean 'triple'?" in wrong.err
    both = grader("release", "hw", "triple", "--assignment", "hw1", "--course", three.path)
    assert both.code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mini"]


# The command, on a small course


def test_release_says_what_it_made(grader: GraderCommand, mini: MiniCourse) -> None:
    run = grader("release", "new/edition", "--course", mini.path)
    assert (run.code, run.err) == (0, "")
    assert run.out == "1 exercise in new/edition. Give this folder to students; it contains no solutions.\n"


def test_points_of_hidden_checks_are_shown_as_outstanding(grader: GraderCommand, small: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(RIGHT)
    run = grader("check", "double", "--course", small, "--json")
    assert run.code == 0
    assert (run.json["score"], run.json["max_score"], run.json["outstanding"]) == (4.0, 4.0, 1.0)
    assert [check["id"] for check in run.json["checks"]] == ["doubles", "negative", "adds"]
    text = grader("check", "double", "--course", small).out
    assert "hidden checks decide 1 more point when it is graded" in text
    assert "Hidden checks add 1 more." in grader("show", "double", "--course", small).out


def test_an_edition_works_moved_elsewhere_and_read_only(grader: GraderCommand, small: Path, tmp_path: Path) -> None:
    moved = tmp_path / "some where" / "else"
    moved.parent.mkdir()
    small.rename(moved)
    (tmp_path / "double.py").write_text(SQUARED)
    for path in (*moved.rglob("*"), moved):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = {path: path.stat().st_mtime_ns for path in moved.rglob("*")}
    run = grader("check", "double", "--submission", tmp_path / "double.py", "--json", cwd=moved)
    assert run.code == 1
    assert run.json["checks"][0]["misconception"] == "squared"
    assert run.json["checks"][0]["diagnosis"] == "The value is squared."
    assert run.json["checks"][0]["advice"] == "Add the value to itself instead."
    assert {path: path.stat().st_mtime_ns for path in moved.rglob("*")} == before
    for path in (moved, *moved.rglob("*")):
        path.chmod(0o755)


def test_an_edition_needs_no_cache(grader: GraderCommand, small: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(RIGHT)
    env = {"XDG_CACHE_HOME": "/dev/null/nowhere", "HOME": "/dev/null"}
    assert grader("check", "double", "--course", small, env=env).code == 0


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[: len(data) // 2],
    "emptied": lambda data: data[:0],
    "other bytes": lambda data: b"no outcomes at all".ljust(len(data)),
    "a length changed": lambda data: bytes([data[0] ^ 0x40]) + data[1:],
    "an index changed": lambda data: data.replace(b'"index"', b'"xedni"'),
    "one bit of a number changed": lambda data: data[:-3] + bytes([data[-3] ^ 0x40]) + data[-2:],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_outcomes_are_told_and_never_the_students_fault(
    grader: GraderCommand, small: Path, tmp_path: Path, damage: str
) -> None:
    (tmp_path / "double.py").write_text(RIGHT)
    path = small / "exercises/1_basics/01_double/outcomes.bin"
    data = path.read_bytes()
    path.write_bytes(DAMAGES[damage](data))
    assert path.read_bytes() != data
    run = grader("check", "double", "--course", small)
    assert (run.code, run.out) == (2, "")
    assert run.err == f"grader: {path}: these reference outcomes are damaged; get the student edition again\n"


def test_missing_outcomes_are_told(grader: GraderCommand, small: Path, tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(RIGHT)
    (small / "exercises/1_basics/01_double/outcomes.bin").unlink()
    run = grader("check", "double", "--course", small)
    assert run.code == 2
    assert "there is neither a solution nor reference outcomes to grade against" in run.err


def test_an_edition_cannot_be_made_from_an_edition(grader: GraderCommand, small: Path, tmp_path: Path) -> None:
    run = grader("release", "second", "--course", small)
    assert (run.code, run.out) == (2, "")
    assert run.err == "grader: double has no solution here; make the edition from the full course\n"
    assert not (tmp_path / "second").exists()


# Where an edition may go


def snapshot(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("file", "'file' is a file; name a folder for the edition"),
        ("mini", "'mini' contains the course itself; name another folder for the edition"),
        (".", "'.' contains the course itself; name another folder for the edition"),
        ("foreign", "'foreign' is not empty and not an earlier edition; name a new folder"),
        ("full", "'full' is not empty and not an earlier edition; name a new folder"),
        ("used", "'used' contains more than an edition (my_work.py); name a new folder"),
        ("file/below", "'file/below' cannot be created: "),
        ("thesis.zip", "'thesis.zip' is not an earlier edition; name a new file"),
        ("begun", "'begun' is not empty and not an earlier edition; name a new folder"),
        ("notebooks", "'notebooks' contains more than an edition (work); name a new folder"),
    ],
)
def test_nobodys_work_is_overwritten(
    grader: GraderCommand, mini: MiniCourse, tmp_path: Path, target: str, sentence: str
) -> None:
    (tmp_path / "file").write_text("work")
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "thesis.txt").write_text("work")
    shutil.copytree(mini.path, tmp_path / "full")
    shutil.copytree(mini.path, tmp_path / "used", ignore=shutil.ignore_patterns("solutions"))
    (tmp_path / "used/exercises/1_basics/01_double/outcomes.bin").write_bytes(b"as in an edition")
    (tmp_path / "used" / "my_work.py").write_text("work")
    with zipfile.ZipFile(tmp_path / "thesis.zip", "w") as archive:
        archive.writestr("thesis/README.md", "work")
    shutil.copytree(mini.path, tmp_path / "begun", ignore=shutil.ignore_patterns("solutions"))  # of one's own
    (tmp_path / "notebooks/work").mkdir(parents=True)
    (tmp_path / "notebooks/course.yaml").write_text("title: An edition\nseed: 1\n")
    before = snapshot(tmp_path)
    run = grader("release", target, "--course", mini.path)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"grader: {sentence}")
    assert run.err.count("\n") == 1
    assert snapshot(tmp_path) == before


def test_an_earlier_edition_and_an_empty_folder_are_replaced(
    grader: GraderCommand, mini: MiniCourse, tmp_path: Path
) -> None:
    target = tmp_path / "edition"
    target.mkdir()
    assert grader("release", target, "--course", mini.path).code == 0
    first = snapshot(target)
    mini.write("exercises/1_basics/01_double/README.md", "# Double\n\nThe second edition.\n")
    old = target / "exercises" / "1_basics" / "09_old"
    old.mkdir()
    assert grader("release", target, "--course", mini.path).code == 0
    second = snapshot(target)
    assert not old.exists()
    assert first.keys() == second.keys()
    assert "second edition" in grader("show", "double", "--course", target).out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["edition", "mini"]


def test_a_failed_release_leaves_nothing_behind(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> None:
    mini.write("exercises/1_basics/02_other/exercise.yaml", "title: [unclosed\n")
    run = grader("release", "edition", "--course", mini.path)
    assert (run.code, run.out) == (2, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mini"]


def test_a_reference_that_does_not_run_makes_no_edition(
    grader: GraderCommand, mini: MiniCourse, tmp_path: Path
) -> None:
    """Students could do nothing with it: every check would be a grader fault."""
    mini.write("solutions/1_basics/01_double/solution.py", "raise RuntimeError('broken')\n")
    run = grader("release", "edition", "--course", mini.path)
    assert (run.code, run.out) == (2, "")
    assert "double" in run.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mini"]
