"""sentence_log_probability returns the probability itself, as a product.

Return its logarithm, the sum of the log-probabilities. For long sentences the product becomes 0.
"""

import numpy as np


def sentence_log_probability(log_probs, ids):
    return np.exp(np.take_along_axis(log_probs, ids[..., None], axis=-1))[..., 0].prod(axis=-1)
