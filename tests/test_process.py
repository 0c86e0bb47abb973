"""One solution, one process: it runs the public checks, then gets the hidden ones. Whatever a check does there, every
other one gets the report that it gets alone, and nobody hears what hidden ones print."""

from __future__ import annotations

import os
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
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grader.course import Course
from grader.errors import GraderFault
from grader.grade import Grader, salted
from grader.grade.plan import Judges, of_submission, request_for
from grader.results import Outcome
from grader.submission import Submission
from grader.values import Limits
from grader.worker import Implementation, Layer, Report, Request, Task, Worker, encode_value, start_worker, wire
from grader.worker import request as request_module
from grader.worker.forked import ForkedChild, ForkSpawner
from grader.worker.fresh import FreshSpawner
from grader.worker.request import SHOWN, TIMEOUTS, CapturedOutput, Execution, Phase
from grader.worker.spawners import Child
from tests.helpers import IMPATIENT, answer, checks, last_line, request, statuses

BRIEF = Limits(seconds=0.2, wall_seconds=30.0)
PATIENT = Limits(seconds=10.0, wall_seconds=60.0)
TWICE = "def f(x):\n    return 2 * x\n"
PID = "import os\nreturn os.getpid()"
LOOPS = "def f(x):\n    while x:\n        pass\n    return 0\n"


class Hands:
    """A worker that counts the children it starts."""

    def __init__(self, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
        self.worker = worker
        self.children = 0
        start = Execution.start

        def counted(execution: Execution, child: Child) -> None:
            self.children += 1
            start(execution, child)

        monkeypatch.setattr(Execution, "start", counted)

    def run(self, asked: Request) -> list[Report]:
        (reports,) = self.worker.run([asked])
        return reports


@pytest.fixture
def hands(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(worker, monkeypatch)


@pytest.fixture(scope="module")
def quick_worker() -> Iterator[Worker]:
    """For what does not depend on how children are made: where they can be forked, they are."""
    with start_worker(isolation="L0") as made:
        yield made


@pytest.fixture
def quick(quick_worker: Worker, monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(quick_worker, monkeypatch)


class Heard:
    """Listens to a request."""

    def __init__(self) -> None:
        self.words: dict[str, bytes] = defaultdict(bytes)
        self.ended: list[str] = []

    def printed(self, check: str, text: bytes) -> None:
        self.words[check] += text

    def finished(self, report: Report) -> None:
        self.ended.append(report.check)


def hidden_task(name: str, body: str, **more: Any) -> Task:
    """A hidden check travels in a file of its own."""
    source = f"import numpy as np\ndef {name}(impl, rng):\n{indent(dedent(body), '    ')}\n"
    return Task(name, source.encode(), **{"seed": 70, **more})


def ask(
    source: str | Implementation, *public: str, hidden: tuple[str, ...] = (), limits: Limits = BRIEF, **more: Any
) -> Request:
    """Checks c0, c1, … with these bodies, then hidden ones h0, h1, …"""
    file = checks(*public)
    tasks = tuple(Task(f"c{n}", file, 11 + n, seconds=limits.seconds) for n in range(len(public)))
    apart = tuple(hidden_task(f"h{n}", body, seconds=limits.seconds) for n, body in enumerate(hidden))
    what = answer(source) if isinstance(source, str) else source
    return Request(what, tasks, limits, apart, **more)


def calls(*arguments: str) -> tuple[str, ...]:
    return tuple(f"return impl.f({argument})" for argument in arguments)


def using(source: str, public: tuple[str, ...], hidden: tuple[str, ...] = ()) -> Request:
    """Checks that call these, each of which says what it uses: "slow(1)" uses `slow`."""
    asked = ask(source, *(f"return impl.{call}" for call in public), hidden=tuple(f"return impl.{h}" for h in hidden))

    def told(tasks: tuple[Task, ...], called: tuple[str, ...]) -> tuple[Task, ...]:
        return tuple(replace(task, uses=(call.partition("(")[0],)) for task, call in zip(tasks, called, strict=True))

    return replace(asked, tasks=told(asked.tasks, public), hidden=told(asked.hidden, hidden))


def printed(reports: list[Report]) -> list[str]:
    return [report.printed for report in reports]


def values(reports: list[Report]) -> list[Any]:
    return [report.value for report in reports]


# ---- one process


@pytest.mark.parametrize(
    "source",
    [TWICE, "import os, sys, threading\nseen = []\n" + TWICE, "eval('1')\nexec('x = 1')\n" + TWICE, ""],
    ids=["plain", "imports", "exec", "empty"],
)
def test_all_checks_of_a_solution_run_in_one_process_whatever_its_source(hands: Hands, source: str) -> None:
    reports = hands.run(ask(source, PID, PID, hidden=(PID, PID)))
    assert len(set(values(reports))) == 1
    assert [report.check for report in reports] == ["c0", "c1", "h0", "h1"]
    assert hands.children == 1


def test_two_solutions_never_share_a_process(hands: Hands) -> None:
    found = hands.worker.run([ask(TWICE, PID, hidden=(PID,))] * 3)
    assert len({pid for reports in found for pid in values(reports)}) == hands.children == 3


def test_hidden_checks_need_no_public_ones(hands: Hands) -> None:
    reports = hands.run(ask(TWICE, hidden=("return [impl.f(1), rng.normal()]", *calls("2"))))
    assert values(reports) == [[2, np.random.RandomState(70).normal()], 4]
    assert hands.run(ask(TWICE)) == []
    assert hands.children == 1


def test_what_cannot_be_loaded_fails_every_check_in_one_process(hands: Hands) -> None:
    for public in (calls("1", "2"), ()):
        hands.children = 0
        reports = hands.run(ask("def f(x):\n    return x\n\ndef g(:\n", *public, hidden=calls("3", "4")))
        assert statuses(reports) == ["syntax"] * (len(public) + 2)
        assert {report.error["line"] for report in reports} == {4}
        assert hands.children == 1


@pytest.fixture
def phases(monkeypatch: pytest.MonkeyPatch) -> list[Phase]:
    """Those that requests enter, in order."""
    entered: list[Phase] = []

    def noted(execution: Execution, name: str, value: object) -> None:
        if isinstance(value, Phase) and name == "phase" and entered[-1:] != [value]:
            entered.append(value)
        object.__setattr__(execution, name, value)

    monkeypatch.setattr(Execution, "__setattr__", noted)
    return entered


ONE_PROCESS = [Phase.STARTING, Phase.LOADING, Phase.PUBLIC, Phase.HIDDEN]


def test_a_request_goes_through_its_phases_in_order(quick: Hands, phases: list[Phase]) -> None:
    quick.run(ask(TWICE, *calls("1", "2"), hidden=calls("3")))
    assert phases == [*ONE_PROCESS, Phase.DONE]
    phases.clear()
    quick.run(ask(TWICE, *calls("1")))
    assert phases == [*ONE_PROCESS[:3], Phase.DONE]
    phases.clear()
    quick.run(ask(LOOPS, *calls("0"), hidden=calls("1", "0")))
    assert phases == [*ONE_PROCESS, Phase.ENDING, *ONE_PROCESS, Phase.DONE]
    phases.clear()
    quick.run(ask("1 / 0", *calls("0"), hidden=calls("1")))
    assert phases == [Phase.STARTING, Phase.LOADING, Phase.DONE]


def test_public_checks_are_sent_with_the_submission_and_hidden_ones_after_the_last_public_outcome(
    quick: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[Phase, int, list[int]]] = []
    send = Execution.send_checks

    def noted(execution: Execution, frame: bytes = b"") -> None:
        before = len(execution.sent)
        send(execution, frame)
        sent.append((execution.phase, len(execution.reports), execution.sent[before:]))

    monkeypatch.setattr(Execution, "send_checks", noted)
    quick.run(ask(TWICE, *calls("1", "2", "3"), hidden=calls("4", "5")))
    assert sent == [(Phase.LOADING, 0, [0, 1, 2]), (Phase.HIDDEN, 3, [3, 4])]


def test_large_inputs_and_outcomes_arrive_whole_though_many_checks_are_on_their_way(hands: Hands) -> None:
    source = "def f(x, n):\n    print('n', n)\n    return [x + n, str(n) * 300_000]\n"
    large = np.arange(400_000.0)
    file = b"".join(f"def c{n}(impl, rng, given): return impl.f(given, {n})\n".encode() for n in range(4))
    tasks = tuple(Task(f"c{n}", file, n, given=encode_value(large), seconds=10.0) for n in range(4))
    reports = hands.run(Request(answer(source), tasks[:3], PATIENT, tasks[3:]))
    for n, report in enumerate(reports):
        array, text = report.value
        assert np.array_equal(array, large + n)
        assert text == str(n) * 300_000
    assert printed(reports) == ["n 0\n", "n 1\n", "n 2\n", ""]
    assert hands.children == 1


def reports_alone(worker: Worker, asked: Request) -> list[Report]:
    """Every check in a process of its own."""
    alone = [Request(asked.implementation, (task,), asked.limits) for task in (*asked.tasks, *asked.hidden)]
    return [report for (report,) in worker.run(alone)]


def test_settings_and_seeds_do_not_mix(quick: Hands) -> None:
    body = "return [impl.f(rng.normal(size=5)), rng.uniform(), rng.randint(99), np.random.rand()]"
    asked = ask(TWICE, body, body, body, body, hidden=(body, body))
    kinds = ("exact", "float32", "nudged", "exact")
    tasks = tuple(replace(task, seed=5, setting=kind) for task, kind in zip(asked.tasks, kinds, strict=True))
    asked = replace(asked, tasks=tasks, hidden=tuple(replace(task, setting="float32") for task in asked.hidden))
    alone = reports_alone(quick.worker, asked)
    assert quick.run(asked) == alone
    assert len({(report.head, report.body) for report in alone}) == 4, "three settings, and another seed"


def test_real_exercises_get_the_same_bytes_in_one_process_as_check_by_check(quick: Hands, course: Course) -> None:
    setting = salted(course.seed, 5)
    chosen = [e for e in course.exercises if not e.needs_torch and not e.needs_device and e.hidden_checks][::3]
    for number, exercise in enumerate(chosen):
        source = exercise.solution_source.replace("axis=-1", "axis=0" if number % 2 else "axis=-1")
        specs = [spec for spec in (*exercise.checks, *exercise.hidden_checks) if not spec.slow]
        what = of_submission(exercise, Submission(Path(f"{exercise.slug}.py"), source.encode()))
        asked = request_for(exercise, what, setting, Judges(exercise), specs)
        assert quick.run(asked) == reports_alone(quick.worker, asked), "head and body, byte by byte"


# ---- what was printed, and by whom


def test_what_each_check_prints_is_told_with_that_check_and_nothing_of_hidden_ones(hands: Hands) -> None:
    source = """
        import os

        def f(*words):
            print(*words)

        def lines(n):
            for k in range(n):
                print(k)

        def raw(text):
            os.write(1, text)
            os.write(2, text)
    """
    bodies = (
        "return 0",
        "return impl.f('one')",
        "return impl.f('é' * 30_001)",  # a character lies across what is read at once
        "print('ü', end='')\nreturn impl.f('\\ud800')",
        "return impl.raw(b'raw\\xff')",
        "return impl.f('😀' * 9000)",
        "return impl.lines(300)",
        "return impl.f('x' * 3999)",
        "return impl.f('last')",
    )
    heard = Heard()
    hidden = ("return impl.f('secret')", "return impl.raw(b'secret')", "print('secret')\nreturn 1 / 0")
    reports = hands.run(ask(source, *bodies, hidden=hidden, limits=PATIENT, listener=heard))
    told = [
        "", "one\n", "é" * SHOWN + "…", "ü\\ud800\n", "raw\ufffd" * 2, "😀" * SHOWN + "…",
        "".join(f"{k}\n" for k in range(300)), "x" * 3999 + "\n", "last\n",
    ]  # fmt: skip
    assert printed(reports) == [*told, "", "", ""]
    assert heard.ended == [f"c{n}" for n in range(9)]
    assert heard.words["c2"] == "é".encode() * 30_001 + b"\n"
    assert set(heard.words) == {f"c{n}" for n in range(1, 9)}
    assert b"secret" not in b"".join(heard.words.values())
    assert hands.children == 1


def test_warnings_are_told_with_every_check_that_they_came_up_in(hands: Hands) -> None:
    source = "import numpy as np\ndef f(x):\n    print('before')\n    return np.log(x)\ndef g(x):\n    return x is 1\n"
    loading, fine, warned, after = printed(hands.run(ask(source, "return 0", *calls("1.0", "0.0", "1.0"))))
    assert "answer.py:6: SyntaxWarning" in loading
    assert fine == after == "before\n"
    assert "answer.py:4: RuntimeWarning: divide by zero" in warned


def test_a_flood_of_prints_is_blamed_on_its_check_and_the_others_run(hands: Hands) -> None:
    source = "def f(x):\n    while x:\n        print('x' * 1000)\n    return 0\ndef g():\n    print('g' * 60_000)\n"
    bodies = ("return impl.g()", "return impl.g()", *calls("1"), "return impl.g()", *calls("0"), "return impl.g()")
    asked = ask(source, *bodies, hidden=("return impl.g()",), limits=PATIENT._replace(output_mb=0.1))
    reports = hands.run(asked)
    assert statuses(reports) == ["value", "value", "output", "value", "value", "value", "value"]
    assert reports[2].printed.startswith("x" * 1000 + "\nx")
    assert {reports[n].printed for n in (0, 1, 3, 5)} == {"g" * SHOWN + "…"}
    assert hands.children == 2


def test_one_byte_too_many_is_too_many_every_time(quick: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """A grader that is slow to read finds the answer before the last of the prints."""
    read = Execution.read_printed

    def slow(execution: Execution) -> bytes | None:
        time.sleep(0.01)
        return read(execution)

    bodies = [f"print('x' * {(1 << 17) - 1 + more})\nreturn 0" for more in (0, 1, 0, 20_000, 0)]
    asked = ask(TWICE, *bodies, hidden=calls("1"), limits=PATIENT._replace(output_mb=0.125))
    for reader in (read, slow):
        monkeypatch.setattr(Execution, "read_printed", reader)
        for reports in quick.worker.run([asked] * 2):
            assert statuses(reports) == ["value", "output", "value", "output", "value", "value"]


def test_what_is_printed_before_loading_fails_is_told_though_the_failure_is_heard_of_first(
    quick: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, take = Execution.read_printed, Execution.take_loaded
    heard: set[Execution] = set()

    def late(execution: Execution) -> bytes | None:
        return read(execution) if execution in heard else None

    def noted(execution: Execution, head: bytes) -> None:
        heard.add(execution)
        take(execution, head)

    monkeypatch.setattr(Execution, "read_printed", late)
    monkeypatch.setattr(Execution, "take_loaded", noted)
    for size, status in ((100, "raised"), (50_000, "output")):
        limits = PATIENT._replace(output_mb=0.03125)
        reports = quick.run(
            ask(f"print('x' * {size})\n1 / 0\n", "return 1", "return 2", hidden=("return 3",), limits=limits)
        )
        assert statuses(reports) == [status] * 3
        assert [report.printed[:10] for report in reports] == ["xxxxxxxxxx", "xxxxxxxxxx", ""]


def test_a_thread_that_prints_for_ever_never_shows_what_it_prints_during_hidden_checks(hands: Hands) -> None:
    source = """
        import threading, time
        word = []

        def talk():
            while True:
                print(word[0], flush=True)
                time.sleep(0.0002)

        def f(new):
            word[:] = [new]
            if threading.active_count() == 1:
                threading.Thread(target=talk, daemon=True).start()
            time.sleep(0.03)
            return new
    """
    listeners = [Heard() for _ in range(4)]
    public, hidden = calls("'public'", "'public'"), calls("'secret'", "'secret'")
    limits = PATIENT._replace(output_mb=8.0)
    asked = [ask(source, *public, hidden=hidden, limits=limits, listener=heard) for heard in listeners]
    for reports, heard in zip(hands.worker.run(asked), listeners, strict=True):
        assert values(reports) == ["public", "public", "secret", "secret"]
        assert "public" in reports[0].printed
        assert printed(reports)[2:] == ["", ""]
        assert "secret" not in "".join(printed(reports))
        assert b"secret" not in b"".join(heard.words.values())


def test_a_solution_that_finds_the_mark_mixes_up_its_own_prints_only(hands: Hands) -> None:
    source = """
        import os, sys

        def f(word, marks):
            frame = sys._getframe()
            while "mark" not in frame.f_locals:
                frame = frame.f_back
            os.write(1, frame.f_locals["mark"] * marks)
            print(word)
            return word
    """
    heard = Heard()
    public, hidden = calls("'one', 2", "'two', 9", "'three', 0"), calls("'secret', 3", "'secret', 0")
    reports = hands.run(ask(source, *public, hidden=hidden, limits=PATIENT, listener=heard))
    assert values(reports) == ["one", "two", "three", "secret", "secret"]
    assert printed(reports)[3:] == ["", ""]
    assert b"secret" not in b"".join(heard.words.values())
    assert set(heard.words) <= {"c0", "c1", "c2"}
    assert hands.children == 1


MARK = b"aab-aab"  # it begins as it ends: the hardest to find


@given(st.lists(st.text("ab-é", max_size=30).map(str.encode), min_size=1, max_size=6), st.data())
@settings(max_examples=200, deadline=None)
def test_prints_are_told_apart_however_they_and_their_marks_are_cut(texts: list[bytes], data: st.DataObject) -> None:
    *ended, rest = texts
    assume(all((text + MARK).find(MARK) == len(text) for text in ended))
    stream = b"".join(text + MARK for text in ended) + rest
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)))))
    output, pieces = CapturedOutput(20, MARK, len(ended)), defaultdict[int, bytes](bytes)
    for first, last in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        for check, piece in output.add(stream[first:last]):
            assert piece
            pieces[check] += piece
    assert output.ended == len(ended)
    assert [pieces[n] for n in range(len(texts))] == texts
    assert [output.text(n).encode() for n in range(len(texts))] == texts
    assert output.text(len(texts)) == ""
    assert output.flooded_by == next((n for n, text in enumerate(texts) if len(text) > 20), None)


def test_what_looks_like_the_beginning_of_a_mark_is_told_if_none_comes() -> None:
    output = CapturedOutput(1000, b"\nmark", 2)
    output.add(b"one\nmarktwo\n")
    assert [output.text(0), output.text(1)] == ["one", "two\n"]
    output.add(b"more")
    assert output.text(1) == "two\nmore"


def test_of_long_prints_the_beginning_is_kept_in_whole_characters() -> None:
    output = CapturedOutput(1 << 20, MARK, 2)
    for _ in range(3):
        output.add("😀".encode() * (SHOWN - 1) + b"\xf0\x9f")
    output.add(MARK + "é".encode() * SHOWN + MARK + MARK)
    assert output.text(0)[: SHOWN - 1] == "😀" * (SHOWN - 1)
    assert len(output.text(0)) == SHOWN + 1
    assert output.text(1) == "é" * SHOWN
    assert output.text(2) == MARK.decode(), "no more marks are believed than there are checks"


# ---- what is set back


@pytest.fixture(scope="module")
def torch_worker() -> Iterator[Worker]:
    pytest.importorskip("torch")
    with start_worker(isolation="L0") as made:
        made.load("torch")
        yield made


CHANGES = {
    "attribute replaced": ("impl.f = lambda x: 'spoilt'", "impl.f(1)"),
    "attribute added": ("impl.extra = 1", "hasattr(impl, 'extra')"),
    "attribute deleted": ("del impl.f", "hasattr(impl, 'f')"),
    "global": ("impl.set_number(5)", "impl.NUMBER"),
    "provided": ("import provided; provided.NUMBER = 5", "__import__('provided').NUMBER"),
    "standard output": ("sys.stdout = sys.stderr = None", "sys.stdout is None or sys.stderr is None"),
    "grad mode": ("torch.set_grad_enabled(False)", "torch.is_grad_enabled()"),
    "default dtype": ("torch.set_default_dtype(torch.float16)", "str(torch.get_default_dtype())"),
    "default device": ("torch.set_default_device('meta')", "torch.ones(1).device.type"),
    "threads": ("torch.set_num_threads(3)", "torch.get_num_threads()"),
    "anomaly": ("torch.autograd.set_detect_anomaly(True)", "torch.is_anomaly_enabled()"),
    "deterministic": ("torch.use_deterministic_algorithms(True)", "torch.are_deterministic_algorithms_enabled()"),
    "precision": ("torch.set_float32_matmul_precision('medium')", "torch.get_float32_matmul_precision()"),
    "forward hook": (
        "torch.nn.modules.module.register_module_forward_hook(lambda m, i, o: 0 * o)",
        "torch.nn.Identity()(torch.ones(1)).item()",
    ),
    "forward pre-hook": (
        "torch.nn.modules.module.register_module_forward_pre_hook(lambda m, i: (0 * i[0],))",
        "torch.nn.Identity()(torch.ones(1)).item()",
    ),
    "parameter hook": (
        "torch.nn.modules.module.register_module_parameter_registration_hook("
        "lambda m, n, p: torch.nn.Parameter(torch.zeros_like(p)))",
        "len(torch.nn.modules.module._global_parameter_registration_hooks)",
    ),
    "numpy errors": ("np.seterr(all='raise')", "np.geterr()['over']"),
    "numpy printing": ("np.set_printoptions(precision=2)", "repr(np.array([1 / 3]))"),
    "warnings": ("import warnings; warnings.simplefilter('error')", "str(__import__('warnings').filters)"),
    "recursion limit": ("sys.setrecursionlimit(4321)", "sys.getrecursionlimit()"),
    "folder": ("os.makedirs('sub', exist_ok=True); os.chdir('sub')", "os.path.basename(os.getcwd()) == 'sub'"),
    "environment": ("os.environ['NEW'] = '1'; os.environ.pop('HOME')", "sorted(os.environ)"),
}
IMPORTS = "import os, sys, torch, numpy as np\n"


@pytest.mark.parametrize("name", CHANGES)
def test_what_a_check_has_changed_is_set_back_before_the_next(
    torch_worker: Worker, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    change, shown = CHANGES[name]
    source = IMPORTS + "NUMBER = 1\ndef f(x): return x\ndef set_number(n):\n    global NUMBER\n    NUMBER = n\n"
    what = replace(answer(source), provided=(Layer("provided", "provided.py", b"NUMBER = 1\n"),))
    look, spoil = f"{IMPORTS}return {shown}", f"{IMPORTS}{change}\nreturn {shown}"
    hands = Hands(torch_worker, monkeypatch)
    first, changed, *later = values(hands.run(ask(what, look, spoil, look, hidden=(look, spoil, look), limits=PATIENT)))
    assert changed != first, "or nothing is tested"
    assert later == [first, first, changed, first]
    assert hands.children == 1


def test_a_check_that_removes_the_working_folder_costs_the_others_nothing(quick: Hands) -> None:
    gone = "import os\nhere = os.getcwd()\nos.chdir('/')\nos.rmdir(here)\nreturn 2"
    reports = quick.run(ask(TWICE, gone, *calls("1"), hidden=calls("1")))
    assert values(reports) == [2, 2, 2]
    assert quick.children == 1


def test_what_loading_has_set_is_what_every_check_finds(quick: Hands) -> None:
    source = "import sys, numpy as np\nsys.setrecursionlimit(2222)\nnp.set_printoptions(precision=3)\n"
    look = "import sys\nreturn [sys.getrecursionlimit(), np.get_printoptions()['precision']]"
    spoil = "import sys\nsys.setrecursionlimit(3333)\nnp.set_printoptions(precision=1)\nreturn [2222, 3]"
    assert values(quick.run(ask(source, look, spoil, look, hidden=(look,)))) == [[2222, 3]] * 4


# ---- a process that ends too early

ENDS = """
    import os, signal

    def f(how):
        print("now", how)
        if how == "exit":
            os._exit(3)
        if how == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        while how == "loop":
            pass
        return how
"""


@pytest.mark.parametrize(("how", "status"), [("exit", "exited"), ("crash", "crashed"), ("loop", "timed_out")])
def test_after_an_early_end_a_new_process_goes_on_with_the_next_check(hands: Hands, how: str, status: str) -> None:
    heard = Heard()
    public, hidden = calls("0", repr(how), "2"), calls("3", repr(how), "5")
    reports = hands.run(ask(ENDS, *public, hidden=hidden, listener=heard))
    assert statuses(reports) == ["value", status, "value"] * 2
    assert printed(reports) == ["now 0\n", f"now {how}\n", "now 2\n", "", "", ""]
    assert heard.words == {"c0": b"now 0\n", "c1": f"now {how}\n".encode(), "c2": b"now 2\n"}
    assert heard.ended == ["c0", "c1", "c2"]
    assert hands.children == 3


def test_a_line_is_heard_whole_whatever_bytes_tell_checks_apart(quick: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that may begin a mark are held back, and nobody prints what a mark begins with."""
    monkeypatch.setattr(os, "urandom", lambda count: b"\n" * count)
    heard = Heard()
    quick.run(ask(ENDS, *calls("0", "'exit'"), listener=heard))
    assert heard.words == {"c0": b"now 0\n", "c1": b"now exit\n"}


def test_an_early_end_of_the_last_public_check_leaves_the_hidden_ones_to_a_new_process(quick: Hands) -> None:
    heard = Heard()
    reports = quick.run(ask("print('loading')\n" + dedent(ENDS), *calls("'exit'"), hidden=calls("1"), listener=heard))
    assert statuses(reports) == ["exited", "value"]
    assert printed(reports) == ["loading\nnow exit\n", ""]
    assert heard.words == {"c0": b"loading\nnow exit\n"}
    assert quick.children == 2


def test_a_timeout_is_told_with_its_line_and_a_check_that_prints_first_keeps_its_prints(quick: Hands) -> None:
    source = "def f(x):\n    print('now', x)\n    while x:\n        pass\n"
    reports = quick.run(ask(source, *calls("0", "1"), hidden=calls("0", "1")))
    assert statuses(reports) == ["value", "timed_out"] * 2
    assert printed(reports) == ["now 0\n", "now 1\n", "", ""]
    for report in (reports[1], reports[3]):
        assert last_line(report) in (("answer.py", 3), ("answer.py", 4))


def test_waiting_is_timed_out_by_the_wall_clock_where_it_happens(quick: Hands) -> None:
    """To be asked where it is ends the waiting, and the next check is under way when the grader hears it."""
    waits, sleeps = "import signal\nsignal.pause()\nreturn 1", "import time\ntime.sleep(0.3)\nreturn 2"
    reports = quick.run(ask(TWICE, *calls("1"), waits, sleeps, hidden=(waits, *calls("3")), limits=IMPATIENT))
    assert statuses(reports) == ["value", "timed_out", "value", "timed_out", "value"]
    assert reports[1].facts["by_the_clock"] == IMPATIENT.wall_seconds


LOADS_ONCE = """
    import os
    if os.path.exists({path!r}):
        {second}
    open({path!r}, "w").close()

    def f(x):
        print("f", x)
        return os._exit(3) if x else 0
"""


@pytest.mark.parametrize(
    ("second", "status"),
    [("print('second')\n        1 / 0", "raised"), ("os._exit(4)", "exited"), ("while True: pass", "timed_out")],
    ids=["raises", "exits", "loops"],
)
@pytest.mark.parametrize("during", ["public", "hidden"])
def test_loading_that_fails_for_hidden_checks_fails_these_and_public_ones_stay(
    quick: Hands, tmp_path: Path, second: str, status: str, during: str
) -> None:
    source = LOADS_ONCE.format(path=str(tmp_path / "loaded"), second=second)
    limits = BRIEF._replace(loading_seconds=0.3)
    if during == "public":
        reports = quick.run(ask(source, *calls("0", "1"), hidden=calls("0", "0"), limits=limits))
    else:
        reports = quick.run(ask(source, *calls("0"), hidden=calls("1", "0", "0"), limits=limits))
    assert statuses(reports) == ["value", "exited", status, status]
    assert reports[0].printed == "f 0\n"
    assert printed(reports)[2:] == ["", ""]
    assert quick.children == 2


# ---- memory


def test_memory_that_earlier_checks_hold_costs_no_check(hands: Hands) -> None:
    source = "kept = []\ndef f(mb):\n    kept.append(bytearray(mb << 20))\n    return len(kept)\n"
    limits = PATIENT._replace(memory_mb=200)
    reports = hands.run(ask(source, *calls("120", "120", "1"), hidden=calls("120", "1"), limits=limits))
    assert values(reports) == [1, 1, 2, 1, 2]
    assert hands.children == 3


def test_memory_that_is_not_there_is_tried_for_once_more_and_blamed_on_its_check(hands: Hands) -> None:
    source = "import numpy as np\ndef f(x):\n    return np.ones(10**11 if x else 1)\n"
    reports = hands.run(ask(source, *calls("1", "0", "1", "0"), hidden=calls("1", "0")))
    assert statuses(reports) == ["memory", "value", "memory", "value", "memory", "value"]
    assert hands.children == 3, "the first of a process had all the memory that there is"


# ---- the third timeout

STUCK = """
    def slow(x):
        while x:
            pass
        return 0

    def through(x):
        return slow(x)

    def free(x):
        return x

    class Model:
        def __init__(self, x):
            self.x = x

        def run(self):
            return helper(self.x)

    helper = through

    class Loops:
        def __init__(self, x):
            self.x = x

        def run(self):
            while self.x:
                pass
            return free(0)

    def build(x):
        return Loops(x)
"""


def test_after_the_third_timeout_what_reaches_that_function_is_not_run_and_the_rest_is(hands: Hands) -> None:
    heard = Heard()
    public = ("free(1)", *["slow(1)"] * 3, "slow(0)", "free(2)", "through(0)", "Model(0).run()", "Loops(0).run()")
    hidden = ("slow(0)", "free(3)", "Model(0).run()", "build(0).x")
    asked = replace(using(STUCK, public, hidden), listener=heard)
    reports = hands.run(asked)
    assert TIMEOUTS == 3
    assert statuses(reports) == [
        "value", "timed_out", "timed_out", "timed_out", "not_run", "value", "not_run", "not_run", "value",
        "not_run", "value", "not_run", "value",
    ]  # fmt: skip
    assert {tuple(report.error["functions"]) for report in reports if report.status == "not_run"} == {("slow",)}
    assert [report.value for report in reports if report.status == "value"] == [1, 2, 0, 3, 0]
    assert heard.ended == [f"c{n}" for n in range(9)]
    assert hands.children == 4


def test_a_method_that_timed_out_counts_for_its_class_and_whoever_uses_that(quick: Hands) -> None:
    reports = quick.run(using(STUCK, (*["Loops(1).run()"] * 3, "Loops(0).x", "build(0).x", "free(1)", "slow(0)")))
    assert statuses(reports) == ["timed_out"] * 3 + ["not_run", "not_run", "value", "value"]
    assert reports[4].error["functions"] == ["Loops"]


def test_only_what_the_check_called_counts_not_what_that_called(quick: Hands) -> None:
    """A helper may be fine and be called wrongly. When it times out by itself, it counts at once."""
    reports = quick.run(using(STUCK, (*["through(1)"] * 3, "through(0)", "slow(0)", "slow(1)", "slow(0)", "free(1)")))
    assert statuses(reports) == ["timed_out"] * 3 + ["not_run", "value", "timed_out", "not_run", "value"]


def test_timeouts_of_hidden_checks_count_too(quick: Hands) -> None:
    reports = quick.run(
        using(STUCK, ("slow(0)", "slow(1)"), ("slow(1)", "slow(1)", "slow(0)", "free(1)", "through(0)"))
    )
    assert statuses(reports) == ["value", *["timed_out"] * 3, "not_run", "value", "not_run"]
    assert quick.children == 4


def test_two_timeouts_or_checks_that_do_not_say_what_they_use_keep_nothing_from_running(quick: Hands) -> None:
    reports = quick.run(using(STUCK, ("slow(1)", "slow(1)", "slow(0)", "through(0)")))
    assert statuses(reports) == ["timed_out"] * 2 + ["value"] * 2
    silent = ask(LOOPS, *calls("1", "1", "1", "0"), hidden=calls("0"))
    assert statuses(quick.run(silent)) == ["timed_out"] * 3 + ["value"] * 2


def test_when_nothing_is_left_to_run_every_check_has_its_report(quick: Hands) -> None:
    reports = quick.run(using(STUCK, ("slow(1)",) * 3, ("slow(0)", "through(0)")))
    assert statuses(reports) == ["timed_out"] * 3 + ["not_run"] * 2
    assert printed(reports)[3:] == ["", ""]


def test_loading_that_timed_out_is_not_tried_again(hands: Hands) -> None:
    asked = ask("print('loading')\nwhile True: pass", *calls("1", "2"), hidden=calls("3"))
    reports = hands.run(replace(asked, limits=BRIEF._replace(loading_seconds=0.3)))
    assert statuses(reports) == ["timed_out"] * 3
    assert [report.facts["loading"] for report in reports] == [True] * 3
    assert printed(reports) == ["loading\n", "loading\n", ""]
    assert hands.children == 1


def test_a_loop_in_one_function_of_a_real_exercise_costs_three_time_limits(quick: Hands, course: Course) -> None:
    """`softmax` is called by most checks, and through another function by more: they need not all run into it."""
    exercise = course.find("softmax")
    head, body = "def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:\n", "    while True:\n        pass\n"
    assert head in exercise.solution_source
    source = exercise.solution_source.replace(head, head + body).encode()
    result = Grader(course, quick.worker, keep=False).grade(exercise, Submission(Path("softmax.py"), source))
    looping = {"softmax", "softmax_with_temperature"}
    reach = [spec.id for spec in exercise.checks if looping & {*spec.uses}]
    assert len(reach) > 5
    public = {check.id: str(check.outcome) for check in result.checks if not check.hidden}
    assert public == {
        **dict.fromkeys((spec.id for spec in exercise.checks), "passed"),
        **dict.fromkeys(reach[:3], "timed_out"),
        **dict.fromkeys(reach[3:], "not_run"),
        "inputs_unchanged": "passed",
    }
    assert {check.message for check in result.checks if check.outcome is Outcome.NOT_RUN and not check.hidden} == {
        "not run: it calls softmax(), which exceeded the time limit before"
    }
    hidden = {check.id: (check.kind and str(check.kind), check.score) for check in result.checks if check.hidden}
    assert hidden == {
        spec.id: ("not_run", 0.0) if looping & {*spec.uses} else (None, exercise.points[spec.id])
        for spec in exercise.hidden_checks
    } | {"inputs_unchanged_hidden": (None, 1.0)}


# ---- what only a grader in trouble sees


def test_a_child_of_whose_end_nobody_tells_is_a_fault_and_no_wait_for_ever(
    quick: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in (ForkSpawner, FreshSpawner):
        monkeypatch.setattr(kind, "messages", lambda _: [])
    monkeypatch.setattr(request_module, "EXIT_SECONDS", 0.2)
    with pytest.raises(GraderFault, match="does not end"):
        quick.run(ask(LOOPS, *calls("1")))


def test_a_stack_that_is_written_with_pauses_is_read_to_its_end() -> None:
    """As on a busy machine, which may stop faulthandler after any of the pieces that it writes."""
    link, theirs = socket.socketpair()
    printed, printed_in = os.pipe()
    faults, faults_in = os.pipe()
    for kind, head in (("ready", b"{}"), ("loaded", b'{"status":"value"}')):
        theirs.sendall(wire.pack(wire.dump({"is": kind}), head, b""))
    writer = threading.Timer(0.5, os.write, (faults_in, b"f\n"))
    execution = Execution(request(answer(TWICE), "return impl.f()"))
    channels = [link.detach(), printed, faults]
    execution.start(ForkedChild(1, channels, lambda _: writer.cancel()))  # the dead write no more
    os.write(faults_in, b'Current thread (most recent call first):\n  File "answer.py", line 2 in ')
    writer.start()
    execution.read_faults()
    writer.join()
    theirs.close()
    os.close(printed_in)
    os.close(faults_in)
    execution.ended(-signal.SIGKILL)
    assert [report.error["frames"] for report in execution.reports] == [[["answer.py", 2, "f"]]]
    assert [report.status for report in execution.reports] == ["timed_out"]


def test_what_follows_the_last_report_changes_nothing() -> None:
    """A child that can no longer be graded must not stop the grader, either."""
    link, theirs = socket.socketpair()
    (printed, printed_in), (faults, faults_in) = os.pipe(), os.pipe()
    execution = Execution(request(answer(TWICE), "return impl.f()"))
    theirs.sendall(wire.pack(wire.dump({"is": "ready"})))
    execution.start(ForkedChild(1, [link.detach(), printed, faults], lambda _: None))
    failed = wire.pack(wire.dump({"is": "loaded"}), b'{"status":"raised","loading":true}')
    theirs.sendall(failed + wire.LENGTHS.pack(2, 2, 2**60))
    execution.read_link()
    theirs.close()
    os.close(printed_in)
    os.close(faults_in)
    execution.ended(0)
    assert [report.status for report in execution.reports] == ["raised"]
