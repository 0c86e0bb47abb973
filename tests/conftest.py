"""Real parts for tests: the installed command, a real worker of each kind, a small course made on the spot."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from grader.course import Course, load_course
from grader.worker import Worker, start_worker

ROOT = Path(__file__).parents[1]
COMMAND = str(Path(sys.executable).with_name("grader"))


@dataclass
class Run:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


GraderCommand = Callable[..., Run]
TRIPLE = "def triple(x):\n    return 3 * x\n"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FROM_THE_NETWORK = {"gift_reader", "qti_dtd"}  # fixtures that fetch validators


HAS_TORCH = find_spec("torch") is not None
_IMPORTS_TORCH = re.compile(r"^(import|from) torch\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Files that import torch are left out where it is not installed."""
    if HAS_TORCH or collection_path.suffix != ".py":
        return None
    return bool(_IMPORTS_TORCH.search(collection_path.read_text(encoding="utf-8"))) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not HAS_TORCH and item.get_closest_marker("torch"):
            item.add_marker(pytest.mark.skip(reason="torch is not installed"))
        if FROM_THE_NETWORK & {*getattr(item, "fixturenames", ())}:
            item.add_marker(pytest.mark.all)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not HAS_TORCH:
        terminalreporter.write_line("notice: torch is not installed, so the tests that need it were left out")
    if CHROMIUM is None:
        terminalreporter.write_line("notice: no Chromium here, so the tests in a browser were skipped")


# What a script starts in the background ignores Ctrl-C, what `nohup` starts a closed terminal: every command that the
# tests start would, too. A handler is not handed down.
signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def grader(tmp_path: Path, cache: Path) -> GraderCommand:
    """Runs the `grader` command in `tmp_path` (or `cwd`), as a person would."""

    def run(*arguments: object, cwd: Path | None = None, env: dict[str, str] | None = None, **kwargs: Any) -> Run:
        clean = {
            key: value for key, value in os.environ.items() if key not in ("FORCE_COLOR", "COLUMNS", "GRADER_DEBUG")
        }
        done = subprocess.run(
            [COMMAND, *map(str, arguments)],
            cwd=cwd or tmp_path,
            env={**clean, "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1", **(env or {})},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
            **{"stdin": subprocess.DEVNULL, **kwargs},
        )
        return Run(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def course() -> Course:
    """The course of this repository."""
    return load_course(ROOT)


@pytest.fixture(scope="module", params=["forked", "fresh"])
def worker(request: pytest.FixtureRequest) -> Iterator[Worker]:
    """A worker of each kind. On a machine without fork only `fresh` is used."""
    if request.param == "forked" and sys.platform != "linux":
        pytest.skip("forking is only used on Linux")
    with start_worker(request.param, isolation="L0") as made:  # accidents only: nothing is refused
        yield made


@dataclass
class MiniCourse:
    """A course with one exercise, `double`, whose files a test may change."""

    path: Path

    @property
    def exercise(self) -> Path:
        return self.path / "exercises" / "1_basics" / "01_double"

    @property
    def solution(self) -> Path:
        return self.path / "solutions" / "1_basics" / "01_double"

    def write(self, name: str, text: str) -> Path:
        """Write a file of the course; the text may be indented."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return path

    def checks(self, text: str, points: dict[str, float]) -> None:
        """Replace the public checks, and the points that go with them; hidden checks go."""
        head = "import numpy as np\nfrom grader.checks import check, inject\n\n\n"
        (self.exercise / "checks.py").write_text(head + dedent(text).lstrip("\n"), encoding="utf-8")
        (self.solution / "hidden_checks.py").unlink(missing_ok=True)
        self.yaml(points)

    def yaml(self, points: dict[str, float], more: str = "") -> None:
        listed = ", ".join(f"{name}: {value}" for name, value in points.items())
        text = f"""\
title: Double
minutes: 5
difficulty: 1
importance: 1
inputs_unchanged: 0
needs: []
sources: [S0]
points: {{{listed}}}
hints: [Add it to itself., 2 times x., return 2 * x]
idea: Twice a value is the value added to itself.
{more}"""
        (self.exercise / "exercise.yaml").write_text(text, encoding="utf-8")

    def add_triple(self) -> None:
        """A second exercise, `triple`, with one check of 4 points."""
        folder = "1_basics/02_triple"
        self.write(f"exercises/{folder}/README.md", "# Triple\n\nThrice a number.\n")
        self.write(f"exercises/{folder}/stub.py", "def triple(x):\n    raise NotImplementedError\n")
        self.write(f"solutions/{folder}/solution.py", TRIPLE)
        self.write(
            f"exercises/{folder}/checks.py",
            """
            from grader.checks import check


            @check("every value is tripled")
            def triples(impl, rng):
                return impl.triple(rng.normal(size=3))
            """,
        )
        head, _, rest = (self.exercise / "exercise.yaml").read_text().partition("points:")
        self.write(f"exercises/{folder}/exercise.yaml", f"{head}points: {{triples: 4}}\n{rest.partition(chr(10))[2]}")

    def load(self) -> Course:
        return load_course(self.path)


@pytest.fixture
def mini(tmp_path: Path) -> MiniCourse:
    """`double(x)` and `total(x)`: two functions, three public checks, one hidden one, two misconceptions."""
    made = MiniCourse(tmp_path / "mini")
    made.write("course.yaml", "title: A small course\nseed: 7\n")
    made.write("exercises/1_basics/01_double/README.md", "# Double\n\nTwice a number.\n")
    made.write(
        "exercises/1_basics/01_double/stub.py",
        '''
        import numpy as np


        def double(x):
            """Twice x."""
            raise NotImplementedError


        def total(x):
            """The sum of x."""
            raise NotImplementedError
        ''',
    )
    made.write(
        "exercises/1_basics/01_double/checks.py",
        """
        import numpy as np
        from grader.checks import check


        @check("every value is doubled", axes="row column")
        def doubles(impl, rng):
            return impl.double(rng.normal(size=(2, 3)))


        @check("negative values are doubled too", axes="item")
        def negative(impl, rng):
            return impl.double(-rng.uniform(1, 5, size=4))


        @check("the total is the sum")
        def adds(impl, rng):
            return impl.total(rng.normal(size=5))
        """,
    )
    made.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1})
    made.write(
        "solutions/1_basics/01_double/solution.py",
        """
        import numpy as np


        def double(x):
            return 2 * np.asarray(x)


        def total(x):
            return np.sum(x)
        """,
    )
    made.write(
        "solutions/1_basics/01_double/hidden_checks.py",
        """
        from grader.checks import check


        @check("a large case is doubled")
        def secret(impl, rng):
            return impl.double(rng.normal(size=50))
        """,
    )
    made.write(
        "solutions/1_basics/01_double/misconceptions/squared.py",
        '''
        """The value is squared.

        Add the value to itself instead.
        """


        def double(x):
            return x * x
        ''',
    )
    made.write(
        "solutions/1_basics/01_double/misconceptions/absolute.py",
        '''
        """The sign is lost.

        Do not use abs().
        """

        import numpy as np


        def double(x):
            return 2 * np.abs(x)
        ''',
    )
    return made


RIGHT = """
import numpy as np


def double(x):
    return np.add(x, x)


def total(x):
    return float(np.sum(x))
"""


@dataclass
class Checked:
    """A result by check, and how the command ended."""

    code: int
    result: dict[str, Any]

    def __getitem__(self, check: str) -> dict[str, Any]:
        return next(one for one in self.result["checks"] if one["id"] == check)

    def outcomes(self) -> dict[str, str]:
        return {one["id"]: one["outcome"] for one in self.result["checks"]}

    def public(self) -> set[str]:
        """How the checks ended that a student can read; of a hidden one that is never told."""
        return {one["outcome"] for one in self.result["checks"] if not one["hidden"]}


Check = Callable[..., Checked]


@pytest.fixture
def check(grader: GraderCommand, mini: MiniCourse, tmp_path: Path) -> Check:
    """Writes a submission and grades it on the small course."""

    def run(source: str, *options: str) -> Checked:
        (tmp_path / "double.py").write_text(dedent(source).lstrip("\n"), encoding="utf-8")
        done = grader("check", "double", "--course", mini.path, "--json", *options)
        assert "Traceback" not in done.out + done.err
        assert done.err == ""
        return Checked(done.code, done.json)

    return run
