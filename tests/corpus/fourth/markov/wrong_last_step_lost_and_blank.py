# wrong: the first order stops one step before the end of each sentence, and next_word splits at single blanks, so a blank at the end of the text is taken for a word
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
    place = {word: number for number, word in enumerate(vocabulary)}
    table = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        words = sentence.split()
        for k in range(len(words) - 2):
            table[place[words[k]], place[words[k + 1]]] += 1
    return table / np.maximum(table.sum(1, keepdims=True), 1)


def second_order_matrix(sentences, vocabulary):
    return _table(sentences, vocabulary, 2)


def next_word(matrix, text, vocabulary):
    words = text.split(" ")
    return np.array(matrix[tuple(vocabulary.index(w) for w in words[1 - np.ndim(matrix):])])
