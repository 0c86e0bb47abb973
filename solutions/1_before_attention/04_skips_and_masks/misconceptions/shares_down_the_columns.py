"""The counts are divided by the sums of their columns.

A row is one feature, and its votes add up to 1. Sum over the next words: axis=1, with keepdims=True.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                for earlier in set(sentence[:place]):
                    counts[vocabulary.index(earlier), vocabulary.index(sentence[place + 1])] += 1
    return counts / np.maximum(counts.sum(axis=0, keepdims=True), 1)
