"""post_norm normalises the sublayer's output and adds x afterwards.

The addition comes before the norm: norm(x + sublayer(x)). The norm is the last step.
"""


def post_norm(x, sublayer, norm):
    return x + norm(sublayer(x))
