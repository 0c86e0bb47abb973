"""How far this machine can isolate a child, and the steps the server takes once to get there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

assert sys.platform == "linux"

from grader.worker.sandbox import kernel, landlock, seccomp
from grader.worker.sandbox.world import DEVICES, SCRATCH, VisibleFiles


class Level(IntEnum):
    """L3 root, everything · L2 user namespace, everything · L1 Landlock, seccomp and limits · L0 accidents only."""

    L0 = 0
    L1 = 1
    L2 = 2
    L3 = 3


@dataclass
class SandboxSetup:
    """What the server has prepared for its children."""

    level: Level
    program: bytes = b""  # seccomp, with PLACEHOLDER where the child's own process id belongs
    abi: int = 0  # of Landlock
    readable: list[str] = field(default_factory=list)  # at L1, where nothing else hides the rest of the machine
    rules: landlock.Rules | None = None  # shared by all children; at L1 each makes its own
    own_pids: int = -1  # a descriptor of the server's own pid namespace, to return to after a fork
    sizes: int = -1  # a descriptor of /proc/self/statm: how much this process has mapped
    maps: int = -1  # one of /proc/self/maps
    server: int = 0  # process id of the server
    used: int = 0  # bytes of address space a child starts with: its limit is on what it adds
    missing: dict[str, str] = field(default_factory=dict)  # primitive → why not

    def mapped(self) -> int:
        """Return the bytes of address space in use; 0 where the system does not report it."""
        if self.sizes < 0:
            return 0
        return int(os.pread(self.sizes, 100, 0).split()[0]) * os.sysconf("SC_PAGE_SIZE")

    def stretches(self) -> list[tuple[int, int]]:
        """Return start and end of the memory that this process allocated, outside of files and stacks."""
        found, data = [], b""
        while self.maps >= 0 and (more := os.pread(self.maps, 1 << 16, len(data))):
            data += more
        for place, rights, _, _, _, *name in (line.split() for line in data.splitlines()):
            if rights == b"rw-p" and name in ([], [b"[heap]"]):
                start, _, end = place.partition(b"-")
                found.append((int(start, 16), int(end, 16)))
        return found


def open_sizes(name: str = "statm") -> int:
    """Open a file of /proc/self. Return -1 where there is none."""
    try:
        return os.open(f"/proc/self/{name}", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return -1


def prepare(most: Level, packages: Sequence[str]) -> SandboxSetup:
    """Take this process, the server, to the highest level up to `most`, with these packages for children to read."""
    setup = SandboxSetup(Level.L0, sizes=open_sizes(), maps=open_sizes("maps"), server=os.getpid())
    if most is Level.L0:
        return setup
    setup.abi = landlock.version()
    if setup.abi < landlock.LEAST:
        setup.missing["landlock"] = f"this kernel has Landlock version {setup.abi}, {landlock.LEAST} is needed"
    if not seccomp.available():
        setup.missing["seccomp"] = "libseccomp is not installed"
    if setup.missing:
        return setup
    setup.program = seccomp.program()
    setup.level = Level.L1
    world = VisibleFiles(packages)
    reached = _enter_namespaces(setup, most)
    if reached > Level.L1:
        try:
            os.close(setup.sizes)
            os.close(setup.maps)
            setup.sizes, setup.maps = open_sizes(), open_sizes("maps")  # again: there may have been a fork
            setup.own_pids = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
            world.build()
        except OSError as problem:
            setup.missing["mounts"] = str(problem)
        else:
            setup.rules = landlock.Rules(setup.abi)
            allow_reading(setup.rules, world.tops())
            setup.rules.allow(os.path.dirname(SCRATCH), landlock.WRITE)  # noqa: PTH120
            setup.level = reached
    if setup.level is Level.L1:
        setup.readable = world.readable()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    return setup


def _enter_namespaces(setup: SandboxSetup, most: Level) -> Level:
    """Return the level that new namespaces allow, up to `most`; L1 if there are none to be had."""
    apart = kernel.NEWNS | kernel.NEWNET | kernel.NEWIPC | kernel.NEWUTS
    if most is Level.L3:
        try:
            kernel.unshare(apart)
            return Level.L3
        except OSError as problem:
            setup.missing["root"] = str(problem)
    if most >= Level.L2:
        user, group = os.getuid(), os.getgid()
        maps = (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1"))
        try:
            kernel.unshare(kernel.NEWUSER)
            for name, text in maps:
                with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123
                    file.write(text)
            kernel.unshare(kernel.NEWPID)
            pid = os.fork()
            if pid:  # the child continues, as the first process of the new pid namespace
                _, status = os.waitpid(pid, 0)
                os._exit(os.waitstatus_to_exitcode(status) & 255)
            kernel.prctl(kernel.PR_SET_PDEATHSIG, 9)
            kernel.unshare(apart)
            return Level.L2
        except OSError as problem:
            setup.missing["user namespaces"] = str(problem)
    return Level.L1


def allow_reading(rules: landlock.Rules, readable: Iterable[str]) -> None:
    for path in readable:
        rules.allow(path, landlock.READ_AND_MAP)
    for device in DEVICES:
        rules.allow(device, landlock.READ | landlock.WRITE_FILE)
