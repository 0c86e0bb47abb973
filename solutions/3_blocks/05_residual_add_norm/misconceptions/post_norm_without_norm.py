"""post_norm adds, but does not normalise.

Pass the sum to norm and return the result. Without a norm the sums grow from layer to layer.
"""


def post_norm(x, sublayer, norm):
    return x + sublayer(x)
