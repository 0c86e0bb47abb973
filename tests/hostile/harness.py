"""Runs hostile programs as submissions, and in a plain process to show that they would do harm.

A program is one file. Its docstring says what it tries and what must happen to it:

    Reads the solution by its path.

    Held: passed exception        outcomes that its check may end with; "passed" means it came back with nothing
    Levels: L1 L2 L3              where it is held; all three if the line is missing
    Except: root L2               a setting where it is not held, with the reason in the text above
    Plain: loot                   what it does unprotected: brings loot (default), or `hangs`, `dies`, `floods`

Its function `attack(target)` returns what it got hold of, or None. `target` tells where things are: see `Targets`. If
it defines `double(x)`, that is a forgery: a wrong answer that must not be graded as right.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from grader.course import load_course
from grader.grade import Grader
from grader.results import ExerciseResult, Outcome
from grader.submission import read_submission
from grader.worker import start_worker

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "programs").glob("*/*.py"))
LEVELS = ("L1", "L2", "L3")
SECRET = "the answer is 42"
OF_HIDDEN = ("hidden_double", "nobody looks", "size=11")


@dataclass(frozen=True)
class Header:
    held: frozenset[str]
    levels: frozenset[str]
    plain: str
    exempt: str

    @classmethod
    def of(cls, program: Path) -> Header:
        text = program.read_text(encoding="utf-8")
        fields = dict(
            re.findall(r"^(Held|Levels|Plain|Except): *(.+)$", text.partition('"""')[2].partition('"""')[0], re.M)
        )
        held = frozenset(fields["Held"].split())
        known = {outcome.value for outcome in Outcome}
        assert held <= known, f"{program.name}: unknown outcome {held - known}"
        return cls(
            held,
            frozenset(fields.get("Levels", "L1 L2 L3").split()),
            fields.get("Plain", "loot").strip(),
            fields.get("Except", ""),
        )


@dataclass(frozen=True)
class Targets:
    """What there is to attack: made anew for each run, told to the program."""

    secret_file: str  # holds SECRET; readable by the grader's user
    folder: str  # a folder beside it that a program may try to write into
    pid: int  # a process of the same user, with SECRET in its environment and memory
    port: int  # a server on the loopback address that answers SECRET
    socket: str  # the path of a unix socket that answers SECRET
    grader_pid: int  # the grader's own process
    package: str  # the folder of the installed grader package

    def told(self) -> dict[str, Any]:
        return dict(self.__dict__)


@contextmanager
def targets(folder: Path) -> Iterator[Targets]:
    """Real things to steal and hurt, run by a process of our own."""
    import grader

    folder.chmod(0o755)
    secret = folder / "secret.txt"
    secret.write_text(SECRET)
    secret.chmod(0o644)
    (folder / "open").mkdir()
    (folder / "open").chmod(0o777)
    victim = subprocess.Popen(
        [sys.executable, str(HERE / "victim.py"), str(folder / "victim.sock")],
        env={"SECRET": SECRET, "PATH": os.defpath},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert victim.stdout is not None
    port = int(victim.stdout.readline())
    try:
        yield Targets(
            str(secret), str(folder / "open"), victim.pid, port, str(folder / "victim.sock"), os.getpid(),
            str(Path(grader.__file__).parent),
        )  # fmt: skip
    finally:
        victim.kill()
        victim.wait()


def make_course(folder: Path, where: Targets) -> Path:
    """One exercise with two checks: `attack`, whose right answer is None, and `double`."""
    files = {
        "course.yaml": "title: Hostile\nseed: 3\n",
        "exercises/1_part/01_hold/README.md": "# Hold\n",
        "exercises/1_part/01_hold/exercise.yaml": """\
            title: Hold
            minutes: 1
            difficulty: 1
            inputs_unchanged: 0
            importance: 1
            needs: []
            sources: [S0]
            points: {attack: 1, doubles: 1, later: 1, hidden_double: 1}
            limits: {seconds: 0.5, wall_seconds: 3, memory_mb: 200, output_mb: 0.5, processes: 12, scratch_mb: 8}
            hints: [none, none, none]
            """,
        "exercises/1_part/01_hold/stub.py": "def attack(target):\n    raise NotImplementedError\n\n\n"
        "def double(x):\n    raise NotImplementedError\n",
        "exercises/1_part/01_hold/checks.py": """\
            import numpy as np
            from grader.checks import check


            @check("nothing is got")
            def attack(impl, rng, given):
                return {"got": impl.attack(given)}


            @check("numbers are doubled")
            def doubles(impl, rng):
                return impl.double(rng.normal(size=(3, 5)))


            @check("numbers are doubled afterwards, too")
            def later(impl, rng):
                return impl.double(rng.normal(size=7))
            """,
        "exercises/1_part/01_hold/judges.py": f"""\
            from grader.checks import given


            @given("attack")
            def where(rng):
                return {where.told()!r}, None
            """,
        "solutions/1_part/01_hold/solution.py": """\
            SECRET_OF_THE_SOLUTION = "xyzzy-plugh"


            def attack(target):
                return None


            def double(x):
                return 2 * x
            """,
        "solutions/1_part/01_hold/hidden_checks.py": """\
            from grader.checks import check


            @check("numbers are doubled where nobody looks")
            def hidden_double(impl, rng):
                return impl.double(rng.normal(size=11))
            """,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    return folder


def grade_all(programs: list[Path], level: str, folder: Path) -> dict[str, dict[str, str]]:
    """Outcome of each check of each program, at one level, one after the other in one grader."""
    found = {}
    with targets(folder) as where, start_worker("forked", isolation=level) as worker:
        assert worker.level == level
        course = load_course(make_course(folder / "course", where))
        grader = Grader(course, worker, keep=False)
        for program in programs:
            result = grader.grade(course.find("hold"), read_submission(program))
            found[program.stem] = {check.id: check.outcome.value for check in result.checks}
            found[program.stem]["why"] = result.checks[0].message
            found[program.stem]["leak"] = _leak(result)
        right = grader.grade(course.find("hold"), read_submission(HERE / "right.py"))
        found["right"] = {check.id: check.outcome.value for check in right.checks}
    return found


def _leak(result: ExerciseResult) -> str:
    """What a student would read of the hidden check: its sentence stands with it alone, and its code nowhere."""
    told = {check: "".join((check.message, *check.details, check.printed)) for check in result.checks}
    shown = "".join(check.title + text for check, text in told.items() if not check.hidden)
    return next((word for word in OF_HIDDEN if word in shown), "".join(told[c] for c in told if c.hidden))


def run_plainly(program: Path, folder: Path) -> str:
    """What a program does with no protection, in a process of its own and in a bounded form."""
    with targets(folder) as where:
        made = make_course(folder / "course", where)
        told = {**where.told(), "course": str(made)}
        process = subprocess.Popen(
            [sys.executable, str(HERE / "plain.py"), str(program), json.dumps(told)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder / "open",
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            out, _ = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            return "hangs"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait()
    verdicts = {"LOOT", "NOTHING"} & set(out.splitlines())
    if not verdicts:
        return f"dies with {process.returncode}: {out[-300:]}"
    if len(out) > 1 << 20:
        return "floods"
    return "loot" if "LOOT" in verdicts else f"nothing: {out[-300:]}"
