"""Makes namespaces in which it would be root.

Held: passed
"""

import ctypes

KINDS = {
    "user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "network": 0x40000000, "ipc": 0x8000000, "uts": 0x4000000,
    "cgroup": 0x2000000, "files": 0x400, "working folder": 0x200,
}  # fmt: skip
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    return [name for name, flag in KINDS.items() if libc.unshare(flag) == 0] or None
