"""Leaves a message for the submissions after it wherever a process can: shared memory, keys, queues, files, modules.

Its loot is the list of places outside its own scratch that took the message. The programs named leftover_… come after
it and look there. Unprotected it takes everything back at once.

Held: passed
"""

import ctypes
import os
import platform
import tempfile

import numpy

MESSAGE = b"left by the submission before"
KEY = 0x5EED
IPC_CREAT, IPC_RMID, USER_KEYRING, UNLINK = 0o1000, 0, -4, 9
NUMBERS = {
    "x86_64": {"shmget": 29, "shmat": 30, "shmctl": 31, "msgget": 68, "msgctl": 71, "add_key": 248, "keyctl": 250},
    "aarch64": {
        "shmget": 194,
        "shmat": 196,
        "shmctl": 195,
        "msgget": 186,
        "msgctl": 187,
        "add_key": 217,
        "keyctl": 219,
    },
}[platform.machine()]


def attack(target):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    took, back = [], []
    folders = {"/dev/shm", "/tmp", "/var/tmp", "/run", target["folder"], tempfile.gettempdir(), "..", "/box"}
    if "course" in target:  # unprotected, only beside a scratch folder made in the test's own
        os.mkdir("own")
        os.chdir("own")
        folders = {".."}
    numpy.left_behind = MESSAGE
    with open("left_behind.txt", "wb") as file:  # the scratch folder: ours, and to be gone after us
        file.write(MESSAGE)
    for folder in folders:
        path = os.path.join(folder, "left_behind.txt")
        if os.path.realpath(path) == os.path.realpath("left_behind.txt"):
            continue
        try:
            with open(path, "wb") as file:
                file.write(MESSAGE)
            took.append(path)
            back.append(path)
        except OSError:
            continue
    segment = libc.syscall(NUMBERS["shmget"], KEY, 4096, IPC_CREAT | 0o666)
    if segment >= 0:
        took.append("shared memory")
        ctypes.memmove(libc.syscall(NUMBERS["shmat"], segment, None, 0), MESSAGE, len(MESSAGE))
    queue = libc.syscall(NUMBERS["msgget"], KEY, IPC_CREAT | 0o666)
    if queue >= 0:
        took.append("a message queue")
    key = libc.syscall(NUMBERS["add_key"], b"user", b"left_behind", MESSAGE, len(MESSAGE), USER_KEYRING)
    if key >= 0:
        took.append("a key")
    if "course" in target:
        for path in {*back, "left_behind.txt"}:
            if os.path.exists(path):
                os.unlink(path)
        os.chdir("..")
        os.rmdir("own")
        libc.syscall(NUMBERS["shmctl"], segment, IPC_RMID, None)
        libc.syscall(NUMBERS["msgctl"], queue, IPC_RMID, None)
        libc.syscall(NUMBERS["keyctl"], UNLINK, key, USER_KEYRING)
    return took or None
