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
from grader.render.screen import first_failure, render_screen
from grader.render.style import Style, bar, display_width
from grader.student.checker import Checked, Checker, CheckJob
from grader.student.file_watcher import REREAD_SECONDS, SETTLE_SECONDS, FileWatcher
from grader.student.keyboard import Key, decode
from grader.student.watch import WatchSession
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
UNTOUCHED = "double is still as the stub has it"
PASSED = "All 2 checks passed."
MISTAKE = "The value is squared."
SUSPENDED = 'set -m; "$0" "$@"; echo it stands still; sleep 0.2; fg >/dev/null; echo "code $?"'
IN_A_SHELL = 'trap : INT; stty -g; "$0" "$@"; echo "code $?"; stty -g'


class Work:
    """A workspace of a course with two exercises, and what a student does there."""

    def __init__(self, course: Path, path: Path, cache: Path) -> None:
        unset = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "GRADER_DEBUG")
        self.env = {key: value for key, value in os.environ.items() if key not in unset}
        self.env |= {"XDG_CACHE_HOME": str(cache), "TERM": "xterm", "LANG": "C.UTF-8"}
        self.path = path
        make(load_course(course), path, notebooks=False, remember=True)
        self.file = path / "1_basics" / "01_double" / "double.py"
        self.other = path / "1_basics" / "02_half" / "half.py"
        self.terminal: Terminal | None = None

    def watch(self, *options: str, script: str = IN_A_SHELL, **env: str) -> Terminal:
        """Starts it within a shell that tells how it ended, and how the terminal was before and after."""
        return Terminal("/bin/sh", "-c", script, COMMAND, "watch", *options, cwd=self.path, env=self.env | env)

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
    work.terminal.until(UNTOUCHED)
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
    assert re.search(r"> \S double", screen.text)
    screen.press("\x1b[B")
    screen.until(">   half")
    screen.press("\r")
    screen.until(UNTOUCHED.replace("double", "half"))
    screen.press("l", "\x1b[A", "\r")
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
    screen.until(UNTOUCHED)
    kept = re.search(r"kept as (double\.py\.backup\d+)", screen.text)
    assert kept
    assert running.file.with_name(kept[1]).read_text() == WRONG
    assert "NotImplementedError" in running.file.read_text()


def test_reset_brings_back_a_file_that_is_gone(running: Work, screen: Terminal) -> None:
    running.file.unlink()
    screen.until("r restores the stub")
    screen.press("r")
    screen.until(UNTOUCHED)


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
    screen.until("[q]uit")
    screen.press("\x1b[F")
    screen.until("Look first at", gone="for more ──\n──")
    assert "lines" in screen.text
    screen.resize(24, 80)
    screen.until("q quit", gone="[q]uit")


def test_passing_says_where_to_go_and_goes_there_when_told(work: Work) -> None:
    terminal = work.watch()
    terminal.until(UNTOUCHED)
    work.save(RIGHT)
    terminal.until("Press n or Enter.")
    terminal.press("\r")
    terminal.until(UNTOUCHED.replace("double", "half"))
    terminal.press("n")
    terminal.until("no other exercise left")
    work.other.write_text("def half(x):\n    return x / 2\n")
    terminal.until("nothing else left to pass")
    terminal.press("q")
    assert "code 0" in terminal.until_it_ends()


def test_an_exercise_that_nobody_has_touched_says_how_to_begin(work: Work) -> None:
    terminal = work.watch("double")
    terminal.until("s shows the statement. Fill in double.py and save it to check it.")
    work.save(WRONG)
    terminal.until(MISTAKE, gone="s shows the statement.")
    terminal.press("q")
    assert "code 0" in terminal.until_it_ends()


def test_auto_moves_on_by_itself(work: Work) -> None:
    work.save(RIGHT)
    terminal = work.watch("double", "--auto")
    terminal.until("Double it is passed.")
    terminal.until(UNTOUCHED.replace("double", "half"))
    assert work.state["double"]["passed"]
    terminal.press("\x04")
    assert "code 0" in terminal.until_it_ends()


@pytest.mark.parametrize(
    ("sent", "keys", "rest"),
    [
        (b"nQ\r \x7f", ["n", "q", Key.ENTER, Key.PAGE_DOWN, Key.ESCAPE], b""),
        (b"\x1b[A\x1bOB\x1b[5~\x1b[6~", [Key.UP, Key.DOWN, Key.PAGE_UP, Key.PAGE_DOWN], b""),
        (b"h\x1b", ["h"], b"\x1b"),
        (b"h\x1b[", ["h"], b"\x1b["),
        (b"\x1bh", [Key.ESCAPE, "h"], b""),
        (b"\x1b[1;5C\x1b[200~\xc3\xa9\x00q", ["q"], b""),
    ],
)
def test_keys_as_terminals_send_them(sent: bytes, keys: list[str], rest: bytes) -> None:
    assert decode(sent) == (keys, rest)


# How it ends


@pytest.mark.parametrize(("how", "code"), [("q", 0), ("\x03", 130), (signal.SIGTERM, 143)])
def test_the_terminal_is_left_as_it_was_and_no_process_behind(work: Work, how: str | int, code: int) -> None:
    """In the middle of a check that would take long."""
    work.save(ENDLESS)
    terminal = work.watch("double")
    terminal.until("Checking double.py")
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
    assert terminal.raw.rpartition(LEFT)[0].endswith("\x1b[?25h")  # the cursor is back
    until(lambda: not any(map(is_alive, processes)))


def test_a_shell_that_suspends_it_gets_its_terminal_and_gives_it_back(work: Work) -> None:
    terminal = work.watch("double", script=SUSPENDED)
    terminal.until(UNTOUCHED)
    terminal.press("\x1a")
    terminal.until_written(f"it stands still.*{re.escape(ENTERED)}")
    terminal.press("s")
    terminal.until("The statement of double.")
    terminal.press("q")
    assert "code 0" in terminal.until_it_ends()
    steps = re.findall(r"\?1049.|it stands still", terminal.raw)
    assert steps == ["?1049h", "?1049l", "it stands still", "?1049h", "?1049l"]


def test_a_workspace_that_is_removed_ends_it_with_a_sentence(work: Work) -> None:
    terminal = work.watch("double")
    terminal.until(UNTOUCHED)
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
        seen = [next(line for line in lines if UNTOUCHED in line)]
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
    terminal.until(UNTOUCHED)
    assert "Type a letter and Enter: n next, h hint" in terminal.text
    terminal.press("q\n")
    assert "code 0" in terminal.until_it_ends()
    assert "\x1b" not in terminal.raw


# The screen as text


@pytest.fixture
def watching(course: Path, work: Work) -> WatchSession:
    """A session at `double` that has checked nothing."""
    loaded = load_course(course)
    checker = Checker(loaded, lambda _: pytest.fail("nothing is checked here"), time.monotonic)
    double = loaded.find("double")
    return WatchSession(loaded, Workspace(work.path), double, checker, lambda: datetime.now().astimezone())


@pytest.mark.parametrize("columns", [20, 44, 60, 80, 100])
@pytest.mark.parametrize("rows", [1, 3, 6, 14, 24, 50])
def test_the_screen_has_as_many_rows_as_the_terminal_and_none_is_too_wide(
    watching: WatchSession, columns: int, rows: int
) -> None:
    style = Style(color=True, width=columns)
    watching.notice = "A long notice. " * 20
    frame = render_screen(watching, [f"line {number}" for number in range(30)], "status", style, rows, 5)
    assert len(frame.lines) == rows
    if columns >= 44:
        assert max(map(display_width, frame.lines)) <= columns


def test_a_long_page_is_scrolled_as_far_as_it_goes(watching: WatchSession) -> None:
    style = Style(color=False, width=80)
    page = [f"line {number}" for number in range(30)]
    first, last = (render_screen(watching, page, "status", style, 24, top) for top in (0, 1000))
    assert (first.lines[3], first.room) == ("line 0", 18)
    assert "lines 1-18 of 30: ↓ for more" in "\n".join(first.lines)
    assert last.lines[3 : 3 + last.room] == [f"line {number}" for number in range(12, 30)]
    assert "lines 13-30 of 30: ↑ for more" in "\n".join(last.lines)


def test_the_first_failure_is_in_sight_with_all_that_is_said_about_it(watching: WatchSession) -> None:
    style = Style(color=True, width=80)
    failure = [f"{style.bad('✗')} wrong", "  why", "", "  more", "  the cause"]
    page = [*["✓ right"] * 20, *failure[:2], *failure[3:], *["✓ right"] * 20]
    assert first_failure(page, style) == (20, 24)
    frame = render_screen(watching, page, "status", style, 16, 0, focus=(20, 24))
    assert page[20:24] == frame.lines[-7:-3]
    assert first_failure(["✓ right"], style) is None


@pytest.mark.parametrize(("done", "cells"), [(0, 0), (1, 1), (16, 8), (32, 15), (33, 16)])
def test_the_bar_is_full_only_at_the_end(done: int, cells: int) -> None:
    assert bar(done, 33, Style(color=False, width=80), 16).count("█") == cells
    assert bar(done, 33, Style(color=False, width=80, unicode=False), 16) == "#" * cells + "." * (16 - cells)
