"""What a student and an instructor do, on a real Windows Python under Wine. Only `make test-windows` runs this.

Not tried here: torch, a console with keys and colours, a limit on memory (Wine has none), and CPU time (this Wine
reports that of the wrong process, so a loop ends by the clock).
"""

from __future__ import annotations

import json
import re
import time
import zipfile
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import pytest

from tests.conftest import RIGHT, ROOT, GraderCommand, MiniCourse
from tests.windows.conftest import EDITION, LONGEST, Windows, to_windows


def uses_torch(folder: Path) -> bool:
    solution = ROOT / "solutions" / folder.relative_to(ROOT / "exercises")
    files = [*folder.glob("*.py"), *solution.glob("*.py")]
    return any("torch" in file.read_text(encoding="utf-8") for file in files)


EXERCISES = [
    folder.name.partition("_")[2] for folder in sorted((ROOT / "exercises").glob("*/*")) if not uses_torch(folder)
]


def programs(slug: str) -> list[Path]:
    """The reference of an exercise and three known mistakes."""
    (solution,) = (ROOT / "solutions").glob(f"*/[0-9][0-9]_{slug}")
    mistakes = sorted((solution / "misconceptions").glob("*.py"))
    return [solution / "solution.py", *mistakes[:: max(1, len(mistakes) // 3)][:3]]


def told(result: dict[str, Any]) -> list[tuple[object, ...]]:
    keys = ("id", "outcome", "score", "message", "misconception", "diagnosis", "hidden")
    return [tuple(check.get(key) for key in keys) for check in result["checks"]]


def test_the_doctor_finds_what_students_need(windows: Windows) -> None:
    done = windows.grader("doctor")
    assert (done.code, done.err) == (0, "")
    assert "Windows" in done.out
    assert "Submissions run at level L0" in done.out
    assert "must not" not in done.out


def test_a_workspace_is_made_and_listed(windows: Windows) -> None:
    assert windows.grader("init", "work").code == 0
    assert (windows.folder / "work" / "2_attention").is_dir()
    state = json.loads((windows.folder / "work" / ".grader.json").read_text(encoding="utf-8"))
    assert "\\\\" not in json.dumps(state["exercises"])
    assert "softmax" in windows.grader("list").out


@pytest.mark.parametrize("slug", EXERCISES)
def test_an_exercise_is_graded_as_on_linux(windows: Windows, grader: GraderCommand, slug: str) -> None:
    """The reference passes; known mistakes get the same outcome, message and name in every check."""
    for number, program in enumerate(programs(slug)):
        file = windows.folder / f"{slug}.py"
        file.write_bytes(program.read_bytes())
        here = grader("check", slug, "--course", EDITION, "--submission", file, "--json")
        there = windows.grader("check", slug, "--course", EDITION, "--submission", file, "--json")
        assert there.code == here.code == (1 if number else 0), program
        assert told(there.json) == told(here.json), program
        assert there.json["isolation"] == "L0"


@pytest.mark.parametrize(
    ("source", "outcome", "sentence"),
    [
        ("def double(x):\n    while True: pass\n", "timed_out", "double.py, line 2"),
        ("import faulthandler\ndef double(x): faulthandler._read_null()\n", "crashed", "SIGSEGV"),
        ("import os\ndef double(x): os.abort()\n", "crashed", "SIGABRT"),
        ("def double(x):\n    while True: print('x' * 1000)\n", "output_too_large", "printed more"),
        ("import sys\ndef double(x): sys.exit(3)\n", "exited", ""),
        ("import os\ndef double(x): os._exit(3)\n", "exited", ""),
        ("def double(x): return x +\n", "syntax_error", "double.py, line 1"),
        ("import torch\ndef double(x): return x\n", "import_error", "torch"),
        ("print('here: é × ∑')\ndef double(x): return 'no'\n", "wrong_type", ""),
        ("def double(x): return double(x)\n", "exception", "RecursionError"),
    ],
)
def test_an_accident_costs_one_check_and_is_named(
    windows: Windows, mini: MiniCourse, source: str, outcome: str, sentence: str
) -> None:
    (windows.folder / "double.py").write_text(source, encoding="utf-8")
    done = windows.grader("check", "double", "--course", mini.path, "--only", "doubles", "--json")
    (check,) = done.json["checks"]
    assert (done.code, check["outcome"]) == (1, outcome), check
    assert sentence in json.dumps(check, ensure_ascii=False)


def test_nothing_is_left_in_the_folder_for_temporary_files(windows: Windows, mini: MiniCourse) -> None:
    (windows.folder / "double.py").write_text(RIGHT, encoding="utf-8")
    assert windows.grader("check", "double", "--course", mini.path).code == 0
    code = "import os; print([name for name in os.listdir(os.environ['TEMP']) if name.startswith('grader-')])"
    with windows.start("-c", code) as process:
        assert process.communicate("\n", timeout=LONGEST)[0].strip() == "[]"


def test_a_save_is_noticed_and_checked(windows: Windows) -> None:
    windows.grader("init", "work", "--course", EDITION)
    work = Windows(windows.folder / "work")
    (solution, *_) = programs("one_hot")
    (stub,) = work.folder.rglob("one_hot.py")
    heard: Queue[str] = Queue()
    with work.start("-m", "grader", "watch", "one_hot", "--plain") as watching:
        assert watching.stdin is not None
        output = watching.stdout
        assert output is not None
        Thread(target=lambda: [heard.put(line) for line in output], daemon=True).start()
        until(heard, r"one_hot\.py +0 / \d")
        stub.write_bytes(solution.read_bytes())
        until(heard, r"one_hot\.py +(\d+) / \1$")
        watching.stdin.write("q\n")
        watching.stdin.flush()
        assert watching.wait(LONGEST) == 0
    state = json.loads((work.folder / ".grader.json").read_text(encoding="utf-8"))
    assert state["exercises"]["one_hot"]["passed"]


def until(heard: Queue[str], pattern: str) -> None:
    lines: list[str] = []
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        try:
            lines.append(heard.get(timeout=1).rstrip())
        except Empty:
            continue
        if re.search(pattern, lines[-1]):
            return
    raise AssertionError("".join(lines))


def test_what_is_submitted_can_be_graded_elsewhere(windows: Windows, grader: GraderCommand) -> None:
    windows.grader("init", "work", "--course", EDITION)
    work = Windows(windows.folder / "work")
    (solution, *_) = programs("one_hot")
    (stub,) = work.folder.rglob("one_hot.py")
    stub.write_bytes(solution.read_bytes())
    assert work.grader("check", "one_hot").code == 0
    done = work.grader("submit", keys="ada\n\n")
    assert done.code == 0, done.err
    (packed,) = work.folder.glob("*.zip")
    with zipfile.ZipFile(packed) as archive:
        names = archive.namelist()
    assert any(name.endswith("one_hot.py") for name in names)
    assert not any("\\" in name or ":" in name for name in names)
    assert grader("progress", cwd=work.folder).code == 0  # the workspace is good here, too


def test_a_quiz_is_taken_line_by_line(windows: Windows) -> None:
    done = windows.grader("quiz", "take", "before_attention", "--course", EDITION, "--plain", keys="a\n" * 3)
    assert "Question 1 of" in done.out
    assert "Question 2 of" in done.out
    assert list(windows.folder.rglob("before_attention*.json"))


def test_a_small_class_is_graded(windows: Windows, mini: MiniCourse, grader: GraderCommand) -> None:
    for student, source in {"ada": RIGHT, "bo": "def double(x): return x * x\n", "cy": "def double(x)\n"}.items():
        place = windows.folder / "class" / student
        place.mkdir(parents=True)
        (place / "double.py").write_text(source, encoding="utf-8")
    for out, run in (("there", windows.grader), ("here", grader)):
        done = run("batch", "class", "--course", mini.path, "--out", out, "--jobs", "2", "--isolation", "L0")
        assert done.code == 0, done.out + done.err
    grades = [(windows.folder / out / "grades.csv").read_bytes() for out in ("there", "here")]
    assert grades[0] == grades[1]
    assert len(list((windows.folder / "there" / "feedback").iterdir())) == 3
    assert windows.grader("report", "there", "--course", mini.path).code == 0


def test_the_fixture_of_this_folder_names_paths_as_windows_does() -> None:
    assert to_windows(Path("/a/b c")) == "Z:\\a\\b c"
