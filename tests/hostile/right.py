"""Not hostile at all: must be graded right after everything the others did."""


def attack(target):
    return None


def double(x):
    return x + x
