"""length_penalty is inverted: 1 / lp.

It is what the log-probability is divided by: greater than 1 for a long sentence.
"""


def length_penalty(length, alpha):
    return (6 / (5 + length)) ** alpha
