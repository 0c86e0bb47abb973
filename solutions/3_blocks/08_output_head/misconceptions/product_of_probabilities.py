"""sentence_log_probability returns the probability itself.

Return its logarithm, the sum of the log-probabilities. For long sentences the probability becomes 0.
"""

import numpy as np


def sentence_log_probability(log_probs, ids):
    return np.exp(np.take_along_axis(log_probs, ids[..., None], axis=-1)[..., 0].sum(axis=-1))
