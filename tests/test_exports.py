"""Exports, read back by small readers written from what Canvas, Moodle and Gradescope document."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader.batch.lms_export import ExportFormat, ExportRequest, ExportResult, export
from grader.batch.outputs import write_outputs
from grader.cli.run import run
from grader.errors import UsageError
from grader.gradebook import Delivery, Override, QuestionScore, QuizResult, Work
from grader.marks import MarkingRules, items_of
from grader.results import FileRecord, FileStatus
from tests.class_samples import SECRET, Class, result
from tests.conftest import MiniCourse

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Essay (11),Double (12),Current Score,Final Score
,,,,,Manual Posting,,,
    Points Possible,,,,,20,10,(read only),(read only)
"Lovelace, Ada",501,ada,ada@uni.edu,Monday,-1,,80,80
"Bobson, Bob",502,u-502,bob.b,Monday,7.5,3,,
=cmd|' /C calc'!A0,503,u-503,eve,Tuesday,,,,
"Nobody, Ned",504,u-504,ned,Tuesday,12,9,,
"Student, Test",599,,,Monday,,,,
"""
WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),\
Last modified (grade),Feedback comments
Participant 501,Ada Lovelace,ada@uni.edu,Submitted for grading,,100.00,Yes,"Sunday, 1 March 2026, 1:00 PM",-,
Participant 502,=Bob,bob@uni.edu,Submitted for grading,33.00,100.00,Yes,-,"Monday, 2 March 2026, 1:00 PM",old words
Participant 504,Ned Nobody,ned@uni.edu,No submission,12.00,100.00,Yes,-,-,
"""


@pytest.fixture
def room(mini: MiniCourse, tmp_path: Path) -> Iterator[Class]:
    """Ada has all 5 points, Bob 1, Eve 4; Fay waits for a result; Zed is in no LMS."""
    made = Class(mini.load(), tmp_path / "out")
    made.student("ada", "Ada Lovelace", email="ada@uni.edu")
    made.student("bob", "Bob Bobson", lms="502")
    made.student("503", "Eve")
    made.student("fay", "Fay", lms="505", email="fay@uni.edu")
    made.student("zed", "Zed")
    made.hand_in("ada", result())
    made.hand_in("bob", result("doubles", "negative", "secret", mistake="squared"))
    made.hand_in("503", result("adds"))
    made.hand_in("fay", None)
    made.hand_in("zed", result("adds"))
    with made.book:
        yield made


def read_canvas(text: str) -> tuple[dict[str, dict[str, str]], dict[str, Decimal]]:
    """Grades by Canvas' id of the student and of the assignment, and the points possible."""
    first, *rows = csv.reader(io.StringIO(text))
    assert first[:2] == ["Student", "ID"]
    start = first.index("Section") + 1
    columns = {
        match[1]: at for at, name in enumerate(first) if at >= start and (match := re.search(r"\((\d+)\)$", name))
    }
    possible = next(row for row in rows if "Points Possible" in row[0])
    students = [row for row in rows if row[1]]
    grades = {row[1]: {number: row[at] for number, at in columns.items()} for row in students}
    return grades, {number: Decimal(possible[at]) for number, at in columns.items()}


def read_worksheet(text: str) -> dict[int, dict[str, str]]:
    """Rows by participant number, as Moodle's importer finds them."""
    reader = csv.DictReader(io.StringIO(text))
    assert {"Identifier", "Grade", "Last modified (grade)"} <= set(reader.fieldnames or ())
    rows = {int(row["Identifier"].removeprefix("Participant ")): row for row in reader}
    for row in rows.values():
        if row["Grade"]:
            assert 0 <= Decimal(row["Grade"]) <= Decimal(row["Maximum Grade"])
    return rows


def read_gradescope(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The tests, after everything has been held against the format."""
    top = {
        "score", "execution_time", "output", "output_format", "test_output_format", "test_name_format", "visibility",
        "stdout_visibility", "extra_data", "tests", "leaderboard",
    }  # fmt: skip
    inner = {
        "score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags",
        "visibility", "extra_data",
    }  # fmt: skip
    formats = {"text", "html", "simple_format", "md", "ansi"}
    visible = {"hidden", "after_due_date", "after_published", "visible"}
    assert data.keys() <= top
    assert {data["output_format"], data["test_output_format"], data["test_name_format"]} <= formats
    for test in data["tests"]:
        assert test.keys() <= inner
        assert test["status"] in ("passed", "failed")
        assert test["visibility"] in visible
        assert 0 <= test["score"] <= test["max_score"]
    return list(data["tests"])


def write(room: Class, kind: ExportFormat, template: str | bytes = "", **more: Any) -> tuple[ExportResult, str]:
    out, given = room.out / "export.csv", room.out / "template.csv"
    if template:
        given.write_bytes(template if isinstance(template, bytes) else template.encode())
    done = export(room.course, room.book, ExportRequest(kind, out, given if template else None, **more))
    return done, out.read_bytes().decode("utf-8")


def test_canvas_gets_its_own_table_back_with_the_points_filled_in(room: Class) -> None:
    done, text = write(room, ExportFormat.CANVAS, CANVAS)
    grades, possible = read_canvas(text)
    assert possible == {"11": 20, "12": 10}
    assert {student: row["12"] for student, row in grades.items()} == {
        "501": "10.00", "502": "2.00", "503": "8.00", "504": "9", "599": "",
    }  # fmt: skip
    assert {student: row["11"] for student, row in grades.items()} == {
        "501": "-1", "502": "7.5", "503": "", "504": "12", "599": "",
    }  # fmt: skip
    before, after = (list(csv.reader(io.StringIO(one))) for one in (CANVAS, text))
    assert after[:3] == before[:3]
    assert [row[1:6] + row[7:] for row in after] == [row[1:6] + row[7:] for row in before]
    assert (done.students, [one.id for one in done.unmatched], [one.id for one in done.unfinished]) == (
        3,
        ["zed"],
        ["fay"],
    )
    assert "'Double' has 10 points in Canvas: 5 here are 10 there" in done.notes
    assert "2 rows of the template left unchanged: no mark matches" in done.notes


def test_a_zero_that_means_not_understood_is_named(room: Class, capsys: pytest.CaptureFixture[str]) -> None:
    """Not one for work that is wrong, nor one for nothing, nor one that a person decided."""
    offered = FileRecord("x.py", FileStatus.OFFERED, "double", "could answer double")
    unknown = FileRecord("y.py", FileStatus.OFFERED, "", "defines nothing that an exercise asks for")
    room.hand_in("zero", result("doubles", "negative", "adds", "secret"))
    for student, file in (("two", offered), ("any", unknown), ("set", offered), ("none", None)):
        room.book.receive([Delivery(student, f"of {student}", files=(file,) if file else (), folder=student)])
    room.book.receive([Delivery("odd", "of odd", problems={"double": "was 'double.py' meant?"})])
    room.book.receive([Delivery("bob", "of bob", files=(offered,), folder="bob")])
    room.book.override(Override("set", "double", "by hand", score=0))
    room.problem("shut", "the archive is encrypted")
    room.book.save_quiz([QuizResult("shut", "sums", "d", (QuestionScore("two", 1.0, "right"),), key="k")])
    named = ["any", "odd", "shut", "two"]
    done, _ = write(room, ExportFormat.MOODLE, item="double")
    assert [one.id for one in done.not_understood] == named
    assert not {one.id for one in done.missing} & {*named}
    words = [
        "export",
        str(room.out),
        "--format",
        "gradescope",
        "--out",
        str(room.out / "g"),
        "--course",
        str(room.course.path),
    ]
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["not_understood"] == named
    assert run(words) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "submitted, as it was not understood (4): any, odd, shut, two; to see why: grader report" in told


def test_names_in_a_table_for_canvas_are_defused_and_its_numbers_stay(room: Class) -> None:
    _, text = write(room, ExportFormat.CANVAS, CANVAS)
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[5][0] == "'=cmd|' /C calc'!A0"
    assert rows[3][:2] == ["Lovelace, Ada", "501"]


def test_who_is_excused_is_excused_in_canvas_too(room: Class) -> None:
    room.book.override(Override("bob", "double", "ill", excused=True))
    assert read_canvas(write(room, ExportFormat.CANVAS, CANVAS, item="double")[1])[0]["502"]["12"] == "EX"


def test_who_is_excused_from_everything_gets_no_zero(room: Class) -> None:
    room.book.override(Override("bob", "double", "ill", excused=True))
    _, text = write(room, ExportFormat.CANVAS, CANVAS, column="Essay")
    assert read_canvas(text)[0]["502"]["11"] == "EX"
    _, text = write(room, ExportFormat.MOODLE, WORKSHEET)
    assert read_worksheet(text)[502]["Grade"] == ""
    overview = write_outputs(room.course, room.book, room.out).overview
    assert overview.mean == 86.67  # of 100, 80 and 80
    grades = csv.DictReader(io.StringIO((room.out / "grades.csv").read_text(encoding="utf-8-sig")))
    assert {row["student"]: (row["total"], row["percent"]) for row in grades}["bob"] == ("", "")


def test_one_exercise_is_exported_though_another_waits_for_a_result(
    room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who wait are left out where what is exported is the total, or what they wait for."""
    (double,) = items_of(room.course, ["double"])
    rules = MarkingRules((double, replace(double, name="other")), room.course.policy)
    monkeypatch.setattr("grader.batch.lms_export.rules_of", lambda *_: rules)  # a course with two exercises
    room.book.receive([Delivery("ada", "later", (Work("other", "w"),))])
    done, _ = write(room, ExportFormat.CANVAS, CANVAS, column="12", item="double")
    assert [one.id for one in done.unfinished] == ["fay"]
    done, _ = write(room, ExportFormat.CANVAS, CANVAS, column="12")
    assert [one.id for one in done.unfinished] == ["ada", "fay"]


@pytest.mark.parametrize("column", ["Essay", "11", "essay"])
def test_a_column_of_canvas_is_named_by_its_title_or_number(room: Class, column: str) -> None:
    grades, _ = read_canvas(write(room, ExportFormat.CANVAS, CANVAS, column=column)[1])
    assert (grades["501"]["11"], grades["501"]["12"]) == ("20.00", "")


def test_where_no_column_is_meant_clearly_they_are_listed(room: Class) -> None:
    unclear = CANVAS.replace("Double (12)", "Homework (12)")
    with pytest.raises(UsageError, match=r"with --column TITLE; the table has 'Essay \(11\)', 'Homework \(12\)'"):
        write(room, ExportFormat.CANVAS, unclear)
    with pytest.raises(UsageError, match="with --column TITLE"):
        write(room, ExportFormat.CANVAS, CANVAS, column="Esay")


def test_the_habits_of_a_table_are_kept(room: Class) -> None:
    """Semicolons, a byte order mark and the ends of lines."""
    foreign = "\ufeff" + CANVAS.replace(",", ";").replace("Lovelace; Ada", "Lovelace, Ada").replace("\n", "\r\n")
    _, text = write(room, ExportFormat.CANVAS, foreign)
    assert text.startswith("\ufeffStudent;ID;")
    assert text.count("\r\n") == text.count("\n") == 8
    assert ";501;ada;ada@uni.edu;Monday;-1;10.00;80;80\r\n" in text


def test_moodle_gets_its_worksheet_back_with_grades_and_comments(room: Class) -> None:
    done, text = write(room, ExportFormat.MOODLE, WORKSHEET)
    rows = read_worksheet(text)
    assert {number: row["Grade"] for number, row in rows.items()} == {501: "100.00", 502: "20.00", 504: "12.00"}
    assert rows[502]["Last modified (grade)"] == "Monday, 2 March 2026, 1:00 PM"
    assert rows[502]["Feedback comments"] == "1 of 5; double: 1 of 5"
    assert rows[502]["Full name"] == "'=Bob"
    assert rows[504]["Feedback comments"] == ""
    assert (done.students, [one.id for one in done.unmatched]) == (2, ["503", "zed"])
    assert (
        read_worksheet(write(room, ExportFormat.MOODLE, WORKSHEET, comments=False)[1])[502]["Feedback comments"]
        == "old words"
    )


def test_blind_marking_is_matched_by_the_participant_number(room: Class) -> None:
    blind = "Identifier,Status,Grade,Maximum Grade,Last modified (grade),Feedback comments\n"
    blind += "Participant 502,,,5.00,-,\nParticipant 503,,,5.00,-,\n"
    rows = read_worksheet(write(room, ExportFormat.MOODLE, blind)[1])
    assert {number: row["Grade"] for number, row in rows.items()} == {502: "1.00", 503: "4.00"}


def test_a_grade_above_the_maximum_of_moodle_is_cut_and_told(room: Class) -> None:
    room.book.override(Override("ada", "double", "extra", score=6))
    done, text = write(room, ExportFormat.MOODLE, WORKSHEET, item="double")
    assert read_worksheet(text)[501]["Grade"] == "100.00"
    assert "1 grade above Moodle's maximum became the maximum" in done.notes


def test_without_a_worksheet_moodle_gets_those_it_can_know(room: Class) -> None:
    done, text = write(room, ExportFormat.MOODLE)
    reader = list(csv.DictReader(io.StringIO(text)))
    told = [(row["Identifier"], row["Email address"], row["Grade"], row["Maximum Grade"]) for row in reader]
    assert told == [
        ("Participant 503", "", "4.00", "5.00"),
        ("", "ada@uni.edu", "5.00", "5.00"),
        ("Participant 502", "", "1.00", "5.00"),
    ]
    assert [one.id for one in done.unmatched] == ["zed"]


@pytest.mark.parametrize(("blank", "cell"), [(False, "0.00"), (True, "")])
def test_those_who_submitted_nothing_get_zero_or_stay_blank(room: Class, blank: bool, cell: str) -> None:
    room.student("504", "Ned Nobody", lms="504")
    done, text = write(room, ExportFormat.CANVAS, CANVAS, column="12", blank=blank)
    grades, _ = read_canvas(text)
    assert (grades["504"]["12"], grades["502"]["12"]) == (cell, "2.00")
    assert [one.id for one in done.missing] == ["504"]
    room.student("600", "Shut Zip", lms="600")
    room.problem("600", "the archive is encrypted")
    done, text = write(room, ExportFormat.CANVAS, f"{CANVAS}Shut,600,,,Monday,,,,\n", column="12", blank=blank)
    assert read_canvas(text)[0]["600"]["12"] == "0.00"  # it is named instead
    assert ([one.id for one in done.missing], [one.id for one in done.not_understood]) == (["504"], ["600"])
    _, text = write(room, ExportFormat.MOODLE, WORKSHEET, blank=blank)
    assert read_worksheet(text)[504]["Grade"] == cell
    room.book.override(Override("504", "double", "talked about it", score=0))
    _, text = write(room, ExportFormat.CANVAS, CANVAS, column="12", blank=blank)
    assert read_canvas(text)[0]["504"]["12"] == "0.00"  # somebody decided


def moodle_finds(name: str, participants: set[int]) -> tuple[int, str] | None:
    """Whose feedback a file in a zip is, and what it is called there: the first part of the path that is split by
    underscores into a name, the number of a participant, and the plugin."""
    parts = name.split("/")
    while parts:
        fields = parts.pop(0).split("_", 4)
        if len(fields) >= 4 and fields[1].isdecimal() and int(fields[1]) in participants:
            assert fields[2:4] == ["assignsubmission", "file"]
            return int(fields[1]), "/".join([*fields[4:], *parts]).strip("/")
    return None


def test_moodle_gets_everybodys_page_in_a_zip_that_it_takes_back(room: Class, tmp_path: Path) -> None:
    room.student("ann", "Ann_Lee / 7", lms="506")
    room.hand_in("ann", result())
    out = tmp_path / "feedback.zip"
    done = export(room.course, room.book, ExportRequest(ExportFormat.MOODLE_FEEDBACK, out))
    assert (done.students, [one.id for one in done.unmatched]) == (2, ["503", "ada", "zed"])
    first = out.read_bytes()
    with zipfile.ZipFile(out) as archive:
        found = {moodle_finds(name, {502, 506}): archive.read(name).decode() for name in archive.namelist()}
    assert found.keys() == {(502, "feedback.html"), (506, "feedback.html")}
    assert "The value is squared." in found[502, "feedback.html"]
    assert SECRET not in "".join(found.values())
    export(room.course, room.book, ExportRequest(ExportFormat.MOODLE_FEEDBACK, out))
    assert out.read_bytes() == first
    sheet = tmp_path / "worksheet.csv"
    sheet.write_text(WORKSHEET, encoding="utf-8")
    done = export(room.course, room.book, ExportRequest(ExportFormat.MOODLE_FEEDBACK, out, sheet))
    with zipfile.ZipFile(out) as archive:
        found = [moodle_finds(name, {501, 502, 504}) for name in archive.namelist()]
    assert found == [(501, "feedback.html"), (502, "feedback.html")]  # "=Bob" there is Bob by his number here
    assert done.students == 2


def test_canvas_gets_a_comment_for_each_student_it_knows(room: Class, tmp_path: Path) -> None:
    out, table = tmp_path / "comments.json", tmp_path / "canvas.csv"
    table.write_text(CANVAS, encoding="utf-8")
    done = export(room.course, room.book, ExportRequest(ExportFormat.CANVAS_COMMENTS, out, table))
    body = json.loads(out.read_text("utf-8"))
    assert body.keys() == {"grade_data"}
    assert body["grade_data"]["502"] == {"text_comment": "1 of 5; double: 1 of 5"}
    assert {*body["grade_data"]} <= {"501", "502", "503", "504"}
    assert done.students == len(body["grade_data"])


def test_without_any_number_there_is_nothing_to_send_back(room: Class, tmp_path: Path) -> None:
    for student in ("bob", "fay"):
        room.student(student, student.title(), lms="")
    with pytest.raises(UsageError, match="participant number of no student is known; name the worksheet"):
        export(room.course, room.book, ExportRequest(ExportFormat.MOODLE_FEEDBACK, tmp_path / "x.zip"))
    assert not (tmp_path / "x.zip").exists()


def test_two_students_who_fit_one_line_both_stay_out(room: Class) -> None:
    room.student("502b", "Other", lms="502")
    room.hand_in("502b", result())
    done, text = write(room, ExportFormat.MOODLE, WORKSHEET)
    assert {one.id for one in done.unmatched} == {"503", "502b", "bob", "zed"}
    assert read_worksheet(text)[502]["Grade"] == "33.00"
    assert "'502b' and 'bob' match the same row of the template, so neither got it" in done.notes


@pytest.mark.parametrize("bob", ["bob", "u-502"])
def test_a_namesake_with_another_number_takes_nobodys_line_in_canvas(room: Class, bob: str) -> None:
    """She is known to Canvas by her number, which is not in the table; he by his, or by his id as well."""
    if bob != "bob":
        room.book.rename_student("bob", bob)
        room.book.remove_student("503", "nobody else is known by a number")
    room.student("999", "Bob Bobson", lms="999")
    room.hand_in("999", result())
    done, text = write(room, ExportFormat.CANVAS, CANVAS)
    assert read_canvas(text)[0]["502"]["12"] == "2.00"
    assert [one.id for one in done.unmatched] == ["999", "zed"]


def test_gradescope_gets_a_file_a_student_that_hides_nothing_and_gives_nothing_away(room: Class) -> None:
    room.book.override(Override("bob", "double", "mercy", score=2, comment="See me."))
    folder = room.out / "gradescope"
    done = export(room.course, room.book, ExportRequest(ExportFormat.GRADESCOPE, folder))
    files = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.iterdir()}
    assert (done.students, set(files)) == (4, {"503", "ada", "bob", "zed"})
    tests = read_gradescope(files["bob"])
    assert files["bob"]["score"] == 2
    assert [(test["name"], test["status"], test["score"], test["max_score"]) for test in tests] == [
        ("Double: every value is doubled", "failed", 0, 2),
        ("Double: negative values are doubled too", "failed", 0, 1),
        ("Double: the total is the sum", "passed", 1, 1),
        ("Double: a large case is doubled", "failed", 0, 1),
    ]
    assert tests[0]["output"] == "is 1, not 2\nThe value is squared.\n→ Add the value to itself instead."
    assert {test["visibility"] for test in tests} == {"visible"}  # a hidden one would hide the total
    assert "See me." in files["bob"]["output"]
    assert SECRET not in json.dumps(files)


def test_an_autograder_gets_one_results_json(room: Class) -> None:
    target = room.out / "results.json"
    export(room.course, room.book, ExportRequest(ExportFormat.GRADESCOPE, target, student="ada"))
    assert json.loads(target.read_text())["score"] == 5
    with pytest.raises(UsageError, match="several students: name one with --student, or a folder"):
        export(room.course, room.book, ExportRequest(ExportFormat.GRADESCOPE, room.out / "other.json"))
    assert not (room.out / "other.json").exists()


@pytest.mark.parametrize(
    ("kind", "template", "words"),
    [
        (ExportFormat.CANVAS, "", "Canvas needs its own table back"),
        (ExportFormat.CANVAS, WORKSHEET, "is not a gradebook of Canvas: it has no columns 'ID' and 'Section'"),
        (
            ExportFormat.MOODLE,
            CANVAS,
            "is not a grading worksheet of Moodle: it has no columns 'Identifier' and 'Grade'",
        ),
        (ExportFormat.MOODLE, "ID;Bewertung\nTeilnehmer/in501;\n", "'Grade'; export it again, with Moodle in English"),
        (ExportFormat.MOODLE, b"\x00\x01\xff", "is not a grading worksheet of Moodle: it has no columns"),
        (ExportFormat.CANVAS, "Nummer;Note\n501;\n", "is not a gradebook of Canvas"),
        (ExportFormat.CANVAS, CANVAS.partition('"Love')[0] + "X,9,,,A,,\n", "none of the students is known to"),
    ],
)
def test_a_table_that_cannot_be_filled_is_told(
    room: Class, kind: ExportFormat, template: str | bytes, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        write(room, kind, template)
    assert not (room.out / "export.csv").exists()


def test_a_template_that_is_not_there_is_called_so(room: Class) -> None:
    with pytest.raises(UsageError, match=r"the template '.*nope.csv' cannot be read: no such file"):
        export(room.course, room.book, ExportRequest(ExportFormat.CANVAS, room.out / "x.csv", room.out / "nope.csv"))


def test_the_template_is_never_written_over(room: Class) -> None:
    given = room.out / "template.csv"
    given.write_text(CANVAS)
    with pytest.raises(UsageError, match="is the template; name another file"):
        export(room.course, room.book, ExportRequest(ExportFormat.CANVAS, given, given))


def test_the_command_tells_who_could_not_be_found(room: Class, capsys: pytest.CaptureFixture[str]) -> None:
    given, target = room.out / "template.csv", room.out / "canvas.csv"
    given.write_text(CANVAS)
    words = ["export", str(room.out), "--format", "canvas", "--template", str(given), "--out", str(target)]
    course = ["--course", str(room.course.path)]
    assert run([*words, *course]) == 0
    told = capsys.readouterr()
    assert "3 students in " in told.out
    assert "not found in the table (1): Zed (zed)" in told.err
    assert "left out, not completely graded (1): Fay (fay)" in told.err
    assert run([*words, *course, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unmatched"] == ["zed"]
    assert run([*words, *course, "--exercise", "doubel"]) == 2
    assert "did you mean 'double'?" in capsys.readouterr().err
