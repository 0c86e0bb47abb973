"""`grader check` in a workspace: which exercise is meant, which file, what is remembered, everything at once."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.conftest import RIGHT, GraderCommand, MiniCourse, Run

WRONG = RIGHT.replace("np.add(x, x)", "x * x")


@pytest.fixture
def work(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> Path:
    """A workspace of a course with two exercises, `double` and `treble`, which differ in their names only."""
    for folder in ("exercises", "solutions"):
        shutil.copytree(mini.path / folder / "1_basics" / "01_double", mini.path / folder / "1_basics" / "02_treble")
    assert grader("init", "work", "--course", mini.path).code == 0
    return tmp_path / "work"


def file_of(work: Path, slug: str) -> Path:
    (folder,) = work.glob(f"*/*_{slug}")
    return folder / f"{slug}.py"


def touch(path: Path, source: str, second: int) -> None:
    path.write_text(source)
    os.utime(path, (1_800_000_000 + second, 1_800_000_000 + second))


def record(work: Path, slug: str) -> dict[str, object]:
    return json.loads((work / ".grader.json").read_text())["exercises"].get(slug, {})


def checked(done: Run) -> str:
    return str(done.json["exercise"])


def test_without_a_name_the_exercise_touched_last_is_checked(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "treble"), WRONG, 1)
    touch(file_of(work, "double"), WRONG, 2)
    assert checked(grader("check", "--json", cwd=work)) == "double"
    touch(file_of(work, "treble"), WRONG, 3)
    assert checked(grader("check", "--json", cwd=work)) == "treble"


def test_an_exercise_that_is_passed_gives_way_to_the_next(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), RIGHT, 1)
    assert checked(grader("check", "--json", cwd=work)) == "double"
    done = grader("check", cwd=work)
    assert "treble" in done.out
    assert done.code == 1
    touch(file_of(work, "double"), WRONG, 2)
    assert checked(grader("check", "--json", cwd=work)) == "double"


def test_the_folder_one_is_in_decides(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), WRONG, 2)
    assert checked(grader("check", "--json", cwd=file_of(work, "treble").parent)) == "treble"


@pytest.mark.parametrize("name", ["treble", "tre", "2", "1.2", "1_basics/02_treble/treble.py", "02_treble"])
def test_an_exercise_has_many_names(grader: GraderCommand, work: Path, name: str) -> None:
    assert checked(grader("check", name, "--json", cwd=work)) == "treble"


def test_a_misspelt_name_gets_a_suggestion(grader: GraderCommand, work: Path) -> None:
    done = grader("check", "trebel", cwd=work)
    assert (done.code, done.out) == (2, "")
    assert "did you mean 'treble'?" in done.err


def test_a_file_here_comes_before_the_workspaces(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), WRONG, 1)
    (work / "double.py").write_text(RIGHT)
    assert grader("check", "double", cwd=work).code == 0
    assert record(work, "double") == {}, "progress is about the workspace's own file"
    (work / "double.py").unlink()
    assert grader("check", "double", cwd=work).code == 1


def test_an_attempt_is_remembered(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), WRONG, 1)
    assert grader("check", cwd=work).code == 1
    first = record(work, "double")
    assert (first["attempts"], first["mistake"], "passed" in first) == (1, "squared", False)
    touch(file_of(work, "double"), RIGHT, 2)
    assert grader("check", cwd=work).code == 0
    second = record(work, "double")
    assert (second["attempts"], second["score"], "passed" in second) == (2, 5.0, True)


def test_a_part_of_the_checks_is_no_attempt(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), WRONG, 1)
    assert grader("check", "--only", "adds", cwd=work).code == 0
    assert record(work, "double") == {}


def test_a_pass_says_what_comes_next(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), RIGHT, 1)
    out = " ".join(grader("check", cwd=work).out.split())
    assert "Read it with 'grader show treble'" in out
    touch(file_of(work, "treble"), RIGHT, 2)
    out = " ".join(grader("check", cwd=work).out.split())
    assert "You have passed every exercise of this course." in out


def test_all_checks_what_is_started_and_sums_it_up(grader: GraderCommand, work: Path) -> None:
    nothing = grader("check", "--all", cwd=work)
    assert (nothing.code, nothing.out) == (2, "")
    assert "you have not started an exercise yet" in nothing.err
    touch(file_of(work, "double"), RIGHT, 1)
    done = grader("check", "--all", cwd=work)
    assert done.code == 0
    assert done.out == "✓ double  5 / 5\n\nPassed: 5 of 5 points.\n"
    touch(file_of(work, "treble"), WRONG, 2)
    done = grader("check", "--all", cwd=work)
    assert done.code == 1
    assert done.out.splitlines() == [
        "✓ double  5 / 5",
        "✗ treble  1 / 5  The value is squared.",
        "",
        "1 of 2 passed, 6 of 10 points. Continue with 'grader check treble'.",
    ]
    results = grader("check", "--all", "--json", cwd=work).json["results"]
    assert [result["exercise"] for result in results] == ["double", "treble"]


@pytest.mark.parametrize("more", [["double"], ["--submission", "x.py"], ["--only", "adds"], ["--reproduce"]])
def test_all_goes_with_nothing_that_names_one(grader: GraderCommand, work: Path, more: list[str]) -> None:
    done = grader("check", "--all", *more, cwd=work)
    assert done.code == 2
    assert "--all checks everything you have started; leave" in done.err


def test_without_a_workspace_a_name_is_needed(grader: GraderCommand, mini: MiniCourse) -> None:
    done = grader("check", "--course", mini.path)
    assert done.code == 2
    assert "name the exercise, or create a workspace with 'grader init'" in done.err
    done = grader("check", "double", "--course", mini.path)
    assert done.code == 2
    assert "there is no file 'double.py' here" in done.err


def test_progress_that_cannot_be_written_costs_no_result(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), RIGHT, 1)
    (work / ".grader.json.lock").unlink(missing_ok=True)
    (work / ".grader.json.lock").mkdir()
    done = grader("check", cwd=work)
    assert done.code == 0
    assert "All 4 checks passed." in done.out
    assert "progress is not saved" in done.err


def test_a_breakpoint_is_told_how_to_debug(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), RIGHT.replace("    return np.add", "    breakpoint()\n    return np.add"), 1)
    done = grader("check", "double", cwd=work)
    assert done.code == 1
    told = "breakpoint() has no terminal in a check: remove it, or debug with 'grader check double --reproduce"
    assert told in " ".join(done.out.split())


def test_what_was_passed_and_is_changed_since_is_told_from_what_passes(grader: GraderCommand, work: Path) -> None:
    touch(file_of(work, "double"), RIGHT, 1)
    assert grader("check", "double", cwd=work).code == 0
    touch(file_of(work, "double"), RIGHT + "# a comment\n", 2)
    assert [row["status"] for row in grader("list", "--json", cwd=work).json["exercises"]] == ["changed", "open"]
    assert "! 1 passed and changed since." in grader("list", cwd=work).out
    assert "1 passed (1 changed since), 0 started, 1 open." in grader("progress", cwd=work).out
    assert [row["slug"] for row in grader("list", "--passed", "--json", cwd=work).json["exercises"]] == ["double"]
    assert grader("check", "double", cwd=work).code == 0
    assert [row["status"] for row in grader("list", "--json", cwd=work).json["exercises"]] == ["passed", "open"]
