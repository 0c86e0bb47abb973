"""The mask also keeps a favourite that gets exactly `threshold` of the votes.

With threshold = .5 that is a draw: exactly the features that should be hidden. Compare with >, not with >=.
"""

import numpy as np


def informative(transitions, threshold):
    return np.max(transitions, axis=1) >= threshold
