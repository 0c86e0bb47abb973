"""Makes system calls that only the kernel's own tools need, each of them a door that once stood open.

Held: passed
"""

import ctypes
import platform

X86 = platform.machine() == "x86_64"
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    event = ctypes.create_string_buffer(128)
    event[0], event[4] = 1, 128  # a counter of software events, and the size of this description
    array = (ctypes.c_uint32 * 32)(2, 4, 8, 1)  # a map: array, keys of 4 bytes, values of 8, one entry
    calls = {
        "perf_event_open": (298 if X86 else 241, event, 0, -1, -1, 0),
        "bpf": (321 if X86 else 280, 0, array, 128),
        "userfaultfd": (323 if X86 else 282, 0),
        "add_key": (248 if X86 else 217, b"user", b"hostile", b"x", 1, -2),
        "keyctl": (250 if X86 else 219, 0, -2, 1),
        "fanotify_init": (300 if X86 else 262, 0, 0),
        "inotify_init1": (294 if X86 else 26, 0),
        "personality": (135 if X86 else 92, 0x0040000),
        "pidfd_open": (434, target["pid"], 0),
        "open_tree": (428, -100, b"/", 1),
        "seccomp": (317 if X86 else 277, 2, 0, ctypes.c_char_p(b"\xff\xff\x00\x00")),
    }
    return [name for name, call in calls.items() if libc.syscall(*call) >= 0] or None
