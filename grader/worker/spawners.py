"""How the grader gets a child and sees it: a socket for frames, a pipe with what the code prints, a pipe with the stack
of a child that ran out of time, and a notice of its end. Children are forked by a warm server, or are new interpreters.
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
from functools import partial
from pathlib import Path
from typing import Any

from grader.errors import GraderFault
from grader.values import Limits
from grader.worker.protocol import cpu_seconds, make_scratch, remove_scratch

PACKAGES = ("numpy", "torch", "scipy", "einops", "matplotlib", "pandas")  # that submissions may import by default
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # huge pages, see `server`
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",  # otherwise sets of strings would be ordered differently in every run
}
_ROOT = str(Path(__file__).parents[2])
_DEVICE_VARIABLES = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER")

Action = Callable[[], None]


class Child:
    """A running child, seen from the grader.

    `channels`: descriptors of the link, of what it prints, and of its stack. The answer to `ask_where`, its stack,
    arrives on `faults`; the answer to `ask_cpu` with the spawner's `messages`.
    """

    def __init__(self, number: int, channels: list[int], kill: Action, ask_where: Action, ask_cpu: Action) -> None:
        self.number = number
        self.channels = channels
        for descriptor in channels:
            os.set_blocking(descriptor, False)
        self.link, self.printed, self.faults = channels
        self.kill, self.ask_where, self.ask_cpu = kill, ask_where, ask_cpu

    def close(self) -> None:
        _close(*self.channels)


def read(channel: int, most: int = 1 << 16) -> bytes | None:
    """Return what has arrived from a child, b"" at the end, None if there is nothing yet."""
    try:
        return os.read(channel, most)
    except BlockingIOError:
        return None
    except ConnectionResetError:
        return b""


def _open_channels() -> tuple[list[int], list[int]]:
    """Return the grader's and the child's descriptors of the link, of what the child prints, and of its stack."""
    ours, theirs = socket.socketpair()
    printed, printed_in = os.pipe()
    faults, faults_in = os.pipe()
    return [ours.detach(), printed, faults], [theirs.detach(), printed_in, faults_in]


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


class Spawner(ABC):
    """Makes children: by default without isolation, which protects against accidents only (L0)."""

    def __init__(self) -> None:
        self._count = 0
        self._messages: list[dict[str, Any]] = []

    def isolation(self) -> tuple[str, dict[str, str]]:
        """Return the level that children get, and each primitive that is not available → why."""
        from grader.worker.sandbox.levels import HELP

        return "L0", dict.fromkeys(HELP, "children are not forked here")

    def why_less(self, asked: str) -> str:
        """Return why children do not get the requested level, and how to get it."""
        return f"children that are not forked have isolation L0, not {asked}; use Linux for more"

    def allow(self, packages: tuple[str, ...]) -> None:  # noqa: B027 - without isolation, children can read all of them
        """Set the installed packages that children may read, before the first child is made."""

    @abstractmethod
    def load(self, module: str) -> None:
        """Import `module` before a child reads its submission."""

    @abstractmethod
    def spawn(self, limits: Limits) -> Child:
        """Return a new child."""

    def messages(self) -> list[dict[str, Any]]:
        """Return what there is to report since the last call, each with the `number` of a child: `cpu`, the seconds it
        has used so far, if it was asked; at its end `status`, its wait status."""
        self._listen()
        found, self._messages = self._messages, []
        return found

    @abstractmethod
    def _listen(self) -> None:
        """Add to the messages what has happened since the last call."""

    def fileno(self) -> int | None:
        """Return a descriptor that becomes readable when a child ends. None: call `messages` from time to time."""
        return None

    @abstractmethod
    def close(self) -> None:
        """End all children."""


def _start(call: str, descriptors: list[int], **environment: str) -> subprocess.Popen[bytes]:
    """Start a Python that calls a function of one of these modules, with these descriptors and nothing else of ours."""
    code = f"import sys; sys.path.insert(0, {_ROOT!r}); from grader.worker import {call.partition('.')[0]}; {call}"
    return subprocess.Popen(
        [sys.executable, "-P", "-s", "-c", code],  # -I would ignore the hash seed, too
        env=ENVIRONMENT | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=descriptors,
        cwd="/",
    )


class ForkSpawner(Spawner):
    """Children of a warm server, forked when they are needed or ahead of time.

    `most`: the highest level of isolation to try. `spares`: how many children to keep ready.
    """

    def __init__(self, most: int = 3, spares: int = 0) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._server = _start(f"server.main({theirs.fileno()}, {most}, {spares > 0})", [theirs.fileno()])
        theirs.close()
        super().__init__()
        self._wanted = spares
        self._spares: list[Child] = []
        self._found: tuple[str, dict[str, str]] | None = None
        self._packages: tuple[str, ...] | None = None  # None: the server still waits for them

    def isolation(self) -> tuple[str, dict[str, str]]:
        """Wait for the first message of the server, sent once its sandbox is prepared."""
        if self._found is None:
            if self._packages is None:
                self.allow(PACKAGES)
            data = self._control.recv(1 << 16)
            if not data:
                raise ConnectionError("the process that runs submissions did not start")
            message = json.loads(data)
            self._found = message["level"], message["missing"]
        return self._found

    def why_less(self, asked: str) -> str:
        from grader.worker.sandbox.levels import HELP

        level, missing = self.isolation()
        reasons = "; ".join(f"{what} ({why}): {HELP[what]}" for what, why in missing.items())
        return f"this machine provides isolation {level}, not {asked}; missing: {reasons or HELP['root']}"

    def allow(self, packages: tuple[str, ...]) -> None:
        if self._packages is None:
            self._packages = packages
            self._send({"do": "prepare", "packages": packages})
        elif self._packages != packages:
            raise GraderFault("the packages of the course have changed; start the grader again")

    def _send(self, message: dict[str, object], *descriptors: int) -> None:
        if self._packages is None:
            self.allow(PACKAGES)  # the server needs to know them before anything else
        socket.send_fds(self._control, [json.dumps(message).encode()], descriptors)

    def load(self, module: str) -> None:
        self._send({"do": "import", "module": module})
        outdated, self._spares = self._spares, []
        for spare in outdated:  # made before the import, they would have to do it themselves
            spare.kill()
            spare.close()

    def spawn(self, limits: Limits) -> Child:
        if self._wanted and limits.scratch_mb == Limits().scratch_mb:
            self._listen()
            if self._spares:
                return self._spares.pop(0)
            self._make_spares()
        return self._make(limits)

    def _make(self, limits: Limits, ahead: bool = False) -> Child:
        self._count += 1
        number, (ours, theirs) = self._count, _open_channels()
        self._send({"do": "spawn", "number": number, "limits": limits._asdict(), "ahead": ahead}, *theirs)
        _close(*theirs)

        def kill() -> None:
            self._send({"do": "kill", "number": number})
            self._make_spares()

        ask_where = partial(self._send, {"do": "where", "number": number})
        return Child(number, ours, kill, ask_where, partial(self._send, {"do": "cpu", "number": number}))

    def _make_spares(self) -> None:
        """When a child goes, make the next one: not earlier, as that would slow down the one at work."""
        while len(self._spares) < self._wanted:
            self._spares.append(self._make(Limits(), ahead=True))

    def _listen(self) -> None:
        self.isolation()
        while True:
            try:
                data = self._control.recv(1 << 16, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return
            if not data:
                raise ConnectionError("the process that runs submissions ended")
            message = json.loads(data)
            self._messages.append(message)
            if "status" in message:
                for spare in [one for one in self._spares if one.number == message["number"]]:
                    self._spares.remove(spare)  # it ended on its own: a request would wait for it in vain
                    spare.close()
                self._make_spares()

    def fileno(self) -> int:
        return self._control.fileno()

    def close(self) -> None:
        for spare in self._spares:
            spare.close()
        self._spares.clear()
        self._control.close()
        try:
            self._server.wait(5)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()


class FreshSpawner(Spawner):
    """A new interpreter for every child, where forking is not possible."""

    def __init__(self) -> None:
        super().__init__()
        self._running: dict[int, tuple[subprocess.Popen[bytes], str]] = {}
        self._modules = ["numpy.random"]

    def load(self, module: str) -> None:
        self._modules.append(module)

    def spawn(self, limits: Limits) -> Child:  # noqa: ARG002 - a new interpreter is the same for all
        self._count += 1
        number, scratch, (ours, theirs) = self._count, make_scratch(), _open_channels()
        device = {name: os.environ[name] for name in _DEVICE_VARIABLES if name in os.environ}
        process = _start(f"spawners.live({self._modules!r}, {scratch!r}, {theirs!r})", theirs, **device)
        _close(*theirs)
        self._running[number] = (process, scratch)

        def ask_cpu() -> None:
            self._messages.append({"number": number, "cpu": cpu_seconds(process.pid)})

        ask_where = partial(process.send_signal, signal.SIGPROF)
        return Child(number, ours, partial(_kill_session, process), ask_where, ask_cpu)

    def _listen(self) -> None:
        for number, (process, scratch) in list(self._running.items()):
            code = process.poll()
            if code is not None:
                del self._running[number]
                _kill_session(process)  # what it started and left behind
                remove_scratch(scratch)
                self._messages.append({"number": number, "status": -code if code < 0 else code << 8})

    def close(self) -> None:
        for process, scratch in self._running.values():
            _kill_session(process)
            remove_scratch(scratch)
        self._running.clear()


def _kill_session(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.wait()


def live(modules: list[str], scratch: str, descriptors: list[int]) -> None:
    """Run a child in a new interpreter. It imports first: the memory limit is on what a submission adds."""
    from grader.worker.library_shims import fill_empty_arrays
    from grader.worker.sandbox.confine import simplify
    from grader.worker.sandbox.levels import Level, SandboxSetup, open_sizes
    from grader.worker.server import become_child, import_for_children

    for module in modules:
        import_for_children(module)
    fill_empty_arrays()
    simplify()
    setup = SandboxSetup(Level.L0, sizes=open_sizes())
    setup.used = setup.mapped()
    become_child(setup, 0, Limits(), scratch, False, *descriptors)
