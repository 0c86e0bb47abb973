"""sentence_log_probability takes the mean over the words.

The probability of a sentence is the product of its words' probabilities, so their logs are added. A mean would be the
log-probability per word.
"""

import numpy as np


def sentence_log_probability(log_probs, ids):
    return np.take_along_axis(log_probs, ids[..., None], axis=-1)[..., 0].mean(axis=-1)
