"""The table of learned votes is transposed: the next words are in the rows, the features in the columns.

Row w belongs to the feature "w ... last", and its entries are the next words: index with the earlier word first.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                for earlier in set(sentence[:place]):
                    counts[vocabulary.index(sentence[place + 1]), vocabulary.index(earlier)] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
