"""post_norm changes the array it was given: x += … writes into the caller's array.

Write x + sublayer(x), which makes a new array.
"""


def post_norm(x, sublayer, norm):
    x += sublayer(x)
    return norm(x)
