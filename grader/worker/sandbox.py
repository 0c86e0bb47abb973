"""The seam for isolation: what a child does to itself before it reads a byte of a submission.

Level L0 protects against accidents: limits on memory, CPU and files, a session of its own, an empty environment.
"""

from __future__ import annotations

import os
import sys

from grader.worker.jobs import Limits

_PR_SET_PDEATHSIG = 1


def confine(limits: Limits, cpu_seconds: int) -> None:
    """Give up what a submission must not have. Called once, in the child."""
    if os.name == "posix":
        _limit_resources(limits, cpu_seconds)
    if sys.platform == "linux":
        _die_with_parent()
    for name in set(os.environ) - {"PATH", "LANG"} - {name for name in os.environ if name.endswith("_NUM_THREADS")}:
        del os.environ[name]


def _limit_resources(limits: Limits, cpu_seconds: int) -> None:
    import resource

    def lower(what: int, soft: int, hard: int | None = None) -> None:
        _, most = resource.getrlimit(what)
        ceiling = hard if hard is not None else soft
        if most != resource.RLIM_INFINITY:
            soft, ceiling = min(soft, most), min(ceiling, most)
        resource.setrlimit(what, (soft, ceiling))

    lower(resource.RLIMIT_CORE, 0)
    lower(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    lower(resource.RLIMIT_FSIZE, limits.scratch_mb << 20)
    used = _address_space()
    if used:
        lower(resource.RLIMIT_AS, used + (limits.memory_mb << 20))


def _address_space() -> int:
    """Bytes mapped so far: the limit is on what the submission adds. 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:  # noqa: PTH123 - pathlib would cost the child an import
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _die_with_parent() -> None:
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, 9)
