"""The cost of the values is counted once per query, not once per visible pair.

Each visible key adds its own weighted value, which takes d_v multiplications.
"""


def multiplications(keep, d_k, d_v):
    return int(keep.sum()) * d_k + len(keep) * d_v
