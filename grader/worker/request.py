"""A request while it runs: its phases, its deadline, what its checks print, and what the end of its process means."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum, auto

from grader.errors import WireError
from grader.worker import wire
from grader.worker.protocol import Implementation, Report, Request, Task, load_frame, task_frame
from grader.worker.spawners import Child, Stream

SHOWN = 4000  # characters of a check's output that are kept
TIMEOUTS = 3  # of one solution; after that, checks that reach what timed out are not run
LOADING_WALL_SECONDS = 30.0
_KEPT = 4 * SHOWN + 4  # bytes: one character more than SHOWN, to know that there is more
_GRACE = 0.2
_DUMP_START_SECONDS = 0.5  # for a child to start writing its stack
_DUMP_SECONDS = 10.0  # for the rest of the stack
_IDLE_READS = 20  # reads without new data after which a stack is taken to be complete
EXIT_SECONDS = 60.0  # after which a killed child should have been reported as gone
_MAX_READS = 2000  # of what a child has left behind
_MAX_FAULTS = 1 << 16
_MAX_NAMES = 10_000  # that a source may define
_MAX_FRAMES = 20
_MARK_BYTES = 16
_LOAD_STATUSES = ("value", "raised", "import", "syntax", "memory", "exited", "refused")
_KILLED, _CPU_LIMIT = -9, -24  # by a signal, as every POSIX system numbers it
_FRAME = re.compile(rb'File "([^"]*)", line (\d+) in (\S+)')
_STACK = re.compile(rb"^(?=Timeout \(|Fatal Python error|Windows fatal exception)", re.MULTILINE)
_PAUSE = 0.002

Frames = list[list[object]]  # file, line, function; outermost first


class Deadline:
    """How long one child may take: CPU time for each check, and the clock as a backstop.

    The clock in the child can be stopped by the code it measures. So once the CPU time of a check should be over,
    the grader looks from outside, and allows the same time once more from there.
    """

    def __init__(self) -> None:
        self.until = self.ask_at = 0.0
        self.asked_where = False  # its time by the clock is over, and it was asked for its stack
        self._cpu_seconds = 0.0
        self._cpu_before: float | None = None

    def start(self, cpu_seconds: float, wall_seconds: float, child: Child) -> None:
        """Start the time of a check, or of loading."""
        now = time.monotonic()
        self.until, self.ask_at = now + wall_seconds, now + cpu_seconds + _GRACE
        self._cpu_seconds = cpu_seconds
        self._cpu_before = None if child.knows_its_time else child.cpu_seconds()

    def is_cpu_over(self, total: float) -> bool:
        """Return whether the CPU time is used up, given the `total` of the process. A clock of the child's own, which
        also reports the line, comes first: then the first reading only starts the count."""
        if self._cpu_before is None:
            self._cpu_before = total
        return total - self._cpu_before >= self._cpu_seconds + _GRACE

    def is_over(self, now: float, child: Child) -> bool:
        """Return whether the time is over: the CPU time, as far as it is known, or that by the clock. Before that, ask
        the child for both its CPU time and its stack."""
        if now >= self.ask_at:
            self.ask_at = now + _GRACE
            used = child.cpu_seconds()
            if used is not None and self.is_cpu_over(used):
                return True
        if now < self.until or self.asked_where:
            return now >= self.until
        self.asked_where = True
        self.until = now + _DUMP_START_SECONDS
        child.ask_where()
        return False


class CapturedOutput:
    """The bytes that one child printed, check by check.

    After each check the child writes `mark` to the same pipe, so that even what C code prints is assigned to its check.
    Code that finds the mark and prints it can only mix up its own output: no more than `checks` marks are believed, and
    of each check only the beginning is kept.
    """

    def __init__(self, limit: float, mark: bytes, checks: int) -> None:
        """`limit`: bytes that one check may print. What is printed while loading counts for the first check."""
        self._limit = limit
        self._mark = mark
        self._marks_left = checks
        self._held = b""  # what may be the beginning of a mark
        self._kept = [bytearray()]
        self._size = 0  # of what the current check has printed
        self.flooded_by: int | None = None  # the first check that has printed more than it may

    @property
    def ended(self) -> int:
        """How many checks have printed all they will."""
        return len(self._kept) - 1

    def add(self, data: bytes) -> list[tuple[int, bytes]]:
        """Add what was read. Return it without the marks, piece by piece, with the number of the check."""
        *ended, rest = (self._held + data).split(self._mark, self._marks_left)
        self._marks_left -= len(ended)
        held = max(n for n in range(len(self._mark)) if rest.endswith(self._mark[:n])) if self._marks_left else 0
        rest, self._held = rest[: len(rest) - held], rest[len(rest) - held :]
        found = []
        for number, piece in enumerate([*ended, rest]):
            if number:
                self._kept.append(bytearray())
                self._size = 0
            self._size += len(piece)
            if self._size > self._limit and self.flooded_by is None:
                self.flooded_by = self.ended
            self._kept[-1] += piece[: _KEPT - len(self._kept[-1])]
            found.append((self.ended, piece))
        return [(check, piece) for check, piece in found if piece]

    def text(self, check: int) -> str:
        """Return what a check has printed so far, truncated with an ellipsis if it is long."""
        if check >= len(self._kept):
            return ""
        kept = self._kept[check] + (self._held if check == self.ended else b"")
        text = kept.decode("utf-8", "replace")
        return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def stack(written: bytes, what: Implementation) -> Frames:
    """Return the submission's frames in what faulthandler wrote, outermost first: of the last stack that has any."""
    found: Frames = []
    for one in reversed(_STACK.split(written)):
        if found := [frame for match in _FRAME.findall(one) if (frame := _own_frame(what, *match))]:
            break
    return found[:_MAX_FRAMES][::-1]


def _own_frame(what: Implementation, file: bytes, line: bytes, function: bytes) -> list[object]:
    """Return file, line and function; [] for a file that is not of the submission."""

    def as_written(name: str) -> bytes:
        return name.encode("ascii", "backslashreplace")

    names = [layer.filename for layer in what.layers if as_written(layer.filename) == file]
    names += [name for name, _ in what.files if file.endswith((b"/" + as_written(name), b"\\" + as_written(name)))]
    return [names[0], int(line[:9]), function.decode("utf-8", "replace")] if names else []


class Phase(Enum):
    """Where a request is. A process that ends too early takes it back to STARTING, for the remaining checks."""

    STARTING = auto()  # no process yet, or one that is not set up: it has nothing of the submission
    LOADING = auto()  # it has the submission and the public checks
    PUBLIC = auto()  # it runs public checks; what it prints is theirs
    HIDDEN = auto()  # it runs hidden checks, sent after all public outcomes had arrived; output is discarded
    ENDING = auto()  # it has been killed, and its end will give the outcome of the current check
    DONE = auto()  # every check has a report


class Execution:
    """Carries out one request: what is sent to its child, what comes back, and a report for every way a child can end.

    The worker (`pool`) reports events to it; nobody else changes it. `child` is the current process, None between two
    of them and at the end.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.reports: list[Report] = []
        self.child: Child | None = None
        self._tasks = (*request.tasks, *request.hidden)
        self.phase = Phase.STARTING if self._tasks else Phase.DONE
        self.sent: list[int] = []  # positions of the checks that this process was sent
        self._ran = 0  # how many of them it is done with
        self._output = CapturedOutput(0, b"\0", 0)
        self._discarded = 0  # bytes that the current hidden check has printed
        self._inbox = wire.Inbox()
        self._faults = bytearray()  # what faulthandler wrote
        self._deadline = Deadline()
        self._killed_for: str | None = None  # the status to report once the process is gone; "again": none
        self._killed_in = Phase.STARTING
        self._retried = -1  # position of the check that had a second try
        self._stuck: list[tuple[Task, Frames]] = []  # the checks that timed out, and where
        self._calls: dict[str, tuple[int, int, frozenset[str]]] | None = None  # name → first line, last line, calls
        self._skipped: dict[int, list[str]] = {}  # checks that are not run, with the functions that timed out

    @property
    def done(self) -> bool:
        return self.phase is Phase.DONE

    @property
    def _is_over(self) -> bool:
        """Nothing that the current process sends counts any more."""
        return self.phase in (Phase.ENDING, Phase.DONE)

    @property
    def _at(self) -> int:
        """The position of the current check."""
        return len(self.reports)

    @property
    def _is_public(self) -> bool:
        return self._at < len(self.request.tasks)

    @property
    def _process(self) -> Child:
        assert self.child is not None
        return self.child

    def start(self, child: Child) -> None:
        """Continue in this process, with the first check that has no report yet."""
        limits = self.request.limits
        self.phase, self.child = Phase.STARTING, child
        self.sent, self._ran, self._killed_for, self._discarded = [], 0, None, 0
        self._inbox = wire.Inbox()
        self._faults.clear()
        self._deadline = Deadline()
        self._deadline.start(limits.most_for_loading, max(limits.wall_seconds, LOADING_WALL_SECONDS), child)
        self.read_link()  # one that was made ahead is ready by now

    def _send_submission(self) -> None:
        """The child is set up. Whatever ends it from now on may be the submission."""
        self.phase = Phase.LOADING
        limits, mark = self.request.limits, b"\0" + os.urandom(_MARK_BYTES)
        self._output = CapturedOutput(limits.output_mb * (1 << 20), mark, len(self.request.tasks))
        asks = len(self._stuck) >= TIMEOUTS and self._calls is None
        seconds = sum(task.seconds for task in self._tasks[self._at :]) + limits.most_for_loading
        frame = load_frame(self.request.implementation, limits, int(seconds) + 5, mark, asks)
        if self._is_public and not asks:
            self.send_checks(frame)
        else:
            self._process.link.send(frame)

    def send_checks(self, before: bytes = b"") -> None:
        """Send the remaining public checks or, when there are none, the hidden ones; `before` them this frame."""
        end, known, frames = len(self.request.tasks) if self._is_public else len(self._tasks), b"", [before]
        for position in range(self._at, end):
            if position not in self._skipped:
                task = self._tasks[position]
                frames.append(task_frame(task, task.source == known))
                self.sent.append(position)
                known = task.source
        self._process.link.send(b"".join(frames))

    def read(self, stream: Stream) -> None:
        """Read and handle what has arrived on a channel."""
        if self.child is not None:
            {"link": self.read_link, "printed": self.read_printed, "faults": self.read_faults}[stream]()

    def read_link(self) -> bytes | None:
        """Read and handle what has arrived. Return it: b"" at the end, None if there is nothing yet. So do the next
        two."""
        data = self._process.link.read(1 << 18)
        if data and not self._is_over:
            try:
                for info, head, body in self._inbox.feed(data):
                    self._take(info, head, body)
                    if self._is_over:  # whatever follows, even if it is no frame, changes nothing
                        break
            except WireError:
                self._kill("broken")
        return data

    def read_printed(self) -> bytes | None:
        data = self._process.printed.read()
        if data and self._is_public:
            for number, piece in self._output.add(data):
                if self.request.listener is not None and number < len(self.sent):
                    self.request.listener.printed(self._tasks[self.sent[number]].check, piece)
            if self._output.flooded_by is not None:
                number = self._output.flooded_by
                self._catch_up(lambda: self.phase is Phase.PUBLIC and self._ran >= number)  # with earlier reports
                if self.phase in (Phase.LOADING, Phase.PUBLIC):
                    self._kill("output")
        elif data and not self._is_over:
            self._discarded += len(data)
            if self._discarded > self.request.limits.output_mb * (1 << 20):
                self._kill("output")
        return data

    def read_faults(self) -> bytes | None:
        """A stack on this pipe means that the CPU time of the check is over, or that the child is crashing."""
        data = self._process.faults.read()
        if data and len(self._faults) < _MAX_FAULTS:
            self._faults += data
            is_late = self._process.knows_its_time and b"Fatal Python error" not in self._faults
            if is_late and b" in " in self._faults:
                self._read_rest_of_dump()
                self._catch_up()  # it may have finished more checks than we have read
                if not self._is_over:
                    self._kill("timed_out")
        return data

    def _catch_up(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Read the frames that the child has sent so far, or until it is `enough`."""
        self._drain(self.read_link, lambda: self._is_over or enough())

    def _drain(self, read: Callable[[], bytes | None], enough: Callable[[], bool]) -> None:
        """Read what the child has sent on one channel before what has just arrived on another."""
        until = time.monotonic() + self._process.lag
        while not enough():
            data = read()
            if data == b"" or (data is None and time.monotonic() >= until):
                break
            if data is None:
                time.sleep(_PAUSE)

    def _read_rest_of_dump(self) -> None:
        """faulthandler writes piece by piece, and a busy machine may stop it in the middle of a line: let it finish."""
        until, idle = time.monotonic() + _DUMP_SECONDS, 0
        more: bytes | None = None
        while idle < _IDLE_READS and more != b"" and time.monotonic() < until and len(self._faults) < _MAX_FAULTS:
            more = self._process.faults.read()
            self._faults += more or b""
            idle = idle + 1 if not more and self._faults.endswith(b"\n") else 0
            time.sleep(0.005)

    def _take(self, info: dict[str, object], head: bytes, body: bytes) -> None:
        """Handle one message. WireError if this phase does not expect it."""
        match self.phase, info.get("is"):
            case Phase.STARTING, "ready":
                self._send_submission()
            case Phase.LOADING, "calls":
                self._take_calls(head)
            case Phase.LOADING, "loaded":
                self.take_loaded(head)
            case Phase.PUBLIC | Phase.HIDDEN, "outcome":
                self._take_outcome(info, head, body)
            case _:
                raise WireError("a child sent a message that was not expected")

    def take_loaded(self, head: bytes) -> None:
        """Continue with the checks, or end all of them if the submission could not be loaded."""
        status = Report("", head).status
        if status not in _LOAD_STATUSES:
            raise WireError("a child sent a message that was not expected")
        if status != "value":
            self._drain(self.read_printed, lambda: self._output.flooded_by is not None)
            if self.phase is Phase.LOADING:
                self._fail_rest(head)
            return
        self.phase = Phase.PUBLIC
        self._next()

    def _take_outcome(self, info: dict[str, object], head: bytes, body: bytes) -> None:
        task = self._tasks[self._at]
        if info.get("check") != task.check:
            raise WireError("a child sent a message that was not expected")
        if info.get("late") is True or self._deadline.asked_where:
            self._kill("timed_out")
            return
        if self._is_public:  # it was flushed before the outcome was sent
            self._drain(
                self.read_printed, lambda: self._output.ended > self._ran or self._output.flooded_by is not None
            )
        if self._is_public and self._output.flooded_by == self._ran:
            self._kill("output")
            return
        seconds = info.get("seconds")
        took = float(seconds) if isinstance(seconds, float) and 0 <= seconds < 1e6 else 0.0
        waits = info.get("waits")
        waits = waits if type(waits) is int and 0 <= waits < 1 << 31 else 0
        notes = info.get("notes")
        noted = notes if type(notes) is dict else {}
        report = Report(task.check, head, body, took, self._printed(self._ran), waits, noted)
        if report.status == "memory" and self._ran and self._retried < self._at:
            self._retried = self._at
            self._kill("again")  # what other checks left in memory must not cost this one
            return
        self._ran += 1
        self._discarded = 0
        self._add(report)
        self._next()

    def _printed(self, number: int) -> str:
        return self._output.text(number) if self._is_public else ""

    def _add(self, report: Report) -> None:
        public = self._is_public
        self.reports.append(report)
        if public and self.request.listener is not None:
            self.request.listener.finished(report)

    def _next(self) -> None:
        """Go to the next check that is run; from the last public one to the hidden ones."""
        self._report_skipped()
        if self.phase is Phase.PUBLIC and not self._is_public:
            # The boundary. All that public checks printed is here; what is printed later is read and discarded.
            while self.read_faults():
                if self._is_over:
                    return
            self.phase = Phase.HIDDEN
            self._faults.clear()
            self.send_checks()
        if not self._is_over:
            self._deadline.start(self._tasks[self._at].seconds, self._wall_seconds, self._process)

    @property
    def _wall_seconds(self) -> float:
        return max(self.request.limits.wall_seconds, 4 * self._tasks[self._at].seconds)

    @property
    def next_look(self) -> float:
        """When to look at it again, if nothing is read."""
        return min(self._deadline.until, self._deadline.ask_at)

    def take_cpu(self, seconds: float) -> None:
        """Take the CPU time that the process has used in all, as the kernel counts it."""
        if not self._is_over and self._deadline.is_cpu_over(seconds):
            self._kill("timed_out")

    def check_time(self, now: float) -> None:
        """Ask the child where it is, or kill it, if its time has come. ConnectionError if a killed child stays."""
        if self.child is None or self.done:
            return
        if self.phase is Phase.ENDING:
            if now >= self._deadline.until:
                raise ConnectionError("a child does not end")
        elif self._deadline.is_over(now, self.child):
            self._kill("timed_out")

    def _kill(self, status: str) -> None:
        self._killed_in, self.phase, self._killed_for = self.phase, Phase.ENDING, status
        self._deadline.until = self._deadline.ask_at = time.monotonic() + EXIT_SECONDS
        self._process.kill()

    def release(self) -> None:
        """Kill the process, if there is one, without waiting for it."""
        if self.child is not None:
            child, self.child = self.child, None
            with suppress(OSError):
                child.kill()
            child.close()

    def ended(self, code: int) -> None:
        """The process is gone: the current check gets its outcome from the way it ended, its exit code or, negative,
        the signal that ended it."""
        for drain in (self.read_link, self.read_printed, self.read_faults):
            for _ in range(_MAX_READS):
                if not drain():
                    break
        self._process.close()
        self.child = None
        if self.done:
            return
        during = self._killed_in if self.phase is Phase.ENDING else self.phase
        self.phase = Phase.STARTING
        if self._killed_for == "again":
            return
        if code == _KILLED and self._killed_for is None and self._retried < self._at:
            self._retried = self._at  # by a machine without memory; code that kills itself does so again
            return
        if during is Phase.STARTING:
            raise ConnectionError("a child ended before it was ready")
        self._report_end(code, during is Phase.LOADING)

    def _report_end(self, code: int, loading: bool) -> None:
        frames = stack(bytes(self._faults), self.request.implementation)
        error: dict[str, int] = {}
        if self._killed_for is not None or code == _CPU_LIMIT:
            how = self._killed_for or "timed_out"
        else:
            how, error = ("exited", {"code": code}) if code >= 0 else ("crashed", {"signal": -code})
        found: dict[str, object] = {"status": how, "error": {"frames": frames, **error}}
        if loading:
            self._fail_rest(wire.dump({**found, "loading": True}))
            return
        task, timed_out = self._tasks[self._at], how == "timed_out"
        if timed_out and self._deadline.asked_where:
            found["by_the_clock"] = self._wall_seconds
        self._add(Report(task.check, wire.dump(found), printed=self._printed(self._ran)))
        if timed_out:
            self._stuck.append((task, frames))
        self._skip_what_is_stuck()
        self._report_skipped()

    def _fail_rest(self, head: bytes) -> None:
        """The submission could not be loaded: every remaining check reports that."""
        for task in self._tasks[self._at :]:
            self._add(Report(task.check, head, printed=self._printed(0)))
        self.phase = Phase.DONE

    def _take_calls(self, head: bytes) -> None:
        """Take the call graph, which the child read from the source before running any of it."""
        found = wire.load_object(head).get("calls")
        if self._calls is not None or not isinstance(found, dict) or len(found) > _MAX_NAMES:
            raise WireError("a child sent a message that was not expected")
        try:
            self._calls = {
                name: (int(first), int(last), frozenset(map(str, called)))
                for name, (first, last, called) in found.items()
            }
        except (TypeError, ValueError) as problem:
            raise WireError("a child sent a call graph that cannot be read") from problem
        self._skip_what_is_stuck()
        self._report_skipped()
        if self.phase is Phase.LOADING and self._is_public:
            self.send_checks()

    def _skip_what_is_stuck(self) -> None:
        """After the third timeout: do not run the checks that reach a function which has timed out.

        Those are what the checks had called: the outermost of each stack. Without a stack, all that the check calls.
        """
        if self._calls is None:
            return
        main, stuck = self.request.implementation.layers[-1].filename, set[str]()
        for task, frames in self._stuck:
            line = next((line for file, line, _ in frames if file == main), 0)
            assert isinstance(line, int)
            within = [name for name, (first, last, _) in self._calls.items() if first <= line <= last]
            stuck.update(within if frames else task.uses)
        for position in range(self._at, len(self._tasks)):
            found = stuck & _reached(self._tasks[position].uses, self._calls)
            if found:
                self._skipped[position] = sorted(found)

    def _report_skipped(self) -> None:
        """Report the checks at the current position that are not run."""
        while self._at in self._skipped:
            reason = {"status": "not_run", "error": {"functions": self._skipped[self._at]}}
            self._add(Report(self._tasks[self._at].check, wire.dump(reason)))
        if self._at == len(self._tasks):
            self.phase = Phase.DONE


def _reached(names: Iterable[str], calls: dict[str, tuple[int, int, frozenset[str]]]) -> set[str]:
    """Return these functions and all that they call, directly or through others."""
    found, waiting = set[str](), list(names)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += calls[one][2] if one in calls else ()
    return found
