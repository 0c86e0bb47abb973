"""Has the memory of a crashing process written to a file and searches it for the secret.

Held: passed
"""

import os
import resource
import signal

MOST = 60 << 20


def attack(target):
    if "course" not in target:  # a setting of the whole machine: opened only where that must fail, and never written
        try:
            os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
            return "may say where dumps go"
        except OSError:
            pass
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (MOST, MOST))
        return crash(target)
    except (OSError, ValueError):
        return None


def crash(target):
    pid = os.fork()
    if pid == 0:
        with open(target["secret_file"]) as file:
            kept = file.read()
        os.kill(os.getpid(), signal.SIGABRT)  # not SIGQUIT, which some shells tell their jobs to ignore
        os._exit(len(kept))
    _, status = os.waitpid(pid, 0)
    for name in ("core", f"core.{pid}"):
        if os.path.exists(name):
            with open(name, "rb") as file:
                found = b"the answer is" in file.read()
            os.unlink(name)
            return "the secret, from a dump" if found else "a dump"
    return "dumped" if os.WCOREDUMP(status) else None
