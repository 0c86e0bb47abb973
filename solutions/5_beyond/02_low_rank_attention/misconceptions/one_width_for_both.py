"""Both products are counted with d_k.

The weights are multiplied by the values, which have width d_v: length × length × d_v.
"""


def dense_multiplications(length, d_k, d_v):
    return 2 * length * length * d_k
