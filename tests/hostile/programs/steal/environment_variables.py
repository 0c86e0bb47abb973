"""Looks for variables of the grader's environment: Python's copy, the C library's, and the block the process began with.

Held: passed
"""

import ctypes
import os

OURS = {"PATH", "LANG", "TMPDIR", "HOME", "LC_CTYPE", "PYTHONHASHSEED", "GLIBC_TUNABLES"}
OURS |= {"OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"}


def block():
    """What lies on the stack above the arguments, where the kernel put it at the start."""
    libc = ctypes.CDLL(None)
    end = ctypes.c_void_p.in_dll(libc, "__libc_stack_end").value
    count = ctypes.c_long.from_address(end).value
    if not 0 < count < 100:
        return []
    entries, at = [], end + 8 * (count + 2)
    while ctypes.c_void_p.from_address(at).value:
        entries.append(ctypes.string_at(ctypes.c_void_p.from_address(at).value).decode("utf-8", "replace"))
        at += 8
    return entries


def attack(target):
    libc = ctypes.CDLL(None)
    table, entries = ctypes.POINTER(ctypes.c_char_p).in_dll(libc, "environ"), []
    while table and table[len(entries)]:
        entries.append(table[len(entries)].decode("utf-8", "replace"))
    try:
        entries += block()
    except ValueError:  # this C library does not tell where its stack ends
        pass
    names = {entry.partition("=")[0] for entry in entries} | set(os.environ)
    return sorted(names - OURS) or None
