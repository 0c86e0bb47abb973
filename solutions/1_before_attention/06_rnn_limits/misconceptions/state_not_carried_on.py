"""Every step starts from h_0 again, so that each state depends on one token only.

The state must be carried on: h = rnn_cell(x, h, …), and the next step uses that h.
"""

import numpy as np
from solution import rnn_cell


def hidden_states(xs, h_0, W_x, W_h, b):
    return np.stack([rnn_cell(x, h_0, W_x, W_h, b) for x in xs])
