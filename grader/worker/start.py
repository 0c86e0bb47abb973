"""Chooses how children are made on this machine, and on which device their checks run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from grader.worker.devices import REAL, choose

if TYPE_CHECKING:
    from grader.worker.pool import Worker

choose_device = choose  # for `--device auto|cpu|cuda|mps|simulated`, as torch calls it


def start_worker(kind: str = "auto", at_once: int | None = None, isolation: str = "auto", spares: int = 0) -> Worker:
    """Return a worker: `forked` where fork is safe (Linux), `fresh` elsewhere. The warm server starts at once.

    If `isolation` is not "auto", the worker raises UsageError where this machine has less than that.
    """
    from grader.worker.spawners import ForkSpawner, FreshSpawner

    forks = kind == "forked" or (kind == "auto" and sys.platform == "linux")
    most = 3 if isolation == "auto" else int(isolation[1])
    spawner = ForkSpawner(most, spares) if forks else FreshSpawner()
    from grader.worker.pool import Worker  # only now: the server is on its way while this loads

    return Worker(spawner, at_once, "L0" if isolation == "auto" else isolation)


def needs_fresh(device: str) -> bool:
    """Return whether each child must be a new process: a real accelerator does not survive a fork."""
    return device in REAL


def primitives(worker: Worker) -> dict[str, str]:
    """Return the parts of isolation → "works", why it is not available here, or "not tried"."""
    from grader.worker.sandbox.levels import HELP

    used = {
        "L0": (),
        "L1": ("landlock", "seccomp"),
        "L2": ("landlock", "seccomp", "user namespaces", "mounts"),
        "L3": ("landlock", "seccomp", "root", "mounts"),
    }[worker.level]
    return {name: worker.missing.get(name, "works" if name in used else "not tried") for name in HELP}
