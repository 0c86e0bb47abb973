"""System calls that Python does not wrap, through the C library. Linux on x86-64 and arm64."""

from __future__ import annotations

import ctypes
import os
import platform

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_NOATIME, MS_NODIRATIME, MS_BIND, MS_REC, MS_PRIVATE, MS_RELATIME = (1 << bit for bit in (10, 11, 12, 14, 18, 21))
_MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP = 1, 4, 22
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_SET_THP_DISABLE = 24, 38, 41
_SECCOMP_MODE_FILTER = 2
_MADV_COLLAPSE = 25
_CAPABILITY_VERSION = 0x20080522
_LAST_CAPABILITY = 40
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def syscall(number: int, *arguments: object, what: str) -> int:
    return _checked(_libc.syscall(ctypes.c_long(number), *arguments), what)


def collapse(start: int, length: int) -> None:
    """Move this range of memory into huge pages, if the kernel can."""
    _libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(length), _MADV_COLLAPSE)


def unshare(flags: int) -> None:
    _checked(_libc.unshare(flags), "unshare")


def setns(descriptor: int, kind: int) -> None:
    _checked(_libc.setns(descriptor, kind), "setns")


def prctl(option: int, value: int = 0) -> int:
    zero = ctypes.c_ulong(0)
    return _checked(_libc.prctl(option, ctypes.c_ulong(value), zero, zero, zero), f"prctl {option}")


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    result = _libc.mount(
        source.encode(), os.fsencode(target), kind.encode() or None, ctypes.c_ulong(flags), options.encode() or None
    )
    _checked(result, f"mount on {target}")


def pivot_root(new: str) -> None:
    """Make `new` the root and unmount the old one."""
    number = _PIVOT_ROOT[platform.machine()]
    os.chdir(new)
    syscall(number, b".", b".", what="pivot_root")
    _checked(_libc.umount2(b".", _MNT_DETACH), "unmount the old root")
    os.chdir("/")


def drop_capabilities() -> None:
    """Drop all capabilities, permanently."""
    for number in range(_LAST_CAPABILITY + 1):
        try:
            prctl(PR_CAPBSET_DROP, number)
        except OSError:  # the kernel knows fewer, or the right to drop them is gone
            break
    head = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    _checked(_libc.capset(head, none), "capset")


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def load_filter(program: bytes) -> None:
    """Install a seccomp filter, given as BPF instructions of 8 bytes."""
    buffer = ctypes.create_string_buffer(program, len(program))
    described = _Program(len(program) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    zero = ctypes.c_ulong(0)
    pointer = ctypes.byref(described)
    _checked(_libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), pointer, zero, zero), "seccomp")
