"""sentence_log_probability adds up probabilities.

Probabilities of words that must all occur are multiplied, so their logarithms are added. Do not take exp first.
"""

import numpy as np


def sentence_log_probability(log_probs, ids):
    return np.exp(np.take_along_axis(log_probs, ids[..., None], axis=-1))[..., 0].sum(axis=-1)
