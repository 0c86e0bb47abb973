"""Probes of the isolation: run in a real child, they show that its level holds."""

from __future__ import annotations

from grader.values import Limits
from grader.worker.pool import Worker
from grader.worker.protocol import Implementation, Layer, Request, Task

_PROBES = b"""
import os
import socket


def files(impl, rng):
    try:
        open("/etc/passwd").read()
    except OSError:
        os.listdir("/")


def network(impl, rng):
    socket.socket(socket.AF_INET, socket.SOCK_STREAM)


def processes(impl, rng):
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def programs(impl, rng):
    os.posix_spawn("/bin/true", ["true"], {})


def signals(impl, rng):
    assert os.getppid(), "there is no other process"
    os.kill(os.getppid(), 0)


def hidden_memory(impl, rng):
    os.memfd_create("x")


def scratch(impl, rng):
    with open("file", "w") as file:
        file.write("works")
    os.remove("file")
"""
# Function → what it tries, and how that must end.
_EXPECTED = {
    "files": ("reading files of this machine", "refused"),
    "network": ("opening a network socket", "refused"),
    "processes": ("starting a process", "refused"),
    "programs": ("running a program", "refused"),
    "signals": ("sending a signal to another process", "refused"),
    "hidden_memory": ("memory outside the limit", "refused"),
    "scratch": ("writing to its own scratch folder", "works"),
}


def self_test(worker: Worker) -> list[dict[str, object]]:
    """Run every probe in one child. Return `what` was tried, what was `found`, and whether the level `holds` there.

    L0 prevents nothing, so there only what must work is tried.
    """
    names = [name for name, (_, expected) in _EXPECTED.items() if expected == "works" or worker.level != "L0"]
    nothing = Implementation((Layer("probes", "probes.py", b""),))
    tasks = tuple(Task(name, _PROBES, 0) for name in names)
    probes: list[dict[str, object]] = []
    for report in worker.run([Request(nothing, tasks, Limits())])[0]:
        what, expected = _EXPECTED[report.check]
        found = {"value": "works", "raised": "refused"}.get(report.status, f"ended as {report.status}")
        holds = found == expected
        probes.append({"what": what, "found": found if holds else f"{found}, and must not be", "holds": holds})
    return probes
