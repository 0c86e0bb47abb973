"""`grader batch` on real processes: what is graded and what is not, and what is left when processes are killed."""

from __future__ import annotations

import html
import json
import os
import random
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pexpect
import pytest

from grader import Summary, grade_batch, grade_submission
from grader.batch import engine as local
from grader.batch.engine import Job, JobResult, JobRunner, LocalEngine
from grader.batch.intake import enrol
from grader.batch.outputs import alone
from grader.batch.run import BatchOptions, plan_class
from grader.cli.run import run
from grader.errors import GraderFault, UsageError
from grader.gradebook import GRADEBOOK, Gradebook, Override
from grader.processes import Process
from grader.results import FileStatus, Outcome
from grader.submission.discover import discover
from grader.submission.roster import read_roster
from tests import fatal
from tests.conftest import COMMAND, RIGHT, ROOT, TRIPLE, GraderCommand, MiniCourse
from tests.helpers import hand_in, jobs_of, notebook, order_for, results_of, zipped

SQUARED = RIGHT.replace("np.add(x, x)", "x * x")
NO_TOTAL = RIGHT.replace("float(np.sum(x))", "0.0")
SLOW = "import time\ntime.sleep(0.2)\n" + RIGHT
LOOPS = RIGHT.replace("    return np.add(x, x)", "    while True:\n        pass")
GREEDY = RIGHT.replace("np.add(x, x)", "np.ones(10**11)")
MISNAMED = TRIPLE.replace("triple", "tripple")


@pytest.fixture
def course(mini: MiniCourse) -> MiniCourse:
    """Two exercises: `double`, and `triple` with one check."""
    mini.add_triple()
    mini.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1}, "limits: {seconds: 0.5, memory_mb: 400}\n")
    return mini


@pytest.fixture
def grade(course: MiniCourse, tmp_path: Path) -> Callable[..., Summary]:
    """A batch of `class` into `out`, in this process, with little isolation: it starts sooner."""

    def run(**options: Any) -> Summary:
        place = tmp_path / options.pop("out", "out")
        return grade_batch(course.path, tmp_path / "class", place, **{"isolation": "L0", "jobs": 2, **options})

    return run


def times_in(out: Path) -> set[object]:
    """When outcomes were graded."""
    with Gradebook.open(out / GRADEBOOK, create=False) as book:
        return {detail.attempt.graded for student in book.students() for detail in book.details(student.id)}


def outcomes_in(out: Path) -> int:
    """How many are on the disk now; asked beside the process that writes them."""
    if not (out / GRADEBOOK).exists():
        return 0
    with sqlite3.connect(out / GRADEBOOK, timeout=30) as db:
        try:
            return int(db.execute("SELECT count(*) FROM outcomes").fetchone()[0])
        except sqlite3.OperationalError:  # not made yet
            return 0


def start_batch(course: MiniCourse, folder: Path, *more: str, stderr: int = subprocess.STDOUT) -> subprocess.Popen[str]:
    words = ["batch", "class", "--out", "out", "--course", str(course.path), "--isolation", "L0", "--jobs", "2", *more]
    return subprocess.Popen(
        [COMMAND, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
        start_new_session=True,
    )


def test_a_class_is_graded_whatever_they_hand_in(course: MiniCourse, tmp_path: Path, grader: GraderCommand) -> None:
    """One command, from folders to files: right, wrong, broken, hostile, empty, notebooks, zips."""
    for name in ("ada", "twin"):
        hand_in(tmp_path / name, double=RIGHT, triple=TRIPLE)
    hand_in(tmp_path / "bo", double=SQUARED)
    hand_in(tmp_path / "cy", double="def double(x:\n")
    hand_in(tmp_path / "di", double="")
    hand_in(tmp_path / "ed", double=LOOPS)
    hand_in(tmp_path / "fay", double="import os\nos._exit(0)\n")
    hand_in(tmp_path / "gus", double=GREEDY)
    hand_in(tmp_path / "hal", work_ipynb=notebook("import numpy as np", f"# exercise: double\n{RIGHT}"))
    hand_in(tmp_path / "ida", all_zip=zipped({"double.py": RIGHT, "triple.py": "def triple(x):\n    return x\n"}))
    hand_in(tmp_path / "jo", all_zip=zipped({"double.py": RIGHT})[:60])
    hand_in(tmp_path / "kim", double_ipynb="{not json")
    hand_in(tmp_path / "lu", notes_txt="I did not finish.")
    (tmp_path / "class" / "max").mkdir()
    done = grader("batch", "class", "--out", "out", "--course", course.path, "--jobs", 2)
    assert done.code == 0, done.out + done.err
    assert done.out.startswith("14 students, 14 submissions, 9 solutions: 9 graded, in ")  # the twin's are the same
    for sentence in (
        "! di: 'double.py' is empty",
        "! jo: 'all.zip' is damaged; ask for it again",
        "! kim: 'double.ipynb' is not a readable notebook; save it again from Jupyter",
        "! lu: no file answers an exercise",
        "! max: there are no files in it",
    ):
        assert sentence in done.out
    found = results_of(tmp_path / "out")
    firsts = {student: found[student, "double"].checks[0].outcome for student, item in found if item == "double"}
    assert firsts == {
        **dict.fromkeys(("ada", "twin", "hal", "ida"), Outcome.PASSED),
        "bo": Outcome.FAILED,
        "cy": Outcome.SYNTAX_ERROR,
        "ed": Outcome.TIMED_OUT,
        "fay": Outcome.EXITED,
        "gus": Outcome.OUT_OF_MEMORY,
    }
    assert found["bo", "double"].checks[0].misconception == "squared"
    assert found["ed", "double"].checks[2].outcome is Outcome.PASSED, "what it does not hang in counts"
    assert found["ida", "triple"].checks[0].outcome is Outcome.FAILED
    assert found["ada", "double"].score == found["ada", "double"].max_score == 5
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"grades.csv", "results", "feedback", "report.html"}
    assert len(list((tmp_path / "out/feedback").iterdir())) == 14


def test_a_second_run_grades_nothing_and_starts_no_process(
    tmp_path: Path, grade: Callable[..., Summary], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(tmp_path / "ada", double=RIGHT, triple=TRIPLE)
    assert grade().graded == 2
    before = (tmp_path / "out/grades.csv").read_bytes()
    monkeypatch.setattr(local, "Process", None)
    again = grade()
    assert (again.graded, again.works, again.changed) == (0, 2, 0)
    assert (tmp_path / "out/grades.csv").read_bytes() == before


def test_what_changed_is_graded_again_and_nothing_else(
    course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    for name in ("ada", "bo", "cy"):
        hand_in(tmp_path / name, double=f"{RIGHT}# {name}\n", triple=f"{TRIPLE}# {name}\n")
    assert grade().graded == 6

    hand_in(tmp_path / "bo", double=NO_TOTAL)
    assert grade().graded == 1
    assert results_of(tmp_path / "out")["bo", "double"].score == 4

    text = (course.exercise / "checks.py").read_text()
    (course.exercise / "checks.py").write_text(text.replace("rng.normal(size=5)", "rng.normal(size=6)"))
    assert grade().graded == 3, "double of all three; the file that bo handed in first is no longer there"

    (course.exercise / "README.md").write_text("# Double\n\nTwice a number, please.\n")
    course.yaml({"doubles": 20, "negative": 1, "adds": 1, "secret": 1}, "limits: {seconds: 0.5, memory_mb: 400}\n")
    weighed = grade()
    assert (weighed.graded, weighed.changed) == (0, 3)
    with Gradebook.open(tmp_path / "out" / GRADEBOOK, create=False) as book:
        assert {mark.student: float(mark.total) for mark in book.marks()} == {"ada": 27, "bo": 26, "cy": 27}


def test_one_exercise_alone_is_graded_and_the_others_are_not_forgotten(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    hand_in(tmp_path / "ada", double=RIGHT, triple=TRIPLE)
    first = grade(exercises=["02_triple"])
    assert (first.graded, first.works, first.exercises) == (1, 1, ("triple",))
    assert grade().graded == 1
    grade(exercises=["double"], force=True)
    assert results_of(tmp_path / "out").keys() == {("ada", "double"), ("ada", "triple")}


def test_a_dry_run_tells_what_would_be_graded_and_keeps_nothing(
    course: MiniCourse, tmp_path: Path, grader: GraderCommand
) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    hand_in(tmp_path / "bo", double=SQUARED, doubel=RIGHT, tripple=MISNAMED)
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name\nada,Ada Åkesson\nbo,Bo\ncy,Cy\n", encoding="utf-8")
    common = ("batch", "class", "--course", course.path, "--roster", roster, "--dry-run")
    planned = grader(*common)
    assert planned.code == 0, planned.err
    assert planned.out.splitlines() == [
        "2 submissions, read as 'folders'. Nothing was graded (--dry-run).",
        "  ada (Ada Åkesson): double",
        "  bo (Bo): double",
        "Nothing submitted: cy.",
        "1 file is not graded but could be; decide with: grader match OUT FILE EXERCISE",
        "  bo/tripple.py is not named after an exercise; was 'triple.py' meant?",
        "Left out: 1 file.",
        "  bo/doubel.py is not graded for double: 'double.py' is",
    ]
    rows = grader(*common, "--json").json["submissions"]
    told = [(row["student"], row["name"], row["exercises"]) for row in rows]
    assert told == [("ada", "Ada Åkesson", ["double"]), ("bo", "Bo", ["double"])]
    answer = {"file": "ada/double.py", "name": "double.py", "status": "used", "exercise": "double"}
    assert rows[0]["files"] == [{**answer, "reason": "answers double"}]
    assert [(file["file"], file["status"]) for file in rows[1]["files"]] == [
        ("bo/doubel.py", "left_out"),
        ("bo/double.py", "used"),
        ("bo/tripple.py", "offered"),
    ]
    assert not (tmp_path / "out").exists()


def test_an_answer_under_a_wrong_name_is_told_to_the_student_and_to_the_instructor(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    wrong = RIGHT.replace("double", "duoble").replace("total", "sum_of")
    hand_in(tmp_path / "ada", duoble=wrong, triple=TRIPLE)
    hand_in(tmp_path / "bo", doubel="X = 3\n", triple="from doubel import X\ndef triple(x):\n    return X * x\n")
    hand_in(tmp_path / "cy", doubles=wrong)

    def offered(summary: Summary) -> list[str]:
        return [file.name for one in summary.files for file in one.keyed() if file.status is FileStatus.OFFERED]

    sentence = "'duoble.py' is not named after an exercise; was 'double.py' meant?"
    assert offered(grade()) == ["ada/duoble.py", "cy/doubles.py"]
    result = json.loads((tmp_path / "out/results/ada.json").read_text())
    items = {item["item"]: item for item in result["items"]}
    assert items["double"]["hand_ins"][0]["problem"] == sentence
    assert (items["double"]["score"], items["triple"]["score"]) == (0, 4)
    assert sentence in html.unescape((tmp_path / "out/feedback/ada.html").read_text())
    report = html.unescape((tmp_path / "out/report.html").read_text())
    assert f"ada/{sentence.replace(chr(39), '', 2)}" in report
    assert "doubel.py" not in report
    hand_in(tmp_path / "ada", double=RIGHT).joinpath("duoble.py").unlink()
    assert offered(grade()) == ["cy/doubles.py"]


def test_what_is_told_fits_eighty_columns(course: MiniCourse, tmp_path: Path, grader: GraderCommand) -> None:
    hand_in(tmp_path / "a_student_with_a_rather_long_name_in_the_course_system", double=RIGHT, tripple=MISNAMED)
    hand_in(tmp_path / "another_student_with_an_even_longer_name_in_the_course_system", double=RIGHT, triple=TRIPLE)
    told = grader("batch", "class", "--course", course.path, "--dry-run").out.splitlines()
    assert any("tripple" in line for line in told)
    assert max(map(len, told)) <= 80
    assert "  another_student_with_an_even_longer_name_in_the_course_system: double," in told


UNUSED = (
    "import os, sys, threading", "import subprocess, ctypes", "import multiprocessing, socket", "import signal, gc",
    "import inspect, traceback, types", "import importlib, pickle, tempfile", "from os import *", "import builtins",
    "import random, time, logging, warnings", "import asyncio, concurrent.futures",
)  # fmt: skip
MIXED = """
import numpy as np

seen = []


def double(x):
    seen.append(len(seen))
    print("double", len(seen), np.shape(x))
    if np.ndim(x) == 1 and np.size(x) < 10:
        raise ValueError(f"not {np.size(x)} values, at {len(seen)}")
    return np.add(x, x)


def total(x):
    print("total")
    return 0.5
"""


@pytest.mark.parametrize("isolation", ["L0", "auto"])
def test_imports_that_nothing_uses_change_no_result(
    tmp_path: Path, grade: Callable[..., Summary], isolation: str
) -> None:
    """What can be imported to do harm may just be imported: nothing is decided by how a source looks."""
    for number in range(200):
        head = UNUSED[number // 2 % len(UNUSED)] if number % 2 else ""
        hand_in(tmp_path / f"student{number:03}", double=f"{head}\n{MIXED}# {number}\n")
    assert grade(isolation=isolation).graded == 200
    results = results_of(tmp_path / "out")
    found = {
        name: [(c.id, c.outcome, c.score, c.message, c.printed, c.kind, c.diagnosis) for c in result.checks]
        for (name, _), result in results.items()
    }
    plain = found["student000"]
    assert {name: checks for name, checks in found.items() if checks != plain} == {}
    assert len(found) == 200
    assert [(check, str(outcome), printed) for check, outcome, _, _, printed, *_ in plain] == [
        ("doubles", "passed", "double 1 (2, 3)\n"),
        ("negative", "exception", "double 2 (4,)\n"),
        ("adds", "failed", "total\n"),
        ("secret", "passed", ""),
    ]
    assert plain[1][3] == "raised ValueError: not 4 values, at 2"


def test_some_students_alone_and_all_of_them_again(course: MiniCourse, tmp_path: Path, grader: GraderCommand) -> None:
    """--only, --json and --force, one after the other on one class."""
    hand_in(tmp_path / "ada", double=RIGHT)
    hand_in(tmp_path / "bo", double=SQUARED)
    common = ("batch", "class", "--out", "out", "--course", course.path, "--isolation", "L0", "--json")
    one = grader(*common, "--only", "bo")
    assert one.code == 0, one.err
    assert (one.json["schema"], one.json["students"], one.json["works"], one.json["graded"]) == (1, 1, 1, 1)
    rest = grader(*common).json
    assert (rest["students"], rest["works"], rest["graded"], rest["exercises"]) == (2, 2, 1, ["double"])
    before, times = results_of(tmp_path / "out"), times_in(tmp_path / "out")
    assert grader(*common, "--force").json["graded"] == 2
    assert results_of(tmp_path / "out") == before, "the same inputs again: the secret salt is kept"
    assert not times & times_in(tmp_path / "out"), "these are new results"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--out", "out", "--only", "bob"), "'bob' submitted nothing; did you mean 'bo'?"),
        (("--out", "out", "--exercise", "tripel"), "no exercise 'tripel'; did you mean 'triple'?"),
        (("--out", "class/bo/double.py"), "'class/bo/double.py' cannot be used for results: file exists"),
        (("--out", "out", "--layout", "moodle"), "nothing in 'class' has the layout 'moodle'; omit --layout"),
        (("--out", "out", "--engine", "dask"), "name the cluster: --scheduler ADDRESS"),
        ((), "name the folder for the results: --out DIR"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ",
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    course: MiniCourse, tmp_path: Path, grader: GraderCommand, words: tuple[str, ...], sentence: str
) -> None:
    hand_in(tmp_path / "bo", double=SQUARED)
    done = grader("batch", "class", "--course", course.path, *words)
    assert done.code == 2
    assert done.err.startswith(f"grader: {sentence}")
    assert not (tmp_path / "out").exists()


def test_what_a_roster_told_is_not_forgotten_by_a_run_without_one(tmp_path: Path) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name,email,id\nada,Ada Å,ada@example.edu,77\nbo,Bo,,\n", encoding="utf-8")
    with Gradebook.open(tmp_path / GRADEBOOK) as book:
        for listed in (read_roster(roster), None):
            enrol(book, discover(tmp_path / "class", slugs=["double"], roster=listed), listed)
            assert [(student.id, student.fields) for student in book.students()] == [
                ("ada", {"lms": "77", "email": "ada@example.edu"}),
                ("bo", {}),
            ]


def test_a_name_that_a_roster_told_is_not_forgotten_either(tmp_path: Path) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name\nada,Ada Å\n", encoding="utf-8")
    with Gradebook.open(tmp_path / GRADEBOOK) as book:
        for listed in (None, read_roster(roster), None):
            enrol(book, discover(tmp_path / "class", slugs=["double"], roster=listed), listed)
        assert [student.name for student in book.students()] == ["Ada Å"]


def test_a_student_who_comes_later_is_not_taken_for_one_whose_id_differs_in_case(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    grade()
    shutil.move(tmp_path / "class", tmp_path / "first")
    hand_in(tmp_path / "Ada", double=SQUARED)
    grade()
    scores = {student: result.score for (student, _), result in results_of(tmp_path / "out").items()}
    assert scores.keys() == {"ada", "Ada"}
    assert scores["ada"] > scores["Ada"]


def test_a_roster_that_comes_later_or_is_forgotten_doubles_nobody(
    course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    """Work, decisions and files go to the id of the roster, and stay there."""
    (tmp_path / "class").mkdir()
    for name in ("doejane_101_9001_double.py", "tablesbob_102_9002_double.py"):
        (tmp_path / "class" / name).write_text(RIGHT, encoding="utf-8")
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name,id\nu1,Jane Doe,101\n", encoding="utf-8")
    grade()
    with Gradebook.open(tmp_path / "out" / GRADEBOOK, create=False) as book:
        book.override(Override("101", "double", "viva", score=3.5))
    assert "'101' is 'u1' on the roster" in grade(roster=roster).problems[0]
    for options in ({"roster": roster}, {}, {"students": ["u1"]}):
        assert not any("'101'" in problem for problem in grade(**options).problems)
        lines = (tmp_path / "out" / "grades.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
        assert [line.split(",")[:3] for line in lines] == [["102", "tablesbob", "5"], ["u1", "Jane Doe", "3.5"]]
        assert sorted(path.stem for path in (tmp_path / "out" / "feedback").iterdir()) == ["102", "u1"]
    planned = plan_class(course.load(), tmp_path / "class", BatchOptions(students=("u1",)), tmp_path / "out")
    assert [(row["student"], row["name"]) for row in planned["submissions"]] == [("u1", "Jane Doe")]


def test_who_was_found_on_the_roster_by_name_is_found_again_without_it(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    hand_in(tmp_path / "doe_jane", double=RIGHT)
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name\nu1,Jane Doe\n", encoding="utf-8")
    for options in ({"roster": roster}, {}):
        grade(**options)
        assert {student for student, _ in results_of(tmp_path / "out")} == {"u1"}


def test_the_secret_salt_is_in_no_file_that_is_handed_out(tmp_path: Path, grade: Callable[..., Summary]) -> None:
    hand_in(tmp_path / "ada", double=SQUARED)
    grade()
    with Gradebook.open(tmp_path / "out" / GRADEBOOK, create=False) as book:
        salt = book.salt
    assert salt > 2**64
    shared = [path for path in (tmp_path / "out").rglob("*") if path.is_file() and GRADEBOOK not in path.name]
    assert len(shared) >= 4
    for path in shared:
        text = path.read_bytes().lower()
        for form in (str(salt), f"{salt:x}", str(7 * 1_000_003 + salt)):  # 7: the course's seed
            assert form.encode() not in text, path


def test_results_do_not_depend_on_how_many_processes_there_are(tmp_path: Path, grade: Callable[..., Summary]) -> None:
    """Both gradebooks begin as the same empty one, for each would draw its own salt."""
    (tmp_path / "one").mkdir()
    Gradebook.open(tmp_path / "one" / GRADEBOOK).close()
    shutil.copytree(tmp_path / "one", tmp_path / "three")
    for at, source in enumerate([RIGHT, SQUARED, NO_TOTAL, "1 / 0", "print('hello')\n" + RIGHT] * 2):
        hand_in(tmp_path / f"s{at}", double=f"{source}# {at}\n")
    grade(out="one", jobs=1)
    grade(out="three", jobs=3)
    found = results_of(tmp_path / "one")
    assert len(found) == 10
    assert results_of(tmp_path / "three") == found


def test_a_submission_sees_no_other_students_files(course: MiniCourse, tmp_path: Path, grader: GraderCommand) -> None:
    """Not in its own folder, and where the machine can shut it in, not by their whole paths either."""
    other = hand_in(tmp_path / "bo", double=RIGHT + "# bo's secret\n") / "double.py"
    nosy = f"""
import os
print("here:", sorted(os.listdir(".")))
for path in ({str(other)!r}, "../bo/double.py", {str(tmp_path / "out" / GRADEBOOK)!r}):
    try:
        print("read:", open(path, "rb").read().decode("latin-1"))
    except OSError:
        pass
"""
    hand_in(tmp_path / "ada", double=nosy + RIGHT, helper="x = 1\n")
    grader("batch", "class", "--out", "out", "--course", course.path)
    found = results_of(tmp_path / "out")["ada", "double"]
    printed = found.checks[0].printed
    assert "here:" in printed
    assert "helper" not in printed, "it imports no helper, so there is none"
    assert "read:" not in printed or found.isolation == "L0"


def test_equal_files_are_graded_once_but_what_is_told_about_a_choice_is_ones_own(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    hand_in(tmp_path / "bo", double=RIGHT)
    unsure = hand_in(tmp_path / "cy", double=SQUARED)
    (unsure / "01_double.py").write_text(RIGHT)
    assert grade().graded == 2
    notes = {student: result.notes for (student, _), result in results_of(tmp_path / "out").items()}
    assert notes["ada"] == notes["bo"] == ()
    assert all(result.passed for result in results_of(tmp_path / "out").values())
    assert "could be meant as well; keep one" in notes["cy"][0]


def test_a_students_numpy_in_this_folder_is_not_imported_by_the_grader(
    course: MiniCourse, tmp_path: Path, grader: GraderCommand
) -> None:
    place = hand_in(tmp_path / "ada", double=NO_TOTAL, numpy="raise SystemExit('stolen')\n", grader="x = 1\n")
    for name in ("numpy.py", "grader.py"):
        shutil.copy(place / name, tmp_path)
    done = grader("batch", "class", "--out", "out", "--course", course.path, "--json")
    assert done.code == 0, done.err
    assert (done.json["graded"], done.json["faults"]) == (1, 0)


def test_a_student_edition_grades_no_class(course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary]) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    shutil.rmtree(course.path / "solutions")
    with pytest.raises(UsageError, match=r"holds no solution of 'double': it is a student edition"):
        grade()


def test_a_process_that_is_killed_is_replaced_and_its_jobs_are_tried_again(
    course: MiniCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are killed at once: a job that is hit twice would be a fault of ours."""
    jobs = jobs_of(*[RIGHT, SQUARED, SLOW] * 4)
    started: list[Process] = []

    def noted(make: Callable[..., Callable[[Job], JobResult]], config: object) -> Process:
        started.append(Process(make, config))
        return started[-1]

    monkeypatch.setattr(local, "Process", noted)
    found: list[JobResult] = []
    with LocalEngine(order_for(course), 2) as engine:
        for done in engine.map(jobs):
            found.append(done)
            for process in started if len(found) == 1 else ():
                os.kill(process.pid, signal.SIGKILL)
    assert len(started) == 4
    assert sorted(int(done.digest) for done in found) == list(range(len(jobs)))
    assert not any(done.result.faulty for done in found)


def test_a_job_on_which_processes_end_twice_is_a_fault_of_ours_and_the_others_go_on(
    course: MiniCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "grade_jobs", fatal.grade_jobs)
    with LocalEngine(order_for(course), 1) as engine:
        found = {done.digest: done.result for done in engine.map(jobs_of(RIGHT, SQUARED, RIGHT))}
    assert [found[digest].faulty for digest in "012"] == [False, True, False]
    assert found["1"].score == found["1"].max_score == 5
    assert found["1"].notes == ("the process that grades ended twice on this submission",)


def test_a_machine_on_which_no_process_lives_is_told_in_a_sentence(
    course: MiniCourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with (
        LocalEngine(order_for(course), 2) as engine,
        pytest.raises(GraderFault, match="everything graded so far is saved: free some memory"),
    ):
        list(engine.map(jobs_of(*[RIGHT] * 50)))


def test_isolation_that_cannot_be_had_ends_the_batch_in_place_of_faulting_everybody(course: MiniCourse) -> None:
    order = replace(order_for(course), device="cuda", isolation="L2")  # a real device's children are never shut in
    with (
        LocalEngine(order, 1) as engine,
        pytest.raises(UsageError, match="children that are not forked have isolation L0"),
    ):
        list(engine.map(jobs_of(RIGHT, RIGHT)))


def test_a_bug_of_ours_costs_no_points_and_stops_nobody(course: MiniCourse, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def buggy(path: Path, *_: object) -> None:
        tries.append(path.name)
        raise KeyError("oops")

    monkeypatch.setattr(local, "from_bytes", buggy)
    done = JobRunner(order_for(course)).grade(jobs_of(SQUARED)[0])
    assert tries == ["double.py"] * 2
    assert done.result.faulty
    assert done.result.score == done.result.max_score == course.load().find("double").max_score
    assert done.result.notes == ("the grader itself failed (KeyError: 'oops')",)


@pytest.mark.parametrize(
    ("name", "content", "earned"),
    [("triple.py", TRIPLE, 7.0), ("triple.ipynb", "{cells}", 0.0), ("triple.py", "triple = (", 0.0)],
    ids=["fault", "corrupt", "syntax"],
)
def test_the_maximum_is_the_same_whatever_happens_and_a_fault_gives_all_of_it(
    course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary], name: str, content: str, earned: float
) -> None:
    yaml = course.path / "exercises/1_basics/02_triple/exercise.yaml"
    text = yaml.read_text("utf-8").replace("inputs_unchanged: 0", "inputs_unchanged: 2")
    yaml.write_text(f"{text}\nforbids: {{names: [numpy.tile], points: 1}}\n", "utf-8")
    if earned:
        course.write("solutions/1_basics/02_triple/solution.py", BROKEN)
        hand_in_many(tmp_path, "s", 2, "double", RIGHT)  # the batch goes on
    (tmp_path / "class" / "ada").mkdir(parents=True)
    (tmp_path / "class" / "ada" / name).write_text(content, "utf-8")
    grade(exercises=("triple", "double"))
    items = json.loads((tmp_path / "out/results/ada.json").read_text("utf-8"))["items"]
    (found,) = (item for item in items if item["item"] == "triple")
    assert (found["score"], found["maximum"], found["result"]["max_score"]) == (earned, 7.0, 7.0)


# A broken grader


BROKEN = "raise RuntimeError('a broken reference')\n"
MADE = ("grades.csv", "results", "feedback", "report.html")


@pytest.fixture
def broken(course: MiniCourse) -> MiniCourse:
    """The grader fails on every `triple`, and on no `double`."""
    course.write("solutions/1_basics/02_triple/solution.py", BROKEN)
    return course


def hand_in_many(folder: Path, letter: str, count: int, slug: str, source: str) -> None:
    """Works that differ: equal ones are graded once."""
    for at in range(count):
        hand_in(folder / f"{letter}{at:02}", **{slug: f"{source}# {letter}{at}\n"})


def made_in(out: Path) -> list[str]:
    return [name for name in MADE if (out / name).exists()]


def test_a_batch_in_which_the_grader_fails_on_everybody_stops_with_3_and_writes_no_grades(
    broken: MiniCourse, tmp_path: Path, grader: GraderCommand
) -> None:
    hand_in_many(tmp_path, "s", 3, "triple", TRIPLE)
    done = grader("batch", "class", "--out", "out", "--course", broken.path)
    assert (done.code, done.out) == (3, "")
    assert done.err == (
        "grader: the grader itself failed on 3 of 3 submissions, so the batch stopped and no grades were written; "
        "run 'grader doctor', then this batch again: everything graded so far is saved\n"
    )
    assert made_in(tmp_path / "out") == []
    assert outcomes_in(tmp_path / "out") == 3


def test_a_fault_of_the_grader_on_some_is_for_review_and_the_grades_are_written(
    broken: MiniCourse, tmp_path: Path, grader: GraderCommand
) -> None:
    hand_in_many(tmp_path, "s", 2, "triple", TRIPLE)
    hand_in(tmp_path / "ada", double=RIGHT)
    done = grader("batch", "class", "--out", "out", "--course", broken.path)
    assert (done.code, done.err) == (3, "")
    assert "2 submissions hit an internal error. No points were lost; they are marked for\nreview." in done.out
    assert made_in(tmp_path / "out") == list(MADE)


@pytest.mark.usefixtures("broken")
def test_a_student_with_a_fault_beside_a_sound_result_counts_as_one_with_a_fault(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    for student in ("ada", "bo"):
        hand_in(tmp_path / student, double=f"{RIGHT}# {student}\n", triple=f"{TRIPLE}# {student}\n")
    with pytest.raises(GraderFault, match="failed on 2 of 4 submissions"):
        grade()
    assert made_in(tmp_path / "out") == []


@pytest.mark.usefixtures("broken")
def test_the_batch_stops_as_soon_as_the_first_20_students_have_a_fault(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    hand_in_many(tmp_path, "a", 24, "triple", TRIPLE)
    hand_in_many(tmp_path, "b", 10, "double", RIGHT)
    with pytest.raises(GraderFault, match="failed on 20 of 20 submissions"):
        grade(jobs=1)
    assert outcomes_in(tmp_path / "out") == 20
    assert made_in(tmp_path / "out") == []


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(("sound", "faulty", "stops"), [(45, 5, False), (45, 6, True), (30, 10, False)])
def test_once_50_students_are_done_more_than_one_fault_in_ten_stops_the_batch(
    tmp_path: Path, grade: Callable[..., Summary], sound: int, faulty: int, stops: bool
) -> None:
    for at in range(sound):  # copies of one solution: it is graded once, and every one of them has its result
        hand_in(tmp_path / f"a{at:02}", double=RIGHT)
    hand_in_many(tmp_path, "b", faulty, "triple", TRIPLE)
    if stops:
        with pytest.raises(GraderFault, match=f"failed on {faulty} of {faulty + 1} submissions"):
            grade(jobs=1)
    else:
        assert grade(jobs=1).faults == faulty
    assert made_in(tmp_path / "out") == ([] if stops else list(MADE))


@pytest.mark.usefixtures("broken")
def test_students_who_were_graded_before_count_when_a_later_one_has_a_fault(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    grade()
    hand_in(tmp_path / "bo", triple=TRIPLE)
    for _ in range(2):  # the second run has nothing to grade but the fault
        assert (grade().graded, grade().faults) == (1, 1)
    assert "bo" in (tmp_path / "out" / "grades.csv").read_text()


def test_a_grader_that_breaks_leaves_earlier_grades_as_they_are_and_goes_on_when_mended(
    course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    hand_in(tmp_path / "ada", triple=TRIPLE)
    grade()

    def files() -> dict[Path, tuple[bytes, int]]:
        found = [path for path in (tmp_path / "out").rglob("*") if path.is_file() and GRADEBOOK not in path.name]
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in found}

    before = files()
    course.write("solutions/1_basics/02_triple/solution.py", BROKEN)
    hand_in(tmp_path / "bo", triple=f"{TRIPLE}# bo\n")
    with pytest.raises(GraderFault, match="grader doctor"):
        grade()
    assert files() == before
    course.write("solutions/1_basics/02_triple/solution.py", f"{TRIPLE}# mended\n")
    assert (grade().faults, made_in(tmp_path / "out")) == (0, list(MADE))
    assert all(result.passed for result in results_of(tmp_path / "out").values())


@pytest.mark.parametrize(
    "command", [("batch", "class", "--out", "out"), ("report", "out"), ("regrade", "out"), ("audit", "out")]
)
def test_an_empty_gradebook_is_refused_with_the_remedy_and_left_as_it_is(
    course: MiniCourse, tmp_path: Path, grader: GraderCommand, command: tuple[str, ...]
) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / GRADEBOOK).touch()
    done = grader(*command, *(() if command[0] == "audit" else ("--course", course.path)))
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"grader: the gradebook '{Path('out', GRADEBOOK)}' is empty; restore it from a backup, or move it away\n"
    )
    assert [(path.name, path.stat().st_size) for path in (tmp_path / "out").iterdir()] == [(GRADEBOOK, 0)]


def test_whatever_moment_the_batch_is_killed_at_the_next_run_goes_on_from_there(
    course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    """kill -9 at random moments: what was on the disk stays, nothing is there twice, and in the end all is."""
    for at in range(24):
        hand_in(tmp_path / f"s{at:02}", double=f"{RIGHT}# {at}\n")
    moments, kept = random.Random(7), 0
    for _ in range(4):
        running = start_batch(course, tmp_path)
        time.sleep(moments.uniform(0.3, 1.8))
        running.kill()
        running.communicate()
        now = outcomes_in(tmp_path / "out")
        assert now >= kept
        kept = now
    last = grade()
    assert last.graded == 24 - kept
    assert outcomes_in(tmp_path / "out") == 24
    found = results_of(tmp_path / "out")
    assert len(found) == 24
    assert all(result.passed for result in found.values())
    assert len((tmp_path / "out/grades.csv").read_text("utf-8-sig").splitlines()) == 25


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_keeps_what_is_done_and_says_so(
    course: MiniCourse, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    """Ctrl-C, a scheduler whose time is up, a terminal that is closed."""
    for at in range(60):
        hand_in(tmp_path / f"s{at:02}", double=f"{SLOW}# {at}\n")
    running = start_batch(course, tmp_path)
    while not outcomes_in(tmp_path / "out") and running.poll() is None:
        time.sleep(0.05)
    os.killpg(running.pid, number)  # as a terminal does
    out, _ = running.communicate(timeout=60)
    assert running.returncode == code, out
    assert "Stopped. Results so far are saved; run it again to resume." in out
    assert "Traceback" not in out
    graded = int(out.partition(" graded")[0].rpartition(" ")[2])
    assert 0 < graded < 60
    assert outcomes_in(tmp_path / "out") == graded
    assert (tmp_path / "out/grades.csv").exists()


def test_a_bar_tells_pace_time_left_and_mistakes_and_ctrl_c_in_a_terminal_ends_it(
    course: MiniCourse, tmp_path: Path
) -> None:
    for number in range(200):
        own = f"import time\ntime.sleep(0.2)\nNUMBER = {number}\n"  # not plain, and no two the same
        hand_in(tmp_path / f"s{number:03}", double=own + SQUARED)
    words = ["batch", str(tmp_path / "class"), "--out", str(tmp_path / "out"), "--course", str(course.path)]
    clean = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80"}
    running = pexpect.spawn(COMMAND, words, env=clean, encoding="utf-8", timeout=120, dimensions=(24, 80))
    running.expect(r"(\d+)/200  [\d:]+  [\d.]+/s, (\d+) with mistakes")
    assert running.match[1] == running.match[2]  # everybody made one
    running.sendintr()
    running.expect("Stopped. Results so far are saved; run it again to resume.")
    running.expect(pexpect.EOF)
    running.close()
    assert running.exitstatus == 130
    assert 0 < len(results_of(tmp_path / "out")) < 200


def test_two_batches_at_once_on_one_folder_lose_and_double_nothing(
    course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    for at in range(12):
        hand_in(tmp_path / f"s{at:02}", double=f"{RIGHT}# {at}\n")
    both = [start_batch(course, tmp_path, "--json") for _ in range(2)]
    told = [running.communicate(timeout=120)[0] for running in both]
    assert [running.returncode for running in both] == [0, 0], told
    assert outcomes_in(tmp_path / "out") == 12
    assert grade().graded == 0
    assert len((tmp_path / "out/grades.csv").read_text("utf-8-sig").splitlines()) == 13


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_grade(
    course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary], closed: str
) -> None:
    """As where a machine's own timer starts it."""
    hand_in(tmp_path / "ada", double=RIGHT)
    hand_in(tmp_path / "bo", double=SQUARED)
    line = f'exec "{COMMAND}" batch class --out out --course "{course.path}" {closed}'
    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    before = results_of(tmp_path / "out")
    grade(force=True, isolation="auto")
    assert results_of(tmp_path / "out") == before


def test_results_below_the_submissions_are_no_student(tmp_path: Path, grade: Callable[..., Summary]) -> None:
    """As `grader batch . --out graded` has it."""
    for student in ("ada", "bo"):
        hand_in(tmp_path / student, double=RIGHT)
    assert grade(out="class/graded").students == 2
    again = grade(out="class/graded")
    assert (again.students, again.graded, again.problems) == (2, 0, ())
    elsewhere = grade(out="class/other")
    assert elsewhere.students == 2
    assert elsewhere.problems == ("graded: it contains the results of a batch, not a submission, and was left out",)


def test_results_do_not_go_among_the_submissions(tmp_path: Path, grade: Callable[..., Summary]) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    with pytest.raises(UsageError, match="class' holds the submissions; name another folder for results with --out"):
        grade(out="class")
    assert sorted(path.name for path in (tmp_path / "class").iterdir()) == ["ada"]


def test_who_waits_for_another_command_says_so(
    course: MiniCourse, tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    hand_in(tmp_path / "ada", double=RIGHT)
    grade()
    with alone(tmp_path / "out"):
        running = start_batch(course, tmp_path, stderr=subprocess.PIPE)
        assert running.stderr is not None
        assert select.select([running.stderr], [], [], 60)[0]
        assert running.stderr.readline() == "grader: another command is writing to 'out'; waiting for it to finish\n"
        assert running.poll() is None
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, ""), out


def test_what_changes_or_goes_while_a_class_is_graded_is_told_and_graded_the_next_time(
    tmp_path: Path, grade: Callable[..., Summary]
) -> None:
    ada, bo = hand_in(tmp_path / "ada", double=RIGHT), hand_in(tmp_path / "bo", double=SQUARED)
    hand_in(tmp_path / "cy", double=NO_TOTAL)

    def meddle(_: object) -> None:
        if ada.exists():
            shutil.rmtree(ada)
            (bo / "double.py").write_text(RIGHT + "# better\n")

    first = grade(watch=meddle)
    assert (first.works, first.graded, first.missed) == (3, 1, 2)
    again = "was changed or removed while the class was graded; run this again"
    assert first.problems == (f"ada: double {again}", f"bo: double {again}")
    second = grade()
    assert (second.works, second.graded, second.missed) == (2, 1, 0)


def test_a_class_that_changed_while_it_was_graded_is_not_called_done(
    course: MiniCourse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = hand_in(tmp_path / "ada", double=RIGHT)
    hand_in(tmp_path / "bo", double=NO_TOTAL)
    words = ["batch", tmp_path / "class", "--out", tmp_path / "out", "--course", course.path, "--isolation", "L0"]
    grade = LocalEngine.map

    def meddle(engine: LocalEngine, jobs: Iterable[Job]) -> Iterator[JobResult]:
        (ada / "double.py").write_text(SQUARED)
        yield from grade(engine, jobs)

    monkeypatch.setattr(LocalEngine, "map", meddle)
    assert run([str(word) for word in words]) == 3
    told = " ".join(capsys.readouterr().out.split())
    assert "double was changed or removed while the class was graded; run this again" in told
    assert run([str(word) for word in words]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_a_terminal_that_is_gone_stops_no_batch(course: MiniCourse, tmp_path: Path) -> None:
    """As after `nohup`: the bar cannot be drawn any more, and nobody misses it."""
    for at in range(20):
        hand_in(tmp_path / f"s{at:02}", double=f"{SLOW}# {at}\n")
    ours, theirs = os.openpty()
    running = start_batch(course, tmp_path, stderr=theirs)
    os.close(theirs)
    assert b"Grading" in os.read(ours, 1000)
    os.close(ours)
    out, _ = running.communicate(timeout=120)
    assert running.returncode == 0, out
    assert len(results_of(tmp_path / "out")) == 20


def test_the_library_works_from_a_plain_script(course: MiniCourse, tmp_path: Path) -> None:
    """With no `if __name__ == "__main__"` around it, though it starts processes."""
    hand_in(tmp_path / "ada", double=RIGHT)
    script = tmp_path / "script.py"
    script.write_text(
        f"""
from grader import Progress, Summary, grade_batch, grade_submission

seen = []
summary = grade_batch({str(course.path)!r}, "class", "out", jobs=2, watch=seen.append)
assert isinstance(summary, Summary) and isinstance(seen[-1], Progress)
print(summary.graded, seen[-1].graded, seen[-1].wanted, list(summary.seconds))
print(grade_submission({str(course.path)!r}, "triple", "def triple(x):\\n    return 3 * x\\n").score)
"""
    )
    done = subprocess.run(
        [sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stderr == ""
    assert done.stdout == "1 1 1 ['find', 'read', 'grade', 'write']\n4.0\n"


def test_one_submission_is_graded_from_a_file_a_notebook_or_a_text(course: MiniCourse, tmp_path: Path) -> None:
    place = hand_in(tmp_path / "ada", double="from helper import double, total\n", helper=RIGHT)
    (place / "work.ipynb").write_bytes(notebook(f"# exercise: double\n{RIGHT}"))
    loaded = course.load()
    for submission in (place / "double.py", place / "work.ipynb", RIGHT, RIGHT.encode()):
        assert grade_submission(loaded, "double", submission, isolation="L0").score == 5
    assert grade_submission(loaded, "01_double", SQUARED).checks[0].misconception == "squared"
    with pytest.raises(UsageError, match="there is no file"):
        grade_submission(loaded, "double", place / "gone.py")


def test_the_sample_class_is_read_as_canvas_gives_it(grader: GraderCommand) -> None:
    """What `make demo` grades. Grading it takes too long for a test; what is wrong with it is seen without."""
    folder = ROOT / "examples" / "class"
    planned = grader("batch", folder / "submissions", "--roster", folder / "roster.csv", "--dry-run", "--json").json
    rows = planned["submissions"]
    assert (planned["layout"], len(rows), planned["missing"]) == ("canvas", 29, ["s1030"])
    assert {row["student"] for row in rows if row["late"]} == {"s1009", "s1014", "s1019", "s1025"}
    assert [row["student"] for row in rows if not row["exercises"]] == ["s1027"]
    assert sum(len(row["exercises"]) for row in rows) == 71
    troubled = {problem.partition(": ")[2].partition(" ")[0] for problem in planned["problems"]}
    assert troubled == {"'homework.zip'", "'softmax.py'"}
    files = [file for row in rows for file in row["files"]]
    unused = {file["file"]: file["status"] for file in files if file["status"] != "used"}
    assert unused == {
        "41246/softmax.py": "left_out",
        "41172/homework.zip": "unreadable",
        "41209/softmax.py": "unreadable",
    }
    assert "positonal_encoding.py" in [file["name"] for file in files]
