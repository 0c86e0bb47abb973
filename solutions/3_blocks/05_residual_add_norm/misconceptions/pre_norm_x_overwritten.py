"""pre_norm overwrites x before adding it: the sublayer's output is added to itself.

After x = sublayer(norm(x)) the old x is gone. Give the output its own name.
"""


def pre_norm(x, sublayer, norm):
    x = sublayer(norm(x))
    return x + x
