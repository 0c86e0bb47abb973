"""post_norm normalises x before the sublayer as well as after the addition.

In post-norm the sublayer gets the original x, and the norm is called once, at the end: norm(x + sublayer(x)).
"""


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))
