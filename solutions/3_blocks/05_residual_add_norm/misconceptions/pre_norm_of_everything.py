"""pre_norm normalises x for both paths, and then the sum too.

In pre-norm the norm is on the side path alone, and is called once: x + sublayer(norm(x)).
"""


def pre_norm(x, sublayer, norm):
    x = norm(x)
    return norm(x + sublayer(x))
