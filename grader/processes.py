"""Helper processes: one with limits that parses what a student wrote, and plain ones that a batch shares its work with.

The grader itself parses nothing that a student wrote: a parser can be made to run for seconds, to use up memory or to
overflow the stack. Submissions are run by `worker`, not here.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from grader.errors import SubmissionError, UsageError

# The helper starts when it is first needed, and again after it had to be killed.

# How every process is started: apart from the terminal, as Ctrl-C is for the grader to handle.
APART: dict[str, Any] = {"start_new_session": True}
if sys.platform == "win32":
    APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
SECONDS = 20.0
MEMORY_MB = 1024
_LENGTH = struct.Struct("!I")
_ROOT = str(Path(__file__).parents[1])


class HelperError(Exception):
    """The helper ended or took too long: its input is too hard to read."""


def limited(function: str, *arguments: Any) -> Any:
    """Call "module:function" in the helper and return its result; arguments and result travel as JSON.

    Raises HelperError if the helper fails, and SubmissionError if the function raises it.
    """
    return helper().call(function, arguments)


class Helper:
    """One process that answers one call after the other; started when needed, and again after it was killed."""

    def __init__(self, seconds: float = SECONDS, memory_mb: int = MEMORY_MB) -> None:
        self._seconds = seconds
        self._memory_mb = memory_mb
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def call(self, function: str, arguments: tuple[Any, ...]) -> Any:
        with self._lock:
            process = self._running()
            timer = threading.Timer(self._seconds, process.kill)
            timer.start()
            answer = None
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                with suppress(OSError, ValueError):
                    _send(process.stdin, [function, *arguments])
                    answer = _receive(process.stdout)
            finally:
                timer.cancel()
                if answer is None:  # also after Ctrl-C: a late answer must not be taken for that of the next call
                    self.close()
            if answer is None:
                raise HelperError
        if "refused" in answer:
            raise SubmissionError(answer["refused"])
        return answer["result"]

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            code = f"import sys; sys.path.insert(0, {_ROOT!r}); from grader import processes; processes.serve()"
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-s", "-c", code, str(self._memory_mb)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                **APART,
            )
        return self._process

    def close(self) -> None:
        """Kill the process and close its pipes; the next call starts another one."""
        if self._process is not None:
            process, self._process = self._process, None
            with suppress(OSError), process:
                process.kill()


@cache
def helper() -> Helper:
    """The helper of this program. It ends when its standard input closes, at the latest with the program."""
    return Helper()


def serve() -> None:
    """The main loop of the helper process."""
    if sys.platform != "win32":
        import resource

        most = int(sys.argv[1]) << 20
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    reader, writer = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    while (message := _receive(reader)) is not None:
        name, *arguments = message
        module, _, function = name.partition(":")
        try:
            answer = {"result": getattr(import_module(module), function)(*arguments)}
        except SubmissionError as problem:
            answer = {"refused": str(problem)}
        _send(writer, answer)


def _send(writer: IO[bytes], message: Any) -> None:
    data = json.dumps(message).encode("utf-8", "surrogatepass")
    writer.write(_LENGTH.pack(len(data)) + data)
    writer.flush()


def _receive(reader: IO[bytes]) -> Any:
    """The next message, or None at the end of the stream."""
    length = reader.read(_LENGTH.size)
    return json.loads(reader.read(_LENGTH.unpack(length)[0])) if len(length) == _LENGTH.size else None


# Processes of a batch: they run only the grader's own code, so tasks and answers are pickled.

_PATIENCE = 5.0


class Process:
    """A Python process that calls `answer = make(*arguments)` and then sends back `answer(task)` for each task it gets.

    It takes tasks in as they come, answers them in order, and ends as soon as its link closes.
    """

    def __init__(self, make: Callable[..., Callable[[Any], Any]], *arguments: Any, keep: tuple[int, ...] = ()) -> None:
        """`keep`: descriptors that stay open in it; on Windows, where locks belong to one process, they do not."""
        from multiprocessing import Pipe  # only a batch needs it

        ours, theirs = Pipe()
        self.link: Any = ours
        self.held: deque[Any] = deque()  # tasks without an answer; the first is under way
        code = f"import sys; sys.path.insert(0, {_ROOT!r}); from grader.processes import work; work({theirs.fileno()})"
        command = [sys.executable, "-P", "-c", code]  # -P: never import a student's numpy.py from here
        inherited = _inheriting(theirs.fileno(), keep)
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **inherited, **APART)
        self.pid = self._process.pid
        theirs.close()
        with suppress(OSError):  # if it has died already, this is noticed when its answer is waited for
            self.link.send((make, arguments))

    def give(self, task: Any) -> None:
        self.held.append(task)
        with suppress(OSError):
            self.link.send(task)

    def take(self) -> Any:
        """Wait for the next answer. EOFError or OSError if the process has died, UsageError if the task raised it."""
        answer = self.link.recv()
        if isinstance(answer, UsageError):
            raise answer
        self.held.popleft()
        return answer

    def close(self) -> None:
        self.link.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _inheriting(pipe: int, keep: tuple[int, ...]) -> dict[str, Any]:
    """How to start a process that has this end of a pipe: a descriptor, or a handle on Windows."""
    if sys.platform == "win32":
        os.set_handle_inheritable(pipe, True)
        return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList={"handle_list": [pipe]})}
    return {"pass_fds": [pipe, *keep]}


def work(pipe: int) -> None:
    """What such a process runs."""
    from multiprocessing import connection
    from queue import SimpleQueue

    link: Any
    if sys.platform == "win32":
        link = connection.PipeConnection(pipe)
    else:
        link = connection.Connection(pipe)
    tasks = SimpleQueue[Any]()

    def receive() -> None:
        """In a thread: if both sides waited for the other one to read, neither would ever continue."""
        with suppress(EOFError, OSError):
            while True:
                tasks.put(link.recv())
        os._exit(0)  # nobody wants the rest

    with suppress(EOFError, OSError):
        make, arguments = link.recv()
        threading.Thread(target=receive, daemon=True).start()
        answer = make(*arguments)
        while True:
            try:
                link.send(answer(tasks.get()))
            except UsageError as problem:
                link.send(problem)
    os._exit(0)
