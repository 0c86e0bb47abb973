"""Reads a file of the grader's user by its path.

Held: exception
"""


def attack(target):
    with open(target["secret_file"]) as file:
        return file.read()
