"""A word is found inside a longer one.

With two strings, `in` and `find` search for letters: "at" is in "cat". Compare whole words with ==.
"""

import numpy as np


def one_hot(words, vocabulary):
    return np.array([[float(word in entry) for entry in vocabulary] for word in words])
