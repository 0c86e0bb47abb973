"""Isolation lets ordinary work be, gives the same grades whatever runs beside, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from grader.course import Course, load_course
from grader.errors import UsageError
from grader.grade import Grader
from grader.submission import Submission, read_submission
from grader.values import Limits
from grader.worker import Request, Task, Worker, start_worker
from tests.conftest import COMMAND, RIGHT, ROOT, GraderCommand, MiniCourse
from tests.helpers import SCAN, answer, children, code, is_gone, one, request, run, until
from tests.hostile.harness import PROGRAMS, make_course, targets

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="levels above L0 are for Linux")

LEVELS = ("L1", "L2", "L3")
AMPLE = Limits(seconds=20, wall_seconds=120)


def start(level: str, packages: Sequence[str] | None = None, **more: Any) -> Worker:
    """A worker at exactly this level, or none if the machine does not offer it."""
    worker = start_worker("forked", isolation=level, **more)
    worker.allow(packages)
    try:
        assert worker.level == level
    except UsageError as problem:
        worker.close()
        pytest.skip(str(problem))
    return worker


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=LEVELS)
def inside(request: pytest.FixtureRequest) -> Iterator[Worker]:
    """A worker of each level that has torch at hand."""
    with start(request.param) as worker:
        worker.load("torch")
        yield worker


# ---- what must still work inside


WORK: dict[str, tuple[str, Any]] = {
    "training": (
        """
        import torch
        def f():
            model = torch.nn.Sequential(torch.nn.Linear(2, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
            optimiser = torch.optim.Adam(model.parameters(), 0.05)
            x = torch.randn(32, 2)
            losses = []
            for _ in range(40):
                optimiser.zero_grad()
                loss = ((model(x) - x.sum(1, keepdim=True)) ** 2).mean()
                loss.backward()
                optimiser.step()
                losses.append(loss.item())
            return losses[-1] < losses[0] / 2
        """,
        True,
    ),
    "convolution": (
        """
        import torch
        def f():
            x = torch.randn(2, 3, 8, 8, requires_grad=True)
            y = torch.nn.Conv2d(3, 4, 3)(x)
            y.sum().backward()
            return [list(y.shape), list(x.grad.shape)]
        """,
        [[2, 4, 6, 6], [2, 3, 8, 8]],
    ),
    "a model saved and loaded": (
        """
        import os, torch
        def f():
            model = torch.nn.Linear(3, 2)
            torch.save(model.state_dict(), "model.pt")
            again = torch.nn.Linear(3, 2)
            again.load_state_dict(torch.load("model.pt", weights_only=True))
            return [bool((model.weight == again.weight).all()), os.listdir()]
        """,
        [True, ["model.pt"]],
    ),
    "batches without workers": (
        """
        import torch
        from torch.utils.data import DataLoader, TensorDataset
        def f(): return [int(batch.sum()) for (batch,) in DataLoader(TensorDataset(torch.arange(8)), batch_size=4)]
        """,
        [6, 22],
    ),
    "more threads for torch": (
        """
        import torch
        def f():
            torch.set_num_threads(2)
            return float((torch.ones(300, 300) @ torch.ones(300, 300)).sum())
        """,
        300.0**3,
    ),
    "temporary files": (
        """
        import os, tempfile
        def f():
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as first:
                with tempfile.NamedTemporaryFile("w+", dir=folder, suffix=".txt") as second:
                    first.write(b"one")
                    second.write("two")
                    first.seek(0)
                    second.seek(0)
                    found = [first.read().decode(), second.read(), len(os.listdir(folder))]
            return [*found, os.listdir()]
        """,
        ["one", "two", 1, []],
    ),
    "threads": (
        """
        import queue, threading
        from concurrent.futures import ThreadPoolExecutor
        def f():
            done = queue.Queue()
            threads = [threading.Thread(target=done.put, args=(n,)) for n in range(4)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            with ThreadPoolExecutor(3) as pool:
                return [sorted(done.get() for _ in threads), list(pool.map(lambda n: n * n, range(5)))]
        """,
        [[0, 1, 2, 3], [0, 1, 4, 9, 16]],
    ),
    "copies": (
        """
        import os, shutil
        from pathlib import Path
        def f():
            os.mkdir("here")
            Path("here/first").write_text("text")
            shutil.copy("here/first", "second")
            shutil.copy2("second", "third")
            shutil.copyfile("third", "fourth")
            shutil.copytree("here", "there")
            shutil.move("fourth", "there/fourth")
            shutil.rmtree("here")
            return [sorted(os.listdir()), sorted(os.listdir("there")), Path("there/fourth").read_text()]
        """,
        [["second", "there", "third"], ["first", "fourth"], "text"],
    ),
    "archives": (
        """
        import shutil
        from pathlib import Path
        def f():
            Path("data").mkdir()
            Path("data/a.txt").write_text("text")
            shutil.unpack_archive(shutil.make_archive("all", "zip", "data"), "out")
            return Path("out/a.txt").read_text()
        """,
        "text",
    ),
    "a database in memory": (
        """
        import sqlite3
        def f():
            with sqlite3.connect(":memory:") as base:
                base.execute("create table words (word text, count int)")
                base.executemany("insert into words values (?, ?)", [("a", 2), ("b", 3)])
                return list(base.execute("select sum(count) from words").fetchone())
        """,
        [5],
    ),
    "an event loop": (
        """
        import asyncio
        async def double(x):
            await asyncio.sleep(0)
            return 2 * x
        async def all_of_them(): return await asyncio.gather(*map(double, range(3)))
        def f(): return asyncio.run(all_of_them())
        """,
        [0, 2, 4],
    ),
    "json and csv files": (
        """
        import csv, json
        def f():
            with open("data.json", "w") as file: json.dump({"a": [1, 2]}, file)
            with open("data.csv", "w", newline="") as file: csv.writer(file).writerows([["x", "y"], [1, 2]])
            with open("data.json") as first, open("data.csv") as second:
                return [json.load(first), list(csv.reader(second))]
        """,
        [{"a": [1, 2]}, [["x", "y"], ["1", "2"]]],
    ),
    "arrays in files": (
        """
        import numpy as np
        def f():
            np.save("a.npy", np.arange(3))
            np.savez("b.npz", x=np.ones(2))
            np.savetxt("c.txt", np.zeros(2))
            mapped = np.memmap("d.bin", dtype="float64", mode="w+", shape=2)
            mapped[:] = 4
            mapped.flush()
            with np.load("b.npz") as kept:
                found = [np.load("a.npy"), kept["x"], np.loadtxt("c.txt"), np.fromfile("d.bin")]
            return [array.tolist() for array in found]
        """,
        [[0, 1, 2], [1, 1], [0, 0], [4, 4]],
    ),
    "logs, dates, the machine's facts": (
        """
        import datetime, logging, os, platform, zoneinfo
        from pathlib import Path
        def f():
            logging.basicConfig(filename="log.txt")
            logging.warning("careful")
            day = datetime.datetime(2024, 7, 1, 12, tzinfo=zoneinfo.ZoneInfo("UTC")).isoformat()
            here = Path.home() == Path.cwd()
            return ["careful" in Path("log.txt").read_text(), day, here, platform.system(), os.cpu_count() > 0]
        """,
        [True, "2024-07-01T12:00:00+00:00", True, "Linux", True],
    ),
}


def test_ordinary_work_is_not_hindered(inside: Worker) -> None:
    requests = [request(answer(source), "return impl.f()", limits=AMPLE) for source, _ in WORK.values()]
    found = {
        what: report.value if report.status == "value" else (report.status, report.error)
        for what, (report,) in zip(WORK, inside.run(requests), strict=True)
    }
    assert found == {what: expected for what, (_, expected) in WORK.items()}


def test_a_plot_can_be_drawn_if_matplotlib_is_installed(inside: Worker) -> None:
    source = """
        try:
            import matplotlib
        except ImportError:
            matplotlib = None
        def f():
            if matplotlib is None: return "not installed"
            matplotlib.use("Agg")
            from matplotlib import pyplot
            pyplot.plot([1, 2, 3])
            pyplot.savefig("plot.png")
            with open("plot.png", "rb") as file: return file.read(4)[1:].decode()
    """
    report = one(inside, source, limits=AMPLE)
    if report.status == "value" and report.value == "not installed":
        pytest.skip("matplotlib is not installed")
    assert (report.status, report.error) == ("value", {})
    assert report.value == "PNG"


def test_data_that_comes_with_a_submission_can_be_read_and_changed(inside: Worker) -> None:
    source = """
        import numpy as np
        from helper import SCALE
        def f():
            numbers = np.loadtxt("data/numbers.csv", delimiter=",")
            with open("data/numbers.csv", "a") as file: file.write("9,9")
            return [(SCALE * numbers).tolist(), np.loadtxt("data/numbers.csv", delimiter=",").tolist()]
    """
    what = answer(source, files=(("data/numbers.csv", b"1,2\n3,4\n"), ("helper.py", b"SCALE = 10")))
    for _ in range(2):  # the second finds the file as it came
        (report,) = inside.run([request(what, "return impl.f()", limits=AMPLE)])[0]
        assert report.value == [[[10, 20], [30, 40]], [[1, 2], [3, 4], [9, 9]]]


def test_every_generator_starts_from_the_seed_of_the_check(inside: Worker) -> None:
    source = """
        import random, numpy, torch
        def f(): return [random.random(), numpy.random.rand(), torch.rand(1).item()]
    """
    values = [one(inside, source, limits=AMPLE, seed=5).value for _ in range(2)]
    assert values[0] == values[1]
    assert values[0][:2] == [random.Random(5).random(), np.random.RandomState(5).rand()]
    assert one(inside, source, limits=AMPLE, seed=6).value[2] != values[0][2]


CANNOT = {
    "subprocess": "import subprocess\ndef f(): return subprocess.run(['true']).returncode",
    "a pipeline": "import subprocess\ndef f(): return subprocess.check_output('ls | wc', shell=True).decode()",
    "a process": """
        import multiprocessing
        def f():
            process = multiprocessing.Process(target=print)
            process.start()
            process.join()
    """,
    "a pool": """
        import multiprocessing
        def f():
            with multiprocessing.Pool(2) as pool: return pool.map(abs, [1, -1])
    """,
    "the network": "import urllib.request\ndef f(): return urllib.request.urlopen('http://127.0.0.1:9').read()",
}


def test_what_cannot_work_says_so_at_once_and_the_next_check_goes_on(inside: Worker) -> None:
    requests = [request(answer(source), "return impl.f()", "return 2", limits=AMPLE) for source in CANNOT.values()]
    for what, (refused, after) in zip(CANNOT, inside.run(requests), strict=True):
        assert (what, refused.status, after.status) == (what, "raised", "value")
        assert {"OSError"} <= set(refused.error["kinds"]), what
        assert len(refused.error["message"].splitlines()) == 1, what
        assert refused.error["frames"][-1][0] == "answer.py", what


MAKES_DO = {
    "batches by workers": (
        """
        import torch
        from torch.utils.data import DataLoader, TensorDataset
        def f():
            data = TensorDataset(torch.arange(8))
            batches = DataLoader(data, 4, num_workers=2, persistent_workers=True, timeout=9, prefetch_factor=3)
            return [[int(batch.sum()) for (batch,) in batches] for epoch in range(2)]
        """,
        [[6, 22], [6, 22]],
        "DataLoader workers are processes, which a check cannot start: the batches are loaded without them.\n",
    ),
    "a compiled function": (
        """
        import torch
        @torch.compile(mode="max-autotune")
        def double(x): return 2 * x
        def f(): return double(torch.arange(3)).tolist()
        """,
        [0, 2, 4],
        "torch.compile needs a compiler, which a check does not have: your code runs uncompiled.\n",
    ),
    "a compiled module": (
        """
        import torch
        def f(): return list(torch.compile(torch.nn.Linear(3, 2))(torch.zeros(5, 3)).shape)
        """,
        [5, 2],
        "torch.compile needs a compiler, which a check does not have: your code runs uncompiled.\n",
    ),
}


def test_what_torch_does_with_processes_is_done_without_them_and_said(inside: Worker) -> None:
    requests = [request(answer(source), "return impl.f()", limits=AMPLE) for source, *_ in MAKES_DO.values()]
    for what, (report,) in zip(MAKES_DO, inside.run(requests), strict=True):
        assert (what, report.status, report.error) == (what, "value", {})
        assert (what, report.value, report.printed) == (what, *MAKES_DO[what][1:])


def test_a_refused_call_is_explained(grader: GraderCommand, mini: MiniCourse, level: str) -> None:
    start(level).close()  # or skip
    starts = "import subprocess\n" + RIGHT.replace("    return", "    subprocess.run(['true'])\n    return", 1)
    done = check_double(grader, mini, "--isolation", level, "--json", answer=starts)
    message = done.json["checks"][0]["message"]
    assert "PermissionError" in message
    assert message.endswith("Remove that.")


# ---- good and bad neighbours


HOSTILE = (
    "exits_cleanly", "patches_numpy", "sends_a_verdict", "takes_over_the_link", "prints_a_pass",
    "claims_a_huge_frame", "floods_stdout", "deep_json", "sends_a_pickle", "slow_to_compile",
    "fork_bomb", "thread_bomb", "memory_bomb_of_arrays", "many_files", "kills_itself",
    "leftover_all_left", "leftover_scratch", "own_memory_searched", "frames_and_garbage", "wreck_of_deep_folders",
)  # fmt: skip
BODIES = (
    "return x + x + 0 * {n}",
    "return {n} * x",
    "return 2 * x - {n}",
    "raise ValueError({n})",
    "return [{n}]",
    "pass  # {n}",
    "print({n})\n    return x * 2",
    "raise SystemExit({n})",
    "return (2 * x).astype('float32') + {n} * 0",
    "return x.nothing_{n}",
    "return double(x)  # {n}",
    "import os; os._exit({n})",
)
WHOLE = (
    "def double(:  # {n}",
    "import nowhere_{n}; nowhere_{n}.x",
    "",
    "def duoble(x): return {n}",
    "1 / 0  # {n}",
    "while True: {n}x",
)


def peaceful(n: int) -> Submission:
    """The n-th of many: right, wrong, or broken in one of many ways."""
    attack = "def attack(target):\n    return None\n\n\n"
    if n == 100:
        source = attack + "def double(x):\n    while True: pass\n"
    elif n % 4 == 3:
        source = WHOLE[n // 4 % len(WHOLE)].format(n=n)
    else:
        source = attack + "def double(x):\n    " + BODIES[(n - n // 4) % len(BODIES)].format(n=n + 3) + "\n"
    return Submission(Path(f"work_{n}.py"), source.encode())


def graded(grader: Grader, course: Any, submission: Submission) -> dict[str, Any]:
    result = grader.grade(course.find("hold"), submission).to_json()
    for check in result["checks"]:
        del check["seconds"]
    return dict(result)


def test_twenty_hostile_submissions_change_nothing_for_the_other_hundred_and_eighty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    hostile = [program for program in PROGRAMS if program.stem in HOSTILE]
    assert len(hostile) == 20
    others = [peaceful(n) for n in range(180)]
    assert len({other.source for other in others}) > 150
    (tmp_path / "targets").mkdir()
    with targets(tmp_path / "targets") as where:
        folder = make_course(tmp_path / "course", where)
        limits = folder / "exercises/1_part/01_hold/exercise.yaml"
        limits.write_text(limits.read_text().replace("scratch_mb: 8", "scratch_mb: 64"))  # as spares have
        course = load_course(folder)
        with start_worker("forked", spares=2) as worker:
            grader = Grader(course, worker)
            alone = [graded(grader, course, other) for other in others]
        with start_worker("forked", spares=2) as worker:
            grader, among = Grader(course, worker), []
            for n, other in enumerate(others):
                if n % 9 == 0:
                    graded(grader, course, read_submission(hostile[n // 9]))
                among.append(graded(grader, course, other))
    outcomes = {check["outcome"] for result in alone for check in result["checks"]}
    assert len(outcomes) >= 9
    assert "grader_error" not in outcomes
    assert among == alone


# ---- children made ahead


def below(pid: int | str = "self") -> set[int]:
    """Every process under this one."""
    try:
        first = children(pid)
    except (FileNotFoundError, ProcessLookupError):  # gone meanwhile
        return set()
    return first.union(*map(below, first))


def ready(before: set[int], count: int) -> set[int]:
    """The spares, once there are `count` of them: the new processes that are no server and have none below."""
    found: set[int] = set()

    def are_there() -> bool:
        nonlocal found
        found = {pid for pid in below() - before - children() if not below(pid) and not is_gone(pid)}
        return len(found) == count

    until(are_there)
    return found


MIXED = (
    "import random\ndef f(): return [random.random(), 1.5]",
    "def f(): return g()",
    "def f(:",
    "import os\ndef f(): os._exit(3)",
    "import numpy\ndef f():\n    print('hello')\n    return numpy.random.rand(3)",
    "import os\ndef f(): return [os.listdir(), sorted(os.environ), len(os.getcwd()) > 1]",
    "import sys\ndef f(): return 'answer' in sys.modules",
    "def f():\n    while True: pass",
    "def f(): return len(bytearray(500 << 20))",
)


def test_children_made_ahead_give_the_same_results(level: str) -> None:
    limits = Limits(seconds=0.3, wall_seconds=60, memory_mb=200)
    requests = [request(answer(source), "return impl.f()", "return rng.normal()", limits=limits) for source in MIXED]
    found = []
    for spares in (0, 3):
        with start(level, spares=spares) as worker:
            found += [worker.run(requests), worker.run(requests[::-1])[::-1]]
    assert found[0] == found[1] == found[2] == found[3]
    prints = [[[report.printed for report in group] for group in groups] for groups in found]
    assert prints[0] == prints[1] == prints[2] == prints[3]
    endings = ["value", "raised", "syntax", "exited", "value", "value", "value", "timed_out", "memory"]
    assert [group[0].status for group in found[0]] == endings


def test_a_child_made_ahead_is_the_one_that_is_used_and_another_takes_its_place(level: str) -> None:
    before = below()
    with start(level, at_once=1, spares=2) as worker:
        one(worker, "def f(): return 1")
        first = ready(before, 2)
        one(worker, "def f(): return 1")
        until(lambda: any(is_gone(pid) for pid in first))
        assert len(ready(before, 2) & first) == 1


def test_no_child_made_before_an_import_is_used_after_it(level: str) -> None:
    source = "import sys\nHAS = 'wave' in sys.modules\ndef f(): return HAS"
    before = below()
    with start(level, at_once=1, spares=3) as worker:
        assert one(worker, source).value is False
        ready(before, 3)
        worker.load("wave")
        assert [one(worker, source).value for _ in range(8)] == [True] * 8


def test_no_child_ordered_before_an_import_is_used_after_it(level: str) -> None:
    """The server is held while one spare is used up, so the order for the next one waits with it."""
    source = "import sys\nHAS = 'wave' in sys.modules\ndef f(): return HAS"
    before = below()
    with start(level, at_once=1, spares=3) as worker:
        one(worker, source)
        spares = ready(before, 3)
        servers = below() - before - spares
        for pid in servers:
            os.kill(pid, signal.SIGSTOP)
        try:
            assert one(worker, source).value is False
            worker.load("wave")
        finally:
            for pid in servers:
                os.kill(pid, signal.SIGCONT)
        assert [one(worker, source).value for _ in range(8)] == [True] * 8


@pytest.mark.parametrize(
    ("source", "limits", "status"),
    [
        ("def f(): return len(bytearray(300 << 20))", Limits(memory_mb=100), "memory"),
        ("def f(): return len(bytearray(300 << 20))", Limits(memory_mb=500), "value"),
        ("def f():\n    while True: pass", Limits(seconds=0.1), "timed_out"),
        ("import time\ndef f(): time.sleep(600)", Limits(seconds=0.1, wall_seconds=1.0), "timed_out"),
        ("def f(): print('x' * 50_000)", Limits(output_mb=0.01), "output"),
        ("def f(): open('a', 'wb').write(bytes(3 << 20))", Limits(scratch_mb=2), "raised"),
        ("def f(): return open('a', 'wb').write(bytes(3 << 20))", Limits(), "value"),
        ("def f(): return open('a', 'wb').write(bytes(70 << 20))", Limits(scratch_mb=80), "value"),
    ],
    ids=["memory", "more memory", "cpu", "clock", "output", "less scratch", "scratch", "more scratch"],
)
def test_the_limits_of_a_request_hold_in_a_child_made_ahead(
    ahead: Worker, source: str, limits: Limits, status: str
) -> None:
    for _ in range(2):
        first, after = run(ahead, source, "return impl.f()", "return 2", limits=limits)
        assert (first.status, after.status) == (status, "value")


@pytest.fixture(scope="module", params=LEVELS)
def ahead(request: pytest.FixtureRequest) -> Iterator[Worker]:
    """A worker with children ready."""
    before = below()
    with start(request.param, at_once=1, spares=2) as worker:
        one(worker, "def f(): return 1")
        ready(before, 2)
        yield worker


# ---- levels


def check_double(grader: GraderCommand, mini: MiniCourse, *more: str, answer: str = RIGHT) -> Any:
    file = mini.path.parent / "double.py"
    file.write_text(answer)
    return grader("check", "double", "--submission", file, "--course", mini.path, *more)


def test_a_level_that_does_not_exist_is_refused(grader: GraderCommand, mini: MiniCourse) -> None:
    done = check_double(grader, mini, "--isolation", "L9")
    assert (done.code, done.out) == (2, "")
    assert "L9" in done.err
    assert "L3" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("asked", ["L0", *LEVELS])
def test_the_result_tells_the_level_that_was_asked_for(grader: GraderCommand, mini: MiniCourse, asked: str) -> None:
    if asked != "L0":
        start(asked).close()  # or skip
    done = check_double(grader, mini, "--isolation", asked, "--json")
    assert done.code == 0, done.err
    assert done.json["isolation"] == asked


def test_the_result_tells_the_best_level_if_none_was_asked_for(grader: GraderCommand, mini: MiniCourse) -> None:
    with start_worker("forked") as worker:
        best = worker.level
    assert check_double(grader, mini, "--json").json["isolation"] == best


AS_USER = """
    import os, sys
    from tests.hostile.as_user import become_user

    folder, command = sys.argv[1], sys.argv[2:]
    become_user(folder)
    os.environ.update(XDG_CACHE_HOME=folder + "/cache", NO_COLOR="1")
    os.execv(command[0], command)
"""


def as_user(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """The `grader` command, run by an ordinary user."""
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    command = [sys.executable, "-c", dedent(AS_USER), folder, COMMAND, *arguments]
    return subprocess.run(
        [str(word) for word in command], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


def test_an_ordinary_user_who_asks_for_root_isolation_is_told_what_is_missing_and_how_to_get_it(
    mini: MiniCourse, tmp_path: Path
) -> None:
    file = tmp_path / "double.py"
    file.write_text(RIGHT)
    ask = ("check", "double", "--submission", file, "--course", mini.path, "--json", "--isolation")
    done = as_user(tmp_path, *ask, "L3")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not L3; missing: root (" in done.stderr
    assert "run the grader as root" in done.stderr
    assert "Traceback" not in done.stderr
    less = as_user(tmp_path, *ask, "L1")
    assert less.returncode == 0, less.stderr
    assert json.loads(less.stdout)["isolation"] == "L1"


def test_nothing_runs_with_less_isolation_than_was_asked_for(tmp_path: Path) -> None:
    trace = tmp_path / "it_ran"
    source = f"open({str(trace)!r}, 'w').close()\ndef f(): return 1"
    with start_worker("fresh", isolation="L1") as worker, pytest.raises(UsageError, match="L0, not L1"):
        one(worker, source)
    assert not trace.exists()
    with start_worker("fresh", isolation="L0") as worker:
        one(worker, source)
    assert trace.exists()


PRIMITIVES = {"root", "user namespaces", "landlock", "seccomp", "mounts"}
PROBES = ("reading files", "network socket", "starting a process", "running a program", "signal", "memory", "scratch")


def test_the_doctor_lists_what_isolation_is_made_of_and_what_probing_it_gave(grader: GraderCommand) -> None:
    done = grader("doctor")
    assert done.code == 0, done.out + done.err
    assert all(word in done.out for word in (*PRIMITIVES, *PROBES, "numpy", "torch", "accelerator"))
    assert "must not" not in done.out


def test_the_doctor_tells_the_same_as_json(grader: GraderCommand) -> None:
    with start_worker("forked") as worker:
        best = worker.level
    done = grader("doctor", "--json")
    assert (done.code, done.err) == (0, "")
    facts = done.json
    assert facts["schema"] == 1
    assert facts["isolation"] == best
    assert set(facts["primitives"]) == PRIMITIVES
    assert all(any(word in probe["what"] for probe in facts["probes"]) for word in PROBES if best != "L0")
    assert all(probe["holds"] is True for probe in facts["probes"])


# ---- scratch, and what is left behind


def test_many_files_together_cannot_fill_more_than_the_scratch_folder_holds(level: str) -> None:
    if level == "L1":
        pytest.skip("a cap on all files together needs a file system of one's own")
    source = """
        import errno
        def f():
            for n in range(100):
                try:
                    with open(f"file{n}", "wb") as file: file.write(bytes(1 << 20))
                except OSError as problem: return [n, errno.errorcode[problem.errno]]
    """
    with start(level) as worker:
        for megabytes in (3, 9):
            assert one(worker, source, limits=Limits(scratch_mb=megabytes)).value == [megabytes, "ENOSPC"]


def test_one_file_cannot_be_larger_than_the_scratch_folder(level: str) -> None:
    source = "def f():\n    with open('file', 'wb') as file: file.write(bytes(5 << 20))"
    with start(level) as worker:
        refused, after = run(worker, source, "return impl.f()", "return 2", limits=Limits(scratch_mb=4))
    assert (refused.status, refused.error["type"], after.status) == ("raised", "OSError", "value")


def in_tmp() -> set[Path]:
    return set(Path("/tmp").glob("grader-*"))


def namespaces(pids: set[int]) -> set[str]:
    found = set()
    for pid in pids:
        for kind in ("mnt", "pid", "net", "ipc", "uts", "user"):
            try:
                found.add(str(Path(f"/proc/{pid}/ns/{kind}").readlink()))
            except OSError:  # gone, or not ours to look at
                continue
    return found


def everybody() -> set[int]:
    return {int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()}


UNTIDY = (
    "open('file', 'w').write('x')\ndef f(): return 1",
    "import os\nos.makedirs('a/b/c')\ndef f(): os._exit(0)",
    "import tempfile\nKEPT = tempfile.mkdtemp()\ndef f():\n    while True: pass",
    "import threading, time\ndef f(): threading.Thread(target=time.sleep, args=(600,)).start()",
    "import os\ndef f():\n    os.mkdir('closed', 0)\n    os.kill(os.getpid(), 9)",
)


@pytest.mark.parametrize("asked", ["L0", *LEVELS])
def test_nothing_is_left_when_a_worker_is_closed(asked: str) -> None:
    """No file, no process, no mount, no namespace; with children ready that were never used."""
    files, processes, mounts = in_tmp(), below(), Path("/proc/self/mountinfo").read_text()
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    limits = Limits(seconds=0.1, wall_seconds=60)
    with start(asked, spares=2) as worker:
        worker.run([request(answer(source), "return impl.f()", "return 2", limits=limits) for source in UNTIDY])
        ready(processes, 2)
        started = below() - processes
        apart = namespaces(started) - namespaces({os.getpid()})
        assert Path("/proc/self/mountinfo").read_text() == mounts
    if os.getuid() == 0:
        assert bool(apart) == (asked in ("L2", "L3"))
    until(lambda: all(is_gone(pid) for pid in started))
    until(lambda: not namespaces(everybody()) & apart)
    assert below() == processes
    assert Path("/proc/self/mountinfo").read_text() == mounts
    assert len(list(Path("/proc/self/fd").iterdir())) == descriptors
    left = in_tmp() - files  # those of tests that run beside this one go, too
    until(lambda: not any(path.exists() for path in left))


# ---- what is kept from a child


HIDDEN = """
    from grader.checks import check


    @check("a large case is doubled")
    def secret(impl, rng):
        "marker-1111"
        return impl.double(rng.normal(size=50))


    @check("a larger case is doubled")
    def other(impl, rng):
        "marker-2222"
        return impl.double(rng.normal(size=60))
"""
SPY = """
EARLY = scan(rb"marker-[0-9]{4}")
import numpy as np


def double(x):
    now = [word[-4:] for word in scan(rb"marker-[0-9]{4}")]
    hidden = {50: "1111", 60: "2222"}.get(np.size(x))
    return 2 * np.asarray(x) if EARLY == [] and (hidden in now if hidden else now == []) else "found"


def total(x):
    return np.sum(x)
"""


def test_no_hidden_check_is_in_a_childs_memory_before_all_public_ones_have_ended(mini: MiniCourse) -> None:
    """The submission searches its own memory, which only L0 allows; it is right only if it finds them only then."""
    (mini.solution / "hidden_checks.py").write_text(dedent(HIDDEN).lstrip())
    mini.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1, "other": 1}, "limits: {seconds: 20}\n")
    spy = Submission(Path("double.py"), code(SCAN) + SPY.encode())
    course = mini.load()
    for spares in (0, 2):
        with start_worker("forked", isolation="L0", spares=spares) as worker:
            for _ in range(2):
                result = Grader(course, worker, keep=False).grade(course.find("double"), spy)
                assert {check.id: check.outcome.value for check in result.checks} == dict.fromkeys(
                    ("doubles", "negative", "adds", "secret", "other"), "passed"
                )


def test_hidden_checks_tell_no_seconds_no_prints_and_no_reasons(mini: MiniCourse, level: str) -> None:
    source = b"import time\ndef double(x):\n    print('seen')\n    time.sleep(0.02)\n    return 3\n"
    course = mini.load()
    with start(level) as worker:
        result = Grader(course, worker, keep=False).grade(course.find("double"), Submission(Path("d.py"), source))
    public = next(check for check in result.checks if check.id == "doubles")
    hidden = next(check for check in result.checks if check.hidden)
    assert public.seconds > 0
    assert (public.printed, bool(public.message)) == ("seen\n", True)
    empty = {"seconds": 0.0, "printed": "", "message": "", "details": (), "diagnosis": None, "advice": None}
    assert {key: value for key, value in asdict(hidden).items() if key in empty} == empty


def test_the_source_of_a_hidden_check_has_not_arrived_while_a_public_one_runs(level: str) -> None:
    """At the levels where memory cannot be read: nothing that Python can reach holds it, nor does the link."""
    source = """
        import gc, os, re, select, sys
        def texts():
            for thing in gc.get_objects():
                yield from (v for v in (thing.values() if type(thing) is dict else ()) if type(v) in (str, bytes))
            frame = sys._getframe()
            while frame is not None:
                held = list(frame.f_locals.values())
                held += [v for d in held if type(d) is dict for v in d.values()]  # gc knows no dict of plain values
                yield from (v for v in held if type(v) in (str, bytes))
                frame = frame.f_back
        def f():
            words = {word for text in list(texts()) for word in re.findall("mark-([a-z]+)", str(text))}
            waiting = select.select([n for n in range(3, 20) if is_open(n)], [], [], 0)[0]
            return [sorted(words), waiting]
        def is_open(n):
            try: os.fstat(n)
            except OSError: return False
            return True
    """
    public, hidden = (
        Task(f"c{n}", f"def c{n}(impl, rng):\n    'mark-{word}'\n    return impl.f()\n".encode(), 1, seconds=20)
        for n, word in enumerate(("one", "two"))
    )
    with start(level) as worker:
        (reports,) = worker.run([Request(answer(source), (public,), AMPLE, (hidden,))])
    assert reports[0].value == [["one"], []]
    assert "two" in reports[1].value[0]  # so it would have been found


# ---- the packages of a course


def listing(mini: MiniCourse, *packages: str) -> Course:
    mini.write("course.yaml", f"title: A small course\nseed: 7\npackages: [{', '.join(packages)}]\n")
    return mini.load()


NOT_MORE = "A solution can import Python's own modules and the packages of the course"


def missing(module: str, line: int = 1) -> tuple[str, str]:
    """Outcome and message where it is imported in that line and used; in line 0 by other means."""
    where = f" (imported in double.py, line {line})" if line else ""
    return "import_error", f"double.py could not be imported: No module named '{module}'{where}. {NOT_MORE}"


PASSED = ("passed", "")
LAZY = RIGHT.replace("    return np.add(x, x)", "    import click\n    return np.add(x, x)")
ALLOWED = {  # what a submission begins with → what becomes of it in a course of numpy alone
    "": PASSED,
    "import numpy.linalg, sqlite3, unittest.mock, xml.dom, zoneinfo": PASSED,
    "import torch; torch.ones": missing("torch"),
    "import click; click.echo": missing("click"),
    "from click.core import Command; Command()": missing("click"),
    "import nowhere; nowhere.x": missing("nowhere"),
    "import torch, click, nowhere": PASSED,  # and never used
    "import importlib\nimportlib.import_module('tor' + 'ch')": missing("torch", 0),
    "import importlib, sys\nimportlib.invalidate_caches()\nimport click; click.echo": missing("click", 3),
    "if True:\n    import click": missing("click", 0),
    "try:\n    import torch, click\nexcept ImportError:\n    torch = None": PASSED,
    "try:\n    import click\nexcept ImportError:\n    click = None": PASSED,
    "# torch is only mentioned": PASSED,
}


def test_a_submission_can_import_what_the_course_lists_and_nothing_else(mini: MiniCourse, level: str) -> None:
    pytest.importorskip("torch")
    course = listing(mini, "numpy")
    found = {}
    with start(level, course.packages) as worker:
        grader = Grader(course, worker, keep=False)
        for head in ALLOWED:
            submission = Submission(Path("double.py"), f"{head}\n{RIGHT}".encode())
            result = grader.grade(course.find("double"), submission)
            (found[head],) = {(str(check.outcome), check.message) for check in result.checks if not check.hidden}
            assert result.score == (result.max_score if found[head] == PASSED else 0), "no points by a fault of ours"
        late = grader.grade(course.find("double"), Submission(Path("double.py"), LAZY.encode())).checks[0]
    assert found == ALLOWED
    why = f"raised ModuleNotFoundError: No module named 'click'. {NOT_MORE}"
    assert (str(late.outcome), late.message) == ("exception", why)


def test_a_listed_package_comes_with_what_it_requires(mini: MiniCourse, level: str) -> None:
    pytest.importorskip("torch")
    course = listing(mini, "Torch")
    heads = {
        "import torch, numpy, sympy, typing_extensions\nassert torch.ones(2).sum() == 2": PASSED,
        "import click; click.echo": missing("click"),
    }
    with start(level, course.packages) as worker:
        grader = Grader(course, worker, keep=False)
        for head, expected in heads.items():
            submission = Submission(Path("double.py"), f"{head}\n{RIGHT}".encode())
            check = grader.grade(course.find("double"), submission).checks[0]
            assert (str(check.outcome), check.message) == expected


def test_no_file_of_other_packages_of_the_grader_or_of_a_course_can_be_read(mini: MiniCourse, level: str) -> None:
    import click

    site = Path(np.__file__).parents[1]
    open_to_it = [site / "numpy/__init__.py", ROOT / "grader/checks.py", ROOT / "grader/worker/child.py", os.__file__]
    closed = [
        click.__file__, site / "msgspec/__init__.py", site / "pip/__init__.py",
        *(ROOT / "grader" / name for name in ("course/load.py", "grade/grader.py", "processes.py", "results.py")),
        ROOT / "course.yaml", ROOT / "solutions/2_attention/03_softmax/solution.py", ROOT / "tests/conftest.py",
        mini.path / "course.yaml", mini.exercise / "checks.py", mini.exercise / "stub.py",
        mini.solution / "solution.py", mini.solution / "hidden_checks.py",
    ]  # fmt: skip
    folders = [site / "click", site, ROOT, ROOT / "grader/course", ROOT / "exercises", mini.path, mini.exercise]
    assert all(Path(path).exists() for path in (*open_to_it, *closed[3:], *folders))
    source = """
        import os
        def can_read(path):
            try:
                with open(path, "rb") as file: return file.read(1) is not None
            except OSError: return False
        def can_list(path):
            try: return [name for name in os.listdir(path) if name == "click" or not path.endswith("site-packages")]
            except OSError: return []
    """
    bodies = [
        f"return [path for path in {[str(path) for path in (*open_to_it, *closed)]!r} if impl.can_read(path)]",
        f"return [path for path in {[str(path) for path in folders]!r} if impl.can_list(path)]",
    ]
    with start(level, ("numpy",)) as worker:
        readable, listed = run(worker, source, *bodies, limits=AMPLE)
    assert readable.value == [str(path) for path in open_to_it]
    assert [path for path in listed.value if path != str(ROOT)] == []  # of ROOT its own part is there, at most


def test_the_packages_of_the_course_hold_in_every_command(grader: GraderCommand, mini: MiniCourse, level: str) -> None:
    start(level).close()  # or skip
    listing(mini, "numpy")
    refused = check_double(grader, mini, "--isolation", level, "--json", answer=f"import click; click.echo\n{RIGHT}")
    assert (refused.json["checks"][0]["outcome"], refused.json["checks"][0]["message"]) == missing("click")
    listing(mini, "numpy", "click")
    assert check_double(grader, mini, "--isolation", level, answer=f"import click\n{RIGHT}").code == 0


def test_an_author_proves_an_exercise_with_the_packages_of_the_course(grader: GraderCommand, mini: MiniCourse) -> None:
    with start_worker("forked") as worker:
        if worker.level == "L0":
            pytest.skip("nothing is closed at L0")
    reference = mini.solution / "solution.py"
    text = reference.read_text().replace("    return np.sum(x)", "    click.style(str(x))\n    return np.sum(x)")
    reference.write_text(f"import click\n{text}")
    listing(mini, "numpy")
    refused = grader("author", "check", "--course", mini.path)
    assert "does not pass 'adds' (the reference did not run)" in refused.out, refused.err
    listing(mini, "numpy", "click")
    done = grader("author", "check", "--course", mini.path, "--mutate", "--json").json
    assert (done["proofs"][0]["caught"], done["proofs"][0]["misconceptions"]) == (2, 2)
    (mutation,) = done["mutations"]
    assert "click.style" in str(mutation["survivors"]), "it runs, and nobody misses that line"
