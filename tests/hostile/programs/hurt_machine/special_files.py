"""Makes files in its own folder that are no files: links, pipes, sockets, devices.

Held: passed
"""

import os
import socket
import stat


def attack(target):
    ways = {
        "symbolic link": lambda: os.symlink(target["secret_file"], "special"),
        "hard link": lambda: os.link(target["secret_file"], "special"),
        "pipe": lambda: os.mkfifo("special"),
        "device": lambda: os.mknod("special", 0o600 | stat.S_IFCHR, os.makedev(1, 3)),
        "disk": lambda: os.mknod("special", 0o600 | stat.S_IFBLK, os.makedev(7, 0)),
        "socket": lambda: socket.socket(socket.AF_UNIX).bind("special"),
    }
    made = []
    for name, way in ways.items():
        try:
            way()
            os.unlink("special")
        except OSError:
            continue
        made.append(name)
    return made or None
