"""df counts how often a word occurs, not in how many texts.

A word that occurs ten times in one text is still in one text only. Count the texts with a count above 0.
"""

import numpy as np


def idf(counts):
    said = counts.sum(axis=0)
    return np.where(said > 0, np.log(len(counts) / np.maximum(said, 1)), 0.0)
