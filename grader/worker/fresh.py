"""Children that are new interpreters: on every system, and for a real accelerator, which does not survive a fork.

Such a child gets frames on its standard input and sends them on its standard output; what it prints arrives on its
standard error. Threads read these pipes, as not every system can wait for several. The grader measures the time: a
watchdog in the child only leaves stacks in a file, which tells where the code was when its time was over.
"""

from __future__ import annotations

import _thread
import faulthandler
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import SimpleQueue
from typing import IO, Any

from grader.processes import APART
from grader.values import Limits
from grader.worker.protocol import make_scratch, remove_scratch, scratch_path
from grader.worker.spawners import ENVIRONMENT, HELP, Channel, Child, Spawner, Stream, start_python

_INHERITED = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER")  # what a device needs
_INHERITED_ON_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PATH", "TEMP")
_POLL_SECONDS = 0.02  # between looks for ended children
_HELD = 1 << 20  # bytes that wait to be read; what a child prints beyond that waits in the pipe
_LAST_WORDS_SECONDS = 2.0  # for what is left in the pipes of a child that has ended
_LAG_SECONDS = 1.0
_STACK_BYTES = 1 << 16
_LEAST_WATCHDOG = 0.1
_BEGIN = b"\n"
_KILL = 9


class Pumped(Channel):
    """The reading end of a pipe, emptied by a thread."""

    def __init__(self, pipe: IO[bytes], bell: threading.Event) -> None:
        self._pipe = pipe
        self._bell = bell
        self._pieces: deque[bytes] = deque()  # b"" at the end
        self._size = 0
        self._most = _HELD
        self._room = threading.Condition()
        self._told_end = False
        self._thread = threading.Thread(target=self._pump, daemon=True)
        self._thread.start()

    @property
    def is_ready(self) -> bool:
        return bool(self._pieces) and not self._told_end

    def _pump(self) -> None:
        data = b"?"
        while data:
            try:
                data = os.read(self._pipe.fileno(), 1 << 16)
            except (OSError, ValueError):
                data = b""
            with self._room:
                self._room.wait_for(lambda: self._size < self._most)
                self._pieces.append(data)
                self._size += len(data)
            self._bell.set()
        self._pipe.close()

    def read(self, most: int = 1 << 16) -> bytes | None:  # noqa: ARG002 - in the pieces that arrived
        with self._room:
            if not self._pieces:
                return None
            if not self._pieces[0]:
                self._told_end = True
                return b""
            data = self._pieces.popleft()
            self._size -= len(data)
            self._room.notify()
        return data

    def finish(self) -> None:
        """Take in all that is left, once the process has ended."""
        with self._room:
            self._most = sys.maxsize
            self._room.notify()
        self._thread.join(_LAST_WORDS_SECONDS)

    def close(self) -> None:
        with self._room:
            self._most = sys.maxsize
            self._room.notify()


class PumpedLink(Pumped):
    """Frames both ways; another thread writes, as a child may take its time."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes], bell: threading.Event) -> None:
        super().__init__(incoming, bell)
        self._outgoing = outgoing
        self._unsent: SimpleQueue[bytes | None] = SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()

    def send(self, data: bytes) -> None:
        self._unsent.put(data)

    def _write(self) -> None:
        with suppress(OSError), self._outgoing:
            while (data := self._unsent.get()) is not None:
                rest = memoryview(data)
                while rest:
                    rest = rest[self._outgoing.write(rest) :]

    def close(self) -> None:
        super().close()
        self._unsent.put(None)


class StackFile(Channel):
    """The file where a child leaves its stack. There is something to read once it has ended."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._content = b""

    def finish(self) -> None:
        with suppress(OSError):
            with open(self.path, "rb") as file:  # noqa: PTH123 - pathlib is not loaded in a child
                file.seek(max(0, os.fstat(file.fileno()).st_size - _STACK_BYTES))
                self._content = file.read(_STACK_BYTES)
            os.unlink(self.path)  # noqa: PTH108

    @property
    def is_fatal(self) -> bool:
        return b"Fatal Python error" in self._content

    def read(self, most: int = 1 << 16) -> bytes | None:
        data, self._content = self._content[:most], self._content[most:]
        return data or None

    def close(self) -> None:
        pass


class FreshChild(Child):
    """A new interpreter, which waits for `begin` before it leaves anything on disk."""

    knows_its_time = False
    lag = _LAG_SECONDS

    def __init__(self, number: int, modules: list[str], bell: threading.Event) -> None:
        self.number = number
        self._scratch = scratch_path()
        self._process = start_python(
            f"fresh.live({modules!r}, {self._scratch!r}, {os.getpid()})",
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=os.path.abspath(os.sep),  # noqa: PTH100 - not in a folder that somebody may want to remove
            **APART,
        )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._job = _job_of(process)
        self.link: PumpedLink = PumpedLink(process.stdout, process.stdin, bell)
        self.printed: Pumped = Pumped(process.stderr, bell)
        self.faults: StackFile = StackFile(f"{self._scratch}.stack")

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def begin(self) -> None:
        self.link.send(_BEGIN)

    def ready(self) -> Iterator[tuple[int, Stream]]:
        if self.link.is_ready:
            yield self.number, "link"
        if self.printed.is_ready:
            yield self.number, "printed"

    def kill(self) -> None:
        """End it and all that it has started."""
        if sys.platform == "win32":
            if self._job is not None:
                self._job.end()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, _KILL)
        self._process.kill()
        self._process.wait()

    def ask_where(self) -> None:
        """Nothing to do: its watchdog writes from time to time."""

    def cpu_seconds(self) -> float:
        return cpu_seconds(self._process)

    def clear(self) -> int:
        """Take in the rest of what it has sent, and remove what it has left. Return how it ended."""
        code = self._process.wait()
        self.kill()  # what it started and left behind
        for channel in (self.link, self.printed, self.faults):
            channel.finish()
        remove_scratch(self._scratch)
        if sys.platform == "win32":
            from grader.worker.windows import as_signal

            return as_signal(code, self.faults.is_fatal)
        return code


class FreshSpawner(Spawner):
    """A new interpreter for every child. One is always started ahead; `spares` are made again when one is used."""

    def __init__(self, spares: int = 0) -> None:
        self._count = 0
        self._wanted = spares
        self._bell = threading.Event()
        self._modules = ["numpy.random"]
        self._running: dict[int, FreshChild] = {}
        self._spares = [self._make()]

    def isolation(self) -> tuple[str, dict[str, str]]:
        missing = dict.fromkeys(HELP, "children are not forked here")
        if sys.platform == "darwin":
            missing["memory limit"] = "macOS limits the memory of no process: one that takes too much slows the machine"
        return "L0", missing

    def load(self, module: str) -> None:
        self._modules.append(module)
        self._drop_spares()  # made before that, they would have to import it in the time of a submission

    def _make(self) -> FreshChild:
        self._count += 1
        return FreshChild(self._count, self._modules, self._bell)

    def spawn(self, limits: Limits) -> Child:  # noqa: ARG002 - a new interpreter is the same for all
        child = self._spares.pop(0) if self._spares else self._make()
        if not child.is_alive:  # it ended while it waited
            child.close()
            child.clear()
            child = self._make()
        self._running[child.number] = child
        child.begin()
        return child

    def wait(self, seconds: float) -> list[tuple[int, Stream]]:
        self._bell.wait(min(seconds, _POLL_SECONDS))
        self._bell.clear()
        return [told for child in self._running.values() for told in child.ready()]

    def messages(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for number, child in list(self._running.items()):
            if not child.is_alive:
                del self._running[number]
                found.append({"number": number, "code": child.clear()})
                self._make_spares()
        return found

    def _make_spares(self) -> None:
        """When a child goes, make the next one: not earlier, as that would slow down the one at work."""
        while len(self._spares) < self._wanted:
            self._spares.append(self._make())

    def _drop_spares(self) -> None:
        for child in self._spares:
            child.kill()
            child.close()
            child.clear()
        self._spares.clear()

    def close(self) -> None:
        self._wanted = 0
        self._drop_spares()
        for child in self._running.values():
            child.kill()
            child.clear()
        self._running.clear()


# What differs from system to system.


def _environment() -> dict[str, str]:
    wanted = (*_INHERITED, *(_INHERITED_ON_WINDOWS if sys.platform == "win32" else ()))
    return ENVIRONMENT | {"PYTHONUTF8": "1"} | {name: os.environ[name] for name in wanted if name in os.environ}


def _job_of(process: subprocess.Popen[bytes]) -> Any:
    """Return the job object of a new process, on Windows: what is in it ends with the grader."""
    if sys.platform == "win32":
        from grader.worker.windows import JobObject

        return JobObject(int(process._handle))  # type: ignore[attr-defined]
    return None


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return what a process has used so far in all its threads, as the system counts it; 0.0 if it is gone."""
    if sys.platform == "win32":
        from grader.worker.windows import cpu_seconds as measured

        return measured(int(process._handle))  # type: ignore[attr-defined]
    if sys.platform == "darwin":
        return _cpu_seconds_on_macos(process.pid)
    try:
        return time.clock_gettime(~process.pid << 3 | 2)
    except OSError:
        return 0.0


def _cpu_seconds_on_macos(pid: int) -> float:
    """By `proc_pid_rusage`: 16 bytes of identity, then user and system time in ticks of the machine."""
    import ctypes

    library = ctypes.CDLL(None)
    counted, ticks = (ctypes.c_uint64 * 32)(), (ctypes.c_uint32 * 2)()
    if library.proc_pid_rusage(pid, 0, counted) != 0:
        return 0.0
    library.mach_timebase_info(ticks)
    nanoseconds = (counted[2] + counted[3]) * ticks[0] / (ticks[1] or 1)
    return float(nanoseconds) / 1e9


def _mapped() -> int:
    """Return the bytes of address space in use; 0 where the system does not tell, or does not limit it."""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


# Inside the child.


class Watchdog:
    """Measures the CPU time of checks, and writes the stack of a check again and again once it has run that long."""

    def __init__(self, file: int) -> None:
        self.late = False
        self._file = file
        self._keeps = False  # the stack of the first check that was late is the one that counts
        faulthandler.enable(file=file, all_threads=False)  # a crash leaves its line too

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        began = time.process_time()
        faulthandler.dump_traceback_later(max(seconds, _LEAST_WATCHDOG), repeat=True, file=self._file)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
            self.late = time.process_time() - began >= seconds
            self._keeps = self._keeps or self.late
            if not self._keeps and os.lseek(self._file, 0, os.SEEK_CUR):
                os.lseek(self._file, 0, os.SEEK_SET)
                os.ftruncate(self._file, 0)


def live(modules: list[str], scratch: str, parent: int) -> None:
    """Run a child in a new interpreter. It imports first: the memory limit is on what a submission adds."""
    if sys.platform != "win32":
        _thread.start_new_thread(_end_with, (parent,))  # of which the submission sees nothing
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    from grader.worker.child import import_for_children, live
    from grader.worker.library_shims import fill_empty_arrays
    from grader.worker.limits import limit, simplify

    for module in modules:
        import_for_children(module)
    fill_empty_arrays()
    simplify()
    if sys.platform == "win32":
        os.environ["USERPROFILE"] = scratch
    if reader.read(len(_BEGIN)) != _BEGIN:
        return
    try:
        make_scratch(scratch)
        faults = os.open(f"{scratch}.stack", os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
        clock = Watchdog(faults)
        with clock.limit(1):  # for the first time, and with it the memory that it takes
            used = _mapped()
        live(reader, writer, clock, scratch, partial(limit, used=used))
    finally:
        os._exit(70)


def _end_with(parent: int) -> None:
    """End this process and all that it has started soon after its parent. On Windows its job sees to that."""
    if sys.platform != "win32":
        while os.getppid() == parent:
            time.sleep(_LAST_WORDS_SECONDS / 2)
        os.killpg(os.getpid(), _KILL)
