"""What the version before wrote is still read: its gradebook, its workspace, its quiz attempts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import GraderCommand, MiniCourse

WRITTEN = Path(__file__).parent / "version_1"


@pytest.fixture
def out(mini: MiniCourse, tmp_path: Path) -> Path:
    """A class's folder with nothing but its gradebook; the course it was graded with is `mini`."""
    assert mini.path == tmp_path / "mini"
    folder = tmp_path / "out"
    folder.mkdir()
    shutil.copy(WRITTEN / "gradebook.db", folder)
    return folder


@pytest.fixture
def work(mini: MiniCourse, tmp_path: Path) -> Path:
    """A student's workspace; it says that its course is `../mini`."""
    (mini.path / "quizzes").mkdir()
    shutil.copy(WRITTEN / "01_doubling.yaml", mini.path / "quizzes")
    return Path(shutil.copytree(WRITTEN / "work", tmp_path / "work"))


def test_a_gradebook_of_the_version_before_is_reported_with_its_marks(
    out: Path, mini: MiniCourse, grader: GraderCommand
) -> None:
    done = grader("report", out, "--course", mini.path)
    assert done.code == 0, done.err
    assert "2 students, 2 submitted. Mean 90.0 %, median 90.0 %, over 2 with a mark." in done.out
    assert (out / "grades.csv").read_text("utf-8-sig").splitlines() == [
        "student,name,double,total,maximum,percent,late,review",
        "ada,ada,5,5,5,100,,",
        "bob,bob,4,4,5,80,,",
    ]
    assert "right by hand" in (out / "feedback" / "bob.html").read_text("utf-8")


def test_its_audit_trail_is_read_and_goes_on(out: Path, mini: MiniCourse, grader: GraderCommand) -> None:
    before = grader("audit", out, "--course", mini.path, "--json").json["entries"]
    assert [(entry["what"], entry["student"]) for entry in before] == [
        ("submitted", "ada"),
        ("submitted", "bob"),
        ("graded", "ada"),
        ("graded", "bob"),
        ("policy", ""),
        ("mark", "ada"),
        ("mark", "bob"),
        ("override", "bob"),
        ("mark", "bob"),
    ]
    done = grader("override", out, "bob", "double", "--remove", "--reason", "an error", "--course", mini.path)
    assert done.code == 0, done.err
    assert "bob  4 of 5 → 1 of 5" in done.out
    after = grader("audit", out, "--course", mini.path, "--json").json["entries"]
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_its_marks_are_made_anew_from_what_the_checks_said(out: Path, mini: MiniCourse, grader: GraderCommand) -> None:
    done = grader("regrade", out, "--course", mini.path)
    assert (done.code, "→ 4.00" in done.out) == (0, False), done.err
    mini.yaml({"doubles": 2, "negative": 1, "adds": 6, "secret": 1})  # the one check that bob passed
    done = grader("regrade", out, "--course", mini.path)
    assert done.code == 0, done.err
    assert "5 of 5 → 10 of 10" in done.out
    assert "4 of 5 → 4 of 10" in done.out


def test_a_workspace_of_the_version_before_keeps_its_progress(work: Path, grader: GraderCommand) -> None:
    found = grader("progress", "--json", cwd=work).json
    assert (found["passed"], found["points"], found["max_points"]) == (1, 5.0, 5.0)
    assert found["mistakes"] == [{"name": "squared", "exercise": "double", "times": 1}]
    assert grader("check", "double", cwd=work).code == 0
    assert '"attempts": 3' in (work / ".grader.json").read_text("utf-8")


def test_its_quiz_attempts_are_scored_and_the_next_is_the_second(work: Path, grader: GraderCommand) -> None:
    (quiz,) = grader("quiz", "list", "--json", cwd=work).json["quizzes"]
    assert (quiz["quiz"], quiz["attempts_used"], quiz["best"], quiz["max_points"]) == ("doubling", 1, 1.0, 3.0)
    assert grader("quiz", "take", "doubling", "--plain", cwd=work).code == 0
    assert (work / "attempts" / "doubling.attempt2.json").exists()
