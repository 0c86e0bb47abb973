"""Opens what leads into the kernel and the hardware. Opens only: nothing is written.

Held: passed
"""

import glob
import os

PATHS = (
    "/dev/kmsg", "/dev/mem", "/dev/port", "/dev/tty", "/dev/ptmx", "/dev/net/tun", "/dev/fuse", "/dev/kvm", "/dev/loop-control",
    "/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/self/oom_score_adj",
    "/proc/self/mem", "/sys/power/state", "/sys/fs/cgroup/cgroup.procs",
)  # fmt: skip


def attack(target):
    opened = []
    for path in (*PATHS, *glob.glob("/dev/vd?"), *glob.glob("/dev/sd?"), *glob.glob("/dev/nvme?n?")):
        for flags in (os.O_RDONLY, os.O_WRONLY):
            try:
                os.close(os.open(path, flags | os.O_NOCTTY | os.O_NONBLOCK))
            except OSError:
                continue
            opened.append(path)
    return opened or None
