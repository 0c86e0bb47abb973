"""W_a is applied to s and to h.

There is one W_a between the two: s @ W_a lies in the space of h, and is compared with h as it is.
"""


def general(s, h, W_a):
    return (s @ W_a) @ (h @ W_a).T
