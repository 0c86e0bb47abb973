"""The encoder passes on the average of its states.

That is a kind of attention with equal weights. The plain encoder passes on its last state only.
"""

from solution import hidden_states


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b).mean(axis=0)
