"""What a child may use: its environment, and the limits of the system on its time, memory and files."""

from __future__ import annotations

import os
import sys

from grader.values import Limits

_KEPT = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PATH")  # what programs on Windows cannot do without
_FILES = 256


def simplify() -> None:
    """Do once what is the same for all children: an environment that reveals nothing, ordinary permissions for new
    files, and low limits on what neither they nor the process that starts them needs."""
    os.umask(0o022)  # otherwise only the user who starts us could enter the folders that children see
    kept = {name: os.environ[name] for name in _KEPT if sys.platform == "win32" and name in os.environ}
    os.environ.clear()
    os.environ.update({"PATH": os.defpath, "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", **kept})
    if sys.platform == "win32":
        return
    import resource

    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_NOFILE: _FILES, resource.RLIMIT_MEMLOCK: 0}
    if sys.platform == "linux":
        limits |= {resource.RLIMIT_MSGQUEUE: 0, resource.RLIMIT_SIGPENDING: 256, resource.RLIMIT_RTPRIO: 0}
    for what, most in limits.items():
        _lower(what, most)


def limit(limits: Limits, cpu_seconds: int, used: int = 0, shared: int | None = None) -> None:
    """Set the limits of one submission when it arrives; they are only lowered. `used`: bytes mapped so far, 0 where
    the system does not tell. `shared`: processes that its user may have beside its own; None: they are not counted."""
    if sys.platform == "win32":
        from grader.worker.windows import limit_memory

        limit_memory(limits.memory_mb << 20)
        return
    import resource

    _lower(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    _lower(resource.RLIMIT_FSIZE, limits.scratch_mb << 20)
    if shared is not None:
        _lower(resource.RLIMIT_NPROC, limits.processes + shared)
    if used and limits.memory_mb:
        _lower(resource.RLIMIT_AS, used + (limits.memory_mb << 20))


def _lower(what: int, soft: int, hard: int | None = None) -> None:
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(what)
        hard = soft if hard is None else hard
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
        resource.setrlimit(what, (soft, hard))
