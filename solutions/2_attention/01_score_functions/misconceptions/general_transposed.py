"""W_a is transposed: its rows meet h and its columns s.

With n_s = n_h this goes unnoticed in the shapes. Write s @ W_a @ h.T, in the order of the formula.
"""


def general(s, h, W_a):
    return s @ W_a.T @ h.T
