"""What an instructor decides: by hand, by another policy, and where it shows."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grader.cli.run import run
from grader.gradebook import AuditEvent, Gradebook, Student
from tests.class_samples import Class, result, small_class
from tests.conftest import MiniCourse, Run

COMMANDS = ("report", "override", "audit", "regrade", "export")


class Desk:
    """Runs commands on a class, in this process."""

    def __init__(self, room: Class, capsys: pytest.CaptureFixture[str]) -> None:
        self.out = room.out
        self._course = room.course.path
        self._capsys = capsys

    def __call__(self, verb: str, *words: object) -> Run:
        self._capsys.readouterr()
        code = run([verb, str(self.out), *map(str, words), "--course", str(self._course)])
        told = self._capsys.readouterr()
        return Run(code, told.out, told.err)

    def book(self) -> Gradebook:
        return Gradebook.open(self.out / "gradebook.db", create=False)

    def feedback(self, student: str) -> str:
        return (self.out / "feedback" / f"{student}.html").read_text(encoding="utf-8")


@pytest.fixture
def desk(mini: MiniCourse, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("USER", "grace")
    room = small_class(mini.load(), tmp_path / "out")
    room.book.close()
    return Desk(room, capsys)


def test_a_score_by_hand_counts_shows_and_is_kept_in_the_audit_trail(desk: Desk) -> None:
    assert desk("report").code == 0
    done = desk("override", "bob", "double", "--score", "4", "--comment", "Well done.", "--reason", "right by hand")
    assert done.code == 0
    assert done.out.startswith("bob, double: 4. Total: 4 of 5.\nbob  1 of 5 → 4 of 5\n")
    assert "Well done." in desk.feedback("bob")
    assert "right by hand" in desk.feedback("bob")
    with desk.book() as book:
        entry = next(one for one in book.audit("bob") if one.what is AuditEvent.OVERRIDE)
    assert (entry.who, entry.detail["score"], entry.detail["reason"]) == ("grace", 4, "right by hand")


def test_an_override_stays_when_the_work_is_graded_again(desk: Desk, mini: MiniCourse) -> None:
    desk("override", "bob", "double", "--score", "4", "--reason", "right by hand")
    room = Class(mini.load(), desk.out)
    room.hand_in("bob", result("adds", "doubles"), after=3)
    room.book.close()
    assert "bob" in desk("report").out
    assert "4 of 5 points" in " ".join(desk.feedback("bob").replace('<span class="dim">', "").split())


def test_overrides_are_listed_taken_back_and_remembered(desk: Desk) -> None:
    assert desk("override").out == "There are no overrides.\n"
    desk("override", "bob", "double", "--score", "4", "--reason", "a typo")
    desk("override", "cy", "01_double", "--excuse", "--reason", "ill")
    desk("override", "ada", "double", "--comment", "Nice.\nVery.", "--reason", "praise")
    listed = desk("override").out
    assert "bob double · 4 points; a typo (" in listed
    assert "cy double · excused; ill (" in listed
    assert "ada double · comment: Nice. Very.; praise (" in listed
    assert desk("override", "bob", "double", "--remove", "--reason", "wrong student").out.startswith(
        "bob, double: 1. Total: 1 of 5."
    )
    assert "bob" not in desk("override").out
    assert "bob double · 4 points (removed)" in desk("override", "--history").out
    data = json.loads(desk("override", "--json").out)
    assert [(one["student"], one["excused"], one["score"]) for one in data["overrides"]] == [
        ("cy", True, None),
        ("ada", False, None),
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bob", "double", "--score", "4"), "give a reason with --reason"),
        (("bob", "double", "--reason", "x"), "an override needs a score, a comment, or to excuse"),
        (("bob", "double", "--reason", "x", "--score", "nan"), "nan cannot be a score; give a number"),
        (("bob", "double", "--reason", "x", "--score", "-1"), "-1 cannot be a score; give a number"),
        (("bob", "double", "--reason", "x", "--score", "1", "--excuse"), "sets a score or excuses"),
        (("bob", "double", "--reason", "x", "--score", "1", "--remove"), "--remove removes the whole override"),
        (("bob", "double", "--reason", "x", "--remove"), "'bob' has no override for 'double'"),
        (("bob", "double", "--reason", "x", "--score", "inf"), "inf cannot be a score"),
        (("bob", "double", "--reason", "x", "--score", "5.5"), "5.5 is more than the 5 points of 'double'; add"),
        (("bob", "double", "--reason", "x", "--excuse", "--allow-above"), "--allow-above is about a score"),
        (("bobb", "double", "--reason", "x", "--score", "1"), "no student 'bobb'; did you mean 'bob'"),
        (("bob", "doubel", "--reason", "x", "--score", "1"), "no exercise 'doubel'; did you mean 'double'?"),
        (("bob",), "name the exercise, too"),
    ],
)
def test_what_cannot_be_decided_is_told_in_a_sentence(desk: Desk, words: tuple[str, ...], sentence: str) -> None:
    done = desk("override", *words)
    assert done.code == 2
    assert sentence in done.err
    assert done.err.count("\n") == 1
    with desk.book() as book:
        assert list(book.overrides(history=True)) == []


def test_more_than_the_maximum_is_given_where_that_is_meant(desk: Desk) -> None:
    done = desk("override", "bob", "double", "--score", "50", "--allow-above", "--reason", "x")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("bob, double: 50. Total: 5 of 5.")


@pytest.mark.parametrize("typed", ["ÈVE", "\u00e8ve", "e\u0300ve", "eve", " Eve "])
def test_a_student_is_found_by_a_name_in_any_case_and_form(desk: Desk, typed: str) -> None:
    done = desk("override", typed, "double", "--score", "4", "--reason", "x", "--json")
    assert json.loads(done.out)["student"] == "eve"


TWINS = {"anna": "Anna Weber", "a2": "Anna", "b2": "ANNA", "zoe": "Zo\u00e9", "Jos\u00e9": "", "Jose\u0301": ""}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Anna", "'Anna' fits 3 students: 'a2' (Anna), 'anna' (Anna Weber), 'b2' (ANNA); use an id of these"),
        ("jos\u00e9", "fits 2 students: 'Jose\\u0301', 'Jos\\xe9'; use an id of these"),
        ("Jos\u00e9", "fits 2 students: 'Jose\\u0301', 'Jos\\xe9'; use an id of these"),
    ],
)
def test_a_name_that_fits_several_students_lists_them_and_changes_nothing(
    desk: Desk, tmp_path: Path, typed: str, told: str
) -> None:
    with desk.book() as book:
        book.add_students(Student(id_, name) for id_, name in TWINS.items())
    target = tmp_path / "one.json"
    for words in (
        ("override", typed, "double", "--score", "4", "--reason", "x"),
        ("override", typed, "--withdraw", "--reason", "x"),
        ("override", typed, "double", "--remove", "--reason", "x"),
        ("audit", typed),
        ("export", "--format", "gradescope", "--out", target, "--student", typed),
    ):
        done = desk(*words)
        assert (done.code, done.out) == (2, "")
        assert told in done.err
    with desk.book() as book:
        assert {*TWINS} < {one.id for one in book.students()}
        assert list(book.overrides(history=True)) == []
    assert not target.exists()


@pytest.mark.parametrize(("typed", "id_"), [("anna", "anna"), ("Jose\\u0301", "Jose\u0301"), ("Jos\\xe9", "Jos\u00e9")])
def test_an_id_means_its_owner_and_may_be_written_with_escapes(desk: Desk, typed: str, id_: str) -> None:
    with desk.book() as book:
        book.add_students(Student(id_, name) for id_, name in TWINS.items())
    assert json.loads(desk("override", typed, "double", "--excuse", "--reason", "x", "--json").out)["student"] == id_


def test_regrade_follows_todays_points_and_runs_nothing(desk: Desk, mini: MiniCourse) -> None:
    desk("report")
    assert desk("regrade").out.startswith("No mark changed.\n")
    mini.yaml({"doubles": 2, "negative": 1, "adds": 6, "secret": 1})
    done = desk("regrade")
    assert done.code == 0
    assert "bob  1 of 5 → 6 of 10\n" in done.out
    assert "7 marks changed." in done.out
    assert "6 / 6" in desk.feedback("bob")
    with desk.book() as book:
        told = [one.detail["new"] for one in book.audit("bob") if one.what is AuditEvent.MARK]
    assert told == ["1 of 5", "6 of 10"]


def test_regrade_by_another_policy_can_be_tried_first(desk: Desk, tmp_path: Path) -> None:
    desk("report")
    (tmp_path / "other.yaml").write_text("maximum: 100\nround: 0\n")
    tried = desk("regrade", "--policy", tmp_path / "other.yaml", "--dry-run")
    assert "ada  5 of 5 → 100 of 100\n" in tried.out
    assert "7 marks would change." in tried.out
    assert "5 of 5" in desk("override", "ada", "double", "--comment", "x", "--reason", "x").out
    (tmp_path / "other.yaml").write_text("policy:\n  maximum: 100\n  round: 0\n")
    done = json.loads(desk("regrade", "--policy", tmp_path / "other.yaml", "--json").out)
    assert {"student": "ada", "old": "5 of 5", "new": "100 of 100"} in done["changes"]
    with desk.book() as book:
        assert [one.what for one in book.audit()].count(AuditEvent.POLICY) == 2


@pytest.mark.parametrize("above", ["", "policy:\n  "])
def test_a_wrong_policy_is_told_with_its_line(desk: Desk, tmp_path: Path, above: str) -> None:
    (tmp_path / "other.yaml").write_text(f"{above}weights: {{doubel: 2}}\n")
    done = desk("regrade", "--policy", tmp_path / "other.yaml")
    assert done.code == 2
    assert (
        f"other.yaml:{1 + bool(above)}: 'doubel' is not an exercise, quiz or part; did you mean 'double'?" in done.err
    )


def test_the_report_shows_the_class(desk: Desk) -> None:
    done = desk("report")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[:2] == ["A small course", "7 students, 6 submitted. Mean 75.0 %, median 90.0 %, over 4 with a mark."]
    assert lines[3].split() == ["student", "name", "double", "total", "percent"]
    assert lines[4].split() == ["ada", "Ada", "Lovelace", "5", "5", "/", "5", "100"]
    assert "1× The value is squared. (double)" in done.out
    assert "1 the grader failed and gave the points: dee (double)" in done.out
    assert "1 submitted nothing: Gus" in done.out
    assert "grades.csv" in lines[-3]
    data = json.loads(desk("report", "--json").out)
    assert (data["schema"], data["students"], data["files"]["written"]) == (1, 7, 0)
    assert [row["student"] for row in data["rows"]] == ["ada", "bob", "cy", "dee", "eve", "fay", "gus"]


@pytest.mark.parametrize("verb", COMMANDS)
def test_a_folder_without_a_gradebook_is_told(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = {"export": ["--format", "moodle", "--out", str(tmp_path / "x.csv")]}.get(verb, [])
    assert run([verb, str(tmp_path), *more]) == 2
    told = capsys.readouterr().err
    assert told == f"grader: '{tmp_path}' contains no gradebook; name the folder that 'grader batch --out' wrote\n"
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_exported_by_another_policy_than_the_marks_were_made_by(desk: Desk, tmp_path: Path) -> None:
    """Else an LMS would get other marks than the instructor has looked at."""
    assert desk("report").code == 0
    (desk.out / "policy.yaml").write_text("maximum: 10\n", encoding="utf-8")
    refused = desk("export", "--format", "gradescope", "--out", tmp_path / "gradescope")
    assert (refused.code, (tmp_path / "gradescope").exists()) == (2, False)
    assert "were made by other rules than those of today; look at what changes with" in refused.err
    assert "marks changed since the last run." in desk("report").out
    assert desk("export", "--format", "gradescope", "--out", tmp_path / "gradescope").code == 0
    assert "changed since" not in desk("report").out


def test_an_empty_policy_is_told(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "none.yaml").write_text("", encoding="utf-8")
    assert desk("regrade", "--policy", tmp_path / "none.yaml").err.endswith("none.yaml:1: the file is empty\n")


def test_what_was_decided_is_listed_within_the_terminals_width(desk: Desk) -> None:
    desk("override", "bob", "double", "--comment", "a long word " * 9, "--reason", "a long reason " * 9)
    assert max(map(len, desk("override").out.splitlines())) <= 80


@pytest.mark.parametrize("verb", COMMANDS)
def test_help_has_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([verb, "--help"]) == 0
    told = capsys.readouterr().out
    assert f"grader {verb} graded" in told
    assert max(map(len, told.splitlines())) <= 80


def test_commands_about_a_class_start_without_numpy(desk: Desk) -> None:
    desk("report")
    course = json.dumps(["--course", str(desk._course)])
    code = f"""
import sys
from grader.cli.run import run
for words in (["report"], ["override", "bob", "double", "--score", "3", "--reason", "x"], ["regrade"],
              ["export", "--format", "gradescope", "--out", {str(desk.out / "gs")!r}]):
    assert run([words[0], {str(desk.out)!r}, *words[1:], *{course}]) == 0
assert not {{"numpy", "torch", "asyncio"}} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_audit_trail_tells_who_did_what_to_a_student_in_order(desk: Desk) -> None:
    desk("report")
    desk("override", "bob", "double", "--score", "4", "--comment", "Well done.", "--reason", "right by hand")
    desk("override", "bob", "double", "--remove", "--reason", "wrong student")
    lines = re.sub(r"\n  ", " ", desk("audit", "bob").out).splitlines()
    told = [line.partition(" UTC ")[2] for line in lines]
    assert told[-4:] == [
        "bob double · 4 points by hand, comment “Well done.”; right by hand (grace)",
        "bob · mark 1 of 5 → 4 of 5 (grace)",
        "bob double · override removed: 4 points by hand, comment “Well done.”; wrong student (grace)",
        "bob · mark 4 of 5 → 1 of 5 (grace)",
    ]
    assert any(line.startswith("bob double · graded, 1 of 5") for line in told)
    assert any(line.startswith("bob · submitted") for line in told)


def test_the_audit_trail_of_all_has_every_line_and_fits_eighty_columns(desk: Desk) -> None:
    desk("report")
    with desk.book() as book:
        expected = [(entry.student, entry.item, entry.what.value) for entry in book.audit()]
    found = json.loads(desk("audit", "--json").out)
    assert found["schema"] == 1
    assert [(one["student"], one["item"], one["what"]) for one in found["entries"]] == expected
    shown = desk("audit").out.splitlines()
    assert max(map(len, shown)) <= 80
    assert sum(not line.startswith("  ") for line in shown) == len(expected)


@pytest.mark.parametrize("what", AuditEvent)
def test_every_kind_of_line_of_the_audit_trail_has_words(desk: Desk, what: AuditEvent) -> None:
    decided = {"score": 1.0, "comment": "Nice.", "excused": False, "reason": "why"}
    detail = {**decided, "max_score": 2.0, "old_score": 0.0, "old": decided, "new": "b", "label": "a.py"}
    detail |= {"name": "ada/x.py", "chosen": ["double"], "to": ["bob"]}
    detail |= {"new": {"name": "default", "items": ["double"]}} if what is AuditEvent.ASSIGNMENT else {}
    with closing(sqlite3.connect(desk.out / "gradebook.db")) as raw, raw:
        values = ("2026-01-02T00:00:00+00:00", "grace", what.value, "ada", "masking", json.dumps(detail))
        raw.execute("INSERT INTO audit (at, who, what, student, item, detail) VALUES (?, ?, ?, ?, ?, ?)", values)
    shown = " ".join(desk("audit", "ada").out.rpartition("2026-01-02")[2].split())
    assert re.fullmatch(r"00:00 UTC ada masking \S \S.* \(grace\)", shown)


def test_a_student_who_left_is_out_of_all_files_but_not_of_the_audit_trail(desk: Desk) -> None:
    desk("report")
    before = (desk.out / "grades.csv").read_text("utf-8-sig")
    done = desk("override", "bob", "--withdraw", "--reason", "left the course")
    assert done.code == 0
    assert "bob was removed from the gradebook" in done.out
    assert "bob" in before
    assert "bob" not in (desk.out / "grades.csv").read_text("utf-8-sig")
    assert not list(desk.out.glob("*/bob.*"))
    assert "removed from the gradebook; left the course" in desk("audit", "bob").out.replace("\n  ", " ")
    again = desk("override", "bob", "--withdraw", "--reason", "left the course")
    assert (again.code, again.out) == (2, "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("bob", "--withdraw"), "give a reason"),
        (("bob", "double", "--withdraw", "--reason", "r"), "leave out the exercise"),
        (("bob", "--reason", "r"), "name the exercise, too"),
        (("bob", "--withdraw", "--score", "3", "--reason", "r"), "leave out the other options"),
        (("bob", "--withdraw", "--remove", "--reason", "r"), "leave out the other options"),
    ],
)
def test_who_leaves_needs_a_reason_and_no_exercise(desk: Desk, words: tuple[str, ...], told: str) -> None:
    done = desk("override", *words)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    with desk.book() as book:
        assert book.student("bob")
