"""The cost counts all pairs of a query and a key, the hidden ones too.

Sparse attention never touches a hidden pair. Count the pairs where keep is True.
"""


def multiplications(keep, d_k, d_v):
    return keep.size * (d_k + d_v)
