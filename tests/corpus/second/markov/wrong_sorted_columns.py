# wrong: _fill numbers the words in alphabetical order; both matrices are mixed up if the vocabulary is not sorted
from collections import Counter, defaultdict

import numpy as np


def _followers(sentences, order):
    followers = defaultdict(Counter)
    for sentence in sentences:
        words = sentence.split()
        for *before, after in zip(*(words[k:] for k in range(order + 1))):
            followers[tuple(before)][after] += 1
    return followers


def _fill(followers, vocabulary, order):
    place = {word: n for n, word in enumerate(sorted(vocabulary))}
    P = np.zeros([len(vocabulary)] * (order + 1))
    for before, counter in followers.items():
        for after, count in counter.items():
            P[tuple(place[word] for word in before) + (place[after],)] = count / sum(counter.values())
    return P


def transition_matrix(sentences, vocabulary):
    return _fill(_followers(sentences, 1), vocabulary, 1)


def second_order_matrix(sentences, vocabulary):
    return _fill(_followers(sentences, 2), vocabulary, 2)


def next_word(matrix, text, vocabulary):
    row = np.array(matrix)
    words = text.split()
    for word in words[len(words) - row.ndim + 1:]:
        row = row[vocabulary.index(word)]
    return row
