"""Helper processes: one with limits that parses what students wrote, and plain ones that share the work of a batch.

The grader itself parses nothing that a student wrote: input can make a parser run for seconds, exhaust memory or
overflow the stack. (Submissions run elsewhere: see `worker`.)
"""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from grader.errors import SubmissionError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

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
                _send(process.stdin, [function, *arguments])
                answer = _receive(process.stdout)
            except (OSError, ValueError):
                raise HelperError from None
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
                start_new_session=True,  # Ctrl-C is the grader's to answer
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
    if os.name == "posix":
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


_PATIENCE = 5.0


class Process:
    """A process that runs `serve(descriptor)` of a module until its link is closed."""

    def __init__(self, module: str, first: object, keep: tuple[int, ...] = ()) -> None:
        """`first`: the first message to it. `keep`: descriptors that stay open in it."""
        from multiprocessing.connection import Connection  # only a batch needs it

        ours, theirs = socket.socketpair()
        self.link: Connection = Connection(ours.detach())
        code = f"import sys; sys.path.insert(0, {_ROOT!r}); from {module} import serve; serve({theirs.fileno()})"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],  # -P: a student's numpy.py in this folder is not ours to import
            pass_fds=[theirs.fileno(), *keep],
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is the batch's to answer
        )
        theirs.close()
        with suppress(OSError):  # if it has ended already, this is noticed when its answer is asked for
            self.link.send(first)

    @property
    def pid(self) -> int:
        return self._process.pid

    def close(self) -> None:
        self.link.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
