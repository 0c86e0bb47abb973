"""What a batch takes in: the whole mess of a real class is used, left out with a reason, or asked about; `grader match`
and `grader alias` decide; and no two students become one unnoticed."""

from __future__ import annotations

import html
import json
import re
import shlex
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader import grade_batch
from grader.batch.run import BatchOptions, Summary, grade_class
from grader.cli.run import run
from grader.gradebook import GRADEBOOK, AuditEvent, Gradebook, Student
from tests.conftest import RIGHT, TRIPLE, GraderCommand, MiniCourse
from tests.helpers import notebook, results_of, zipped

MESS: dict[str, str | bytes] = {
    "ada/double_final_FINAL.py": RIGHT,
    "ada/Triple.PY": TRIPLE,
    "ada/plot.png": b"\x89PNG\0",
    "ada/.DS_Store": b"x",
    "ada/__pycache__/double.cpython-311.pyc": b"x",
    "bob/homework3.py": RIGHT + TRIPLE,
    "bob/report.pdf": b"%PDF",
    "cy/double.py.txt": RIGHT,
    "cy/triple.py": f"# größer\n{TRIPLE}".encode("utf-16"),
    "di/Untitled.ipynb": notebook("import numpy as np", RIGHT, TRIPLE, "double(3)"),
    "ed/all.zip": zipped({"hw/in.zip": zipped({"Double v2.py": RIGHT}), "triple.py": TRIPLE, "__MACOSX/._x": b"x"}),
    "fay/my triple.py": TRIPLE,
    "gus/double.py": f"import matplotlib.pyplot as plt\nfrom tools import ONE\n{RIGHT}",
    "gus/tools.py": "ONE = float(open('one.csv').read())\n",
    "gus/one.csv": "1",
    "gus/two.csv": "2",
    "hal/double.py": "def double(x:\n",
    "hal/empty.py": "",
    "ida/a.py": RIGHT,
    "ida/b.py": RIGHT.replace("np.add(x, x)", "x * x"),
    "jo/double.py": f"# gr\xf6\xdfer\n{RIGHT}".encode("cp1252"),
    "kim/essay.docx": b"PK..",
    "lea/x.py": "def dbl(x):\n    return 2 * x\n",
    "nia/double.ipynb": notebook(RIGHT)[:-9],
    "nia/triple.py": "",
    "oz/double.ipynb": "<html>Log in</html>",
    "oz/double_mine.py": RIGHT,
    "moe/all.zip": zipped({"double.py": RIGHT})[:60],
}
USED = {
    "ada/double_final_FINAL.py": "double",
    "ada/Triple.PY": "triple",
    "bob/homework3.py": "double triple",
    "cy/double.py.txt": "double",
    "cy/triple.py": "triple",
    "di/Untitled.ipynb": "double triple",
    "ed/all.zip/hw/in.zip/Double v2.py": "double",
    "ed/all.zip/triple.py": "triple",
    "fay/my triple.py": "triple",
    "gus/double.py": "double",
    "gus/one.csv": "double",
    "gus/tools.py": "double",
    "hal/double.py": "double",
    "jo/double.py": "double",
    "oz/double_mine.py": "double",
}
UNUSED = {
    "ada/plot.png": "is not code, and no answer reads it",
    "bob/report.pdf": "is not code, and no answer reads it",
    "fay/stub.py": "is the untouched stub of double",
    "gus/two.csv": "is not code, and no answer reads it",
    "hal/empty.py": "is empty",
    "kim/essay.docx": "is not code, and no answer reads it",
    "moe/all.zip": "is damaged; ask for it again",
    "nia/double.ipynb": "is not a readable notebook; save it again from Jupyter",
    "nia/triple.py": "is empty",
    "oz/double.ipynb": "is not a readable notebook; save it again from Jupyter",
}
OFFERED = {
    "ida/a.py": "could answer double, and so could 'b.py'",
    "ida/b.py": "could answer double, and so could 'a.py'",
    "lea/x.py": "defines nothing that an exercise asks for",
}
SYSTEM = {"fay/README.md", "ada/.DS_Store", "ada/__pycache__/", "ed/all.zip/__MACOSX/"}


@pytest.fixture
def course(mini: MiniCourse) -> MiniCourse:
    mini.add_triple()
    mini.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1}, "limits: {seconds: 0.5, memory_mb: 400}\n")
    return mini


@pytest.fixture
def hand_in(tmp_path: Path) -> Callable[[dict[str, str | bytes]], None]:
    """Writes files below `class`."""

    def write(files: dict[str, str | bytes]) -> None:
        for name, content in files.items():
            path = tmp_path / "class" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return write


HandIn = Callable[[dict[str, str | bytes]], None]
Grade = Callable[..., Summary]


@pytest.fixture
def grade(course: MiniCourse, tmp_path: Path) -> Grade:
    def graded(**options: Any) -> Summary:
        return grade_batch(course.path, tmp_path / "class", tmp_path / "out", isolation="L0", jobs=2, **options)

    return graded


@pytest.fixture
def shared(course: MiniCourse, tmp_path: Path) -> Grade:
    """A batch with groups."""

    def graded(*groups: tuple[str, ...], students: tuple[str, ...] = ()) -> Summary:
        declared = json.dumps({"assignments": {"hw1": {"exercises": ["1_basics"]}}, "groups": {"hw1": groups}})
        course.write("assignments.yaml", declared)
        options = BatchOptions(students=students, isolation="L0")
        return grade_class(course.load(), tmp_path / "class", tmp_path / "out", options)

    return graded


@pytest.fixture
def book(tmp_path: Path) -> Callable[[], Gradebook]:
    return lambda: Gradebook.open(tmp_path / "out" / GRADEBOOK, create=False)


@pytest.fixture
def say(tmp_path: Path, course: MiniCourse, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs `match`, `alias` and the like on `out`; returns what is printed, on one line, or exit code and message."""

    def told(verb: str, *words: str) -> str:
        course_too = ("--course", str(course.path)) if verb in ("match", "report", "override", "audit") else ()
        code = run([verb, str(tmp_path / "out"), *words, *course_too])
        out, err = capsys.readouterr()
        return " ".join((out if code == 0 else f"{code} {err}").replace(str(tmp_path / "out"), "out").split())

    return told


def by_status(files: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """Status → file → its exercises if it is used, otherwise its reason."""
    found: dict[str, dict[str, str]] = {}
    for file in files:
        row = found.setdefault(file["status"], {})
        words = file["exercise"] if file["status"] == "used" else file["reason"]
        row[file["file"]] = f"{row[file['file']]} {words}" if file["file"] in row else words
    return found


def assert_complete(files: list[dict[str, str]]) -> None:
    found = by_status(files)
    assert found["used"] == USED
    assert {**found["left_out"], **found["unreadable"]} == UNUSED
    assert found["offered"] == OFFERED
    assert set(found["system"]) == SYSTEM
    assert sum(map(len, found.values())) == len(USED) + len(UNUSED) + len(OFFERED) + len(SYSTEM)


def test_a_realistic_mess_is_used_left_out_or_asked_about_wherever_it_is_shown(
    course: MiniCourse, tmp_path: Path, hand_in: HandIn, grader: GraderCommand
) -> None:
    """The dry run, the batch, the report and the pages tell the same."""
    given = {"fay/stub.py": course.exercise / "stub.py", "fay/README.md": course.exercise / "README.md"}
    hand_in({**MESS, **{name: path.read_bytes() for name, path in given.items()}})
    common = ("batch", "class", "--out", "out", "--course", course.path)
    planned = grader(*common, "--dry-run", "--json").json
    assert_complete([file for row in planned["submissions"] for file in row["files"]])
    dry = grader(*common, "--dry-run").out
    assert "3 files are not graded but could be; decide with: grader match out FILE" in dry
    assert "  ida/a.py could answer double, and so could 'b.py'\n" in dry
    assert "Left out: 7 files, and 4 files of the course, an operating system or a tool.\n" in dry
    of_one_reason = "ada/plot.png, bob/report.pdf, gus/two.csv and 1 more: each is not code, and no answer reads it"
    assert f"  {of_one_reason}  fay" in dry.replace("\n    ", " ").replace("\n", "")
    assert "  fay/stub.py is the untouched stub of double\n" in dry
    assert "! moe: 'all.zip' is damaged; ask for it again\n" in dry
    assert "! nia: 'triple.py' is empty\n" in dry
    assert max(map(len, dry.splitlines())) <= 80

    done = grader(*common, "--isolation", "L0", "--json")
    assert done.code == 0, done.err
    assert_complete([file for one in done.json["files"] for file in one["files"]])
    scores = {(student, item): result.score for (student, item), result in results_of(tmp_path / "out").items()}
    assert scores == {
        **{(student, "double"): 5 for student in ("ada", "bob", "cy", "di", "ed", "gus", "jo", "oz")},
        **{(student, "triple"): 4 for student in ("ada", "bob", "cy", "di", "ed", "fay")},
        ("hal", "double"): 0,
    }

    report = grader("report", "out", "--course", course.path, "--json").json
    rows = [{**file, "file": file["name"]} for row in report["rows"] for file in row["files"]]
    assert_complete(rows)
    page = html.unescape((tmp_path / "out/report.html").read_text("utf-8"))
    for name, reason in {**UNUSED, **OFFERED}.items():
        assert f"{name} {reason}" in page
    assert "4 files of the course, an operating system or a tool" in page
    assert (
        "2 not graded but could be: decide with 'grader match': ida, lea"
        in grader("report", "out", "--course", course.path).out
    )

    for student in {name.partition("/")[0] for name in MESS}:
        data = json.loads((tmp_path / f"out/results/{student}.json").read_text("utf-8"))
        told = {file["name"] for one in data["hand_ins"] for file in one["files"]}
        assert told == {
            name.partition("/")[2] for name in (*USED, *UNUSED, *OFFERED, *SYSTEM) if name.startswith(f"{student}/")
        }
        feedback = html.unescape((tmp_path / f"out/feedback/{student}.html").read_text("utf-8")).partition(
            "Your files"
        )[2]
        plain = re.sub(r"<[^>]*>", " ", feedback)
        shown = [name for name in (*USED, *UNUSED, *OFFERED) if name.startswith(f"{student}/")]
        assert all(f" {name.partition('/')[2]} " in plain for name in shown)
        others = [name for name in (*USED, *UNUSED, *OFFERED) if not name.startswith(f"{student}/")]
        theirs = {
            name.rpartition("/")[2] for name in others if not any(name.rpartition("/")[2] in one for one in shown)
        }
        assert not [name for name in theirs if name in plain]
    assert "could answer double, and so could 'b.py'" in html.unescape((tmp_path / "out/feedback/ida.html").read_text())


def test_an_offer_names_the_student_where_the_folder_does_not(
    course: MiniCourse, tmp_path: Path, hand_in: HandIn, grader: GraderCommand
) -> None:
    files = {"doejane_501_1_x.py": "def dbl(x):\n    return 2 * x\n", "poeeve_502_2_double.py": RIGHT}
    hand_in({**files, "poeeve_502_3_notes.txt": "x"})
    (tmp_path / "roster.csv").write_text("student,name,id\ns1,Jane Doe,501\ns2,Eve Poe,502\n", encoding="utf-8")
    common = ("batch", "class", "--roster", "roster.csv", "--out", "out", "--course", course.path)
    for way in (("--dry-run",), ("--isolation", "L0")):
        said = grader(*common, *way).out
        assert "\n  501/x.py (s1) defines nothing that an exercise asks for\n" in said
        assert "\n  502/notes.txt (s2) is not code, and no answer reads it\n" in said


def test_a_second_run_changes_nothing(hand_in: HandIn, grade: Grade, book: Callable[[], Gradebook]) -> None:
    hand_in(MESS)
    first = grade()
    with book() as opened:
        before = len(list(opened.audit()))
    again = grade()
    assert (again.graded, again.changed, again.files) == (0, 0, first.files)
    with book() as opened:
        assert len(list(opened.audit())) == before


# What a person decides about files


def test_a_match_decides_and_can_be_taken_back(
    tmp_path: Path, hand_in: HandIn, grade: Grade, say: Callable[..., str], book: Callable[[], Gradebook]
) -> None:
    hand_in({name: MESS[name] for name in ("ida/a.py", "ida/b.py", "lea/x.py", "bob/homework3.py")})
    grade()
    assert say("match").startswith(
        "Nothing was decided. To be decided: ida/a.py could answer double, and so could 'b.py'"
    )
    told = say("match", "ida/b.py", "01_double", "--reason", "the later one")
    assert told == "ida/b.py answers double. It takes effect with the next batch: grader batch SUBMISSIONS --out out"
    say("match", "lea/x.py", "--leave-out")
    say("match", "bob/homework3.py", "triple")
    assert ("ida", "double") not in results_of(tmp_path / "out"), "not before the next batch"
    assert grade().graded == 1
    found = results_of(tmp_path / "out")
    assert found["ida", "double"].checks[0].misconception == "squared"
    listed = json.loads(say("match", "--json"))
    assert listed["matches"] == {"bob/homework3.py": ["triple"], "ida/b.py": ["double"], "lea/x.py": []}
    assert listed["offered"] == []
    assert "ida/b.py answers double lea/x.py is left out" in say("match")
    with book() as opened:
        attempts = {record.student.id: [one.item for one in record.attempts] for record in opened.records()}
        assert attempts == {"bob": ["triple"], "ida": ["double"], "lea": []}
        (first, *_) = [entry for entry in opened.audit() if entry.what is AuditEvent.MATCH]
        assert first.detail == {"name": "ida/b.py", "chosen": ["double"], "old": None, "reason": "the later one"}
    assert "'ida/b.py' answers double; the later one" in say("audit")
    hand_in({"bob/homework3.py": RIGHT + TRIPLE + "# another one\n"})
    grade()
    with book() as opened:
        (bob,) = opened.records(["bob"])
    assert {one.item for one in bob.attempts} == {"double", "triple"}, "a decision is about one file, not its name"
    assert say("match", "ida/b.py", "--remove").startswith("ida/b.py is undecided again. ")
    grade()
    with book() as opened:
        (ida,) = opened.records(["ida"])
    assert [(one.item, one.problem) for one in ida.attempts] == [
        ("double", "'a.py' could answer double, and so could 'b.py'")
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ida/c.py", "double"), "no submission has the file 'ida/c.py'; did you mean ida/a.py?"),
        (("ida/a.py", "duoble"), "no exercise 'duoble'; did you mean 'double'?"),
        (("ida/a.py",), "name the exercise that the file answers, or use --leave-out or --remove"),
        (
            ("ida/a.py", "double", "--leave-out"),
            "name the exercise that the file answers, or use --leave-out or --remove",
        ),
        (("ida/a.py", "--remove"), "nothing was decided about 'ida/a.py'; 'grader match OUT' lists what was"),
    ],
)
def test_a_match_that_makes_no_sense_is_told(
    hand_in: HandIn, grade: Grade, say: Callable[..., str], words: tuple[str, ...], sentence: str
) -> None:
    hand_in({"ida/a.py": RIGHT})
    grade()
    assert say("match", *words).startswith(f"2 grader: {sentence}")
    assert json.loads(say("match", "--json"))["matches"] == {}


# Whose a hand-in is


def test_an_alias_moves_a_folder_to_its_student_with_all_that_is_known_and_back(
    tmp_path: Path, hand_in: HandIn, grade: Grade, say: Callable[..., str], book: Callable[[], Gradebook]
) -> None:
    """The roster has two of that name: nobody guesses which."""
    hand_in({"Jane Doe/double.py": RIGHT, "Bo/double.py": RIGHT + "#\n"})
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name\ns1,Jane Doe\ns2,Jane Doe\ns3,Bo\n", encoding="utf-8")
    problems = grade(roster=roster).problems
    remedy = f"to decide: grader alias {tmp_path / 'out'} 'Jane Doe' s1"
    assert any(
        one.endswith(f"'Jane Doe' could be 's1' or 's2'; it is graded as 'Jane Doe'; {remedy}") for one in problems
    )
    say("override", "Jane Doe", "double", "--score", "3", "--reason", "viva")
    assert say("override", "Jane", "double", "--score", "3", "--reason", "x").startswith(
        "2 grader: the gradebook has no"
    )
    assert say("alias", "Jane Doe", "s4").startswith("2 grader: the gradebook has no student 's4'; use an id")
    assert say("alias", "Jane Do", "s2").startswith(
        "2 grader: no submission has the folder 'Jane Do'; did you mean 'Jane Doe'?"
    )
    assert say("alias", "Jane Doe", "s2", "--reason", "asked her") == (
        "Jane Doe belongs to s2. It takes effect with the next batch: grader batch SUBMISSIONS --out out"
    )
    for options in ({"roster": roster}, {}):
        assert not any("could be" in one for one in grade(**options).problems)
        assert results_of(tmp_path / "out").keys() == {("s2", "double"), ("s3", "double")}
        with book() as opened:
            assert [student.id for student in opened.students()] == ["s1", "s2", "s3"]
            assert [one.student for one in opened.overrides()] == ["s2"]
    assert say("alias") == "'Jane Doe' belongs to s2"
    say("alias", "Jane Doe", "--remove")
    grade(roster=roster)
    assert results_of(tmp_path / "out").keys() == {("Jane Doe", "double"), ("s3", "double")}


def test_an_alias_to_several_counts_for_each_and_disappears_with_it(
    tmp_path: Path, hand_in: HandIn, grade: Grade, say: Callable[..., str], book: Callable[[], Gradebook]
) -> None:
    hand_in({"team7/double.py": RIGHT, "ann/triple.py": TRIPLE, "ben/triple.py": TRIPLE})
    grade()
    say("alias", "team7", "ann", "ben", "ann")
    done = grade()
    assert (done.graded, done.students, done.hand_ins) == (0, 2, 4)
    assert results_of(tmp_path / "out").keys() == {
        (who, item) for who in ("ann", "ben") for item in ("double", "triple")
    }
    with book() as opened:
        assert [student.id for student in opened.students()] == ["ann", "ben"]
    assert "handed in by team7" in (tmp_path / "out/feedback/ann.html").read_text("utf-8")
    say("alias", "team7", "ann")
    grade()
    assert {who for who, item in results_of(tmp_path / "out") if item == "double"} == {"ann"}
    say("alias", "team7", "--remove")
    grade()
    assert {who for who, item in results_of(tmp_path / "out") if item == "double"} == {"team7"}
    with book() as opened:
        moved = [entry.detail["to"] for entry in opened.audit() if entry.what is AuditEvent.MOVED]
    assert moved == [["ann", "ben"], ["ann"], ["team7"]]


def test_swapped_folders_are_set_right_by_two_aliases(
    tmp_path: Path, hand_in: HandIn, grade: Grade, say: Callable[..., str], book: Callable[[], Gradebook]
) -> None:
    hand_in({"ann/double.py": RIGHT, "ben/triple.py": TRIPLE})
    grade()
    say("override", "ann", "double", "--comment", "for Ann", "--reason", "x")
    say("alias", "ann", "ben")
    say("alias", "ben", "ann")
    grade()
    assert results_of(tmp_path / "out").keys() == {("ben", "double"), ("ann", "triple")}
    with book() as opened:
        assert [one.student for one in opened.overrides()] == ["ann"]


def test_the_hand_in_of_a_group_counts_for_its_members_until_they_are_none(
    course: MiniCourse,
    tmp_path: Path,
    hand_in: HandIn,
    shared: Grade,
    book: Callable[[], Gradebook],
    grader: GraderCommand,
) -> None:
    hand_in({"ann/double.py": RIGHT, "ben/triple.py": TRIPLE, "ann/notes.txt": "x", "cy/double.py": RIGHT})
    shared()
    text = (course.path / "assignments.yaml").read_text("utf-8").replace('"hw1": []', '"hw1": [["ann", "ben"]]')
    course.write("assignments.yaml", text)
    declared = grader("report", "out", "--course", course.path).err
    assert "does not count for all of its members yet; share it: grader batch SUBMISSIONS --out out\n" in declared
    done = shared(("ann", "ben", "eve"))
    assert grader("report", "out", "--course", course.path).err == ""
    assert (done.graded, done.works) == (0, 2)
    both = {(who, item) for who in ("ann", "ben", "eve") for item in ("double", "triple")}
    assert results_of(tmp_path / "out").keys() == both | {("cy", "double")}
    with book() as opened:
        records = {record.student.id: record for record in opened.records()}
    assert {one.item: one.via for one in records["ben"].attempts} == {"double": "ann", "triple": ""}
    assert {one.item: one.via for one in records["eve"].attempts} == {"double": "ann", "triple": "ben"}
    assert [one.via for one in records["cy"].attempts] == [""], "the same content, but not the same hand-in"
    shared(("ann", "ben", "eve"), students=("ann",))
    assert results_of(tmp_path / "out").keys() == both | {("cy", "double")}, (
        "a part of the class takes nothing from others"
    )
    shared(("ann", "eve"))
    left = {("ann", "double"), ("eve", "double"), ("ben", "triple"), ("cy", "double")}
    assert results_of(tmp_path / "out").keys() == left
    with book() as opened:
        gone = [(entry.student, entry.detail["to"]) for entry in opened.audit() if entry.what is AuditEvent.MOVED]
    assert sorted(gone) == [("ann", ["ben"]), ("ben", ["ann", "eve"]), ("eve", ["ben"])]


NFC, NFD = "Zoë", unicodedata.normalize("NFD", "Zoë")


def test_in_the_zip_of_a_class_they_are_kept_apart_too(tmp_path: Path, course: MiniCourse) -> None:
    (tmp_path / "class.zip").write_bytes(
        zipped({f"{NFC}/double.py": RIGHT, f"{NFD}/double.py": "x = 1\n", "bo/double.py": RIGHT})
    )
    done = grade_batch(course.path, tmp_path / "class.zip", tmp_path / "out", isolation="L0", jobs=1)
    assert (done.students, done.works) == (3, 2)
    assert sum("in different Unicode spellings" in problem for problem in done.problems) == 1


@pytest.mark.parametrize("listed", ["", "student,name\nz1,Zoë\n"], ids=["alone", "roster"])
def test_names_in_two_unicode_spellings_are_kept_apart_and_asked_about(
    tmp_path: Path, hand_in: HandIn, grade: Grade, say: Callable[..., str], listed: str
) -> None:
    hand_in({f"{NFC}/double.py": RIGHT, f"{NFD}/triple.py": TRIPLE, "bo/double.py": RIGHT})
    if len(list((tmp_path / "class").iterdir())) < 3:
        pytest.skip("this file system takes both for one")
    options: dict[str, Any] = {}
    if listed:
        (tmp_path / "roster.csv").write_text(listed, encoding="utf-8")
        options["roster"] = tmp_path / "roster.csv"
    problems = grade(**options).problems
    (asked,) = [one for one in problems if "Unicode" in one]
    assert asked.startswith(f"{NFC}: 2 students are called so, in different Unicode spellings, and are kept apart; ")
    *_, other, last = shlex.split(asked)
    assert (last, other[:4]) == (NFC, f"{NFC}~")
    assert results_of(tmp_path / "out").keys() == {(NFC, "double"), (other, "triple"), ("bo", "double")}
    (tmp_path / "class" / NFC / "double.py").unlink()
    (tmp_path / "class" / NFC).rmdir()
    if not listed:
        grade()
        assert results_of(tmp_path / "out").keys() == {(NFC, "double"), (other, "triple"), ("bo", "double")}, (
            "still two"
        )
        hand_in({f"{NFC}/double.py": RIGHT})
        say("alias", other, "bo")
        one = {(NFC, "double"), ("bo", "triple"), ("bo", "double")}
        grade()
        assert results_of(tmp_path / "out").keys() == one
        (tmp_path / "class" / NFC / "double.py").unlink()
        (tmp_path / "class" / NFC).rmdir()
        grade()
        assert results_of(tmp_path / "out").keys() == one, "though its name alone could be that of both"


def test_a_number_that_is_anothers_id_in_the_gradebook_makes_nobody_that_student(
    tmp_path: Path, hand_in: HandIn, grade: Grade
) -> None:
    """Also in a later run without the roster."""
    hand_in({"doejane_1_5_double.py": RIGHT, "roebob_77_6_triple.py": TRIPLE})
    roster = tmp_path / "roster.csv"
    roster.write_text("Student ID,Canvas ID,Name\n77,1,Jane Doe\n", encoding="utf-8")
    for options in ({"roster": roster}, {}):
        grade(**options)
        assert results_of(tmp_path / "out").keys() == {("77", "double"), ("unknown 77", "triple")}


def test_a_folder_that_could_be_of_two_students_of_the_gradebook_is_nobodys(
    tmp_path: Path, hand_in: HandIn, grade: Grade
) -> None:
    hand_in({"team@x.org/double.py": RIGHT})
    (tmp_path / "out").mkdir()
    with Gradebook.open(tmp_path / "out" / GRADEBOOK) as made:
        made.add_students(Student(one, "", {"email": "team@x.org"}) for one in ("s1", "s2"))
    (asked,) = grade().problems
    remedy = f"to decide: grader alias {tmp_path / 'out'} team@x.org s1"
    assert asked.endswith(f"could be 's1' or 's2' of the gradebook; it is graded under its own name; {remedy}")
    assert results_of(tmp_path / "out").keys() == {("team@x.org", "double")}


def test_moodles_numbers_of_another_assignment_make_nobody_anothers(
    tmp_path: Path, hand_in: HandIn, grade: Grade
) -> None:
    hand_in({f"{who}_assignsubmission_file_/double.py": RIGHT for who in ("Jane Doe_12", "Bob Roe_13")})
    grade()
    for place in (tmp_path / "class").iterdir():
        place.rename(tmp_path / place.name)
    hand_in({f"{who}_assignsubmission_file_/triple.py": TRIPLE for who in ("Eve Poe_12", "Bob Roe_13")})
    (asked,) = grade().problems
    remedy = f"if it is the same: grader alias {tmp_path / 'out'} 'Eve Poe 12' 12"
    assert asked.endswith(f"who is graded as 'Eve Poe 12'; {remedy}")
    assert results_of(tmp_path / "out").keys() == {
        ("12", "double"), ("13", "double"), ("13", "triple"), ("Eve Poe 12", "triple"),
    }  # fmt: skip


def test_gradescopes_namesakes_without_a_number_are_kept_apart(tmp_path: Path, hand_in: HandIn, grade: Grade) -> None:
    who = "  :submitters:\n  - :name: Jane Doe\n"
    hand_in({"submission_metadata.yml": "".join(f"submission_{n}:\n{who}" for n in (1, 2))})
    hand_in({"submission_1/double.py": RIGHT, "submission_2/triple.py": TRIPLE})
    (asked,) = grade().problems
    assert "'submission_1' and 'submission_2' are all by 'Jane Doe', without a number or email" in asked
    assert results_of(tmp_path / "out").keys() == {("Jane Doe", "double"), ("Jane Doe (submission_2)", "triple")}


def test_a_name_that_two_students_have_is_no_id(tmp_path: Path, say: Callable[..., str]) -> None:
    (tmp_path / "out").mkdir()
    with Gradebook.open(tmp_path / "out" / GRADEBOOK) as made:
        made.add_students([Student("s1", "Jane Doe"), Student("s2", "Jane Doe"), Student("s3", "Bo")])
    told = say("override", "Jane Doe", "double", "--score", "1", "--reason", "x")
    assert told == ("2 grader: 'Jane Doe' fits 2 students: 's1' (Jane Doe), 's2' (Jane Doe); use an id of these")
