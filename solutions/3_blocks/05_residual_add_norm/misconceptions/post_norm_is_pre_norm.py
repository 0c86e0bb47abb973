"""post_norm is written as pre-norm: it normalises before the sublayer.

In post-norm the sublayer gets the original x, and the norm comes last: norm(x + sublayer(x)).
"""


def post_norm(x, sublayer, norm):
    return x + sublayer(norm(x))
