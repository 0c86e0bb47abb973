"""The dot products are divided by n/2: `n ** 1 / 2` is read as (n ** 1) / 2.

The power is evaluated before the division. Write n ** 0.5 or np.sqrt(n).
"""


def scaled_dot(s, h):
    return s @ h.T / (h.shape[-1] ** 1 / 2)
