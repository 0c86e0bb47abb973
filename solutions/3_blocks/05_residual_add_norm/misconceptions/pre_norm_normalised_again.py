"""pre_norm normalises a second time, after the addition.

In pre-norm there is nothing on the residual path. The result of the addition is returned as it is.
"""


def pre_norm(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))
