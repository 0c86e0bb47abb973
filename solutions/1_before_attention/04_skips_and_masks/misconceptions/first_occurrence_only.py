"""Only the first occurrence of the last word in a sentence is used.

sentence.index(last) finds no second one. Go through all the positions of the sentence.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        if last in sentence[:-1]:
            place = sentence.index(last)
            for earlier in set(sentence[:place]):
                counts[vocabulary.index(earlier), vocabulary.index(sentence[place + 1])] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
