"""The most recent word is left out even if it came before.

"ran … ran" is active if ran occurs twice. Leave out the last entry, words[:-1], not the word.
"""

import numpy as np


def feature_activities(words, vocabulary):
    return np.array([float(word in words and word != words[-1]) for word in vocabulary])
