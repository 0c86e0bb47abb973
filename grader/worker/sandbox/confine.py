"""What a child does to itself before it reads a byte of a submission. Nothing here can be undone."""

from __future__ import annotations

import os
import sys

assert sys.platform == "linux"

from grader.values import Limits
from grader.worker.sandbox import kernel, landlock, seccomp
from grader.worker.sandbox.levels import Level, SandboxSetup, allow_reading
from grader.worker.sandbox.world import SCRATCH

_FIRST_UID = 1 << 30  # far above any account; each server has a range of its own
_UIDS = 1 << 16
_RANGES = 1 << 12
_INODES = 2000
# Processes that the user of a child may have beside its own. At L3 each child has a user of its own, at L2 all children
# of a server share one.
SHARED_PROCESSES = {Level.L2: 64, Level.L3: 0}


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
