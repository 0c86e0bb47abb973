"""pre_norm forgets the residual: x is not added.

Add the original x to the sublayer's output.
"""


def pre_norm(x, sublayer, norm):
    return sublayer(norm(x))
