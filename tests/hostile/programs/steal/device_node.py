"""Makes a node of the disk's own device in its folder and opens it; looks for devices that are there. Reads nothing.

Held: passed
"""

import os
import stat


def attack(target):
    found = []
    names = ["kmsg"] if "course" in target else ["vda", "sda", "nvme0n1", "loop0", "mem", "kmsg", "kvm", "fuse"]
    for name in names:
        try:
            if stat.S_ISBLK(os.stat(f"/dev/{name}").st_mode) or name in ("mem", "kmsg", "kvm"):
                os.close(os.open(f"/dev/{name}", os.O_RDONLY))
                found.append(name)
        except OSError:
            continue
    device = os.stat(".").st_dev
    for kind, number in ((stat.S_IFBLK, device), (stat.S_IFCHR, os.makedev(1, 11))):
        try:
            os.mknod("node", kind | 0o600, number)
            found.append("made a node")
            os.close(os.open("node", os.O_RDONLY | os.O_NONBLOCK))
            found.append("opened it")
        except OSError:
            pass
        if os.path.lexists("node"):
            os.unlink("node")
    return found or None
