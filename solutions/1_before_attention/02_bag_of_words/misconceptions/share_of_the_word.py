"""The counts are divided by the sums of the columns: how much of the word is in this text.

TF is how much of the text is this word. Sum over axis 1, a row, with keepdims=True.
"""

import numpy as np


def tf_idf(counts, rarity):
    return counts / np.maximum(counts.sum(axis=0), 1) * rarity
