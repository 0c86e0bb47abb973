"""In length_penalty only the length is divided by 6, not 5 + length.

/ binds more tightly than +: ((5 + length) / 6) ** alpha.
"""


def length_penalty(length, alpha):
    return (5 + length / 6) ** alpha
