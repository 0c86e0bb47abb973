"""The student's commands, as a student meets them: in a workspace, outside one, and when things go wrong."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

from grader.cli.run import grader as commands
from grader.cli.run import run as run_command
from grader.render.student import render_progress
from grader.render.style import Style, display_width
from grader.student.progress import CourseProgress, PartProgress
from grader.student.workspace import make
from tests.conftest import COMMAND, RIGHT, ROOT, GraderCommand, MiniCourse, Run
from tests.helpers import answered

SQUARED = RIGHT.replace("np.add(x, x)", "np.multiply(x, x)")
NO_WORKSPACE = "there is no workspace here"

In = Callable[..., Run]


@pytest.fixture
def many(mini: MiniCourse) -> MiniCourse:
    """Three exercises in two parts."""
    for name in ("1_basics/02_masking", "2_more/01_twice"):
        for top in ("exercises", "solutions"):
            shutil.copytree(mini.path / top / "1_basics/01_double", mini.path / top / name)
    mini.write("exercises/2_more/01_twice/README.md", "# Twice\n\nIt is about a zebra.\n")
    return mini


@pytest.fixture
def work(many: MiniCourse, tmp_path: Path) -> Path:
    """A fresh workspace, as `init` makes it, in a folder whose name needs care."""
    folder = tmp_path / "мои уроки – größer"
    make(many.load(), folder, notebooks=False, remember=True)
    return folder


@pytest.fixture
def student(
    grader: GraderCommand, work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> In:
    """Runs a command in the workspace; no --course: it is remembered.

    Commands that start no process are run within this one: a hundred interpreters take their time.
    """
    monkeypatch.chdir(work)
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments: object, **options: Any) -> Run:
        if options or arguments[0] in ("check", "submit"):
            return grader(*arguments, **{"cwd": work, **options})
        capsys.readouterr()
        code = run_command([str(argument) for argument in arguments])
        return Run(code, *capsys.readouterr())

    return run


def save(work: Path, slug: str, source: str) -> Path:
    file = next(work.glob(f"*/*_{slug}")) / f"{slug}.py"
    file.write_text(source, encoding="utf-8")
    return file


# init


def test_init_makes_a_workspace_says_what_to_do_and_never_overwrites(grader: GraderCommand, tmp_path: Path) -> None:
    first = grader("init", cwd=tmp_path)
    assert (first.code, first.err) == (0, "")
    assert "33 exercises in 'attention-exercises'" in " ".join(first.out.split())
    assert first.out.index("cd attention-exercises") < first.out.index("grader watch")
    made = tmp_path / "attention-exercises"
    mine = save(made, "softmax", RIGHT)
    (made / "2_attention/06_masking/masking.py").unlink()
    again = grader("init", cwd=made / "3_blocks")
    assert (again.code, again.err) == (0, "")
    assert "Added 2_attention/06_masking/masking.py;" in " ".join(again.out.split())
    assert "left unchanged" in " ".join(again.out.split())
    assert mine.read_text() == RIGHT
    assert json.loads((made / ".grader.json").read_text())["course"] == ""  # it is the bundled one


def test_init_takes_spaces_quotes_and_other_alphabets(grader: GraderCommand, many: MiniCourse, tmp_path: Path) -> None:
    name = "it's größer – уроки"
    run = grader("init", name, "--course", many.path)
    assert run.code == 0
    line = next(line.strip() for line in run.out.splitlines() if line.strip().startswith("cd "))
    done = subprocess.run(["sh", "-c", f"{line} && pwd"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(tmp_path / name)


def test_init_in_a_course_makes_a_folder_and_not_a_mess(grader: GraderCommand, many: MiniCourse) -> None:
    refused = grader("init", ".", cwd=many.path)
    assert (refused.code, refused.out) == (2, "")
    assert "is a course; make the workspace in a folder of its own" in refused.err
    made = grader("init", cwd=many.path)
    assert made.code == 0
    assert json.loads((many.path / "attention-exercises/.grader.json").read_text())["course"] == ""  # it is around
    assert len(grader("list", "--json", cwd=many.path / "attention-exercises").json["exercises"]) == 3


def test_a_course_that_has_moved_is_told_and_init_says_where_it_is_now(
    student: In, many: MiniCourse, tmp_path: Path
) -> None:
    shutil.move(many.path, tmp_path / "moved")
    for command in ("progress", "init"):
        run = student(command)
        assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
        assert "is no longer at" in run.err
        assert "grader init --course DIR" in run.err
    assert student("init", "--course", tmp_path / "moved").code == 0
    assert student("progress").code == 0


def test_a_workspace_of_notebooks_says_what_to_open_and_stays_one(
    grader: GraderCommand, many: MiniCourse, tmp_path: Path
) -> None:
    first = grader("init", "mine", "--notebook", "--course", many.path)
    assert "open 1_basics.ipynb in Jupyter" in " ".join(first.out.split())
    assert "Open `1_basics.ipynb` in Jupyter" in (tmp_path / "mine/README.md").read_text()
    again = grader("init", "--course", many.path, cwd=tmp_path / "mine")  # as one is told when the course has moved
    assert "Nothing was missing" in again.out
    assert not list((tmp_path / "mine").rglob("*.py"))


def test_a_workspace_that_has_lost_its_hidden_files_is_found_by_its_work(
    grader: GraderCommand, work: Path, many: MiniCourse
) -> None:
    mine = save(work, "double", RIGHT)
    (work / ".grader.json").unlink()
    run = grader("init", "--course", many.path, cwd=mine.parent)
    assert "Nothing was missing" in run.out
    assert [path.name for path in mine.parent.iterdir() if path.is_dir()] == []
    assert (work / ".grader.json").is_file()


def test_the_tasks_for_the_editor_run_as_they_are(work: Path, cache: Path) -> None:
    file = save(work, "double", SQUARED)
    tasks = json.loads((work / ".vscode/tasks.json").read_text())["tasks"]
    run = {}
    for task in tasks:
        if task["isBackground"]:
            continue
        words = [task["command"], *(word.replace("${file}", str(file)) for word in task["args"])]
        path = f"{Path(COMMAND).parent}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1"}
        run[task["label"]] = subprocess.run(words, cwd=work, env=env, capture_output=True, text=True, check=False)
    default = next(task["label"] for task in tasks if task["group"] != "none")
    assert run[default].returncode == 1
    assert "The value is squared." in run[default].stdout
    assert "'every value is doubled' fails first" in run["grader: hint for this file"].stdout
    assert "1 started" in run["grader: progress"].stdout


def test_the_editor_finds_each_problem_on_its_line(student: In, work: Path) -> None:
    """The pattern of the task is applied to what its command prints."""
    task = next(one for one in json.loads((work / ".vscode/tasks.json").read_text())["tasks"] if one["problemMatcher"])
    pattern = re.compile(task["problemMatcher"]["pattern"]["regexp"])

    def problems(source: str) -> list[tuple[str, ...]]:
        file = save(work, "double", source)
        words = [word.replace("${file}", str(file)) for word in task["args"]]
        found = [pattern.search(line) for line in student(*words).out.splitlines()]
        where = {str(work / match[1]) for match in found if match}
        assert where <= {str(file)}
        return [match.groups()[1:] for match in found if match]

    squared, fails = SQUARED.replace("return float", "x = 1 / 0\n    return float"), "raised ZeroDivisionError"
    assert problems(squared) == [
        ("5", "error", "every value is doubled: The value is squared."),
        ("5", "error", "negative values are doubled too: The value is squared."),
        ("10", "error", f"the total is the sum: {fails}: division by zero"),
    ]
    stub = SQUARED[: SQUARED.index("def total")] + "def total(x):\n    raise NotImplementedError\n"
    assert problems(stub)[-1][:2] == ("10", "info")
    assert problems(SQUARED[: SQUARED.index("def total")])[-1][:2] == ("1", "error")
    assert problems("x = (\n") == [("1", "error", "double.py, line 1: '(' was never closed")]
    ((line, _, said),) = problems("x = 1\n\nwhile True:\n    x += 1\n")
    assert "its time was over" in said
    assert line in ("3", "4")
    assert problems(RIGHT) == []


# Outside a workspace


@pytest.mark.parametrize(
    "command", [("progress",), ("reset", "double"), ("submit",), ("check",), ("hint",), ("list", "--todo")]
)
def test_what_needs_a_workspace_names_init_in_one_sentence(
    grader: GraderCommand, mini: MiniCourse, command: tuple[str, ...]
) -> None:
    run = grader(*command, cwd=mini.path)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"grader: {NO_WORKSPACE}")
    assert "grader init" in run.err
    assert run.err.count("\n") == 1


def test_a_hint_needs_no_workspace_but_is_not_remembered(grader: GraderCommand, mini: MiniCourse) -> None:
    for _ in range(2):
        run = grader("hint", "double", cwd=mini.path)
        assert run.code == 0
        assert "Hint 1 of 3" in run.out
        assert "Add it to itself." in run.out
        assert "nothing is saved outside a workspace" in run.err
        assert "--number 2" in run.err
    assert "2 times x." in grader("hint", "double", "--number", 2, cwd=mini.path).out
    assert "--number" not in grader("hint", "double", "--all", cwd=mini.path).err, "there is no next one"


# hint


def test_hints_are_about_the_first_failed_check_and_come_in_order(student: In, work: Path) -> None:
    save(work, "double", SQUARED)
    assert student("check").code == 1
    texts = [student("hint").out for _ in range(3)]
    assert "'every value is doubled' fails first" in " ".join(texts[0].split())
    assert "The value is squared." not in texts[0], "the check has said so"
    assert [text.splitlines()[0] for text in texts] == [f"Double · Hint {n} of 3" for n in (1, 2, 3)]
    assert student("hint").out.startswith("Double · No more hints\n")
    plain = [student("hint", "double", "-n", n).out for n in (1, 2, 3)]
    assert student("hint", "--again").out == plain[2]
    assert [text.splitlines()[-1] for text in texts] == [text.splitlines()[-1] for text in plain]
    assert student("hint", "--all").out == "\n".join(plain)
    listed = student("hint", "--all", "--json").json
    assert listed["exercise"] == "double"
    assert [hint["text"] for hint in listed["hints"]] == ["Add it to itself.", "2 times x.", "return 2 * x"]
    over = student("hint", "-n", "9")
    assert (over.code, over.err) == (2, "grader: there is no hint 9; double has 3\n")


# reset


def test_reset_asks_and_keeps_a_backup(student: In, work: Path, cache: Path, many: MiniCourse) -> None:
    file = save(work, "double", RIGHT)
    refused = student("reset")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "--yes" in refused.err
    assert answered("n\n", "reset", "double", cwd=work, cache=cache, NO_COLOR="1")[1].endswith("Nothing was changed.\n")
    assert file.read_text() == RIGHT
    code, text = answered("y\n", "reset", "double", cwd=work, cache=cache, NO_COLOR="1")
    assert code == 0
    assert "Your version was saved beside it as double.py.backup1." in " ".join(text.split())
    assert file.read_text() == (many.exercise / "stub.py").read_text()
    assert file.with_name("double.py.backup1").read_text() == RIGHT
    nothing = student("reset", "double", "--yes")
    assert (nothing.code, nothing.out) == (2, "")
    file.unlink()
    assert student("reset", "double").out == f"{Path('1_basics/01_double/double.py')} is the stub again.\n"


# list


def slugs(run: Run) -> list[str]:
    return [row["slug"] for row in run.json["exercises"]]


def test_list_shows_numbers_and_how_far_each_is(student: In, work: Path) -> None:
    save(work, "double", RIGHT)
    save(work, "twice", SQUARED)
    student("check", "--all")
    lines = {words[-1]: words for line in student("list").out.splitlines() if (words := line.split()[:3])}
    assert lines["double"] == ["1", "✓", "double"]
    assert lines["twice"] == ["3", "~", "twice"]
    assert "✓ 1 passed, ~ 1 started." in student("list").out
    rows = student("list", "--json").json["exercises"]
    assert [(row["number"], row["status"]) for row in rows] == [(1, "passed"), (2, "open"), (3, "started")]
    assert slugs(student("list", "--passed", "--json")) == ["double"]
    assert slugs(student("list", "--started", "--json")) == ["twice"]
    assert slugs(student("list", "--todo", "--json")) == ["masking", "twice"]
    assert slugs(student("list", "--todo", "--part", 1, "--json")) == ["masking"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["mask"], ["masking"]),
        (["ZEBRA"], ["twice"]),
        (["ebra"], []),
        (["twice", "zebra"], ["twice"]),
        (["twice", "number"], ["double", "masking"]),  # "Twice a number."
    ],
)
def test_list_searches_names_and_statements(student: In, words: list[str], found: list[str]) -> None:
    assert slugs(student("list", *words, "--json")) == found


def test_show_without_a_name_is_about_the_exercise_being_worked_on(student: In, work: Path) -> None:
    save(work, "twice", SQUARED)
    assert "It is about a zebra." in student("show").out


def test_looking_at_a_stub_is_no_attempt(student: In, work: Path) -> None:
    assert student("check", "double").code == 1
    assert json.loads((work / ".grader.json").read_text())["exercises"] == {}
    save(work, "double", SQUARED)
    student("check", "double")
    assert json.loads((work / ".grader.json").read_text())["exercises"]["double"]["attempts"] == 1


def test_list_with_nothing_to_show_says_so(grader: GraderCommand, many: MiniCourse) -> None:
    run = grader("list", "nothing like it", "--course", many.path)
    assert (run.code, run.out) == (0, "No exercise matches. 'grader list' shows them all.\n")
    assert {row["status"] for row in grader("list", "--json", "--course", many.path).json["exercises"]} == {None}
    wrong = grader("list", "--part", 9, "--course", many.path)
    assert (wrong.code, wrong.err) == (2, "grader: there is no part 9; the course has parts 1, 2\n")


# progress


@pytest.mark.parametrize(("columns", "encoding"), [(80, "utf-8"), (40, "utf-8"), (80, "ascii")])
def test_progress_fits_any_terminal(student: In, work: Path, columns: int, encoding: str) -> None:
    save(work, "double", RIGHT)
    save(work, "masking", SQUARED)
    student("check", "--all")
    run = student("progress", env={"COLUMNS": str(columns), "PYTHONIOENCODING": encoding})
    assert (run.code, run.err) == (0, "")
    assert max(map(display_width, run.out.splitlines())) <= columns
    assert run.out.isascii() == (encoding == "ascii")
    text = " ".join(run.out.split())
    for words in ("1 of 2", "0 of 1", "1 of 3", "6 / 10", "1 passed, 1 started, 1 open.", "squared (masking, once)"):
        assert words in text
    assert (
        text.index("Continue with 2. Double") < text.index("grader check masking") < text.index("grader hint masking")
    )


def test_a_long_title_leaves_room_for_the_bar() -> None:
    part = PartProgress(1, "A part whose title is longer than it should be", 1, 1, 28, 5, 100)
    found = CourseProgress("Course", (part,), streak=0, days=1, outstanding=0, mistakes=(), next=None)
    for width in (40, 60, 100):
        lines = render_progress(found, Style(False, width)).splitlines()
        assert max(map(display_width, lines)) <= width
        assert all("█▒░" in line for line in lines if "1 of 30" in line)


def test_progress_as_json(student: In, work: Path) -> None:
    assert student("progress").out.count("Nothing checked yet.") == 1
    for slug in ("double", "masking", "twice"):
        save(work, slug, RIGHT)
    student("check", "--all")
    found = student("progress", "--json").json
    assert found.keys() == {
        "schema", "course", "passed", "changed", "started", "open", "points", "max_points", "exercises",
        "outstanding", "streak", "days", "parts", "mistakes", "next",
    }  # fmt: skip
    assert (found["schema"], found["passed"], found["points"], found["streak"]) == (1, 3, 15.0, 1)
    assert found["next"] is None
    assert [part["title"] for part in found["parts"]] == ["Basics", "More"]
    assert "All passed." in student("progress").out


# solution, and the student edition


def test_the_solution_is_shown_once_it_is_passed(student: In, grader: GraderCommand, work: Path) -> None:
    untried = student("solution", "double")
    assert (untried.code, untried.out) == (2, "")
    assert "double is not checked yet" in untried.err
    save(work, "double", SQUARED)
    student("check", "double")
    early = student("solution", "double")
    assert (early.code, early.out, early.err.count("\n")) == (2, "", 1)
    assert "1 of 5 points, 3 of its checks fail" in early.err
    assert "its solution is shown once it is. 'grader hint double' helps" in early.err
    save(work, "double", RIGHT)
    student("check", "double")
    assert "The reference beside your code: grader solution double" in student("check", "double").out
    shown = student("solution")
    assert (shown.code, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[0] == "- yours   + the reference"
    assert lines.index("-     return np.add(x, x)") + 1 == lines.index("+     return 2 * np.asarray(x)")
    assert "  def double(x):" in lines
    known = student("solution", "double", "--json").json
    assert "return 2 * np.asarray(x)" in known["source"]
    assert known["yours"] == RIGHT
    colored = student("solution", "double", env={"NO_COLOR": "", "FORCE_COLOR": "1"})
    assert "\x1b[32m+\x1b[0m" in colored.out
    wide = student("solution", env={"COLUMNS": "130"}).out.splitlines()
    assert any(
        re.search(r"^-     return np\.add\(x, x\) +│ \+     return 2 \* np\.asarray\(x\)$", line) for line in wide
    )
    outside = grader("solution", "double", cwd=ROOT)
    assert outside.code == 2


def test_who_gives_up_confirms_it_and_it_is_recorded(student: In, work: Path, cache: Path) -> None:
    save(work, "double", SQUARED)
    refused = student("solution", "--give-up")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "--yes" in refused.err
    ask = ("solution", "double", "--give-up")
    assert answered("n\n", *ask, cwd=work, cache=cache, NO_COLOR="1")[1].endswith("Nothing was shown.\n")
    assert "gave_up" not in (work / ".grader.json").read_text()
    code, text = answered("y\n", *ask, cwd=work, cache=cache, NO_COLOR="1")
    assert code == 0
    assert "before you have passed? It will be recorded. [y/N]" in " ".join(text.split())
    assert "+     return 2 * np.asarray(x)" in text
    assert student("solution", "double").code == 0, "once is enough"
    assert student("submit").code == 0
    assert json.loads(unpacked(work / "submission.zip")["manifest.json"])["exercises"]["double"]["gave_up"]
    assert student("check", "double").code == 1, "it is still to be passed"


def test_a_student_edition_has_no_solutions_and_says_what_is_outstanding(
    grader: GraderCommand, mini: MiniCourse, tmp_path: Path
) -> None:
    assert grader("release", tmp_path / "edition", cwd=mini.path).code == 0
    assert grader("init", "work", "--course", "edition").code == 0
    work = tmp_path / "work"
    save(work, "double", RIGHT)
    sent = grader("submit", cwd=work)
    assert "4 / 4  passed, 1 more from hidden checks" in sent.out
    assert "Hidden checks decide about 1 more point" in sent.out
    progress = grader("progress", cwd=work)
    assert "4 / 5" in progress.out
    assert "Hidden checks decide about 1 point of what you passed" in progress.out
    refused = grader("solution", "double", cwd=work)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "grader: this edition contains no solutions; your instructor has the one of double. "
        "'grader hint double --all' goes as far as almost the code\n"
    )
    assert "grader solution" not in grader("check", "double", cwd=work).out


# submit


def unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_submit_packs_files_and_manifest_and_nothing_else(student: In, work: Path) -> None:
    save(work, "double", RIGHT)
    save(work, "masking", "# größer\n" + SQUARED)
    (work / "1_basics/01_double/notes.txt").write_text("private")
    run = student("submit")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("submission.zip: 2 exercises, 1 kB\n")
    assert "✓ double.py   5 / 5  passed" in run.out
    assert "✗ masking.py  1 / 5  not passed" in run.out
    assert "Not passed: masking." in run.out
    assert "Not started: twice." in run.out
    files = unpacked(work / "submission.zip")
    assert sorted(files) == ["double.py", "manifest.json", "masking.py"]
    assert files["masking.py"].decode() == "# größer\n" + SQUARED
    manifest = json.loads(files["manifest.json"])
    assert manifest["schema"] == 1
    assert manifest["course"] == {"title": "A small course", "seed": 7}
    assert manifest["files"] == {name: hashlib.sha256(files[name]).hexdigest() for name in ("double.py", "masking.py")}
    assert manifest["versions"].keys() == {"python", "grader", "numpy", "torch"}
    double, masking = manifest["exercises"]["double"], manifest["exercises"]["masking"]
    assert (double["score"], double["max_score"], double["passed"], double["file"]) == (5.0, 5.0, True, "double.py")
    assert (masking["score"], masking["passed"], masking["checks"]["doubles"]) == (1.0, False, "failed")
    assert str(work) not in files["manifest.json"].decode()
    assert "1 passed, 1 started" in student("progress").out  # the check before packing counts


def test_submit_refuses_when_there_is_nothing_and_asks_before_it_replaces(
    student: In, work: Path, cache: Path, tmp_path: Path
) -> None:
    nothing = student("submit")
    assert (nothing.code, nothing.err.count("\n")) == (2, 1)
    assert "you have not started an exercise yet" in nothing.err
    save(work, "double", RIGHT)
    (work / "submission.zip").write_bytes(b"older")
    refused = student("submit", "--no-check")
    assert (refused.code, refused.out) == (2, "")
    assert "--force" in refused.err
    assert answered("n\n", "submit", "--no-check", cwd=work, cache=cache, NO_COLOR="1")[1].endswith(
        "Nothing was packed.\n"
    )
    assert (work / "submission.zip").read_bytes() == b"older"
    forced = student("submit", "--no-check", "--force", "--json").json
    assert forced["bytes"] == (work / "submission.zip").stat().st_size
    assert forced["manifest"]["exercises"]["double"] == {"file": "double.py", "checked": None}
    assert forced["not_started"] == ["masking", "twice"]
    for out, words in ((tmp_path, "is a folder"), (tmp_path / "no" / "where.zip", "cannot be written")):
        wrong = student("submit", "--no-check", "--out", out)
        assert (wrong.code, wrong.out, wrong.err.count("\n")) == (2, "", 1)
        assert words in wrong.err
    left = [path.name for path in work.iterdir() if "submission" in path.name]
    assert left == ["submission.zip"]


def test_what_was_passed_and_is_the_stub_again_is_not_called_untouched(student: In, work: Path) -> None:
    save(work, "masking", SQUARED)
    save(work, "double", RIGHT)
    assert student("check", "double").code == 0
    assert student("reset", "double", "--yes").code == 0
    told = " ".join(student("submit", "--no-check").out.split())
    assert "Passed before, but now the stub again: double. ! Not started: twice." in told


def test_what_was_passed_in_a_notebook_that_is_not_saved_is_told(student: In, work: Path, many: MiniCourse) -> None:
    shutil.rmtree(work)
    make(many.load(), work, notebooks=True, remember=True)
    facts = json.loads((work / ".grader.json").read_text())
    passed = {"double": {"attempts": 1, "passed": "2026-01-01T10:00:00+00:00"}}
    (work / ".grader.json").write_text(json.dumps(facts | {"exercises": passed}))
    nothing = student("submit")
    assert nothing.code == 2
    assert "you passed double in a notebook that is not saved" in nothing.err
    notebook = work / "1_basics.ipynb"
    content = json.loads(notebook.read_text())
    cell = next(cell for cell in content["cells"] if "".join(cell["source"]).startswith("# exercise: masking\n"))
    cell["source"] = f"# exercise: masking\n{RIGHT}"
    notebook.write_text(json.dumps(content))
    told = " ".join(student("submit", "--no-check").out.split())
    assert "Passed, but not in the saved notebook: double. Save it" in told
    assert "Not started: twice." in told


def test_files_that_a_solution_uses_come_along_unless_their_name_is_taken(student: In, work: Path) -> None:
    helped = "from helper import plus\n" + RIGHT.replace("np.add(x, x)", "plus(x, x)")
    for slug in ("double", "masking"):
        file = save(work, slug, helped + ("import twice\n" if slug == "double" else ""))
        file.with_name("helper.py").write_text(f"# of {slug}\ndef plus(x, y):\n    return x + y\n")
        file.with_name("twice.py").write_text("TWO = 2\n")
    run = student("submit", "--no-check")
    files = unpacked(work / "submission.zip")
    assert sorted(files) == ["double.py", "helper.py", "manifest.json", "masking.py"]
    assert files["helper.py"].startswith(b"# of double")
    assert "helper.py" in json.loads(files["manifest.json"])["files"]
    text = " ".join(run.out.split())
    assert "used by double" in text
    assert "'helper.py' beside masking.py is left out: its name is taken; rename it" in text
    assert "'twice.py' beside double.py is left out" in text


def test_what_the_grader_failed_at_is_not_called_a_failure(student: In, work: Path, many: MiniCourse) -> None:
    many.write("solutions/1_basics/01_double/solution.py", "raise RuntimeError('a broken reference')\n")
    save(work, "double", RIGHT)
    run = student("submit")
    assert run.code == 0
    assert "could not be checked; run grader doctor" in run.out
    assert "Not passed" not in run.out


# State that cannot be read or written


def test_damaged_progress_is_set_aside_and_told_once(student: In, work: Path) -> None:
    (work / ".grader.json").write_text('{"schema": 1, "exer')
    run = student("list")
    assert run.code == 0
    assert run.err.count("\n") == 1
    assert "was damaged. It was saved as '.grader.json.damaged1'" in run.err
    assert student("progress", "--course", work.parent / "mini").err == ""
    assert (work / ".grader.json.damaged1").read_text() == '{"schema": 1, "exer'


def test_a_command_that_is_refused_leaves_even_a_damaged_file_alone(student: In, work: Path) -> None:
    (work / ".grader.json").write_text('{"schema": 1, "exer')
    refused = student("list", "--part", 9, "--course", work.parent / "mini")
    assert refused.code == 2
    assert refused.err.startswith("grader: there is no part 9")
    assert not (work / ".grader.json.damaged1").exists()


def test_even_a_damaged_file_says_where_the_course_is(student: In, work: Path) -> None:
    """Say, by a merge. Without its place another course would be used, and nobody would notice."""
    state = work / ".grader.json"
    before = state.read_text()
    state.write_text(before.replace(' "days"', '<<<<<<< HEAD\n "days"'))
    for _ in range(2):  # before the file is set aside, and after
        assert len(student("list", "--json").json["exercises"]) == 3
    assert json.loads(state.read_text())["course"] == json.loads(before)["course"] != ""


def test_progress_of_a_later_version_is_refused(student: In, work: Path) -> None:
    (work / ".grader.json").write_text('{"schema": 99}')
    for command in (["list"], ["hint", "double"], ["check", "double"], ["submit"]):
        run = student(*command)
        assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
        assert "later version of the grader" in run.err
    assert (work / ".grader.json").read_text() == '{"schema": 99}'


def _obey_permissions() -> None:
    """Root may write anywhere; without this power it may not."""
    if sys.platform == "linux" and os.geteuid() == 0:
        drop, dac_override = 24, 1
        ctypes.CDLL(None).prctl(drop, dac_override, 0, 0, 0)


def test_in_a_read_only_workspace_the_result_is_shown_and_one_sentence_tells(student: In, work: Path) -> None:
    save(work, "double", SQUARED)
    (work / ".grader.json.lock").unlink()
    work.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        for command, words, code in (("check", "The value is squared.", 1), ("hint", "Hint 1 of 3", 0)):
            run = student(command, "double", preexec_fn=_obey_permissions)
            assert (run.code, run.err.count("\n")) == (code, 1)
            assert words in run.out
            assert "cannot be written: permission denied; progress is not saved" in run.err
        (work / ".grader.json").write_text("{")
        damaged = student("list", "--course", work.parent / "mini", preexec_fn=_obey_permissions)
        assert (damaged.code, damaged.err.count("\n")) == (0, 1)
    finally:
        work.chmod(stat.S_IRWXU)


# completion


def completed(words: str, shell: str, cwd: Path, **more: str) -> list[str]:
    """What the command answers to a shell that asks how these words may go on."""
    typed = words.split(" ")
    asked = {"COMP_WORDS": words, "COMP_CWORD": typed[-1] if shell == "fish" else str(len(typed) - 1)}
    env = {**os.environ, "_GRADER_COMPLETE": f"{shell}_complete", **asked, **more}
    done = subprocess.run([COMMAND], cwd=cwd, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    return lines[1::3] if shell == "zsh" else [line.partition(",")[2].partition("\t")[0] for line in lines]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_told_commands_and_exercises(shell: str, work: Path) -> None:
    assert {"init", "check", "submit", "completion"} <= set(completed("grader ", shell, work))
    assert completed("grader hint ma", shell, work) == ["masking"]


@pytest.mark.parametrize("command", ["check", "show", "hint", "reset", "solution", "watch"])
def test_exercises_of_the_workspace_s_course_are_completed(
    command: str, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(work)
    found = ShellComplete(commands, {}, "grader", "_GRADER_COMPLETE").get_completions([command], "")
    assert [item.value for item in found] == ["double", "masking", "twice"]


def test_where_no_exercise_begins_like_that_files_are_offered(work: Path) -> None:
    env = {**os.environ, "_GRADER_COMPLETE": "bash_complete", "COMP_WORDS": "grader check 1_b", "COMP_CWORD": "2"}
    done = subprocess.run([COMMAND], cwd=work, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "file,1_b\n"


def test_the_script_works_in_a_real_bash(work: Path) -> None:
    script = """
        eval "$(grader completion bash)"
        COMP_WORDS=(grader hint ma) COMP_CWORD=2
        "$(complete -p grader | sed 's/.*-F \\([^ ]*\\).*/\\1/')" grader
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    env = {**os.environ, "PATH": f"{Path(COMMAND).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=work, env=env, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("masking\n", "")


@pytest.mark.parametrize(("shell", "sign"), [("zsh", "#compdef grader"), ("fish", "complete --no-files --command")])
def test_the_other_shells_get_their_script(grader: GraderCommand, shell: str, sign: str) -> None:
    run = grader("completion", shell)
    assert (run.code, run.err) == (0, "")
    assert sign in run.out
    assert "_GRADER_COMPLETE" in run.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=run.out, text=True, check=True)


def test_completing_loads_nothing_heavy_and_reads_only_names(work: Path, many: MiniCourse) -> None:
    for path in many.path.rglob("exercise.yaml"):
        path.write_text("title: [unclosed\n")
    assert completed("grader hint ", "bash", work) == ["double", "masking", "twice"]
    code = "import sys; from grader.cli.run import run\ntry: run([])\nfinally: print(*sys.modules, file=sys.stderr)"
    env = {**os.environ, "_GRADER_COMPLETE": "bash_complete", "COMP_WORDS": "grader hint m", "COMP_CWORD": "2"}
    done = subprocess.run([sys.executable, "-c", code], cwd=work, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "plain,masking\n"
    assert not {"numpy", "torch", "yaml._yaml", "nbformat"} & set(done.stderr.split())
