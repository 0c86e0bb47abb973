"""A request while it runs: its phases, its deadline, what its checks print, and what the end of its process means."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum, auto

from grader.errors import WireError
from grader.worker import wire
from grader.worker.protocol import Implementation, Report, Request, Task, load_frame, task_frame
from grader.worker.spawn import Child

SHOWN = 4000  # characters of a check's prints that are kept
_KEPT = 4 * SHOWN + 4  # bytes: one character more shows that there are more
_BEGIN_SECONDS = 0.5  # for a child to begin to write where it is
_GRACE = 0.2


class Deadline:
    """How long one child may take: CPU time for each check, and the clock as a backstop.

    The clock in the child can be stopped by the code it measures. So once the CPU time of a check
    should be over, we look from outside, and allow the same time once more from there.
    """

    def __init__(self) -> None:
        self.until = 0.0
        self.asked_where = False  # by the clock its time is over, and it was asked for its stack
        self._cpu_seconds = 0.0
        self._cpu_before: float | None = None
        self._ask_at = 0.0

    def begin(self, cpu_seconds: float, wall_seconds: float) -> None:
        """With the loading, or with a check."""
        self.wait(wall_seconds)
        self._cpu_seconds, self._cpu_before = cpu_seconds, None
        self._ask_at = time.monotonic() + cpu_seconds + _GRACE

    def wait(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds

    @property
    def next_look(self) -> float:
        return min(self.until, self._ask_at)

    def is_over(self, cpu_seconds: float) -> bool:
        """Whether it has used up its CPU time, now that it has used so much in all. The child's own clock, which also
        tells where it is, comes first."""
        if self._cpu_before is None:
            self._cpu_before = cpu_seconds
            return False
        return cpu_seconds - self._cpu_before >= self._cpu_seconds + _GRACE

    def is_at_an_end(self, now: float, child: Child) -> bool:
        """Whether its time is over by the clock. Before that, it is asked what it has used, and where it is."""
        if now >= self._ask_at:
            self._ask_at = now + _GRACE
            child.ask_cpu()
        if now < self.until:
            return False
        if self.asked_where:
            return True
        self.asked_where = True
        self.until = now + _BEGIN_SECONDS
        child.ask_where()
        return False


class CapturedOutput:
    """The bytes that came out of one child, check by check.

    After each check the child writes `mark` to the same pipe, so that even what C code prints is told apart. Code that
    finds the mark and prints it can only mix up its own prints: no more than `checks` marks are believed, and of each
    check only the beginning is kept.
    """

    def __init__(self, most: float, mark: bytes, checks: int) -> None:
        """`most`: bytes that one check may print. What is printed while loading counts for the first check."""
        self._most = most
        self._mark = mark
        self._left = checks
        self._held = b""  # what may be the beginning of a mark
        self._kept = [bytearray()]
        self._sizes = [0]
        self.flooded_by: int | None = None  # the first check that has printed more than it may

    @property
    def ended(self) -> int:
        """How many checks have printed all they will."""
        return len(self._sizes) - 1

    def add(self, data: bytes) -> list[tuple[int, bytes]]:
        """Take what was read. Returns it without the marks, piece by piece, with the number of the check."""
        data, found = self._held + data, []
        self._held = b""
        while self._left and (at := data.find(self._mark)) >= 0:
            found.append(self._keep(data[:at]))
            data = data[at + len(self._mark) :]
            self._left -= 1
            self._kept.append(bytearray())
            self._sizes.append(0)
        if self._left:
            most = min(len(self._mark) - 1, len(data))
            begun = next((count for count in range(most, 0, -1) if data.endswith(self._mark[:count])), 0)
            data, self._held = data[: len(data) - begun], data[len(data) - begun :]
        found.append(self._keep(data))
        return [(check, piece) for check, piece in found if piece]

    def _keep(self, piece: bytes) -> tuple[int, bytes]:
        self._sizes[-1] += len(piece)
        if self._sizes[-1] > self._most and self.flooded_by is None:
            self.flooded_by = self.ended
        self._kept[-1] += piece[: _KEPT - len(self._kept[-1])]
        return self.ended, piece

    def text(self, check: int) -> str:
        """What a check has printed so far, cut short with an ellipsis if it is long."""
        if check >= len(self._kept):
            return ""
        kept = self._kept[check] + (self._held if check == self.ended else b"")
        text = kept.decode("utf-8", "replace")
        return text if len(text) <= SHOWN else text[:SHOWN] + "…"


# How a child ended, as the head of a report: from its exit status, and from the stack that it left.

_FRAME = re.compile(rb'File "([^"]*)", line (\d+) in (\S+)')
_MOST_FRAMES = 20

Frames = list[list[object]]


def ending(status: int, killed_for: str | None, frames: Frames) -> dict[str, object]:
    """`killed_for`: why the grader killed it, if it did."""
    if killed_for in ("timed_out", "output", "broken"):
        return {"status": killed_for, "error": {"frames": frames}}
    if not os.WIFSIGNALED(status):
        return {"status": "exited", "error": {"frames": frames, "code": os.WEXITSTATUS(status)}}
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return {"status": "timed_out", "error": {"frames": frames}}
    return {"status": "crashed", "error": {"frames": frames, "signal": number}}


def stack(written: bytes, what: Implementation) -> Frames:
    """Frames of the submission in what faulthandler wrote, outermost first."""

    def as_written(name: str) -> bytes:
        return name.encode("ascii", "backslashreplace")

    own = {as_written(layer.filename): layer.filename for layer in what.layers}
    siblings = {as_written(name): name for name, _ in what.files}
    frames: Frames = [
        [name, int(line[:9]), function.decode("utf-8", "replace")]
        for file, line, function in _FRAME.findall(written)
        if (name := own.get(file) or siblings.get(file.rpartition(b"/")[2])) is not None
    ]
    return frames[:_MOST_FRAMES][::-1]


LOADING_WALL_SECONDS = 30.0
TIMEOUTS = 3  # of one solution; after that, checks that reach what timed out are not run
_LOADS = ("value", "raised", "import", "syntax", "memory", "exited", "refused")
EXIT_SECONDS = 60.0  # after which a child that was killed should have been reported as gone
_DUMP_SECONDS = 10.0  # for a stack, once it has begun
_IDLE = 20  # looks at it that found no more
_MOST_READS = 2000  # of what a child has left behind
_MOST_NAMES = 10_000  # that a source may define
_MARK_BYTES = 16


class Phase(Enum):
    """Where a request is. A process that ends too early takes it back to STARTING, for the checks that are left."""

    STARTING = auto()  # no process yet, or one that is not set up: it has nothing of the submission
    LOADING = auto()  # it has the submission and the public checks
    PUBLIC = auto()  # it runs public checks; what it prints is theirs
    HIDDEN = auto()  # it runs hidden checks, which it got when all public outcomes had arrived; prints are discarded
    ENDING = auto()  # it has been killed, and its end will tell the outcome of the check under way
    DONE = auto()  # every check has a report


class Execution:
    """Carries out one request: what is sent to its child, what comes back, and a report for every way a child can end.

    The worker (`pool`) tells it what happened; nobody else changes it. `child` is the process at work, None
    between two of them and at the end.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.phase = Phase.STARTING
        self.reports: list[Report] = []
        self.child: Child | None = None
        self._tasks = (*request.tasks, *request.hidden)
        self._sent: list[int] = []  # the checks that this process was sent, by their positions
        self._ran = 0  # how many of them it is done with
        self._output = CapturedOutput(0, b"\0", 0)
        self._inbox = wire.Inbox()
        self._outgoing = bytearray()
        self._faults = bytearray()  # what faulthandler wrote
        self._deadline = Deadline()
        self._killed_for: str | None = None  # the status to report once the process is gone; "again": none
        self._killed_in = Phase.STARTING
        self._tried_again = -1  # the check that had a second try, by its position
        self._timeouts = 0
        self._stuck: list[Frames | Task] = []  # where checks timed out: their stack, or the check if it left none
        self._calls: dict[str, tuple[int, int, frozenset[str]]] | None = None  # name → first line, last line, calls
        self._skipped: dict[int, list[str]] = {}  # checks that are not run, with the functions that timed out
        if not self._tasks:
            self.phase = Phase.DONE

    @property
    def done(self) -> bool:
        return self.phase is Phase.DONE

    @property
    def _at(self) -> int:
        """The check under way, by its position."""
        return len(self.reports)

    @property
    def _is_public(self) -> bool:
        return self._at < len(self.request.tasks)

    # ---- a process begins

    def start(self, child: Child) -> None:
        """Go on in this process, with the first check that has no report yet."""
        self.phase, self.child = Phase.STARTING, child
        self._sent, self._ran, self._killed_for = [], 0, None
        self._inbox, self._outgoing = wire.Inbox(), bytearray()
        self._faults.clear()
        self._deadline = Deadline()
        self._begin_deadline()
        self.read_link()  # one that was made ahead is ready by now

    def _ready(self) -> None:
        """It is set up: whatever ends it from now on may be the submission."""
        self.phase = Phase.LOADING
        limits, mark = self.request.limits, b"\0" + os.urandom(_MARK_BYTES)
        self._output = CapturedOutput(limits.output_mb * (1 << 20), mark, len(self.request.tasks))
        asks = self._timeouts >= TIMEOUTS and self._calls is None
        seconds = sum(task.seconds for task in self._tasks[self._at :]) + limits.most_for_loading
        self._outgoing += load_frame(self.request.implementation, limits, int(seconds) + 5, mark, asks)
        if self._is_public and not asks:
            self._send_checks()
        self.write()

    def _send_checks(self) -> None:
        """Put the public checks that are left on their way; or, when there are none, the hidden ones."""
        end, known = len(self.request.tasks) if self._is_public else len(self._tasks), b""
        for position in range(self._at, end):
            if position not in self._skipped:
                task = self._tasks[position]
                self._outgoing += task_frame(task, task.source == known)
                self._sent.append(position)
                known = task.source

    # ---- what comes from it

    def write(self) -> None:
        """Send what it can take now."""
        if self.child is not None and self._outgoing and self.phase is not Phase.STARTING:
            with suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
                del self._outgoing[: self.child.link.send(self._outgoing)]

    @property
    def wants_to_write(self) -> bool:
        return bool(self._outgoing) and self.phase is not Phase.STARTING

    def read_link(self) -> int | None:
        """Take what has arrived: so many bytes, 0 at its end, None if there is nothing yet. So do the other two."""
        assert self.child is not None
        data = self.child.read_link()
        if data and self.phase not in (Phase.ENDING, Phase.DONE):
            try:
                for frame in self._inbox.feed(data):
                    if self.phase not in (Phase.ENDING, Phase.DONE):
                        self._take(frame, frame.info())
            except WireError:
                self._kill("broken")
        return None if data is None else len(data)

    def read_printed(self) -> int | None:
        assert self.child is not None
        data = self.child.read_printed()
        if data and self._is_public:
            for number, piece in self._output.add(data):
                if self.request.listener is not None and number < len(self._sent):
                    self.request.listener.printed(self._tasks[self._sent[number]].check, piece)
            if self._output.flooded_by is not None:
                self._catch_up()  # with the reports of earlier checks
                if self.phase in (Phase.LOADING, Phase.PUBLIC):
                    self._kill("output")
        return None if data is None else len(data)

    def read_faults(self) -> int | None:
        """A stack on this pipe means that the CPU time of the check is over, or that the child is crashing."""
        assert self.child is not None
        data = self.child.read_faults()
        if data and len(self._faults) < 1 << 16:
            self._faults += data
            if b"Fatal Python error" not in self._faults and b" in " in self._faults:
                self._read_rest_of_dump()
                self._catch_up()  # it may be done with more checks than we have heard of
                if self.phase not in (Phase.ENDING, Phase.DONE):
                    self._kill("timed_out")
        return None if data is None else len(data)

    def _catch_up(self) -> None:
        while self.phase not in (Phase.ENDING, Phase.DONE) and self.read_link():
            pass

    def _read_rest_of_dump(self) -> None:
        """faulthandler writes piece by piece, and a busy machine may stop it in the middle of a line: let it end."""
        assert self.child is not None
        until, idle = time.monotonic() + _DUMP_SECONDS, 0
        more: bytes | None = None
        while idle < _IDLE and more != b"" and time.monotonic() < until and len(self._faults) < 1 << 16:
            more = self.child.read_faults()
            self._faults += more or b""
            idle = idle + 1 if not more and self._faults.endswith(b"\n") else 0
            time.sleep(0.005)

    def _take(self, frame: wire.Frame, info: dict[str, object]) -> None:
        """One message, which is what this phase allows or the end of the process."""
        kind = info.get("is")
        if self.phase is Phase.STARTING and kind == "ready":
            self._ready()
        elif self.phase is Phase.LOADING and kind == "calls":
            self._take_calls(frame)
        elif self.phase is Phase.LOADING and kind == "loaded":
            self._take_loaded(frame)
        elif self.phase in (Phase.PUBLIC, Phase.HIDDEN) and kind == "outcome":
            self._take_outcome(frame, info)
        else:
            raise WireError("a child answered what was not asked")

    def _take_loaded(self, frame: wire.Frame) -> None:
        status = Report("", frame.head).status
        if status not in _LOADS:
            raise WireError("a child answered what was not asked")
        if status != "value":
            while self._output.flooded_by is None and self.read_printed():
                pass  # it was flushed before this was sent, so it is in the pipe
            if self.phase is Phase.LOADING:
                self._fail_rest(frame.head)
            return
        self.phase = Phase.PUBLIC
        self._next()

    def _take_outcome(self, frame: wire.Frame, info: dict[str, object]) -> None:
        task = self._tasks[self._at]
        if info.get("check") != task.check:
            raise WireError("a child answered what was not asked")
        if info.get("late") is True or self._deadline.asked_where:
            self._kill("timed_out")
            return
        while self._is_public and self._output.ended <= self._ran and self._output.flooded_by is None:
            if not self.read_printed():  # it was flushed before the outcome was sent, so it is in the pipe
                break
        printed = self._output.text(self._ran) if self._is_public else ""
        if self._is_public and self._output.flooded_by == self._ran:
            self._kill("output")
            return
        seconds = info.get("seconds")
        took = float(seconds) if isinstance(seconds, float) and 0 <= seconds < 1e6 else 0.0
        report = Report(task.check, frame.head, frame.body, took, printed)
        if report.status == "memory" and self._ran and self._tried_again < self._at:
            self._tried_again = self._at
            self._kill("again")  # what other checks left in memory must not cost this one
            return
        self._ran += 1
        self._add(report)
        self._next()

    def _add(self, report: Report) -> None:
        public = self._is_public
        self.reports.append(report)
        if public and self.request.listener is not None:
            self.request.listener.finished(report)

    def _next(self) -> None:
        """To the next check, over those that are not run; from the last public one to the hidden ones."""
        self._report_skipped()
        if self.phase is Phase.PUBLIC and not self._is_public:
            self._enter_hidden()
        if self.phase in (Phase.PUBLIC, Phase.HIDDEN):
            self._begin_deadline()

    def _enter_hidden(self) -> None:
        """The boundary. All that public checks printed is here; what is printed later is read and discarded."""
        while self.read_faults():
            if self.phase is Phase.ENDING:
                return
        self.phase = Phase.HIDDEN
        self._faults.clear()
        self._send_checks()
        self.write()

    # ---- time

    def _begin_deadline(self) -> None:
        limits = self.request.limits
        if self.phase in (Phase.PUBLIC, Phase.HIDDEN):
            self._deadline.begin(self._tasks[self._at].seconds, self._wall())
        else:
            self._deadline.begin(limits.most_for_loading, max(limits.wall_seconds, LOADING_WALL_SECONDS))

    def _wall(self) -> float:
        return max(self.request.limits.wall_seconds, 4 * self._tasks[self._at].seconds)

    def take_cpu(self, seconds: float) -> None:
        """What the process has used in all, as the kernel counts it."""
        if self.phase not in (Phase.ENDING, Phase.DONE) and self._deadline.is_over(seconds):
            self._kill("timed_out")

    def check_wall(self, now: float) -> None:
        """Ask the child how it is, or give it up, if its time has come."""
        if self.child is None or self.phase is Phase.DONE:
            return
        if self.phase is Phase.ENDING:
            if now >= self._deadline.until:
                raise ConnectionError("a child does not end")
        elif self._deadline.is_at_an_end(now, self.child):
            self._kill("timed_out")

    @property
    def next_look(self) -> float:
        """When to look at it again, if nothing is heard."""
        return time.monotonic() + 5 if self.phase in (Phase.ENDING, Phase.DONE) else self._deadline.next_look

    # ---- a process ends

    def _kill(self, status: str) -> None:
        assert self.child is not None
        self._killed_in, self.phase, self._killed_for = self.phase, Phase.ENDING, status
        self._deadline.wait(EXIT_SECONDS)
        self.child.kill()

    def release(self) -> None:
        """Nothing more is wanted from the process: nobody waits for it to die."""
        if self.child is not None:
            child, self.child = self.child, None
            with suppress(OSError):
                child.kill()
            child.close()

    def ended(self, status: int) -> None:
        """The process is gone: the check that was under way gets its outcome from how it went."""
        assert self.child is not None
        for read in (self.read_link, self.read_printed, self.read_faults):
            for _ in range(_MOST_READS):
                if not read():
                    break
        self.child.close()
        self.child = None
        if self.done:
            return
        during = self._killed_in if self.phase is Phase.ENDING else self.phase
        self.phase = Phase.STARTING
        if self._killed_for == "again":
            return
        was_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        if was_killed and self._killed_for is None and self._tried_again < self._at:
            self._tried_again = self._at  # by a machine without memory; code that kills itself does so again
            return
        if during is Phase.STARTING:
            raise ConnectionError("a child ended before it could begin")
        self._report_end(status, during is Phase.LOADING)

    def _report_end(self, status: int, loading: bool) -> None:
        frames = stack(bytes(self._faults), self.request.implementation)
        found = ending(status, self._killed_for, frames)
        if loading:
            self._fail_rest(wire.dump({**found, "loading": True}))
            return
        if self._deadline.asked_where and found["status"] == "timed_out":
            found["by_the_clock"] = self._wall()
        task = self._tasks[self._at]
        printed = self._output.text(self._ran) if self._is_public else ""
        self._add(Report(task.check, wire.dump(found), b"", 0.0, printed))
        if found["status"] == "timed_out":
            self._timeouts += 1
            self._stuck.append(frames or task)
        self._skip_what_is_stuck()
        self._report_skipped()

    def _fail_rest(self, head: bytes) -> None:
        """The submission could not be loaded: every check that is left reports that."""
        printed = self._output.text(0) if self._is_public else ""
        for task in self._tasks[self._at :]:
            self._add(Report(task.check, head, b"", 0.0, printed if self._is_public else ""))
        self.phase = Phase.DONE

    # ---- checks that are not run

    def _take_calls(self, frame: wire.Frame) -> None:
        """Which function calls which: the child read it from the source before anything of that ran."""
        found = wire.load_object(frame.head).get("calls")
        if self._calls is not None or not isinstance(found, dict) or len(found) > _MOST_NAMES:
            raise WireError("a child answered what was not asked")
        try:
            self._calls = {
                name: (int(first), int(last), frozenset(map(str, called)))
                for name, (first, last, called) in found.items()
            }
        except (TypeError, ValueError) as problem:
            raise WireError("a child answered what was not asked") from problem
        self._skip_what_is_stuck()
        self._report_skipped()
        if self.phase is Phase.LOADING and self._is_public:
            self._send_checks()
            self.write()

    def _skip_what_is_stuck(self) -> None:
        """After the third timeout: do not run the checks that reach a function which has timed out.

        Those are what the checks had called: the outermost of each stack. Without a stack, all that the check calls.
        """
        if self._calls is None:
            return
        main, stuck = self.request.implementation.layers[-1].filename, set[str]()
        for where in self._stuck:
            if isinstance(where, Task):
                stuck.update(where.uses)
                continue
            line = next((line for file, line, _ in where if file == main), 0)
            assert isinstance(line, int)
            stuck.update(name for name, (first, last, _) in self._calls.items() if first <= line <= last)
        for position in range(self._at, len(self._tasks)):
            found = stuck & _reached(self._tasks[position].uses, self._calls)
            if found:
                self._skipped[position] = sorted(found)

    def _report_skipped(self) -> None:
        """Of the checks that come next."""
        while self._at in self._skipped:
            reason = {"status": "not_run", "error": {"functions": self._skipped[self._at]}}
            self._add(Report(self._tasks[self._at].check, wire.dump(reason)))
        if self._at == len(self._tasks):
            self.phase = Phase.DONE


def _reached(names: Iterable[str], calls: dict[str, tuple[int, int, frozenset[str]]]) -> set[str]:
    """These functions, and all that they call, directly or through others."""
    found, waiting = set[str](), list(names)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += calls[one][2] if one in calls else ()
    return found
