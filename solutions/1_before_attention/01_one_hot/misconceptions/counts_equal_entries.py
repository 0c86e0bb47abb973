"""The similarity counts the entries in which two vectors are equal.

Two different one-hot vectors then agree in nearly all their zeros. In a dot product 0 times 0 adds nothing: multiply
entry by entry and add up.
"""


def similarity(a, b):
    return (a[:, None] == b).sum(axis=-1)
