"""An unknown word gets the row of the vocabulary's last word.

A search that returns −1 for "not found" (str.find, dict.get(word, -1)) is a trap: index −1 is the last column. Set the
1 only if the word is in the vocabulary.
"""

import numpy as np


def one_hot(words, vocabulary):
    place = {word: column for column, word in enumerate(vocabulary)}
    return np.eye(len(vocabulary))[[place.get(word, -1) for word in words]]
