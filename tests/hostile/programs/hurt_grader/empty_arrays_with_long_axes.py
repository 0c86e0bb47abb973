"""Returns arrays without elements whose axes are so long that putting a few of them together is refused by numpy.

Held: wrong_type output_too_large crashed
"""

import numpy as np


def attack(target):
    arrays = [np.empty((0, 2**39, 2**20))] * 4
    if "course" not in target:
        return arrays
    try:
        np.stack(arrays)
    except ValueError as problem:
        return f"a grader that compares lists as arrays fell over: {problem}"
