"""sentence_log_probability multiplies the probabilities and takes the logarithm at the end: long sentences get −∞.

The product underflows to 0. Add up the log-probabilities, without exp.
"""

import numpy as np


def sentence_log_probability(log_probs, ids):
    chosen = np.take_along_axis(log_probs, ids[..., None], axis=-1)[..., 0]
    with np.errstate(divide="ignore"):
        return np.log(np.exp(chosen).prod(axis=-1))
