"""Children: what they compute comes back, and whatever they do instead ends in a report. Forked and fresh alike."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from grader.errors import GraderFault
from grader.values import Limits
from grader.worker import Implementation, Layer, Report, Request, Task, Worker, encode_value, start_worker
from grader.worker.spawners import ENVIRONMENT
from tests.helpers import (
    IMPATIENT,
    QUICK,
    SCAN,
    answer,
    checks,
    children,
    code,
    is_gone,
    last_line,
    one,
    request,
    run,
    statuses,
    until,
)

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


# ---- values and prints


def test_what_a_check_returns_comes_back(worker: Worker) -> None:
    report = one(worker, "def f(x): return {'twice': 2 * x, 'name': 'x'}", "return impl.f(np.arange(3.0))")
    assert report.status == "value"
    assert report.value["name"] == "x"
    assert report.value["twice"].tolist() == [0, 2, 4]
    assert report.kinds == ["array"]


@pytest.mark.parametrize(
    ("made", "held"),
    [
        ("np.empty(3)", [np.nan] * 3),
        ("np.empty((1, 2), np.complex64).real", [[np.nan] * 2]),
        ("np.empty_like(np.ones(2, np.float16))", [np.nan] * 2),
        ("np.empty(2, dtype='i4')", [2**31 - 1] * 2),
        ("np.empty_like([1])", [2**63 - 1]),
        ("np.empty(1, np.uint8)", [255]),
        ("np.empty(2, bool)", [True] * 2),
        ("np.empty(2, 'U3').tolist()", ["", ""]),
        ("np.empty(2, object).tolist()", [None, None]),
        ("np.empty(1, 'M8[s]').astype(int)", [0]),
        ("np.empty((0, 4))", []),
        ("np.empty(())", np.nan),
    ],
)
def test_an_array_that_was_never_filled_shows(worker: Worker, made: str, held: Any) -> None:
    """After memory of that size was used, and let go: it is neither seen nor, by luck, what a right answer holds."""
    source = f"import numpy as np\ndef f():\n    np.arange(3.0) + 1, np.ones(2)\n    return {made}"
    value = one(worker, source).value
    np.testing.assert_array_equal(value if isinstance(value, list) else np.asarray(value).tolist(), held)


def test_prints_are_captured_apart_from_values_and_check_by_check(worker: Worker) -> None:
    source = """
        import os, sys
        def f(word):
            print(word)
            print("also", file=sys.stderr)
            os.write(1, b"raw \\xff\\n")
            return word
    """
    first, second = run(worker, source, "return impl.f('one')", "return impl.f('two')")
    assert (first.value, second.value) == ("one", "two")
    assert sorted(first.printed.splitlines()) == ["also", "one", "raw \ufffd"]
    assert sorted(second.printed.splitlines()) == ["also", "raw \ufffd", "two"]


def test_equal_outcomes_are_equal_reports_whatever_was_printed(worker: Worker) -> None:
    quiet, loud = one(worker, "def f(): return [1.5]"), one(worker, "def f():\n    print(1)\n    return [1.5]")
    assert quiet == loud
    assert (quiet.head, quiet.body) == (loud.head, loud.body)


def test_long_prints_are_shown_in_part(worker: Worker) -> None:
    report = one(worker, "def f(): print('é' * 9000)")
    assert report.printed == "é" * 4000 + "…"


def test_a_child_has_no_input_to_read(worker: Worker) -> None:
    report = one(worker, "def f(): return input()")
    assert (report.status, report.error["type"]) == ("raised", "EOFError")


def test_replaced_or_closed_output_does_no_harm(worker: Worker) -> None:
    source = "import sys\ndef f():\n    sys.stdout.close()\n    sys.stderr = None\n    return 3"
    assert [report.value for report in run(worker, source, "return impl.f()", "return 4")] == [3, 4]


# ---- order, seeds, settings


def test_reports_come_in_the_order_of_requests_and_tasks(worker: Worker) -> None:
    requests = [
        request(answer(f"def f(): return {n}"), "return [impl.f(), 0]", "return [impl.f(), 1]") for n in range(5)
    ]
    found = worker.run(requests)
    assert [[report.value for report in group] for group in found] == [[[n, 0], [n, 1]] for n in range(5)]
    assert [[report.check for report in group] for group in found] == [["c0", "c1"]] * 5


def test_progress_hears_of_every_request_once(worker: Worker) -> None:
    heard: list[int] = []
    requests = [request(answer("def f(): return 1"), "return impl.f()", "return 2") for _ in range(3)]
    worker.run(requests, heard.append)
    assert heard == [1, 1, 1]
    assert worker.run([]) == []


def test_numbers_drawn_do_not_depend_on_which_checks_ran_before(worker: Worker) -> None:
    source = """
        import random, numpy
        def f(): return [random.random(), numpy.random.rand(), numpy.random.randn()]
    """
    body = "return [rng.normal(size=3), impl.f()]"
    file = checks(body, body, body)
    tasks = [Task(f"c{n}", file, seed) for n, seed in enumerate((5, 6, 5))]
    orders = [tasks, tasks[::-1], [tasks[2], tasks[0], tasks[1]], tasks[:1], tasks[1:2]]
    groups = worker.run([Request(answer(source), tuple(order), QUICK) for order in orders])
    drawn: dict[str, set[tuple[bytes, bytes]]] = {}
    for group in groups:
        for report in group:
            drawn.setdefault(report.check, set()).add((report.head, report.body))
    assert {len(found) for found in drawn.values()} == {1}
    assert drawn["c0"] == drawn["c2"] != drawn["c1"]


def test_the_stream_of_a_check_is_numpys_frozen_one(worker: Worker) -> None:
    value = one(worker, "", "return [rng.normal(size=(2, 2)), rng.uniform(), rng.randint(9)]", seed=77).value
    rng = np.random.RandomState(77)
    assert value[0].tolist() == rng.normal(size=(2, 2)).tolist()
    assert value[1:] == [rng.uniform(), rng.randint(9)]


DRAW = "return [rng.normal(size=(3, 2)), rng.uniform(1, 2), rng.randint(0, 9, size=4)]"


def test_float32_rounds_every_drawn_number_and_keeps_the_stream(worker: Worker) -> None:
    exact = one(worker, "", DRAW).value
    rounded = one(worker, "", DRAW, setting="float32").value
    assert rounded[0].dtype == np.float32
    assert rounded[0].tolist() == exact[0].astype(np.float32).tolist()
    assert rounded[1] == float(np.float32(exact[1]))
    assert rounded[2].tolist() == exact[2].tolist()


def test_nudged_moves_every_drawn_number_by_a_millionth_both_ways(worker: Worker) -> None:
    exact = one(worker, "", DRAW).value
    nudged = one(worker, "", DRAW, setting="nudged").value
    moved = (nudged[0] - exact[0]) / np.abs(exact[0])
    assert np.allclose(np.abs(moved), 1e-6, rtol=0.01)
    assert {-1.0, 1.0} == set(np.sign(moved).flat)
    assert nudged[1] == pytest.approx(exact[1], rel=2e-6)
    assert nudged[1] != exact[1]
    assert nudged[2].tolist() == exact[2].tolist()


@pytest.mark.parametrize("kind", ["forked", "fresh"])
def test_torch_is_seeded_and_computes_in_float64_unless_the_setting_is_float32(kind: str) -> None:
    source = "import torch\ndef f(): return [torch.rand(3), torch.get_num_threads()]"
    file = checks("return impl.f()", "return impl.f()", "return impl.f()")
    tasks = (Task("c0", file, 3), Task("c1", file, 3), Task("c2", file, 3, "float32"))
    with start_worker(kind, isolation="L0") as worker:
        worker.load("torch")
        first, again, rounded = worker.run([Request(answer(source), tasks, Limits())])[0]
    assert (first.head, first.body) == (again.head, again.body)
    assert first.value[0].dtype == np.float64
    assert first.value[1] == 1
    assert rounded.value[0].dtype == np.float32


def test_sets_of_words_come_in_the_same_order_in_every_run() -> None:
    source = "def f(): return list({'query', 'key', 'value', 'head', 'mask', 'token', 'score', 'weight'})"
    orders = []
    for kind in ("forked", "forked", "fresh"):
        with start_worker(kind, isolation="L0") as worker:
            orders.append(one(worker, source).value)
    assert orders[0] == orders[1] == orders[2]


# ---- what is loaded


SOLUTION = """
    FACTOR = 2
    LIMIT: int = 10
    def helper(x): return x + 1
    def f(x): return min(FACTOR * helper(x), LIMIT)
    class Model:
        def __call__(self, x): return helper(x)
"""


@pytest.mark.parametrize(
    ("overlay", "expected"),
    [
        ("", [8, 4]),
        ("def helper(x): return x - 1", [4, 2]),
        ("FACTOR = 1", [4, 4]),
        ("LIMIT: int = 5", [5, 4]),
        ("from solution import helper as right\ndef helper(x): return 10 * right(x)", [10, 40]),
        ("import solution\nclass Model:\n    def __call__(self, x): return solution.f(x)", [8, 8]),
    ],
)
def test_an_overlays_definitions_reach_every_caller(worker: Worker, overlay: str, expected: list[int]) -> None:
    layers = (
        Layer("solution", "solution.py", code(SOLUTION)),
        Layer("misconception", "misconception.py", overlay.encode(), overlay=True),
    )
    (report,) = worker.run([request(Implementation(layers), "return [impl.f(3), impl.Model()(3)]")])[0]
    assert report.value == expected


def test_imports_of_an_overlay_replace_nothing(worker: Worker) -> None:
    layers = (
        Layer("solution", "solution.py", code("def sqrt(x): return 'mine'\ndef f(): return sqrt(4)")),
        Layer("misconception", "m.py", b"from math import sqrt", overlay=True),
    )
    assert worker.run([request(Implementation(layers), "return impl.f()")])[0][0].value == "mine"


def test_provided_modules_siblings_and_data_files_are_there(worker: Worker) -> None:
    source = """
        from pathlib import Path
        from provided import base
        import helper
        DATA = Path("data/words.txt").read_text()
        def f(): return [base(), helper.more(), DATA, helper.__name__]
    """
    what = answer(
        source,
        provided=(Layer("provided", "provided.py", b"def base(): return 1"),),
        files=(("helper.py", b"def more(): return 2"), ("data/words.txt", b"three")),
    )
    assert worker.run([request(what, "return impl.f()")])[0][0].value == [1, 2, "three", "helper"]


def test_given_inputs_arrive_whole_and_may_be_changed_in_place(worker: Worker) -> None:
    """Like any array that a check makes itself: a function that works in place must not fail on these only."""
    file = b"def c(impl, rng, given): return [impl.f(given['x']), given['n']]"
    inputs = encode_value({"x": np.arange(3.0), "n": 7})
    what = answer("def f(x):\n    x += 1\n    return x")
    (report,) = worker.run([Request(what, (Task("c", file, 1, given=inputs),), QUICK)])[0]
    assert report.status == "value"
    assert report.value[0].tolist() == [1, 2, 3]
    assert report.value[1] == 7


def test_frames_name_files_and_lines_of_the_submission_only(worker: Worker) -> None:
    helper = b"def g(x):\n    return sorted(x, key=len)"
    what = answer("import helper\ndef f():\n    return helper.g([3])", files=(("helper.py", helper),))
    (report,) = worker.run([request(what, "return impl.f()")])[0]
    assert (report.status, report.error["type"]) == ("raised", "TypeError")
    assert report.error["frames"] == [["answer.py", 3, "f"], ["helper.py", 2, "g"]]


def test_a_submission_called_checks_is_told_apart_from_the_checks(worker: Worker) -> None:
    source = "def g(a): return a\ndef f(): return g()"
    (report,) = worker.run([request(answer(source, "checks.py"), "return impl.f()")])[0]
    assert report.status == "raised"
    assert last_line(report) == ("checks.py", 2)
    (report,) = worker.run([request(answer(source + "\nf()", "checks.py"), "return 1")])[0]
    assert (report.status, report.facts["loading"]) == ("raised", True)


@pytest.mark.parametrize(
    ("source", "body", "status"),
    [
        ("def g(): pass", "return impl.f()", "missing"),
        ("def f(a, b): pass", "return impl.f(1)", "arguments"),
        ("def f(): return g(1)\ndef g(): pass", "return impl.f()", "raised"),
        ("def f(): raise KeyboardInterrupt", "return impl.f()", "raised"),
        ("def f(): return f()", "return impl.f()", "raised"),
        ("def f(): raise SystemExit(0)", "return impl.f()", "exited"),
        ("import numpy\ndef f(): return numpy.zeros((10**4, 10**4), numpy.uint8)", "return impl.f()", "too_large"),
        ("def f(): return 'x' * 10**7", "return impl.f()", "too_large"),
        ("def f(:\n  pass", "return 1", "syntax"),
        ("\0", "return 1", "syntax"),
        ("import nowhere\nnowhere.x", "return 1", "import"),
        ("import nowhere\ndef f(): return nowhere.x", "return impl.f()", "raised"),
        ("from nowhere import *", "return 1", "import"),
        ("1 / 0", "return 1", "raised"),
        ("raise SystemExit", "return 1", "exited"),
        ("def f(): f()\nf()", "return 1", "raised"),
        ("x = bytearray(10**10)", "return 1", "memory"),
    ],
    ids=lambda text: text[:24],
)
def test_each_way_to_end_without_a_value_has_its_status(worker: Worker, source: str, body: str, status: str) -> None:
    reports = run(worker, source, body, body)
    assert statuses(reports) == [status, status]
    assert reports[0] == Report("c0", reports[1].head)


def test_an_exception_whose_text_fails_is_still_told(worker: Worker) -> None:
    source = """
        class Odd(ValueError):
            def __str__(self): raise RuntimeError
        def f(): raise Odd
    """
    report = one(worker, source)
    assert report.error["type"] == "Odd"
    assert report.error["kinds"][:2] == ["Odd", "ValueError"]
    assert report.error["message"] == ""


# ---- limits


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def f():\n    n = 0\n    while True: n += 1", 3),
        ("def f():\n    return sum(range(10**13))", 2),
        (
            "def f():\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass",
            4,
        ),
        ("def f():\n    import signal\n    signal.signal(signal.SIGALRM, lambda *_: None)\n    while True: pass", 4),
    ],
    ids=["loop", "in C", "catches everything", "handles signals"],
)
def test_cpu_time_ends_a_check_and_names_the_line(worker: Worker, source: str, line: int) -> None:
    slow, next_one = run(worker, source, "return impl.f()", "return 2")
    assert slow.status == "timed_out"
    assert last_line(slow) == ("answer.py", line)
    assert next_one.value == 2


def test_a_file_name_that_is_not_ascii_is_named_too(worker: Worker) -> None:
    what = answer("def f():\n    while True: pass", "réponse Δ.py")
    (report,) = worker.run([request(what, "return impl.f()")])[0]
    assert last_line(report) == ("réponse Δ.py", 2)


def test_a_sibling_that_takes_too_long_is_named(worker: Worker) -> None:
    what = answer(
        "import helper\ndef f(): return helper.g()", files=(("helper.py", b"def g():\n    while True: pass"),)
    )
    (report,) = worker.run([request(what, "return impl.f()")])[0]
    assert report.error["frames"] == [["answer.py", 2, "f"], ["helper.py", 2, "g"]]


def test_each_check_has_its_own_time(worker: Worker) -> None:
    """Three checks that use half the limit each."""
    source = "import time\ndef f():\n    end = time.process_time() + 0.25\n    while time.process_time() < end: pass"
    limits = Limits(seconds=0.5, wall_seconds=20)
    assert statuses(run(worker, source, *["return impl.f()"] * 3, limits=limits)) == ["value"] * 3


def test_sleeping_ends_by_the_wall_clock_and_names_the_line(worker: Worker) -> None:
    source = "import time\ndef f():\n    time.sleep(1000)"
    slow, next_one = run(worker, source, "return impl.f()", "return 2", limits=IMPATIENT)
    assert slow.status == "timed_out"
    assert last_line(slow) == ("answer.py", 3)
    assert next_one.value == 2


def test_code_that_stops_its_own_clock_ends_by_the_wall_clock(worker: Worker) -> None:
    source = """
        import signal
        def f():
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, signal.SIG_IGN)
            while True: pass
    """
    assert statuses(run(worker, source, "return impl.f()", "return 2", limits=IMPATIENT)) == ["timed_out", "value"]


def test_a_check_that_answers_when_its_time_is_over_does_not_cost_the_next_one(worker: Worker) -> None:
    """The next one is under way when the grader hears of it."""
    source = """
        import signal, time
        def f():
            began = time.process_time()
            while signal.getitimer(signal.ITIMER_PROF)[0] or time.process_time() - began < 0.3: pass
    """
    for _ in range(3):
        reports = run(worker, source, "return impl.f()", "import time; time.sleep(0.2); return 2", "return 3")
        assert statuses(reports) == ["timed_out", "value", "value"]


def test_a_stack_that_code_writes_by_itself_ends_one_check_at_most(worker: Worker) -> None:
    source = "import signal\ndef f():\n    signal.raise_signal(signal.SIGPROF)"
    first, *others = statuses(run(worker, source, "return impl.f()", "return 2", "return 3"))
    assert [first, *others].count("timed_out") <= 1
    assert {first, *others} <= {"value", "timed_out", "crashed"}
    assert "crashed" not in others


def test_memory_is_limited_to_what_the_submission_adds(worker: Worker) -> None:
    source = "def f(mb): return len(bytearray(mb << 20)) >> 20"
    limits = Limits(seconds=5, memory_mb=100)
    small, large, after = run(worker, source, "return impl.f(40)", "return impl.f(400)", "return 3", limits=limits)
    assert small.value == 40
    assert large.status == "memory"
    assert after.value == 3


def test_numpys_way_to_say_that_memory_is_out_counts(worker: Worker) -> None:
    report = one(worker, "import numpy\ndef f(): return numpy.ones(10**9).sum()", limits=Limits(memory_mb=100))
    assert report.status == "memory"


def test_files_larger_than_the_limit_cannot_be_written(worker: Worker) -> None:
    source = "def f():\n    with open('big', 'wb') as file: file.write(bytes(3 << 20))"
    ended = one(worker, source, limits=Limits(scratch_mb=1))
    assert ended.status in ("raised", "crashed")


def test_a_flood_of_output_is_cut_off(worker: Worker) -> None:
    limits = Limits(seconds=20, output_mb=0.25)
    source = "def f():\n    while True: print('x' * 1000)"
    flood, after = run(worker, source, "return impl.f()", "return 2", limits=limits)
    assert flood.status == "output"
    assert flood.printed.startswith("xxx")
    assert len(flood.printed) <= 4001
    assert after.value == 2


def test_a_flood_in_hidden_checks_ends_as_soon_and_shows_nothing(worker: Worker) -> None:
    """Not by the clock, at a time limit for each of the first three."""
    source = "def f():\n    while True: print('x' * 1000)"
    asked = request(answer(source), "return 1", limits=Limits(seconds=20, output_mb=0.25))
    body = b"def h(impl, rng):\n    return impl.f()\n"
    found = worker.run([replace(asked, hidden=tuple(Task("h", body, 1, seconds=20) for _ in range(5)))])[0]
    assert [report.status for report in found] == ["value"] + ["output"] * 5
    assert not any(report.printed for report in found)


def test_too_much_output_is_blamed_on_the_check_that_printed_it(worker: Worker) -> None:
    """Small enough to lie in the pipe, whole, when the answer is read."""
    limits = Limits(output_mb=0.01)
    for _ in range(3):
        reports = run(worker, "def f(): print('x' * 20_000)", "return impl.f()", "return 2", limits=limits)
        assert statuses(reports) == ["output", "value"]
        assert reports[0].printed.startswith("xxx")


def test_each_check_may_print_up_to_the_limit(worker: Worker) -> None:
    limits = Limits(output_mb=0.01)
    reports = run(worker, "def f(): print('x' * 8000)", *["return impl.f()"] * 4, limits=limits)
    assert statuses(reports) == ["value"] * 4


# ---- violent ends


def test_a_crash_leaves_its_signal_and_its_line(worker: Worker) -> None:
    source = "import ctypes\ndef f():\n    ctypes.string_at(0)"
    crash, after = run(worker, source, "return impl.f()", "return 2")
    assert (crash.status, crash.error["signal"]) == ("crashed", signal.SIGSEGV)
    assert last_line(crash) == ("answer.py", 3)
    assert after.value == 2


def test_a_killed_child_is_reported_with_its_signal(worker: Worker) -> None:
    source = "import os\ndef f(): os.kill(os.getpid(), 9)"
    killed, after = run(worker, source, "return impl.f()", "return 2")
    assert (killed.status, killed.error["signal"]) == ("crashed", 9)
    assert after.value == 2


class Kills:
    """Kills the child that prints its number, as a machine without memory does: the first time."""

    def __init__(self, sign: Path) -> None:
        self.sign = sign
        self.killed: list[int] = []

    def printed(self, check: str, text: bytes) -> None:  # noqa: ARG002 - as a listener is called
        if not self.killed:
            self.killed.append(int(text))
            os.kill(int(text), signal.SIGKILL)
            self.sign.touch()

    def finished(self, report: Report) -> None: ...


@linux_only
def test_a_check_whose_child_somebody_else_killed_is_run_again(tmp_path: Path) -> None:
    kills = Kills(tmp_path / "sign")
    source = f"""
        import os, time
        def f():
            print(os.getpid(), flush=True)
            while not os.path.exists({str(kills.sign)!r}):
                time.sleep(0.01)
            return 1
    """
    asked = request(answer(source), "return 0", "return impl.f()", "return 2")
    with start_worker("forked", isolation="L0") as worker:
        (reports,) = worker.run([replace(asked, listener=kills)])
    assert kills.killed
    assert [report.value for report in reports] == [0, 1, 2]


@linux_only
def test_a_child_made_ahead_that_somebody_killed_is_not_used() -> None:
    before = children()
    with start_worker("forked", isolation="L0", spares=1) as worker:
        (server,) = children() - before
        used = one(worker, "import os\ndef f(): return os.getpid()").value
        until(lambda: is_gone(used) and len(children(server)) == 1)
        (spare,) = children(server)
        os.kill(spare, signal.SIGKILL)
        until(lambda: is_gone(spare))
        assert one(worker, "import os\ndef f(): return os.getpid()").value != spare


def test_leaving_the_process_is_reported_with_its_code(worker: Worker) -> None:
    source = "import os\ndef f():\n    print('bye', flush=True)\n    os._exit(3)"
    left, after = run(worker, source, "return impl.f()", "return 2")
    assert (left.status, left.error["code"]) == ("exited", 3)
    assert left.printed == "bye\n"
    assert after.value == 2


@pytest.mark.parametrize("ending", ["os._exit(0)", "os.kill(os.getpid(), 9)", "1 / 0"])
def test_an_end_while_loading_is_the_end_of_every_check(worker: Worker, ending: str) -> None:
    reports = run(worker, f"import os\n{ending}", "return 1", "return 2")
    assert len(set(statuses(reports))) == 1
    assert all(report.facts["loading"] for report in reports)


def test_closing_every_descriptor_ends_that_check_only(worker: Worker) -> None:
    source = "import os\ndef f(): os.closerange(0, 256)"
    assert statuses(run(worker, source, "return impl.f()", "return 2")) == ["exited", "value"]


@pytest.mark.parametrize(
    "garbage",
    [
        "b'\\xff' * 100",
        "b'\\0' * 64",
        "struct.pack('!IIQ', 2, 2, 2**60)",
        "wire.pack(wire.dump({'is': 'outcome', 'check': 'other'}), b'{}')",
        "wire.pack(wire.dump({'is': 'outcome', 'check': 'c0'}), b'[]')",
        "wire.pack(wire.dump({'is': 'outcome', 'check': 'c0'}), b'{\"status\":\"frames\"}')",
    ],
    ids=["noise", "zeros", "huge", "another check", "no object", "no status"],
)
def test_garbage_on_the_link_breaks_that_check_only(worker: Worker, garbage: str) -> None:
    source = f"""
        import os, struct
        from grader.worker import wire
        def f():
            for descriptor in range(3, 64):
                try: os.write(descriptor, {garbage})
                except OSError: pass
            return 1
    """
    assert statuses(run(worker, source, "return impl.f()", "return 2")) == ["broken", "value"]


def test_an_announced_frame_that_never_comes_ends_by_the_wall_clock(worker: Worker) -> None:
    source = """
        import os, struct
        def f():
            for descriptor in range(3, 64):
                try: os.write(descriptor, struct.pack("!IIQ", 9, 9, 1 << 20))
                except OSError: pass
    """
    assert statuses(run(worker, source, "return impl.f()", "return 2", limits=IMPATIENT)) == ["timed_out", "value"]


def test_answers_sent_ahead_are_not_taken_for_answers_to_later_checks(worker: Worker) -> None:
    """Two frames for one question: the second answers nothing that was asked."""
    source = """
        import os
        from grader.worker import wire
        def f():
            forged = wire.pack(wire.dump({"is": "outcome", "check": "c0"}), b'{"status":"value","value":1}')
            for descriptor in range(3, 64):
                try: os.write(descriptor, forged)
                except OSError: pass
    """
    reports = run(worker, source, "return impl.f()", "return 2")
    assert reports[1].status == "broken" or reports[1].value == 2


# ---- what is left behind


FORK = """
    import os, time
    def f(ending, apart=False):
        pid = os.fork()
        if pid == 0:
            if apart: os.setsid()
            time.sleep(600)
        print(pid, flush=True)
        if ending == "exit": os._exit(0)
        if ending == "spin":
            while True: pass
        return pid
"""


@linux_only
@pytest.mark.parametrize("ending", ["return", "exit", "spin"])
def test_a_grandchild_that_holds_the_pipes_open_is_ended_with_the_child(worker: Worker, ending: str) -> None:
    first, second = run(worker, FORK, f"return impl.f({ending!r})", "return 2")
    assert first.status == {"return": "value", "exit": "exited", "spin": "timed_out"}[ending]
    assert second.value == 2
    until(lambda: is_gone(int(first.printed)))


@linux_only
def test_a_grandchild_in_a_session_of_its_own_keeps_nobody_waiting(worker: Worker) -> None:
    first, second = run(worker, FORK, "return impl.f('exit', apart=True)", "return 2")
    os.kill(int(first.printed), signal.SIGKILL)
    assert statuses([first, second]) == ["exited", "value"]


def test_threads_that_still_run_keep_nobody_waiting(worker: Worker) -> None:
    source = (
        "import threading, time\ndef f():\n    threading.Thread(target=time.sleep, args=(600,)).start()\n    return 1"
    )
    assert one(worker, source).value == 1


@pytest.mark.parametrize("ending", ["return os.getcwd()", "print(os.getcwd(), flush=True); os._exit(1)"])
def test_the_scratch_folder_is_empty_at_first_and_gone_afterwards(worker: Worker, ending: str) -> None:
    source = f"""
        import os, tempfile
        START = os.listdir()
        def f():
            assert START == [] and tempfile.gettempdir() == os.environ["HOME"] == os.getcwd()
            os.makedirs("deep/er")
            open("deep/er/file", "w").write("x")
            {ending}
    """
    report = one(worker, source)
    folder = Path(report.value if report.status == "value" else report.printed.strip())
    assert folder.is_absolute()
    assert eventually(lambda: not folder.exists())  # nobody waits for a child to be cleared away


def eventually(holds: Callable[[], bool]) -> bool:
    """Does it hold within ten seconds?"""
    until = time.monotonic() + 10
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("kind", ["forked", "fresh"])
@pytest.mark.parametrize("isolation", ["L0", "auto"])
def test_a_child_that_cannot_begin_is_our_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, isolation: str
) -> None:
    """None of the student's code has run, so it is not to blame; the same exit by that code is."""
    (tmp_path / "sitecustomize.py").write_text("import os\ndef chdir(path): raise PermissionError\nos.chdir = chdir\n")
    with start_worker(kind, isolation=isolation) as worker:
        assert one(worker, "import os; os._exit(70)").status == "exited"
    monkeypatch.setitem(ENVIRONMENT, "PYTHONPATH", str(tmp_path))
    with (
        start_worker(kind, isolation=isolation) as worker,
        pytest.raises(GraderFault, match="a child ended before it was ready"),
    ):
        one(worker, "def f(): return 1")


@pytest.mark.parametrize("kind", ["forked", "fresh"])
@pytest.mark.parametrize("mask", [0o077, 0o777])
def test_a_strict_umask_changes_nothing(kind: str, mask: int) -> None:
    before = os.umask(mask)
    try:
        with start_worker(kind) as worker:
            source = "import tempfile\ndef f():\n    with tempfile.TemporaryFile() as file: return file.write(b'four')"
            assert one(worker, source).value == 4
    finally:
        os.umask(before)


MIXED = (
    "def f(): return 1",
    "import os\ndef f(): os._exit(1)",
    "def f():\n    while True: pass",
    "def f(:",
)


@linux_only
@pytest.mark.parametrize("kind", ["forked", "fresh"])
def test_many_runs_leave_no_process_and_no_descriptor_behind(kind: str) -> None:
    def state() -> tuple[int, set[int], list[set[int]]]:
        mine = children()
        return len(list(Path("/proc/self/fd").iterdir())), mine, [children(pid) for pid in sorted(mine)]

    limits = Limits(seconds=0.02)
    with start_worker(kind, isolation="L0") as worker:
        one(worker, "def f(): return 1")
        time.sleep(1)  # the first child is cleared away
        before = state()
        for n in range(6 if kind == "forked" else 2):  # a fresh interpreter takes its time
            requests = [request(answer(MIXED[(n + k) % 4]), "return impl.f()", limits=limits) for k in range(5)]
            worker.run(requests)
        assert eventually(lambda: state() == before)


@linux_only
def test_closing_the_worker_ends_its_server() -> None:
    before = children()
    worker = start_worker("forked")
    one(worker, "def f(): return 1")
    (server,) = children() - before
    worker.close()
    assert is_gone(server)
    assert children() == before


@linux_only
def test_a_fresh_child_is_there_before_it_is_needed() -> None:
    before = children()
    with start_worker("fresh", isolation="L0", spares=1) as worker:
        for _ in range(3):
            ready = children() - before
            assert one(worker, "import os\ndef f(): return os.getpid()").value in ready


GRADER = """
    import sys
    from grader.worker import Implementation, Layer, Request, Task, start_worker
    from grader.values import Limits
    source = b"import time\\ndef f(): time.sleep(600)"
    with start_worker(sys.argv[1], isolation="L0") as worker:
        task = Task("c", b"def c(impl, rng): return impl.f()", 1)
        what = Implementation((Layer("answer", "answer.py", source),))
        worker.run([Request(what, (task,), Limits(wall_seconds=600))])
"""


@linux_only
@pytest.mark.parametrize("kind", ["forked", "fresh"])
def test_everything_ends_when_the_grader_is_killed(kind: str) -> None:
    def below() -> set[int]:
        first = children(grader.pid)
        return first.union(*map(children, first)) if first else first

    def at_work() -> bool:
        return any("grader-" in str(Path(f"/proc/{pid}/cwd").readlink()) for pid in below())

    with subprocess.Popen([sys.executable, "-c", dedent(GRADER), kind]) as grader:
        until(at_work)
        everyone = below()
        folders = [Path(f"/proc/{pid}/cwd").readlink() for pid in everyone]
        grader.kill()
    assert len(everyone) == (2 if kind == "forked" else 1)
    until(lambda: all(map(is_gone, everyone)))
    if kind == "forked":  # a fresh child has nobody left who could tidy up
        assert not any(folder.exists() for folder in folders if "grader-" in str(folder))
    for folder in folders:
        if folder.name.startswith("grader-") and folder.is_dir():
            folder.rmdir()


# ---- what a child can find


@linux_only
def test_the_environment_of_the_grader_does_not_reach_a_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_TEST_TOKEN", "token-4711")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    source = dedent(SCAN) + dedent("""
        def f():
            return [sorted(os.environ), open("/proc/self/environ").read(), scan(rb"token-[0-9]{4}")]
    """)
    for kind in ("forked", "fresh"):
        with start_worker(kind, isolation="L0") as worker:
            names, raw, found = one(worker, source, limits=Limits()).value
        assert set(names) <= {
            "HOME",
            "TMPDIR",
            "PATH",
            "LANG",
            *(name for name in names if name.endswith("_NUM_THREADS")),
        }
        assert "GRADER_TEST_TOKEN" not in raw
        assert found == []


@linux_only
def test_a_hidden_check_cannot_be_found_before_all_public_ones_have_ended(worker: Worker) -> None:
    """Not while the submission is loaded, nor in a public check; nor is it in what waits to be read."""
    source = dedent(SCAN) + dedent("""
        import select
        EARLY = scan(rb"marker-[0-9]{4}")
        def f():
            links = [n for n in range(3, 64) if os.path.islink(path := f"/proc/self/fd/{n}")
                     and os.readlink(path).startswith(("socket:", "pipe:"))]
            return [EARLY, scan(rb"marker-[0-9]{4}"), len(links), select.select(links, [], [], 0.1)[0]]
    """)
    asked = request(answer(source), "return impl.f()", "return impl.f()", limits=Limits())
    hidden = Task("h", b"def h(impl, rng):\n    'marker-7391'\n    return impl.f()\n", 1)
    *public, last = [report.value for report in worker.run([replace(asked, hidden=(hidden,))])[0]]
    assert [found[:2] for found in public] == [[[], []]] * 2
    assert public[-1][2] >= 1
    assert public[-1][3] == []
    assert last[:2] == [[], ["marker-7391"]]


@linux_only
def test_a_child_holds_no_descriptor_but_its_own(worker: Worker) -> None:
    source = """
        import os
        def f(): return sorted({os.readlink(f"/proc/self/fd/{n}").partition(":")[0] for n in os.listdir("/proc/self/fd")
                                if os.path.exists(f"/proc/self/fd/{n}") or os.path.islink(f"/proc/self/fd/{n}")})
    """
    kinds = {kind.rpartition(".")[2] for kind in one(worker, source).value if not kind.startswith("/proc")}
    assert kinds in ({"/dev/null", "pipe", "socket"}, {"/dev/null", "pipe", "stack"})
