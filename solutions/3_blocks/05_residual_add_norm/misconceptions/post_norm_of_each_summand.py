"""post_norm normalises x and the sublayer's output separately, then adds them.

A norm of a sum is not the sum of the norms. Add first, and call the norm once.
"""


def post_norm(x, sublayer, norm):
    return norm(x) + norm(sublayer(x))
