"""What Windows does for a child: job objects, which end processes together and limit their memory, and CPU time."""

from __future__ import annotations

import ctypes
import signal
import sys
from contextlib import suppress
from ctypes import wintypes

assert sys.platform == "win32"

_EXTENDED_LIMITS = 9  # the class of information that a job is given
_PROCESS_MEMORY, _KILL_ON_CLOSE = 0x100, 0x2000
_TICK = 1e-7
_FAILURES = {  # exit codes of processes that the system ended
    0xC0000005: signal.SIGSEGV,  # access violation
    0xC00000FD: signal.SIGSEGV,  # stack overflow
    0xC000001D: signal.SIGILL,
    0xC0000094: signal.SIGFPE,
}
_FAILURE = 0xC  # the first digit of such a code
_ABORTED = 3

_kernel = ctypes.WinDLL("kernel32", use_last_error=True)
_kernel.CreateJobObjectW.restype = wintypes.HANDLE
_kernel.CreateJobObjectW.argtypes = [ctypes.c_void_p, ctypes.c_wchar_p]
_kernel.SetInformationJobObject.argtypes = [wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD]
_kernel.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]
_kernel.TerminateJobObject.argtypes = [wintypes.HANDLE, wintypes.UINT]
_kernel.CloseHandle.argtypes = [wintypes.HANDLE]
_kernel.GetCurrentProcess.restype = wintypes.HANDLE
_kernel.GetProcessTimes.argtypes = [wintypes.HANDLE, *[ctypes.c_void_p] * 4]
_kernel.K32GetProcessMemoryInfo.argtypes = [wintypes.HANDLE, ctypes.c_void_p, wintypes.DWORD]


class _JobLimits(ctypes.Structure):
    _fields_ = (
        ("times", ctypes.c_int64 * 2),
        ("flags", wintypes.DWORD),
        ("working_set", ctypes.c_size_t * 2),
        ("processes", wintypes.DWORD),
        ("affinity", ctypes.c_size_t),
        ("classes", wintypes.DWORD * 2),
        ("counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peaks", ctypes.c_size_t * 2),
    )


class _MemoryInUse(ctypes.Structure):
    _fields_ = (
        ("size", wintypes.DWORD),
        ("faults", wintypes.DWORD),
        ("others", ctypes.c_size_t * 6),
        ("committed", ctypes.c_size_t),
        ("most_committed", ctypes.c_size_t),
    )


def _checked(result: int) -> int:
    if not result:
        raise ctypes.WinError(ctypes.get_last_error())
    return result


def _new_job(flags: int, memory: int = 0) -> int:
    job = _checked(_kernel.CreateJobObjectW(None, None))
    wanted = _JobLimits(flags=flags, process_memory=memory)
    _checked(_kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(wanted), ctypes.sizeof(wanted)))
    return job


class JobObject:
    """A process and all that it starts. They end with the job, and the job ends with the process that made it."""

    def __init__(self, process: int) -> None:
        self._job: int | None = None
        with suppress(OSError):  # before Windows 8, a process in another job stays alone
            self._job = _new_job(_KILL_ON_CLOSE)
            _checked(_kernel.AssignProcessToJobObject(self._job, process))

    def end(self) -> None:
        if self._job is not None:
            _kernel.TerminateJobObject(self._job, 1)
            _kernel.CloseHandle(self._job)
            self._job = None


def limit_memory(more: int) -> None:
    """Limit what this process may use from now on, in bytes. 0: no limit."""
    used = _MemoryInUse(size=ctypes.sizeof(_MemoryInUse))
    me = _kernel.GetCurrentProcess()
    with suppress(OSError):
        if more:
            _checked(_kernel.K32GetProcessMemoryInfo(me, ctypes.byref(used), used.size))
            _checked(_kernel.AssignProcessToJobObject(_new_job(_PROCESS_MEMORY, used.committed + more), me))


def cpu_seconds(process: int) -> float:
    """Return what a process has used so far in all its threads."""
    times = (ctypes.c_uint64 * 4)()  # when it began and ended; in the kernel, and by itself
    places = [ctypes.byref(times, 8 * n) for n in range(4)]
    return float(times[2] + times[3]) * _TICK if _kernel.GetProcessTimes(process, *places) else 0.0


def as_signal(code: int, fatal: bool) -> int:
    """Return an exit code as other systems have it: negative, the number of the signal that fits, for a crash. `fatal`:
    Python reported a fatal error, so what looks like `sys.exit(3)` was an abort."""
    is_crash = code >> 28 == _FAILURE or (fatal and code == _ABORTED)
    return -_FAILURES.get(code, signal.SIGABRT) if is_crash else code
