"""Two ways to get a child: forked from the warm server, or a fresh interpreter where forking is not to be had.

Both give the same `Child`: a socket for frames, a pipe with what the code prints, a pipe with the stack of a child that
ran out of time, and word of its end.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from grader.worker.jobs import Limits
from grader.worker.scratch import make_scratch, remove_scratch

_ROOT = str(Path(__file__).parents[2])
_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",  # or sets of words would come in another order in every run
}


@dataclass
class Child:
    """A running child, seen from the grader."""

    number: int
    link: socket.socket
    printed: int
    faults: int
    kill: Callable[[], None]
    ask_where: Callable[[], None]  # the answer, its stack, comes on `faults`

    def close(self) -> None:
        self.link.close()
        os.close(self.printed)
        os.close(self.faults)


@dataclass(frozen=True)
class _Ends:
    """The six ends of a child's channels."""

    link: socket.socket
    printed: int
    faults: int
    theirs: tuple[socket.socket, int, int]

    @classmethod
    def open(cls) -> _Ends:
        ours, theirs = socket.socketpair()
        printed, printed_in = os.pipe()
        faults, faults_in = os.pipe()
        ours.setblocking(False)
        os.set_blocking(printed, False)
        os.set_blocking(faults, False)
        return cls(ours, printed, faults, (theirs, printed_in, faults_in))

    def descriptors(self) -> list[int]:
        link, printed, faults = self.theirs
        return [link.fileno(), printed, faults]

    def close_theirs(self) -> None:
        link, printed, faults = self.theirs
        link.close()
        os.close(printed)
        os.close(faults)


class Spawner(ABC):
    """Makes children. `ended` tells which have gone, with their wait status."""

    @abstractmethod
    def load(self, module: str) -> None:
        """Have `module` imported before a child reads its submission."""

    @abstractmethod
    def spawn(self, number: int, limits: Limits, cpu_seconds: int) -> Child: ...

    @abstractmethod
    def ended(self) -> list[tuple[int, int]]: ...

    @abstractmethod
    def fileno(self) -> int | None:
        """A descriptor that becomes readable when a child ends, or None: then `ended` must be asked."""

    @abstractmethod
    def close(self) -> None: ...


def _command(call: str) -> list[str]:
    module = call.partition(".")[0]
    code = f"import sys; sys.path.insert(0, {_ROOT!r}); from grader.worker import {module}; {call}"
    return [sys.executable, "-P", "-s", "-c", code]  # -I would ignore the hash seed, too


class Forked(Spawner):
    """Children of a warm server."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._server = subprocess.Popen(
            _command(f"server.main({theirs.fileno()})"),
            env=_ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            cwd="/",
        )
        theirs.close()

    def load(self, module: str) -> None:
        self._tell({"do": "import", "module": module})

    def spawn(self, number: int, limits: Limits, cpu_seconds: int) -> Child:
        ends = _Ends.open()
        message = {"do": "spawn", "number": number, "limits": asdict(limits), "cpu_seconds": cpu_seconds}
        socket.send_fds(self._control, [json.dumps(message).encode()], ends.descriptors())
        ends.close_theirs()
        return Child(
            number,
            ends.link,
            ends.printed,
            ends.faults,
            kill=lambda: self._tell({"do": "kill", "number": number}),
            ask_where=lambda: self._tell({"do": "where", "number": number}),
        )

    def ended(self) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        while True:
            try:
                data = self._control.recv(1 << 12, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return found
            if not data:
                raise ConnectionError("the warm server ended")
            message = json.loads(data)
            found.append((message["number"], message["status"]))

    def fileno(self) -> int:
        return self._control.fileno()

    def close(self) -> None:
        self._control.close()
        try:
            self._server.wait(5)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()

    def _tell(self, message: dict[str, object]) -> None:
        self._control.send(json.dumps(message).encode())


class Fresh(Spawner):
    """A new interpreter for every child."""

    def __init__(self) -> None:
        self._running: dict[int, tuple[subprocess.Popen[bytes], str]] = {}
        self._modules = ["numpy.random"]

    def load(self, module: str) -> None:
        self._modules.append(module)

    def spawn(self, number: int, limits: Limits, cpu_seconds: int) -> Child:
        ends = _Ends.open()
        scratch = make_scratch()
        arguments = f"{self._modules!r}, {asdict(limits)!r}, {cpu_seconds}, {scratch!r}, {ends.descriptors()!r}"
        process = subprocess.Popen(
            _command(f"spawn.fresh({arguments})"),
            env=_ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=ends.descriptors(),
            cwd="/",
        )
        ends.close_theirs()
        self._running[number] = (process, scratch)
        return Child(
            number,
            ends.link,
            ends.printed,
            ends.faults,
            kill=lambda: _kill_session(process),
            ask_where=lambda: process.send_signal(signal.SIGPROF),
        )

    def ended(self) -> list[tuple[int, int]]:
        found = []
        for number, (process, scratch) in list(self._running.items()):
            code = process.poll()
            if code is not None:
                del self._running[number]
                _kill_session(process)  # what it started and left behind
                remove_scratch(scratch)
                found.append((number, -code if code < 0 else code << 8))
        return found

    def fileno(self) -> None:
        return None

    def close(self) -> None:
        for process, scratch in self._running.values():
            _kill_session(process)
            process.wait()
            remove_scratch(scratch)
        self._running.clear()


def _kill_session(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()


def fresh(modules: list[str], limits: dict[str, float], cpu_seconds: int, scratch: str, descriptors: list[int]) -> None:
    """What the new interpreter of `Fresh` runs. It imports first: the memory limit is on what a submission adds."""
    from importlib import import_module

    from grader.worker.server import become_child

    for module in modules:
        import_module(module)
    become_child(Limits(**limits), cpu_seconds, scratch, *descriptors)  # type: ignore[arg-type]
