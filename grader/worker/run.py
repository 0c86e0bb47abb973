"""One request under way: what is sent to its child, what comes back, and a report for every way a child can end."""

from __future__ import annotations

import time
from contextlib import suppress

from grader.errors import WireError
from grader.worker import wire
from grader.worker.endings import ending, stack, was_killed
from grader.worker.frames import load_frame, task_frame
from grader.worker.jobs import Report, Request, Task
from grader.worker.patience import Patience
from grader.worker.prints import Prints
from grader.worker.spawn import Child
from grader.worker.survey import UNSHOWN

LOADING_WALL_SECONDS = 30.0
_LOADS = ("value", "raised", "import", "syntax", "memory", "exited")
_CALM = ("value", "raised", "missing", "arguments")
_SHORT_SECONDS = 1.0  # a child's limit on CPU time is for all that it ever runs
_OWNERS_SECONDS = 600  # of CPU, at least, for a child that may run more code of its owner: no limit can be raised
_NO_WORD = 60.0  # seconds after which a child that was killed should have been told of
_DUMP_SECONDS = 10.0  # for a stack, once it has begun
_IDLE = 20  # looks at it that found no more
_MOST_READS = 2000  # of what a child has left behind


class Run:
    """One request under way. After a crash or a timeout a new child goes on with the next check."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.reports: list[Report] = []
        self.branches: list[Run] = []
        self._apart: tuple[Task, ...] | None = None if request.apart else ()  # tasks for other children, once known
        self._tasks = request.tasks
        self._plain = False
        self.quiet = False  # the child has all it needs, and rings when it is done
        self.heard = False  # its link is listened to
        self._used = False  # the child has run other code of the same owner
        self._ready = False  # it is set up, and gets the submission: what ends it from now on may be that
        self._asked = False  # it owes us whether the code is plain
        self.moves = False  # the code is not plain, and needs a child that nothing has run in
        self._sent = self._first = 0  # tasks that the child has, done or not; those that others before it had
        self._there = b""  # the checks that it has loaded
        self._loaded = False
        self._inbox = wire.Inbox()
        self._outgoing = bytearray()
        self._prints = Prints(0)
        self._faults = bytearray()
        self._doomed: str | None = None  # the status to report once the child is gone
        self._patience = Patience()
        self._tried = -1  # the check that is run a second time, by its place
        self.child: Child | None = None

    @property
    def done(self) -> bool:
        return len(self.reports) == len(self._tasks) and self._apart is not None

    def branch(self) -> list[Run]:
        """Runs for the checks that need a child of their own: once, as soon as it is known that they do."""
        if self.branches or not self._apart:
            return []
        what, limits = self.request.implementation, self.request.limits
        self.branches = [Run(Request(what, (task,), limits)) for task in self._apart]
        return self.branches

    @property
    def is_clean(self) -> bool:
        """Whether the child is as it was before: plain code ran in it, for a short time, and all went well."""
        return (
            self._plain
            and self._loaded
            and self.done
            and self._doomed == "done"
            and all(report.status in _CALM and report.error.get("type") != UNSHOWN for report in self.reports)
            and sum(report.seconds for report in self.reports) < _SHORT_SECONDS
        )

    @property
    def _task(self) -> Task:
        return self._tasks[len(self.reports)]

    @property
    def _streams(self) -> bool:
        """Whether the child gets all its tasks at once: plain code cannot look at what it has to wait for, and what
        each check printed is told by the child. Not if somebody wants to hear it at once."""
        return self._plain and self.request.listener is None

    @property
    def _is_public(self) -> bool:
        """Whether the check under way is one that may be listened to, and that travels with the submission."""
        return len(self.reports) < len(self.request.tasks)

    def start(self, child: Child, used: bool = False) -> None:
        """Begin in this child; `used`: plain code of the same owner has run in it."""
        self.child = child
        self._used, self._ready, self.moves = used, used, False
        self._loaded, self._doomed, self.quiet, self._patience = False, None, False, Patience()
        self._inbox, self._prints = wire.Inbox(), Prints(self.request.limits.output_mb * (1 << 20))
        self._faults.clear()
        self._asked = self._apart is None or bool(self.request.owner)
        self._outgoing = bytearray(self._load_frame(used))
        self._sent, self._first, self._there = len(self.reports), len(self.reports), b""
        if self._eager:
            self._send()
        limits = self.request.limits
        self._patience.begin(limits.most_for_loading, max(limits.wall_seconds, LOADING_WALL_SECONDS))
        if used:
            self.write()
        else:
            self.read_link()  # one that was made ahead is ready by now

    @property
    def _eager(self) -> bool:
        return self.request.eager and self._is_public

    def _send(self) -> None:
        """Put the next task that the child does not have yet on its way."""
        task, apart = self._tasks[self._sent], self._sent >= len(self.request.tasks)
        known, last = not apart and task.source == self._there, self._sent == len(self._tasks) - 1
        self._outgoing += task_frame(task, apart, known, last)
        self._sent, self._there = self._sent + 1, task.source

    def _load_frame(self, used: bool) -> bytes:
        request = self.request
        return load_frame(request.implementation, request.limits, self._cpu_seconds(), self._asked, used)

    def _cpu_seconds(self) -> int:
        """The most a child may use in all: a backstop behind the clock of each check."""
        left = [*self._tasks[len(self.reports) :], *(self.request.apart if self._apart is None else ())]
        needed = int(sum(task.seconds for task in left) + self.request.limits.most_for_loading) + 5
        return max(needed, _OWNERS_SECONDS) if self.request.owner else needed

    def write(self) -> None:
        assert self.child is not None
        if not self._ready:
            return
        with suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            del self._outgoing[: self.child.link.send(self._outgoing)]
            self.quiet = self._streams and self._loaded and self._sent == len(self._tasks) and not self._outgoing

    @property
    def wants_to_write(self) -> bool:
        return self._ready and bool(self._outgoing)

    def read_link(self) -> int | None:
        """Take what has arrived: so many bytes, 0 at its end, None if there is nothing yet."""
        assert self.child is not None
        data = self.child.read_link()
        if data is None:
            return None
        if self._doomed is None:
            try:
                for frame in self._inbox.feed(data):
                    self._take(frame)
            except WireError:
                self._kill("broken")
        return len(data)

    def _take(self, frame: wire.Frame) -> None:
        info = frame.info()
        if self.done or self._doomed:
            raise WireError("a child went on talking")
        if not self._ready:
            self._ready = True
            self.write()
            return
        if self._asked:
            self._take_read(frame, info)
            return
        if not self._loaded and self._eager:  # what the first check has printed by now is not the loading's
            self._take_loaded(frame, info)
            if not self.done and not self._streams:
                self._broke_a_limit()
            return
        if self._told_of_a_limit(info) if self._streams else self._broke_a_limit():
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
            self._take_prints(info),
        )
        if report.status == "memory" and self._may_lack_memory:  # a head that cannot be read is a failure, now
            self._kill("again")  # in a new child
            return
        self._add(report)
        self._next()

    @property
    def _may_lack_memory(self) -> bool:
        """Whether the child has run what it would not have run without sharing: that may hold memory for good."""
        if self._is_public or not self._loaded:
            return self._used and self.request.listener is None
        return self._plain and len(self.reports) > self._first

    def _add(self, report: Report) -> None:
        public = self._is_public
        self.reports.append(report)
        if public and self.request.listener is not None:
            self.request.listener.finished(report)

    def _broke_a_limit(self) -> bool:
        """Prints and the stack of a timeout were written before the answer: what they say comes first, or the next
        check would be blamed for it."""
        self._drain_printed()
        self.read_faults()
        if self._patience.asked_where:
            self._kill("timed_out")
        return self._doomed is not None

    def _told_of_a_limit(self, info: dict[str, object]) -> bool:
        """Of plain code the child tells this itself: it may be at a later check already."""
        if self._prints.too_many(self._pull_until(info)):
            self._kill("output")
        if info.get("late") is True or self._patience.asked_where:
            self.read_faults(judge=False)
            self._kill("timed_out")
        return self._doomed is not None

    def _take_read(self, frame: wire.Frame, info: dict[str, object]) -> None:
        """What the child says of the source before any of it has run. A source that cannot be read is told of in the
        answer to the loading, which then comes first."""
        if info.get("is") == "loaded" and Report("", frame.head).status != "value":
            self._take_loaded(frame, info)
            return
        if info.get("is") != "read":
            raise WireError("a child answered what was not asked")
        self._plain, self._asked = info.get("plain") is True, False
        if self._apart is None:
            self._apart = () if self._plain else self.request.apart
            self._tasks = (*self.request.tasks, *self.request.apart) if self._plain else self.request.tasks
        self.moves = self._used and not self._plain

    def _take_loaded(self, frame: wire.Frame, info: dict[str, object]) -> None:
        report = Report("", frame.head)
        if info.get("is") != "loaded" or report.status not in _LOADS:
            raise WireError("a child answered what was not asked")
        if report.status == "memory" and self._may_lack_memory:
            self._kill("again")
            return
        if report.status != "value":
            if not self._broke_a_limit():
                self._fail_rest(frame.head)
            return
        self._loaded = True
        self._next()

    def _next(self) -> None:
        """Give the child its next task, or all there are."""
        if self.done:
            self._finish()
            return
        while self._sent < len(self._tasks) and (self._streams or self._sent == len(self.reports)):
            self._send()
        if self._outgoing:
            self.write()
        self._patience.begin(self._task.seconds, self._wall())

    def _wall(self) -> float:
        return max(self.request.limits.wall_seconds, 4 * self._task.seconds)

    def _finish(self) -> None:
        """Nothing more to ask, and nothing more to hear: the worker sends the child away."""
        self._doomed = "done"

    def _kill(self, status: str) -> None:
        assert self.child is not None
        self._doomed = self._doomed or status
        self._patience.wait(_NO_WORD)
        self.child.kill()

    def read_printed(self) -> int | None:
        data = self._pull_printed()
        if data is None:
            return None
        if self._prints.too_many() and self._doomed is None:
            if not self._loaded and self._eager:
                self.read_link()  # what was said before this was printed tells whose it is
            self.catch_up()
            if self._prints.too_many() and self._doomed is None and not self.done:
                self._kill("output")
        return len(data)

    def _pull_printed(self) -> bytes | None:
        """Bytes, b"" at the end, None if there is nothing yet."""
        assert self.child is not None
        data = self.child.read_printed()
        if data:
            self._prints.add(data)
            if not self.done and self._is_public and self.request.listener is not None:
                self.request.listener.printed(self._task.check, data)
        return data

    def _drain_printed(self) -> None:
        """The child flushed before it answered, so all that the check printed is in the pipe by now."""
        for _ in range(64):
            before = self._prints.seen
            self.read_printed()
            if self._prints.seen == before:
                break

    def _take_prints(self, info: dict[str, object]) -> str:
        return self._prints.take(self._pull_until(info) if self._streams else None)

    def _pull_until(self, info: dict[str, object]) -> int:
        """How much the child had printed when it said this. By now all of that is here."""
        count = info.get("printed")
        until = count if type(count) is int else 0
        while self._prints.seen < until and not self._prints.too_many() and self._pull_printed():
            pass
        return until

    def read_faults(self, judge: bool = True) -> int | None:
        """A stack on this pipe means that the CPU time of the check is over, or that the child is crashing."""
        assert self.child is not None
        data = self.child.read_faults()
        if data is None:
            return None
        if len(self._faults) < 1 << 16:
            self._faults += data
        if data and judge and b"Fatal Python error" not in self._faults and b" in " in self._faults:
            self._read_rest_of_dump()
            self.catch_up()
            if self._doomed is None and not self.done:
                self._kill("timed_out")
        if judge and self.quiet:
            self.catch_up()
        return len(data)

    def catch_up(self) -> int:
        """With plain code, which may be done with more checks than we have heard of. So many bytes were there."""
        taken = 0
        while self._streams and self._doomed is None and (count := self.read_link()):
            taken += count
        return taken

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

    def take_cpu(self, seconds: float) -> None:
        if self._patience.is_over(seconds) and self._doomed is None:
            self._kill("timed_out")

    def check_wall(self, now: float) -> None:
        """Ask the child how it is, or give it up, if its time has come."""
        if self.child is not None and self._doomed is None and self._patience.is_at_an_end(now, self.child):
            self._kill("timed_out")
        elif self._doomed not in (None, "done") and now >= self._patience.until:
            raise ConnectionError("a child does not end")

    @property
    def deadline(self) -> float:
        """When to look at it again, if nothing is heard."""
        return self._patience.next_look if self._doomed is None else time.monotonic() + 5

    def ended(self, status: int) -> None:
        """The child is gone: whatever was under way gets its outcome from how it went."""
        assert self.child is not None
        for read in (self.read_link, self.read_printed, self.read_faults):
            for _ in range(_MOST_READS):
                if not read():
                    break
        self.child.close()
        self.child = None
        if self.done:
            return
        if self._doomed == "again" or self.moves:
            return
        if self._used and self._asked:  # it ended before it ran any of this code
            return
        if was_killed(status) and self._doomed is None and self._tried < len(self.reports):
            self._tried = len(self.reports)  # code that kills itself does so again
            return
        if not self._ready:
            raise ConnectionError("a child ended before it could begin")
        head = wire.dump(self._told_of_end(status))
        if not self._loaded:
            self._fail_rest(head)
        else:
            self._add(Report(self._task.check, head, b"", 0.0, self._prints.peek()))

    def _told_of_end(self, status: int) -> dict[str, object]:
        found = ending(status, self._doomed, stack(bytes(self._faults), self.request.implementation))
        if not self._loaded:
            return {**found, "loading": True}
        waited = self._patience.asked_where and self._doomed == "timed_out"
        return {**found, "by_the_clock": self._wall()} if waited else found

    def _fail_rest(self, head: bytes) -> None:
        """The submission could not be loaded: every check that is left says so."""
        printed = self._prints.peek()
        if self._apart is None:
            self._apart, self._tasks = (), (*self.request.tasks, *self.request.apart)
        for task in self._tasks[len(self.reports) :]:
            self._add(Report(task.check, head, b"", 0.0, printed))
        if self.child is not None:
            self._finish()
