"""Grades all hostile programs as an ordinary user and prints the outcomes as JSON. Started as root, gives that up."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from grader.worker.sandbox import kernel
from tests.hostile.harness import PROGRAMS, grade_all

USER = 48_123


def make_reachable(path: Path) -> None:
    """In a mount namespace of our own: give others a way to a folder below one that is closed to them."""
    closed = next((p for p in reversed(path.parents) if not p.stat().st_mode & 0o001), None)
    if closed is None:
        return
    source = os.open(path, os.O_PATH)
    kernel.mount("tmpfs", str(closed), "tmpfs", 0, "mode=755")
    path.mkdir(parents=True, exist_ok=True)
    kernel.mount(f"/proc/self/fd/{source}", str(path), flags=kernel.MS_BIND)
    os.close(source)


def become_user(folder: str) -> None:
    """Give up root, with `folder` for our own. Nothing that others see is changed: the way there is ours alone."""
    kernel.unshare(kernel.NEWNS)
    kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
    for needed in dict.fromkeys((sys.base_prefix, sys.prefix, Path(__file__).parents[2], folder)):
        make_reachable(Path(needed).resolve())
    os.chown(folder, USER, USER)
    os.setgroups([])
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)
    os.environ["HOME"] = folder


def main(level: str, folder: str) -> None:
    become_user(folder)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
    print(json.dumps(grade_all(PROGRAMS, level, Path(folder))))


if __name__ == "__main__":
    main(*sys.argv[1:])
