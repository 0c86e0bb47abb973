"""The encoder passes on all its states.

That is what attention will do later. The plain encoder passes on its last state only, one vector.
"""

from solution import hidden_states


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)
