"""A feature's activity counts how often its word came before.

A feature is on or off: a word that occurred three times has activity 1, not 3. Ask whether the word is among the
earlier ones.
"""

import numpy as np


def feature_activities(words, vocabulary):
    return np.array([float(words[:-1].count(word)) for word in vocabulary])
