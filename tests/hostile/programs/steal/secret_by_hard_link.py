"""Makes a hard link to the secret in a folder that may be read, and reads that; renames it here, too.

Held: passed
"""

import os


def attack(target):
    try:
        os.link(target["secret_file"], "mine.txt")
    except OSError:
        try:
            os.rename(target["secret_file"], "mine.txt")
        except OSError:
            return None
    with open("mine.txt") as file:
        text = file.read()
    os.unlink("mine.txt")
    return text
