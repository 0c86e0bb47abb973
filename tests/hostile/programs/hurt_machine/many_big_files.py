"""Fills the disk with files that each stay below the limit on the size of a file.

Held: passed
Levels: L2 L3
"""

import os


def attack(target):
    made = []
    try:
        for number in range(12):
            made.append(f"part-{number}")
            with open(made[-1], "wb") as file:
                for _ in range(4):
                    file.write(bytes(1 << 20))
        return "48 MB"
    except OSError:
        return None
    finally:
        for name in made:
            if os.path.exists(name):
                os.unlink(name)
