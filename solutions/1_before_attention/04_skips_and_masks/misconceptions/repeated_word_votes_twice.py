"""A word that occurs twice before the last one is counted twice.

It is one feature, on or off. Go through the distinct words: set(sentence[:place]).
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                for earlier in sentence[:place]:
                    counts[vocabulary.index(earlier), vocabulary.index(sentence[place + 1])] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
