"""The mask also keeps a favourite that gets exactly `least` of the votes.

With least = .5 that is a draw, the very features to be hidden. Compare with >, not with >=.
"""

import numpy as np


def informative(transitions, least):
    return np.max(transitions, axis=1) >= least
