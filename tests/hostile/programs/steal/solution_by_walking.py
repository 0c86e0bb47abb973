"""Walks the folders around a known path for the solution and the hidden checks, and reads them.

Held: passed
"""

import os


def attack(target):
    found = []
    start = os.path.dirname(target["secret_file"])
    for top in (start, os.path.join(start, "course"), "../course", "../../course"):
        for folder, _, names in os.walk(top):
            for name in names:
                if name in ("solution.py", "hidden_checks.py", "judges.py"):
                    with open(os.path.join(folder, name)) as file:
                        found.append(file.read())
    return found or None
