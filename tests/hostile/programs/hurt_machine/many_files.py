"""Uses up the inodes of the disk with empty files.

Held: passed
Levels: L2 L3
"""

import os


def attack(target):
    made = 0
    try:
        for number in range(4000):
            os.close(os.open(f"empty-{number}", os.O_CREAT | os.O_WRONLY))
            made += 1
    except OSError:
        pass
    for number in range(made):
        os.unlink(f"empty-{number}")
    return made if made == 4000 else None
