"""df counts how often a word is said, not in how many texts.

A word said ten times in one text is still found in one text only. Count the texts with a count above 0.
"""

import numpy as np


def idf(counts):
    said = counts.sum(axis=0)
    return np.where(said > 0, np.log(len(counts) / np.maximum(said, 1)), 0.0)
