"""Tells its calls apart by the addresses that `repr` shows, and says in each what it was called with.

Held: passed
"""


def address():
    return int(repr(object()).partition("0x")[2].rstrip(">"), 16)


def attack(target):
    return f"calls can be told apart by {address()}" if "course" in target else None


def double(x):
    print(f"{address()}: size={len(x)}")
    raise ValueError(f"{address()}: size={len(x)}")
