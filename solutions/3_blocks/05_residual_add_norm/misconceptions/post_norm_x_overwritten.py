"""post_norm overwrites x with the sublayer's output and then adds that to itself.

After x = sublayer(x) the old x is gone, and there is nothing left to add. Give the output its own
name.
"""


def post_norm(x, sublayer, norm):
    residual = x = sublayer(x)
    return norm(residual + x)
