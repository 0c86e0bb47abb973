"""length_penalty is turned upside down: 1 / lp.

It is what the log-probability is divided by: over 1 for a long sentence.
"""


def length_penalty(length, alpha):
    return (6 / (5 + length)) ** alpha
