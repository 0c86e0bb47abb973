# wrong: next_word uses the first words of the text, not the newest; right only if the text is as long as the order
from collections import Counter
import numpy as np


def _table(sentences, vocabulary, order):
    steps, starts = Counter(), Counter()
    for sentence in sentences:
        words = sentence.split()
        for k in range(len(words) - order):
            gram = tuple(words[k:k + order + 1])
            steps[gram] += 1
            starts[gram[:-1]] += 1
    place = {word: number for number, word in enumerate(vocabulary)}
    table = np.zeros([len(vocabulary)] * (order + 1))
    for gram, times in steps.items():
        table[tuple(place[w] for w in gram)] = times / starts[gram[:-1]]
    return table


def transition_matrix(sentences, vocabulary):
    return _table(sentences, vocabulary, 1)


def second_order_matrix(sentences, vocabulary):
    return _table(sentences, vocabulary, 2)


def next_word(matrix, text, vocabulary):
    words = text.split()
    order = np.ndim(matrix) - 1
    row = matrix
    for word in words[:order]:
        row = row[vocabulary.index(word)]
    return np.array(row)
