"""Probes of the isolation: run in a real child, they show that its level holds."""

from __future__ import annotations

from dataclasses import dataclass

from grader.values import Limits
from grader.worker.pool import Worker
from grader.worker.protocol import Implementation, Layer, Request, Task

_PROBES = b"""
import os
import socket


def works(action):
    try:
        action()
    except Exception:
        return False
    return True


def files():
    try:
        open("/etc/passwd").read()
    except OSError:
        os.listdir("/")


def network():
    socket.socket(socket.AF_INET, socket.SOCK_STREAM)


def processes():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def programs():
    os.posix_spawn("/bin/true", ["true"], {})


def signals():
    assert os.getppid(), "there is no other process"
    os.kill(os.getppid(), 0)


def hidden_memory():
    os.memfd_create("x")


def scratch():
    with open("file", "w") as file:
        file.write("works")
    os.remove("file")
"""
# Function → what it tries, and whether that must work.
_EXPECTED = {
    "files": ("reading files of this machine", False),
    "network": ("opening a network socket", False),
    "processes": ("starting a process", False),
    "programs": ("running a program", False),
    "signals": ("sending a signal to another process", False),
    "hidden_memory": ("memory outside the limit", False),
    "scratch": ("writing to its own scratch folder", True),
}


@dataclass(frozen=True)
class Probe:
    """One thing that was tried, and whether it ended as it must at this level."""

    what: str
    found: str
    holds: bool


def self_test(worker: Worker) -> list[Probe]:
    """Run every probe in one child. L0 prevents nothing, so there only what must work is tried."""
    names = [name for name, (_, allowed) in _EXPECTED.items() if allowed or worker.level != "L0"]
    checks = "".join(f"def {name}(impl, rng):\n    return impl.works(impl.{name})\n" for name in names).encode()
    implementation = Implementation((Layer("probes", "probes.py", _PROBES),))
    tasks = tuple(Task(name, checks, 0) for name in names)
    probes = []
    for report in worker.run([Request(implementation, tasks, Limits())])[0]:
        what, allowed = _EXPECTED[report.check]
        worked = report.value if report.status == "value" else None
        found = {True: "works", False: "refused", None: f"ended as {report.status}"}[worked]
        probes.append(Probe(what, found if worked is allowed else f"{found}, and must not be", worked is allowed))
    return probes
