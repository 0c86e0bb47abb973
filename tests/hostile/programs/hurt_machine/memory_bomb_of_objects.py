"""Takes memory in small pieces, as a list that grows and grows.

Held: out_of_memory timed_out
"""


def attack(target):
    kept = []
    for number in range(4480):
        kept.append(b"x" * (64 << 10) + b"%d" % number)
    return f"{sum(map(len, kept)) >> 20} MB"
