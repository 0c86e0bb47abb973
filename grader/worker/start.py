"""Chooses how children are made on this machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.worker.pool import Worker
    from grader.worker.selftest import Probe


def start_worker(kind: str = "auto", at_once: int | None = None, isolation: str = "auto", spares: int = 0) -> Worker:
    """`forked` where fork is safe (Linux), `fresh` elsewhere. The warm server starts at once and imports meanwhile.

    `isolation` other than "auto" is a demand: less is an error, told when the level is asked for.
    """
    from grader.worker.spawners import ForkSpawner, FreshSpawner

    forks = kind == "forked" or (kind == "auto" and sys.platform == "linux")
    most = 3 if isolation == "auto" else int(isolation[1])
    spawner = ForkSpawner(most, spares) if forks else FreshSpawner()
    from grader.worker.pool import Worker  # only now: the server is on its way while this loads

    return Worker(spawner, at_once, "L0" if isolation == "auto" else isolation)


def choose_device(asked: str) -> str:
    """The device for `--device auto|cpu|cuda|mps|simulated`, as torch calls it."""
    from grader.worker.devices import choose

    return choose(asked)


def needs_fresh(device: str) -> bool:
    """A real accelerator does not survive a fork: each child must be a new process."""
    from grader.worker.devices import REAL

    return device in REAL


def primitives(worker: Worker) -> dict[str, str]:
    """What isolation is made of → "works", why it cannot be had here, or that it was not tried."""
    from grader.worker.sandbox.levels import HELP

    needed = {"L0": (), "L1": ("landlock", "seccomp"), "L2": ("user namespaces", "mounts"), "L3": ("root", "mounts")}
    used = {name for level, names in needed.items() for name in names if level in ("L1", worker.level)}
    used = used if worker.level != "L0" else set()
    return {name: worker.missing.get(name, "works" if name in used else "not tried") for name in HELP}


def self_test(worker: Worker) -> list[Probe]:
    """Probe the isolation from inside a child."""
    from grader.worker import selftest

    return selftest.self_test(worker)
