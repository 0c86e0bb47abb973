"""pre_norm adds the normalised input instead of x itself.

After x = norm(x) the residual path is normalised too. Keep the original x and add it: x +
sublayer(norm(x)).
"""


def pre_norm(x, sublayer, norm):
    x = norm(x)
    return x + sublayer(x)
