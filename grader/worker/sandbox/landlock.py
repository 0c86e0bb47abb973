"""Landlock: which files a process may open, enforced by the kernel without any privilege.

The published bindings leave out the newer rights (truncation, device ioctls, signals to others), so this is our own.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys

assert sys.platform == "linux"

from grader.worker.sandbox.kernel import syscall

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446  # the same numbers on every architecture
_PATH_BENEATH = 1
_VERSION_FLAG = 1
LEAST = 3  # earlier versions cannot forbid truncation

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE = (1 << bit for bit in range(6))
MAKE_CHAR, MAKE_DIR, MAKE_REG, MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM = (1 << bit for bit in range(6, 13))
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15

READ = READ_FILE | READ_DIR
READ_AND_MAP = READ | EXECUTE  # shared libraries are mapped with the right to execute
WRITE = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE
_FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV


def version() -> int:
    """Return the kernel's Landlock version; 0 if it has none."""
    try:
        return syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG), what="landlock")
    except OSError:
        return 0


class Rules:
    """A set of rules; what no rule allows is forbidden once `enforce` is called."""

    def __init__(self, abi: int) -> None:
        self._rights = (1 << 13) - 1
        for first, right in ((2, REFER), (3, TRUNCATE), (5, IOCTL_DEV)):
            self._rights |= right if abi >= first else 0
        network = 3 if abi >= 4 else 0  # bind and connect
        scope = 3 if abi >= 6 else 0  # abstract unix sockets, signals to processes outside
        size = 24 if abi >= 6 else 16 if abi >= 4 else 8
        attributes = struct.pack("<QQQ", self._rights, network, scope)
        self.descriptor = syscall(
            _CREATE, attributes, ctypes.c_size_t(size), ctypes.c_uint32(0), what="landlock_create_ruleset"
        )

    def allow(self, path: str, rights: int) -> None:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
                rights &= _FOR_FILES
            rule = struct.pack("<Qi", rights & self._rights, descriptor)
            own, kind, flags = ctypes.c_int(self.descriptor), ctypes.c_int(_PATH_BENEATH), ctypes.c_uint32(0)
            syscall(_ADD_RULE, own, kind, rule, flags, what=f"landlock rule for {path}")
        finally:
            os.close(descriptor)

    def enforce(self) -> None:
        """Restrict this thread and all that it starts, permanently. Needs no_new_privs."""
        syscall(_RESTRICT, ctypes.c_int(self.descriptor), ctypes.c_uint32(0), what="landlock_restrict_self")
        os.close(self.descriptor)
