"""What a child does to itself before it reads a byte of a submission. Nothing here can be taken back."""

from __future__ import annotations

import os
import sys

from grader.values import Limits
from grader.worker.sandbox.levels import Level, SandboxSetup

_FIRST_UID = 1 << 30  # far above any account; each server has a range of its own
_UIDS = 1 << 16
_RANGES = 1 << 12
_INODES = 2000
_SHARED_PROCESSES = 64


def simplify() -> None:
    """What is the same for all children, once and before any of them: an environment that tells nothing, files that
    are made with ordinary rights, and low limits on what neither they nor the process that starts them needs."""
    os.umask(0o022)  # or nobody but the user who starts us could enter the folders that we show to children
    os.environ.clear()
    os.environ.update({"PATH": os.defpath, "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"})
    if os.name != "posix":
        return
    import resource

    for what, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, 256), (resource.RLIMIT_MEMLOCK, 0)):
        _lower(what, most)
    if sys.platform == "linux":
        _lower(resource.RLIMIT_MSGQUEUE, 0)
        _lower(resource.RLIMIT_SIGPENDING, 256)
        _lower(resource.RLIMIT_RTPRIO, 0)


def confine(ground: SandboxSetup, number: int, limits: Limits) -> None:
    """Give up what a submission must not have, in an order where each step can still be taken."""
    uid = os.getuid()
    if ground.level is Level.L3:  # a user that no other child of any server is: what it may use is counted for it alone
        uid = _FIRST_UID + (ground.server % _RANGES) * _UIDS + number % _UIDS
    if ground.level >= Level.L2:
        _own_mounts(limits, uid)
    if ground.level >= Level.L1:
        _lock(ground, uid)
    elif sys.platform == "linux":
        from grader.worker.sandbox import kernel

        kernel.prctl(kernel.PR_SET_PDEATHSIG, 9)


def _own_mounts(limits: Limits, uid: int) -> None:
    """A scratch folder with a cap on bytes and files."""
    from grader.worker.sandbox import kernel
    from grader.worker.sandbox.world import SCRATCH

    kernel.unshare(kernel.NEWNS)
    safe = kernel.MS_NOSUID | kernel.MS_NODEV
    gid = uid if uid >= _FIRST_UID else os.getgid()
    options = f"size={limits.scratch_mb}m,nr_inodes={_INODES},mode=700,uid={uid},gid={gid}"
    kernel.mount("tmpfs", SCRATCH, "tmpfs", safe, options)


def _lock(ground: SandboxSetup, uid: int) -> None:
    from grader.worker.sandbox import kernel, seccomp

    rules = ground.rules or _own_rules(ground)
    if ground.level is Level.L3:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    elif ground.level is Level.L2:
        kernel.drop_capabilities()
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, 9)  # a change of user clears it
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    rules.enforce()
    kernel.load_filter(seccomp.for_process(ground.program, os.getpid()))


def _own_rules(ground: SandboxSetup):  # type: ignore[no-untyped-def]
    """At L1 scratch folders stand side by side: each child may use its own only."""
    from grader.worker.sandbox import landlock
    from grader.worker.sandbox.levels import allow_reading

    rules = landlock.Rules(ground.abi)
    allow_reading(rules, ground.readable)
    rules.allow(os.getcwd(), landlock.WRITE)  # noqa: PTH109
    return rules


def limit(limits: Limits, cpu_seconds: int, level: int, used: int) -> None:
    """The limits of one submission: set when it arrives, lowered only. `used`: bytes that are mapped already."""
    if os.name != "posix":
        return
    import resource

    _lower(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    _lower(resource.RLIMIT_FSIZE, limits.scratch_mb << 20)
    if level == Level.L3:  # a user of its own, so the count is its own
        _lower(resource.RLIMIT_NPROC, limits.processes)
    elif level == Level.L2:  # one user for all children of this server
        _lower(resource.RLIMIT_NPROC, limits.processes + _SHARED_PROCESSES)
    if used and limits.memory_mb:
        _lower(resource.RLIMIT_AS, used + (limits.memory_mb << 20))


def _lower(what: int, soft: int, hard: int | None = None) -> None:
    import resource

    _, most = resource.getrlimit(what)
    ceiling = hard if hard is not None else soft
    if most != resource.RLIM_INFINITY:
        soft, ceiling = min(soft, most), min(ceiling, most)
    resource.setrlimit(what, (soft, ceiling))
