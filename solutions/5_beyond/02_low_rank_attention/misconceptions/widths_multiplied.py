"""The two widths are multiplied.

The two products follow one another, so their costs are added: length² · d_k plus length² · d_v.
"""


def dense_multiplications(length, d_k, d_v):
    return length * length * d_k * d_v
