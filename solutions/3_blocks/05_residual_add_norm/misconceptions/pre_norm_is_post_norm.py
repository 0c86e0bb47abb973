"""pre_norm is written as post-norm: it normalises the sum.

In pre-norm only the branch is normalised, before the sublayer: x + sublayer(norm(x)).
"""


def pre_norm(x, sublayer, norm):
    return norm(x + sublayer(x))
