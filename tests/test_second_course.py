"""A course on another subject, with nothing but its own folder: the engine names no exercise of any."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from grader.course import load_course
from tests.conftest import ROOT, GraderCommand

COURSE = ROOT / "examples" / "statistics"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """The course, away from this repository."""
    return Path(shutil.copytree(COURSE, tmp_path / "course", ignore=shutil.ignore_patterns("__pycache__")))


def test_it_keeps_the_promises(grader: GraderCommand, course: Path) -> None:
    run = grader("author", "check", cwd=course)
    assert (run.code, run.err) == (0, "")
    assert "All 2 exercises keep the promises." in run.out
    assert "centre_and_spread keeps the promises (3 questions)." in run.out


def test_a_class_is_graded_into_marks_of_its_policy(grader: GraderCommand, course: Path, tmp_path: Path) -> None:
    """One student is right, one makes a known mistake in each exercise, one hands in something broken."""
    for student in ("ada", "ben", "cleo"):
        (tmp_path / "class" / student).mkdir(parents=True)
    for exercise in load_course(course).exercises:
        name, solution = f"{exercise.slug}.py", exercise.solution_path
        mistake = exercise.misconceptions[0]
        shutil.copy(solution / "solution.py", tmp_path / "class/ada" / name)
        shutil.copy(mistake.path, tmp_path / "class/ben" / name)
        (tmp_path / "class/cleo" / name).write_text("def median(x:\n")
    run = grader("batch", "class", "--out", "graded", "--course", course, "--jobs", "1")
    assert (run.code, run.err) == (0, "")
    with (tmp_path / "graded/grades.csv").open(newline="", encoding="utf-8-sig") as file:
        totals = {row["student"]: float(row["total"]) for row in csv.DictReader(file)}
    assert totals["ada"] == 10
    assert 0 < totals["ben"] < 10
    assert totals["cleo"] == 0
    told = (tmp_path / "graded/results/ben.json").read_text(encoding="utf-8")
    for exercise in load_course(course).exercises:
        assert exercise.misconceptions[0].diagnosis in told


def test_its_edition_gives_the_same_names_and_no_key(grader: GraderCommand, course: Path, tmp_path: Path) -> None:
    exercise = load_course(course).find("median")
    shutil.copy(exercise.misconceptions[0].path, tmp_path / "median.py")
    assert grader("release", "hw", "median", "centre_and_spread", "--course", course).code == 0
    shutil.rmtree(course)
    run = grader("check", "median", "--course", "hw", "--json")
    assert run.code == 1
    assert exercise.misconceptions[0].name in {check["misconception"] for check in run.json["checks"]}
    assert "correct" not in (tmp_path / "hw/quizzes/01_centre_and_spread.yaml").read_text()
