"""The most recent word is counted among the words before it.

"ran … ran" is active only if ran occurred before. Look at words[:-1], not at the whole sentence.
"""

import numpy as np


def feature_activities(words, vocabulary):
    return np.array([float(word in words) for word in vocabulary])
