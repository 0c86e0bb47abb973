"""Probes that a child must not get through: run in a real child, they show that its level is what it says."""

from __future__ import annotations

from dataclasses import dataclass

from grader.values import Limits
from grader.worker.pool import Worker
from grader.worker.protocol import Implementation, Layer, Report, Request, Task

_PROBES = b"""
import os
import socket


def tried(action):
    try:
        action()
    except Exception:
        return False
    return True


def files():
    return tried(lambda: open("/etc/passwd").read()) or tried(lambda: os.listdir("/"))


def network():
    return tried(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))


def processes():
    def start():
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
    return tried(start)


def programs():
    return tried(lambda: os.posix_spawn("/bin/true", ["true"], {}))


def signals():
    return tried(lambda: os.kill(os.getppid() or 1, 0)) and os.getppid() != 0


def hidden_memory():
    return tried(lambda: os.memfd_create("x"))


def scratch():
    def write():
        with open("file", "w") as file:
            file.write("works")
        os.remove("file")
    return tried(write)
"""
_CHECKS = b"".join(
    f"def {name}(impl, rng):\n    return bool(impl.{name}())\n\n\n".encode()
    for name in ("files", "network", "processes", "programs", "signals", "hidden_memory", "scratch")
)


@dataclass(frozen=True)
class Probe:
    """One thing that was tried, and whether it ended as it must at this level."""

    name: str
    what: str
    found: str
    holds: bool


PROBES = {
    "files": ("reading files of this machine", False),
    "network": ("opening a network socket", False),
    "processes": ("starting a process", False),
    "programs": ("running a program", False),
    "signals": ("sending a signal to another process", False),
    "hidden_memory": ("memory outside the limit", False),
    "scratch": ("writing to its own scratch folder", True),
}


def self_test(worker: Worker) -> list[Probe]:
    """Every probe, in one child. At L0 nothing is held, so only what must work is tried."""
    names = [name for name, (_, allowed) in PROBES.items() if allowed or worker.level != "L0"]
    tasks = tuple(Task(name, _CHECKS, 0) for name in names)
    implementation = Implementation((Layer("probes", "probes.py", _PROBES),))
    (reports,) = worker.run([Request(implementation, tasks, Limits())])
    return [_judged(name, report) for name, report in zip(names, reports, strict=True)]


def _judged(name: str, report: Report) -> Probe:
    what, allowed = PROBES[name]
    worked = report.value if report.status == "value" else None
    found = {True: "works", False: "refused", None: f"ended as {report.status}"}[worked]
    return Probe(name, what, found if worked is allowed else f"{found}, and must not be", worked is allowed)
