"""Chooses how children are made on this machine, and on which device their checks run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from grader.worker.devices import REAL, choose

if TYPE_CHECKING:
    from grader.worker.pool import Worker
    from grader.worker.spawners import Spawner

choose_device = choose  # for `--device auto|cpu|cuda|mps|simulated`, as torch calls it


def start_worker(kind: str = "auto", at_once: int | None = None, isolation: str = "auto", spares: int = 0) -> Worker:
    """Return a worker: `forked` where fork is safe (Linux), `fresh` elsewhere. The warm server starts at once, or the
    first interpreter.

    If `isolation` is not "auto", the worker raises UsageError where this machine has less than that.
    """
    spawner: Spawner
    if sys.platform == "linux" and kind != "fresh":
        from grader.worker.forked import ForkSpawner

        spawner = ForkSpawner(3 if isolation == "auto" else int(isolation[1]), spares)
    else:
        from grader.worker.fresh import FreshSpawner

        spawner = FreshSpawner(spares)
    from grader.worker.pool import Worker  # only now: the server is on its way while this loads

    return Worker(spawner, at_once, "L0" if isolation == "auto" else isolation)


def needs_fresh(device: str) -> bool:
    """Return whether each child must be a new process: a real accelerator does not survive a fork."""
    return device in REAL


def primitives(worker: Worker) -> dict[str, str]:
    """Return the parts of isolation → "works", why it is not available here, or "not tried"."""
    from grader.worker.spawners import HELP

    used = {
        "L0": (),
        "L1": ("landlock", "seccomp"),
        "L2": ("landlock", "seccomp", "user namespaces", "mounts"),
        "L3": ("landlock", "seccomp", "root", "mounts"),
    }[worker.level]
    states = {name: "works" if name in used else "not tried" for name in HELP}
    return states | worker.missing
