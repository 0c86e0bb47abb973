"""Makes the pictures of the documents from the real commands:  make screenshots

A student's workspace and a graded class are made anew; every command runs on a terminal, and pages are opened in
Chromium. `--out DIR` writes elsewhere. Look at every picture before you commit it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.helpers import Terminal
from tools.screenshots.terminal import played, to_svg

ROOT = Path(__file__).parents[2]
COMMAND = str(Path(sys.executable).with_name("grader"))
PROMPT = "\x1b[32m$\x1b[0m "
ENCODING = "solutions/3_blocks/02_positional_encoding/solution.py"
MISTAKE = "misconceptions/mask_after_softmax.py"
COLUMNS = 90


class Studio:
    """A folder with a student's workspace and a graded class in it."""

    def __init__(self, folder: Path, out: Path) -> None:
        self.folder, self.out = folder, out
        self.work = folder / "attention-exercises"
        self.env = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        self.env |= {"XDG_CACHE_HOME": str(folder / "cache"), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        self.env |= {"COLORTERM": "truecolor", "PATH": f"{Path(COMMAND).parent}{os.pathsep}{self.env['PATH']}"}

    def prepare(self) -> None:
        """A student who has passed the first part and softmax, and a class that has handed in."""
        self.run(f"init {self.work} --course {ROOT}", self.folder)
        for solution in [*(ROOT / "solutions").glob("1_*/*/solution.py"), ROOT / ENCODING]:
            self.answer(solution.parts[-3], solution.parts[-2], solution.read_text(encoding="utf-8"))
        self.answer("2_attention", "03_softmax", (ROOT / "examples/right.py").read_text(encoding="utf-8"))
        self.run("check --all", self.work)
        masking = ROOT / "solutions/2_attention/06_masking"
        right = (masking / "solution.py").read_text(encoding="utf-8").partition("def masked_softmax")[0]
        wrong = (masking / MISTAKE).read_text(encoding="utf-8").partition("import numpy as np\n")[2]
        self.answer("2_attention", "06_masking", f"{right.rstrip()}\n\n\n{wrong.lstrip()}")
        shutil.copytree(ROOT / "examples/class", self.folder / "class")
        self.run(f"batch class/submissions --roster class/roster.csv --out class --course {ROOT}", self.folder)

    def answer(self, part: str, folder: str, program: str) -> None:
        (self.work / part / folder / f"{folder[3:]}.py").write_text(program, encoding="utf-8")

    def run(self, command: str, folder: Path) -> None:
        subprocess.run([COMMAND, *command.split()], cwd=folder, env=self.env, stdout=subprocess.DEVNULL, check=True)

    def lines(self, name: str, command: str, folder: Path | None = None) -> None:
        """What a command prints, below its prompt. `folder`: where it runs, by default in the workspace."""
        terminal = self.terminal(command, 80, folder or self.work)
        while terminal.hear():
            pass
        self.save(name, f"{PROMPT}grader {command}\r\n{terminal.raw}", 80, folder or self.work)

    def screen(self, name: str, command: str, act: Callable[[Terminal], None]) -> None:
        """What a full screen shows after somebody has done something there."""
        terminal = self.terminal(command, 30, self.work)
        act(terminal)
        self.save(name, terminal.raw, 30, self.work)
        terminal.process.close(force=True)

    def terminal(self, command: str, rows: int, folder: Path) -> Terminal:
        return Terminal(COMMAND, *command.split(), cwd=folder, env=self.env, rows=rows, columns=COLUMNS)

    def save(self, name: str, written: str, rows: int, folder: Path) -> None:
        drawn = to_svg(played(written, COLUMNS, rows), folder.name)
        (self.out / f"{name}.svg").write_text(drawn, encoding="utf-8")

    def page(self, name: str, path: str, width: int, height: int) -> None:
        """A page in a browser, light and dark."""
        browser = shutil.which("chromium") or shutil.which("chromium-browser")
        if browser is None:
            sys.exit("there is no Chromium here to make pictures of pages")
        for scheme, number in (("dark", 0), ("light", 1)):
            command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
            command += [f"--user-data-dir={self.folder / 'browser'}", "--hide-scrollbars"]
            command += [f"--blink-settings=preferredColorScheme={number}", f"--window-size={width},{height}"]
            command += [f"--screenshot={self.out / f'{name}-{scheme}.png'}", (self.folder / path).as_uri()]
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, check=True)


def watch(terminal: Terminal) -> None:
    terminal.until("mask is applied")


def quiz(terminal: Terminal) -> None:
    terminal.until("Question 1 of")
    terminal.press("b")
    terminal.until("(•)")
    terminal.press("\r")
    terminal.until("Enter next")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "pictures")
    out = parser.parse_args().out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(Path(folder), out)
        studio.prepare()
        studio.lines("check", "check masking --only hides_the_future")
        studio.lines("list", "list --part 2")
        studio.lines("try", "try positional_encoding 12 16")
        studio.screen("watch", "watch masking", watch)
        studio.screen("quiz", "quiz take attention --seed 1", quiz)
        studio.run("author new-course statistics", studio.folder)
        studio.lines("author", "author check", studio.folder / "statistics")
        studio.page("report", "class/report.html", 1000, 938)
        studio.page("feedback", "class/feedback/s1009.html", 800, 1100)


if __name__ == "__main__":
    main()
