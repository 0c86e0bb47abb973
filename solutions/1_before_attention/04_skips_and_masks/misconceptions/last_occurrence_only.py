"""Only the last time that `last` comes in a sentence is used.

A dictionary from words to places keeps one place for each word. Go through all the places of the sentence.
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
