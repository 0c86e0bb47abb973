"""Which system calls a child may make: an allow-list, compiled by libseccomp for the machine's own numbers.

What is not on it fails with EPERM; numbers that libseccomp does not know fail with ENOSYS, so that C libraries fall
back to older calls. Compiled once, in the server; each child loads the same few hundred instructions.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import socket
import sys
import termios
from collections.abc import Iterator

assert sys.platform == "linux"

_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_FORBIDDEN, _NO_SUCH_CALL = _ERRNO | errno.EPERM, _ERRNO | errno.ENOSYS
_SCMP_CMP_EQ, _SCMP_CMP_MASKED_EQ = 4, 7
_OPTIMIZE, _AS_A_TREE = 8, 2
_CLONE_THREAD = 0x10000
_PR_SET_NAME, _PR_GET_NAME, _PR_SET_VMA = 15, 16, 0x53564D41

_FILES = (
    "access", "chdir", "close", "close_range", "copy_file_range", "creat", "dup", "dup2", "dup3", "faccessat",
    "faccessat2", "fadvise64", "fchdir", "fdatasync", "fstat", "fstatfs", "fsync",
    "ftruncate", "getcwd", "getdents", "getdents64", "lseek", "lstat", "mkdir", "mkdirat", "newfstatat", "open",
    "openat", "openat2", "pread64", "preadv", "preadv2", "pwrite64", "pwritev", "pwritev2", "read", "readahead",
    "readlink", "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir", "sendfile", "stat", "statfs",
    "statx", "sync_file_range", "truncate", "umask", "unlink", "unlinkat", "write", "writev",
)  # fmt: skip
_MEMORY = (
    "brk", "madvise", "membarrier", "mincore", "mlock2", "mmap", "mprotect", "mremap", "msync", "munlock",
    "munmap",
)  # fmt: skip
_PROCESS = (
    "arch_prctl", "capget", "clock_getres", "clock_gettime", "clock_nanosleep", "exit", "exit_group", "futex",
    "futex_waitv", "get_robust_list", "getcpu", "getegid", "geteuid", "getgid", "getgroups", "getitimer",
    "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getrandom", "getresgid", "getresuid",
    "getrlimit", "getrusage", "getsid", "gettid", "gettimeofday", "getuid", "nanosleep", "pause",
    "restart_syscall", "rseq", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn",
    "rt_sigsuspend", "rt_sigtimedwait", "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity",
    "sched_getparam", "sched_getscheduler", "sched_yield", "set_robust_list", "set_tid_address", "setitimer",
    "setrlimit", "sigaltstack", "sysinfo", "time", "timer_create", "timer_delete", "timer_gettime",
    "timer_settime", "times", "uname", "wait4", "waitid",
)  # fmt: skip
_WAITING = (
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_wait", "eventfd", "eventfd2", "pipe",
    "pipe2", "poll", "ppoll", "pselect6", "recvfrom", "select",
)  # fmt: skip
# No leases, locks, notifications or pipe sizes: they reach other processes, or the kernel's memory.
_FCNTLS = (
    fcntl.F_DUPFD, fcntl.F_DUPFD_CLOEXEC, fcntl.F_GETFD, fcntl.F_SETFD, fcntl.F_GETFL, fcntl.F_SETFL,
)  # fmt: skip
_IOCTLS = (termios.TCGETS, termios.FIOCLEX, termios.FIONCLEX, termios.FIONREAD, termios.FIONBIO, termios.TIOCGWINSZ)
# Calls newer than most C libraries: "no such call" makes them use the older one, "forbidden" makes them give up.
_NEW = ("statmount", "listmount", "map_shadow_stack", "fchmodat2", "cachestat", "futex_wait", "futex_wake", "mseal")
PLACEHOLDER = 0x5EED_C0DE  # stands for the child's own process id, the only one it may send a signal to


class _Comparison(ctypes.Structure):
    _fields_ = [("argument", ctypes.c_uint), ("operator", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


def available() -> bool:
    """Return whether libseccomp is installed."""
    try:
        _library()
    except OSError:
        return False
    return True


def _library() -> ctypes.CDLL:
    return ctypes.CDLL("libseccomp.so.2", use_errno=True)


def _equal(argument: int, value: int) -> _Comparison:
    return _Comparison(argument, _SCMP_CMP_EQ, value, 0)


def _rules() -> Iterator[tuple[int, str, list[_Comparison]]]:
    """Yield an action, the name of a system call, and what its arguments must be."""
    for name in (*_FILES, *_MEMORY, *_PROCESS, *_WAITING):
        yield _ALLOW, name, []
    yield _ALLOW, "clone", [_Comparison(0, _SCMP_CMP_MASKED_EQ, _CLONE_THREAD, _CLONE_THREAD)]
    for kind in (socket.SOCK_STREAM, socket.SOCK_STREAM | socket.SOCK_CLOEXEC):  # asyncio wakes itself through a pair
        yield _ALLOW, "socketpair", [_equal(0, socket.AF_UNIX), _equal(1, kind)]
    yield _ALLOW, "sendto", [_equal(4, 0)]  # to the other end of the pair, to no address
    yield _NO_SUCH_CALL, "clone3", []  # its flags are in memory, where a filter cannot read them
    for request in _IOCTLS:
        yield _ALLOW, "ioctl", [_equal(1, request)]
    for option in (_PR_SET_NAME, _PR_GET_NAME, _PR_SET_VMA):
        yield _ALLOW, "prctl", [_equal(0, option)]
    for command in _FCNTLS:
        yield _ALLOW, "fcntl", [_equal(1, command)]
    yield _ALLOW, "fallocate", [_equal(1, 0)]  # other modes evade the limit on file size
    yield _ALLOW, "prlimit64", [_equal(0, 0)]
    for name in ("kill", "tgkill"):
        yield _ALLOW, name, [_equal(0, PLACEHOLDER)]
    for name in _NEW:
        yield _NO_SUCH_CALL, name, []


def program() -> bytes:
    """Return the filter as BPF, for `for_process`. OSError if libseccomp cannot compile it."""
    library = _library()
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(_FORBIDDEN))
    if not context:
        raise OSError("libseccomp could not start a filter")
    descriptor = os.memfd_create("filter")
    try:
        library.seccomp_attr_set(context, _OPTIMIZE, _AS_A_TREE)  # quicker to load; older versions cannot
        for action, name, comparisons in _rules():
            number = library.seccomp_syscall_resolve_name(name.encode())
            if number < 0:  # this architecture does not have it
                continue
            array = (_Comparison * max(1, len(comparisons)))(*comparisons)
            result = library.seccomp_rule_add_array(context, action, number, len(comparisons), array)
            if result < 0:
                raise OSError(-result, f"libseccomp refused the rule for {name}")
        if library.seccomp_export_bpf(context, descriptor) < 0:
            raise OSError("libseccomp could not write its filter")
        return os.pread(descriptor, 1 << 20, 0)
    finally:
        os.close(descriptor)
        library.seccomp_release(context)


def for_process(compiled: bytes, pid: int) -> bytes:
    """Return the filter for one child. Compiling takes milliseconds, this takes none."""
    return compiled.replace(PLACEHOLDER.to_bytes(4, sys.byteorder), pid.to_bytes(4, sys.byteorder))
