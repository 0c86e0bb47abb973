"""Plain code shares its child among checks, hidden ones too, and with the next plain code of its owner. Whatever it
does there, every check gets the report it gets alone, and nobody else pays for it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import numpy as np
import pytest

from grader import grade_batch
from grader.batch import local
from grader.batch.local import Local
from grader.batch.station import Done, Job, Order, Station
from grader.course import Course, Exercise
from grader.errors import GraderFault
from grader.grade import Grader, salted
from grader.grade.judges import Judges
from grader.grade.plan import of_submission, requests_for
from grader.results import ExerciseResult, Outcome
from grader.store import GRADEBOOK, Gradebook
from grader.submission import Submission
from grader.worker import Implementation, Layer, Limits, Report, Request, Task, Worker, encode_value, start_worker, wire
from grader.worker import run as run_module
from grader.worker.prints import READ, SHOWN, Prints
from grader.worker.run import Run
from grader.worker.spawn import Child
from tests.conftest import RIGHT, MiniCourse
from tests.test_worker import (
    IMPATIENT,
    answer,
    checks,
    children,
    code,
    eventually,
    is_gone,
    last_line,
    linux_only,
    request,
    run,
    statuses,
    until,
)

BRIEF = Limits(seconds=0.3, wall_seconds=30.0)
PATIENT = Limits(seconds=10.0, wall_seconds=60.0)
TWICE = "def f(x):\n    return 2 * x\n"
LOUD = "def f(*words):\n    print(*words)\n    return len(words)\n"
NOT_PLAIN = "import os\n"  # before plain code: the same code, and no longer plain
PID = "import os\nreturn os.getpid()"  # a check may look; plain code cannot
LOOPS = "def f(x):\n    n = 0\n    while x:\n        n += 1\n    return n\n"
FLOODS = "def f(x):\n    while x:\n        print('x' * 1000)\n    return 0\n"
GREEDY = "import numpy as np\ndef f(x):\n    return np.ones(10**11 if x else 1)\n"
CRASHES = """
    def f(x):
        it = iter([1])
        for _ in range(500_000 if x else 1):
            it = filter(None, it)
        return next(it)  # so many calls in C are too many for the stack
"""


class Hands:
    """A worker that counts the children it starts."""

    def __init__(self, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
        self.worker = worker
        self.children: list[Child] = []
        spawn = worker._spawner.spawn

        def counted(limits: Limits) -> Child:
            self.children.append(spawn(limits))
            return self.children[-1]

        monkeypatch.setattr(worker._spawner, "spawn", counted)

    def run(self, asked: Request) -> list[Report]:
        (reports,) = self.worker.run([asked])
        return reports

    def started(self, asked: Request) -> int:
        """How many children it took."""
        before = len(self.children)
        self.run(asked)
        return len(self.children) - before


@pytest.fixture
def hands(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(worker, monkeypatch)


@pytest.fixture(scope="module")
def quick_worker() -> Iterator[Worker]:
    """For what takes many children: where they can be forked, they are."""
    with start_worker(isolation="L0") as made:
        yield made


@pytest.fixture
def quick(quick_worker: Worker, monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(quick_worker, monkeypatch)


@pytest.fixture
def owner(request: pytest.FixtureRequest) -> str:
    """Somebody who has run nothing yet."""
    return str(request.node.nodeid)


def hidden_task(name: str, body: str, **more: Any) -> Task:
    """A hidden check travels alone, in a file of its own."""
    source = f"import numpy as np\ndef {name}(impl, rng):\n{indent(dedent(body), '    ')}\n"
    return Task(name, source.encode(), **{"seed": 70, **more})


def ask(
    source: str | Implementation, *public: str, hidden: tuple[str, ...] = (), limits: Limits = BRIEF, **more: Any
) -> Request:
    """Checks c0, c1, … with these bodies, then hidden ones h0, h1, … Nobody asks whether the code is plain if there are
    none of these and no owner."""
    file = checks(*public)
    tasks = tuple(Task(f"c{n}", file, 11 + n, seconds=limits.seconds) for n in range(len(public)))
    apart = tuple(hidden_task(f"h{n}", body, seconds=limits.seconds) for n, body in enumerate(hidden))
    what = answer(source) if isinstance(source, str) else source
    return Request(what, tasks, limits, **{"eager": True, "apart": apart, **more})


def calls(*arguments: str) -> tuple[str, ...]:
    return tuple(f"return impl.f({argument})" for argument in arguments)


def printed(reports: list[Report]) -> list[str]:
    return [report.printed for report in reports]


def values(reports: list[Report]) -> list[Any]:
    return [report.value for report in reports]


# ---- who gets a child of their own


def test_plain_code_runs_all_its_checks_in_one_child_and_other_code_hidden_ones_apart(hands: Hands) -> None:
    (one,) = {report.value for report in hands.run(ask(TWICE, PID, PID, hidden=(PID, PID)))}
    assert len(hands.children) == 1
    first, second, *hidden = values(hands.run(ask(NOT_PLAIN + TWICE, PID, PID, hidden=(PID, PID))))
    assert first == second
    assert len({one, first, *hidden}) == 4


def test_what_other_code_remembers_never_reaches_a_hidden_check(quick: Hands) -> None:
    source = "seen = []\ndef f(x):\n    seen.append(x)\n    return list(seen)"
    assert values(quick.run(ask(source, *calls("1", "2"), hidden=calls("3", "4")))) == [[1], [1, 2], [3], [4]]
    assert len(quick.children) == 3


def test_what_a_public_check_puts_into_the_module_is_gone_for_hidden_ones(quick: Hands) -> None:
    spoil = "impl.f = lambda x: 'spoilt'\nimpl.extra = 1\nreturn impl.f(1)"
    look = "return [impl.f(1), hasattr(impl, 'extra')]"
    reports = quick.run(ask(TWICE, spoil, look, hidden=(spoil, look)))
    assert values(reports) == ["spoilt", ["spoilt", True], "spoilt", [2, False]]
    assert len(quick.children) == 1


def test_plain_code_gets_its_checks_at_once_and_other_code_one_by_one(
    quick: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet: set[int] = set()
    write = Run.write

    def noted(run: Run) -> None:
        write(run)
        quiet.update([id(run.request)] if run.quiet else [])

    monkeypatch.setattr(Run, "write", noted)
    plain = ask(TWICE, *calls("1", "2", "3"), hidden=calls("4"))
    listened = replace(plain, listener=Heard())
    other = ask(NOT_PLAIN + TWICE, *calls("1", "2", "3"), hidden=calls("4"))
    assert [values(reports) for reports in quick.worker.run([plain, listened, other])] == [[2, 4, 6, 8]] * 3
    assert quiet == {id(plain)}


def test_reports_come_in_order_whoever_shares(quick: Hands) -> None:
    sources = [TWICE, NOT_PLAIN + TWICE, TWICE, "def f(x:", NOT_PLAIN + TWICE]
    asked = [ask(source, *calls(str(n), str(n + 1)), hidden=calls("7", "8")) for n, source in enumerate(sources)]
    heard: list[int] = []
    found = quick.worker.run(asked, heard.append)
    assert [[report.check for report in reports] for reports in found] == [["c0", "c1", "h0", "h1"]] * 5
    for n, reports in enumerate(found):
        assert statuses(reports) == (["syntax"] * 4 if n == 3 else ["value"] * 4)
        assert n == 3 or values(reports) == [2 * n, 2 * n + 2, 14, 16]
    assert heard == [1] * 5, "one for every request, however many children it took"


@pytest.mark.parametrize("first", ["", NOT_PLAIN])
def test_hidden_checks_need_no_public_ones(hands: Hands, first: str) -> None:
    reports = hands.run(ask(first + TWICE, hidden=("return [impl.f(1), rng.normal()]", *calls("2"))))
    assert values(reports) == [[2, np.random.RandomState(70).normal()], 4]


def test_a_source_that_is_no_python_fails_every_check_in_one_child(hands: Hands) -> None:
    for public in (calls("1", "2"), ()):
        hands.children.clear()
        reports = hands.run(ask("def f(x):\n    return x\n\ndef g(:\n", *public, hidden=calls("3", "4")))
        assert statuses(reports) == ["syntax"] * (len(public) + 2)
        assert {report.error["line"] for report in reports} == {4}
        assert len(hands.children) == 1


def test_a_function_that_is_missing_costs_the_checks_that_ask_for_it(hands: Hands) -> None:
    reports = hands.run(ask(TWICE, "return impl.g(1)", *calls("2"), hidden=("return impl.g(3)", *calls("4"))))
    assert statuses(reports) == ["missing", "value"] * 2
    assert reports[0].error == reports[2].error == {"name": "g", "defines": ["f"]}
    assert len(hands.children) == 1


def test_what_re_has_compiled_is_compiled_again_for_hidden_checks_and_the_next_code(quick: Hands, owner: str) -> None:
    """Where it was compiled with 2, it is found with 2.0: what was compiled before could be told from that."""
    source = """
        import re

        def f(note):
            if note:
                re.search("noted", "", 2)
            try:
                return re.search("noted", "", 2.0) is None
            except TypeError:
                return False
    """
    for _ in range(2):
        asked = ask(source, *calls("0", "1"), hidden=calls("0", "1", "0"), owner=owner)
        assert values(quick.run(asked)) == [False, True, False, True, False]
    assert len(quick.children) == 1


def test_memory_that_only_garbage_holds_is_free_for_the_next_hidden_check_and_code(quick: Hands, owner: str) -> None:
    """A function that calls itself by a name of the function around it, and what it sees there, are a cycle."""
    source = """
        import numpy as np

        def f(n):
            data = np.zeros(n)
            def walk(i):
                return data[i] + (walk(i - 1) if i else 1)
            return walk(5)
    """
    limits = replace(PATIENT, memory_mb=512)
    for _ in range(2):
        asked = ask(source, *calls("30_000_000"), hidden=calls(*["30_000_000"] * 3), owner=owner, limits=limits)
        assert statuses(quick.run(asked)) == ["value"] * 4
    assert len(quick.children) == 1


def test_a_hidden_check_finds_what_is_provided_as_it_was(quick: Hands) -> None:
    """A check may hand out what the author provides, and any code can write into a list that it is given."""
    what = Implementation(
        (Layer("answer", "answer.py", b"def f(seen):\n    seen.append(1)\n    return len(seen)\n"),),
        (Layer("provided", "provided.py", b"SEEN = []\n"),),
    )
    hand = "from provided import SEEN\nreturn impl.f(SEEN)"
    assert values(quick.run(ask(what, hand, hand, hidden=(hand, hand)))) == [1, 2, 1, 1]
    assert len(quick.children) == 1


# ---- what was printed, and by whom


def test_what_each_check_prints_is_told_with_that_check(hands: Hands) -> None:
    source = LOUD + "def lines(n):\n    for k in range(n):\n        print(k)\n"
    bodies = (
        "return 0",
        "return impl.f('one')",
        "return impl.f('é' * 30_001)",  # a character lies across what is read at once
        "print('ü', end='')\nreturn impl.f('\\ud800')",
        "return 0",
        "return impl.f('😀' * 9000)",
        "return impl.lines(300)",
        "return impl.f()",
        "return impl.f('x' * 3999)",
        "return impl.f('last')",
    )
    reports = hands.run(ask(source, *bodies, hidden=("return impl.f('secret')", "return 0", *calls("1, 2"))))
    assert printed(reports) == [
        "",
        "one\n",
        "é" * SHOWN + "…",
        "ü\\ud800\n",
        "",
        "😀" * SHOWN + "…",
        "".join(f"{k}\n" for k in range(300)),
        "\n",
        "x" * 3999 + "\n",
        "last\n",
        "secret\n",
        "",
        "1 2\n",
    ]
    assert len(hands.children) == 1


def test_warnings_are_told_with_the_check_that_they_came_up_in(hands: Hands) -> None:
    source = "import numpy as np\ndef f(x):\n    print('before')\n    return np.log(x)\ndef g(x):\n    return x is 1\n"
    reports = hands.run(ask(source, "return 0", *calls("1.0", "0.0", "1.0"), hidden=calls("0.0")))
    loading, fine, warned, after, hidden = printed(reports)
    assert "answer.py:6: SyntaxWarning" in loading
    assert fine == after == "before\n"
    assert "before" in warned
    assert "answer.py:4: RuntimeWarning: divide by zero" in warned
    assert "RuntimeWarning" in hidden, "it is told again where the check would have a child of its own"


def test_many_prints_in_many_checks_stay_apart(hands: Hands) -> None:
    limits = replace(PATIENT, output_mb=0.2)
    source = "def f(n, word):\n    for _ in range(n):\n        print(word)\n"
    bodies = [f"return impl.f({n}, 'check{at}')" for at, n in enumerate([0, 25_000, 1, 2, 3, 25_000, 1, 0, 2])]
    reports = hands.run(ask(source, *bodies, hidden=("return impl.f(25_000, 'hidden')",), limits=limits))
    assert statuses(reports) == ["value"] * 10
    for at, lines in ((2, 1), (3, 2), (4, 3), (6, 1), (8, 2), (0, 0), (7, 0)):
        assert reports[at].printed == f"check{at}\n" * lines
    assert set(reports[1].printed[:-1].split("\n")[:-1]) == {"check1"}
    assert set(reports[9].printed[:-1].split("\n")[:-1]) == {"hidden"}
    assert len(hands.children) == 1


def test_prints_that_arrive_together_are_told_apart() -> None:
    """As much as one read can bring beyond what one check may print."""
    found = Prints(100_000)
    words = [f"check {n} é\n" for n in range(READ // 14)]
    found.add(b"x" * 100_000)
    found.add("".join(words).encode())
    assert found.take(100_000) == "x" * SHOWN + "…"
    at = 100_000
    for word in words:
        at += len(word.encode())
        assert not found.too_many(at)
        assert found.take(at) == word


class Heard:
    """Listens to a request."""

    def __init__(self) -> None:
        self.words: dict[str, bytes] = defaultdict(bytes)
        self.ended: list[str] = []

    def printed(self, check: str, text: bytes) -> None:
        self.words[check] += text

    def finished(self, report: Report) -> None:
        self.ended.append(report.check)


@pytest.mark.parametrize("first", ["", NOT_PLAIN])
def test_nobody_hears_what_hidden_checks_print(quick: Hands, first: str) -> None:
    heard = Heard()
    source = first + LOUD + "def g(x):\n    print('secret', x)\n    return 1 / x\n"
    public = ("return impl.f('one')", "return 0", "return impl.f('two')")
    hidden = ("return impl.g(1)", "return impl.g(0)", "return impl.g(2)")
    quick.run(ask(source, *public, hidden=hidden, listener=heard))
    assert heard.words == {"c0": b"one\n", "c2": b"two\n"}
    assert heard.ended == ["c0", "c1", "c2"]


def test_what_a_hidden_check_prints_late_does_not_reach_the_owners_next_code(quick: Hands, owner: str) -> None:
    """A generator that is not at its end says its last words when it is cleared away."""
    source = """
        def g(x):
            try:
                yield x
            finally:
                print("last words", x, end="")

        def f(x):
            found = g(x)
            next(found)
            return found
    """
    reports = quick.run(ask(source, *calls("1", "2"), hidden=calls("'secret'"), owner=owner))
    assert printed(reports) == ["last words 1", "last words 2", "last words secret"]
    assert printed(quick.run(ask(TWICE, *calls("1", "2"), owner=owner))) == ["", ""]


# ---- limits


def test_a_flood_of_prints_is_blamed_on_its_check_and_the_others_run(hands: Hands) -> None:
    limits = replace(PATIENT, output_mb=0.1)
    source = FLOODS + "def g():\n    print('g' * 60_000)\n    return 1\n"
    bodies = ("return impl.g()", "return impl.g()", *calls("1"), "return impl.g()", *calls("0"), "return impl.g()")
    reports = hands.run(ask(source, *bodies, hidden=("return impl.g()",), limits=limits))
    assert statuses(reports) == ["value", "value", "output", "value", "value", "value", "value"]
    assert reports[2].printed.startswith("x" * 1000 + "\nx")
    assert {reports[n].printed for n in (0, 1, 3, 5, 6)} == {"g" * SHOWN + "…"}
    assert len(hands.children) == 2


def test_one_byte_too_many_is_too_many_every_time(quick: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """A grader that is slow to read finds the answer before the last of the prints."""
    read = Run.read_printed

    def slow(run: Run) -> int | None:
        time.sleep(0.01)
        return read(run)

    bodies = [f"print('x' * {(1 << 17) - 1 + more})\nreturn 0" for more in (0, 1, 0, 20_000)]
    asked = ask(TWICE, *bodies, hidden=calls("1"), limits=replace(PATIENT, output_mb=0.125))
    for reader in (read, slow):
        monkeypatch.setattr(Run, "read_printed", reader)
        found = quick.worker.run([asked] * 2)
        assert [statuses(reports) for reports in found] == [["value", "output", "value", "output", "value"]] * 2


def test_a_child_that_claims_to_have_printed_without_end_is_not_listened_to_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Plain code cannot say so. If it ever could, the others should not have to wait."""
    run, pulls = Run(ask(TWICE, *calls("1"))), iter(range(1000))
    run._prints = Prints(10_000)

    def more(run: Run) -> bytes:
        next(pulls)
        run._prints.add(b"x" * 1000)
        return b"x"

    monkeypatch.setattr(Run, "_pull_printed", more)
    assert run._prints.too_many(run._pull_until({"printed": 1 << 60}))
    assert next(pulls) < 20


def test_an_endless_loop_is_timed_out_with_its_line_and_the_others_run(hands: Hands) -> None:
    source = LOOPS + "def g(x):\n    print('g', x)\n    return x\n"
    bodies = ("return impl.g(0)", *calls("0"), *calls("1"), "return impl.g(3)", *calls("0"), "return impl.g(5)")
    reports = hands.run(ask(source, *bodies, hidden=("return impl.g(6)", *calls("0"))))
    assert statuses(reports) == ["value", "value", "timed_out", *["value"] * 5]
    assert last_line(reports[2])[0] == "answer.py"
    assert last_line(reports[2])[1] in (3, 4)
    assert printed(reports) == ["g 0\n", "", "", "g 3\n", "", "g 5\n", "g 6\n", ""]
    assert len(hands.children) == 2


def test_an_endless_hidden_check_is_timed_out_and_the_next_runs(quick: Hands) -> None:
    reports = quick.run(ask(LOOPS, *calls("0"), hidden=calls("0", "1", "0")))
    assert statuses(reports) == ["value", "value", "timed_out", "value"]
    assert len(quick.children) == 2


def test_a_check_that_prints_and_then_loops_keeps_its_prints(quick: Hands) -> None:
    source = "def f(x):\n    print('now', x)\n    while x:\n        pass\n"
    reports = quick.run(ask(source, *calls("0", "1"), hidden=calls("0")))
    assert statuses(reports) == ["value", "timed_out", "value"]
    assert printed(reports) == ["now 0\n", "now 1\n", "now 0\n"]


def burns(seconds: float) -> str:
    return f"import time\nend = time.process_time() + {seconds}\nwhile time.process_time() < end: pass\nreturn 1"


OVERRUNS = "import signal\nwhile signal.getitimer(signal.ITIMER_PROF)[0]: pass\nreturn 1"  # until its time is over
SLEEPS = "import time\ntime.sleep(0.3)\nreturn 2"


def test_a_check_that_ends_just_after_its_time_is_timed_out_and_not_the_next(hands: Hands) -> None:
    """The next one is under way when the grader hears of it."""
    reports = hands.run(ask(TWICE, *calls("1"), OVERRUNS, SLEEPS, *calls("2"), hidden=calls("3")))
    assert statuses(reports) == ["value", "timed_out", "value", "value", "value"]


def test_a_check_that_ends_with_its_time_never_costs_the_next(quick: Hands) -> None:
    """Whether it was too late the kernel decides; it does not count as exactly as a check can."""
    limits = Limits(seconds=0.05, wall_seconds=30.0)
    found = quick.worker.run([ask(TWICE, burns(0.0495), SLEEPS, hidden=calls("2"), limits=limits) for _ in range(8)])
    for reports in found:
        assert reports[0].status in ("value", "timed_out")
        assert values(reports[1:]) == [2, 4]


def test_waiting_is_timed_out_by_the_wall_clock_where_it_happens(quick: Hands) -> None:
    """To be asked where it is ends the waiting, and the next check is under way when the grader hears it."""
    waits = "import signal\nsignal.pause()\nreturn 1"
    reports = quick.run(ask(TWICE, *calls("1"), waits, SLEEPS, hidden=calls("3"), limits=IMPATIENT))
    assert statuses(reports) == ["value", "timed_out", "value", "value"]
    assert reports[1].facts["by_the_clock"] == IMPATIENT.wall_seconds


def test_a_crash_is_blamed_on_its_check_and_the_others_run(hands: Hands) -> None:
    reports = hands.run(ask(CRASHES, *calls("0", "0", "1", "0"), hidden=calls("0"), limits=PATIENT))
    assert statuses(reports) == ["value", "value", "crashed", "value", "value"]
    assert reports[2].error["signal"] == signal.SIGSEGV
    assert last_line(reports[2]) == ("answer.py", 5)
    assert len(hands.children) == 2


def test_memory_that_is_not_there_is_blamed_on_its_check(hands: Hands) -> None:
    reports = hands.run(ask(GREEDY, *calls("0", "1", "0"), hidden=calls("1", "0")))
    assert statuses(reports) == ["value", "memory", "value", "memory", "value"]
    assert len(hands.children) == 2, "a hidden one had all the memory that there is"


def test_memory_that_an_earlier_check_has_used_up_costs_no_hidden_check_and_no_next_code(
    quick: Hands, owner: str
) -> None:
    """What is small lies above what is large, and stays: the memory below is not given back."""
    source = """
        import numpy as np

        def f(n):
            rows = [np.ones(12_000) for _ in range(n)]
            return len([np.ones(k) for k in range(120) for _ in range(40)])

        def g(n):
            return np.zeros(n).size
    """
    limits = replace(PATIENT, memory_mb=512)
    large = "return impl.g(40_000_000)"
    reports = quick.run(ask(source, *calls("3_500"), hidden=(large, large), limits=limits))
    assert statuses(reports) == ["value"] * 3
    quick.run(ask(source, *calls("3_500"), owner=owner, limits=limits))
    assert statuses(quick.run(ask(source, large, owner=owner, limits=limits))) == ["value"]
    quick.run(ask(source, *calls("3_500"), owner=owner, limits=limits))
    loads = ask("X = (0,) * 40_000_000\n" + TWICE, *calls("1"), owner=owner, limits=limits)
    assert statuses(quick.run(loads)) == ["value"]


def test_large_inputs_and_outcomes_arrive_whole_while_nobody_listens(hands: Hands) -> None:
    source = "import numpy as np\ndef f(x, n):\n    print('n', n)\n    return [x + n, str(n) * 300_000]\n"
    large = np.arange(400_000.0)
    file = b"import numpy as np\n" + b"".join(
        f"def c{n}(impl, rng, given): return impl.f(given, {n})\n".encode() for n in range(4)
    )
    tasks = tuple(Task(f"c{n}", file, n, given=encode_value(large), seconds=10.0) for n in range(4))
    hidden = tuple(replace(task, check="c3") for task in tasks[:2])
    reports = hands.run(Request(answer(source), tasks, PATIENT, True, hidden))
    for report, n in zip(reports, (0, 1, 2, 3, 3, 3), strict=True):
        array, text = report.value
        assert np.array_equal(array, large + n)
        assert text == str(n) * 300_000
        assert report.printed == f"n {n}\n"
    assert len(hands.children) == 1


# ---- the same reports as alone


def numpy_exercises(course: Course) -> list[Exercise]:
    """Those with hidden checks that a class can get right without torch."""
    return [e for e in course.exercises if not e.needs_torch and not e.needs_device and e.hidden_checks]


def reports_alone(worker: Worker, asked: Request) -> list[Report]:
    """Every check in a child of its own, which got nothing else to do."""
    alone = [Request(asked.implementation, (task,), asked.limits) for task in (*asked.tasks, *asked.apart)]
    return [report for (report,) in worker.run(alone)]


def source_of(exercise: Exercise, number: int) -> str:
    """In turn: right in another way than ours, wrong along another axis."""
    accepted = [source for path in exercise.accepted if "torch" not in (source := path.read_text())]
    return exercise.solution_source.replace("axis=-1", "axis=0") if number % 2 else accepted[-1]


def test_real_exercises_get_the_same_bytes_in_a_shared_child_as_alone(quick: Hands, course: Course, owner: str) -> None:
    """In a child that other code of the same owner has used, where that may be."""
    setting, used = salted(course.seed, 5), []
    for number, exercise in enumerate(numpy_exercises(course)[::2]):
        specs = [spec for spec in (*exercise.checks, *exercise.hidden_checks) if not spec.slow]
        submission = Submission(Path(f"{exercise.slug}.py"), source_of(exercise, number).encode())
        what = of_submission(exercise, submission)
        (asked,) = requests_for(exercise, what, setting, Judges(exercise), specs, owner=owner)
        quick.run(ask(TWICE, *calls("1"), owner=owner, limits=asked.limits))
        quick.children.clear()
        shared = quick.run(asked)
        used.append(not quick.children)
        alone = reports_alone(quick.worker, asked)
        assert len(quick.children) >= len(shared)
        assert shared == alone, "head and body, byte by byte"
        assert printed(shared) == printed(alone)
    assert used.count(True) > used.count(False)


def test_settings_and_seeds_do_not_mix_in_a_shared_child(quick: Hands, owner: str) -> None:
    body = "return [impl.f(rng.normal(size=5)), rng.uniform(), rng.randint(99), np.random.rand()]"
    asked = ask(TWICE, body, body, body, body, hidden=(body, body), owner=owner)
    settings = ("exact", "float32", "nudged", "exact")
    tasks = tuple(replace(task, seed=5, setting=setting) for task, setting in zip(asked.tasks, settings, strict=True))
    asked = replace(asked, tasks=tasks, apart=tuple(replace(task, setting="float32") for task in asked.apart))
    alone = reports_alone(quick.worker, asked)
    assert [quick.run(asked) for _ in range(3)] == [alone] * 3
    assert len({(report.head, report.body) for report in alone}) == 4, "three settings, and another seed"


# ---- the next code of the same owner


def test_plain_code_of_one_owner_uses_one_child_again_and_again(hands: Hands, owner: str) -> None:
    pids = {pid for _ in range(4) for pid in values(hands.run(ask(TWICE, PID, hidden=(PID,), owner=owner)))}
    assert len(pids) == len(hands.children) == 1


def test_exceptions_and_missing_functions_leave_a_child_as_good_as_before(quick: Hands, owner: str) -> None:
    for source in ("def f(x):\n    return x[0]\n", "def f():\n    return f()\n", "def g(x):\n    return x\n"):
        quick.run(ask(source, *calls("1"), hidden=calls("2"), owner=owner))
    assert values(quick.run(ask(TWICE, *calls("1"), owner=owner))) == [2]
    assert len(quick.children) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"owner": "somebody else"},
        {"owner": ""},
        {"limits": replace(BRIEF, memory_mb=512)},
        {"limits": replace(BRIEF, output_mb=0.5)},
    ],
    ids=["owner", "no owner", "memory", "output"],
)
def test_a_child_is_used_again_for_the_same_owner_and_limits_only(
    quick: Hands, owner: str, change: dict[str, Any]
) -> None:
    asked = ask(TWICE, PID, owner=owner)
    before = values(quick.run(asked))
    assert values(quick.run(replace(asked, **change))) != before
    assert values(quick.run(asked)) != before, "somebody else came in between"
    assert len(quick.children) == 3


def test_a_module_that_is_loaded_later_needs_new_children(hands: Hands, owner: str) -> None:
    looks = "import sys\nreturn 'colorsys' in sys.modules"
    assert values(hands.run(ask(TWICE, looks, owner=owner))) == [False]
    hands.worker.load("colorsys")
    assert values(hands.run(ask(TWICE, looks, owner=owner))) == [True]
    assert len(hands.children) == 2


@pytest.mark.parametrize(
    ("source", "limits", "status"),
    [
        (LOOPS, BRIEF, "timed_out"),
        (FLOODS, PATIENT, "output"),
        (CRASHES, PATIENT, "crashed"),
        (GREEDY, BRIEF, "memory"),
        ("def f(x):\n    return [0] * 300_000\n", PATIENT, "too_large"),
        (NOT_PLAIN + TWICE, BRIEF, "value"),
        ("X = 1 / 0\n" + TWICE, BRIEF, "raised"),
        ("def f(:", BRIEF, "syntax"),
    ],
    ids=["timeout", "flood", "crash", "memory", "too large", "not plain", "does not load", "syntax"],
)
def test_a_child_in_which_something_went_wrong_is_not_used_again(
    quick: Hands, owner: str, source: str, limits: Limits, status: str
) -> None:
    fine = ask(TWICE, PID, owner=owner, limits=limits)
    (kept,) = values(quick.run(fine))
    assert quick.run(ask(source, *calls("1"), "return 2", owner=owner, limits=limits))[0].status == status
    assert quick.started(fine) == 1
    assert quick.started(fine) == 0
    assert values(quick.run(fine)) != [kept]


def test_code_that_is_not_plain_runs_in_a_new_child_after_plain_code(hands: Hands, owner: str) -> None:
    (kept,) = values(hands.run(ask(TWICE, PID, owner=owner)))
    remembers = "import os\nseen = []\ndef f():\n    seen.append(os.getpid())\n    return list(seen)"
    first, second, *hidden = values(hands.run(ask(remembers, *calls("", ""), hidden=calls("", ""), owner=owner)))
    assert second == first * 2
    assert [len(seen) for seen in hidden] == [1, 1]
    assert len({kept, *first, *hidden[0], *hidden[1]}) == 4


@linux_only
def test_a_refusal_is_no_end_of_the_run_even_if_both_are_noticed_at_once(
    quick: Hands, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept,) = values(quick.run(ask(TWICE, PID, owner=owner)))
    ended = quick.worker._spawner.ended

    def late() -> list[tuple[int, int]]:
        until(lambda: not Path(f"/proc/{kept}").exists())
        return ended()

    monkeypatch.setattr(quick.worker._spawner, "ended", late)
    assert values(quick.run(ask(NOT_PLAIN + TWICE, *calls("1", "2"), hidden=calls("3"), owner=owner))) == [2, 4, 6]


def test_files_beside_the_code_need_a_new_child(quick: Hands, owner: str) -> None:
    quick.run(ask(TWICE, PID, owner=owner))
    with_file = Implementation((Layer("answer", "answer.py", code(TWICE)),), files=(("data.txt", b"1 2"),))
    reads = "from pathlib import Path\nreturn Path('data.txt').exists()"
    assert values(quick.run(ask(with_file, reads, owner=owner))) == [True]
    assert values(quick.run(ask(TWICE, reads, owner=owner))) == [False]
    assert len(quick.children) == 3


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("source", [TWICE, NOT_PLAIN + TWICE])
def test_a_kept_child_that_was_killed_hurts_nobody(quick: Hands, owner: str, at_once: bool, source: str) -> None:
    (kept,) = values(quick.run(ask(TWICE, PID, owner=owner)))
    os.kill(kept, signal.SIGKILL)
    if not at_once:
        assert eventually(lambda: is_gone(kept))
    assert values(quick.run(ask(source, *calls("1", "2"), hidden=calls("3"), owner=owner))) == [2, 4, 6]


@linux_only
@pytest.mark.parametrize("kind", ["forked", "fresh"])
def test_kept_children_leave_no_process_and_no_descriptor_behind(kind: str) -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - a path of it would be one more

    before, at_first = children(), descriptors()
    with start_worker(kind, isolation="L0") as worker:
        worker.run([ask(TWICE, PID)])
        worker.load("colorsys")
        meanwhile = descriptors()
        pids = [
            report.value
            for owner in ("ada", "bo")
            for (report,) in worker.run([ask(TWICE, PID, owner=owner), ask(NOT_PLAIN, PID, owner=owner)])
        ]
        worker.load("colorsys")
        assert eventually(lambda: all(map(is_gone, pids)))
        assert descriptors() == meanwhile
        ((last,),) = worker.run([ask(TWICE, PID, owner="ada")])
        assert not is_gone(last.value), "it waits for more"
    assert eventually(lambda: is_gone(last.value))
    assert eventually(lambda: children() == before)
    assert descriptors() == at_first


def test_two_requests_of_one_owner_at_once_do_not_meet(hands: Hands, owner: str) -> None:
    asked = [ask(TWICE, PID, *calls(str(n)), hidden=calls("5"), owner=owner) for n in range(4)]
    found = hands.worker.run(asked)
    assert [values(reports)[1:] for reports in found] == [[2 * n, 10] for n in range(4)]


def provided_with(number: int) -> Layer:
    return Layer("provided", "provided.py", f"NUMBER = {number}\n".encode())


def test_nothing_of_the_first_code_is_left_for_the_second(hands: Hands, owner: str) -> None:
    source = code("import numpy as np\ndef f(x):\n    return np.log(x)\n")
    looks = "import sys\nreturn sorted({'first', 'second', 'provided'} & set(sys.modules))"
    number = "from provided import NUMBER\nreturn NUMBER"
    first = Implementation((Layer("first", "first.py", source),), (provided_with(1),))
    second = Implementation((Layer("second", "second.py", source),), (provided_with(2),))
    third = Implementation((Layer("first", "first.py", source),))
    found = [hands.run(ask(what, looks, number, *calls("0.0"), owner=owner)) for what in (first, second, third)]
    assert [reports[0].value for reports in found] == [["first", "provided"], ["provided", "second"], ["first"]]
    assert [reports[1].value for reports in found[:2]] == [1, 2]
    assert (found[2][1].status, found[2][1].error["type"]) == ("raised", "ModuleNotFoundError")
    for reports, file in zip(found, ("first", "second", "first"), strict=True):
        assert reports[2].printed.startswith(f"{file}.py:3: RuntimeWarning: divide by zero")
    assert len(hands.children) == 1


def test_warnings_that_numpy_gives_in_its_own_name_are_told_again(quick: Hands, owner: str) -> None:
    mean = ask("import numpy as np\ndef f():\n    return np.mean([])\n", *calls(""), owner=owner)
    told = [printed(quick.run(mean)) for _ in range(2)]
    assert "Mean of empty slice" in told[0][0]
    assert told[0] == told[1]
    assert len(quick.children) == 1


def test_a_used_child_has_the_time_that_its_next_code_needs(quick: Hands, owner: str) -> None:
    """A limit on CPU time can be lowered only, and the first code needed less."""
    looks = "import resource\nreturn resource.getrlimit(resource.RLIMIT_CPU)[0]"
    quick.run(ask(TWICE, PID, owner=owner))
    longer = ask(TWICE, looks, looks, hidden=(looks,), owner=owner)
    longer = replace(longer, tasks=tuple(replace(task, seconds=60.0) for task in longer.tasks))
    assert min(values(quick.run(longer))) > 120
    assert len(quick.children) == 1


# ---- through the grader


SQUARED = RIGHT.replace("np.add(x, x)", "x * x")
TALKS = RIGHT.replace("    return np.add", "    print('len', np.size(x))\n    return np.add")
ENDLESS = RIGHT.replace("    return float", "    while True: pass\n    return float")
NO_TOTAL = RIGHT.replace("def total", "def totl")
MANY = [RIGHT, SQUARED, TALKS, ENDLESS, NO_TOTAL, "def double(x:\n", "", "print(1)\n" + RIGHT]


@pytest.fixture
def two(mini: MiniCourse) -> MiniCourse:
    """`double` twice: an owner has more than one solution."""
    for folder in ("exercises", "solutions"):
        basics = mini.path / folder / "1_basics"
        shutil.copytree(basics / "01_double", basics / "02_again")
    mini.yaml({"doubles": 2, "negative": 1, "adds": 1, "secret": 1}, "limits: {seconds: 0.3}\n")
    text = (mini.exercise / "exercise.yaml").read_text().replace("title: Double", "title: Again")
    mini.write("exercises/1_basics/02_again/exercise.yaml", text)
    return mini


def timeless(result: ExerciseResult) -> ExerciseResult:
    return replace(result, checks=tuple(replace(check, seconds=0.0) for check in result.checks))


def submitted(source: str, slug: str = "double") -> Submission:
    return Submission(Path(f"{slug}.py"), source.encode())


def test_the_result_is_the_same_whether_the_code_is_plain_or_not(quick: Hands, mini: MiniCourse) -> None:
    """The second differs in an import alone, at its end, so that lines are the same."""
    course = mini.load()
    grader = Grader(course, quick.worker, keep=False)
    exercise = course.find("double")
    grader.grade(exercise, submitted(SQUARED))
    for source in (RIGHT, SQUARED, TALKS, NO_TOTAL):
        quick.children.clear()
        plain = grader.grade(exercise, submitted(source))
        assert len(quick.children) == 1
        assert timeless(grader.grade(exercise, submitted(f"{source}import os\n"))) == timeless(plain)
        assert len(quick.children) == 3


def test_what_hidden_checks_print_is_in_no_result_and_not_heard(quick: Hands, mini: MiniCourse) -> None:
    course, heard = mini.load(), []
    grader = Grader(course, quick.worker, keep=False)
    for hear in (None, lambda check, text: heard.append((check, text))):
        for source in (TALKS, TALKS + "import os\n"):
            result = grader.grade(course.find("double"), submitted(source), hear=hear, owner="ada")
            told = {check.id: check.printed for check in result.checks}
            assert told == {"doubles": "len 6\n", "negative": "len 4\n", "adds": "", "secret": ""}
    assert heard == [("doubles", "len 6\n"), ("negative", "len 4\n")] * 2


def test_one_public_check_alone_runs_alone(quick: Hands, mini: MiniCourse) -> None:
    course = mini.load()
    grader = Grader(course, quick.worker, keep=False)
    whole = timeless(grader.grade(course.find("double"), submitted(TALKS), owner="ada"))
    for only in (["negative"], ["adds"]):
        result = timeless(grader.grade(course.find("double"), submitted(TALKS), only=only, owner="ada"))
        assert result.checks == tuple(check for check in whole.checks if check.id in only)


def test_a_syntax_error_fails_hidden_checks_too(quick: Hands, mini: MiniCourse) -> None:
    course = mini.load()
    result = Grader(course, quick.worker, keep=False).grade(course.find("double"), submitted("def double(x:\n"))
    assert [check.outcome for check in result.checks] == [Outcome.SYNTAX_ERROR] * 4
    assert ["line 1" in check.message for check in result.checks] == [True, True, True, False]


# ---- through a batch


SALT = 20260101


def order_for(course: MiniCourse) -> Order:
    return Order(str(course.path), SALT, isolation="L0")


def jobs_of(owner: str, *sources: str, exercise: str = "double") -> list[Job]:
    return [
        Job(exercise, f"{owner} {at}", f"{exercise}.py", f"{source}# {owner} {at}\n".encode(), owner=owner)
        for at, source in enumerate(sources)
    ]


Given = list[tuple[str, int]]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Given:
    """Whose jobs went to which process, in order."""
    noted: Given = []
    give = local._Bench.give

    def note(bench: local._Bench, job: Job) -> None:
        noted.append((job.owner, id(bench)))
        give(bench, job)

    monkeypatch.setattr(local._Bench, "give", note)
    return noted


def shares(given: Given) -> dict[str, set[int]]:
    found: dict[str, set[int]] = defaultdict(set)
    for owner, bench in given:
        found[owner].add(bench)
    return found


def test_the_jobs_of_one_hand_in_go_to_one_process_and_idle_ones_take_over(two: MiniCourse, given: Given) -> None:
    names = ["ada", "bo", "cy", "di", "ed", "fay"]
    jobs = [job for name in names for job in jobs_of(name, RIGHT, SQUARED, TALKS)]
    with Local(order_for(two), 2) as engine:
        found = list(engine.map(jobs))
        assert sorted(done.digest for done in found) == sorted(job.digest for job in jobs)
        split = [owner for owner, benches in shares(given).items() if len(benches) > 1]
        assert split in ([], ["ed"], ["fay"]), "only when there is nothing else to begin"
        assert len({bench for _, bench in given}) == 2

        given.clear()
        assert len(list(engine.map(jobs_of("gus", *[RIGHT] * 8)))) == 8
        assert len(shares(given)["gus"]) == 2, "one who hands in a lot does not keep one process waiting"


def test_a_process_that_dies_in_the_middle_of_a_hand_in_loses_nothing(two: MiniCourse) -> None:
    jobs = [job for name in ("ada", "bo", "cy") for job in jobs_of(name, *[RIGHT, SQUARED] * 3)]
    found: list[Done] = []
    with Local(order_for(two), 2) as engine:
        for done in engine.map(jobs):
            found.append(done)
            if len(found) in (3, 8):
                bench = max(engine._benches, key=lambda bench: len(bench.group))
                assert bench._running is not None
                assert bench.group or len(found) == 8
                os.kill(bench._running.pid, signal.SIGKILL)
    assert sorted(done.digest for done in found) == sorted(job.digest for job in jobs)
    assert not any(done.result.faulty for done in found)
    assert {done.result.score for done in found} == {5.0, 1.0}


def test_a_class_gets_the_results_that_everybody_gets_alone(two: MiniCourse, tmp_path: Path) -> None:
    """Plain work and other work, in turn and by one owner, against a station that sees one job only."""
    sources = {
        f"s{at}": {"double": source, "again": MANY[-at] + ("import os\n" if at % 2 else "")}
        for at, source in enumerate(MANY)
    }
    for student, files in sources.items():
        (tmp_path / "class" / student).mkdir(parents=True)
        for slug, source in files.items():
            (tmp_path / "class" / student / f"{slug}.py").write_text(f"{source}# {student}\n")
    summary = grade_batch(two.path, tmp_path / "class", tmp_path / "out", jobs=2, isolation="L0")
    assert (summary.graded, summary.faults) == (2 * len(MANY), 0)
    with Gradebook.open(tmp_path / "out" / GRADEBOOK, create=False) as book:
        order = replace(order_for(two), salt=book.salt)
        results = {
            (student.id, detail.attempt.item): timeless(detail.result)
            for student in book.students()
            for detail in book.details(student.id)
            if detail.result is not None
        }
    assert len(results) == 2 * len(MANY)
    station = Station(order)
    for (student, slug), result in results.items():
        source = f"{sources[student][slug]}# {student}\n".encode()
        alone = station.grade(Job(slug, "", f"{slug}.py", source)).result
        assert timeless(alone) == result, (student, slug)
    station.close()


def test_how_numpy_treats_errors_is_never_left_to_the_next_check(worker: Worker) -> None:
    source = "import numpy as np\ndef f():\n    np.seterr(all='raise')\n    return 1"
    asks = "import numpy as np; return np.geterr()['over']"
    assert [report.value for report in run(worker, source, "return impl.f()", asks)] == [1, "warn"]


def test_a_source_that_is_too_long_to_be_read_closely_is_graded_all_the_same(worker: Worker) -> None:
    source = "def f(): return 1\n" + "# more\n" * 40_000
    asked = replace(request(answer(source), "return impl.f()", "return 2"), owner="me")
    assert [report.value for report in worker.run([asked])[0]] == [1, 2]


def test_a_child_that_ended_as_its_run_was_done_is_not_used_again(
    quick: Hands, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end is told of in the same round as its last answer: nobody will tell of it again."""
    listen = quick.worker._listen

    def late(*what: Any) -> None:
        time.sleep(0.1)
        listen(*what)

    monkeypatch.setattr(quick.worker, "_listen", late)
    assert statuses(quick.run(ask("X = 1 / 0\n" + TWICE, PID, owner=owner))) == ["raised"]
    assert quick.started(ask(TWICE, PID, owner=owner)) == 1


def test_a_child_of_whose_end_nobody_tells_is_a_fault_and_no_wait_for_ever(
    quick: Hands, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick.worker._spawner, "ended", list)
    monkeypatch.setattr(run_module, "_NO_WORD", 0.2)
    with pytest.raises(GraderFault, match="does not end"):
        quick.run(ask(LOOPS, *calls("1"), owner=owner))


def test_a_stack_that_is_written_with_pauses_is_read_to_its_end() -> None:
    """As on a busy machine, which may stop faulthandler after any of the pieces that it writes."""
    link, theirs = socket.socketpair()
    printed, printed_in = os.pipe()
    faults, faults_in = os.pipe()
    for end in (printed, faults):
        os.set_blocking(end, False)
    link.setblocking(False)
    theirs.sendall(wire.pack(wire.dump({"is": "ready"}), b"{}", b""))
    writer = threading.Timer(0.7, os.write, (faults_in, b"f\n"))
    run = Run(request(answer(TWICE), "return impl.f()"))
    run.start(Child(1, link, printed, faults, writer.cancel, lambda: None, lambda: None))  # the dead write no more
    os.write(faults_in, b'Current thread (most recent call first):\n  File "answer.py", line 2 in ')
    writer.start()
    run.read_faults()
    writer.join()
    theirs.close()
    os.close(printed_in)
    os.close(faults_in)
    run.ended(signal.SIGKILL)
    assert [report.error["frames"] for report in run.reports] == [[["answer.py", 2, "f"]]]
