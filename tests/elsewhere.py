"""Takes away what Linux has and another system does not, so that what a student does there can be tried here.

`become` runs first in a process, and makes every Python that it starts do the same. It is no Windows: paths, consoles
and file sharing stay as they are. `make test-windows` runs a real one.
"""

from __future__ import annotations

import ctypes
import errno
import faulthandler
import importlib
import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from types import ModuleType, SimpleNamespace
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
BROKEN = "broken"  # a system on which every process that grades ends at once

_ASKED_EARLY = (  # modules that look at the platform while they are imported
    "asyncio", "click", "ctypes.util", "importlib.metadata", "multiprocessing.connection", "numpy.random", "platform",
    "shutil", "sqlite3", "tempfile", "uuid",
)  # fmt: skip
_ONLY_LINUX: dict[ModuleType, str] = {
    os: "O_PATH O_TMPFILE memfd_create pidfd_open posix_fadvise sched_getaffinity setresuid setresgid setgroups",
    socket: "AF_VSOCK SOCK_CLOEXEC SOCK_SEQPACKET",
    select: "epoll",
}
_NOT_WINDOWS: dict[ModuleType, str] = {
    os: "WIFSIGNALED WTERMSIG WNOHANG chown fork geteuid getpgid getpgrp getuid kill killpg openpty posix_spawn pread "
    "set_blocking setsid statvfs sysconf ttyname uname wait",
    signal: "ITIMER_PROF ITIMER_REAL SIGALRM SIGHUP SIGKILL SIGPROF SIGTSTP SIGXCPU alarm getitimer pthread_sigmask "
    "setitimer",
    socket: "AF_UNIX recv_fds send_fds",
    select: "poll",
    faulthandler: "register",
    time: "clock_gettime",
}
_MODULES_OF_UNIX = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty")
_REAL = SimpleNamespace(kill=os.kill, killpg=os.killpg, clock_gettime=time.clock_gettime, Popen=subprocess.Popen)


def become(system: str) -> None:
    """Make this process one of `darwin` or `win32`."""
    broken, system = system == BROKEN, "darwin" if system == BROKEN else system
    for name in _ASKED_EARLY:
        importlib.import_module(name)
    _start_others_as(system, broken)
    sys.platform = system
    _take_away(_ONLY_LINUX)
    if system == "win32":
        _take_away(_NOT_WINDOWS)
        _give_windows()
        for name in _MODULES_OF_UNIX:
            sys.modules[name] = None  # type: ignore[assignment]
    else:
        import resource
        import termios

        _take_away({resource: "RLIMIT_MSGQUEUE RLIMIT_SIGPENDING RLIMIT_RTPRIO", termios: "TCGETS"})
        ctypes.CDLL = lambda *_, **__: SimpleNamespace(  # type: ignore[assignment, misc]
            proc_pid_rusage=_rusage, mach_timebase_info=_timebase
        )


def _take_away(names: dict[ModuleType, str]) -> None:
    for module, listed in names.items():
        for name in listed.split():
            if hasattr(module, name):
                delattr(module, name)


def _start_others_as(system: str, broken: bool) -> None:
    first = "raise SystemExit(1)" if broken else f"from elsewhere import become; become({system!r})"
    kept = {"os": ModuleType("os"), "signal": ModuleType("signal")}  # the module itself needs what is taken away
    for name, module in kept.items():
        module.__dict__.update(vars(sys.modules[name]))
        setattr(subprocess, name, module)

    class Popen(_REAL.Popen):  # type: ignore[misc, name-defined]
        def __init__(self, args: list[str], *more: Any, creationflags: int = 0, **how: Any):
            if "-c" in args:
                at = args.index("-c") + 1
                args = [*args[:at], f"import sys; sys.path.insert(0, {HERE!r}); {first}\n{args[at]}", *args[at + 1 :]]
            super().__init__(args, *more, start_new_session=how.pop("start_new_session", bool(creationflags)), **how)
            self._handle = self.pid

    subprocess.Popen = Popen  # type: ignore[misc]


def _seconds(pid: int) -> float:
    try:
        return float(_REAL.clock_gettime(~pid << 3 | 2))
    except OSError:
        return 0.0


def _rusage(pid: int, _: int, counted: Any) -> int:
    counted[2], counted[3] = int(_seconds(pid) * 24e6), 0
    return 0


def _timebase(ticks: Any) -> int:
    ticks[0], ticks[1] = 125, 3  # as on a new Mac
    return 0


class _Function:
    """A function of a library: types can be set on it."""

    def __init__(self, call: Any) -> None:
        self._call = call

    def __call__(self, *arguments: Any) -> Any:
        return self._call(*arguments)


def _give_windows() -> None:
    """The few functions of kernel32 that are used, and a console module."""
    members: dict[int, int] = {}
    flock = importlib.import_module("fcntl").flock

    def create(*_: object) -> int:
        members[len(members) + 1] = 0
        return len(members)

    def assign(job: int, process: int) -> int:
        members[job] = process
        return 1

    def terminate(job: int, _: int) -> int:
        with suppress(ProcessLookupError):
            _REAL.killpg(members[job], 9)
        return 1

    def times(process: int, *places: Any) -> int:
        for place, value in zip(places[3:], (_seconds(process) * 1e7,), strict=True):
            place._obj[3] = int(value)
        return 1

    def locking(descriptor: int, *_: int) -> None:
        try:
            flock(descriptor, 2 | 4)
        except BlockingIOError:
            raise OSError(errno.EACCES, "locked") from None

    own: dict[str, Any] = {
        "CreateJobObjectW": create, "AssignProcessToJobObject": assign, "TerminateJobObject": terminate,
        "GetProcessTimes": times, "GetCurrentProcess": os.getpid,
    }  # fmt: skip
    others = ("SetInformationJobObject", "CloseHandle", "K32GetProcessMemoryInfo")
    kernel = SimpleNamespace(**{name: _Function(own.get(name, lambda *_: 1)) for name in (*own, *others)})
    more: dict[str, Any] = {"WinDLL": lambda *_, **__: kernel, "get_last_error": lambda: 0, "WinError": OSError}
    for name, value in more.items():
        setattr(ctypes, name, value)
    for name in ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW"):
        setattr(subprocess, name, 1)
    console = ModuleType("msvcrt")
    console.__dict__.update(LK_NBLCK=2, locking=locking)
    sys.modules["msvcrt"] = console


def main() -> None:
    """`python elsewhere.py SYSTEM ARGUMENT…` is the grader command on that system."""
    become(sys.argv.pop(1))
    from grader.cli import main as grader

    grader()


if __name__ == "__main__":
    main()
