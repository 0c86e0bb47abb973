"""One request under way: what is sent to its child, what comes back, and a report for every way a child can end."""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Protocol

from grader.errors import WireError
from grader.worker import wire
from grader.worker.jobs import LOADING_SECONDS, Implementation, Layer, Limits, Report, Task
from grader.worker.spawn import Child

SHOWN_PRINT = 4000  # characters of a check's prints that are kept
LOADING_WALL_SECONDS = 30.0
_DUMP_SECONDS = 0.5
_PATIENCE = 0.2
_FRAME = re.compile(rb'File "([^"]*)", line (\d+) in (\S+)')


class Listener(Protocol):
    """Hears of a request while it runs."""

    def printed(self, check: str, text: bytes) -> object:
        """A check has printed more. Whatever the code under test likes: nothing in it can be trusted."""

    def finished(self, report: Report) -> object:
        """A check has ended."""


@dataclass(frozen=True)
class Request:
    """Run these checks, in order, on this implementation."""

    implementation: Implementation
    tasks: tuple[Task, ...]
    limits: Limits
    eager: bool = False  # the first check travels with the submission: nothing in it is secret
    listener: Listener | None = field(default=None, compare=False)


class Run:
    """One request under way. After a crash or a timeout a new child goes on with the next check."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.reports: list[Report] = []
        self._loaded = False
        self._inbox = wire.Inbox()
        self._outgoing = bytearray()
        self._printed = bytearray()
        self._printed_total = 0
        self._faults = bytearray()
        self._doomed: str | None = None  # the status to report once the child is gone
        self._deadline = 0.0
        self._asked_where = False
        self._ask_at = 0.0  # when to look at the CPU time from outside
        self._cpu_mark: float | None = None
        self._budget = 0.0
        self.child: Child | None = None

    @property
    def done(self) -> bool:
        return len(self.reports) == len(self.request.tasks)

    @property
    def _task(self) -> Task:
        return self.request.tasks[len(self.reports)]

    def start(self, child: Child) -> None:
        self.child = child
        self._loaded, self._doomed, self._asked_where = False, None, False
        self._inbox, self._printed_total = wire.Inbox(), 0
        self._faults.clear()
        self._printed.clear()
        self._outgoing = bytearray(_load_frame(self.request, self._cpu_seconds()))
        if self.request.eager:
            self._outgoing += _task_frame(self._task, None)
        self._deadline = time.monotonic() + max(self.request.limits.wall_seconds, LOADING_WALL_SECONDS)
        self._watch_cpu(LOADING_SECONDS)

    def _cpu_seconds(self) -> int:
        """The most a child may use in all: a backstop behind the clock of each check."""
        return int(sum(task.seconds for task in self.request.tasks[len(self.reports) :]) + LOADING_SECONDS) + 5

    def write(self) -> None:
        assert self.child is not None
        with suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            del self._outgoing[: self.child.link.send(self._outgoing)]

    @property
    def wants_to_write(self) -> bool:
        return bool(self._outgoing)

    def read_link(self) -> bool:
        """Take what has arrived. False at its end."""
        assert self.child is not None
        data = _read_socket(self.child)
        if data is None:
            return True
        if self._doomed is None:
            try:
                for frame in self._inbox.feed(data):
                    self._take(frame)
            except WireError:
                self._kill("broken")
        return bool(data)

    def _take(self, frame: wire.Frame) -> None:
        info = frame.info()
        if self.done or self._doomed:
            raise WireError("a child went on talking")
        if not self._loaded and self.request.eager:  # what the first check has printed by now is not the loading's
            self._take_loaded(frame, info)
            if not self.done:
                self._broke_a_limit()
            return
        if self._broke_a_limit():
            return
        if not self._loaded:
            self._take_loaded(frame, info)
            return
        if info.get("is") != "outcome" or info.get("check") != self._task.check:
            raise WireError("a child answered what was not asked")
        seconds = info.get("seconds")
        report = Report(
            self._task.check,
            frame.head,
            frame.body,
            float(seconds) if isinstance(seconds, float) and 0 <= seconds < 1e6 else 0.0,
            self._take_prints(),
        )
        report.facts  # noqa: B018 - a head that cannot be read is the child's failure, now
        self._add(report)
        self._next()

    def _add(self, report: Report) -> None:
        self.reports.append(report)
        if self.request.listener is not None:
            self.request.listener.finished(report)

    def _broke_a_limit(self) -> bool:
        """Prints and the stack of a timeout were written before the answer: what they say comes first, or the next
        check would be blamed for it."""
        self._drain_printed()
        self.read_faults()
        if self._asked_where:
            self._kill("timed_out")
        return self._doomed is not None

    def _take_loaded(self, frame: wire.Frame, info: dict[str, object]) -> None:
        report = Report("", frame.head)
        if info.get("is") != "loaded" or report.status not in (
            "value",
            "raised",
            "import",
            "syntax",
            "memory",
            "exited",
        ):
            raise WireError("a child answered what was not asked")
        if report.status != "value":
            if not self._broke_a_limit():
                self._fail_rest(frame.head)
            return
        self._loaded = True
        self._next(first=True)

    def _next(self, first: bool = False) -> None:
        if self.done:
            self._finish()
            return
        if not (first and self.request.eager):
            previous = None if first else self.request.tasks[len(self.reports) - 1]
            self._outgoing += _task_frame(self._task, previous)
            self.write()
        self._deadline = time.monotonic() + self._wall()
        self._watch_cpu(self._task.seconds)

    def _wall(self) -> float:
        return max(self.request.limits.wall_seconds, 4 * self._task.seconds)

    def _finish(self) -> None:
        """Nothing more to ask, and nothing more to hear: the worker sends the child away."""
        self._doomed = "done"

    def _kill(self, status: str) -> None:
        assert self.child is not None
        self._doomed = self._doomed or status
        self.child.kill()

    def read_printed(self) -> bool:
        assert self.child is not None
        data = _read_pipe(self.child.printed)
        if data is None:
            return True
        self._printed_total += len(data)
        self._printed += data[: max(0, 4 * SHOWN_PRINT - len(self._printed))]
        if data and not self.done and self.request.listener is not None:
            self.request.listener.printed(self._task.check, data)
        if self._printed_total > self.request.limits.output_mb * (1 << 20) and self._doomed is None:
            if not self._loaded and self.request.eager:
                self.read_link()  # that it was loaded was said before the first check printed
            if self._doomed is None and not self.done:
                self._kill("output")
        return bool(data)

    def _drain_printed(self) -> None:
        """The child flushed before it answered, so all that the check printed is in the pipe by now."""
        for _ in range(64):
            before = self._printed_total
            self.read_printed()
            if self._printed_total == before:
                break

    def _take_prints(self) -> str:
        text = self._printed.decode("utf-8", "replace")
        self._printed.clear()
        self._printed_total = 0
        return text if len(text) <= SHOWN_PRINT else text[:SHOWN_PRINT] + "…"

    def read_faults(self) -> bool:
        """A stack on this pipe means that the CPU time of the check is over, or that the child is crashing."""
        assert self.child is not None
        data = _read_pipe(self.child.faults)
        if data is None:
            return True
        if len(self._faults) < 1 << 16:
            self._faults += data
        if data and self._doomed is None and b"Fatal Python error" not in self._faults and b" in " in self._faults:
            self._read_rest_of_dump()
            self._kill("timed_out")
        return bool(data)

    def _read_rest_of_dump(self) -> None:
        """faulthandler writes line by line: give it a moment to end."""
        assert self.child is not None
        until = time.monotonic() + _DUMP_SECONDS / 5
        while time.monotonic() < until and len(self._faults) < 1 << 16:
            more = _read_pipe(self.child.faults)
            self._faults += more or b""
            time.sleep(0.005)

    def _watch_cpu(self, seconds: float) -> None:
        """The clock in the child can be stopped by the code it measures. So once its time should be over, we look
        from outside, and allow the same time once more from there."""
        self._budget, self._cpu_mark = seconds, None
        self._ask_at = time.monotonic() + seconds + _PATIENCE

    def take_cpu(self, seconds: float) -> None:
        if self._cpu_mark is None:
            self._cpu_mark = seconds
        elif seconds - self._cpu_mark >= self._budget and self._doomed is None:
            self._kill("timed_out")

    def check_wall(self, now: float) -> None:
        if self._doomed is None and now >= self._ask_at and self.child is not None:
            self._ask_at = now + _PATIENCE
            self.child.ask_cpu()
        if self._doomed is not None or now < self._deadline:
            return
        assert self.child is not None
        if not self._asked_where:
            self._asked_where = True
            self._deadline = now + _DUMP_SECONDS
            self.child.ask_where()
        else:
            self._kill("timed_out")

    @property
    def deadline(self) -> float:
        return min(self._deadline, self._ask_at) if self._doomed is None else time.monotonic() + 5

    def ended(self, status: int) -> None:
        """The child is gone: whatever was under way gets its outcome from how it went."""
        assert self.child is not None
        for read in (self.read_link, self.read_printed, self.read_faults):
            for _ in range(2000):
                if not read() or not _has_data(self.child, read.__name__):
                    break
        self.child.close()
        self.child = None
        if self.done:
            return
        head = json.dumps(self._ending(status), separators=(",", ":")).encode()
        if not self._loaded:
            self._fail_rest(head)
        else:
            self._add(Report(self._task.check, head, b"", 0.0, self._take_leftover()))

    def _take_leftover(self) -> str:
        text = self._printed[: 4 * SHOWN_PRINT].decode("utf-8", "replace")
        return text[:SHOWN_PRINT]

    def _ending(self, status: int) -> dict[str, object]:
        error: dict[str, object] = {"frames": self._frames()}
        loading = {"loading": True} if not self._loaded else {}
        waited = self._loaded and self._asked_where and self._doomed == "timed_out"
        clock = {"by_the_clock": self._wall()} if waited else {}
        if self._doomed in ("timed_out", "output", "broken"):
            return {"status": self._doomed, "error": error, **loading, **clock}
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGXCPU:
                return {"status": "timed_out", "error": error, **loading}
            return {"status": "crashed", "error": {**error, "signal": number}, **loading}
        return {"status": "exited", "error": {**error, "code": os.WEXITSTATUS(status)}, **loading}

    def _frames(self) -> list[list[object]]:
        """Frames of the submission in a stack that faulthandler wrote, outermost first."""
        own = {_ascii(layer.filename): layer.filename for layer in self.request.implementation.layers}
        siblings = {_ascii(name): name for name, _ in self.request.implementation.files}
        frames: list[list[object]] = []
        for file, line, function in _FRAME.findall(bytes(self._faults)):
            name = own.get(file) or siblings.get(file.rpartition(b"/")[2])
            if name is not None:
                frames.append([name, int(line[:9]), function.decode("utf-8", "replace")])
        return frames[:20][::-1]

    def _fail_rest(self, head: bytes) -> None:
        """The submission could not be loaded: every check that is left says so."""
        printed = self._take_leftover()
        for task in self.request.tasks[len(self.reports) :]:
            self._add(Report(task.check, head, b"", 0.0, printed))
        if self.child is not None:
            self._finish()


def _ascii(name: str) -> bytes:
    """A file's name as faulthandler writes it."""
    return name.encode("ascii", "backslashreplace")


def _load_frame(request: Request, cpu_seconds: int) -> bytes:
    what = request.implementation
    plan = {
        "provided": [_described(layer) for layer in what.provided],
        "layers": [_described(layer) for layer in what.layers],
        "files": [{"name": name, "size": len(content)} for name, content in what.files],
        "seconds": request.limits.seconds,
    }
    parts = [layer.source for layer in (*what.provided, *what.layers)] + [content for _, content in what.files]
    envelope = {"do": "load", "limits": asdict(request.limits), "cpu_seconds": cpu_seconds}
    return wire.pack(envelope, json.dumps(plan).encode(), b"".join(parts))


def _described(layer: Layer) -> dict[str, object]:
    facts = asdict(layer)
    del facts["source"]
    return {**facts, "size": len(layer.source)}


def _task_frame(task: Task, previous: Task | None) -> bytes:
    same = previous is not None and previous.source == task.source
    given = None if task.given is None else json.loads(task.given[0])["value"]
    head = {"source": None if same else task.source.decode(), "given": given}
    envelope = {
        "do": "run",
        "check": task.check,
        "seed": task.seed,
        "setting": task.setting,
        "seconds": task.seconds,
        "device": task.device,
    }
    return wire.pack(envelope, json.dumps(head).encode(), task.given[1] if task.given else b"")


def _read_socket(child: Child) -> bytes | None:
    """Bytes, b"" at the end, None if there is nothing yet."""
    try:
        return child.link.recv(1 << 18)
    except BlockingIOError:
        return None
    except ConnectionResetError:
        return b""


def _read_pipe(descriptor: int) -> bytes | None:
    try:
        return os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return None


def _has_data(child: Child, which: str) -> bool:
    descriptor = {
        "read_link": child.link.fileno(),
        "read_printed": child.printed,
        "read_faults": child.faults,
    }[which]
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        return bool(selector.select(0))
