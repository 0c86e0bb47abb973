"""The cost counts the scores only, and leaves out the mixing of the values.

Each visible pair is used twice: d_k multiplications for its score, and d_v to weight its value.
"""


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * d_k
