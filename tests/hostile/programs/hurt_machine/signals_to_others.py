"""Sends signals to the grader, to a process of the same user and to everybody, in every way there is.

Held: passed

The signals are harmless ones: SIGCONT, and 0 for everybody. A right to send them is a right to send SIGKILL.
"""

import ctypes
import os
import signal

PIDFD_SEND_SIGNAL = 424
libc = ctypes.CDLL(None, use_errno=True)


def attack(target):
    sent = []
    for name in ("pid", "grader_pid"):
        pid = target[name]
        ways = {
            "kill": lambda pid=pid: os.kill(pid, signal.SIGCONT),
            "killpg": lambda pid=pid: os.killpg(os.getpgid(pid), 0),
            "sigqueue": lambda pid=pid: _checked(libc.sigqueue(pid, int(signal.SIGCONT), None)),
            "tgkill": lambda pid=pid: _checked(libc.tgkill(pid, pid, int(signal.SIGCONT))),
            "pidfd": lambda pid=pid: _by_descriptor(pid),
        }
        sent += [f"{way} {name}" for way, send in ways.items() if _works(send)]
    if _works(lambda: os.kill(-1, 0)):
        sent.append("kill everybody")
    if _works(lambda: os.kill(os.getppid(), 0)):
        sent.append("kill parent")
    return sent or None


def _works(send):
    try:
        send()
    except OSError:
        return False
    return True


def _checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _by_descriptor(pid):
    descriptor = os.pidfd_open(pid)
    try:
        _checked(libc.syscall(PIDFD_SEND_SIGNAL, descriptor, int(signal.SIGCONT), None, 0))
    finally:
        os.close(descriptor)
