"""A new interpreter for every child, where forking is not to be had. Protects against accidents only (L0)."""

from __future__ import annotations

import os
import signal
import subprocess
from functools import partial

from grader.worker.fd_passing import cpu_seconds
from grader.worker.protocol import Limits
from grader.worker.scratch import make_scratch, remove_scratch
from grader.worker.spawn import ENVIRONMENT, Child, Ends, Spawner, command

_WHICH_DEVICE = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER")


class Fresh(Spawner):
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
        process = subprocess.Popen(
            command(f"fresh.live({self._modules!r}, {scratch!r}, {ends.descriptors()!r})"),
            env=ENVIRONMENT | {name: os.environ[name] for name in _WHICH_DEVICE if name in os.environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=ends.descriptors(),
            cwd="/",
        )
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
    from grader.worker.sandbox.confine import simplify
    from grader.worker.sandbox.levels import Ground, Level, open_sizes
    from grader.worker.server import become_child, import_for_children
    from grader.worker.uninitialised import fill_empty_arrays

    for module in modules:
        import_for_children(module)
    fill_empty_arrays()
    simplify()
    ground = Ground(Level.L0, sizes=open_sizes())
    ground.used = ground.mapped()
    become_child(ground, 0, Limits(), scratch, False, *descriptors)
