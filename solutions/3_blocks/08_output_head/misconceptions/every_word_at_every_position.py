"""sentence_log_probability adds every word of the sentence at every position.

log_probs[:, ids] takes all pairs of a row and a word. Row p goes with ids[p] alone: log_probs[np.arange(n), ids], or
np.take_along_axis for a batch.
"""


def sentence_log_probability(log_probs, ids):
    return log_probs[:, ids].sum()
