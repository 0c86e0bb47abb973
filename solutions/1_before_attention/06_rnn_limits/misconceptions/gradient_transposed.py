"""The gradient of a step is transposed: its rows are the old state and its columns the new one.

Entry [i, j] is the change of the new unit i with the old unit j. That is (1 − h[i]²) · W_h[j, i].
"""


def jacobian(h, W_h):
    return W_h * (1 - h**2)
