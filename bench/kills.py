"""Whether a batch survives kill -9 at any moment: nothing lost, nothing twice, nothing half-written.

    python bench/kills.py [STUDENTS] [KILLS]

A class is graded undisturbed. Then, KILLS times, it is graded from the start with the same secret number, killed at a
random moment (half of them early, half late), and graded to the end. What the killed run had saved must be readable
and still be there, and in the end everything must be as if nothing had happened.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from batch import ROOT, make_class, numpy_exercises

from grader.course import load_course
from grader.gradebook import GRADEBOOK, Gradebook

STUDENTS, KILLS = 100, 20
# What must be there once and be the same; ids and times differ from run to run.
FACTS = {
    "hand_ins": "student, digest, attempt, label, problem",
    "works": "exercise, digest, problem",
    "outcomes": "exercise, work, setup, verdicts, faulty, isolation",
    "marks": "student, total, maximum",
    "audit": "what, student, item",
}


def main() -> int:
    students, kills = [*map(int, sys.argv[1:]), *(STUDENTS, KILLS)[len(sys.argv) - 1 :]]
    chance, wrong = random.Random(0), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_class(folder / "class", numpy_exercises(load_course(ROOT), 3), students)
        Gradebook.open(folder / "empty" / GRADEBOOK).close()  # draws the secret number
        shutil.copytree(folder / "empty", folder / "quiet")
        began = time.perf_counter()
        batch(folder, "quiet").wait()
        seconds = time.perf_counter() - began
        for number in range(kills):
            shutil.copytree(folder / "empty", folder / "killed")
            running = batch(folder, "killed")
            time.sleep(seconds * (chance.uniform(0.05, 0.4) if number % 2 else chance.uniform(0.6, 1)))
            in_time = running.poll() is None
            running.send_signal(signal.SIGKILL)
            running.wait()
            saved, broken = facts(folder / "killed", "outcomes"), half_written(folder / "killed")
            batch(folder, "killed").wait()
            lost = sum((saved - facts(folder / "killed", "outcomes")).values())
            other = [table for table in FACTS if facts(folder / "killed", table) != facts(folder / "quiet", table)]
            other += [] if files(folder / "killed") == files(folder / "quiet") else ["files"]
            wrong += bool(lost or broken or other)
            found = f"{lost} lost, half-written: {broken or 'nothing'}, different in the end: {other or 'nothing'}"
            when = "" if in_time else " (it had just ended)"
            print(f"kill {number + 1:2} of {kills}: {saved.total()} results were saved{when}; {found}", flush=True)
            shutil.rmtree(folder / "killed")
    return int(wrong > 0)


def batch(folder: Path, out: str) -> subprocess.Popen[bytes]:
    command = [
        sys.executable,
        "-c",
        "from grader.cli import main; main()",
        "batch",
        "class",
        "--out",
        out,
        "--course",
        str(ROOT),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def facts(out: Path, table: str) -> Counter[tuple[object, ...]]:
    with closing(sqlite3.connect(out / GRADEBOOK)) as book:
        return Counter(book.execute(f"SELECT {FACTS[table]} FROM {table}"))


def half_written(out: Path) -> list[str]:
    """The files of students, and the report, that cannot be read or end too early."""
    found = []
    for path in (*out.glob("results/*.json"), *out.glob("feedback/*.html"), *out.glob("report.html")):
        text = path.read_text("utf-8")
        try:
            whole = text.rstrip().endswith("</html>") if path.suffix == ".html" else bool(json.loads(text))
        except ValueError:
            whole = False
        found += [] if whole else [path.name]
    return found


def files(out: Path) -> dict[str, bytes]:
    """All files by name, with the content of the table of grades; in others there are times."""
    names = {str(path.relative_to(out)): path for path in out.rglob("*") if not path.name.startswith((".", GRADEBOOK))}
    return {name: path.read_bytes() if path.suffix == ".csv" else b"" for name, path in names.items()}


if __name__ == "__main__":
    sys.exit(main())
