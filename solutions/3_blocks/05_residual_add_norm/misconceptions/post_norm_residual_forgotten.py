"""post_norm forgets the residual: x is not added.

Add x to the sublayer's output, then normalise. Without it each layer can lose what was there before.
"""


def post_norm(x, sublayer, norm):
    return norm(sublayer(x))
