"""In learning, `last` itself is treated as a word that came before.

"ran … ran" is active only if ran occurred before. The features are the words of sentence[:place], without `last`
itself.
"""

import numpy as np


def skip_transitions(sentences, vocabulary, last):
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):
            if word == last:
                for earlier in set(sentence[: place + 1]):
                    counts[vocabulary.index(earlier), vocabulary.index(sentence[place + 1])] += 1
    return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
