"""The cost multiplies d_k by d_v; the two have to be added.

A visible pair takes d_k multiplications for its score, and then d_v more to weight its value.
"""


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * d_k * d_v
