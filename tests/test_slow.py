"""Slow checks: shown while they run, kept when they end, and drawn when they pass."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from grader.grade import Grader
from grader.render.result import ProgressLine
from grader.render.style import Style
from grader.submission import Submission
from grader.worker import start_worker
from tests.conftest import COMMAND, GraderCommand, MiniCourse
from tests.helpers import on_a_terminal, without_color

TRAINING = """
import numpy as np


def double(x):
    for step in range(1, 5):
        print(f"step {step} of 4   loss {1 / step:.2f}", flush=True)
    return np.add(x, x)


def total(x):
    return float(np.sum(x))
"""
CHECKS = """
@check("training: every value is doubled", slow=True, seconds=60)
def trains(impl, rng):
    return impl.double(rng.normal(size=3))


@check("the total is the sum", seconds=60)
def adds(impl, rng):
    return impl.total(rng.normal(size=5))
"""
JUDGES = """
from grader.checks import drawing


@drawing("trains")
def picture(value, secret):
    return {"title": "What came out", "rows": ["doubled"], "columns": ["a", "b", "c"], "values": [value]}
"""


@pytest.fixture
def slow(mini: MiniCourse) -> MiniCourse:
    mini.checks(CHECKS, {"trains": 2, "adds": 1})
    mini.write("exercises/1_basics/01_double/judges.py", JUDGES)
    return mini


def test_what_public_checks_print_is_heard_while_they_run(slow: MiniCourse) -> None:
    course, heard = slow.load(), []
    with start_worker() as worker:
        Grader(course, worker, keep=False).grade(
            course.find("double"),
            Submission(Path("double.py"), TRAINING.encode()),
            hear=lambda check, text: heard.append((check, text)),
        )
    assert [check for check, text in heard if not text] == ["trains", "adds", ""], "as each starts, and at the end"
    assert {check for check, text in heard if text} == {"trains"}
    assert "".join(text for _, text in heard).splitlines()[-1] == "step 4 of 4   loss 0.25"


def test_nobody_hears_hidden_checks(mini: MiniCourse) -> None:
    course, heard = mini.load(), []
    with start_worker() as worker:
        result = Grader(course, worker, keep=False).grade(
            course.find("double"),
            Submission(Path("double.py"), TRAINING.encode()),
            hear=lambda check, _: heard.append(check),
        )
    assert [check.id for check in result.checks if check.hidden] == ["secret"]
    assert set(heard) == {"doubles", "negative", "adds", ""}
    assert heard[-1] == "", "while hidden checks run, no public one is said to"


def test_a_slow_check_does_not_run_again_on_the_same_code(
    grader: GraderCommand, slow: MiniCourse, tmp_path: Path
) -> None:
    file = tmp_path / "double.py"
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}

    def notes(source: str, score: float = 3.0) -> list[str]:
        file.write_text(source)
        done = grader("check", "double", "--course", slow.path, "--json", env=cache)
        assert done.json["score"] == score
        return done.json["notes"]

    assert notes(TRAINING) == []
    assert notes(TRAINING) == ["Not run again, as the code has not changed: 'training: every value is doubled'."]
    assert notes(TRAINING + "# changed\n") == []
    slow.yaml({"trains": 2, "adds": 1}, "forbids: {names: [numpy.linalg.norm], points: 1}\n")
    assert notes(TRAINING, score=4.0) == []


def test_a_check_that_was_killed_goes_on_after_the_training(
    grader: GraderCommand, slow: MiniCourse, tmp_path: Path
) -> None:
    """The second check hangs; by then the training is kept, whatever happens to the grader."""
    file = tmp_path / "double.py"
    file.write_text(TRAINING.replace("    return float(np.sum(x))", "    while True: pass"))
    cache = tmp_path / "cache"
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    command = [COMMAND, "check", "double", "--course", str(slow.path)]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL) as running:
        while not list(cache.rglob("*.bin")):
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
    arguments = ("check", "double", "--course", slow.path, "--only", "trains", "--json")
    done = grader(*arguments, env={"XDG_CACHE_HOME": str(cache)})
    assert done.json["notes"][0].startswith("Not run again")
    assert done.json["checks"][0]["outcome"] == "passed"


def test_a_passed_check_is_drawn_and_the_picture_is_saved(
    grader: GraderCommand, slow: MiniCourse, tmp_path: Path
) -> None:
    (tmp_path / "double.py").write_text(TRAINING)
    done = grader("check", "double", "--course", slow.path)
    assert "What came out" in done.out
    assert "The picture was saved as double.svg." in done.out
    svg = (tmp_path / "double.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "doubled" in svg


def test_a_value_that_cannot_be_drawn_has_no_picture_and_passes(
    grader: GraderCommand, slow: MiniCourse, tmp_path: Path
) -> None:
    slow.write("exercises/1_basics/01_double/judges.py", JUDGES.replace('["a", "b", "c"]', '["a"]'))
    (tmp_path / "double.py").write_text(TRAINING)
    done = grader("check", "double", "--course", slow.path, "--json")
    assert done.code == 0
    assert done.json["checks"][0]["drawing"] is None


def live(**style: object) -> ProgressLine:
    return ProgressLine(
        {"trains": "training: a long sentence about what is trained here"}, Style(False, 60, True, **style)
    )


def test_a_step_is_drawn_as_a_bar_that_fits_the_line() -> None:
    line = live().line("trains", "step 250 of 500   loss 0.4123\nstep 251 of")
    assert line == "training: a lo…  ██████████░░░░░░░░░░  250/500  loss 0.4123"


@pytest.mark.parametrize("text", ["", "no end of line yet", "\n\n"])
def test_nothing_is_shown_before_a_line_has_ended(text: str) -> None:
    assert live().line("trains", text) is None


def test_another_line_is_shown_as_it_is_and_cannot_move_the_cursor() -> None:
    line = live().line("trains", "\x1b[2J\rready\n")
    assert line is not None
    assert "\x1b" not in line
    assert line.startswith("training: ")
    assert len(line) < 60


def test_a_check_that_prints_nothing_is_named_with_the_time_it_takes() -> None:
    progress = ProgressLine({"trains": "a long training " * 9, "adds": "the total is the sum"}, Style(False, 60, True))
    assert progress.now(0) == "Checking…  0 s"
    progress.line("trains", "")
    assert progress.now(4.2).startswith("check 1 of 2: a long training ")
    assert progress.now(4.2).endswith("…  4 s")
    assert len(progress.now(4.2)) < 60
    progress.line("trains", "ready\n")
    assert progress.now(5).endswith("ready")
    progress.line("adds", "")
    assert progress.now(6) == "check 2 of 2: the total is the sum  6 s"
    progress.line("", "")
    assert progress.now(7) == "Checking…  7 s", "the hidden ones"


def test_a_terminal_shows_which_check_runs_and_then_the_result_once(
    slow: MiniCourse, tmp_path: Path, cache: Path
) -> None:
    waits = TRAINING.replace("    for step", "    __import__('time').sleep(1)\n    for step")
    (tmp_path / "double.py").write_text(waits)
    text = without_color(on_a_terminal("check", "double", "--course", str(slow.path), cwd=tmp_path, cache=cache))
    progress, _, page = text.rpartition("\r\x1b[2K")
    assert re.search(r"check 1 of 2: training: every value is doubled  \d+ s", progress)
    assert text.count("All 2 checks passed.") == page.count("All 2 checks passed.") == 1
    read_aloud = on_a_terminal(
        "check", "double", "--only", "adds", "--course", str(slow.path), cwd=tmp_path, cache=cache, ACCESSIBLE="1"
    )
    assert "\r\x1b" not in read_aloud


@pytest.mark.parametrize("text", ["step 7 of 0 x\n", f"step 1 of {10**12 - 1}\n", "step 9 of 3\n"])
def test_strange_steps_do_no_harm(text: str) -> None:
    assert live().line("trains", text) is not None
