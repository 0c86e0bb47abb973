"""`grader watch` on real terminals: what is saved is checked, keys are answered, and the terminal is left as it was."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.course import load_course
from grader.render.style import Style, bar, display_width
from grader.render.watch import render_head, render_page, render_status
from grader.student.checker import Checked, Checker, CheckJob
from grader.student.file_watcher import REREAD_SECONDS, SETTLE_SECONDS, FileWatcher
from grader.student.watch import WatchPage, WatchSession
from grader.student.workspace import Workspace, make
from grader.submission import Submission, read_submission
from grader.worker import start_worker
from tests.conftest import COMMAND, GraderCommand
from tests.helpers import ENTERED, LEFT, LONGEST_WAIT, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals are not to be had there")

RIGHT = "def double(x):\n    return x + x\n"
WRONG = "def double(x):\n    return x * x\n"
ENDLESS = "def double(x):\n    while True:\n        pass\n"
NEUTRAL = "x = 1\n"
STATEMENT = "The statement of double."
PASSED = "All 2 checks passed."
MISTAKE = "The value is squared."
SUSPENDED = 'set -m; "$0" "$@"; echo it stands still; sleep 0.2; fg >/dev/null; echo "code $?"'
IN_A_SHELL = 'trap : INT; stty -g; "$0" "$@"; echo "code $?"; stty -g'


class Work:
    """A workspace of a course with two exercises, and what a student does there."""

    def __init__(self, course: Path, path: Path, cache: Path) -> None:
        unset = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "GRADER_DEBUG")
        self.env = {key: value for key, value in os.environ.items() if key not in unset}
        self.env |= {"XDG_CACHE_HOME": str(cache), "TERM": "xterm", "LANG": "C.UTF-8", "COLORFGBG": "0;15"}
        self.path = path
        make(load_course(course), path, notebooks=False, remember=True)
        self.file = path / "1_basics" / "01_double" / "double.py"
        self.other = path / "1_basics" / "02_half" / "half.py"
        self.terminal: Terminal | None = None

    def watch(self, *options: str, script: str = IN_A_SHELL, size: tuple[int, int] = (24, 80), **env: str) -> Terminal:
        """Starts it within a shell that tells how it ended, and how the terminal was before and after."""
        command = ("/bin/sh", "-c", script, COMMAND, "watch", *options)
        return Terminal(*command, cwd=self.path, env=self.env | env, rows=size[0], columns=size[1])

    def save(self, source: str | bytes, by: Callable[[Path, bytes], object] = Path.write_bytes) -> None:
        by(self.file, source.encode() if isinstance(source, str) else source)

    @property
    def state(self) -> dict[str, dict[str, object]]:
        return dict(json.loads((self.path / ".grader.json").read_text())["exercises"])


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`double` and `half`: two checks each."""
    top = tmp_path_factory.mktemp("course")
    (top / "course.yaml").write_text("title: A small course\nseed: 7\n")
    for number, (slug, right) in enumerate({"double": "2 * x", "half": "x / 2"}.items(), 1):
        exercise = top / "exercises" / "1_basics" / f"{number:02}_{slug}"
        solution = top / "solutions" / "1_basics" / f"{number:02}_{slug}"
        (solution / "misconceptions").mkdir(parents=True)
        exercise.mkdir(parents=True)
        (exercise / "README.md").write_text(f"# {slug.title()}\n\nThe statement of {slug}.\n")
        (exercise / "stub.py").write_text(f"def {slug}(x):\n    raise NotImplementedError\n")
        (exercise / "exercise.yaml").write_text(
            f"title: {slug.title()} it\nminutes: 5\ndifficulty: 1\ninputs_unchanged: 0\nneeds: []\nsources: []\n"
            "limits: {seconds: 900, wall_seconds: 900}\npoints: {plain: 1, negative: 2}\n"
            "hints: [The first hint., The second hint., The third hint.]\n"
        )
        (exercise / "checks.py").write_text(
            "from grader.checks import check\n\n\n"
            '@check("values are right")\n'
            f"def plain(impl, rng):\n    return impl.{slug}(rng.normal(size=3))\n\n\n"
            '@check("negative values are right")\n'
            f"def negative(impl, rng):\n    return impl.{slug}(-rng.uniform(1, 2, size=3))\n"
        )
        (solution / "solution.py").write_text(f"def {slug}(x):\n    return {right}\n")
        (solution / "misconceptions" / "squared.py").write_text(
            f'"""{MISTAKE}\n\nAdd it to itself.\n"""\n\n\ndef {slug}(x):\n    return x * x\n'
        )
    return top


@pytest.fixture
def work(course: Path, tmp_path: Path, cache: Path) -> Work:
    return Work(course, tmp_path / "work", cache)


@pytest.fixture(scope="module")
def running(course: Path, tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Work]:
    """One that goes on through many tests: each begins with a save of its own."""
    work = Work(course, tmp_path_factory.mktemp("running") / "work", cache)
    work.terminal = work.watch("double")
    work.terminal.until(STATEMENT)
    yield work
    work.terminal.press("q")
    assert "code 0" in work.terminal.until_it_ends()


@pytest.fixture
def screen(running: Work) -> Terminal:
    """The screen of `running`, with nothing on it that a test waits for."""
    assert running.terminal is not None
    if running.file.is_dir():
        running.file.rmdir()
    running.save(NEUTRAL)
    running.terminal.until("double.py has no function 'double'")
    return running.terminal


def descendants(pid: int) -> set[int]:
    """All processes that came of one, as the kernel knows them."""
    found: set[int] = set()
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    fresh = {pid}
    while fresh:
        fresh = {child for child, parent in parents.items() if parent in fresh} - found
        found |= fresh
    return found


def is_alive(pid: int) -> bool:
    """A process that has ended may still be listed, until its parent has been told."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until(condition: Callable[[], object]) -> None:
    ends = time.monotonic() + LONGEST_WAIT
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


# Saves


def test_a_save_is_checked_and_noted_in_the_workspace(running: Work, screen: Terminal) -> None:
    running.save(WRONG)
    screen.until(MISTAKE)
    assert "0 of 2 checks passed" in screen.text
    running.save(RIGHT)
    screen.until(PASSED)
    screen.until("1 of 2 passed")  # the header, once it is noted
    assert "Next: Half it" in screen.text
    record = running.state["double"]
    assert record["passed"]
    assert (record["score"], record["max_score"]) == (3.0, 3.0)
    assert record["mistakes"] == {"squared": 1}


def test_an_editor_that_saves_by_rename_is_noticed(running: Work, screen: Terminal) -> None:
    def by_rename(path: Path, content: bytes) -> None:
        beside = path.with_name(".double.py.swp")
        beside.write_bytes(content)
        beside.replace(path)

    running.save(WRONG, by_rename)
    screen.until(MISTAKE)
    running.save(RIGHT, by_rename)
    screen.until(PASSED)


def test_a_save_that_keeps_size_and_times_is_noticed_all_the_same(running: Work, screen: Terminal) -> None:
    running.save(RIGHT)
    screen.until(PASSED)
    before = running.file.stat()
    with running.file.open("r+b") as file:
        file.write(RIGHT.replace("x + x", "x * x").encode())
    os.utime(running.file, ns=(before.st_atime_ns, before.st_mtime_ns))
    screen.until(MISTAKE)


def test_a_file_that_is_deleted_is_waited_for(running: Work, screen: Terminal) -> None:
    screen.press("s")
    screen.until("The statement of double.")
    running.file.unlink()
    screen.until("double.py is missing. Waiting for it")
    running.save(RIGHT)
    screen.until(PASSED)


def test_a_file_beside_it_that_it_imports_is_watched_too(running: Work, screen: Terminal) -> None:
    beside = running.file.with_name("helper.py")
    beside.write_text("factor = 3\n")
    running.save("import helper\n\n\ndef double(x):\n    return helper.factor * x\n")
    screen.until("0 of 2 checks passed", gone="has no function")
    beside.write_text("factor = 2\n")
    screen.until(PASSED)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"def double(x)\n    return\n", "expected ':'"),
        (b"name = '\xff'\n\n\ndef double(x):\n    return 2 * x\n", "UTF-8"),
        (b"# " + b"x" * (2 << 20), "2 MB"),
    ],
    ids=["syntax error", "not UTF-8", "huge"],
)
def test_a_file_that_cannot_run_is_told_and_watched_on(
    running: Work, screen: Terminal, content: bytes, told: str
) -> None:
    running.save(content)
    screen.until(told)
    running.save(RIGHT)
    screen.until(PASSED, gone=told)


def test_something_else_in_place_of_the_file_is_told_and_watched_on(running: Work, screen: Terminal) -> None:
    running.file.unlink()
    running.file.mkdir()
    screen.until("is a folder")
    running.file.rmdir()
    running.save(RIGHT)
    screen.until(PASSED)


def test_a_save_during_a_long_check_ends_that_check_and_is_checked_itself(running: Work, screen: Terminal) -> None:
    running.save(ENDLESS)
    screen.until("Checking double.py", gone="has no function")  # what was said before the save is gone
    running.save(RIGHT)
    screen.until(PASSED)


def test_a_worker_that_was_killed_is_replaced(running: Work, screen: Terminal) -> None:
    for pid in descendants(screen.process.pid):
        with suppress(FileNotFoundError, ProcessLookupError):  # a child may end while we look
            if "server.main" in Path(f"/proc/{pid}/cmdline").read_text():
                os.kill(pid, signal.SIGKILL)
    running.save(RIGHT)
    screen.until(PASSED)
    assert "the grader failed" not in screen.text


def test_progress_that_cannot_be_noted_is_told_and_checking_goes_on(running: Work, screen: Terminal) -> None:
    lock = running.path / ".grader.json.lock"
    lock.unlink()
    lock.mkdir()
    try:
        running.save(WRONG)
        screen.until("progress is not saved")
        running.save(RIGHT)
        screen.until(PASSED)
    finally:
        lock.rmdir()


def test_a_fault_of_the_grader_is_tried_once_more_then_told_and_not_for_ever(course: Path) -> None:
    exercise = load_course(course).find("double")
    workers = [start_worker(isolation="L0") for _ in range(3)]
    for worker in workers[:2]:
        worker.close()
    places = iter(workers)
    checker = Checker(load_course(course), lambda _: (next(places), "sim"), time.monotonic)
    job = CheckJob(exercise, Submission(Path("double.py"), RIGHT.encode()))
    outcomes = []
    for _ in range(2):
        checker.check(job)
        found: list[Checked | None] = []
        until(lambda found=found: found.append(checker.wait(0.01)) or found[-1])
        outcomes.append(found[-1])
    checker.close()
    first, second = outcomes
    assert first
    assert first.is_fault
    assert second
    assert second.result
    assert second.result.passed


# Half-written files, with a clock that tests move


class Slow:
    """A file that is looked at, in its own time."""

    def __init__(self, path: Path) -> None:
        self.now = 100.0
        self.path = path
        self.saves = FileWatcher(path, read_submission, lambda: self.now)

    def look(self, after: float = 0.0) -> bytes | str | None:
        """What is told then: source, problem, or None for nothing."""
        self.now += after
        look = self.saves.look()
        return look and (look.submission.source if look.submission else look.problem)


@pytest.fixture
def slow(tmp_path: Path) -> Slow:
    return Slow(tmp_path / "double.py")


@pytest.mark.parametrize("half", ["", "def double(x):\n", "def double(x:\n    return x + x"])
def test_half_a_file_is_not_told_if_the_other_half_follows(slow: Slow, half: str) -> None:
    slow.path.write_text(half)
    assert slow.look() is None
    slow.path.write_text(RIGHT)
    assert slow.look(0.02) == RIGHT.encode()
    assert slow.look(5 * SETTLE_SECONDS) is None


def test_half_a_file_that_stays_is_told(slow: Slow) -> None:
    slow.path.write_text("def double(x:\n")
    assert slow.look() is None
    assert slow.look(SETTLE_SECONDS / 2) is None
    assert slow.look(SETTLE_SECONDS) == b"def double(x:\n"


def test_a_file_that_is_gone_for_a_moment_is_not_missed(slow: Slow) -> None:
    slow.path.write_text(RIGHT)
    assert slow.look() == RIGHT.encode()
    slow.path.unlink()
    assert slow.look(0.02) is None
    slow.path.write_text(RIGHT)
    assert slow.look(0.02) is None
    assert slow.look(5.0) is None
    slow.path.unlink()
    assert slow.look(0.02) is None
    assert slow.look(SETTLE_SECONDS) == ""


def test_a_save_without_a_change_is_no_news_unless_it_was_asked_for(slow: Slow) -> None:
    slow.path.write_text(RIGHT)
    assert slow.look() == RIGHT.encode()
    os.utime(slow.path, ns=(1, 1))
    assert slow.look(0.02) is None
    slow.saves.report_next_save()
    assert slow.look(2 * REREAD_SECONDS) is None
    os.utime(slow.path, ns=(2, 2))
    assert slow.look(0.02) == RIGHT.encode()


# Keys


def test_hints_come_one_by_one_and_are_counted(running: Work, screen: Terminal) -> None:
    running.save(WRONG)
    screen.until(MISTAKE)
    screen.press("h")
    screen.until("'values are right' fails first")
    screen.until("The first hint.")
    screen.press("h")
    screen.until("The second hint.")
    assert running.state["double"]["hints"] == 2
    screen.press("h")
    screen.until("The third hint.")
    screen.press("h")
    screen.until("No more hints")
    screen.until("The first hint.")  # all of them once more
    screen.press("\r")
    screen.until("0 of 2 checks passed", gone="The second hint.")


def test_the_statement_is_shown_until_something_is_saved(running: Work, screen: Terminal) -> None:
    screen.press("s")
    screen.until("The statement of double.")
    screen.press("\x1b")
    screen.until("has no function", gone="The statement of double.")
    screen.press("S")
    screen.until("The statement of double.")
    running.save(RIGHT)
    screen.until(PASSED, gone="The statement of double.")


def test_the_list_leads_to_another_exercise_and_back(screen: Terminal) -> None:
    screen.press("l")
    screen.until("Half it")
    screen.press("\x1b[B")
    screen.press("\r")
    screen.until("The statement of half.")
    screen.press("l")
    screen.until("Double it")
    screen.press("\x1b[A", "\r")
    screen.until("has no function 'double'")


def test_reset_asks_first_and_keeps_what_was_there(running: Work, screen: Terminal) -> None:
    running.save(WRONG)
    screen.until(MISTAKE)
    screen.press("r")
    screen.until("y / n")
    screen.press("q")
    screen.until("Nothing was changed.", gone="y / n")
    assert running.file.read_text() == WRONG
    screen.press("r", "y")
    screen.until("The stub is back.")
    screen.until("double is still as the stub has it")
    kept = re.search(r"kept as (double\.py\.backup\d+)", screen.text)
    assert kept
    assert running.file.with_name(kept[1]).read_text() == WRONG
    assert "NotImplementedError" in running.file.read_text()


def test_reset_brings_back_a_file_that_is_gone(running: Work, screen: Terminal) -> None:
    running.file.unlink()
    screen.until("r restores the stub")
    screen.press("r")
    screen.until("The stub is back.")


def test_reset_of_a_cell_tells_those_who_have_the_notebook_open(course: Path, tmp_path: Path) -> None:
    """Jupyter would save its own version over it. No check is run: nothing is seen before a step."""
    loaded = load_course(course)
    workspace = make(loaded, tmp_path / "work", notebooks=True, remember=False).workspace
    double, notebook = loaded.find("double"), tmp_path / "work/1_basics.ipynb"
    notebook.write_text(notebook.read_text().replace("raise NotImplementedError", "return 1"))
    checker = Checker(loaded, lambda _: pytest.fail("something is checked"), time.monotonic)
    session = WatchSession(loaded, workspace, double, checker, lambda: datetime.now(UTC))
    session.press("r")
    session.press("y")
    assert "kept as 1_basics.ipynb.backup1. If the notebook is open, reload it from disk." in session.notice
    session.close()


def test_a_resized_terminal_is_filled_again(running: Work, screen: Terminal) -> None:
    running.save(WRONG)
    screen.until(MISTAKE)
    screen.resize(14, 44)
    screen.until("0 of 2 checks passed · ")
    screen.press("\x1b[F")
    screen.until("→ Look first at")
    screen.resize(40, 120)
    screen.until(MISTAKE)


def test_passing_says_where_to_go_and_goes_there_when_told(work: Work) -> None:
    terminal = work.watch()
    terminal.until(STATEMENT)
    work.save(RIGHT)
    terminal.until("Press n or Enter.")
    terminal.press("\r")
    terminal.until("The statement of half.")
    terminal.press("n")
    terminal.until("no other exercise left")
    work.other.write_text("def half(x):\n    return x / 2\n")
    terminal.until("nothing else left to pass")
    terminal.press("q")
    assert "code 0" in terminal.until_it_ends()


def test_an_exercise_that_nobody_has_touched_says_how_to_begin(work: Work) -> None:
    terminal = work.watch("double")
    terminal.until("Fill in double.py and save it to check it.")
    assert STATEMENT in terminal.text
    work.save(WRONG)
    terminal.until(MISTAKE, gone="Fill in double.py")
    terminal.press("q")
    assert "code 0" in terminal.until_it_ends()


@pytest.mark.parametrize("size", [(24, 80), (40, 120)], ids=["80x24", "120x40"])
def test_a_working_session_from_key_to_key(work: Work, size: tuple[int, int]) -> None:
    """It follows the file that is saved, sees what other commands record, and every key does what `?` says of it."""
    (work.path / "editor").write_text('#!/bin/sh\necho "def half(x):\n    return x / 2" > "$1"\n')
    (work.path / "editor").chmod(0o755)
    work.save(WRONG)
    terminal = work.watch("double", size=size, EDITOR=str(work.path / "editor"))
    terminal.until("→ Look first at 'values are right'. Stuck? Press h for a hint.")
    terminal.until("v verbose")
    work.other.write_text("def half(x):\n    return x * x\n")
    terminal.until("Following half.py, which you saved.")
    terminal.until("Half it · half.py")
    terminal.press("o")
    terminal.until("half is not passed yet")
    terminal.press("e")  # the editor takes the terminal, and gives it back
    terminal.until("All 2 checks passed.")
    terminal.until("The reference beside your code: press o.")
    terminal.press("o")
    terminal.until("Your code is the reference, line by line.")
    work.save(RIGHT)
    terminal.until("Following double.py, which you saved.")
    terminal.until("2 of 2 passed")
    terminal.press("o")
    terminal.until("-     return x + x")
    at = terminal.text.splitlines()[-1].index("? keys") + 1
    terminal.press(f"\x1b[<0;{at};{size[0]}M\x1b[<0;{at};{size[0]}m")  # a click
    terminal.until("back to the stub; your version is kept")
    terminal.press("t")
    terminal.until("there is nothing to try in double")
    before = work.state["double"]["attempts"]
    state = json.loads((work.path / ".grader.json").read_text())
    del state["exercises"]["half"]
    (work.path / ".grader.json").write_text(json.dumps(state))
    terminal.until("1 of 2 passed")
    terminal.press("c")
    terminal.until("All 2 checks passed.")
    assert work.state["double"]["attempts"] == before
    terminal.press("q")
    assert "code 0" in terminal.until_it_ends()


def test_auto_moves_on_by_itself(work: Work) -> None:
    work.save(RIGHT)
    terminal = work.watch("double", "--auto")
    terminal.until("Double it is passed.")
    terminal.until("The statement of half.")
    until(lambda: work.state.get("double", {}).get("passed"))
    terminal.press("q")
    assert "code 0" in terminal.until_it_ends()


# How it ends


@pytest.mark.parametrize(("how", "code"), [("q", 0), ("\x03", 130), (signal.SIGTERM, 143)])
def test_the_terminal_is_left_as_it_was_and_no_process_behind(work: Work, how: str | int, code: int) -> None:
    """In the middle of a check that would take long."""
    work.save(ENDLESS)
    terminal = work.watch("double")
    terminal.until("check 1 of 2: values are right")
    assert "saving again stops it" in terminal.text
    until(lambda: len(descendants(terminal.process.pid)) > 3)
    processes = descendants(terminal.process.pid)
    if isinstance(how, str):
        terminal.press(how)
    else:
        (command,) = (pid for pid in processes if "watch" in Path(f"/proc/{pid}/cmdline").read_text().split("\0"))
        os.kill(command, how)
    after = terminal.until_it_ends()
    before = terminal.raw.partition(ENTERED)[0].strip()
    assert f"code {code}" in after
    assert after[-1] == before
    assert terminal.raw.count(ENTERED) == terminal.raw.count(LEFT) == 1
    assert "\x1b[?25h" in terminal.raw.rpartition("\x1b[?25l")[2], "the cursor is back"
    assert "\x1b[?1000l" in terminal.raw, "and the mouse"
    until(lambda: not any(map(is_alive, processes)))


def test_a_shell_that_suspends_it_gets_its_terminal_and_gives_it_back(work: Work) -> None:
    terminal = work.watch("double", script=SUSPENDED)
    terminal.until(STATEMENT)
    terminal.press("\x1a")
    terminal.until_written(f"it stands still.*{re.escape(ENTERED)}")
    terminal.press("h")
    terminal.until("The first hint.")
    terminal.press("q")
    assert "code 0" in terminal.until_it_ends()
    steps = re.findall(r"\?1049.|it stands still", terminal.raw)
    assert steps == ["?1049h", "?1049l", "it stands still", "?1049h", "?1049l"]


def test_a_workspace_that_is_removed_ends_it_with_a_sentence(work: Work) -> None:
    terminal = work.watch("double")
    terminal.until(STATEMENT)
    shutil.rmtree(work.path)
    after = terminal.until_it_ends()
    assert "code 2" in after
    assert " ".join(after).count("is gone; make a new one with 'grader init'") == 1


def test_without_a_workspace_it_says_how_to_make_one(grader: GraderCommand) -> None:
    run = grader("watch")
    assert run.code == 2
    assert run.err.count("\n") == 1
    assert "grader init" in run.err


# Without a screen


def test_in_a_pipe_results_come_one_after_the_other(work: Work) -> None:
    command = [COMMAND, "watch", "double"]
    with subprocess.Popen(
        command, cwd=work.path, env=work.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        lines = iter(process.stdout.readline, "")
        seen = [next(line for line in lines if STATEMENT in line)]
        work.save(WRONG)
        seen.append(next(line for line in lines if MISTAKE in line))
        process.stdin.write("h\n")
        process.stdin.flush()
        seen.append(next(line for line in lines if "The first hint." in line))
        work.save(RIGHT)
        process.stdin.close()  # what is under way is finished
        rest = "".join(lines)
    assert "\x1b" not in "".join(seen) + rest
    assert process.returncode == 0


def test_a_plain_terminal_gets_no_screen(work: Work) -> None:
    terminal = work.watch("double", TERM="dumb")
    terminal.until(STATEMENT)
    assert "Type a letter and Enter: s statement, h hint" in terminal.text
    terminal.press("half\n")
    terminal.until("The statement of half.")
    terminal.press("q\n")
    assert "code 0" in terminal.until_it_ends()
    assert "\x1b" not in terminal.raw


# What is shown, as text


@pytest.fixture
def watching(course: Path, work: Work) -> WatchSession:
    """A session at `double` that has checked nothing."""
    loaded = load_course(course)
    checker = Checker(loaded, lambda _: pytest.fail("nothing is checked here"), time.monotonic)
    double = loaded.find("double")
    return WatchSession(loaded, Workspace(work.path), double, checker, lambda: datetime.now().astimezone())


@pytest.mark.parametrize("columns", [20, 44, 80, 120])
def test_no_line_of_any_page_is_wider_than_the_terminal(watching: WatchSession, columns: int) -> None:
    style = Style(color=True, width=columns)
    watching.notice = "A long notice. " * 20
    for page in WatchPage:
        watching.page = page
        lines = [*render_head(watching, style), *render_status(watching, "", style), *render_page(watching, style)]
        assert lines
        assert columns < 44 or max(map(display_width, lines)) <= columns, page


@pytest.mark.parametrize(("done", "cells"), [(0, 0), (1, 1), (16, 8), (32, 15), (33, 16)])
def test_the_bar_is_full_only_at_the_end(done: int, cells: int) -> None:
    assert bar(done, 33, Style(color=False, width=80), 16).count("█") == cells
    assert bar(done, 33, Style(color=False, width=80, unicode=False), 16) == "#" * cells + "." * (16 - cells)
