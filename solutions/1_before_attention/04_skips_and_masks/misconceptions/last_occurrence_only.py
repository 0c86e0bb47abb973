"""Only the last occurrence of `last` in a sentence is used.

A dictionary from words to positions keeps one position for each word. Go through all the positions of the sentence.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        places = {word: place for place, word in enumerate(sentence[:-1])}
        if last in places:
            for earlier in set(sentence[: places[last]]):
                counts[vocabulary.index(earlier), vocabulary.index(sentence[places[last] + 1])] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
