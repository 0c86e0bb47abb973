"""What a child does to itself before it reads a byte of a submission. Nothing here can be undone."""

from __future__ import annotations

import os
import resource
import sys

from grader.values import Limits
from grader.worker.sandbox import kernel, landlock, seccomp
from grader.worker.sandbox.levels import Level, SandboxSetup, allow_reading
from grader.worker.sandbox.world import SCRATCH

_FIRST_UID = 1 << 30  # far above any account; each server has a range of its own
_UIDS = 1 << 16
_RANGES = 1 << 12
_INODES = 2000
_SHARED_PROCESSES = 64


def simplify() -> None:
    """Do once what is the same for all children: an environment that reveals nothing, ordinary permissions for new
    files, and low limits on what neither they nor the process that starts them needs."""
    os.umask(0o022)  # otherwise only the user who starts us could enter the folders that children see
    os.environ.clear()
    os.environ.update({"PATH": os.defpath, "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"})
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_NOFILE: 256, resource.RLIMIT_MEMLOCK: 0}
    if sys.platform == "linux":
        limits |= {resource.RLIMIT_MSGQUEUE: 0, resource.RLIMIT_SIGPENDING: 256, resource.RLIMIT_RTPRIO: 0}
    for what, most in limits.items():
        _lower(what, most)


def confine(setup: SandboxSetup, number: int, limits: Limits) -> None:
    """Give up what a submission must not have, in an order where each step is still possible."""
    uid, gid = os.getuid(), os.getgid()
    if setup.level is Level.L3:  # a user that no other child of any server is: its resources are counted for it alone
        uid = gid = _FIRST_UID + (setup.server % _RANGES) * _UIDS + number % _UIDS
    if setup.level >= Level.L2:  # a scratch folder with a limit on bytes and files
        kernel.unshare(kernel.NEWNS)
        options = f"size={limits.scratch_mb}m,nr_inodes={_INODES},mode=700,uid={uid},gid={gid}"
        kernel.mount("tmpfs", SCRATCH, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, options)
    if setup.level is Level.L0:
        if sys.platform == "linux":
            kernel.prctl(kernel.PR_SET_PDEATHSIG, 9)
        return
    rules = setup.rules
    if rules is None:  # at L1 scratch folders are siblings: each child may use its own only
        rules = landlock.Rules(setup.abi)
        allow_reading(rules, setup.readable)
        rules.allow(os.getcwd(), landlock.WRITE)  # noqa: PTH109
    if setup.level is Level.L3:
        os.setgroups([])
        os.setresgid(gid, gid, gid)
        os.setresuid(uid, uid, uid)
    elif setup.level is Level.L2:
        kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, 9)  # a change of user clears it
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    rules.enforce()
    kernel.load_filter(seccomp.for_process(setup.program, os.getpid()))


def limit(limits: Limits, cpu_seconds: int, level: int, used: int) -> None:
    """Set the limits of one submission when it arrives; they are only lowered. `used`: bytes mapped so far."""
    _lower(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    _lower(resource.RLIMIT_FSIZE, limits.scratch_mb << 20)
    if level >= Level.L2:  # at L3 each child has a user of its own, at L2 all children of a server share one
        _lower(resource.RLIMIT_NPROC, limits.processes + (_SHARED_PROCESSES if level == Level.L2 else 0))
    if used and limits.memory_mb:
        _lower(resource.RLIMIT_AS, used + (limits.memory_mb << 20))


def _lower(what: int, soft: int, hard: int | None = None) -> None:
    _, most = resource.getrlimit(what)
    hard = soft if hard is None else hard
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(what, (soft, hard))
