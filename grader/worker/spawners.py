"""How children are made: forked by a warm server, or each a new interpreter."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from functools import partial

from grader.errors import GraderFault
from grader.values import Limits
from grader.worker.protocol import cpu_seconds, make_scratch, receive, remove_scratch
from grader.worker.spawn import PACKAGES, Child, Ends, Spawner, start


class ForkSpawner(Spawner):
    """Children of a warm server: forked when asked for, or ahead of time.

    `most`: the highest level of isolation to try for. `spares`: how many children to keep ready.
    """

    def __init__(self, most: int = 3, spares: int = 0) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._server = start(f"server.main({theirs.fileno()}, {most}, {spares > 0})", [theirs.fileno()])
        theirs.close()
        self._count = 0
        self._wanted = spares
        self._on_order = 0
        self._outdated = 0  # children up to this number were ordered before the last import
        self._spares: list[Child] = []
        self._gone: list[tuple[int, int]] = []
        self._readings: list[tuple[int, float]] = []
        self._told: dict[str, object] | None = None
        self._packages: tuple[str, ...] | None = None  # None: the server still waits to be told

    @property
    def level(self) -> str:
        return str(self._greeting()["level"])

    @property
    def missing(self) -> dict[str, str]:
        """Primitive → why it could not be had."""
        found = self._greeting()["missing"]
        return dict(found) if isinstance(found, dict) else {}

    def why_less(self, asked: str) -> str:
        from grader.worker.sandbox.levels import HELP

        reasons = "; ".join(f"{what} ({why}): {HELP[what]}" for what, why in self.missing.items())
        return f"this machine gives isolation {self.level}, not {asked}; missing is {reasons or HELP['root']}"

    def allow(self, packages: tuple[str, ...]) -> None:
        if self._packages is None:
            self._packages = packages
            self._control.send(json.dumps({"do": "prepare", "packages": packages}).encode())
        elif self._packages != packages:
            raise GraderFault("the packages of the course have changed; start the grader again")

    def _prepare(self) -> None:
        """The server needs to know the packages before anything else."""
        if self._packages is None:
            self.allow(PACKAGES)

    def _greeting(self) -> dict[str, object]:
        """The first thing the server says, once it has prepared its ground."""
        if self._told is None:
            self._prepare()
            data = self._control.recv(1 << 16)
            if not data:
                raise ConnectionError("the process that runs submissions did not start")
            self._told = json.loads(data)
        return self._told

    def load(self, module: str) -> None:
        self._tell({"do": "import", "module": module})
        self._outdated = self._count
        outdated, self._spares = self._spares, []
        for spare in outdated:  # made before the import, they would have to do it themselves
            spare.kill()
            spare.close()

    def spawn(self, limits: Limits) -> Child:
        if self._wanted and limits.scratch_mb == Limits().scratch_mb:
            self._listen()
            if self._spares:
                return self._spares.pop(0)
            self._order()
        self._prepare()
        ends = Ends.open()
        self._count += 1
        message = {"do": "spawn", "number": self._count, "limits": limits._asdict()}
        socket.send_fds(self._control, [json.dumps(message).encode()], ends.descriptors())
        ends.close_theirs()
        return self._child(self._count, ends.link, ends.printed, ends.faults)

    def _order(self) -> None:
        """Have children made ahead, up to the number wanted."""
        while len(self._spares) + self._on_order < self._wanted:
            self._count += 1
            self._on_order += 1
            self._tell({"do": "spare", "number": self._count, "limits": Limits()._asdict()})

    def _child(self, number: int, link: socket.socket, printed: int, faults: int) -> Child:
        return Child(
            number,
            link,
            printed,
            faults,
            kill=partial(self._kill, number),
            ask_where=partial(self._tell, {"do": "where", "number": number}),
            ask_cpu=partial(self._tell, {"do": "cpu", "number": number}),
        )

    def _kill(self, number: int) -> None:
        """When one goes, the next is made: not earlier, or the making would slow the one at work."""
        self._tell({"do": "kill", "number": number})
        self._order()

    def ended(self) -> list[tuple[int, int]]:
        self._listen()
        found, self._gone = self._gone, []
        return found

    def readings(self) -> list[tuple[int, float]]:
        found, self._readings = self._readings, []
        return found

    def _listen(self) -> None:
        self._greeting()
        while True:
            try:
                data, descriptors = receive(self._control, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return
            if not data:
                raise ConnectionError("the process that runs submissions ended")
            message = json.loads(data)
            if "spare" in message:
                self._on_order -= 1
                for descriptor in descriptors:
                    os.set_blocking(descriptor, False)
                link, *pipes = descriptors
                spare = self._child(message["spare"], socket.socket(fileno=link), *pipes)
                if spare.number > self._outdated:
                    self._spares.append(spare)
                else:
                    spare.kill()
                    spare.close()
            elif "cpu" in message:
                self._readings.append((message["number"], message["cpu"]))
            else:
                self._gone.append((message["number"], message["status"]))
                for spare in [one for one in self._spares if one.number == message["number"]]:
                    self._spares.remove(spare)  # it ended by no doing of ours: who got it would wait for word of that
                    spare.close()
                self._order()

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

    def _tell(self, message: dict[str, object]) -> None:
        self._prepare()
        self._control.send(json.dumps(message).encode())


_WHICH_DEVICE = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER")


class FreshSpawner(Spawner):
    """A new interpreter for every child, where forking is not to be had. Protects against accidents only (L0)."""

    def __init__(self) -> None:
        self._running: dict[int, tuple[subprocess.Popen[bytes], str]] = {}
        self._modules = ["numpy.random"]
        self._count = 0
        self._readings: list[tuple[int, float]] = []

    @property
    def level(self) -> str:
        return "L0"

    @property
    def missing(self) -> dict[str, str]:
        from grader.worker.sandbox.levels import HELP

        return dict.fromkeys(HELP, "children are not forked here")

    def why_less(self, asked: str) -> str:
        return f"children that are not forked have isolation L0, not {asked}; use Linux for more"

    def allow(self, packages: tuple[str, ...]) -> None:
        """Nothing keeps a new interpreter from reading the others: it protects against accidents only."""

    def load(self, module: str) -> None:
        self._modules.append(module)

    def spawn(self, limits: Limits) -> Child:  # noqa: ARG002 - a new interpreter is the same for all
        ends = Ends.open()
        self._count += 1
        scratch = make_scratch()
        device = {name: os.environ[name] for name in _WHICH_DEVICE if name in os.environ}
        call = f"spawners.live({self._modules!r}, {scratch!r}, {ends.descriptors()!r})"
        process = start(call, ends.descriptors(), **device)
        ends.close_theirs()
        self._running[self._count] = (process, scratch)
        return Child(
            self._count,
            ends.link,
            ends.printed,
            ends.faults,
            kill=partial(_kill_session, process),
            ask_where=partial(process.send_signal, signal.SIGPROF),
            ask_cpu=partial(self._read_cpu, self._count, process.pid),
        )

    def _read_cpu(self, number: int, pid: int) -> None:
        self._readings.append((number, cpu_seconds(pid)))

    def readings(self) -> list[tuple[int, float]]:
        found, self._readings = self._readings, []
        return found

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
    process.wait()


def live(modules: list[str], scratch: str, descriptors: list[int]) -> None:
    """What the new interpreter runs. It imports first: the memory limit is on what a submission adds."""
    from grader.worker.library_shims import fill_empty_arrays
    from grader.worker.sandbox.confine import simplify
    from grader.worker.sandbox.levels import Level, SandboxSetup, open_sizes
    from grader.worker.server import become_child, import_for_children

    for module in modules:
        import_for_children(module)
    fill_empty_arrays()
    simplify()
    ground = SandboxSetup(Level.L0, sizes=open_sizes())
    ground.used = ground.mapped()
    become_child(ground, 0, Limits(), scratch, False, *descriptors)
