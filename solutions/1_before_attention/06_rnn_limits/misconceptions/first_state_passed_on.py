"""The encoder passes on its first state.

Only the last state has seen the whole sentence: hidden_states(…)[-1].
"""

from solution import hidden_states


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[0]
