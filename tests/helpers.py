"""Helpers that several test modules share: for workers and children, classes, notebooks, terminals and drawings."""

from __future__ import annotations

import fcntl
import io
import json
import math
import os
import pty
import re
import struct
import subprocess
import termios
import time
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pexpect
import pyte
from hypothesis import strategies as st

from grader.batch.engine import BatchConfig, Job
from grader.gradebook import GRADEBOOK, Gradebook
from grader.results import Drawing, ExerciseResult, Panel
from grader.values import Limits
from grader.worker import Implementation, Layer, Report, Request, Task, Worker
from tests.conftest import COMMAND, MiniCourse

QUICK = Limits(seconds=0.3, wall_seconds=20.0)
IMPATIENT = Limits(seconds=0.2, wall_seconds=1.0)
SCAN = '''
    import os, re

    def scan(pattern):
        """What this process holds in memory, wherever it is."""
        found = set()
        memory = os.open("/proc/self/mem", os.O_RDONLY)
        for line in open("/proc/self/maps"):
            span, rights = line.split()[:2]
            start, end = (int(edge, 16) for edge in span.split("-"))
            if not rights.startswith("rw"): continue
            for at in range(start, end, 1 << 20):
                try: chunk = os.pread(memory, min((1 << 20) + 64, end - at), at)
                except OSError: continue
                found.update(re.findall(pattern, chunk))
        return sorted(word.decode() for word in found)
'''
SALT = 20260101
LONGEST_WAIT = 120.0  # only a failure takes that long
ENTERED, LEFT = "\x1b[?1049h", "\x1b[?1049l"


def code(text: str) -> bytes:
    return dedent(text).strip().encode()


def answer(source: str, filename: str = "answer.py", **more: Any) -> Implementation:
    return Implementation((Layer("answer", filename, code(source)),), **more)


def checks(*bodies: str) -> bytes:
    """A checks file with functions c0, c1, … of these bodies."""
    functions = [f"def c{n}(impl, rng):\n{indent(dedent(body), '    ')}\n" for n, body in enumerate(bodies)]
    return ("import numpy as np\n" + "\n".join(functions)).encode()


def request(what: Implementation, *bodies: str, limits: Limits = QUICK, **more: Any) -> Request:
    source = checks(*bodies)
    tasks = [Task(f"c{n}", source, **{"seed": 11 + n, "seconds": limits.seconds, **more}) for n in range(len(bodies))]
    return Request(what, tuple(tasks), limits)


def run(worker: Worker, source: str, *bodies: str, **more: Any) -> list[Report]:
    """The reports of checks with these bodies; without any, of one that calls `f()`."""
    return worker.run([request(answer(source), *(bodies or ("return impl.f()",)), **more)])[0]


def one(worker: Worker, source: str, *bodies: str, **more: Any) -> Report:
    (report,) = run(worker, source, *bodies, **more)
    return report


def last_line(report: Report) -> tuple[str, int]:
    file, line, _ = report.error["frames"][-1]
    return file, line


def statuses(reports: list[Report]) -> list[str]:
    return [report.status for report in reports]


def is_gone(pid: int) -> bool:
    """Ended: no longer there, or only its entry is left for somebody to collect."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def children(pid: int | str = "self") -> set[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended meanwhile
            found |= {int(child) for child in (task / "children").read_text().split()}
    return {child for child in found if not is_gone(child)}


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that is sure to come; a minute is for machines under load."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def hand_in(folder: Path, **files: str | bytes) -> Path:
    """A student's folder in `class`; `double="…"` is double.py, `double_ipynb` a notebook."""
    place = folder.parent / "class" / folder.name
    place.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = place / (name.replace("_", ".") if "_" in name else f"{name}.py")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return place


def notebook(*cells: str, marked: str = "") -> bytes:
    """A notebook of code cells. `marked`: the exercise that the metadata of every cell names."""
    metadata = {"grader": {"exercise": marked}} if marked else {}
    blank = {"cell_type": "code", "metadata": metadata, "outputs": [], "execution_count": None}
    made = [{**blank, "source": cell} for cell in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def results_of(out: Path) -> dict[tuple[str, str], ExerciseResult]:
    """What the gradebook holds, by student and exercise, without times."""
    with Gradebook.open(out / GRADEBOOK, create=False) as book:
        return {
            (student.id, detail.attempt.item): timeless(detail.result)
            for student in book.students()
            for detail in book.details(student.id)
            if detail.result is not None
        }


def timeless(result: ExerciseResult) -> ExerciseResult:
    return replace(result, checks=tuple(replace(check, seconds=0.0) for check in result.checks))


def order_for(course: MiniCourse) -> BatchConfig:
    return BatchConfig(str(course.path), SALT, isolation="L0")


def jobs_of(*sources: str) -> list[Job]:
    return [Job("double", f"{at}", "double.py", f"{source}# {at}\n".encode()) for at, source in enumerate(sources)]


def without_color(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def with_double(body: str, before: str = "") -> str:
    """A submission whose `total` is right and whose `double` is this."""
    lines = "".join(f"    {line}\n" for line in dedent(body).strip().splitlines())
    return f"import numpy as np\n{dedent(before)}\ndef double(x):\n{lines}\ndef total(x):\n    return np.sum(x)\n"


labels = st.one_of(st.text(st.characters(blacklist_categories=("Cs",)), max_size=8), st.just("long " * 20))


numbers = st.one_of(st.floats(-5, 5), st.sampled_from([0.0, 1.0, 1e9, -1.7e308, 0.004]))


cells = st.one_of(st.none(), numbers, st.sampled_from([math.nan, math.inf, -math.inf]))


@st.composite
def panels(make: st.DrawFn, rows: int, columns: int, values: st.SearchStrategy[float | None], wrong: bool) -> Panel:
    places = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    return Panel(
        make(labels),
        tuple(make(labels) for _ in range(rows)),
        tuple(make(labels) for _ in range(columns)),
        tuple(tuple(make(values) for _ in range(columns)) for _ in range(rows)),
        tuple(make(st.lists(places, max_size=6))) if wrong else (),
    )


@st.composite
def drawings(make: st.DrawFn) -> Drawing:
    """As a result has them: panels of one shape, cells marked as wrong, whatever a student may have computed."""
    rows, columns = make(st.integers(1, 5)), make(st.integers(1, 17))
    shown = [make(panels(rows, columns, cells, True)) for _ in range(make(st.integers(1, 2)))]
    scale = make(st.sampled_from([(0.0, 1.0), (-3.0, 3.0), (-1.7e308, 1.7e308), (-2.0, 0.0)]))
    flags = make(st.booleans()), make(st.booleans())
    return Drawing(tuple(shown), *scale, *flags, make(labels), (make(labels), make(labels)))


def on_a_terminal(*arguments: str, columns: int = 80, cwd: Path, cache: Path, **more: str) -> str:
    """What the command writes to a terminal of that width."""
    return answered("", *arguments, columns=columns, cwd=cwd, cache=cache, **more)[1]


def answered(answer: str, *arguments: str, columns: int = 80, cwd: Path, cache: Path, **more: str) -> tuple[int, str]:
    """Run a command on a terminal where somebody types that: its exit code, and what it writes."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    unset = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TERM")
    env = {key: value for key, value in os.environ.items() if key not in unset}
    env |= {"XDG_CACHE_HOME": str(cache), "TERM": "xterm", "PAGER": "cat", "COLORFGBG": "0;15", **more}
    with subprocess.Popen(
        [COMMAND, *arguments], cwd=cwd, env=env, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        os.write(ours, answer.encode())
        chunks = []
        while True:
            try:
                chunk = os.read(ours, 1 << 16)
            except OSError:  # how Linux says that the last writer has gone
                chunk = b""
            if not chunk:
                break
            chunks.append(chunk)
    os.close(ours)
    return process.returncode, b"".join(chunks).decode("utf-8").replace("\r\n", "\n")


class Terminal:
    """A command on a terminal, and what a person sees there."""

    def __init__(self, *command: str, cwd: Path, env: dict[str, str], rows: int = 24, columns: int = 80) -> None:
        self.raw = ""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self.process = pexpect.spawn(
            command[0], list(command[1:]), cwd=cwd, env=env, dimensions=(rows, columns), encoding="utf-8"
        )
        self.process.delaybeforesend = None

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def until(self, wanted: str, gone: str | None = None) -> None:
        """Until one text is on the screen, and another is not."""
        ends = time.monotonic() + LONGEST_WAIT
        while not self._shows(wanted) or (gone and self._shows(gone)):
            assert time.monotonic() < ends, f"no {wanted!r} on\n{self.text}"
            assert self.hear(), f"ended without {wanted!r} on\n{self.text}"

    def _shows(self, wanted: str) -> bool:
        """Also where the line ends in the middle of it: how long a path is depends on the machine."""
        return wanted in self.text or wanted in " ".join(self.text.split())

    def until_written(self, pattern: str) -> None:
        """Until that has been sent to the terminal, whatever can be seen of it."""
        ends = time.monotonic() + LONGEST_WAIT
        while not re.search(pattern, self.raw, re.DOTALL):
            assert time.monotonic() < ends, self.raw
            assert self.hear(), self.raw

    def until_it_ends(self) -> list[str]:
        """What was written after the screen had been left, line by line."""
        ends = time.monotonic() + LONGEST_WAIT
        while self.hear():
            assert time.monotonic() < ends, f"still there:\n{self.text}"
        return self.raw.rpartition(LEFT)[2].replace("\r", "").strip().split("\n")

    def hear(self) -> bool:
        try:
            heard = self.process.read_nonblocking(1 << 16, timeout=0.2)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += heard
        self._stream.feed(heard)
        return True

    def press(self, *keys: str) -> None:
        for key in keys:
            self.process.send(key)

    def resize(self, rows: int, columns: int) -> None:
        self._screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)


def zipped(
    files: Mapping[str, str | bytes] | list[tuple[str | zipfile.ZipInfo, bytes]], method: int = zipfile.ZIP_DEFLATED
) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in files if isinstance(files, list) else files.items():
            archive.writestr(name, content, method)
    return made.getvalue()
