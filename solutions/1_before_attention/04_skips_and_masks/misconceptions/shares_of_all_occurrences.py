"""A feature's counts are not divided by how often it was active, but, for example, by how often the last word occurred.

A feature that was active once has one share, 1, for the word that followed. Divide each row by its own sum.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    occurrences = 0
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                occurrences += 1
                for earlier in set(sentence[:place]):
                    counts[vocabulary.index(earlier), vocabulary.index(sentence[place + 1])] += 1
    return counts / occurrences
