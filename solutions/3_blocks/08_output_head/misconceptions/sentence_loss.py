"""sentence_log_probability returns minus the sum of the log-probabilities.

That is the loss of the sentence. Its log-probability is the sum itself, and never above 0.
"""

import numpy as np


def sentence_log_probability(log_probs, ids):
    return -np.take_along_axis(log_probs, ids[..., None], axis=-1)[..., 0].sum(axis=-1)
