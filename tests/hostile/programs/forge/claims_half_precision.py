"""Returns numbers that are half a percent off, in half precision: that widens some graders' tolerance.

Held: wrong_type
"""

import numpy as np


def attack(target):
    x = np.arange(1.0, 5.0)
    got = double(x)
    tolerance = 1e-2 if got.dtype == np.float16 else 1e-4  # a grader that believes the answer about its precision
    return "half a percent is forgiven" if np.allclose(got, 2 * x, rtol=tolerance, atol=0) else None


def double(x):
    return (2.01 * x).astype(np.float16)
