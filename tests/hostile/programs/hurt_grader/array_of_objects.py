"""Returns arrays of objects, of records, of dates and of texts: what numpy would pickle, or read with Python's help.

Held: wrong_type
"""

import numpy as np

called = []


class Spy:
    def __float__(self):
        called.append("converted")
        return 0.0

    def __repr__(self):
        called.append("shown")
        return "\x1b[2J"


def attack(target):
    spies = np.array([Spy(), Spy()], dtype=object)
    if "course" not in target:
        records = np.zeros(2, dtype=[("a", "O"), ("b", "f8", (3,))])
        dates = np.array(["2020-01-01", "NaT"], dtype="datetime64[D]")
        return [spies, records, dates, np.array([b"a\0b"], dtype="S3"), np.array(["\ud800"]), np.ones(2, dtype="G")]
    spies.astype(float)  # a grader that wants numbers of everything
    repr(spies)
    return called or None


def double(x):
    return np.array([Spy()] * 7, dtype=object)
