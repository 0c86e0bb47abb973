"""Makes a symbolic link to the secret where files may be opened, and reads through it.

Held: passed
"""

import os


def attack(target):
    for number, there in enumerate((target["secret_file"], os.path.dirname(target["secret_file"]), "/")):
        link = f"link{number}"
        try:
            os.symlink(there, link)
        except OSError:
            continue
        try:
            path = {0: link, 1: link + "/secret.txt", 2: link + target["secret_file"]}[number]
            with open(path) as file:
                return file.read()
        except OSError:
            continue
        finally:
            os.unlink(link)
    return None
