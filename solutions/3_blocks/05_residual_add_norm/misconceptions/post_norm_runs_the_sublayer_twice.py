"""post_norm calls the sublayer twice.

The values may look right, but attention is expensive, and with dropout the two calls differ. Call it
once and keep the result in a variable.
"""


def post_norm(x, sublayer, norm):
    if sublayer(x).shape != x.shape:
        raise ValueError("the sublayer must keep the shape")
    return norm(x + sublayer(x))
