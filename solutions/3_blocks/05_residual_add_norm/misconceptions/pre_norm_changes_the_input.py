"""pre_norm changes the array it was given: x += … writes into the caller's array.

Write x + sublayer(norm(x)), which makes a new array.
"""


def pre_norm(x, sublayer, norm):
    x += sublayer(norm(x))
    return x
