"""Returns whole numbers of a million digits, which Python takes long to write down or refuses to.

Held: wrong_type
"""

import sys
import time


class Number(int):
    def bit_length(self):
        return 1

    def __index__(self):
        return 7

    def __str__(self):
        return "7" * 10**7


def attack(target):
    huge = 1 << 4_000_000
    if "course" not in target:
        return [
            huge,
            -huge,
            Number(huge),
            float("inf"),
            2**511,
            {huge: huge, -(2**511): 1},
            complex(1e308, -1e308),
            10**155,
        ]
    sys.set_int_max_str_digits(0)
    began = time.perf_counter()
    str(1 << 1_000_000)
    took = time.perf_counter() - began
    return f"{took:.1f} s for one number" if took > 0.3 else None


def double(x):
    return [1 << 100_000] * len(x)
