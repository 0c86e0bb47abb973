"""length_penalty is length to the power of alpha: a different rule.

Some libraries divide by length ** alpha. Here it is ((5 + length) / 6) ** alpha, which is gentler with very
short sentences.
"""


def length_penalty(length, alpha):
    return length**alpha
