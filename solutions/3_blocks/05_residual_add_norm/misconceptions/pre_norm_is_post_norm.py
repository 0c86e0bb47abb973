"""pre_norm is written as post-norm: it normalises the sum.

In pre-norm only the side path is normalised, before the sublayer: x + sublayer(norm(x)).
"""


def pre_norm(x, sublayer, norm):
    return norm(x + sublayer(x))
