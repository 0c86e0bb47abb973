# wrong: next_word tells the order from the number of entries, which is V*V for both orders when the vocabulary has one word
import numpy as np


def transition_matrix(sentences, vocabulary):
    size = len(vocabulary)
    counts = [[0] * size for _ in range(size)]
    for sentence in sentences:
        words = sentence.split()
        for k in range(1, len(words)):
            counts[vocabulary.index(words[k - 1])][vocabulary.index(words[k])] += 1
    return np.array([[c / max(sum(row), 1) for c in row] for row in counts])


def second_order_matrix(sentences, vocabulary):
    size = len(vocabulary)
    counts = [[[0] * size for _ in range(size)] for _ in range(size)]
    for sentence in sentences:
        numbers = [vocabulary.index(w) for w in sentence.split()]
        for k in range(2, len(numbers)):
            counts[numbers[k - 2]][numbers[k - 1]][numbers[k]] += 1
    return np.array([[[c / max(sum(row), 1) for c in row] for row in page] for page in counts])


def next_word(matrix, text, vocabulary):
    words = text.split()
    last = vocabulary.index(words[-1])
    if np.size(matrix) == len(vocabulary) ** 2:
        return np.array(matrix[last])
    return np.array(matrix[vocabulary.index(words[-2]), last])
