"""pre_norm normalises x for both roads, and the sum once more.

In pre-norm the norm stands on the branch alone, and is called once: x + sublayer(norm(x)).
"""


def pre_norm(x, sublayer, norm):
    x = norm(x)
    return norm(x + sublayer(x))
