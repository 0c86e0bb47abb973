"""The numbers of a class are the same wherever they stand: terminal, CSV, JSON, pages and exports."""

from __future__ import annotations

import csv
import html
import json
import re
from pathlib import Path
from statistics import fmean, median

from grader.gradebook import Override, QuestionScore, QuizResult
from tests.class_samples import Class, result, small_class
from tests.conftest import GraderCommand, MiniCourse

QUIZ = """
title: Sums
kind: graded
questions: [{id: two, type: numeric, prompt: 1 + 1?, answer: 2, points: 3, explanation: It is., source: S0}]
"""
CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,Homework (12)\n    Points Possible,,,,,20\n"


def oddities(mini: MiniCourse, out: Path) -> Class:
    """Late, faulty, unreadable, waiting and absent students; one excused, one above the maximum, one with a quiz, one
    who was withdrawn; points for a forbidden operator and for leaving arguments alone; extra credit."""
    mini.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1}, "forbids: {names: [numpy.sum], points: 0.5}\n")
    text = (mini.exercise / "exercise.yaml").read_text("utf-8")
    (mini.exercise / "exercise.yaml").write_text(text.replace("inputs_unchanged: 0", "inputs_unchanged: 1"), "utf-8")
    mini.write("quizzes/01_sums.yaml", QUIZ)
    late = "late: {due: 2026-03-02 12:00 Z, penalty: 10}"
    policy = f"policy: {{maximum: 20, extra: [sums], extra_at_most: 10, counts: [1_basics, sums], {late}}}"
    mini.write("course.yaml", f"title: A small course\nseed: 7\n{policy}\n")
    room = small_class(mini.load(), out)
    for student in ("hal", "ida", "jo", "kim"):
        room.student(student, student.title(), lms=str(500 + ord(student[0])))
        room.hand_in(student, result("adds"), after=3)
    room.book.override(Override("hal", "double", "ill", excused=True))
    room.book.override(Override("ida", "double", "more", score=9))
    room.book.save_quiz([QuizResult("jo", "sums", "d", (QuestionScore("two", 1.0, "right"),), key="k")])
    room.book.remove_student("kim", "left")
    return room


def test_every_number_is_the_same_everywhere(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> None:
    room = oddities(mini, tmp_path / "out")
    students = [*room.book.students()]
    room.book.close()
    course = ("--course", mini.path)
    printed = grader("report", "out", *course).out
    data = grader("report", "out", *course, "--json").json
    rows = list(csv.DictReader((tmp_path / "out" / "grades.csv").open(encoding="utf-8-sig")))
    results = {path.stem: json.loads(path.read_text("utf-8")) for path in (tmp_path / "out" / "results").iterdir()}
    report = read(tmp_path / "out" / "report.html")

    assert len(students) == len(rows) == len(results) == data["students"] == 10
    assert f"10 students, {data['handed_in']} submitted." in printed
    assert f"10 students {data['handed_in']} submitted" in report
    marked = [float(row["percent"]) for row in rows if row["percent"] and is_marked(results[row["student"]])]
    assert (round(fmean(marked), 2), round(median(marked), 2)) == (data["mean"], data["median"])
    assert sum(data["bins"]) == data["marked"] == len(marked)
    assert f"Mean {data['mean']:.1f} %, median {data['median']:.1f} %, over {len(marked)} with a mark." in printed
    assert f"{data['mean']:.1f} % mean of {len(marked)} with a mark {data['median']:.1f} % median" in report

    (listed,) = grader("list", *course, "--json").json["exercises"]
    (shown,) = (one for one in data["items"] if one["name"] == "double")
    checked = grader("check", "double", "--submission", mini.solution / "solution.py", *course, "--json").json
    maxima = {one["maximum"] for found in results.values() for one in found["items"] if one["item"] == "double"}
    assert {listed["points"], float(shown["maximum"]), checked["max_score"], *maxima} == {7.5}

    grader("export", "out", "--format", "gradescope", "--out", "gradescope", *course)
    sheet = "".join(f"{one.name},{one.fields['lms']},,,Monday,\n" for one in students if "lms" in one.fields)
    (tmp_path / "canvas.csv").write_text(CANVAS + sheet, encoding="utf-8")
    grader("export", "out", "--format", "canvas", "--template", "canvas.csv", "--out", "to.csv", *course)
    canvas = {row[1]: row[5] for row in csv.reader((tmp_path / "to.csv").open(encoding="utf-8-sig"))}
    assert len(canvas) == 5
    for row, one in zip(rows, data["rows"], strict=True):
        found, page = results[row["student"]], read(tmp_path / "out" / one["page"])
        mark = (one["total"], one["maximum"], one["percent"])
        assert mark == (row["total"] or "0", row["maximum"], row["percent"] or "0")
        assert tuple(map(float, mark)) == (found["total"], found["maximum"], found["percent"])
        is_excused = all(item["excused"] for item in found["items"])
        assert ("Excused" if is_excused else f"{one['total']} of {one['maximum']} points · {one['percent']} %") in page
        gradescope = tmp_path / "gradescope" / f"{row['student']}.json"
        if gradescope.exists():
            sent = json.loads(gradescope.read_text("utf-8"))
            assert (sent["score"], sent["extra_data"]["max_score"]) == (found["total"], found["maximum"])
        number = next(student.fields.get("lms") for student in students if student.id == row["student"])
        if number in canvas:
            assert canvas[number] == ("EX" if is_excused else f"{found['total']:.2f}")


def is_marked(found: dict[str, object]) -> bool:
    """Whether a student counts in mean and median."""
    items = [item for item in found["items"] if item["kind"] == "exercise"]  # type: ignore[attr-defined]
    return bool(found["complete"]) and any(item["attempts"] for item in items)


def read(page: Path) -> str:
    """The words of a page of HTML."""
    text = page.read_text("utf-8").partition("<main")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())
