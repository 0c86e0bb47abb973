"""Makes, changes, moves and removes files outside of its own folder.

Held: passed
"""

import os


def attack(target):
    path, new = target["secret_file"], f"{target['folder']}/new"
    ways = {
        "append": lambda: open(path, "a").close(),
        "truncate": lambda: os.truncate(path, os.stat(path).st_size),
        "make": lambda: open(new, "w").close(),
        "move": lambda: os.rename(new, new + "er"),
        "remove": lambda: os.unlink(new + "er"),
        "folder": lambda: (os.mkdir(new), os.rmdir(new)),
    }
    done = []
    for name, way in ways.items():
        try:
            way()
        except OSError:
            continue
        done.append(name)
    return done or None
