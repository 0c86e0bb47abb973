"""The slope h(1 − h) is that of the sigmoid.

tanh has another: 1 − h².
"""


def jacobian(h, W_h):
    return (h * (1 - h))[:, None] * W_h.T
